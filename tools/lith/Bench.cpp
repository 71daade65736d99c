// Bench.cpp: `lith bench`: times of calls, and the share of the memory limit: the
// time that reading every weight and input and writing every result once takes.
#include "Loaded.h"
#include "Results.h"
#include "Tool.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace lith;
using namespace lith::tool;

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Bytes a second that one thread reads from memory of this size.
double bandwidth(size_t bytes) {
  bytes = std::clamp<size_t>(bytes, size_t(1) << 16, size_t(1) << 28);
  std::vector<uint64_t> memory(bytes / 8, 1);
  double best = 1e9;
  uint64_t sums[8] = {};
  for (int round = 0; round < 8; ++round) {
    auto start = Clock::now();
    for (size_t i = 0; i + 8 <= memory.size(); i += 8)
      for (size_t k = 0; k < 8; ++k)
        sums[k] += memory[i + k];
    best = std::min(best, secondsSince(start));
  }
  volatile uint64_t sink = 0;
  for (uint64_t sum : sums)
    sink = sink + sum;
  return static_cast<double>(bytes) / best;
}

size_t tensorBytes(const Value &value) { return value.isTensor() ? value.tensor().bytes() : 0; }

/// With containers of its own, which a call may change.
Value fresh(const Value &value) {
  std::vector<Value> items = value.items();
  std::vector<std::pair<Value, Value>> entries;
  for (Value &item : items)
    item = fresh(item);
  switch (value.kind()) {
  case Value::Kind::List:
    return Value::list(items);
  case Value::Kind::Tuple:
    return Value::tuple(items);
  case Value::Kind::Dict:
    for (size_t i = 0; i < items.size(); ++i)
      entries.emplace_back(value.key(i), items[i]);
    return Value::dict(entries);
  default:
    return value;
  }
}

Arguments fresh(Arguments arguments) {
  for (Value &value : arguments.positional)
    value = fresh(value);
  return arguments;
}

// What the program prints at every call is of no interest.
void discard(void *, int, const char *, size_t) {}

} // namespace

int tool::bench(const BenchOptions &options) {
  setNumThreads(std::max(options.threads, 1));
  try {
    auto start = Clock::now();
    Loaded program(options.program);
    double load = secondsSince(start);
    Arguments arguments{readInputs(options.inputs), {}};
    start = Clock::now();
    std::vector<Leaf> leaves = leavesOf(program.call(fresh(arguments), discard));
    double first = secondsSince(start);
    std::vector<double> times;
    for (start = Clock::now(); secondsSince(start) < options.seconds || times.size() < 3;) {
      Arguments given = fresh(arguments);
      auto begin = Clock::now();
      program.call(given, discard);
      times.push_back(secondsSince(begin));
    }
    std::sort(times.begin(), times.end());
    size_t moved = lith_program_weight_bytes(program.get());
    for (const Value &argument : arguments.positional)
      for (const Leaf &leaf : leavesOf(argument))
        moved += tensorBytes(leaf.value);
    for (const Leaf &leaf : leaves)
      moved += tensorBytes(leaf.value);
    double median = times[times.size() / 2];
    double limit = static_cast<double>(moved) / bandwidth(moved);
    std::printf("load %.2f ms, first call %.2f ms\n", load * 1e3, first * 1e3);
    std::printf("median %.4f ms, fastest %.4f ms, %zu calls, %d thread%s\n", median * 1e3,
                times.front() * 1e3, times.size(), lith_num_threads(),
                lith_num_threads() == 1 ? "" : "s");
    std::printf("memory limit %.4f ms for %.2f MB read and written once: %.0f %% of it\n",
                limit * 1e3, static_cast<double>(moved) / 1e6, 100 * limit / median);
  } catch (const Error &error) {
    return fail(error.what());
  }
  return 0;
}

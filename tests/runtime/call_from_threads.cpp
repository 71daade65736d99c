// call_from_threads.cpp: saved programs called from eight threads at once.
//
//   lith-threads FOLDER
//
// FOLDER holds programs NAME.lith, each with folders NAME/0, NAME/1 ... of arrays
// for one call. Each thread makes all calls, and must get what one thread alone got:
// result or error, and what was printed. Programs that draw random numbers or keep state have
// names that begin with "any_": of them only the failures count. To be built with
// ThreadSanitizer or AddressSanitizer.
#include "Inputs.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <thread>

using namespace lith;
using namespace lith::tool;
namespace fs = std::filesystem;

namespace {

constexpr int Threads = 8, Rounds = 25;

thread_local std::string printed;
void collect(void *, int, const char *text, size_t bytes) { printed.append(text, bytes); }

/// Names of what a folder holds, in order.
std::vector<std::string> sortedEntries(const fs::path &folder) {
  std::vector<std::string> names;
  for (const fs::directory_entry &entry : fs::directory_iterator(folder))
    names.push_back(entry.path());
  std::sort(names.begin(), names.end());
  return names;
}

using Handle = std::unique_ptr<lith_program, void (*)(lith_program *)>;

Handle loaded(const fs::path &file) {
  lith_error *error = nullptr;
  Handle program(lith_load(file.c_str(), &error), lith_program_release);
  if (!program)
    throw Error(error);
  return program;
}

/// What a call gives and prints, as text.
std::string outcome(const Handle &program, const std::vector<Value> &inputs) {
  printed.clear();
  std::vector<lith_value> raw = Value::rawOf(inputs);
  lith_value result;
  lith_error *error = nullptr;
  if (lith_call_flat(program.get(), raw.data(), raw.size(), collect, nullptr, &result, &error) == 0)
    return printed + Value::adopt(result).repr();
  Error raised(error);
  return printed + "raised " + raised.what() + "\n" + raised.traceback();
}

/// The number of calls that went wrong.
int check(const fs::path &file) {
  fs::path folder = file;
  folder.replace_extension();
  bool comparable = !folder.filename().string().starts_with("any_");
  Handle program = loaded(file);
  std::vector<std::vector<std::string>> calls;
  std::vector<std::string> wanted;
  for (const std::string &call : sortedEntries(folder)) {
    calls.push_back(sortedEntries(call));
    wanted.push_back(outcome(loaded(file), readInputs(calls.back())));
  }
  std::vector<int> wrong(Threads);
  auto work = [&](int thread) {
    for (int round = 0; round < Rounds; ++round)
      for (size_t i = 0; i < calls.size(); ++i) {
        size_t k = (i + static_cast<size_t>(thread)) % calls.size();
        std::string got = outcome(program, readInputs(calls[k]));
        wrong[static_cast<size_t>(thread)] +=
            comparable ? got != wanted[k] : got.starts_with("raised ");
      }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < Threads; ++i)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
  int sum = 0;
  for (int count : wrong)
    sum += count;
  std::printf("%s: %d calls, %d wrong\n", folder.filename().c_str(),
              Threads * Rounds * static_cast<int>(calls.size()), sum);
  return sum;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: lith-threads FOLDER\n");
    return 2;
  }
  int wrong = 0;
  try {
    for (const std::string &file : sortedEntries(argv[1]))
      if (fs::path(file).extension() == ".lith")
        wrong += check(file);
  } catch (const std::exception &error) {
    std::fprintf(stderr, "lith-threads: %s\n", error.what());
    return 1;
  }
  return wrong != 0;
}

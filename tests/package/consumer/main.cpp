// main.cpp: what a C++ program sees of a saved function
//   def f(items, table, x, n: int = 2): ...
// of test_consumer.py: containers that are written, mistakes, threads.
#include <lith/lith.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

using lith::DType;
using lith::Tensor;
using lith::Value;

static void expect(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "consumer: not so: %s\n", what);
  std::exit(1);
}

/// The call must throw an error of this kind whose text holds `text`.
template <typename Call> static void refused(Call call, lith_error_kind kind, const char *text) {
  try {
    call();
  } catch (const lith::Error &error) {
    expect(error.code() == kind, error.what());
    expect(std::string(error.what()).find(text) != std::string::npos, error.what());
    return;
  }
  expect(false, text);
}

static Tensor vector(std::vector<float> values) {
  return Tensor::from(values.data(), {static_cast<int64_t>(values.size())}, DType::Float32);
}

static void mistakes(const lith::Program &f, const std::string &folder) {
  Tensor x = vector({1, 2});
  Value items = Value::list({x}), table = Value::dict({{"k", x}});
  double wide[] = {1, 2};
  Tensor doubles = Tensor::from(wide, {2}, DType::Float64),
         square = Tensor::empty({1, 2}, DType::Float32);
  refused([&] { f({items, table, doubles}); }, LITH_ERROR_ARGUMENTS, "float64");
  refused([&] { f({items, table, square}); }, LITH_ERROR_ARGUMENTS, "float32[1, 2]");
  refused([&] { f({items, table}); }, LITH_ERROR_ARGUMENTS, "missing argument 'x'");
  refused([&] { f({items, table, x, 1, 1}); }, LITH_ERROR_ARGUMENTS, "positional");
  refused([&] { f({x, table, x}); }, LITH_ERROR_ARGUMENTS, "must be a list");
  refused([&] { f({Value::list({x, 1}), table, x}); }, LITH_ERROR_ARGUMENTS, "'items'[1]");
  refused([&] { f({items, Value::dict({{"other", x}}), x}); }, LITH_ERROR_ARGUMENTS, "key");
  refused([&] { f({items, table, x, "text"}); }, LITH_ERROR_ARGUMENTS, "must be an int");
  refused([&] { f({items, table, x, Value()}); }, LITH_ERROR_ARGUMENTS, "None");
  refused([&] { f.call({items, table, x}, {{"m", 1}}); }, LITH_ERROR_ARGUMENTS, "'m'");
  refused([&] { f.call({items, table, x}, {{"x", x}}); }, LITH_ERROR_ARGUMENTS, "multiple values");
  refused([&] { f({items, table, x, -1}); }, LITH_ERROR_RAISED, "ValueError: n is -1");
  refused([&] { lith::load(folder + "/none.lith"); }, LITH_ERROR_CANNOT_OPEN, "none.lith");
  refused([&] { lith::load(folder + "/cut.lith"); }, LITH_ERROR_TRUNCATED, "cut.lith");
  refused([&] { x.data<double>(); }, LITH_ERROR_ARGUMENTS, "float32");
  refused([&] { Value(3).string(); }, LITH_ERROR_ARGUMENTS, "str");
  refused([&] { items[9]; }, LITH_ERROR_ARGUMENTS, "out of range");
  refused([&] { Value::dict({{items, x}}); }, LITH_ERROR_ARGUMENTS, "hashed");
  refused([&] { Tensor::empty({-1}, DType::Float32); }, LITH_ERROR_MEMORY, "shape");
}

static void writes(const lith::Program &f) {
  Tensor x = vector({1, 2});
  Value items = Value::list({x}), table = Value::dict({{"k", x}});
  std::vector<Value> result = f.call({items, table, x}, {{"n", 3}});
  expect(items.size() == 2 && items[1].tensor().data<float>()[1] == 6, "the list has grown");
  expect(table.at("new").integer() == 3 && table.size() == 2, "the dict has a new key");
  expect(result[0].raw().bits == items.raw().bits, "the result is the list");
  expect(result[1].repr() == "'3 of 2'", result[1].repr().c_str());
}

/// g(x) of test_consumer.py: a mapping with attributes has each thing once, under its name.
static void mapping(const std::string &folder) {
  Value result = lith::load(folder + "/g.lith").callForValue({vector({1, 2})});
  expect(result.kind() == Value::Kind::Dict && result.size() == 2, result.repr().c_str());
  expect(result.at("first").tensor().data<float>()[1] == 3, "an entry");
  expect(result.at("second").integer() == 3, "an attribute");
}

int main(int argc, char **argv) {
  expect(argc == 2, "usage: consumer FOLDER");
  std::string folder = argv[1];
  Value kept;
  {
    lith::Program f = lith::load(folder + "/f.lith");
    writes(f);
    mistakes(f, folder);
    mapping(folder);
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] {
        for (int k = 0; k < 50; ++k)
          writes(f);
      });
    for (std::thread &thread : threads)
      thread.join();
    kept = Value::list({vector({1, 2})});
    f({kept, Value::dict({{"k", vector({1, 2})}}), vector({1, 2})});
  }
  // What a program wrote outlives it.
  expect(kept.size() == 2 && kept.repr() == "[tensor([1., 2.]), tensor([2., 4.])]",
         kept.repr().c_str());
  std::puts("done");
}

// threads: eight threads call one compiled source at once, with arguments that need three programs.
// Prints how many results were wrong.
#include <lith/compiler.h>

#include <atomic>
#include <iostream>
#include <thread>

static const char *source = R"(
def f(x, n):
    for i in range(n):
        x = x * 2 + i
    return x.sum()
)";

// What f gives for ones of this type: the same number, whatever the dtype.
template <typename T>
static bool isRight(const lith::Program &program, lith::DType dtype, std::vector<int64_t> shape) {
  std::vector<T> ones(6, T(1));
  std::vector<lith::Value> result =
      program({lith::Tensor::from(ones.data(), std::move(shape), dtype), int64_t(3)});
  return result[0].tensor().data<T>()[0] == T(6 * 12);
}

int main() {
  lith::Program program = lith::compile(source, "f");
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int call = 0; call < 100; ++call)
        switch ((call + t) % 3) {
        case 0:
          wrong += !isRight<float>(program, lith::DType::Float32, {6});
          break;
        case 1:
          wrong += !isRight<int64_t>(program, lith::DType::Int64, {2, 3});
          break;
        default:
          wrong += !isRight<double>(program, lith::DType::Float64, {1, 2, 3});
        }
    });
  for (std::thread &thread : threads)
    thread.join();
  std::cout << wrong << " wrong\n";
}

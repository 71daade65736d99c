// threads_test.cpp: the pool of workers, and calls from many threads.
#include "support.h"

#include <atomic>
#include <filesystem>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace lith;

namespace {

TEST(Threads, EveryElementOnce) {
  for (int count : {1, 2, 5}) {
    setNumThreads(count);
    for (int64_t n : {0, 1, 7, 1000, 100000}) {
      std::vector<std::atomic<int>> seen(static_cast<size_t>(n));
      parallelFor(n, 10, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i)
          seen[static_cast<size_t>(i)].fetch_add(1);
      });
      for (auto &times : seen)
        ASSERT_EQ(times.load(), 1);
    }
  }
  setNumThreads(2);
}

TEST(Threads, NestedAndConcurrentRegions) {
  setNumThreads(3);
  std::atomic<int64_t> sum{0};
  auto work = [&] {
    for (int k = 0; k < 200; ++k)
      parallelFor(64, 1, [&](int64_t begin, int64_t end) {
        parallelFor(4, 1, [&](int64_t from, int64_t to) { sum += (end - begin) * (to - from); });
      });
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(sum.load(), 4 * 200 * 64 * 4);
}

TEST(Threads, WorksAfterFork) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "ThreadSanitizer does not support threads in a child of fork()";
#endif
#endif
  setNumThreads(3);
  auto sum = [] {
    std::atomic<int64_t> total{0};
    parallelFor(1000, 1, [&](int64_t begin, int64_t end) { total += end - begin; });
    return total.load();
  };
  EXPECT_EQ(sum(), 1000);
  pid_t child = fork();
  if (child == 0)
    _exit(sum() == 1000 ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(Threads, EightThreadsCallOneProgram) {
  std::string path = std::filesystem::temp_directory_path() /
                     ("lith_threads_" + std::to_string(getpid()) + ".lith");
  for (int64_t step : {0, 1}) {
    std::string message;
    ASSERT_EQ(writeArtifact(test::sampleArtifact(step), path, message), ArtifactStatus::Ok);
    ArtifactStatus status;
    auto model = Model::load(path, {}, status, message);
    ASSERT_TRUE(model) << message;
    std::atomic<int> wrong{0}, printed{0};
    float values[] = {1, 2, 3};
    int64_t sizes[] = {1, 3}, strides[] = {3, 1};
    auto make = [&] {
      return box(makeTensor(nullptr, LITH_FLOAT32, sizes, strides, values, nullptr, nullptr));
    };
    OwnedValue shared(nullptr, make());
    auto work = [&](int64_t n) {
      for (int i = 0; i < 300; ++i) {
        OwnedValue x(nullptr, i % 2 ? make() : retained(shared.get()));
        lith_value arguments[] = {x.get(), box(n)};
        CallFailure failure;
        OwnedValue result(
            nullptr,
            model->call("", arguments, {}, [&](int, std::string_view) { ++printed; }, failure));
        if (failure.kind != CallFailure::Kind::None) {
          ++wrong;
          continue;
        }
        auto *y = as<lith_tensor>(as<lith_tuple>(result.get())->items[0]);
        auto *data = reinterpret_cast<float *>(y->data);
        if (data[2] - data[1] != static_cast<float>(n) ||
            (step == 0 && data[0] != static_cast<float>(n) + 0.5f))
          ++wrong;
      }
    };
    std::vector<std::thread> threads;
    for (int64_t i = 0; i < 8; ++i)
      threads.emplace_back(work, i);
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(wrong.load(), 0);
    EXPECT_EQ(printed.load(), 8 * 300);
  }
  std::filesystem::remove(path);
}

} // namespace

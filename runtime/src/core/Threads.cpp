// Threads.cpp: one pool of workers for the whole process.
//
// A region is split into even parts; the caller works too. Only one region runs at a
// time: a second one, from another thread or from inside a region, runs on its
// caller's thread alone, so nothing ever waits for a busy pool.
#include "core/Pause.h"
#include "core/Processors.h"

#include <lith/program.h>

#include <atomic>
#include <mutex>
#include <pthread.h>
#include <thread>

namespace lith {
namespace {

class Workers {
public:
  ~Workers() { stop(); }

  void resize(int count) {
    std::lock_guard lock(busy);
    stop();
    wanted.store(count < 1 ? 1 : count);
  }
  int size() const { return wanted.load(std::memory_order_relaxed); }

  bool run(int64_t n, int64_t grain, const std::function<void(int64_t, int64_t)> &body) {
    std::unique_lock lock(busy, std::try_to_lock);
    if (!lock.owns_lock())
      return false;
    start();
    // More parts than threads, so that one that the system holds up has less left to do.
    int64_t most = (n + grain - 1) / grain;
    parts = std::min<int64_t>(4 * (static_cast<int64_t>(threads.size()) + 1), most);
    total = n;
    task = &body;
    nextPart.store(0, std::memory_order_relaxed);
    remaining.store(static_cast<int>(threads.size()), std::memory_order_relaxed);
    epoch.fetch_add(1, std::memory_order_release);
    epoch.notify_all();
    work();
    for (int left; (left = remaining.load(std::memory_order_acquire)) != 0;)
      remaining.wait(left, std::memory_order_acquire);
    return true;
  }

private:
  void start() {
    uint64_t seen = epoch.load(std::memory_order_relaxed);
    while (static_cast<int>(threads.size()) + 1 < size())
      threads.emplace_back([this, seen] { loop(seen); });
  }
  void stop() {
    stopping.store(true, std::memory_order_relaxed);
    epoch.fetch_add(1, std::memory_order_release);
    epoch.notify_all();
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
    stopping.store(false, std::memory_order_relaxed);
  }
  void loop(uint64_t seen) {
    for (;;) {
      for (int spin = 0; spin < 2000 && epoch.load(std::memory_order_acquire) == seen; ++spin)
        pauseProcessor();
      epoch.wait(seen, std::memory_order_acquire);
      seen = epoch.load(std::memory_order_acquire);
      if (stopping.load(std::memory_order_relaxed))
        return;
      work();
      if (remaining.fetch_sub(1, std::memory_order_acq_rel) == 1)
        remaining.notify_all();
    }
  }
  void work() {
    for (int64_t part; (part = nextPart.fetch_add(1, std::memory_order_relaxed)) < parts;)
      (*task)(total *part / parts, total * (part + 1) / parts);
  }

  std::mutex busy;
  std::vector<std::thread> threads;
  std::atomic<int> wanted{defaultThreads()};
  std::atomic<uint64_t> epoch{0};
  std::atomic<int> remaining{0};
  std::atomic<int64_t> nextPart{0};
  std::atomic<bool> stopping{false};
  int64_t parts = 0, total = 0;
  const std::function<void(int64_t, int64_t)> *task = nullptr;
};

// Never destroyed: a worker may still be parked when the process exits.
std::atomic<Workers *> current{nullptr};

// A child of fork() has the pool but none of its threads: it gets a new pool.
void forgetAfterFork() {
  if (Workers *old = current.load()) {
    auto *pool = new Workers;
    pool->resize(old->size());
    current.store(pool);
  }
}

Workers &workers() {
  static Workers *first = [] {
    current.store(new Workers);
    pthread_atfork(nullptr, nullptr, forgetAfterFork);
    return current.load();
  }();
  (void)first;
  return *current.load(std::memory_order_acquire);
}

} // namespace

void setNumThreads(int count) { workers().resize(count); }
int numThreads() { return workers().size(); }

void parallelFor(int64_t n, int64_t grain, const std::function<void(int64_t, int64_t)> &body) {
  if (n <= 0)
    return;
  if (n <= grain || numThreads() == 1 || !workers().run(n, grain, body))
    body(0, n);
}

} // namespace lith

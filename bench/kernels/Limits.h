// Limits.h: what this machine can do on one thread, measured in the same run.
#ifndef LITH_BENCH_KERNELS_LIMITS_H
#define LITH_BENCH_KERNELS_LIMITS_H

#include <chrono>
#include <cstdint>

namespace lith::bench {

/// Best seconds of one call of `body`, over at least `total` seconds.
template <typename Body> double best(Body body, double total = 0.1) {
  using Clock = std::chrono::steady_clock;
  auto seconds = [](Clock::duration d) { return std::chrono::duration<double>(d).count(); };
  body();
  auto start = Clock::now();
  body();
  double once = seconds(Clock::now() - start);
  int64_t inner = once < 1e-4 ? int64_t(1e-4 / (once + 1e-9)) + 1 : 1;
  double least = 1e9;
  for (auto begin = Clock::now(); seconds(Clock::now() - begin) < total;) {
    auto from = Clock::now();
    for (int64_t i = 0; i < inner; ++i)
      body();
    double time = seconds(Clock::now() - from) / double(inner);
    least = time < least ? time : least;
  }
  return least;
}

/// Multiply-adds of float: operations a second.
double peakFlops();
/// Bytes a second read from a block of `bytes`.
double readBandwidth(int64_t bytes);

} // namespace lith::bench

#endif // LITH_BENCH_KERNELS_LIMITS_H

// ceilings.cpp: what one core of this machine can do at most.
//
// Prints `name value` lines: fp32 fused multiply-adds in GF/s, and read
// bandwidth in GB/s with the data in each level of the hierarchy. Benchmarks
// report their share of these, so each figure is the best of many runs that are
// shorter than a time slice of a busy machine.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <vector>

namespace {

#ifdef __AVX512F__
constexpr int kLanes = 16;
#else
constexpr int kLanes = 8;
#endif
typedef float Vec __attribute__((vector_size(kLanes * sizeof(float))));

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

/// Best of `runs` timings of `work`.
template <typename F> double best(int runs, F work) {
  double least = 1e30;
  for (int i = 0; i < runs; ++i) {
    double start = seconds();
    work();
    least = std::min(least, seconds() - start);
  }
  return least;
}

float sink;

double peakFlops() {
  constexpr int kChains = 12, kSteps = 100000;
  double time = best(100, [] {
    Vec acc[kChains], a, b;
    for (int i = 0; i < kLanes; ++i) {
      a[i] = 0.999f;
      b[i] = 0.001f;
    }
    for (Vec &v : acc)
      v = b;
    for (int step = 0; step < kSteps; ++step) {
#pragma clang loop unroll(full)
      for (int c = 0; c < kChains; ++c) {
        acc[c] = acc[c] * a + b;
        asm volatile("" : "+v"(acc[c]));
      }
    }
    Vec total = acc[0];
    for (int c = 1; c < kChains; ++c)
      total += acc[c];
    sink = total[0];
  });
  return 2.0 * kLanes * kChains * kSteps / time / 1e9;
}

double readBandwidth(size_t bytes) {
  constexpr int kChains = 8;
  size_t count = bytes / sizeof(Vec) / kChains * kChains;
  std::vector<float> storage(count * kLanes + kLanes, 1.0f);
  size_t misaligned = reinterpret_cast<size_t>(storage.data()) % sizeof(Vec);
  auto *data = reinterpret_cast<const Vec *>(reinterpret_cast<const char *>(storage.data()) +
                                             (sizeof(Vec) - misaligned) % sizeof(Vec));
  // Four megabytes a run: small data several times over, large data piece by piece.
  constexpr size_t kPiece = (4u << 20) / sizeof(Vec);
  size_t repeats = std::max<size_t>(1, kPiece / count), piece = std::min(count, kPiece), at = 0;
  double time = best(bytes > (16u << 20) ? 640 : 100, [&] {
    Vec acc[kChains] = {};
    for (size_t r = 0; r < repeats; ++r)
      for (size_t i = at; i < at + piece; i += kChains) {
#pragma clang loop unroll(full)
        for (int c = 0; c < kChains; ++c) {
          acc[c] += data[i + c];
          asm volatile("" : "+v"(acc[c]));
        }
      }
    for (int c = 1; c < kChains; ++c)
      acc[0] += acc[c];
    sink = acc[0][0];
    at = at + 2 * piece <= count ? at + piece : 0;
  });
  return static_cast<double>(repeats * piece) * sizeof(Vec) / time / 1e9;
}

} // namespace

int main() {
  std::printf("fp32_gflops %.1f\n", peakFlops());
  std::printf("l1_gbs %.1f\n", readBandwidth(24u << 10));
  std::printf("l2_gbs %.1f\n", readBandwidth(512u << 10));
  std::printf("l3_gbs %.1f\n", readBandwidth(8u << 20));
  std::printf("dram_gbs %.1f\n", readBandwidth(256u << 20));
}

// Main.cpp: each kernel's time and its share of the limit that binds it.
#include "Limits.h"
#include "kernels/products/Product.h"

#include <cstdio>
#include <string>
#include <vector>

using namespace lith;
using namespace lith::kernels;
using namespace lith::bench;

namespace {

struct Limits {
  double flops = peakFlops();
  double level1 = readBandwidth(16 << 10), level2 = readBandwidth(512 << 10),
         level3 = readBandwidth(8 << 20), memory = readBandwidth(256 << 20);
  double bandwidth(double bytes) const {
    return bytes < 24e3 ? level1 : bytes < 700e3 ? level2 : bytes < 12e6 ? level3 : memory;
  }
};

void report(const std::string &name, double time, double limit, const char *bound) {
  std::printf("%-34s %10.2f us   %5.1f %% of %s\n", name.c_str(), time * 1e6, 100 * limit / time,
              bound);
}

void measureProducts(const Limits &limits) {
  const ProductKernels &kernels = products().single;
  struct Case {
    int64_t m, n, k;
  };
  for (auto [m, n, k] : {Case{1, 1024, 1024},
                         {4, 384, 384},
                         {16, 384, 384},
                         {16, 1536, 384},
                         {128, 384, 384},
                         {128, 1536, 384},
                         {128, 384, 1536},
                         {128, 768, 768},
                         {512, 512, 512},
                         {128, 128, 32},
                         {128, 32, 128}}) {
    std::vector<float> a(m * k, 1), b(n * k, 1), c(m * n);
    auto at = [](std::vector<float> &v) { return reinterpret_cast<char *>(v.data()); };
    double flops = 2.0 * double(m) * double(n) * double(k),
           bytes = 4.0 * double(n * k + m * k + m * n);
    bool streams = bytes / limits.bandwidth(bytes) > flops / limits.flops;
    double limit = streams ? bytes / limits.bandwidth(bytes) : flops / limits.flops;
    std::string shape = std::to_string(m) + "x" + std::to_string(n) + "x" + std::to_string(k);
    const char *bound = streams ? "bandwidth" : "multiply-adds";
    Product inPlace{at(a), at(b), at(c), m, n, k, k * 4, 4, n * 4, n * 4, 0, 0, 0};
    Product columns{at(a), at(b), at(c), m, n, k, k * 4, 4, k * 4, n * 4, 0, 0, 0};
    report("product " + shape + " outer", best([&] { kernels.outer(inPlace); }), limit, bound);
    if (n % 64 == 0) {
      double time = best([&] {
        for (int64_t j = 0; j < n; j += 64) {
          Product p{at(a), at(b) + j * k * 4, at(c) + j * 4, m, 64, k, k * 4, 4, 256, n * 4, 0, 0,
                    0};
          kernels.outer(p);
        }
      });
      report(std::string("product ") + shape + " packed", time, limit, bound);
    }
    report("product " + shape + " dot", best([&] { kernels.dot(columns); }), limit, bound);
  }
}

/// Weights that no cache holds: 96 MB of them, one matrix after the other.
void streamed(const Limits &limits) {
  const ProductKernels &kernels = products().single;
  int64_t n = 384, k = 384, matrices = (96 << 20) / (n * k * 4);
  std::vector<float> b(size_t(matrices * n * k), 1), a(16 * k, 1), c(16 * n);
  auto at = [](std::vector<float> &v) { return reinterpret_cast<char *>(v.data()); };
  for (int64_t m : {1, 2, 4, 8, 16}) {
    double flops = 2.0 * double(m * n * k * matrices);
    double limit = std::max(flops / limits.flops, double(b.size()) * 4 / limits.memory);
    std::string name = "streamed " + std::to_string(m) + "x384x384 ";
    auto eachPanel = [&](int64_t ahead) {
      for (int64_t j = 0; j < n * matrices; j += 64) {
        Product p{
            at(a), at(b) + j * k * 4,        at(c) + j % n * 4, m, 64, k, k * 4, 4, 256, n * 4, 0,
            ahead, ahead ? (255 + m) / m : 0};
        kernels.outer(p);
      }
    };
    report(name + "packed", best([&] { eachPanel(0); }), limit, "both");
    report(name + "packed, fetched", best([&] { eachPanel(k * 256); }), limit, "both");
    double time = best([&] {
      for (int64_t i = 0; i < matrices; ++i) {
        Product p{at(a), at(b) + i * n * k * 4, at(c), m, n, k, k * 4, 4, k * 4, n * 4, 0, 0, 0};
        kernels.dot(p);
      }
    });
    report(name + "dot", time, limit, "both");
  }
}

} // namespace

int main() {
  Limits limits;
  std::printf("limits: %.0f GF/s; read %.0f / %.0f / %.0f / %.0f GB/s from 16 KB / 512 KB / 8 MB / "
              "256 MB\n",
              limits.flops * 1e-9, limits.level1 * 1e-9, limits.level2 * 1e-9, limits.level3 * 1e-9,
              limits.memory * 1e-9);
  measureProducts(limits);
  streamed(limits);
}

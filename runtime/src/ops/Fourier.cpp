// Fourier.cpp: discrete Fourier transforms of any length, of complex lines.
//
// A length is split into its prime factors. One with a large prime becomes a convolution whose
// length is a power of two (Bluestein).
#include "kernels/Operands.h"
#include "ops/Tensors.h"

#include <bit>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

constexpr int64_t LargestFactor = 31;

template <typename T> class Transform {
public:
  using Complex = std::complex<T>;

  Transform(int64_t length, bool inverse) : length(length), inverse(inverse) {
    int64_t rest = length;
    for (int64_t factor : {4, 2, 3})
      for (; rest % factor == 0; rest /= factor)
        factors.push_back(factor);
    for (int64_t factor = 5; factor <= LargestFactor; factor += 2)
      for (; rest % factor == 0; rest /= factor)
        factors.push_back(factor);
    if (rest > 1)
      prepareConvolution();
    for (int64_t i = 0; i < length && rest == 1; ++i)
      roots.push_back(root(i, length));
  }

  /// `in` and `out` do not overlap.
  void run(const Complex *in, Complex *out) const {
    if (chirp.empty())
      combine(in, 1, out, length, 0);
    else
      convolve(in, out);
  }

private:
  /// exp(-2 pi i k / n), conjugated for the inverse.
  Complex root(int64_t k, int64_t n) const {
    double angle = (inverse ? 2 : -2) * M_PI * double(k) / double(n);
    return Complex(T(std::cos(angle)), T(std::sin(angle)));
  }

  /// The transform of n elements `step` apart: of its parts, joined by the factor at `depth`.
  void combine(const Complex *in, int64_t step, Complex *out, int64_t n, size_t depth) const {
    if (n == 1) {
      *out = *in;
      return;
    }
    int64_t factor = factors[depth], part = n / factor, turn = length / n;
    for (int64_t r = 0; r < factor; ++r)
      combine(in + r * step, step * factor, out + r * part, part, depth + 1);
    Complex terms[LargestFactor];
    for (int64_t k = 0; k < part; ++k) {
      for (int64_t r = 0; r < factor; ++r)
        terms[r] = times(out[r * part + k], roots[size_t(r * k * turn)]);
      for (int64_t q = 0; q < factor; ++q) {
        Complex sum = terms[0];
        for (int64_t r = 1; r < factor; ++r)
          sum += times(terms[r], roots[size_t(q * r % factor * (length / factor))]);
        out[q * part + k] = sum;
      }
    }
  }

  void prepareConvolution() {
    auto wide = int64_t(std::bit_ceil(uint64_t(2 * length - 1)));
    for (int64_t i = 0; i < length; ++i)
      chirp.push_back(root(i * i % (2 * length), 2 * length));
    std::vector<Complex> filter(size_t(wide), Complex(0));
    for (int64_t i = 0; i < length; ++i)
      filter[size_t(i)] = filter[size_t((wide - i) % wide)] = std::conj(chirp[size_t(i)]);
    forward = std::make_unique<Transform>(wide, false);
    backward = std::make_unique<Transform>(wide, true);
    spectrum.resize(size_t(wide));
    forward->run(filter.data(), spectrum.data());
  }

  void convolve(const Complex *in, Complex *out) const {
    std::vector<Complex> line(spectrum.size(), Complex(0)), other(spectrum.size());
    for (int64_t i = 0; i < length; ++i)
      line[size_t(i)] = times(in[i], chirp[size_t(i)]);
    forward->run(line.data(), other.data());
    for (size_t i = 0; i < other.size(); ++i)
      other[i] = times(other[i], spectrum[i]);
    backward->run(other.data(), line.data());
    for (int64_t i = 0; i < length; ++i)
      out[i] = times(line[size_t(i)], chirp[size_t(i)]) / T(spectrum.size());
  }

  /// Without the checks for infinities of std::complex.
  static Complex times(Complex a, Complex b) {
    return Complex(a.real() * b.real() - a.imag() * b.imag(),
                   a.real() * b.imag() + a.imag() * b.real());
  }

  int64_t length;
  bool inverse;
  std::vector<int64_t> factors;
  std::vector<Complex> roots;
  std::vector<Complex> chirp, spectrum; ///< of a convolution
  std::unique_ptr<Transform> forward, backward;
};

} // namespace

extern "C" lith_tensor *lith_rt_fft(lith_ctx *ctx, lith_tensor *tensor, bool inverse) {
  Tensor self(ctx, contiguous(ctx, tensor));
  Tensor result(ctx, self ? empty(ctx, tensor->head.dtype, sizesOf(tensor)) : nullptr);
  if (!result)
    return nullptr;
  int64_t count = countOf(tensor), length = tensor->sizes[tensor->head.rank - 1];
  if (count == 0)
    return result.take();
  dispatch(tensor->head.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (isComplex<T>) {
      Transform<typename T::value_type> transform(length, inverse);
      kernels::share(count / length, std::max<int64_t>(1, 20000 / length),
                     [&](int64_t begin, int64_t end) {
                       for (int64_t at = begin * length; at < end * length; at += length)
                         transform.run(dataOf<T>(self.get()) + at, dataOf<T>(result.get()) + at);
                     });
    }
  });
  return result.take();
}

// Fourier.cpp: discrete Fourier transforms of any length, of complex lines.
//
// A length is split into its prime factors, one pass over the line for each (Stockham's order, so
// that nothing is moved to its place at the end). Passes work on vectors: of neighbours that a pass
// before has made alike, in the first pass of butterflies side by side. A length with a large prime
// becomes a convolution whose length is a power of two (Bluestein). What only depends on the length
// is kept for the next call.
#include "kernels/Operands.h"
#include "ops/Tensors.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <type_traits>
#include <vector>

using namespace lith;
using namespace lith::ops;

namespace {

constexpr int64_t LargestFactor = 31, Most = LargestFactor / 2;

/// Parts of a complex number, or of a vector of them.
template <typename V> struct Pair {
  V re, im;
};

template <typename V, typename T> Pair<V> loaded(const T *re, const T *im, int64_t at) {
  Pair<V> x;
  std::memcpy(&x.re, re + at, sizeof(V));
  std::memcpy(&x.im, im + at, sizeof(V));
  return x;
}

template <typename V> Pair<V> operator+(Pair<V> a, Pair<V> b) { return {a.re + b.re, a.im + b.im}; }
template <typename V> Pair<V> operator-(Pair<V> a, Pair<V> b) { return {a.re - b.re, a.im - b.im}; }
template <typename V, typename W> Pair<V> times(Pair<V> a, Pair<W> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/// One pass: `groups` butterflies of `factor` elements, each for `alike` neighbours.
template <typename T> struct Pass {
  int64_t factor, groups, alike;
  std::vector<T> re, im; ///< roots that results 1 … are turned by, group by group
  T cosines[Most * Most] = {}, sines[Most * Most] = {}; ///< of results and pairs of elements
};

/// The transform of `Factor` elements; 0: of as many as the pass says.
template <int64_t Factor, typename V, typename T>
[[gnu::always_inline]] inline void butterfly(const Pass<T> &pass, Pair<V> *x, bool inverse) {
  if constexpr (Factor == 2) {
    Pair<V> sum = x[0] + x[1];
    x[1] = x[0] - x[1];
    x[0] = sum;
    return;
  }
  if constexpr (Factor == 4) {
    Pair<V> even = x[0] + x[2], odd = x[1] + x[3], a = x[0] - x[2], b = x[1] - x[3];
    Pair<V> turned = inverse ? Pair<V>{-b.im, b.re} : Pair<V>{b.im, -b.re};
    x[0] = even + odd;
    x[1] = a + turned;
    x[2] = even - odd;
    x[3] = a - turned;
    return;
  }
  // Elements r and factor - r meet the same cosine and opposite sines.
  int64_t factor = Factor ? Factor : pass.factor, half = factor / 2;
  Pair<V> first = x[0], sums[Most], differences[Most];
  for (int64_t r = 1; r <= half; ++r) {
    sums[r - 1] = x[r] + x[factor - r];
    differences[r - 1] = x[r] - x[factor - r];
    x[0] = x[0] + sums[r - 1];
  }
  for (int64_t q = 1; q <= half; ++q) {
    Pair<V> even = first, odd{first.re - first.re, first.re - first.re};
    const T *c = pass.cosines + (q - 1) * Most, *s = pass.sines + (q - 1) * Most;
    for (int64_t r = 0; r < half; ++r) {
      even = {even.re + sums[r].re * c[r], even.im + sums[r].im * c[r]};
      odd = {odd.re - differences[r].im * s[r], odd.im + differences[r].re * s[r]};
    }
    x[q] = even + odd;
    x[factor - q] = even - odd;
  }
}

template <typename T> class Transform {
public:
  using Complex = std::complex<T>;

  Transform(int64_t length, bool inverse) : length(length), inverse(inverse) {
    int64_t rest = length, groups = length;
    auto split = [&](int64_t factor) {
      for (; rest % factor == 0; rest /= factor) {
        addPass(factor, groups / factor, length / groups);
        groups /= factor;
      }
    };
    split(4);
    for (int64_t factor = 3; factor <= LargestFactor; factor += 2)
      split(factor);
    split(2);
    if (rest > 1)
      prepareConvolution();
  }

  const int64_t length;
  const bool inverse;

  /// `in` and `out` do not overlap. Short lines go side by side, as many as a vector has lanes.
  void run(const Complex *in, Complex *out, int64_t lines = 1) const {
    constexpr int64_t Short = 1024;
    int64_t together = length <= Short && chirp.empty() ? Lanes : 1;
    for (; lines > 0; lines -= together, in += together * length, out += together * length) {
      together = lines < together ? 1 : together;
      chirp.empty() ? runTogether(in, out, together) : convolve(in, out);
    }
  }

private:
  void runTogether(const Complex *in, Complex *out, int64_t lines) const {
    int64_t count = lines * length;
    std::unique_ptr<T[]> parts(new T[size_t(4 * count)]);
    T *re = parts.get(), *im = re + count, *nextRe = im + count, *nextIm = nextRe + count;
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t i = 0; i < length; ++i) {
        re[i * lines + line] = in[line * length + i].real();
        im[i * lines + line] = in[line * length + i].imag();
      }
    for (const Pass<T> &pass : passes) {
      apply(pass, lines, re, im, nextRe, nextIm);
      std::swap(re, nextRe);
      std::swap(im, nextIm);
    }
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t i = 0; i < length; ++i)
        out[line * length + i] = Complex(re[i * lines + line], im[i * lines + line]);
  }

  typedef float Floats __attribute__((vector_size(32)));
  using Vector = std::conditional_t<std::is_same_v<T, float>, Floats, T>;
  static constexpr int64_t Lanes = sizeof(Vector) / sizeof(T);

  /// exp(-2 pi i k / n), conjugated for the inverse.
  Complex root(int64_t k, int64_t n) const {
    double angle = (inverse ? 2 : -2) * M_PI * double(k) / double(n);
    return Complex(T(std::cos(angle)), T(std::sin(angle)));
  }

  void addPass(int64_t factor, int64_t groups, int64_t alike) {
    Pass<T> pass{factor, groups, alike, {}, {}};
    for (int64_t q = 1; q < factor; ++q)
      for (int64_t group = 0; group < groups; ++group) {
        Complex turn = root(q * group, factor * groups);
        pass.re.push_back(turn.real());
        pass.im.push_back(turn.imag());
      }
    for (int64_t q = 1; q <= factor / 2; ++q)
      for (int64_t r = 1; r <= factor / 2; ++r) {
        Complex turn = root(q * r % factor, factor);
        pass.cosines[(q - 1) * Most + r - 1] = turn.real();
        pass.sines[(q - 1) * Most + r - 1] = turn.imag();
      }
    passes.push_back(std::move(pass));
  }

  void apply(const Pass<T> &pass, int64_t lines, const T *re, const T *im, T *toRe, T *toIm) const {
    switch (pass.factor) {
    case 2:
      return applyAs<2>(pass, lines, re, im, toRe, toIm);
    case 4:
      return applyAs<4>(pass, lines, re, im, toRe, toIm);
    case 5:
      return applyAs<5>(pass, lines, re, im, toRe, toIm);
    default:
      return applyAs<0>(pass, lines, re, im, toRe, toIm);
    }
  }

  template <int64_t Factor>
  void applyAs(const Pass<T> &pass, int64_t lines, const T *re, const T *im, T *toRe,
               T *toIm) const {
    int64_t alike = pass.alike * lines, at = 0;
    bool isFirst = alike == 1;
    int64_t count = isFirst ? pass.groups : alike;
    for (int64_t group = 0; group < (isFirst ? 1 : pass.groups); ++group) {
      for (at = 0; at + Lanes <= count; at += Lanes)
        join<Factor, Vector>(pass, alike, group, at, re, im, toRe, toIm);
      for (; at < count; ++at)
        join<Factor, T>(pass, alike, group, at, re, im, toRe, toIm);
    }
  }

  /// The butterflies of one group for neighbours from `at` on; of a first pass those of groups from
  /// `at` on, of one element each.
  template <int64_t Factor, typename V>
  [[gnu::always_inline]] void join(const Pass<T> &pass, int64_t alike, int64_t group, int64_t at,
                                   const T *re, const T *im, T *toRe, T *toIm) const {
    bool isFirst = alike == 1;
    int64_t factor = Factor ? Factor : pass.factor, apart = pass.groups * alike;
    constexpr int64_t count = int64_t(sizeof(V) / sizeof(T));
    Pair<V> x[Factor ? Factor : LargestFactor];
    for (int64_t r = 0; r < factor; ++r)
      x[r] = loaded<V>(re, im, r * apart + group * alike + at);
    butterfly<Factor>(pass, x, inverse);
    for (int64_t q = 0; q < factor; ++q) {
      int64_t turn = (q - 1) * pass.groups + group;
      if (q > 0 && isFirst)
        x[q] = times(x[q], loaded<V>(pass.re.data(), pass.im.data(), turn + at));
      else if (q > 0)
        x[q] = times(x[q], Pair<T>{pass.re[size_t(turn)], pass.im[size_t(turn)]});
      int64_t to = (group * factor + q) * alike + at;
      if (!isFirst) {
        std::memcpy(toRe + to, &x[q].re, sizeof(V));
        std::memcpy(toIm + to, &x[q].im, sizeof(V));
        continue;
      }
      T parts[2][count];
      std::memcpy(parts[0], &x[q].re, sizeof(V));
      std::memcpy(parts[1], &x[q].im, sizeof(V));
      for (int64_t i = 0; i < count; ++i) {
        toRe[(at + i) * factor + q] = parts[0][i];
        toIm[(at + i) * factor + q] = parts[1][i];
      }
    }
  }

  void prepareConvolution() {
    passes.clear();
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
      line[size_t(i)] = product(in[i], chirp[size_t(i)]);
    forward->run(line.data(), other.data());
    for (size_t i = 0; i < other.size(); ++i)
      other[i] = product(other[i], spectrum[i]);
    backward->run(other.data(), line.data());
    for (int64_t i = 0; i < length; ++i)
      out[i] = product(line[size_t(i)], chirp[size_t(i)]) / T(spectrum.size());
  }

  /// Without the checks for infinities of std::complex.
  static Complex product(Complex a, Complex b) {
    return Complex(a.real() * b.real() - a.imag() * b.imag(),
                   a.real() * b.imag() + a.imag() * b.real());
  }

  std::vector<Pass<T>> passes;
  std::vector<Complex> chirp, spectrum; ///< of a convolution
  std::unique_ptr<Transform> forward, backward;
};

/// The transform of a length, kept for the next call where it is one of the last few short ones.
template <typename T>
std::shared_ptr<const Transform<T>> transformOf(int64_t length, bool inverse) {
  constexpr int64_t Long = 1 << 16;
  static thread_local std::shared_ptr<const Transform<T>> kept[4];
  for (const auto &transform : kept)
    if (transform && transform->length == length && transform->inverse == inverse)
      return transform;
  auto made = std::make_shared<const Transform<T>>(length, inverse);
  if (length <= Long) {
    std::move_backward(std::begin(kept), std::end(kept) - 1, std::end(kept));
    kept[0] = made;
  }
  return made;
}

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
      auto transform = transformOf<typename T::value_type>(length, inverse);
      kernels::share(count / length, std::max<int64_t>(1, 20000 / length),
                     [&](int64_t begin, int64_t end) {
                       transform->run(dataOf<T>(self.get()) + begin * length,
                                      dataOf<T>(result.get()) + begin * length, end - begin);
                     });
    }
  });
  return result.take();
}

// Interpolation.h: polynomials near a function on an interval.
#ifndef LITH_CODEGEN_KERNELS_INTERPOLATION_H
#define LITH_CODEGEN_KERNELS_INTERPOLATION_H

#include <array>
#include <cmath>

namespace lith::codegen::math {

/// Coefficients of a polynomial, the constant one first.
template <unsigned Terms> using Polynomial = std::array<double, Terms>;

/// Interpolates `f` at the Chebyshev points of [center - radius, center + radius]; in powers of the
/// distance from the center.
template <unsigned Terms, typename F>
Polynomial<Terms> interpolate(F f, double center, double radius) {
  double points[Terms], divided[Terms];
  for (unsigned i = 0; i < Terms; ++i) {
    points[i] = radius * std::cos(M_PI * (i + 0.5) / Terms);
    divided[i] = f(center + points[i]);
  }
  for (unsigned level = 1; level < Terms; ++level)
    for (unsigned i = Terms - 1; i >= level; --i)
      divided[i] = (divided[i] - divided[i - 1]) / (points[i] - points[i - level]);
  // Newton's form, multiplied out from the inside.
  Polynomial<Terms> result{};
  for (unsigned i = Terms; i-- > 0;) {
    for (unsigned power = Terms - 1; power > 0; --power)
      result[power] = result[power - 1] - points[i] * result[power];
    result[0] = divided[i] - points[i] * result[0];
  }
  return result;
}

} // namespace lith::codegen::math

#endif // LITH_CODEGEN_KERNELS_INTERPOLATION_H

// Convolution.h: convolution of float and double as matrix products.
#ifndef LITH_KERNELS_CONVOLUTION_CONVOLUTION_H
#define LITH_KERNELS_CONVOLUTION_CONVOLUTION_H

#include "ops/Window.h"
#include "tensor/Tensor.h"

namespace lith::kernels {

/// Contiguous tensors [batch, channels, spatial ...]; the weight is [out, in / groups, window ...],
/// of a transposed convolution [in, out / groups, window ...].
struct Convolution {
  ops::Window window;
  int64_t groups;
  const lith_tensor *input;
  const char *weight;
  const lith_tensor *bias; ///< may be null
  lith_tensor *result;
};

void convolve(const Convolution &convolution);
/// `window` describes the convolution from the result to the input.
void convolveTransposed(const Convolution &convolution);

/// The products of the result's gradient with the windows of the input, summed over images: the
/// gradient of the weight, [out, in / groups, window ...]. Of a transposed convolution input and
/// gradient change places. All contiguous, the same floating dtype.
struct WeightGradient {
  ops::Window window;
  int64_t groups;
  const lith_tensor *input, *gradient;
  lith_tensor *result;
};
void sumWindows(const WeightGradient &weight);

} // namespace lith::kernels

#endif // LITH_KERNELS_CONVOLUTION_CONVOLUTION_H

// Window.h: the geometry of convolution and pooling over three spatial dimensions.
#ifndef LITH_OPS_WINDOW_H
#define LITH_OPS_WINDOW_H

#include "tensor/Tensor.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace lith::ops {

constexpr int Spatial = 3;

/// Per spatial dimension, right aligned; the defaults stand for a missing one.
struct Window {
  int64_t size[Spatial] = {1, 1, 1}, stride[Spatial] = {1, 1, 1}, padding[Spatial] = {},
          dilation[Spatial] = {1, 1, 1};
  int64_t extra[Spatial] = {};
  int64_t in[Spatial] = {1, 1, 1}, out[Spatial] = {1, 1, 1};

  int64_t planeIn() const { return in[0] * in[1] * in[2]; }
  int64_t planeOut() const { return out[0] * out[1] * out[2]; }
  int64_t taps() const { return size[0] * size[1] * size[2]; }
};

/// Of `count` places from `first` on, those whose source `start + i * step` is in [0, size).
struct Inside {
  Inside(int64_t start, int64_t step, int64_t size, int64_t count) {
    begin = start >= 0 ? 0 : std::min(count, (-start + step - 1) / step);
    end = start >= size ? begin : std::clamp((size - 1 - start) / step + 1, begin, count);
  }
  int64_t begin, end;
};

/// Calls `use(plane offset in the input or -1 for padding, offset in the window)` for one output
/// place.
template <typename Use> void forWindow(const Window &w, int64_t z, int64_t y, int64_t x, Use use) {
  int64_t tap = 0;
  for (int64_t k = 0; k < w.size[0]; ++k)
    for (int64_t i = 0; i < w.size[1]; ++i)
      for (int64_t j = 0; j < w.size[2]; ++j, ++tap) {
        int64_t a = z * w.stride[0] - w.padding[0] + k * w.dilation[0];
        int64_t b = y * w.stride[1] - w.padding[1] + i * w.dilation[1];
        int64_t c = x * w.stride[2] - w.padding[2] + j * w.dilation[2];
        bool inside = a >= 0 && a < w.in[0] && b >= 0 && b < w.in[1] && c >= 0 && c < w.in[2];
        use(inside ? (a * w.in[1] + b) * w.in[2] + c : -1, tap);
      }
}
template <typename Use> void forOutputs(const Window &w, Use use) {
  int64_t at = 0;
  for (int64_t z = 0; z < w.out[0]; ++z)
    for (int64_t y = 0; y < w.out[1]; ++y)
      for (int64_t x = 0; x < w.out[2]; ++x)
        use(z, y, x, at++);
}

/// Whether a window is larger than the padded input.
bool isTooSmall(const Window &window);
/// Raises what eager raises of a pooling whose window is.
bool isEmptyPooling(lith_ctx *ctx, const lith_tensor *input, const Window &window);
/// The sizes of the last `count` dimensions as text.
std::string joinedSizes(const int64_t (&sizes)[Spatial], int count, const char *between);
/// A new tensor with the batch and spatial rank of `input`.
lith_tensor *windowResult(lith_ctx *ctx, const lith_tensor *input, int dtype, int64_t channels,
                          const Window &window);

} // namespace lith::ops

#endif // LITH_OPS_WINDOW_H

// Window.h: the geometry of convolution and pooling over three spatial dimensions.
#ifndef LITH_OPS_WINDOW_H
#define LITH_OPS_WINDOW_H

#include <cstdint>

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

} // namespace lith::ops

#endif // LITH_OPS_WINDOW_H

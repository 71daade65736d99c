// DLPack.h: the structures of the DLPack protocol, version 0.8 (github.com/dmlc/dlpack).
#ifndef LITH_API_DLPACK_H
#define LITH_API_DLPACK_H

#include <cstdint>

extern "C" {

struct DLDevice {
  int32_t device_type;
  int32_t device_id;
};
struct DLDataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct DLTensor {
  void *data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape;
  int64_t *strides;
  uint64_t byte_offset;
};
struct DLManagedTensor {
  DLTensor dl_tensor;
  void *manager_ctx;
  void (*deleter)(DLManagedTensor *self);
};

} // extern "C"

namespace lith {
enum DLTypeCode : uint8_t {
  DLInt = 0,
  DLUInt = 1,
  DLFloat = 2,
  DLBfloat = 4,
  DLComplex = 5,
  DLBool = 6
};
inline constexpr int32_t DLCpu = 1, DLCudaHost = 3;
} // namespace lith

#endif // LITH_API_DLPACK_H

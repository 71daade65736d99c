// DLPack.h: the part of the DLPack 1.x ABI through which tensors change hands.
//
// https://dmlc.github.io/dlpack/latest/c_api.html; the layout is fixed by that
// specification and held by the assertions below.
#ifndef LITH_PYTHON_CALL_DLPACK_H
#define LITH_PYTHON_CALL_DLPACK_H

#include <cstddef>
#include <cstdint>

namespace lith::python::dlpack {

enum DeviceType : int32_t { Cpu = 1 };
enum TypeCode : uint8_t { Int = 0, UInt = 1, Float = 2, BFloat = 4, Complex = 5, Bool = 6 };
inline constexpr uint64_t ReadOnly = 1;
inline constexpr uint32_t MajorVersion = 1;

struct Version {
  uint32_t major, minor;
};
struct Device {
  int32_t type, id;
};
struct DataType {
  uint8_t code, bits;
  uint16_t lanes;
};
struct Tensor {
  void *data;
  Device device;
  int32_t ndim;
  DataType dtype;
  int64_t *shape;
  int64_t *strides; ///< in elements; null means contiguous before version 1.2
  uint64_t byteOffset;
};
struct Managed { ///< before version 1.0
  Tensor tensor;
  void *context;
  void (*deleter)(Managed *);
};
struct ManagedVersioned {
  Version version;
  void *context;
  void (*deleter)(ManagedVersioned *);
  uint64_t flags;
  Tensor tensor;
};

/// What a tensor type offers to C code under `__dlpack_c_exchange_api__`.
struct ExchangeApi {
  Version version;
  ExchangeApi *previous;
  int (*allocate)(Tensor *, ManagedVersioned **, void *,
                  void (*)(void *, const char *, const char *));
  int (*fromPython)(void *object, ManagedVersioned **out);
  int (*toPython)(ManagedVersioned *, void **out); ///< takes the tensor over
  int (*viewOfPython)(void *object, Tensor *out);  ///< borrowed; may be null
  int (*currentStream)(int32_t deviceType, int32_t deviceId, void **out);
};

static_assert(sizeof(Tensor) == 48 && offsetof(Tensor, shape) == 24);
static_assert(sizeof(ManagedVersioned) == 80 && offsetof(ManagedVersioned, tensor) == 32);

} // namespace lith::python::dlpack

#endif // LITH_PYTHON_CALL_DLPACK_H

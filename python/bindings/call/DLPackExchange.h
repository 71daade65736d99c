// DLPackExchange.h: how a release of PyTorch shows and takes the memory of tensors.
#ifndef LITH_PYTHON_CALL_DLPACK_EXCHANGE_H
#define LITH_PYTHON_CALL_DLPACK_EXCHANGE_H

#include "call/TensorMembers.h"

#include <lith/dlpack.h>

#include <memory>

namespace lith::python {

/// What a tensor of Python looks like now. Shape and strides belong to the tensor or to the view.
struct TensorView {
  DLTensor tensor;
  int dtype;                        ///< lith_dtype
  std::unique_ptr<int64_t[]> sizes; ///< shape and strides that belong to the view
};

/// The C functions that torch.Tensor has for this; attributes and capsules for a release that has
/// none (before 2.10).
class DLPackExchange {
public:
  explicit DLPackExchange(const TorchTypes &types);
  /// False, without an error set, where the tensor has no memory that strides describe.
  bool view(PyObject *tensor, TensorView &view) const;
  /// A torch tensor over this memory, which is freed where none is made. New reference; null with
  /// an error set.
  PyObject *take(DLManagedTensorVersioned *managed) const;

private:
  bool viewAttributes(PyObject *tensor, TensorView &view) const;
  PyObject *takeCapsule(DLManagedTensorVersioned *managed) const;

  const DLPackExchangeAPI *api = nullptr;
  TensorAttribute isCpu, layout, dtype, shape;
  PyObject *strided = nullptr, *fromCapsule = nullptr; // kept for ever
};

} // namespace lith::python

#endif // LITH_PYTHON_CALL_DLPACK_EXCHANGE_H

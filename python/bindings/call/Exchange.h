// Exchange.h: tensors of Python to tensors of Lith and back, without copying.
#ifndef LITH_PYTHON_CALL_EXCHANGE_H
#define LITH_PYTHON_CALL_EXCHANGE_H

#include "Ref.h"
#include "call/DLPack.h"

#include <lith/objects.h>

namespace lith::python {

/// What a tensor of Python looks like now. Shape and strides belong to the tensor.
struct TensorView {
  dlpack::Tensor tensor;
  int dtype; ///< lith_dtype
};

/// Exact torch.Tensor or torch.nn.Parameter.
bool isTorchTensor(PyObject *object);
/// Reads a torch tensor; false, without an error set, when it is not a plain strided one on the
/// CPU of a dtype and rank that Lith has (conjugate and negative views are not plain).
bool viewTensor(PyObject *tensor, TensorView &view);
/// The C getter of Tensor.requires_grad.
bool requiresGrad(PyObject *tensor);
/// torch.is_grad_enabled().
bool isGradEnabled();

/// A Lith tensor over the memory of `tensor`, which it keeps alive; owned by the caller. Its
/// handle is `tensor`. Null when memory is exhausted.
lith_tensor *importTensor(lith_ctx *ctx, PyObject *tensor, const TensorView &view);
/// The torch tensor for a result, which is borrowed: the object that an input is, a view of
/// `input` (the tensor whose storage it shares, if any), or a new tensor over Lith's storage.
/// New reference; null with an error set.
PyObject *exportTensor(lith_tensor *tensor, PyObject *input);

/// Whether the tensor leaves out some of its storage.
bool isPartial(const lith_tensor *tensor);
/// A flat torch tensor over all of the storage of `tensor`, of its dtype: torch's views of one
/// storage share that object. New reference; null with an error set.
PyObject *exportStorage(lith_tensor *tensor);

/// lith_dtype of a DLPack type, -1 for one that Lith lacks.
int dtypeOf(dlpack::DataType type);
dlpack::DataType dlpackType(int dtype);
/// A new DLPack tensor that shares the memory of `tensor` and keeps it alive.
dlpack::ManagedVersioned *shareTensor(lith_tensor *tensor);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_EXCHANGE_H

// Exchange.h: tensors of Python to tensors of Lith and back, without copying.
#ifndef LITH_PYTHON_CALL_EXCHANGE_H
#define LITH_PYTHON_CALL_EXCHANGE_H

#include "call/DLPackExchange.h"
#include "contract/Program.h"

#include <lith/objects.h>

#include <optional>
#include <span>
#include <vector>

namespace lith::python {

/// Exact torch.Tensor or torch.nn.Parameter.
bool isTorchTensor(PyObject *object);
/// Reads a torch tensor; false, without an error set, when it is not a plain strided one on the
/// CPU of a dtype and rank that Lith has (conjugate and negative views are not plain, nor is one
/// with a tangent).
bool viewTensor(PyObject *tensor, TensorView &view);
/// The C getter of Tensor.requires_grad.
bool requiresGrad(PyObject *tensor);
/// The same of Tensor.is_leaf.
bool isLeaf(PyObject *tensor);
/// The dict of a tensor's hooks; null: it has none.
Ref hooksOf(PyObject *tensor);
/// torch.is_grad_enabled().
bool isGradEnabled();

/// Tells PyTorch that the memory of these tensors (a list) was written: graphs that have saved one
/// of them raise.
void raiseVersions(PyObject *tensors);

/// A Lith tensor over the memory of `tensor`, which it keeps alive; owned by the caller. Its
/// handle is `tensor`. Null when memory is exhausted.
lith_tensor *importTensor(lith_ctx *ctx, PyObject *tensor, const TensorView &view);
/// The memory of the storage that a torch tensor is a part of; nothing where torch has none.
std::optional<std::span<char>> storageOf(PyObject *tensor);
/// Memory from `low` to before `high`.
struct Extent {
  const char *low, *high;
};
/// From the first to the last element of a tensor, or its whole storage.
Extent extentOf(PyObject *tensor, const TensorView &view, bool ofStorage);
inline bool overlap(const Extent &a, const Extent &b) { return a.low < b.high && b.low < a.high; }
/// Makes the storage of an imported tensor all of torch's storage, not only what the tensor spans.
void spanStorage(lith_tensor *imported, PyObject *tensor);

using Part = contract::Gradients::Part;

/// The torch tensors whose memory storages are, in one call: results that are views of one storage
/// share torch's storage object.
class StorageOwners {
public:
  void add(lith_storage *storage, PyObject *tensor);
  void clear() { owners.clear(); }
  /// The tensor gets other memory: `kept`, which has what it had, owns the storages from here on.
  void replace(PyObject *tensor, PyObject *kept);
  /// The torch tensor for a result, which is borrowed; `alone`: no other result shares its
  /// storage; `part`: of what else it shares it with. New reference; null with an error set.
  PyObject *toTorch(lith_tensor *tensor, bool alone, Part part);
  /// Tells PyTorch of the memory that a loaded program wrote.
  void noteWrites() const;
  /// Borrowed; null where the storage is none of theirs.
  PyObject *find(const lith_storage *storage) const;
  /// Adds the owners of the storages that are among `wanted`, which are sorted.
  void findAll(std::span<const lith_storage *const> wanted, std::vector<PyObject *> &into) const;
  /// Whether the tensor of a storage requires a gradient.
  bool requireGrad(const lith_storage *storage) const;

private:
  std::vector<std::pair<lith_storage *, Ref>> owners;
};

/// A new tensor of floats without elements. Null with an error set.
PyObject *emptyTensor();

/// A new DLPack tensor that shares the memory of `tensor` and keeps it alive.
DLManagedTensorVersioned *shareTensor(lith_tensor *tensor);

} // namespace lith::python

#endif // LITH_PYTHON_CALL_EXCHANGE_H

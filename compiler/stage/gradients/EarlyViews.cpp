// EarlyViews.cpp: views that are older than the wish for a gradient of what they are views of.
//
// Eager says that such a view requires a gradient, as its base does, and that it is a leaf; but it
// has no node, and nobody collects what arrives at it. Once its memory is written, eager makes its
// node anew: it is a view as others are from then on. A view of memory that got a gradient by a
// write is one, too; but to an operation in place it is a leaf until somebody has used it.
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage {

using namespace lith::stage::tensor;

namespace {

/// Whether a tensor is no view, or the one that detach() gave.
bool isBase(Stage &s, Value tensor) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  if (isOutside(s, tensor.address()) && !s.isNone(slotOfObject(s, tensor.address(), "_base")))
    return false;
  return object.chain.size() == (object.isDetached ? object.ownDepth : 0);
}

/// Whether `base`, which is one, is what `view` is a view of in the end.
bool isViewOf(const Heap &heap, const TensorObject &view, Address base) {
  const TensorObject &of = *heap.find<TensorObject>(base);
  if (view.storage != of.storage || view.isDetached != of.isDetached)
    return false;
  if (!of.isDetached)
    return !view.chain.empty();
  for (auto *at = &view; at && at->isDetached; at = heap.find<TensorObject>(at->parent))
    if (at->parent == base)
      return true;
  return false;
}

/// The tensors of the heap for which this holds.
template <typename Predicate> std::vector<Address> tensorsWhere(Stage &s, Predicate holds) {
  std::vector<Address> found;
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    auto *tensor = s.state.heap.find<TensorObject>(address);
    if (tensor && holds(address, *tensor))
      found.push_back(address);
  });
  return found;
}

/// Views that are known by their objects only.
void refuseOthers(Stage &s, Value leaf) {
  constexpr auto What = "a tensor that gets `requires_grad_()` while there are views of it";
  if (s.sharing.mayBe(s.find<TensorObject>(leaf)->storage).contains(Sharing::InContainers))
    refuse(s, diag::Kind::UnknownGradient, {std::string(What) + " in a container of run time,"});
  if (!isOutside(s, leaf.address()))
    return;
  for (auto &[address, initial] : s.outside.initialObjects)
    if (initial->kind == ObjectKind::Tensor && slotOfObject(s, address, "_base") == leaf)
      refuse(s, diag::Kind::UnknownGradient, {std::string(What) + " among the arguments,"});
}

} // namespace

std::vector<Address> viewsBeforeLeaf(Stage &s, Value leaf) {
  if (!isBase(s, leaf))
    return {};
  refuseOthers(s, leaf);
  return tensorsWhere(s, [&](Address address, const TensorObject &view) {
    return address != leaf.address() && !requiresGrad(s.state.heap, view) &&
           isViewOf(s.state.heap, view, leaf.address());
  });
}

void markEarly(Stage &s, llvm::ArrayRef<Address> views, Address leaf) {
  const TensorObject base = *s.state.heap.find<TensorObject>(leaf);
  for (Address address : views) {
    TensorObject &view = s.state.heap.write<TensorObject>(address);
    s.state.heap.write<StorageObject>(view.storage).marksViews = true;
    view.own = base.own;
    view.ownDepth = base.ownDepth;
    view.origin.earlyOf = leaf;
  }
}

void forgetEarly(Stage &s, Address leaf) {
  auto isEarly = [&](Address, const TensorObject &view) { return view.origin.earlyOf == leaf; };
  for (Address address : tensorsWhere(s, isEarly)) {
    TensorObject &view = s.state.heap.write<TensorObject>(address);
    view.own = view.isDetached ? History{false, leaf} : History();
    view.ownDepth = view.isDetached ? view.ownDepth : 0;
    view.origin.earlyOf = NoAddress;
  }
}

std::vector<Address> viewsWithoutGradient(Stage &s, Value written) {
  if (needsGradient(s, written))
    return {};
  Address storage = s.find<TensorObject>(written)->storage;
  return tensorsWhere(s, [&](Address address, const TensorObject &view) {
    return address != written.address() && view.storage == storage &&
           view.chain.size() > (view.isDetached ? view.ownDepth : 0) &&
           !requiresGrad(s.state.heap, view);
  });
}

void markUnasked(Stage &s, llvm::ArrayRef<Address> views) {
  for (Address view : views)
    if (requiresGrad(s.state.heap, *s.state.heap.find<TensorObject>(view)))
      s.state.heap.write<TensorObject>(view).origin.isUnasked = true;
}

bool takeBase(Stage &s, Address early) {
  TensorObject &view = s.state.heap.write<TensorObject>(early);
  auto *base = s.state.heap.find<TensorObject>(view.origin.earlyOf);
  if (!base || view.origin.isNoGrad)
    return false;
  view.own = base->own;
  view.ownDepth = base->ownDepth;
  view.origin.earlyOf = NoAddress;
  return true;
}

} // namespace lith::stage

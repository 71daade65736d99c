// Writable.cpp: which tensors eager lets nobody write in place where gradients are on.
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Names.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage {

using namespace lith::stage::tensor;

namespace {

/// Of a view, by how it was made.
std::string objectionToOrigin(Stage &s, Value target) {
  const TensorObject object = *s.find<TensorObject>(target);
  static constexpr llvm::StringLiteral OfNoGrad =
      " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify "
      "your "
      "code by moving both the view and the inplace either both inside the no_grad block (if you "
      "don't want the inplace to be tracked) or both outside (if you want the inplace to be "
      "tracked).";
  if (!object.origin.isNoGrad && object.origin.several.empty())
    return "";
  std::string said = "A view was created in no_grad mode and is being modified inplace with grad "
                     "mode enabled.";
  if (!object.origin.isNoGrad && needsGradient(s, target)) {
    bool isItself = object.chain.size() == object.origin.depth;
    History edge = edgeOf(s, target);
    bool isNamed = !isItself && edge.isKnown() && s.state.heap.find<NodeObject>(edge.at);
    std::string name = isNamed ? gradients::nameOfNode(s, edge) : object.origin.several.str();
    said = gradients::outputOf(isItself ? object.origin.place : 0, name) +
           "is being modified inplace.";
  }
  return said + (object.origin.isNoGrad ? OfNoGrad : gradients::OfSeveral).str();
}

bool isRecording(Stage &s) { return s.asBool(ambient(s, "grad_mode")) == true; }

/// What a call of torch.func gave its function: a leaf.
bool isInput(Stage &s, const TensorObject &tensor) {
  auto *node = s.state.heap.find<NodeObject>(tensor.own.at);
  return node && !node->open.isUndefined();
}

} // namespace

Value objectionTo(Stage &s, Value target) {
  if (Value known = s.find<TensorObject>(target)->objection; !known.isUndefined())
    return known;
  if (std::string said = objectionToOrigin(s, target); !said.empty())
    return s.string(said);
  const TensorObject &object = *s.find<TensorObject>(target);
  bool isGiven = isInput(s, object);
  if (!object.own.isKnown() || (s.state.heap.find<NodeObject>(object.own.at) && !isGiven))
    return s.string("");
  bool isView = isGiven ? object.chain.size() > object.ownDepth : object.own.at != target.address();
  isView |= isOutside(s, object.own.at) && !s.isNone(slotOfObject(s, object.own.at, "_base"));
  std::string what = isView ? "a view of a leaf" : "a leaf";
  return s.string(what + " Variable that requires grad is being used in an in-place operation.");
}

void markSeveral(Stage &s, Value view, llvm::StringRef function, unsigned place) {
  TensorObject &tensor = s.write<TensorObject>(view);
  s.state.heap.write<StorageObject>(tensor.storage).marksViews = true;
  tensor.origin.several = s.intern(function);
  tensor.origin.place = place;
  tensor.origin.depth = unsigned(tensor.chain.size());
  tensor.viewed = tensor.viewedOf = {}; // those of what it is a view of
  if (needsGrad(s, view) && isRecording(s))
    edgeOf(s, view); // of which history it is one
}

void markStale(Stage &s, Address storage) {
  std::vector<Address> views;
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    auto *tensor = s.state.heap.find<TensorObject>(address);
    if (tensor && tensor->storage == storage && tensor->origin.isMarked())
      views.push_back(address);
  });
  for (Address view : views)
    s.state.heap.write<TensorObject>(view).origin.isStale = true;
}

void refuseStale(Stage &s, const TensorObject &view) {
  if (view.origin.isStale)
    refuse(s, diag::Kind::UnknownGradient,
           {view.origin.isNoGrad
                ? "a view that was made where no gradients are, and whose memory was written since,"
                : "one of several views, whose memory was written since they were made,"});
}

bool checkMayWrite(Stage &s, Value target, Value source) {
  if (dtypes::isIntegral(dtypeOf(s, target)) || !needsGrad(s, {target, source}) || !isRecording(s))
    return true;
  const TensorObject &object = *s.find<TensorObject>(target);
  Address own = object.own.at;
  bool isGiven = isInput(s, object);
  if (s.state.heap.find<NodeObject>(own) && !isGiven && !object.isDetached)
    refuse(s, diag::Kind::UnknownGradient,
           {"an argument that a torch.autograd.Function gave back, and that is written here,"});
  Value said = objectionTo(s, target);
  if (said == s.string(""))
    return true;
  if (!isGiven && own != NoAddress && isOutside(s, own) &&
      slotOfObject(s, own, "is_leaf") == s.boolean(false))
    refuse(s, diag::Kind::UnknownGradient,
           {"an argument that was computed before the call, and is written here,"});
  return callPrelude(s, "check_may_write", {said}).has_value();
}

} // namespace lith::stage

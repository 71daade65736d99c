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

constexpr llvm::StringLiteral OfNoGrad =
    " Given that this use case is ambiguous and error-prone, it is forbidden. You can clarify your "
    "code by moving both the view and the inplace either both inside the no_grad block (if you "
    "don't want the inplace to be tracked) or both outside (if you want the inplace to be "
    "tracked).";

constexpr llvm::StringLiteral OfLeaf =
    "a leaf Variable that requires grad is being used in an in-place operation.";

/// What eager's words about a view begin with that was made where no gradients are, or is a view of
/// such a one.
std::string ofNoGrad(Stage &s, Value view) {
  const TensorObject &object = *s.find<TensorObject>(view);
  std::string made = "created in no_grad mode and ";
  if (!object.origin.hasNode)
    return "A view was " + made;
  History edge = edgeOf(s, view);
  bool isNamed = edge.isKnown() && s.state.heap.find<NodeObject>(edge.at);
  return "Output 0 of " + (isNamed ? gradients::nameOfNode(s, edge) : "View") +
         " is a view of a view which was " + made;
}

/// Of a view, by how it was made.
std::string objectionToOrigin(Stage &s, Value target) {
  const TensorObject object = *s.find<TensorObject>(target);
  if (!object.origin.isNoGrad && !object.origin.several)
    return "";
  std::string said = ofNoGrad(s, target) + "is being modified inplace with grad mode enabled.";
  if (!object.origin.isNoGrad && needsGradient(s, target)) {
    bool isItself = object.chain.size() == object.origin.several.depth;
    History edge = edgeOf(s, target);
    bool isNamed = !isItself && edge.isKnown() && s.state.heap.find<NodeObject>(edge.at);
    std::string name =
        isNamed ? gradients::nameOfNode(s, edge) : object.origin.several.function.str();
    said = gradients::outputOf(isItself ? object.origin.several.place : 0, name) +
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
  if (object.origin.isUnasked)
    return s.string(OfLeaf.str());
  if (!object.own.isKnown() || (s.state.heap.find<NodeObject>(object.own.at) && !isGiven))
    return s.string("");
  bool isView = isGiven ? object.chain.size() > object.ownDepth : object.own.at != target.address();
  isView |= !isGiven && !object.isDetached && !object.chain.empty();
  isView |= isOutside(s, object.own.at) && !s.isNone(slotOfObject(s, object.own.at, "_base"));
  return s.string((isView ? "a view of " : "") + OfLeaf.str());
}

void markSeveral(Stage &s, Value view, llvm::StringRef function, unsigned place) {
  TensorObject &tensor = s.write<TensorObject>(view);
  s.state.heap.write<StorageObject>(tensor.storage).marksViews = true;
  tensor.origin.several = {s.intern(function), place, unsigned(tensor.chain.size())};
  tensor.viewed = tensor.viewedOf = {}; // those of what it is a view of
  if (needsGrad(s, view) && isRecording(s))
    edgeOf(s, view); // of which history it is one
}

static Value saidOfStale(Stage &s, Address view) {
  const ViewOrigin origin = s.state.heap.find<TensorObject>(view)->origin;
  if (origin.isOneOf)
    return s.none();
  std::string said = "its base or another view of its base has been modified inplace";
  if (origin.isNoGrad)
    return s.string(ofNoGrad(s, Value::ref(view)) + said + " with grad mode enabled." +
                    OfNoGrad.str());
  return s.string(gradients::outputOf(origin.several.place, origin.several.function) + said + "." +
                  gradients::OfSeveral.str());
}

void markStale(Stage &s, Address storage) {
  std::vector<Address> views;
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    auto *tensor = s.state.heap.find<TensorObject>(address);
    bool isMeant = tensor && tensor->origin.isMarked();
    if (isMeant && tensor->origin.isOneOf)
      isMeant = s.sharing.mayBe(tensor->storage).contains(storage);
    if (isMeant && (tensor->storage == storage || tensor->origin.isOneOf))
      views.push_back(address);
  });
  for (Address view : views)
    if (!takeBase(s, view)) {
      Value said = saidOfStale(s, view);
      s.state.heap.write<TensorObject>(view).stale = said;
    }
}

static void refuseStale(Stage &s, const TensorObject &view) {
  if (!view.stale.isUndefined() && view.stale != s.string(""))
    refuse(s, diag::Kind::UnknownGradient,
           {"what may be a view that eager knows no gradient of any more, as its memory was "
            "written,"});
}

void refuseGivenAway(Stage &s, const TensorObject &view) {
  refuseStale(s, view);
  if (view.origin.hasNode && requiresGrad(s.state.heap, view))
    refuse(s, diag::Kind::UnknownGradient,
           {"a view of a view made where no gradients are, which leaves the program or enters a "
            "container,"});
}

void askForNode(Stage &s, Value view) {
  if (s.find<TensorObject>(view)->origin.isUnasked)
    s.write<TensorObject>(view).origin.isUnasked = false;
  Value stale = s.find<TensorObject>(view)->stale;
  if (s.isNone(stale))
    refuseStale(s, *s.find<TensorObject>(view));
  else if (auto said = s.asStr(stale))
    check(s, constantBool(s, said->empty()), "RuntimeError", *said);
  else if (!stale.isUndefined())
    callPrelude(s, "check_may_write", {stale});
}

/// Whether this may be the memory of an argument that was computed before the call.
static bool mayBeComputed(Stage &s, const TensorObject &target) {
  llvm::DenseSet<Address> mayBe = s.sharing.mayBe(target.storage);
  return llvm::any_of(s.outside.initialObjects, [&](auto &each) {
    auto *tensor = s.state.heap.find<TensorObject>(each.first);
    return tensor && tensor->own.required && tensor->own.at == each.first &&
           s.sharing.mayBeAnyOf(tensor->storage, mayBe) &&
           slotOfObject(s, each.first, "is_leaf") == s.boolean(false);
  });
}

/// Whether a write of `source` is recorded, which paths may decide.
static Value isRecorded(Stage &s, Value target, Value source) {
  Value ofTarget = requiresGradOf(s, target);
  if (s.asBool(ofTarget) == true || !s.isTensor(source))
    return ofTarget;
  Value ofSource = requiresGradOf(s, source);
  if (s.asBool(ofTarget) == false || s.asBool(ofSource) == true)
    return ofSource;
  return *binary(s, syntax::Operator::BitOr, ofTarget, ofSource);
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
  if (!isGiven && mayBeComputed(s, object))
    refuse(s, diag::Kind::UnknownGradient,
           {"an argument that was computed before the call, and is written here,"});
  // What paths brought along says nothing where they require none.
  bool isJoined = !s.find<TensorObject>(target)->objection.isUndefined();
  Value recorded = isJoined ? s.boolean(true) : isRecorded(s, target, source);
  return callPrelude(s, "check_may_write", {said, recorded}).has_value();
}

/// What an operation in place computes of a view leads to what that is a view of, past the hooks of
/// views: what is written has nodes of its own from there.
static void leaveHooks(Stage &s, Value target) {
  bool hasHooks = false;
  for (auto *each = s.find<TensorObject>(target); each;
       each = s.state.heap.find<TensorObject>(each->parent))
    hasHooks |= s.state.heap.find<NodeObject>(each->viewed.at) &&
                holdsHooks(s, s.state.heap, each->viewed.at);
  if (!hasHooks)
    return;
  TensorObject &view = s.write<TensorObject>(target);
  view.viewedOf = {};
  view.parent = NoAddress;
}

bool checkAsked(Stage &s, Value target) {
  auto *view = s.find<TensorObject>(target);
  bool mayRaise = view && (view->origin.isUnasked || !view->stale.isUndefined());
  if (mayRaise && !checkMayWrite(s, target, target))
    return false;
  if (view && needsGradient(s, target) && isRecording(s))
    leaveHooks(s, target);
  return true;
}

} // namespace lith::stage

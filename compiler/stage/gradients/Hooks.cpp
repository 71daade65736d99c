// Hooks.cpp: hooks of tensors, which prelude/hooks.py runs: those that the program registered, and
// those that leaves had before the call.
#include "stage/gradients/Hooks.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"

namespace lith::stage::gradients {

namespace {

/// The known container that holds hooks, which run time may have made one of its own.
template <class T> const T &known(Stage &s, const Heap &heap, Value container) {
  auto *object = container.isRef() ? heap.find<T>(container.address()) : nullptr;
  if (!object || object->isRuntime())
    refuse(s, diag::Kind::UnknownGradient, {"a tensor whose hooks differ from path to path"});
  return *object;
}

/// What a node or leaf, or the attributes of one, has for its hooks; undefined: nothing yet.
Value held(Stage &s, const Heap &heap, const History &at) {
  if (auto *node = heap.find<NodeObject>(at.at))
    return node->hooks.isUndefined() ? Value()
                                     : known<ListObject>(s, heap, node->hooks).elements[at.output];
  auto *leaf = heap.find<TensorObject>(at.at);
  auto *attributes = heap.find<InstanceObject>(leaf ? leaf->attributes : at.at);
  const Value *found = attributes ? attributes->find(s.intern(" hooks")) : nullptr;
  return found ? *found : Value();
}

Value entryOf(Stage &s, Value dict, llvm::StringRef name) {
  for (auto &[key, value] : known<DictObject>(s, s.state.heap, dict).entries)
    if (key == s.string(name))
      return value;
  return {};
}

void setEntry(Stage &s, Value dict, llvm::StringRef name, Value value) {
  for (auto &[key, held] : s.state.heap.write<DictObject>(dict.address()).entries)
    if (key == s.string(name))
      held = value;
}

/// The hooks that a leaf had before the call; undefined: none.
Value hooksBefore(Stage &s, const History &at, llvm::StringRef name) {
  if (s.state.heap.find<NodeObject>(at.at) || !isOutside(s, at.at))
    return {};
  Value hooks = slotOfObject(s, at.at, name);
  return s.isNone(hooks) ? Value() : hooks;
}

Value newHooks(Stage &s) {
  Value before = s.make(std::make_shared<DictObject>()),
        after = s.make(std::make_shared<DictObject>());
  auto all = std::make_shared<DictObject>();
  auto add = [&](llvm::StringRef name, Value value) {
    all->entries.push_back({s.string(name), value});
  };
  add("before", before);
  add("count", s.integer(0));
  add("keeper", s.none());
  add("after", after);
  return s.make(std::move(all));
}

void hold(Stage &s, const History &at, Value hooks) {
  if (!s.state.heap.find<NodeObject>(at.at)) {
    Address attributes = at.at;
    if (s.state.heap.find<TensorObject>(at.at)) {
      holdAttributes(s, Value::ref(at.at));
      attributes = s.state.heap.find<TensorObject>(at.at)->attributes;
    }
    s.state.heap.write<InstanceObject>(attributes).set(s.intern(" hooks"), hooks);
    return;
  }
  std::vector<Value> all;
  for (size_t i = 0; i < s.state.heap.find<NodeObject>(at.at)->results.size(); ++i)
    all.push_back(i == at.output ? hooks : newHooks(s));
  Value list = s.list(std::move(all));
  s.state.heap.write<NodeObject>(at.at).hooks = list;
}

[[noreturn]] void refuseTaken(Stage &s) {
  refuse(s, diag::Kind::UnknownGradient,
         {"a hook of a tensor that a container or function of run time has already"});
}

} // namespace

/// Eager calls the hooks of one of several views with None where their node is reached through
/// others of them only.
static void refuseOneOfSeveral(Stage &s, Value tensor) {
  const TensorObject &view = *s.find<TensorObject>(tensor);
  bool isOne = view.origin.several && view.chain.size() == view.origin.several.depth;
  if (isOne && !view.origin.isCut() && view.own.at != tensor.address())
    refuse(s, diag::Kind::UnknownGradient,
           {"a hook of one of the views that " + view.origin.several.function.lower() +
            " gives together (register it with a slice of the tensor instead)"});
}

/// (tensor, whether they are called where its node is reached without a gradient, too)
Result hooksOf(Stage &s, const CallInfo &info) {
  if (info.args.positional[1] == s.boolean(true))
    refuseOneOfSeveral(s, info.args.positional[0]);
  History at = sharedEdgeOf(s, info.args.positional[0]);
  if (at.isUndecided()) {
    demand(s, at);
    throw Restart{};
  }
  if (!at.isKnown())
    refuse(s, diag::Kind::UnknownGradient,
           {"a hook of a tensor whose graph differs from path to path"});
  if (s.functions.nodesTaken.count(at.at))
    refuseTaken(s);
  Value hooks = held(s, s.state.heap, at);
  if (!hooks.isUndefined())
    return hooks;
  hooks = newHooks(s);
  hold(s, at, hooks);
  if (!s.state.heap.find<NodeObject>(at.at) && !isOutside(s, at.at))
    s.functions.leavesWithHooks.push_back({at.at, at.node.ssa()});
  return hooks;
}

Result hooksToChange(Stage &s, const CallInfo &info) {
  Value hooks = info.args.positional[0];
  if (hooks.isRef() && s.functions.nodesTaken.count(hooks.address()))
    refuseTaken(s);
  return hooks;
}

void takeHooks(Stage &s, Address at) {
  auto *node = s.state.heap.find<NodeObject>(at);
  if (node->hooks.isUndefined())
    return;
  s.functions.areHooksTaken = true;
  for (Value all : known<ListObject>(s, s.state.heap, node->hooks).elements)
    for (llvm::StringRef name : {"before", "after"})
      s.functions.nodesTaken.insert(entryOf(s, all, name).address());
}

bool hasHooks(Stage &s, const History &at) {
  Value hooks = held(s, s.state.heap, at);
  return !hooks.isUndefined() || !hooksBefore(s, at, "_backward_hooks").isUndefined();
}

bool keepsGradient(Stage &s, const History &at) {
  Value hooks = held(s, s.state.heap, at);
  return !hooks.isUndefined() && !s.isNone(hooks) && !s.isNone(entryOf(s, hooks, "keeper"));
}

void moveKeeper(Stage &s, const History &from, const History &to) {
  bool isThere = from.isKnown() && s.state.heap.find<NodeObject>(from.at) && from != to;
  if (!isThere || !keepsGradient(s, from))
    return;
  if (!to.isKnown() || s.functions.nodesTaken.count(from.at))
    refuse(s, diag::Kind::UnknownGradient,
           {"retain_grad of a tensor that a container or function of run time has already"});
  Value old = held(s, s.state.heap, from), hooks = held(s, s.state.heap, to);
  if (hooks.isUndefined())
    hold(s, to, hooks = newHooks(s));
  setEntry(s, hooks, "keeper", entryOf(s, old, "keeper"));
  setEntry(s, old, "keeper", s.none());
}

Result throughHooks(Stage &s, const History &at, Value gradient) {
  Result made = gradient;
  if (Value before = hooksBefore(s, at, "_backward_hooks"); !before.isUndefined())
    made = callPrelude(s, "run_outside_hooks", {before, *made});
  Value hooks = held(s, s.state.heap, at);
  bool isThere = !hooks.isUndefined();
  return made && isThere ? callPrelude(s, "run_hooks", {hooks, *made}) : made;
}

bool runHooksAfter(Stage &s, Value leaf) {
  History at{true, leaf.address()};
  Value before = hooksBefore(s, at, "_post_accumulate_grad_hooks");
  if (!before.isUndefined() && !callPrelude(s, "run_hooks_after", {before, leaf}))
    return false;
  Value hooks = held(s, s.state.heap, at);
  return hooks.isUndefined() ||
         callPrelude(s, "run_hooks_after", {entryOf(s, hooks, "after"), leaf}).has_value();
}

} // namespace lith::stage::gradients

namespace lith::stage {

bool holdsHooks(Stage &s, const Heap &heap, Address at) {
  return !gradients::held(s, heap, {true, at}).isUndefined();
}

void holdHooks(Stage &s, Address at) { gradients::hold(s, {true, at}, gradients::newHooks(s)); }

bool hasHooks(Stage &s) {
  bool found = s.functions.areHooksTaken;
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    auto *node = s.state.heap.find<NodeObject>(address);
    found |= node && !node->hooks.isUndefined();
  });
  return found;
}

static bool hasHooksOfProgram(Stage &s, Address leaf) {
  Value hooks = gradients::held(s, s.state.heap, {true, leaf});
  return !hooks.isUndefined() && llvm::any_of(llvm::ArrayRef({"before", "after"}), [&](auto *name) {
    auto *dict = s.find<DictObject>(gradients::entryOf(s, hooks, name));
    return !dict || dict->isRuntime() || !dict->entries.empty(); // null: paths differ in it
  });
}

void refuseHooksThatStay(Stage &s) {
  for (auto &[address, initial] : s.outside.initialObjects)
    if (initial->kind == ObjectKind::Tensor && hasHooksOfProgram(s, address))
      refuse(s, diag::Kind::UnsupportedExpression,
             {"a hook of a tensor of before the call, which is left there after it"});
}

bool isViewWithHooks(Stage &s, History history) {
  bool hasHooks = false;
  auto *node = s.state.heap.find<NodeObject>(history.at);
  for (; node && node->form == NodeObject::Form::View && !node->chain.empty();
       node = s.state.heap.find<NodeObject>(history.at)) {
    hasHooks |= !node->hooks.isUndefined();
    history = node->histories[0];
  }
  return hasHooks && history.isKnown() && isOutside(s, history.at);
}

void refuseHooksOfViews(Stage &s, const History &result) {
  if (isViewWithHooks(s, result))
    refuse(s, diag::Kind::UnknownGradient, {"a hook of a view of an argument, which is a result,"});
}

[[noreturn]] static void refuseLeafWithHooks(Stage &s) {
  refuse(s, diag::Kind::UnknownGradient,
         {"a tensor with hooks, of a graph that differs from path to path or goes on outside,"});
}

void refuseHooksOfResults(Stage &s, llvm::ArrayRef<mlir::Value> results) {
  for (auto [address, leaf] : s.functions.leavesWithHooks) {
    bool isReached = !leaf.use_empty() || llvm::is_contained(results, leaf);
    bool isHere = s.state.heap.find(address) != nullptr; // or on one of the paths that have met
    if (isReached && (!isHere || hasHooksOfProgram(s, address)))
      refuseLeafWithHooks(s);
  }
}

void refuseHooksOfPaths(Stage &s) {
  for (auto [address, leaf] : s.functions.leavesWithHooks)
    if (!leaf.use_empty() && !s.state.heap.find(address))
      refuseLeafWithHooks(s);
}

} // namespace lith::stage

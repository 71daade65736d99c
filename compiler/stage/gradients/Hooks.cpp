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

/// What a node or leaf has for its hooks; undefined: nothing yet.
Value held(Stage &s, const History &at) {
  if (auto *node = s.state.heap.find<NodeObject>(at.at))
    return node->hooks.isUndefined() ? Value() : listElements(s, node->hooks)[at.output];
  auto *leaf = s.state.heap.find<TensorObject>(at.at);
  if (!leaf || leaf->attributes == NoAddress)
    return {};
  auto *attributes = s.state.heap.find<InstanceObject>(leaf->attributes);
  const Value *found = attributes ? attributes->find(s.intern(" hooks")) : nullptr;
  return found ? *found : Value();
}

Value entryOf(Stage &s, Value dict, llvm::StringRef name) {
  for (auto &[key, value] : s.find<DictObject>(dict)->entries)
    if (key == s.string(name))
      return value;
  return {};
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
  auto *node = s.state.heap.find<NodeObject>(at.at);
  if (!node) {
    holdAttributes(s, Value::ref(at.at));
    Address attributes = s.write<TensorObject>(Value::ref(at.at)).attributes;
    s.state.heap.write<InstanceObject>(attributes).set(s.intern(" hooks"), hooks);
    return;
  }
  if (node->hooks.isUndefined()) {
    Value all = s.list(std::vector<Value>(node->results.size(), Value(s.none())));
    s.state.heap.write<NodeObject>(at.at).hooks = all;
  }
  Value all = s.state.heap.find<NodeObject>(at.at)->hooks;
  s.write<ListObject>(all).elements[at.output] = hooks;
}

} // namespace

Result hooksOf(Stage &s, const CallInfo &info) {
  History at = edgeOf(s, info.args.positional[0]);
  if (at.isUndecided()) {
    demand(s, at);
    throw Restart{};
  }
  if (!at.isKnown())
    refuse(s, diag::Kind::UnknownGradient,
           {"a hook of a tensor whose graph differs from path to path"});
  Value hooks = held(s, at);
  if (!hooks.isUndefined() && !s.isNone(hooks))
    return hooks;
  hooks = newHooks(s);
  hold(s, at, hooks);
  return hooks;
}

bool hasHooks(Stage &s, const History &at) {
  Value hooks = held(s, at);
  return (!hooks.isUndefined() && !s.isNone(hooks)) ||
         !hooksBefore(s, at, "_backward_hooks").isUndefined();
}

bool keepsGradient(Stage &s, const History &at) {
  Value hooks = held(s, at);
  return !hooks.isUndefined() && !s.isNone(hooks) && !s.isNone(entryOf(s, hooks, "keeper"));
}

Result throughHooks(Stage &s, const History &at, Value gradient) {
  Result made = gradient;
  if (Value before = hooksBefore(s, at, "_backward_hooks"); !before.isUndefined())
    made = callPrelude(s, "run_outside_hooks", {before, *made});
  Value hooks = held(s, at);
  bool isThere = !hooks.isUndefined() && !s.isNone(hooks);
  return made && isThere ? callPrelude(s, "run_hooks", {hooks, *made}) : made;
}

bool runHooksAfter(Stage &s, Value leaf) {
  History at{true, leaf.address()};
  Value before = hooksBefore(s, at, "_post_accumulate_grad_hooks");
  if (!before.isUndefined() && !callPrelude(s, "run_hooks_after", {before, leaf}))
    return false;
  Value hooks = held(s, at);
  return hooks.isUndefined() ||
         callPrelude(s, "run_hooks_after", {entryOf(s, hooks, "after"), leaf}).has_value();
}

} // namespace lith::stage::gradients

namespace lith::stage {

void refuseHooksThatStay(Stage &s) {
  for (auto &[address, initial] : s.outside.initialObjects) {
    if (initial->kind != ObjectKind::Tensor)
      continue;
    Value hooks = gradients::held(s, {true, address});
    if (hooks.isUndefined())
      continue;
    for (llvm::StringRef name : {"before", "after"})
      if (auto *dict = s.find<DictObject>(gradients::entryOf(s, hooks, name));
          dict && (dict->isRuntime() || !dict->entries.empty()))
        refuse(s, diag::Kind::UnsupportedExpression,
               {"a hook of a tensor of before the call, which is left there after it"});
  }
}

} // namespace lith::stage

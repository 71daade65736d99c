// Primitives.cpp: what prelude/backward.py asks of the stage.
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Batched.h"
#include "stage/gradients/Hooks.h"
#include "stage/gradients/Levels.h"
#include "stage/gradients/Versions.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

namespace {

llvm::ArrayRef<Value> elements(Stage &s, const CallInfo &info, size_t i) {
  Value tuple = info.args.positional[i];
  if (!tuple.isTuple())
    refuse(s, diag::Kind::UnknownGradient, {"tensors of which only run time knows how many"});
  return tuple.tuple().elements;
}

/// (class, context, arguments, results, which of them have a gradient): results of a
/// torch.autograd.Function go back to it.
Result customNode(Stage &s, const CallInfo &info) {
  auto &args = info.args.positional;
  recordFunction(s, args[0], args[1], elements(s, info, 2), elements(s, info, 3),
                 elements(s, info, 4));
  return s.none();
}

/// (tensor): for prim.check_kept, what had been written into it by now.
Result keptTensor(Stage &s, const CallInfo &info) {
  KeptTensor kept = keptNow(s, info.args.positional[0]);
  Value writes = kept.writes.isUndefined() ? s.integer(0) : kept.writes;
  return s.tuple({s.integer(kept.storage), s.integer(kept.version), writes, s.boolean(kept.isView),
                  s.integer(kept.hidden)});
}

/// (tensor, what prim.kept_tensor gave of it, which result it is, whether a node of run time
/// checks): raises where it was written since.
Result checkTensor(Stage &s, const CallInfo &info) {
  llvm::ArrayRef<Value> then = elements(s, info, 1);
  auto number = [&](size_t i) { return Address(pinInt(s, then[i], "a version")); };
  KeptTensor kept{number(0), number(1), number(4), then[2], *s.asBool(then[3])};
  mlir::Value contents = tensorContents(s, info.args.positional[0]);
  llvm::StringRef source = *s.asStr(info.args.positional[2]);
  bool isLater = *s.asBool(info.args.positional[3]);
  return checkKept(s, kept, contents, nullptr, isLater, source) ? Result(s.none()) : std::nullopt;
}

/// (result, tensors...): the result, for whose gradient eager keeps those that are no None; the
/// result may be one of them.
Result keeping(Stage &s, const CallInfo &info) {
  llvm::ArrayRef<Value> args = info.args.positional;
  return s.isTensor(args[0]) ? recordKept(s, args[0], args.drop_front()) : args[0];
}

/// (tensor, name, only where the user's code called this function): what eager calls the node that
/// made it, where that is one.
Result named(Stage &s, const CallInfo &info) {
  Value tensor = info.args.positional[0];
  bool isLast = info.args.positional.size() < 3 || !s.activation->caller ||
                !s.activation->caller->globals.isUndefined();
  bool isOne = isLast && s.isTensor(tensor) && !isMapped(s, tensor);
  const TensorObject *object = isOne ? s.find<TensorObject>(tensor) : nullptr;
  isOne &= object && (object->chain.empty() || !object->chain.back().isTrivial()); // its base's
  History history = isOne ? edgeOf(s, physicalOf(s, tensor)) : History();
  if (history.isKnown() && s.state.heap.find<NodeObject>(history.at))
    s.state.heap.write<NodeObject>(history.at).name = s.intern(*s.asStr(info.args.positional[1]));
  return tensor;
}

/// (tensor): whether it may require a gradient; nothing is asked of what only run time knows.
Result hasHistory(Stage &s, const CallInfo &info) {
  return s.boolean(s.isTensor(info.args.positional[0]) && needsGrad(s, info.args.positional[0]));
}

/// (tensor): whether a backward may start at it: not at a view of a leaf that was made where no
/// gradients were, although that says it requires a gradient.
Result hasEdge(Stage &s, const CallInfo &info) {
  return s.boolean(!leadsNowhere(s, edgeOf(s, physicalOf(s, info.args.positional[0]))));
}

/// (views, function): they are all its results, of which eager lets nobody write one.
Result several(Stage &s, const CallInfo &info) {
  Value views = info.args.positional[0];
  if (!views.isTuple())
    return views;
  llvm::StringRef function = *s.asStr(info.args.positional[1]);
  for (auto [i, each] : llvm::enumerate(views.tuple().elements))
    if (s.isTensor(each))
      markSeveral(s, each, function, unsigned(i));
  return views;
}

/// The tensors of a backward as a graph knows them; false: the path ended.
bool addTensors(Stage &s, const CallInfo &info, Request &request) {
  for (auto [tensor, gradient] : llvm::zip(elements(s, info, 0), elements(s, info, 1))) {
    Result whole = gradientOfWhole(s, gradient, tensor);
    if (!whole)
      return false;
    request.roots.push_back({usedEdgeOf(s, physicalOf(s, tensor)), *whole});
  }
  if (s.isNone(info.args.positional[2]))
    return true;
  request.inputs.emplace();
  Levels all = allLevels(s, elements(s, info, 0));
  for (Value input : elements(s, info, 2)) {
    Levels own = levelsOf(s, input);
    if (!llvm::all_of(all, [&](int64_t level) { return llvm::is_contained(own, level); }))
      refuse(
          s, diag::Kind::UnsupportedParameter,
          {"torch.vmap", "torch.autograd.grad with respect to a tensor that is not mapped over"});
    request.inputs->push_back(sharedEdgeOf(s, physicalOf(s, input)));
    request.inputTypes.push_back(s.find<TensorObject>(physicalOf(s, input))->type);
  }
  return true;
}

/// (tensors, gradients, inputs or None, keeps, creates, accumulates): the gradients of the inputs,
/// None where none arrived. Leaves get what arrived at them where it accumulates.
Result runBackward(Stage &s, const CallInfo &info) {
  auto &args = info.args.positional;
  Request request;
  if (!addTensors(s, info, request))
    return std::nullopt;
  request.keeps = *s.asBool(args[3]);
  request.creates = *s.asBool(args[4]);
  request.accumulates = *s.asBool(args[5]);
  Backward backward(s, request);
  bool goesOn = backward.run([&](Value leaf, Value gradient) {
    if (requiresGradOf(s, leaf) == s.boolean(false))
      return true;
    if (!request.accumulates)
      return true;
    if (isMapped(s, gradient))
      refuse(s, diag::Kind::UnsupportedParameter, {"torch.vmap", "`backward`"});
    Value isFresh = s.boolean(!request.creates && backward.isFresh(gradient));
    return callPrelude(s, "accumulate_gradient", {leaf, gradient, isFresh}).has_value() &&
           runHooksAfter(s, leaf);
  });
  if (!goesOn)
    return std::nullopt;
  std::vector<Value> made;
  if (request.inputs)
    for (auto [history, input] : llvm::zip(*request.inputs, elements(s, info, 2))) {
      Value gradient = backward.arrivedAt(history);
      auto ofInput = [&, &input = input](Value one) -> Result { // the engine may give None
        return s.isNone(one) ? Result(one) : gradientOfMapped(s, one, input);
      };
      Result own = gradient.isUndefined() ? s.none() : forEachAlternative(s, gradient, ofInput);
      if (!own)
        return std::nullopt;
      made.push_back(*own);
    }
  return s.tuple(made);
}

} // namespace

} // namespace lith::stage::gradients

namespace lith::stage {

void registerGradients(Registry &registry) {
  registry.add("prim.run_backward", gradients::runBackward).takesMapped = true;
  registry.add("prim.custom_node", gradients::customNode);
  registry.add("prim.kept_tensor", gradients::keptTensor);
  registry.add("prim.check_kept", gradients::checkTensor);
  registry.add("prim.keeping", gradients::keeping);
  registry.add("prim.named", gradients::named).takesMapped = true;
  registry.add("prim.has_history", gradients::hasHistory);
  registry.add("prim.has_edge", gradients::hasEdge);
  registry.add("prim.several", gradients::several);
  registry.add("prim.hooks_of", gradients::hooksOf);
  registry.add("prim.hooks_to_change", gradients::hooksToChange);
  gradients::registerModuleHooks(registry);
  gradients::registerLevels(registry);
}

} // namespace lith::stage

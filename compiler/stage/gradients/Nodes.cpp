// Nodes.cpp: what a node gives for the gradients of its results: of an operator what its rule does
// (Rules.cpp); of views, writes and torch.autograd.Functions what the stage knows itself.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/gradients/Batched.h"
#include "stage/gradients/Rules.h"
#include "stage/gradients/Versions.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

namespace {

/// Of a torch.autograd.Function: the class and the context come first among the arguments.
std::optional<std::vector<Value>> ofFunction(Stage &s, const NodeObject &node,
                                             llvm::ArrayRef<Value> ofResults,
                                             llvm::ArrayRef<bool> needs, bool isLater) {
  std::vector<Value> gradients, results;
  for (auto [gradient, result] : llvm::zip(ofResults, node.results)) {
    gradients.push_back(gradient.isUndefined() ? s.none() : gradient);
    results.push_back(result.isRaw() ? restored(s, result, History()) : s.none());
  }
  auto given = llvm::ArrayRef(node.arguments).drop_front(2);
  std::vector<Value> arguments;
  for (Value argument : given)
    arguments.push_back(argument.isRaw() ? restored(s, argument, History()) : s.none());
  Result made =
      callPrelude(s, "function_gradients",
                  {node.arguments[0], node.arguments[1], s.tuple(gradients), s.tuple(results),
                   s.tuple(arguments), node.released, s.boolean(isLater)});
  if (!made)
    return std::nullopt;
  std::vector<Value> all;
  for (auto [argument, gradient] : llvm::zip(given, made->tuple().elements)) {
    if (!argument.isRaw())
      continue;
    bool isWanted = needs[all.size()] && !s.isNone(gradient);
    all.push_back(isWanted ? gradient : Value());
  }
  return all;
}

/// The same of a gradient that vmap maps over.
std::optional<std::vector<Value>> ofMappedInsert(Stage &s, const NodeObject &node, Value gradient,
                                                 llvm::ArrayRef<bool> needs) {
  std::vector<Value> made(node.histories.size());
  unsigned more = levelsOf(s, gradient).size();
  Result last = levelsLast(s, gradient);
  Result rest = last && needs[0] ? callMethod(s, *last, "clone", {}) : last;
  Result part = rest ? viewedWithin(s, node.chain, *rest, more) : std::nullopt;
  if (!part)
    return std::nullopt;
  if (made.size() > 1 && needs[1]) {
    Result source = viewedWithin(s, node.chain, *last, more);
    source = source ? levelsFirst(s, *source, gradient) : source;
    if (!source)
      return std::nullopt;
    made[1] = *source;
  }
  if (!needs[0])
    return made;
  Result base = callMethod(s, *part, "zero_", {}) ? levelsFirst(s, *rest, gradient) : std::nullopt;
  if (!base)
    return std::nullopt;
  made[0] = *base;
  return made;
}

/// Of `base` with `source` written at the views of a chain.
std::optional<std::vector<Value>> ofInsert(Stage &s, const NodeObject &node, Value gradient,
                                           llvm::ArrayRef<bool> needs) {
  if (isMapped(s, gradient))
    return ofMappedInsert(s, node, gradient, needs);
  std::vector<Value> made(node.histories.size());
  if (needs[0]) {
    Result rest = callMethod(s, gradient, "clone", {});
    if (!rest || !callMethod(s, viewed(s, node.chain, *rest), "zero_", {}))
      return std::nullopt;
    made[0] = *rest;
  }
  if (made.size() > 1 && needs[1])
    made[1] = viewed(s, node.chain, gradient);
  return made;
}

} // namespace

Value restored(Stage &s, Value contents, const History &history) {
  Value tensor = newTensor(s, contents.ssa());
  s.state.heap.write<StorageObject>(s.find<TensorObject>(tensor)->storage).history = history;
  return tensor;
}

Result fitted(Stage &s, Value gradient, Value like) {
  Value whole = physicalOf(s, gradient);
  if (!s.isTensor(whole))
    refuse(s, diag::Kind::UnknownGradient, {"a rule that gives one of several values"});
  Shape sizes = shapeOf(s, tensorContents(s, whole));
  bool isSame = dtypeOf(s, whole) == dtypeOf(s, like) &&
                llvm::ArrayRef(sizes).drop_front(levelsOf(s, gradient).size()) ==
                    llvm::ArrayRef(shapeOf(s, tensorContents(s, like)));
  return isSame ? Result(gradient) : callPrelude(s, "fitted_gradient", {gradient, like});
}

std::optional<std::vector<Value>> gradientsOf(Stage &s, Address at, llvm::ArrayRef<Value> ofResults,
                                              llvm::ArrayRef<bool> needs, bool isLater,
                                              SavedTensors *saved) {
  const NodeObject node = *s.state.heap.find<NodeObject>(at);
  if (node.isFunction())
    return ofFunction(s, node, ofResults, needs, isLater);
  if (node.form == NodeObject::Form::Operator)
    return ofRule(s, at, ofResults, needs, isLater, saved);
  History own{true, at};
  bool isInsert = node.form == NodeObject::Form::Insert;
  // Of the user's write into a view eager keeps the node of what was written there.
  bool isKeeping =
      isInsert ? !node.chain.empty() && node.composite.empty() : node.arguments.size() > 1;
  if (saved)
    saved->isAny |= isKeeping;
  if (isKeeping && s.asBool(node.released) != false &&
      !callPrelude(s, "check_not_released", {node.released}))
    return std::nullopt;
  if (isInsert)
    return ofInsert(s, node, ofResults[0], needs);
  for (size_t i = 1; i < node.arguments.size(); ++i) { // recordKept
    bool isResult = node.arguments[i] == node.results[0];
    mlir::Value contents = node.arguments[i].ssa();
    if (!checkKept(s, node.kept[i], contents, isResult ? &own : nullptr, isLater))
      return std::nullopt;
    if (saved && isLater && isSeen(s, node.kept[i], contents, *saved))
      saved->seen.insert(contents);
  }
  Value base = restored(s, node.arguments[0], History());
  Result made = throughViews(s, node.chain, base, ofResults[0]);
  if (!made)
    return std::nullopt;
  std::vector<Value> gradients(node.histories.size());
  gradients[0] = *made;
  return gradients;
}

} // namespace lith::stage::gradients

// Primitives.cpp: what prelude/backward.py asks of the stage.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

namespace {

llvm::ArrayRef<Value> elements(const CallInfo &info, size_t i) {
  return info.args.positional[i].tuple().elements;
}

/// (class, context, arguments, results, which of them have a gradient): results of a
/// torch.autograd.Function go back to it.
Result customNode(Stage &s, const CallInfo &info) {
  auto &args = info.args.positional;
  recordFunction(s, args[0], args[1], elements(info, 2), elements(info, 3), elements(info, 4));
  return s.none();
}

/// The graph of a tensor that was computed before the call goes on outside of the program.
void checkKeepsGradient(Stage &s, Value leaf) {
  if (isOutside(s, leaf.address()) &&
      slotOfObject(s, leaf.address(), "is_leaf") == s.boolean(false))
    refuse(s, diag::Kind::UnknownGradient, {"what an argument was computed of before the call"});
}

/// (tensors, gradients, inputs or None, keeps, creates, accumulates): the gradients of the inputs,
/// None where none arrived. Leaves get what arrived at them where it accumulates.
Result runBackward(Stage &s, const CallInfo &info) {
  auto &args = info.args.positional;
  Request request;
  for (auto [tensor, gradient] : llvm::zip(elements(info, 0), elements(info, 1)))
    request.roots.push_back({edgeOf(s, tensor), gradient});
  if (!s.isNone(args[2])) {
    request.inputs.emplace();
    for (Value input : elements(info, 2)) {
      request.inputs->push_back(edgeOf(s, input));
      request.inputTypes.push_back(s.find<TensorObject>(input)->type);
    }
  }
  request.keeps = *s.asBool(args[3]);
  request.creates = *s.asBool(args[4]);
  bool accumulates = *s.asBool(args[5]);
  Backward backward(s, request);
  bool goesOn = backward.run([&](Value leaf, Value gradient) {
    if (!accumulates)
      return true;
    checkKeepsGradient(s, leaf);
    Value isFresh = s.boolean(!request.creates && backward.isFresh(gradient));
    return callPrelude(s, "accumulate_gradient", {leaf, gradient, isFresh}).has_value();
  });
  if (!goesOn)
    return std::nullopt;
  std::vector<Value> made;
  if (request.inputs)
    for (const History &input : *request.inputs) {
      Value gradient = backward.arrivedAt(input);
      made.push_back(gradient.isUndefined() ? s.none() : gradient);
    }
  return s.tuple(made);
}

} // namespace

} // namespace lith::stage::gradients

namespace lith::stage {

void registerGradients(Registry &registry) {
  registry.add("prim.run_backward", gradients::runBackward);
  registry.add("prim.custom_node", gradients::customNode);
}

} // namespace lith::stage

// Exit.cpp: what a program gives beside its results, so that PyTorch's engine goes on through it.
#include "stage/gradients/Exit.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Reading.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/gradients/Hooks.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

namespace {

/// Whether somebody may ask for gradients of gradients: where a tensor of the call's own, and not
/// only parameters, requires one.
bool mayBeTwice(Stage &s) {
  return llvm::any_of(s.outside.initialObjects, [&](auto &each) {
    auto &[address, initial] = each;
    if (initial->kind != ObjectKind::Tensor)
      return false;
    auto &tensor = static_cast<const TensorObject &>(*initial);
    auto input = tensor.own.isKnown() && !tensor.cls ? inputOf(s, tensor.storage) : std::nullopt;
    return input && s.interface.inputs[size_t(*input)].path.argument >= 0;
  });
}

struct WrittenInput {
  int32_t input;
  History history;
};

/// Inputs in whose memory is now what requires a gradient; what was detached has its own history.
std::vector<WrittenInput> writtenInputs(Stage &s) {
  std::vector<WrittenInput> written;
  llvm::DenseMap<Address, History> detached;
  for (auto &[address, initial] : s.outside.initialObjects)
    if (auto *tensor = s.state.heap.find<TensorObject>(address); tensor && tensor->isDetached)
      detached[tensor->storage] = tensor->own.at == address ? History() : tensor->own;
  for (auto &[address, initial] : s.outside.initialObjects) {
    auto *storage = s.state.heap.find<StorageObject>(address);
    bool isWritten = initial->kind == ObjectKind::Storage && storage &&
                     storage->version != static_cast<const StorageObject &>(*initial).version;
    if (!isWritten)
      continue;
    auto own = detached.find(address);
    const History &history = own == detached.end() ? storage->history : own->second;
    if (auto input = history.required ? inputOf(s, address) : std::nullopt)
      written.push_back({*input, history});
  }
  return written;
}

/// PyTorch knows no way from the call's node to what a tensor was computed of that it has detached.
void refuseDetached(Stage &s, Address leaf, const TensorObject &initial) {
  auto *now = s.state.heap.find<TensorObject>(leaf);
  bool isDetached = initial.own.required && now && !requiresGrad(s.state.heap, *now);
  if (isDetached && slotOfObject(s, leaf, "is_leaf") == s.boolean(false))
    refuse(s, diag::Kind::UnknownGradient,
           {"an argument that was computed before the call, and is used and then detached here,"});
}

/// The leaves of inputs that something leads to.
void giveLeaves(Stage &s, contract::Gradients &gradients,
                llvm::SmallVectorImpl<mlir::Value> &results) {
  llvm::DenseSet<Address> reached = leavesReached(s);
  for (auto [leaf, port] : s.functions.leavesOutside)
    if (llvm::is_contained(results, port))
      reached.insert(leaf);
  for (auto &[address, initial] : s.outside.initialObjects) {
    if (!reached.contains(address))
      continue;
    refuseDetached(s, address, static_cast<const TensorObject &>(*initial));
    mlir::Value port = s.functions.leavesOutside.lookup(address);
    auto number = llvm::cast<mlir::IntegerAttr>(port.getDefiningOp<ir::ConstantOp>().getValue());
    if (auto input = inputOf(s, static_cast<const TensorObject &>(*initial).storage))
      gradients.leaves.push_back({*input, int32_t(number.getInt())});
  }
  if (gradients.leaves.empty())
    return;
  gradients.leaf = int32_t(results.size());
  results.push_back(s.functions.leafOutside);
}

} // namespace

bool isViewWithoutGradients(Stage &s, Value tensor) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  return object.origin.isNoGrad && !object.origin.hasNode &&
         s.outside.initialObjects.count(object.storage) != 0 && object.own.at != tensor.address();
}

void keepHistories(Stage &s, Value value) {
  if (mayRequireGrad(s, value) && s.asBool(ambient(s, "grad_mode")) != false &&
      !s.facts.has(FactKind::History, InContainers))
    restartLater(s, FactKind::History, InContainers);
}

contract::Gradients giveGradients(Stage &s, llvm::ArrayRef<FollowedResult> tensors,
                                  llvm::SmallVectorImpl<mlir::Value> &results) {
  refuseHooksThatStay(s);
  contract::Gradients gradients;
  gradients.isTwice = !s.request.options.forArtifact && !tensors.empty() && mayBeTwice(s) &&
                      !s.facts.has(FactKind::OnceOutside, Everywhere);
  if (gradients.isTwice)
    gradients::askForTwice(s, FactKind::TwiceOutside);
  auto give = [&](mlir::Value value) {
    results.push_back(value);
    return int32_t(results.size() - 1);
  };
  std::vector<History> histories;
  for (const FollowedResult &each : tensors) {
    refuseHooksOfViews(s, each.history);
    histories.push_back(each.history);
  }
  std::vector<WrittenInput> written = writtenInputs(s);
  for (const WrittenInput &each : written)
    histories.push_back(each.history);
  if (s.sharing.isContainedWritten && !histories.empty()) // refused where it is written
    restart(s, FactKind::History, InContainers);
  std::vector<History> made = atRunTime(s, histories, "its results leave the call");
  for (auto [each, history] : llvm::zip(tensors, made))
    gradients.results.push_back(
        {each.index, give(history.node.ssa()), give(history.port.ssa()), each.part});
  for (auto [each, history] : llvm::zip(written, llvm::drop_begin(made, tensors.size())))
    gradients.writes.push_back({each.input, give(history.node.ssa()), give(history.port.ssa())});
  if (!histories.empty())
    refuseHooksOfResults(s, results);
  giveLeaves(s, gradients, results);
  return gradients;
}

} // namespace lith::stage

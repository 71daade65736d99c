// Engine.cpp: a backward through a graph that run time knows: its engine runs all of it, and what
// arrived is taken from the leaves.
#include "stage/gradients/Backward.h"

#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Hooks.h"
#include "stage/gradients/Partition.h"
#include "stage/runtime/Types.h"

#include "ir/Dialect.h"

namespace lith::stage::gradients {

/// Whether it is a leaf, of which path it may be one.
static bool mayBeLeaf(const TensorObject &tensor, Address address) {
  bool isOfRunTime = tensor.own.isRuntime() && tensor.chain.size() == tensor.ownDepth;
  bool isKnown = tensor.own.isKnown() && tensor.own.at == address && !tensor.origin.isCut();
  return isKnown || isOfRunTime;
}

/// All leaves that there are: any of them may have been reached.
static std::set<Address> allLeaves(Stage &s) {
  std::set<Address> leaves;
  forEachObject(s, [&](Address address, const Object &object) {
    if (object.kind == ObjectKind::Tensor &&
        mayBeLeaf(static_cast<const TensorObject &>(object), address))
      leaves.insert(address);
  });
  return leaves;
}

/// What arrived at a leaf, of several outputs at this one: a tensor of this type, or None.
Value Backward::takenOf(mlir::Value leaf, Value port, mlir::Type of) {
  Type type{};
  type.kind = Type::Kind::Tensor;
  type.requiresGrad = request.creates;
  auto ranked = llvm::cast<mlir::RankedTensorType>(of);
  type.dtype = uint8_t(ir::dtypeOf(ranked.getElementType()));
  type.rank = int8_t(ranked.getRank());
  Type none{};
  none.kind = Type::Kind::None;
  bool isOwn = request.accumulates && !request.creates;
  mlir::Value output = port.isUndefined() ? constantInt(s, 0) : port.ssa();
  mlir::Value box =
      rt(s, isOwn ? "grad_take_own" : "grad_take", {leaf, output}, ir::BoxType::get(&s.context));
  return unbox(s, box, typeSet(s, {none, type}));
}

void askForTwice(Stage &s, FactKind kind) {
  for (auto [asked, site] :
       {std::pair(kind, Everywhere), std::pair(FactKind::History, InContainers)})
    if (!s.facts.has(asked, site))
      restartLater(s, asked, site);
}

/// Runs the engine; for each input the leaf that collects what arrives.
/// `raised`: what a node has raised, which is to be raised when leaves have what came to them.
llvm::SmallVector<mlir::Value> Backward::callEngine(mlir::Value &raised) {
  std::vector<History> histories, watched;
  for (const Root &root : request.roots)
    histories.push_back(root.history);
  if (request.inputs)
    watched = *request.inputs;
  for (const History &input : watched)
    askForView(s, input);
  llvm::append_range(histories, watched);
  std::vector<History> made = atRunTime(s, histories, "a backward goes through nodes of run time");
  llvm::SmallVector<mlir::Value> operands{constantBool(s, request.keeps),
                                          constantBool(s, request.creates)};
  llvm::SmallVector<mlir::Value> ports, gradients, leaves, boxes;
  for (const History &history : made) {
    operands.push_back(toBox(s, history.node));
    ports.push_back(history.port.ssa());
  }
  size_t roots = request.roots.size();
  auto watchedNodes = llvm::ArrayRef(operands).drop_front(2 + roots).vec();
  operands.truncate(2 + roots);
  for (const Root &root : request.roots)
    gradients.push_back(toBox(s, root.gradient));
  for (size_t i = 0; i < watched.size(); ++i) {
    leaves.push_back(
        ir::GradLeafOp::create(s.builder(), s.loc(), ir::NodeType::get(&s.context), 1));
    boxes.push_back(toBox(s, Value::raw(leaves.back())));
  }
  operands.append(ports.begin(), ports.begin() + roots);
  operands.append(gradients);
  llvm::append_range(operands, watchedNodes);
  operands.append(ports.begin() + roots, ports.end());
  operands.append(boxes);
  auto run =
      ir::RtOp::create(s.builder(), s.loc(), mlir::TypeRange(ir::BoxType::get(&s.context)),
                       s.builder().getStringAttr("grad_run"), operands,
                       s.builder().getDenseI64ArrayAttr({int64_t(roots), int64_t(watched.size())}));
  raised = run->getResult(0);
  return leaves;
}

bool Backward::isLeaf(const History &history) const {
  return history.isKnown() && !s.state.heap.find<NodeObject>(history.at);
}

std::optional<size_t> Backward::inputOf(Address leaf) const {
  if (request.inputs)
    for (auto [i, input] : llvm::enumerate(*request.inputs))
      if (input.at == leaf)
        return i;
  return std::nullopt;
}

bool Backward::runByEngine() {
  if (request.creates)
    askForTwice(s, FactKind::Twice);
  refuseHooksOfPaths(s);
  mlir::Value raised;
  llvm::SmallVector<mlir::Value> collected = callEngine(raised);
  // What leaves collected is taken also where something was raised: the next run adds to nothing.
  std::vector<std::pair<Address, Value>> taken;
  for (Address leaf : allLeaves(s)) {
    ensureOutside(s, Value::ref(leaf)); // this path may not have met it yet
    if (request.inputs)
      checkPast(leaf);
    const TensorObject &tensor = *s.state.heap.find<TensorObject>(leaf);
    if (auto input = inputOf(leaf))
      taken.push_back({leaf, takenOf(collected[*input], {}, tensor.type)});
    else if (!request.inputs)
      taken.push_back({leaf, takenOf(tensor.own.node.ssa(), tensor.own.port, tensor.type)});
  }
  bool accumulates = request.accumulates; // else nobody sees what came before something was raised
  if (!accumulates)
    rt(s, "grad_raise", raised, mlir::Type());
  for (auto [i, leaf] : llvm::enumerate(collected))
    if (const History &input = (*request.inputs)[i]; !isLeaf(input))
      arrived[placeOf(input)] = takenOf(leaf, {}, request.inputTypes[i]);
  for (auto &[at, gradient] : taken) {
    Address leaf = at;
    Result done = forEachAlternative(s, gradient, [&](Value one) -> Result {
      if (s.isNone(one))
        return one;
      checkPast(leaf);
      Result hooked = throughHooks(s, {true, leaf}, one);
      return hooked && accumulate(Value::ref(leaf), *hooked) ? hooked : std::nullopt;
    });
    if (!done)
      return false;
    if (request.inputs)
      arrived[placeOf({true, leaf})] = *done;
  }
  if (accumulates)
    rt(s, "grad_raise", raised, mlir::Type());
  return true;
}

} // namespace lith::stage::gradients

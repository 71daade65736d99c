// Record.cpp: what is noted of operations on tensors that require a gradient.
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/gradients/Backward.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"

#include "ops/TensorOps.h"

namespace lith::stage {

using namespace lith::stage::tensor;

namespace {

/// Whether operations are noted at all now; where only run time knows, histories are not known.
std::optional<bool> isRecording(Stage &s) { return s.asBool(ambient(s, "grad_mode")); }

/// A step that changes neither sizes nor order, as `detach` and `alias` make one.
bool isTrivial(const ViewStep &step) {
  auto dims = step.attributes.getAs<mlir::DenseI64ArrayAttr>("dims");
  return step.name == ir::SqueezeOp::getOperationName() && dims && dims.empty();
}

/// What `argument` is in a node: the contents of tensors, whose histories are appended.
Value kept(Stage &s, Value argument, std::vector<History> &histories) {
  if (s.isTensor(argument)) {
    histories.push_back(edgeOf(s, argument));
    return Value::raw(tensorContents(s, argument));
  }
  auto *list = s.find<ListObject>(argument);
  bool isSequence = (list && !list->isRuntime()) || argument.isTuple();
  if (!isSequence)
    return argument;
  std::vector<Value> elements;
  for (Value each : list ? listElements(s, argument) : argument.tuple().elements.vec())
    elements.push_back(kept(s, each, histories));
  return s.tuple(elements);
}

bool isDifferentiable(Stage &s, Value result) {
  return s.isTensor(result) && !dtypes::isIntegral(dtypeOf(s, result));
}

/// Whether the node of `from` is one of those that lead to `to`.
bool leadsTo(const Heap &heap, const History &from, const History &to) {
  llvm::SmallVector<History> left{from};
  llvm::DenseSet<Address> seen;
  while (!left.empty()) {
    History history = left.pop_back_val();
    if (history == to)
      return true;
    auto *node = heap.find<NodeObject>(history.at);
    if (node && seen.insert(history.at).second)
      left.append(node->histories.begin(), node->histories.end());
  }
  return false;
}

void setHistory(Stage &s, Value tensor, History history) {
  s.state.heap.write<StorageObject>(s.find<TensorObject>(tensor)->storage).history = history;
}

History historyOfView(Stage &s, Value tensor, History base, unsigned depth) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  auto steps = llvm::ArrayRef(object.chain).drop_front(depth);
  if (!base.required || llvm::all_of(steps, isTrivial))
    return base;
  auto *made = s.state.heap.find<NodeObject>(object.viewed.at);
  if (made && object.viewedOf == base && made->chain.size() == steps.size())
    return object.viewed;
  auto node = std::make_shared<NodeObject>();
  node->form = NodeObject::Form::View;
  node->released = s.boolean(false);
  node->chain.assign(steps.begin(), steps.end());
  node->histories = {base};
  node->arguments = {Value::raw(baseOfView(s, tensor, depth))};
  node->results = {Value::raw(tensorContents(s, tensor))};
  History history{true, s.allocate(std::move(node))};
  TensorObject &view = s.write<TensorObject>(tensor);
  view.viewed = history;
  view.viewedOf = base;
  return history;
}

/// The histories of what a node gives that was made just now: known ones, or, where several were
/// found to need it, of run time.
std::vector<History> historiesOf(Stage &s, std::shared_ptr<NodeObject> node) {
  node->released = s.boolean(false);
  node->site = site(s);
  std::vector<History> all(node->results.size(), {true});
  Address at = s.allocate(std::move(node));
  for (auto [i, history] : llvm::enumerate(all)) {
    history.at = at;
    history.output = uint32_t(i);
  }
  return s.facts.has(FactKind::NodeAtRunTime, site(s)) ? atRunTime(s, all) : all;
}

} // namespace

History edgeOf(Stage &s, Value tensor) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  History base = historyOf(s.state.heap, object);
  return historyOfView(s, tensor, base, object.own.required ? object.ownDepth : 0);
}

History leafHistory(Stage &s, Address leaf, bool isFromEntry) {
  mlir::OpBuilder atEntry(s.emission.entry, s.emission.entry->begin());
  mlir::Value node = ir::GradLeafOp::create(isFromEntry ? atEntry : s.builder(), s.loc(),
                                            ir::NodeType::get(&s.context));
  return {true, leaf, 0, Everywhere, Value::raw(node), {}};
}

Value requiresGradOf(Stage &s, Value tensor) {
  History history = historyOf(s.state.heap, *s.find<TensorObject>(tensor));
  if (history.isUndecided() && history.site != Everywhere)
    restartLater(s, FactKind::History, history.site);
  if (!history.isRuntime())
    return s.boolean(history.required);
  return s.boolScalar(rtPlain(s, "node_is", history.node.ssa(), s.builder().getI1Type()));
}

Value isLeaf(Stage &s, Value tensor) {
  Value required = requiresGradOf(s, tensor);
  if (s.find<TensorObject>(tensor)->own.at == tensor.address())
    return s.boolean(true);
  return *unary(s, syntax::UnaryOperator::Not, required);
}

void record(Stage &s, const ops::Operator &op, llvm::ArrayRef<Value> arguments,
            llvm::ArrayRef<Value> results) {
  if (!needsGrad(s, arguments) || isRecording(s) != true)
    return;
  auto node = std::make_shared<NodeObject>();
  node->op = &op;
  for (Value argument : arguments)
    node->arguments.push_back(kept(s, argument, node->histories));
  for (Value result : results)
    node->results.push_back(s.isTensor(result) ? Value::raw(tensorContents(s, result)) : Value());
  std::vector<History> histories = historiesOf(s, std::move(node));
  for (auto [result, history] : llvm::zip(results, histories))
    if (isDifferentiable(s, result))
      setHistory(s, result, history);
}

void gradients::recordFunction(Stage &s, Value cls, Value context, llvm::ArrayRef<Value> arguments,
                               llvm::ArrayRef<Value> results,
                               llvm::ArrayRef<Value> isDifferentiable) {
  if (isRecording(s) != true) // only run time knows whether it is noted
    refuse(s, diag::Kind::UnknownGradient,
           {"a torch.autograd.Function where only run time knows whether gradients are on"});
  auto node = std::make_shared<NodeObject>();
  node->arguments = {cls, context};
  for (Value argument : arguments) // Function.apply looks into no containers
    node->arguments.push_back(s.isTensor(argument) ? kept(s, argument, node->histories) : s.none());
  for (Value result : results)
    node->results.push_back(s.isTensor(result) ? Value::raw(tensorContents(s, result)) : Value());
  std::vector<History> histories = historiesOf(s, std::move(node));
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!lith::stage::isDifferentiable(s, result) || isDifferentiable[i] != s.boolean(true))
      continue;
    TensorObject &tensor = s.write<TensorObject>(result);
    tensor.own = histories[i];
    tensor.ownDepth = unsigned(tensor.chain.size());
  }
}

void recordJoin(Stage &s, mlir::Value list, unsigned dim, bool isStack, Value joined) {
  if (!needsGradient(s, joined) || isRecording(s) != true)
    return;
  History history{true, NoAddress, 0, InContainers};
  if (s.facts.has(FactKind::History, InContainers)) {
    history.node =
        Value::raw(rtPlain(s, "grad_join", {list, constantInt(s, dim), constantBool(s, isStack)},
                           ir::NodeType::get(&s.context)));
    history.port = Value::raw(constantInt(s, 0));
  }
  setHistory(s, joined, history);
}

bool checkMayWrite(Stage &s, Value target) {
  const TensorObject &object = *s.find<TensorObject>(target);
  if (!object.own.isKnown() || isRecording(s) != true)
    return true;
  bool isView = object.own.at != target.address();
  if (isOutside(s, object.own.at) && slotOfObject(s, object.own.at, "is_leaf") == s.boolean(false))
    refuse(s, diag::Kind::UnknownGradient,
           {"an argument that was computed before the call, and is written here,"});
  raise(s, "RuntimeError",
        llvm::Twine(isView ? "a view of a leaf" : "a leaf") +
            " Variable that requires grad is being used in an in-place operation.");
  return false;
}

void recordWrite(Stage &s, Value target, Value source) {
  if (dtypes::isIntegral(dtypeOf(s, target)) || !needsGrad(s, {target, source}))
    return;
  const TensorObject &object = *s.find<TensorObject>(target);
  if (object.own.required || object.isDetached || isRecording(s) != true) {
    if (object.isDetached)
      s.write<TensorObject>(target).own.required = true;
    else
      setHistory(s, target, {true});
    return;
  }
  History before = historyOf(s.state.heap, object);
  bool isWhole = object.chain.empty();
  History written = s.isTensor(source) ? edgeOf(s, source) : History();
  bool isSame = s.isTensor(source) && dtypeOf(s, source) == dtypeOf(s, target) &&
                shapeOf(s, tensorContents(s, source)) == shapeOf(s, tensorContents(s, target));
  if (isWhole && isSame && written.isKnown() &&
      (!before.required || leadsTo(s.state.heap, written, before)))
    return setHistory(s, target, written);
  auto node = std::make_shared<NodeObject>();
  node->form = NodeObject::Form::Insert;
  node->chain = object.chain;
  node->histories = {before};
  node->arguments = {Value::raw(baseOfView(s, target, 0))};
  if (s.isTensor(source)) {
    node->histories.push_back(written);
    node->arguments.push_back(Value::raw(tensorContents(s, source)));
  }
  node->results = {Value::raw(baseOfView(s, target, 0))};
  setHistory(s, target, historiesOf(s, std::move(node))[0]);
}

} // namespace lith::stage

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
#include "stage/gradients/Hooks.h"
#include "stage/gradients/Names.h"
#include "stage/gradients/Versions.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

#include "ops/TensorOps.h"

#include <functional>

namespace lith::stage {

using namespace lith::stage::tensor;

namespace {

/// Whether operations are noted at all now; where only run time knows, histories are not known.
std::optional<bool> isRecording(Stage &s) { return s.asBool(ambient(s, "grad_mode")); }

/// What `argument` is in a node: the contents of tensors, of which the node gets all else.
Value kept(Stage &s, Value argument, NodeObject &node) {
  if (Value whole = physicalOf(s, argument); s.isTensor(whole)) {
    node.histories.push_back(usedEdgeOf(s, whole));
    node.kept.push_back(gradients::keptNow(s, argument));
    return Value::raw(tensorContents(s, whole));
  }
  auto *list = s.find<ListObject>(argument);
  bool isSequence = (list && !list->isRuntime()) || argument.isTuple();
  if (!isSequence)
    return argument;
  std::vector<Value> elements;
  for (Value each : list ? listElements(s, argument) : argument.tuple().elements.vec())
    elements.push_back(kept(s, each, node));
  return s.tuple(elements);
}

void keepResults(Stage &s, llvm::ArrayRef<Value> results, NodeObject &node) {
  for (Value result : results) {
    Value whole = physicalOf(s, result);
    bool isTensor = s.isTensor(whole);
    node.results.push_back(isTensor ? Value::raw(tensorContents(s, whole)) : Value());
    node.kept.push_back(isTensor ? gradients::keptNow(s, result) : KeptTensor());
  }
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

/// Whether nobody wrote what the view is of since it was made of its parent.
bool isThroughParent(Stage &s, const TensorObject &view, const History &base) {
  auto *parent = s.state.heap.find<TensorObject>(view.parent);
  return parent && view.bornOf == base && historyOf(s.state.heap, *parent) == base &&
         parent->storage == view.storage && !parent->origin.isCut();
}

History historyOfView(Stage &s, Value tensor, History base, unsigned depth) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  auto steps = llvm::ArrayRef(object.chain).drop_front(depth);
  if (!base.required || llvm::all_of(steps, std::mem_fn(&ViewStep::isTrivial)))
    return base;
  if (object.lostHooks)
    refuse(s, diag::Kind::UnknownGradient, {"a hook of a view, which only some paths have,"});
  bool isMade = s.state.heap.find<NodeObject>(object.viewed.at); // not on another path only
  if (isMade && object.viewedOf == base && object.viewedSteps == object.chain.size())
    return object.viewed;
  History from = base;
  if (isThroughParent(s, object, base)) {
    Value parent = Value::ref(object.parent);
    depth = unsigned(s.find<TensorObject>(parent)->chain.size());
    from = edgeOf(s, parent);
    steps = llvm::ArrayRef(s.find<TensorObject>(tensor)->chain).drop_front(depth);
  }
  if (llvm::all_of(steps, std::mem_fn(&ViewStep::isTrivial)))
    return from;
  auto node = std::make_shared<NodeObject>();
  node->form = NodeObject::Form::View;
  node->site = site(s);
  node->released = s.boolean(false);
  node->chain.assign(steps.begin(), steps.end());
  node->histories = {from};
  node->arguments = {Value::raw(baseOfView(s, tensor, depth))};
  node->kept.resize(2);
  node->results = {Value::raw(tensorContents(s, tensor))};
  History history{true, s.allocate(std::move(node))};
  if (isMade)
    gradients::moveKeeper(s, s.find<TensorObject>(tensor)->viewed, history);
  TensorObject &view = s.write<TensorObject>(tensor);
  view.viewed = history;
  view.viewedOf = base;
  view.viewedSteps = view.chain.size();
  if (s.body.nodesOutside || !s.facts.has(FactKind::ViewAtRunTime, site(s)))
    return history;
  History made = atRunTime(s, history, "a backward stops at this view")[0];
  TensorObject &own = s.write<TensorObject>(tensor);
  own.own = made;
  own.ownDepth = unsigned(own.chain.size());
  return made;
}

/// Whether this is the memory of an argument of a call that is being staged. A function of
/// gradients has frames of its own: what rules write they made.
bool isGiven(Stage &s, const Activation &call, Address storage) {
  if (s.body.nodesOutside || call.frame >= s.state.frames.size())
    return false;
  return llvm::any_of(call.code->parameters, [&](const ParameterCode &parameter) {
    NamePlace place = call.code->place(parameter.name);
    auto *tensor = s.find<TensorObject>(s.state.frames[call.frame]->slots[place.index]);
    return tensor && tensor->storage == storage;
  });
}

/// Notes the place of a node that is made now, and what the user called there. A write into what
/// that was given is the user's.
void notePlace(Stage &s, NodeObject &node, Address written) {
  node.place = s.loc();
  const Activation *composite = nullptr;
  for (const Activation *each = s.activation; each && each->globals.isUndefined();
       each = each->caller)
    composite = each;
  if (composite && (written == NoAddress || !isGiven(s, *composite, written)))
    node.composite = composite->code->name;
}

/// The histories of what a node gives that was made just now: known ones, or, where several were
/// found to need it, of run time. `written`: the storage, of a node of a write.
std::vector<History> historiesOf(Stage &s, std::shared_ptr<NodeObject> node,
                                 Address written = NoAddress) {
  node->released = s.boolean(false);
  node->site = site(s);
  notePlace(s, *node, written);
  std::vector<History> all(node->results.size(), {true});
  Address at = s.allocate(std::move(node));
  for (auto [i, history] : llvm::enumerate(all)) {
    history.at = at;
    history.output = uint32_t(i);
  }
  if (s.body.isInPlace || !s.facts.has(FactKind::NodeAtRunTime, site(s)))
    return all;
  return atRunTime(s, all, "several nodes of run time lead to it");
}

} // namespace

History edgeOf(Stage &s, Value tensor) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  History base = historyOf(s.state.heap, object);
  bool isOwnLeaf = object.own.at == tensor.address();
  if (object.origin.isCut() && base.required && !isOwnLeaf) { // a leaf that gets no gradient
    History own = leafHistory(s, tensor.address());
    TensorObject &view = s.write<TensorObject>(tensor);
    view.own = own;
    view.ownDepth = unsigned(view.chain.size());
    return own;
  }
  return historyOfView(s, tensor, base, object.own.required ? object.ownDepth : 0);
}

History usedEdgeOf(Stage &s, Value tensor) {
  if (needsGradient(s, tensor))
    askForNode(s, tensor);
  return edgeOf(s, tensor);
}

History sharedEdgeOf(Stage &s, Value tensor) {
  const TensorObject &view = *s.find<TensorObject>(tensor);
  if (!view.hasNodeOnPath)
    return usedEdgeOf(s, tensor);
  if (view.bornAt == Site{} || !addFact(s, FactKind::NodeOfView, view.bornAt))
    refuse(s, diag::Kind::UnknownGradient, {"a view that only some paths have used before"});
  throw Restart{};
}

// Marks the constants that are outputs of the node of leaves outside: functions of gradients have
// copies of them.
static constexpr llvm::StringLiteral LeafPort = "leaf_port";

static mlir::Value leafPort(Stage &s, Address leaf) {
  mlir::Value &port = s.functions.leavesOutside[leaf];
  if (port)
    return port;
  auto number = int64_t(s.functions.leavesOutside.size()) - 1;
  mlir::OpBuilder atEntry(s.emission.entry, s.emission.entry->begin());
  mlir::Value &node = s.functions.leafOutside;
  if (!node)
    node = ir::GradLeafOp::create(atEntry, s.loc(), ir::NodeType::get(&s.context), 0);
  node.getDefiningOp<ir::GradLeafOp>().setOutputs(number + 1);
  auto made = ir::ConstantOp::create(atEntry, s.loc(), number);
  made->setAttr(LeafPort, atEntry.getUnitAttr());
  return port = made;
}

History leafHistory(Stage &s, Address leaf, bool isFromEntry) {
  History made{true, leaf};
  if (isFromEntry)
    made.port = Value::raw(leafPort(s, leaf));
  mlir::Value node = s.functions.leafOutside;
  if (!isFromEntry)
    node = ir::GradLeafOp::create(s.builder(), s.loc(), ir::NodeType::get(&s.context), 1);
  made.node = Value::raw(node);
  return made;
}

llvm::DenseSet<Address> leavesReached(Stage &s) {
  llvm::DenseSet<int64_t> used;
  s.emission.module->walk([&](ir::ConstantOp op) {
    if (op->hasAttr(LeafPort) && !op->use_empty())
      used.insert(llvm::cast<mlir::IntegerAttr>(op.getValue()).getInt());
  });
  llvm::DenseSet<Address> reached;
  for (auto [leaf, port] : s.functions.leavesOutside)
    if (used.contains(llvm::cast<mlir::IntegerAttr>(port.getDefiningOp<ir::ConstantOp>().getValue())
                          .getInt()))
      reached.insert(leaf);
  return reached;
}

Value isOwnLeaf(Stage &s, Value tensor) {
  auto *object = s.find<TensorObject>(tensor);
  if (!object->isLeaf.isUndefined())
    return object->isLeaf;
  bool isOwn = object->own.required && object->own.at == tensor.address();
  if (isOwn && isOutside(s, tensor.address()))
    return slotOfObject(s, tensor.address(), "is_leaf");
  auto *node = s.state.heap.find<NodeObject>(object->own.at);
  bool isInput = node && !node->open.isUndefined() && object->chain.size() == object->ownDepth;
  return s.boolean(isOwn || object->origin.isCut() || isInput);
}

bool isLeafUntold(Stage &s, Value tensor) {
  auto *object = s.find<TensorObject>(tensor);
  return object->unknownIdentity && object->objection.isUndefined() &&
         s.sharing.mayBe(object->storage).contains(Sharing::InContainers);
}

Value isLeaf(Stage &s, Value tensor) {
  if (needsGradient(s, tensor))
    askForNode(s, tensor);
  Value required = requiresGradOf(s, tensor), own = isOwnLeaf(s, tensor);
  if (own == s.boolean(true))
    return own;
  if (isLeafUntold(s, tensor) && required != s.boolean(false))
    refuse(s, diag::Kind::UnsupportedExpression,
           {"`is_leaf` of a tensor that a container or function of run time has"});
  Value isFree = *unary(s, syntax::UnaryOperator::Not, required);
  return own == s.boolean(false) ? isFree : *binary(s, syntax::Operator::BitOr, own, isFree);
}

void record(Stage &s, const ops::Operator &op, llvm::ArrayRef<Value> arguments,
            llvm::ArrayRef<Value> results) {
  if (!needsGrad(s, arguments) || isRecording(s) != true)
    return;
  if (results.size() == 1 && llvm::is_contained(arguments, results[0])) // nothing was made
    return;
  auto node = std::make_shared<NodeObject>();
  node->op = &op;
  for (Value argument : arguments)
    node->arguments.push_back(kept(s, argument, *node));
  keepResults(s, results, *node);
  std::vector<History> histories = historiesOf(s, std::move(node));
  for (auto [result, history] : llvm::zip(results, histories))
    if (Value whole = physicalOf(s, result); isDifferentiable(s, whole))
      setHistory(s, whole, history);
}

Value gradients::recordKept(Stage &s, Value made, llvm::ArrayRef<Value> tensors) {
  if (!needsGrad(s, made) || isRecording(s) != true)
    return made;
  auto node = std::make_shared<NodeObject>();
  node->form = NodeObject::Form::View;
  node->arguments.push_back(kept(s, made, *node));
  bool isView = !s.find<TensorObject>(made)->chain.empty(); // eager has no view there
  Value result = isView ? newTensor(s, tensorContents(s, made)) : made;
  for (Value tensor : tensors) {
    if (tensor == made)
      tensor = result;
    if (!s.isTensor(tensor))
      continue;
    node->arguments.push_back(Value::raw(tensorContents(s, tensor)));
    node->kept.push_back(gradients::keptNow(s, tensor));
    node->histories.push_back({});
  }
  keepResults(s, result, *node);
  setHistory(s, result, historiesOf(s, std::move(node))[0]);
  return result;
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
    node->arguments.push_back(s.isTensor(argument) ? kept(s, argument, *node) : s.none());
  keepResults(s, results, *node);
  std::vector<History> histories = historiesOf(s, std::move(node));
  for (auto [i, result] : llvm::enumerate(results)) {
    if (!lith::stage::isDifferentiable(s, result) || isDifferentiable[i] != s.boolean(true))
      continue;
    const History &history = histories[i];
    TensorObject &tensor = s.write<TensorObject>(result);
    tensor.origin = {}; // forward ran where no gradients are
    bool isOther = llvm::any_of(arguments, [&](Value argument) {
      auto *given = s.find<TensorObject>(argument);
      return given && argument != result && given->storage == tensor.storage;
    });
    if (tensor.chain.empty() && !isOther) {
      tensor.own = {};
      setHistory(s, result, history);
      continue;
    }
    tensor.own = history;
    tensor.ownDepth = unsigned(tensor.chain.size());
    tensor.mayBeCut = true;
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

/// The history of what may be the same memory is not known any more. Where somebody asks for it,
/// the program is refused here; the caller asks for that of what was there before the call.
static void loseOthers(Stage &s, Value target) {
  Address written = s.find<TensorObject>(target)->storage;
  static constexpr uint64_t OfWrites = 0x77726974; // joins may have the place itself
  Site site{uint64_t(stage::site(s)) ^ OfWrites};
  llvm::DenseSet<Address> mayBe = s.sharing.mayBe(written);
  auto isOne = [&](Address address) {
    return llvm::any_of(s.sharing.mayBe(address),
                        [&](Address each) { return mayBe.contains(each); });
  };
  bool isContained = mayBe.contains(Sharing::InContainers);
  if (isContained && s.facts.has(FactKind::History, InContainers))
    refuse(s, diag::Kind::UnknownGradient,
           {"a tensor that a container or function of run time has, and that is written,"});
  s.sharing.isContainedWritten |= isContained;
  std::vector<Address> others;
  llvm::DenseSet<Address> ofLeaves; // which nobody may write: it would have raised (checkMayWrite)
  forEachObject(s, [&](Address address, const Object &object) {
    if (object.kind == ObjectKind::Tensor) {
      auto &tensor = static_cast<const TensorObject &>(object);
      if (tensor.own.isKnown() && tensor.own.at == address)
        ofLeaves.insert(tensor.storage);
    } else if (object.kind == ObjectKind::Storage) {
      bool isCell = static_cast<const StorageObject &>(object).isCell;
      if (isCell && address != written && isOne(address))
        others.push_back(address);
    }
  });
  // What only run time knows to be a leaf or not has no objection of its own.
  bool isLeafToo = llvm::any_of(others, [&](Address each) { return ofLeaves.contains(each); });
  const TensorObject &tensor = *s.find<TensorObject>(target);
  bool isUnknown = needsGrad(s, {target}) && !historyOf(s.state.heap, tensor).isKnown();
  if (isLeafToo && isUnknown && !tensor.isDetached && tensor.objection.isUndefined())
    refuse(s, diag::Kind::UnknownGradient,
           {"a tensor that may be one which requires a gradient itself, and is written,"});
  llvm::erase_if(others, [&](Address address) { return ofLeaves.contains(address); });
  bool areAsked = llvm::any_of(
      others, [&](Address address) { return s.outside.initialObjects.count(address) != 0; });
  if (!others.empty() && (areAsked || s.facts.has(FactKind::History, site)))
    refuse(s, diag::Kind::UnknownGradient,
           {"a tensor that may be one of several, and is written,"});
  for (Address other : others)
    s.state.heap.write<StorageObject>(other).history = {true, NoAddress, 0, site, {}, {}};
}

/// The node of the view that was written is made anew where it has the tensor that keeps its
/// gradient.
static void moveKeepers(Stage &s, Value target, const History &before, const History &now) {
  gradients::moveKeeper(s, before, now);
  const History viewed = s.find<TensorObject>(target)->viewed;
  if (s.state.heap.find<NodeObject>(viewed.at) && gradients::keepsGradient(s, viewed))
    edgeOf(s, target);
}

void gradients::setWritten(Stage &s, Value target, History now) {
  const TensorObject object = *s.find<TensorObject>(target);
  if (!object.hasOwn())
    return setHistory(s, target, now);
  if (!object.isDetached)
    setHistory(s, target, {true});
  std::vector<Address> over;
  Heap::diff(Heap(), s.state.heap, [&](Address address) {
    auto *tensor = s.state.heap.find<TensorObject>(address);
    if (tensor && tensor->storage == object.storage && tensor->hasOwn())
      over.push_back(address);
  });
  for (Address each : over) {
    const TensorObject &tensor = *s.state.heap.find<TensorObject>(each);
    bool isKnown = object.own.required || object.own.at != NoAddress || each == target.address();
    bool isSame = isKnown && tensor.own == object.own && tensor.ownDepth == object.ownDepth &&
                  tensor.isDetached == object.isDetached;
    if (isSame || !isKnown || !object.isDetached)
      s.state.heap.write<TensorObject>(each).own = isSame ? now : History{true};
  }
}

/// Views of before the call have memory of their own to the stage: they would not know of a
/// history.
static void checkOthersOfBefore(Stage &s, Address written) {
  if (!s.outside.initialObjects.count(written))
    return;
  s.sharing.recorded.insert(written);
  if (s.facts.has(FactKind::SeenByViews, s.state.heap.find<StorageObject>(written)->site))
    refuse(s, diag::Kind::UnknownGradient,
           {"a tensor that is written, and of which the program has views of before the call,"});
}

static void recordNeeded(Stage &s, Value target, Value source) {
  const TensorObject &object = *s.find<TensorObject>(target);
  if (isRecording(s) != true) {
    if (!object.own.isKnown() || s.state.heap.find<NodeObject>(object.own.at))
      gradients::setWritten(s, target, {true}); // a leaf stays one, or it raised
    return;
  }
  checkOthersOfBefore(s, object.storage);
  if (s.state.heap.find<StorageObject>(object.storage)->isCell)
    loseOthers(s, target);
  History before = historyOf(s.state.heap, object);
  unsigned depth = object.hasOwn() ? object.ownDepth : 0; // what has that history
  auto steps = llvm::ArrayRef(object.chain).drop_front(depth);
  bool isWhole = steps.empty();
  History written = s.isTensor(source) ? usedEdgeOf(s, source) : History();
  bool isSame = s.isTensor(source) && dtypeOf(s, source) == dtypeOf(s, target) &&
                shapeOf(s, tensorContents(s, source)) == shapeOf(s, tensorContents(s, target));
  bool isOfNode = written.isKnown() && s.state.heap.find<NodeObject>(written.at); // no leaf
  if (isWhole && isSame && isOfNode &&
      (!before.required || leadsTo(s.state.heap, written, before))) {
    gradients::setWritten(s, target, written);
    return moveKeepers(s, target, before, written);
  }
  auto node = std::make_shared<NodeObject>();
  node->form = NodeObject::Form::Insert;
  node->chain.assign(steps.begin(), steps.end());
  node->histories = {before};
  node->arguments = {Value::raw(baseOfView(s, target, depth))};
  if (s.isTensor(source)) {
    node->histories.push_back(written);
    node->arguments.push_back(Value::raw(tensorContents(s, source)));
  }
  node->results = {Value::raw(baseOfView(s, target, depth))};
  History now = historiesOf(s, std::move(node), object.storage)[0];
  gradients::setWritten(s, target, now);
  moveKeepers(s, target, before, now);
}

void recordWrite(Stage &s, Value target, Value source) {
  if (dtypes::isIntegral(dtypeOf(s, target)) || !needsGrad(s, {target, source}))
    return;
  std::vector<Address> views = viewsWithoutGradient(s, target);
  recordNeeded(s, target, source);
  markUnasked(s, views);
}

} // namespace lith::stage

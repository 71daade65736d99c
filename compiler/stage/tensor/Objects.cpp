// Objects.cpp: tensor objects over storages: contents, views, writes.
//
// A storage is a value (its contents are an SSA tensor, a write makes the next)
// or a cell (an SSA !lith.storage, read and written in order). A view is a chain
// of view operations on its storage; applying the chain to the contents gives
// the view's value, applying it to the cell gives an alias to load and store.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"
#include "stage/tensor/Tensor.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"
#include "stage/Gradients.h"
#include "stage/Tensors.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::ir;
using namespace lith::stage::tensor;

static StorageObject &storageOf(Stage &stage, Value tensor) {
  return stage.state.heap.write<StorageObject>(stage.find<TensorObject>(tensor)->storage);
}
static const StorageObject &readStorage(Stage &stage, const TensorObject &tensor) {
  return *stage.state.heap.find<StorageObject>(tensor.storage);
}

/// How what a function of the runtime gives lies in memory.
static ops::Layout layoutOf(mlir::Operation *op) {
  auto record = llvm::dyn_cast_if_present<ops::TensorOperator>(op);
  return record && llvm::isa<ir::RuntimeCall>(op) ? record.getLayout() : ops::Layout::Unknown;
}

/// Whether a computed value, or the memory of a cell, is known to lie in row-major order.
/// Elementwise operators lay their results out as their operands lie; what computes into new memory
/// of its own has it in order.
static bool isRowMajor(mlir::Value value, unsigned depth = 12) {
  mlir::Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (llvm::isa<MatmulOp, InOrderOp>(op) || llvm::isa<ir::Reduction>(op))
    return true;
  if (llvm::isa<ir::RuntimeCall>(op)) {
    auto isInOrder = [&](mlir::Value each) { return isRowMajor(each, depth - 1); };
    auto operands = op->getOperands();
    unsigned rank = rankedType(value).getRank();
    switch (layoutOf(op)) {
    case ops::Layout::Unknown:
      return false;
    case ops::Layout::Rows:
      return true;
    case ops::Layout::First:
      return isInOrder(operands[0]);
    case ops::Layout::Second:
      return isInOrder(operands[1]);
    case ops::Layout::Channels:
      return (rank != 4 && rank != 5) || llvm::any_of(operands.drop_front(), isInOrder);
    }
  }
  if (llvm::isa<ViewAsOp, ReshapeOp, UnsqueezeOp, SqueezeOp, InsertOp, RefineOp, NewStorageOp>(op))
    return isRowMajor(op->getOperand(0), depth - 1);
  if (!op->hasTrait<ir::Elementwise>() && !llvm::isa<CloneOp>(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](mlir::Value operand) {
    auto type = llvm::dyn_cast<mlir::RankedTensorType>(operand.getType());
    return !type || type.getRank() <= 1 || isRowMajor(operand, depth - 1);
  });
}

static mlir::Value makeCell(Stage &stage, mlir::Value contents) {
  auto type = StorageType::get(&stage.context, llvm::cast<mlir::TensorType>(contents.getType()));
  return NewStorageOp::create(stage.builder(), stage.loc(), type, contents);
}

static Value objectOver(Stage &stage, std::shared_ptr<StorageObject> storage, mlir::Type type,
                        host::Handle cls = nullptr) {
  auto tensor = std::make_shared<TensorObject>();
  tensor->storage = stage.allocate(std::move(storage));
  tensor->type = type;
  tensor->cls = cls;
  return stage.make(std::move(tensor));
}

Value newTensor(Stage &stage, mlir::Value contents, bool requiresGrad) {
  auto storage = std::make_shared<StorageObject>();
  storage->site = site(stage);
  storage->isCell = stage.facts.has(FactKind::Cell, storage->site);
  storage->contents = Value::raw(storage->isCell ? makeCell(stage, contents) : contents);
  storage->history.required = requiresGrad;
  storage->writes = newCounter(stage, *storage, stage.builder());
  return objectOver(stage, std::move(storage), contents.getType());
}

Value newOutsideTensor(Stage &stage, mlir::Value input, bool requiresGrad, host::Handle cls,
                       Site site) {
  auto storage = std::make_shared<StorageObject>();
  storage->site = site;
  storage->isOutside = true;
  storage->isCell = llvm::isa<StorageType>(input.getType());
  storage->contents = Value::raw(input);
  storage->history.required = requiresGrad;
  return objectOver(stage, std::move(storage), tensorType(input.getType()), cls);
}

static mlir::Value applyStep(Stage &stage, const ViewStep &step, mlir::Value base) {
  mlir::Type type = step.resultType;
  if (llvm::isa<StorageType>(base.getType()))
    type = StorageType::get(&stage.context, llvm::cast<mlir::TensorType>(type));
  mlir::OperationState state(stage.loc(), step.name);
  state.addOperands(base);
  for (Value operand : step.operands)
    state.addOperands(operand.ssa());
  state.addAttributes(step.attributes.getValue());
  state.addTypes(type);
  return stage.builder().create(state)->getResult(0);
}

/// The chain applied to what the storage now is: a value, or an alias of the cell.
static mlir::Value applied(Stage &stage, Value value) {
  const TensorObject &tensor = *stage.find<TensorObject>(value);
  Value base = readStorage(stage, tensor).contents;
  if (tensor.chain.empty())
    return base.ssa();
  if (!tensor.current.isUndefined() && tensor.currentBase == base)
    return tensor.current.ssa();
  mlir::Value result = base.ssa();
  for (const ViewStep &step : llvm::SmallVector<ViewStep, 1>(tensor.chain))
    result = applyStep(stage, step, result);
  TensorObject &changed = stage.write<TensorObject>(value);
  changed.current = Value::raw(result);
  changed.currentBase = base;
  return result;
}

mlir::Value tensor::baseOfView(Stage &stage, Value value, unsigned depth) {
  const TensorObject &view = *stage.find<TensorObject>(value);
  mlir::Value base = readStorage(stage, view).contents.ssa();
  for (const ViewStep &step :
       llvm::SmallVector<ViewStep, 1>(llvm::ArrayRef(view.chain).take_front(depth)))
    base = applyStep(stage, step, base);
  if (auto storage = llvm::dyn_cast<StorageType>(base.getType()))
    return LoadOp::create(stage.builder(), stage.loc(), storage.getTensor(), base,
                          /*alias=*/mlir::UnitAttr());
  return base;
}

mlir::Value tensorContents(Stage &stage, Value value) {
  mlir::Value now = applied(stage, value);
  if (auto storage = llvm::dyn_cast<StorageType>(now.getType()))
    return LoadOp::create(stage.builder(), stage.loc(), storage.getTensor(), now,
                          /*alias=*/mlir::UnitAttr());
  return now;
}

mlir::Value tensorForBox(Stage &stage, Value value) {
  const StorageObject &storage = readStorage(stage, *stage.find<TensorObject>(value));
  if (!storage.isCell) {
    if (stage.facts.has(FactKind::EscapedCells, Everywhere))
      requireCell(stage, stage.find<TensorObject>(value)->storage);
    markShared(stage, stage.find<TensorObject>(value)->storage, FactKind::EscapedCells, Everywhere);
  }
  return applied(stage, value);
}

namespace tensor {

/// Whether a view is made where no gradients are. It matters for what requires one; of others it is
/// known where the program itself has said so.
static bool isWithoutGradients(Stage &stage, Value base) {
  if (needsGradient(stage, base))
    return !needsGrad(stage, {base});
  for (auto &[name, value] : stage.state.ambient->values)
    if (name == "grad_mode")
      return stage.asBool(value) == false;
  return false;
}

static llvm::StringRef preludeNames(Stage &stage) {
  std::string names;
  for (const Activation *each = stage.activation; each && each->globals.isUndefined();
       each = each->caller)
    names += (names.empty() ? "" : " ") + each->code->name.str();
  return stage.intern(names);
}

Value makeView(Stage &stage, Value value, llvm::StringRef name,
               llvm::ArrayRef<mlir::NamedAttribute> attributes, mlir::ValueRange operands,
               llvm::ArrayRef<Size> shape, std::optional<int> dtype) {
  mlir::Value base = applied(stage, value);
  bool isTracked = needsGrad(stage, {value}) && !isWithoutGradients(stage, value);
  bool isOfCut = isTracked && stage.find<TensorObject>(value)->origin.isCut();
  if (isTracked)
    askForNode(stage, value);
  if (isOfCut)
    edgeOf(stage, value); // the leaf that it is a view of
  auto view = std::make_shared<TensorObject>(*stage.find<TensorObject>(value));
  view->origin.hasNode |= isOfCut;
  view->cls = nullptr;
  view->attributes = NoAddress;
  view->type = makeType(stage, shape, dtype.value_or(dtypeOf(stage, value)));
  ViewStep step;
  step.name = stage.intern(name);
  step.within = preludeNames(stage);
  step.attributes = stage.builder().getDictionaryAttr(attributes);
  for (mlir::Value operand : operands)
    step.operands.push_back(Value::raw(operand));
  step.resultType = view->type;
  view->current = Value::raw(applyStep(stage, step, base));
  view->currentBase = readStorage(stage, *view).contents;
  view->chain.push_back(std::move(step));
  if (isWithoutGradients(stage, value)) {
    stage.state.heap.write<StorageObject>(view->storage).marksViews = true;
    view->origin.isNoGrad = true;
    view->origin.hasNode = false;
    view->stale = view->objection = {};
  }
  view->isLeaf = {};
  view->parent = value.address();
  view->bornOf = historyOf(stage.state.heap, *stage.find<TensorObject>(value));
  view->viewed = view->viewedOf = {};
  view->lostHooks = view->hasNodeOnPath = false;
  view->bornAt = site(stage);
  if (!view->objection.isUndefined())
    view->objection = *callPrelude(stage, "objection_to_view",
                                   {view->objection, stage.string(nameOfStep(view->chain.back()))});
  bool hasNode = isTracked && stage.facts.has(FactKind::NodeOfView, view->bornAt);
  Value made = stage.make(std::move(view));
  if (hasNode)
    edgeOf(stage, made);
  return made;
}

mlir::Value aliasOf(Stage &stage, Value value) {
  beforeWrite(stage, stage.find<TensorObject>(value)->storage);
  const StorageObject &storage = readStorage(stage, *stage.find<TensorObject>(value));
  if (!storage.isCell)
    restart(stage, FactKind::Cell, storage.site);
  noteWrite(stage, value);
  return applied(stage, value);
}

static Value maybeAliasOf(Stage &stage, Value value, mlir::Value result) {
  const TensorObject &source = *stage.find<TensorObject>(value);
  auto storage = std::make_shared<StorageObject>(readStorage(stage, source));
  if (!storage->isCell)
    storageOf(stage, value).isOutside = true; // a write to either makes this site a cell
  else if (storage->writes.isRaw())           // one counter would count the writes of two memories
    restart(stage, FactKind::Versions, InContainers);
  storage->isOutside = true;
  storage->contents = Value::raw(result);
  storage->history = {needsGrad(stage, {value})};
  Value made = objectOver(stage, std::move(storage), tensorType(result.getType()));
  stage.sharing.inherit(stage.find<TensorObject>(value)->storage,
                        stage.find<TensorObject>(made)->storage);
  return made;
}

/// What eager says where `made` is written: of a view of `value` what it says of one, of a copy
/// nothing. Run time tells which it is, where somebody writes it; what is written is a cell.
static void noteObjection(Stage &stage, Value value, Value made, Value sizes) {
  Value said = needsGrad(stage, {value}) ? objectionTo(stage, value) : stage.string("");
  if (said == stage.string(""))
    return;
  Address storage = stage.find<TensorObject>(made)->storage;
  Site place = stage.state.heap.find<StorageObject>(storage)->site;
  if (!stage.facts.has(FactKind::Cell, place))
    return markShared(stage, storage, FactKind::Cell, place);
  bool isItself = stage.find<TensorObject>(made)->unknownIdentity;
  Value objection = *callPrelude(stage, isItself ? "objection_to_same" : "objection_to_reshaped",
                                 {said, value, sizes});
  stage.write<TensorObject>(made).objection = objection;
}

Value maybeAlias(Stage &stage, Value value, llvm::StringRef name, mlir::ValueRange operands,
                 llvm::ArrayRef<Size> shape) {
  ViewStep step;
  step.name = name;
  step.attributes = stage.builder().getDictionaryAttr({});
  for (mlir::Value operand : operands)
    step.operands.push_back(Value::raw(operand));
  step.resultType = makeType(stage, shape, dtypeOf(stage, value));
  Value made = maybeAliasOf(stage, value, applyStep(stage, step, applied(stage, value)));
  stage.write<TensorObject>(made).unknownIdentity =
      name == ContiguousOp::getOperationName(); // or `value` itself
  llvm::SmallVector<Value> sizes;
  for (mlir::Value operand : operands)
    sizes.push_back(stage.intScalar(operand));
  record(stage, ops::recordOfOperation(name), {value, stage.tuple(sizes)}, made);
  noteObjection(stage, value, made, stage.tuple(sizes));
  return made;
}

/// `value` at the sizes of `target`, with memory of its own.
static mlir::Value filled(Stage &stage, mlir::Value value, mlir::Value target) {
  auto type = llvm::cast<mlir::RankedTensorType>(target.getType());
  int dtype = ir::dtypeOf(type.getElementType());
  SSAs sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(sizeOf(stage, target, dim));
  if (!llvm::isa<mlir::TensorType>(value.getType())) {
    SSAs operands{constantInt(stage, dtype),
                  BoxOp::create(stage.builder(), stage.loc(), BoxType::get(&stage.context), value)};
    operands.append(sizes);
    return rt<FullOp>(stage, operands, type);
  }
  if (shapeOf(stage, value) == shapeOf(stage, target))
    return value;
  mlir::Value wide = ExpandOp::create(stage.builder(), stage.loc(), type, value, sizes);
  return CloneOp::create(stage.builder(), stage.loc(), type, wide);
}

/// Whether `next` is known to lie as `base` does: it is computed from it, or both are in order.
static bool keepsLayout(Stage &stage, mlir::Value next, mlir::Value base) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(next.getType());
  if (rankedType(base).getRank() < 2)
    return true;
  if (!type || type.getRank() < 2) // a number, or few that are repeated: `filled` has it in order
    return isRowMajor(base);
  if (shapeOf(stage, next) != shapeOf(stage, base))
    return false;
  if (isRowMajor(next) && isRowMajor(base))
    return true;
  for (unsigned depth = 0; next != base && depth < 12; ++depth) {
    mlir::Operation *op = next.getDefiningOp();
    if (layoutOf(op) == ops::Layout::First) {
      next = op->getOperand(0);
      continue;
    }
    if (!op || !op->hasTrait<ir::Elementwise>() || llvm::isa<InOrderOp, InFormatOp>(op))
      return false;
    auto first = llvm::find_if(op->getOperands(), [](mlir::Value operand) {
      return llvm::isa<mlir::RankedTensorType>(operand.getType());
    });
    if (first == op->getOperands().end() || shapeOf(stage, *first) != shapeOf(stage, next))
      return false;
    next = *first;
  }
  return next == base;
}

void write(Stage &stage, Value value, mlir::Value contents) {
  beforeWrite(stage, stage.find<TensorObject>(value)->storage);
  noteWrite(stage, value);
  const TensorObject &tensor = *stage.find<TensorObject>(value);
  const StorageObject &storage = readStorage(stage, tensor);
  if (storage.isCell) {
    StoreOp::create(stage.builder(), stage.loc(), applied(stage, value), contents);
    return;
  }
  mlir::Value base = storage.contents.ssa();
  mlir::Value next;
  if (tensor.chain.empty()) {
    next = filled(stage, contents, base);
    if (!keepsLayout(stage, contents, base)) // what is written keeps its place in memory
      next = rt<LaidLikeOp>(stage, {next, base}, base.getType());
  } else {
    next = InsertOp::create(stage.builder(), stage.loc(), base.getType(), base,
                            applied(stage, value), contents);
  }
  storageOf(stage, value).contents = Value::raw(next);
}

bool needsGradient(Stage &stage, Value tensor) {
  auto *object = stage.find<TensorObject>(tensor);
  return object && requiresGrad(stage.state.heap, *object);
}

void withoutGradient(Stage &stage, Value tensor) {
  auto &object = stage.write<TensorObject>(tensor);
  // A leaf stays the one that graphs lead to.
  if (object.own.at != tensor.address())
    object.own = {false, tensor.address()};
  object.own.required = false;
  object.ownDepth = unsigned(object.chain.size());
  object.isDetached = true;
  object.origin = {};
  object.isLeaf = object.objection = object.stale = {};
}

/// Whether this may be memory of before the call, which may be expanded: an input, or a cell of run
/// time that was not made here.
static bool mayBeOfInput(Stage &stage, Address address) {
  if (stage.outside.initialObjects.count(address) && inputOf(stage, address))
    return true;
  const auto &storage = *stage.state.heap.find<StorageObject>(address);
  return storage.isCell && !storage.contents.ssa().getDefiningOp<NewStorageOp>();
}

/// Whether it is all of its memory, also through detach().
static bool isWhole(const TensorObject &tensor) {
  return llvm::all_of(tensor.chain, [](const ViewStep &step) { return step.isTrivial(); });
}

/// Whether elements of a view may share places where those of what it views do not.
static bool mayRepeat(const ViewStep &step) {
  return step.name == ExpandOp::getOperationName() ||
         ops::recordOfOperation(step.name).layout != ops::Layout::First;
}

bool isExpanded(const TensorObject &tensor) {
  return llvm::any_of(
      tensor.chain, [](const ViewStep &step) { return step.name == ExpandOp::getOperationName(); });
}

bool maySharePlaces(Stage &stage, Value tensor) {
  const TensorObject &object = *stage.find<TensorObject>(tensor);
  return isExpanded(object) || mayBeOfInput(stage, object.storage);
}

void checkWritten(Stage &stage, Value tensor) {
  const TensorObject object = *stage.find<TensorObject>(tensor);
  bool repeats = isExpanded(object);
  bool isChecked = stage.state.heap.find<StorageObject>(object.storage)->isChecked;
  if (isChecked && llvm::none_of(object.chain, mayRepeat))
    return;
  if (!repeats && !mayBeOfInput(stage, object.storage))
    return;
  rt<CheckWrittenOp>(stage, {tensorContents(stage, tensor)});
  if (isWhole(object))
    stage.state.heap.write<StorageObject>(object.storage).isChecked = true;
}

/// Whether both are the same view of one memory, as `x.data *= mask` assigns to `x.data`.
static bool isSameView(const TensorObject &a, const TensorObject &b) {
  return a.storage == b.storage && isWhole(a) && isWhole(b);
}

void checkApart(Stage &stage, Value target, Value source, Overlap overlap) {
  if (!stage.isTensor(target) || !stage.isTensor(source))
    return;
  const TensorObject &written = *stage.find<TensorObject>(target);
  const TensorObject &read = *stage.find<TensorObject>(source);
  // Cells that meet where paths join may be one memory.
  bool mayMeet = written.storage == read.storage ||
                 (readStorage(stage, written).isCell && readStorage(stage, read).isCell);
  if (!mayMeet || (overlap != Overlap::None && (target == source || isSameView(written, read))))
    return;
  rt<CheckApartOp>(stage, {applied(stage, target), applied(stage, source),
                           constantInt(stage, static_cast<int64_t>(overlap))});
}

void refuseWrites(Stage &stage, Value tensor) {
  Site site = stage::site(stage);
  if (stage.facts.has(FactKind::Conjugated, site))
    refuse(stage, diag::Kind::UnsupportedParameter,
           {"the conjugate of a complex tensor, an array backwards or of before the call",
            "memory that is written to afterwards"});
  Address own = stage.find<TensorObject>(tensor)->storage;
  markShared(stage, own, FactKind::Conjugated, site);
  const StorageObject &storage = *stage.state.heap.find<StorageObject>(own);
  if (!storage.isOutside)
    return;
  // What it may be an alias of (maybeAlias) has the same site.
  Heap::diff(Heap(), stage.state.heap, [&](Address address) {
    const auto *other = stage.state.heap.find<StorageObject>(address);
    if (other && other->isOutside && other->site == storage.site)
      markShared(stage, address, FactKind::Conjugated, site);
  });
}

void takeGeometry(Stage &stage, Value tensor, Value other) {
  if (isSameView(*stage.find<TensorObject>(tensor), *stage.find<TensorObject>(other)))
    return;
  if (isOutside(stage, tensor.address())) // PyTorch's tensor takes it too
    writeOutside(stage, tensor, stage.intern("data"), other);
  TensorObject source = *stage.find<TensorObject>(other);
  TensorObject &target = stage.write<TensorObject>(tensor);
  target.storage = source.storage;
  target.chain = source.chain;
  if (!target.chain.empty())
    target.chain.back().within = "?"; // in place, eager counts the node as another overload
  target.current = source.current;
  target.currentBase = source.currentBase;
  target.type = source.type;
}

bool isContiguous(Stage &stage, Value value) {
  const TensorObject &tensor = *stage.find<TensorObject>(value);
  const StorageObject &storage = readStorage(stage, tensor);
  if (storage.isOutside || !isRowMajor(storage.contents.ssa()))
    return false;
  return llvm::all_of(tensor.chain, [](const ViewStep &step) {
    return ops::recordOfOperation(step.name).layout == ops::Layout::First;
  });
}

} // namespace tensor
} // namespace lith::stage

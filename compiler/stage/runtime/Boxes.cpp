// Boxes.cpp: abstract values as values of run time: boxing, and known containers
// that become runtime ones.
#include "stage/runtime/Boxes.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/model/Dtypes.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

#include <lith/program.h>

namespace lith::stage {

static mlir::Value boxTuple(Stage &, Value value);
static mlir::Value boxObject(Stage &, Value value);
bool isRuntime(const Object &object) {
  switch (object.kind) {
  case ObjectKind::List:
    return static_cast<const ListObject &>(object).isRuntime();
  case ObjectKind::Dict:
    return static_cast<const DictObject &>(object).isRuntime();
  case ObjectKind::Set:
    return static_cast<const SetObject &>(object).isRuntime();
  case ObjectKind::Instance:
    return static_cast<const InstanceObject &>(object).isRuntime();
  case ObjectKind::Cell:
    return static_cast<const CellObject &>(object).isRuntime();
  default:
    return false;
  }
}

bool isContainer(Stage &s, Value value) {
  return s.find<ListObject>(value) || s.find<DictObject>(value) || s.find<SetObject>(value);
}

bool isTupleOfRunTime(Stage &s, Value value) {
  auto *list = s.find<ListObject>(value);
  return list && list->frozen;
}

// What was read of the variable before was too narrow. The attempt goes on, to find out what else
// containers hold.
void growTypes(Stage &s, TypeVariable variable, Value value) {
  s.mustRestart |= s.facts.types.grow(variable, typesOf(s, value));
}

void flowTypes(Stage &s, TypeVariable from, TypeVariable to) {
  if (s.facts.types.flow(from, to))
    throw Restart{};
}

TypeVariable variableOfCopy(Stage &s, TypeVariable source) {
  auto copy = idOf<TypeVariable>(site(s), "copy", source);
  flowTypes(s, source, copy);
  return copy;
}

void uniteElementTypes(Stage &s, const Object &a, const Object &b) {
  if (!isRuntime(a) || !isRuntime(b) || a.kind != b.kind)
    return;
  auto unite = [&](TypeVariable left, TypeVariable right) {
    if (s.facts.types.unite(left, right))
      throw Restart{};
  };
  if (a.kind == ObjectKind::List)
    unite(static_cast<const ListObject &>(a).element, static_cast<const ListObject &>(b).element);
  if (a.kind == ObjectKind::Set)
    unite(static_cast<const SetObject &>(a).element, static_cast<const SetObject &>(b).element);
  if (a.kind == ObjectKind::Dict) {
    auto &left = static_cast<const DictObject &>(a);
    auto &right = static_cast<const DictObject &>(b);
    unite(left.element, right.element);
    unite(left.key, right.key);
  }
}

std::optional<Value> firstKnown(Stage &s, Value value) {
  if (value.isTuple()) {
    for (Value element : value.tuple().elements)
      if (auto found = firstKnown(s, element))
        return found;
    return std::nullopt;
  }
  if (value.isUnion()) {
    for (Value alternative : value.oneOf().alternatives)
      if (auto found = firstKnown(s, alternative))
        return found;
    return std::nullopt;
  }
  if (value.isCallable())
    return firstKnownOf(s, value.callable());
  bool isCell = s.find<CellObject>(value) && !isOutside(s, value.address());
  if ((isContainer(s, value) || isCell || canBeRecord(s, value)) &&
      !isRuntime(*s.state.heap.find(value.address())))
    return value;
  return std::nullopt;
}

// An empty runtime container; that of an outside one becomes its contents again when the call ends.
static mlir::Value emptyRuntime(Stage &s, Value container, llvm::StringRef constructor,
                                mlir::Type type) {
  if (isOutside(s, container.address()) && !s.body.isMain)
    s.body.outsideUse.copies.push_back(
        {type, diagnostic(s, s.activation->at, diag::Kind::OutsideWrite,
                          {"a container inside of a function that calls itself"})});
  if (!isMirrored(s, container.address()))
    return constructor == "list_new" ? rtPlain(s, constructor, {}, type)
                                     : rt(s, constructor, {}, type);
  s.outside.objects.at(container.address()).identityMatters = true;
  mlir::Value box = rtPlain(
      s, "host", {constantInt(s, int64_t(HostOperation::Mirror)), outsideOperand(s, container)},
      ir::BoxType::get(&s.context));
  return ir::UnboxOp::create(s.builder(), s.loc(), type, box);
}

void makeRuntime(Stage &s, Value value) {
  if (auto *storage = s.find<StorageObject>(value)) {
    if (storage->isCell)
      return;
    if (storage->isOutside) // others see its memory: it is a cell from the beginning
      restartLater(s, FactKind::Cell, storage->site);
    mlir::Value contents = storage->contents.ssa();
    mlir::Value cell = ir::NewStorageOp::create(
        s.builder(), s.loc(),
        ir::StorageType::get(&s.context, llvm::cast<mlir::TensorType>(contents.getType())),
        contents);
    StorageObject &object = s.write<StorageObject>(value);
    object.contents = Value::raw(cell);
    object.isCell = true;
    return;
  }
  if (s.find<CellObject>(value))
    return makeCell(s, value);
  if (s.find<InstanceObject>(value))
    return makeRecord(s, value);
  if (!isContainer(s, value) || isRuntime(*s.state.heap.find(value.address())))
    return;
  if (isOutside(s, value.address()))
    loadContents(s, value);
  mlir::MLIRContext *mlir = &s.context;
  if (s.find<ListObject>(value)) {
    TypeVariable variable = elementsOf(s.find<ListObject>(value)->site);
    std::vector<Value> elements = listElements(s, value);
    mlir::Value made = emptyRuntime(s, value, "list_new", ir::ListType::get(mlir));
    // A list may hold itself: it is a runtime list before its elements are boxed.
    ListObject &object = s.write<ListObject>(value);
    object.elements.clear();
    object.runtime = Value::raw(made);
    object.element = variable;
    for (Value element : elements)
      append(s, value, element);
    return;
  }
  if (s.find<DictObject>(value)) {
    TypeVariable variable = elementsOf(s.find<DictObject>(value)->site);
    std::vector<std::pair<Value, Value>> entries = dictEntries(s, value, true);
    mlir::Value made = emptyRuntime(s, value, "dict_new", ir::DictType::get(mlir));
    DictObject &object = s.write<DictObject>(value);
    object.entries.clear();
    object.runtime = Value::raw(made);
    object.element = variable;
    object.key = keysOf(object.site);
    for (auto &[key, element] : entries)
      setRuntimeEntry(s, value, key, element);
    return;
  }
  TypeVariable variable = elementsOf(s.find<SetObject>(value)->site);
  std::vector<Value> elements = s.find<SetObject>(value)->elements;
  llvm::SmallVector<mlir::Value> operands;
  for (Value element : elements) {
    checkKey(s, element);
    growTypes(s, variable, element);
    operands.push_back(toBox(s, element));
  }
  bool isMirror = isMirrored(s, value.address()) && !s.find<SetObject>(value)->frozen;
  mlir::Value made = isMirror ? emptyRuntime(s, value, "set_new", ir::SetType::get(mlir))
                              : rt(s, "set_new", operands, ir::SetType::get(mlir));
  for (size_t i = 0; isMirror && i < operands.size(); ++i)
    rt(s, "set_add", {made, operands[i]});
  if (s.find<SetObject>(value)->frozen)
    made = rt(s, "set_frozen", made, ir::SetType::get(mlir));
  SetObject &object = s.write<SetObject>(value);
  object.elements.clear();
  object.runtime = Value::raw(made);
  object.element = variable;
}

// An entry whose presence depends on the path is stored where it is present.
void setRuntimeEntry(Stage &s, Value dict, Value key, Value element) {
  if (element.isUnion() && llvm::any_of(element.oneOf().alternatives,
                                        [](Value v) { return v.isUndefined() && !v.isAbsent(); })) {
    Edges done;
    splitUnion(s, element, [&](size_t, Value alternative) {
      if (!alternative.isUndefined())
        setRuntimeEntry(s, dict, key, alternative);
      done.push_back({std::move(s.state), {}});
    });
    join(s, std::move(done));
    return;
  }
  checkKey(s, key);
  const DictObject *object = s.find<DictObject>(dict);
  growTypes(s, object->key, key);
  if (auto text = s.asStr(key)) {
    s.mustRestart |= s.facts.types.growEntry(object->element, *text, typesOf(s, element));
  } else {
    growTypes(s, object->element, element);
  }
  mlir::Value boxedKey = toBox(s, key), boxed = toBox(s, element);
  rt(s, "dict_set", {s.find<DictObject>(dict)->runtime.ssa(), boxedKey, boxed});
}

int64_t opaqueIndex(Stage &s, host::Handle handle) {
  auto [it, isNew] =
      s.interface.opaqueIndex.try_emplace(handle, int64_t(s.interface.opaques.size()));
  if (isNew)
    s.interface.opaques.push_back(handle);
  return it->second;
}

static mlir::Value boxStatic(Stage &s, Value value) {
  mlir::Type box = ir::BoxType::get(&s.context);
  auto boxed = [&](mlir::Value plain) -> mlir::Value {
    return ir::BoxOp::create(s.builder(), s.loc(), box, plain);
  };
  switch (s.kindOf(value)) {
  case host::Kind::None:
    return ir::ConstantOp::create(s.builder(), s.loc(), box, s.builder().getUnitAttr());
  case host::Kind::Bool:
    return boxed(constantBool(s, *s.asBool(value)));
  case host::Kind::Int:
    if (auto number = s.asInt(value))
      return boxed(constantInt(s, *number));
    break;
  case host::Kind::Float:
    return boxed(constantFloat(s, *s.asFloat(value)));
  case host::Kind::Str:
    return boxed(toStr(s, value));
  case host::Kind::Complex: {
    std::complex<double> number = s.host.asComplex(value.handle());
    return boxed(rtPlain(s, "complex_new",
                         {constantFloat(s, number.real()), constantFloat(s, number.imag())},
                         mlir::ComplexType::get(s.builder().getF64Type())));
  }
  case host::Kind::FrozenSet: // run time compares its elements
    return toBox(s, ofFresh(s, value.handle()));
  default:
    if (isNumpyNumber(s, value))
      return toBox(s, numberOfRunTime(s, value));
    if (isNumpyScalar(s, value)) { // operators would need the number or text that it is
      unrollInnermost(s);
      refuse(s, diag::Kind::CannotBox, {typeName(s, value)});
    }
    break;
  }
  return ir::OpaqueOp::create(s.builder(), s.loc(), box, opaqueIndex(s, value.handle()));
}

mlir::Value toBox(Stage &s, Value value) {
  mlir::Type box = ir::BoxType::get(&s.context);
  auto boxed = [&](mlir::Value plain) -> mlir::Value {
    return ir::BoxOp::create(s.builder(), s.loc(), box, plain);
  };
  switch (value.kind()) {
  case Value::Kind::Undefined:
    return ir::UndefOp::create(s.builder(), s.loc(), box);
  case Value::Kind::Static:
    return boxStatic(s, value);
  case Value::Kind::Scalar:
    return boxed(value.ssa());
  case Value::Kind::Box:
    return value.ssa();
  case Value::Kind::Tuple:
    return boxTuple(s, value);
  case Value::Kind::Ref:
    return boxObject(s, value);
  case Value::Kind::Union: {
    auto known = s.body.chosen.find(value.oneOf().which);
    if (known != s.body.chosen.end() && value.oneOf().alternatives[known->second].isAbsent())
      return ir::UndefOp::create(s.builder(), s.loc(), box); // of a path that is never taken
    Edges done;
    splitUnion(s, value, [&](size_t, Value alternative) {
      mlir::Value one = toBox(s, alternative);
      done.push_back({std::move(s.state), {Value::box(one, s.facts.types.any())}});
    });
    llvm::SmallVector<Value, 1> joined;
    join(s, std::move(done), joined);
    return joined[0].ssa();
  }
  case Value::Kind::Callable:
    return boxCallable(s, value);
  }
  refuse(s, diag::Kind::CannotBox, {typeName(s, value)});
}

static mlir::Value boxTuple(Stage &s, Value value) {
  const TupleData &data = value.tuple();
  if (mlir::Value known = s.state.tupleObject(data))
    return known;
  llvm::SmallVector<mlir::Value> elements;
  for (Value element : data.elements)
    elements.push_back(toBox(s, element));
  mlir::Type box = ir::BoxType::get(&s.context);
  if (data.form == TupleData::Form::Slice)
    return rtPlain(s, "slice_new", elements, box);
  if (data.form == TupleData::Form::Range)
    return rt(s, "range_new",
              {toInt(s, data.elements[0]), toInt(s, data.elements[1]), toInt(s, data.elements[2])},
              box);
  int64_t subclass = tupleClass(s, data);
  if (subclass)
    elements.insert(elements.begin(), constantInt(s, subclass));
  mlir::Value made = rtPlain(s, subclass ? "tuple_subclass" : "tuple_new", elements,
                             ir::TupleType::get(&s.context));
  mlir::Value object = ir::BoxOp::create(s.builder(), s.loc(), box, made);
  if (!data.elements.empty())
    s.state.setTupleObject(data, object);
  return object;
}

/// A tensor in a container has its history with it where somebody asks for such, and what says that
/// it is a view without one for the caller.
static mlir::Value withHistory(Stage &s, Value tensor, mlir::Value content) {
  const TensorObject &object = *s.find<TensorObject>(tensor);
  bool isCut = isViewWithoutGradients(s, tensor) && requiresGrad(s.state.heap, object) &&
               !object.isDetached && object.stale.isUndefined();
  if (!isCut && !s.facts.has(FactKind::History, InContainers))
    return content;
  refuseGivenAway(s, object);
  bool hasOwnHistory = object.isDetached || object.mayBeCut;
  History edge;
  if (isCut)
    edge.port = Value::raw(constantInt(s, LITH_PORT_VIEW_WITHOUT_GRADIENTS));
  else
    edge = edgeOf(s, tensor);
  hasOwnHistory |= isViewWithHooks(s, edge);
  History history = atRunTime(s, edge, "it enters a container of run time")[0];
  mlir::Value port = history.port.ssa();
  if (hasOwnHistory)
    port = ir::BinaryOp::create(s.builder(), s.loc(), s.builder().getI64Type(), ir::BinaryKind::bor,
                                port, constantInt(s, LITH_PORT_OWN_HISTORY));
  return ir::WithHistoryOp::create(s.builder(), s.loc(), content.getType(), content,
                                   history.node.ssa(), port);
}

mlir::Value boxLast(Stage &s, Value tensor) {
  mlir::Value content = withHistory(s, tensor, tensorContents(s, tensor));
  return ir::BoxOp::create(s.builder(), s.loc(), ir::BoxType::get(&s.context), content);
}

static mlir::Value boxObject(Stage &s, Value value) {
  mlir::Type box = ir::BoxType::get(&s.context);
  mlir::Value plain;
  if (auto *tensor = s.find<TensorObject>(value)) {
    if (tensor->severalClasses)
      refuse(s, diag::Kind::CannotBox, {"one of several tensors, of which some are parameters,"});
    if (tensor->cls && !isOutside(s, value.address())) // its class would be lost
      refuse(s, diag::Kind::CannotBox, {s.host.qualifiedName(tensor->cls) + " made here"});
    if (s.facts.has(FactKind::ContainedClasses, Everywhere) && isOutside(s, value.address()))
      guardTensorClass(s, value);
    sharesMemory(s, value);
    for (Address each : s.sharing.mayBe(tensor->storage)) // also those that paths made it of
      s.sharing.addSource(Sharing::InContainers, each);
    plain = withHistory(s, value, tensorForBox(s, value));
  } else if (isTupleOfRunTime(s, value)) {
    return s.find<ListObject>(value)->whole.ssa();
  } else if (isContainer(s, value)) {
    makeRuntime(s, value);
    plain = s.find<ListObject>(value)   ? s.find<ListObject>(value)->runtime.ssa()
            : s.find<DictObject>(value) ? s.find<DictObject>(value)->runtime.ssa()
                                        : s.find<SetObject>(value)->runtime.ssa();
  } else if (isException(s, value)) {
    makeRecord(s, value);
    plain = exceptionValue(s, value);
  } else if (isOutside(s, value.address())) {
    s.outside.objects.at(value.address()).identityMatters = true;
    return outsideOperand(s, value); // the next call may pass another one
  } else if (s.find<CellObject>(value)) {
    makeCell(s, value);
    plain = s.find<CellObject>(value)->runtime.ssa();
  } else if (canBeRecord(s, value)) {
    makeRecord(s, value);
    plain = s.find<InstanceObject>(value)->runtime.ssa();
  } else {
    refuse(s, diag::Kind::CannotBox, {typeName(s, value)});
  }
  return ir::BoxOp::create(s.builder(), s.loc(), box, plain);
}

void markShared(Stage &s, Address storage, FactKind fact, Site site) {
  auto &marks = s.sharing.marks[storage];
  if (!llvm::is_contained(marks, std::pair(fact, site)))
    marks.push_back({fact, site});
}

void Sharing::addSource(Address source, Address of) {
  auto &own = sources[of];
  if (source != of && !llvm::is_contained(own, source))
    own.push_back(source);
  if (auto known = knownOfForgotten(source))
    own.append(known->begin(), known->end());
}

const llvm::DenseSet<Address> *Sharing::knownOfForgotten(Address storage) const {
  auto known = forgotten ? forgotten->find(storage) : Origins::const_iterator();
  return forgotten && known != forgotten->end() ? &known->second : nullptr;
}

static bool isFrom(Address first, Address each) { return each >= first && each < FirstLasting; }

Sharing::Origins Sharing::olderThan(Address first) const {
  Origins older;
  for (auto &[address, unused] : sources)
    if (isFrom(first, address))
      for (Address each : mayBe(address))
        if (!isFrom(first, each))
          older[address].insert(each);
  return older;
}

llvm::DenseSet<Address> Sharing::mayBe(Address storage) const {
  llvm::DenseSet<Address> found;
  llvm::SmallVector<Address> left{storage};
  while (!left.empty()) {
    Address next = left.pop_back_val();
    if (!found.insert(next).second)
      continue;
    if (auto it = sources.find(next); it != sources.end())
      left.append(it->second.begin(), it->second.end());
    else if (auto known = knownOfForgotten(next))
      left.append(known->begin(), known->end());
  }
  return found;
}

bool Sharing::mayBeAnyOf(Address storage, const llvm::DenseSet<Address> &others) const {
  return llvm::any_of(mayBe(storage), [&](Address each) { return others.contains(each); });
}

void Sharing::rollBack(Address first) {
  auto isGone = [&](Address each) { return isFrom(first, each); };
  for (auto *set : {&written, &writtenByTrips})
    for (Address each : llvm::to_vector(*set))
      if (isGone(each))
        set->erase(each);
  for (auto it = sources.begin(); it != sources.end();) {
    llvm::erase_if(it->second, isGone);
    it = isGone(it->first) ? sources.erase(it) : std::next(it);
  }
}

void Sharing::inherit(Address from, Address to) {
  addSource(from, to);
  auto it = marks.find(from);
  if (it == marks.end() || from == to)
    return;
  auto inherited = it->second; // which the map may move
  auto &own = marks[to];
  for (auto mark : inherited)
    if (!llvm::is_contained(own, mark))
      own.push_back(mark);
}

// The facts that keep the storage apart from others, where they are not known yet.
static void keepApart(Stage &s, Address storage) {
  if (auto it = s.sharing.marks.find(storage); it != s.sharing.marks.end())
    for (auto [fact, site] : it->second)
      if (!s.facts.has(fact, site))
        restartLater(s, fact, site);
}

void beforeWrite(Stage &s, Address storage) {
  keepApart(s, storage);
  const StorageObject *object = s.state.heap.find<StorageObject>(storage);
  if (object && object->isOutside && !object->isCell)
    restartLater(s, FactKind::Cell, object->site);
}

void requireCell(Stage &s, Address storage) {
  keepApart(s, storage);
  restartLater(s, FactKind::Cell, s.state.heap.find<StorageObject>(storage)->site);
}

} // namespace lith::stage

// Boxes.cpp: abstract values as values of run time: boxing, and known containers
// that become runtime ones.
#include "stage/numpy/NumpyNumbers.h"
#include "stage/outside/Distinct.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"

#include <lith/program.h>

namespace lith::stage {

bool Stage::isRuntime(const Object &object) {
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

bool Stage::isContainer(Value value) {
  return find<ListObject>(value) || find<DictObject>(value) || find<SetObject>(value);
}

bool Stage::isTupleOfRunTime(Value value) {
  auto *list = find<ListObject>(value);
  return list && list->frozen;
}

void Stage::growTypes(uint64_t variable, Value value) {
  if (impl->types.grow(variable, typesOf(value)))
    throw Restart{};
}

void Stage::flowTypes(uint64_t from, uint64_t to) {
  if (impl->types.flow(from, to))
    throw Restart{};
}

uint64_t Stage::variableOfCopy(uint64_t source) {
  uint64_t copy = llvm::hash_combine(site(), "copy", source);
  flowTypes(source, copy);
  return copy;
}

void Stage::uniteElementTypes(const Object &a, const Object &b) {
  if (!isRuntime(a) || !isRuntime(b) || a.kind != b.kind)
    return;
  auto unite = [&](uint64_t left, uint64_t right) {
    if (impl->types.unite(left, right))
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

std::optional<Value> Stage::firstKnown(Value value) {
  if (value.isTuple()) {
    for (Value element : value.tuple().elements)
      if (auto found = firstKnown(element))
        return found;
    return std::nullopt;
  }
  if (value.isUnion()) {
    for (Value alternative : value.oneOf().alternatives)
      if (auto found = firstKnown(alternative))
        return found;
    return std::nullopt;
  }
  if (value.isCallable())
    return firstKnownOf(*this, value.callable());
  bool isCell = find<CellObject>(value) && !isOutside(value.address());
  if ((isContainer(value) || isCell || canBeRecord(*this, value)) &&
      !isRuntime(*state.heap.find(value.address())))
    return value;
  return std::nullopt;
}

// An empty runtime container; that of an outside one becomes its contents again when the call ends.
static mlir::Value emptyRuntime(Stage &s, Value container, llvm::StringRef constructor,
                                mlir::Type type) {
  if (!isMirrored(s, container.address()))
    return constructor == "list_new" ? s.rtPlain(constructor, {}, type)
                                     : s.rt(constructor, {}, type);
  s.impl->outside.at(container.address()).identityMatters = true;
  mlir::Value box = s.rtPlain(
      "host", {s.constantInt(int64_t(HostOperation::Mirror)), s.outsideOperand(container)},
      ir::BoxType::get(&s.context));
  return ir::UnboxOp::create(s.builder(), s.loc(), type, box);
}

void Stage::makeRuntime(Value value) {
  if (auto *storage = find<StorageObject>(value)) {
    if (storage->isCell)
      return;
    if (storage->isOutside) // others see its memory: it is a cell from the beginning
      restartLater(FactKind::Cell, storage->site);
    mlir::Value contents = storage->contents.ssa();
    mlir::Value cell = ir::NewStorageOp::create(
        builder(), loc(),
        ir::StorageType::get(&context, llvm::cast<mlir::TensorType>(contents.getType())), contents);
    StorageObject &object = write<StorageObject>(value);
    object.contents = Value::raw(cell);
    object.isCell = true;
    return;
  }
  if (find<CellObject>(value))
    return makeCell(*this, value);
  if (find<InstanceObject>(value))
    return makeRecord(*this, value);
  if (!isContainer(value) || isRuntime(*state.heap.find(value.address())))
    return;
  if (isOutside(value.address()))
    loadContents(value);
  mlir::MLIRContext *mlir = &context;
  if (find<ListObject>(value)) {
    uint64_t variable = find<ListObject>(value)->site;
    std::vector<Value> elements = listElements(value);
    mlir::Value made = emptyRuntime(*this, value, "list_new", ir::ListType::get(mlir));
    // A list may hold itself: it is a runtime list before its elements are boxed.
    ListObject &object = write<ListObject>(value);
    object.elements.clear();
    object.runtime = Value::raw(made);
    object.element = variable;
    for (Value element : elements)
      append(value, element);
    return;
  }
  if (find<DictObject>(value)) {
    uint64_t variable = find<DictObject>(value)->site;
    std::vector<std::pair<Value, Value>> entries = dictEntries(value, true);
    mlir::Value made = emptyRuntime(*this, value, "dict_new", ir::DictType::get(mlir));
    DictObject &object = write<DictObject>(value);
    object.entries.clear();
    object.runtime = Value::raw(made);
    object.element = variable;
    object.key = variable + 1;
    for (auto &[key, element] : entries)
      setRuntimeEntry(value, key, element);
    return;
  }
  uint64_t variable = find<SetObject>(value)->site;
  std::vector<Value> elements = find<SetObject>(value)->elements;
  llvm::SmallVector<mlir::Value> operands;
  for (Value element : elements) {
    checkKey(*this, element);
    growTypes(variable, element);
    operands.push_back(toBox(element));
  }
  bool isMirror = isMirrored(*this, value.address()) && !find<SetObject>(value)->frozen;
  mlir::Value made = isMirror ? emptyRuntime(*this, value, "set_new", ir::SetType::get(mlir))
                              : rt("set_new", operands, ir::SetType::get(mlir));
  for (size_t i = 0; isMirror && i < operands.size(); ++i)
    rt("set_add", {made, operands[i]});
  if (find<SetObject>(value)->frozen)
    made = rt("set_frozen", made, ir::SetType::get(mlir));
  SetObject &object = write<SetObject>(value);
  object.elements.clear();
  object.runtime = Value::raw(made);
  object.element = variable;
}

// An entry whose presence depends on the path is stored where it is present.
void Stage::setRuntimeEntry(Value dict, Value key, Value element) {
  if (element.isUnion() && llvm::any_of(element.oneOf().alternatives,
                                        [](Value v) { return v.isUndefined() && !v.isAbsent(); })) {
    Edges done;
    splitUnion(element, [&](size_t, Value alternative) {
      if (!alternative.isUndefined())
        setRuntimeEntry(dict, key, alternative);
      done.push_back({std::move(state), {}});
    });
    join(std::move(done));
    return;
  }
  checkKey(*this, key);
  const DictObject *object = find<DictObject>(dict);
  growTypes(object->key, key);
  if (auto text = asStr(key)) {
    if (impl->types.growEntry(object->element, *text, typesOf(element)))
      throw Restart{};
  } else {
    growTypes(object->element, element);
  }
  mlir::Value boxedKey = toBox(key), boxed = toBox(element);
  rt("dict_set", {find<DictObject>(dict)->runtime.ssa(), boxedKey, boxed});
}

int64_t Stage::opaqueIndex(host::Handle handle) {
  auto [it, isNew] = impl->opaqueIndex.try_emplace(handle, int64_t(impl->opaques.size()));
  if (isNew)
    impl->opaques.push_back(handle);
  return it->second;
}

mlir::Value Stage::boxStatic(Value value) {
  mlir::Type box = ir::BoxType::get(&context);
  auto boxed = [&](mlir::Value plain) -> mlir::Value {
    return ir::BoxOp::create(builder(), loc(), box, plain);
  };
  switch (kindOf(value)) {
  case host::Kind::None:
    return ir::ConstantOp::create(builder(), loc(), box, builder().getUnitAttr());
  case host::Kind::Bool:
    return boxed(constantBool(*asBool(value)));
  case host::Kind::Int:
    if (auto number = asInt(value))
      return boxed(constantInt(*number));
    break;
  case host::Kind::Float:
    return boxed(constantFloat(*asFloat(value)));
  case host::Kind::Str:
    return boxed(toStr(value));
  case host::Kind::Complex: {
    std::complex<double> number = host.asComplex(value.handle());
    return boxed(rtPlain("complex_new",
                         {constantFloat(number.real()), constantFloat(number.imag())},
                         mlir::ComplexType::get(builder().getF64Type())));
  }
  default:
    if (isNumpyNumber(*this, value)) { // arithmetic would need the number that it is
      unrollInnermost();
      refuse(diag::Kind::CannotBox, {typeName(value)});
    }
    break;
  }
  return ir::OpaqueOp::create(builder(), loc(), box, opaqueIndex(value.handle()));
}

mlir::Value Stage::toBox(Value value) {
  mlir::Type box = ir::BoxType::get(&context);
  auto boxed = [&](mlir::Value plain) -> mlir::Value {
    return ir::BoxOp::create(builder(), loc(), box, plain);
  };
  switch (value.kind()) {
  case Value::Kind::Undefined:
    return ir::UndefOp::create(builder(), loc(), box);
  case Value::Kind::Static:
    return boxStatic(value);
  case Value::Kind::Scalar:
    return boxed(value.ssa());
  case Value::Kind::Box:
    return value.ssa();
  case Value::Kind::Tuple:
    return boxTuple(value);
  case Value::Kind::Ref:
    return boxObject(value);
  case Value::Kind::Union: {
    auto known = impl->chosen.find(value.oneOf().which);
    if (known != impl->chosen.end() && value.oneOf().alternatives[known->second].isAbsent())
      return ir::UndefOp::create(builder(), loc(), box); // of a path that is never taken
    Edges done;
    splitUnion(value, [&](size_t, Value alternative) {
      mlir::Value one = toBox(alternative);
      done.push_back({std::move(state), {Value::box(one, impl->types.any())}});
    });
    llvm::SmallVector<Value, 1> joined;
    join(std::move(done), joined);
    return joined[0].ssa();
  }
  case Value::Kind::Callable:
    return boxCallable(*this, value);
  }
  refuse(diag::Kind::CannotBox, {typeName(value)});
}

mlir::Value Stage::boxTuple(Value value) {
  const TupleData &data = value.tuple();
  if (mlir::Value known = state.tupleObject(data))
    return known;
  llvm::SmallVector<mlir::Value> elements;
  for (Value element : data.elements)
    elements.push_back(toBox(element));
  mlir::Type box = ir::BoxType::get(&context);
  if (data.form == TupleData::Form::Slice)
    return rtPlain("slice_new", elements, box);
  if (data.form == TupleData::Form::Range)
    return rt("range_new",
              {toInt(data.elements[0]), toInt(data.elements[1]), toInt(data.elements[2])}, box);
  int64_t subclass = tupleClass(*this, data);
  if (subclass)
    elements.insert(elements.begin(), constantInt(subclass));
  mlir::Value made =
      rtPlain(subclass ? "tuple_subclass" : "tuple_new", elements, ir::TupleType::get(&context));
  mlir::Value object = ir::BoxOp::create(builder(), loc(), box, made);
  if (!data.elements.empty())
    state.setTupleObject(data, object);
  return object;
}

mlir::Value Stage::boxObject(Value value) {
  mlir::Type box = ir::BoxType::get(&context);
  mlir::Value plain;
  if (auto *tensor = find<TensorObject>(value)) {
    if (tensor->cls && !isOutside(value.address())) // its class would be lost
      refuse(diag::Kind::CannotBox, {host.qualifiedName(tensor->cls) + " made here"});
    plain = tensorForBox(*this, value);
  } else if (isTupleOfRunTime(value)) {
    return find<ListObject>(value)->whole.ssa();
  } else if (isContainer(value)) {
    makeRuntime(value);
    plain = find<ListObject>(value)   ? find<ListObject>(value)->runtime.ssa()
            : find<DictObject>(value) ? find<DictObject>(value)->runtime.ssa()
                                      : find<SetObject>(value)->runtime.ssa();
  } else if (isException(value)) {
    plain = exceptionValue(value);
  } else if (isOutside(value.address())) {
    impl->outside.at(value.address()).identityMatters = true;
    return outsideOperand(value); // the next call may pass another one
  } else if (find<CellObject>(value)) {
    makeCell(*this, value);
    plain = find<CellObject>(value)->runtime.ssa();
  } else if (canBeRecord(*this, value)) {
    makeRecord(*this, value);
    plain = find<InstanceObject>(value)->runtime.ssa();
  } else {
    refuse(diag::Kind::CannotBox, {typeName(value)});
  }
  return ir::BoxOp::create(builder(), loc(), box, plain);
}

void Stage::markShared(Address storage, FactKind fact, uint64_t site) {
  auto &marks = impl->sharedStorages[storage];
  if (!llvm::is_contained(marks, std::pair(fact, site)))
    marks.push_back({fact, site});
}

void Stage::Impl::inheritSharing(Address from, Address to) {
  auto it = sharedStorages.find(from);
  if (it == sharedStorages.end() || from == to)
    return;
  auto inherited = it->second; // which the map may move
  auto &marks = sharedStorages[to];
  for (auto mark : inherited)
    if (!llvm::is_contained(marks, mark))
      marks.push_back(mark);
}

// The facts that keep the storage apart from others, where they are not known yet.
static void keepApart(Stage &s, Address storage) {
  if (auto it = s.impl->sharedStorages.find(storage); it != s.impl->sharedStorages.end())
    for (auto [fact, site] : it->second)
      if (!s.facts.has(fact, site))
        s.restartLater(fact, site);
}

void Stage::beforeWrite(Address storage) {
  keepApart(*this, storage);
  const StorageObject *object = state.heap.find<StorageObject>(storage);
  if (object && object->isOutside && !object->isCell)
    restartLater(FactKind::Cell, object->site);
}

void Stage::restartLater(FactKind kind, uint64_t site) {
  if (facts.add(kind, site))
    impl->mustRestart = true;
  else if (!impl->mustRestart)
    refuse(diag::Kind::InternalError, {"staging starts again for what it knows"});
}

void Stage::requireCell(Address storage) {
  keepApart(*this, storage);
  restartLater(FactKind::Cell, state.heap.find<StorageObject>(storage)->site);
}

void Stage::restart(FactKind kind, uint64_t site) {
  if (!facts.add(kind, site))
    refuse(diag::Kind::InternalError, {"staging starts again for what it knows"});
  throw Restart{};
}

} // namespace lith::stage

// Join.cpp: unification of values; JoinObjects.cpp has that of objects.
#include "stage/Join.h"
#include "stage/Generators.h"

namespace lith::stage {

static constexpr size_t MaxAlternatives = 12;
static constexpr size_t MaxStrings = 4;

Joiner::Joiner(Stage &stage, llvm::MutableArrayRef<Edge> preds, mlir::Block *block, bool isHeader,
               Address freshFrom)
    : s(stage), preds(preds), block(block), isHeader(isHeader), freshFrom(freshFrom) {}

// On a path that does not have the container or storage there is nothing to read.
static void makeNull(Stage &s, Value object) {
  auto null = [&](mlir::Type type) {
    return Value::raw(ir::NullOp::create(s.builder(), s.loc(), type));
  };
  if (s.find<ListObject>(object)) {
    ListObject &list = s.write<ListObject>(object);
    list.elements.clear();
    list.runtime = null(ir::ListType::get(&s.context));
    list.element = list.site;
  } else if (s.find<DictObject>(object)) {
    DictObject &dict = s.write<DictObject>(object);
    dict.entries.clear();
    dict.runtime = null(ir::DictType::get(&s.context));
    dict.element = dict.site;
    dict.key = dict.site + 1;
  } else if (s.find<SetObject>(object)) {
    SetObject &set = s.write<SetObject>(object);
    set.elements.clear();
    set.runtime = null(ir::SetType::get(&s.context));
    set.element = set.site;
  } else {
    StorageObject &storage = s.write<StorageObject>(object);
    auto tensor = llvm::cast<mlir::TensorType>(storage.contents.ssa().getType());
    storage.contents = null(ir::StorageType::get(&s.context, tensor));
    storage.isCell = true;
  }
}

static void makeRuntimeWherePresent(Stage &s, Value object) {
  Value present = s.state.heap.find(object.address())->present;
  if (present.isUndefined()) {
    s.makeRuntime(object);
    return;
  }
  State there, elsewhere;
  s.branch(present.ssa(), there, elsewhere);
  Edges done;
  s.state = std::move(there);
  s.makeRuntime(object);
  done.push_back({std::move(s.state), {}});
  s.state = std::move(elsewhere);
  makeNull(s, object);
  done.push_back({std::move(s.state), {}});
  s.join(std::move(done));
}

bool hasMemory(Stage &s, const Object &object) {
  if (object.kind == ObjectKind::Storage)
    return static_cast<const StorageObject &>(object).isCell;
  return s.isRuntime(object);
}

// Making an object runtime changes a predecessor, so that the walk starts again.
void Joiner::unify() {
  while (true) {
    try {
      attempt();
      return;
    } catch (const NeedsRuntime &need) {
      for (auto [pred, object] : need.objects) {
        s.state = std::move(preds[pred].state);
        if (!hasMemory(s, *s.state.heap.find(object.address()))) // one before it may take it along
          makeRuntimeWherePresent(s, object);
        preds[pred].state = std::move(s.state);
      }
      block->eraseArguments(0, block->getNumArguments());
    }
  }
}

void Joiner::attempt() {
  leaves.clear();
  grew = false;
  members.clear();
  filled.clear();
  worklist.clear();
  extra.clear();
  snapshots = 0;
  renamed.clear();
  renamed.resize(preds.size());
  state = preds[0].state;
  state.block = block;
  llvm::DenseSet<Address> unordered; // many paths differ in the same places
  for (size_t i = 1; i < preds.size(); ++i)
    Heap::diff(preds[0].state.heap, preds[i].state.heap,
               [&](Address address) { unordered.insert(address); });
  std::vector<Address> differing(unordered.begin(), unordered.end());
  llvm::sort(differing);
  for (Address address : differing) {
    if (!isCommon(address)) {
      state.heap.erase(address);
      continue;
    }
    members[address].assign(preds.size(), address);
    worklist.push_back(address);
  }
  unifyTupleObjects();
  unifyFrames();
  for (size_t i = 0; i < preds[0].extra.size(); ++i) {
    llvm::SmallVector<Value, 4> values;
    for (Edge &pred : preds)
      values.push_back(pred.extra[i]);
    extra.push_back(unify(values));
  }
  unifyAmbient();
  for (size_t next = 0; next < worklist.size(); ++next)
    fillObject(worklist[next]);
  for (size_t i = 0; i < preds.size(); ++i) // what goes on without an object has dropped it
    for (Address address : differing)
      if (const Object *object = objectOf(i, address);
          object && !isCommon(address) && !renamed[i].contains(address))
        checkForgotten(s, *object);
}

void Joiner::unifyFrames() {
  for (size_t f = 0; f < state.frames.size(); ++f) {
    bool same = llvm::all_of(
        preds, [&](Edge &pred) { return pred.state.frames[f] == preds[0].state.frames[f]; });
    if (same && freshFrom == NoAddress)
      continue;
    size_t count = state.frames[f]->slots.size();
    llvm::SmallVector<Value> slots(count);
    bool changed = false;
    for (size_t i = 0; i < count; ++i) {
      llvm::SmallVector<Value, 4> values;
      for (Edge &pred : preds)
        values.push_back(pred.state.frames[f]->slots[i]);
      slots[i] = unify(values);
      changed |= slots[i] != values[0];
    }
    if (changed)
      state.writeFrame(f).slots.assign(slots.begin(), slots.end());
  }
}

// Those that all paths have: made before the paths parted.
void Joiner::unifyTupleObjects() {
  bool same = llvm::all_of(
      preds, [&](Edge &pred) { return pred.state.tupleObjects == preds[0].state.tupleObjects; });
  if (same)
    return;
  state.tupleObjects = nullptr;
  if (!preds[0].state.tupleObjects)
    return;
  for (auto [tuple, object] : *preds[0].state.tupleObjects)
    if (llvm::all_of(preds, [&, tuple = tuple, object = object](Edge &pred) {
          return pred.state.tupleObject(*tuple) == object;
        }))
      state.setTupleObject(*tuple, object);
}

void Joiner::unifyAmbient() {
  bool same =
      llvm::all_of(preds, [&](Edge &pred) { return pred.state.ambient == preds[0].state.ambient; });
  if (same)
    return;
  llvm::SmallVector<llvm::StringRef> names;
  for (Edge &pred : preds)
    for (auto &[name, value] : pred.state.ambient->values)
      if (!llvm::is_contained(names, name))
        names.push_back(name);
  auto joined = std::make_shared<Ambient>();
  for (llvm::StringRef name : names) {
    llvm::SmallVector<Value, 4> values;
    for (Edge &pred : preds) {
      Value value;
      for (auto &[key, current] : pred.state.ambient->values)
        if (key == name)
          value = current;
      if (value.isUndefined()) {
        s.state = pred.state;
        value = s.ambient(name);
      }
      values.push_back(value);
    }
    joined->values.push_back({name, unify(values)});
  }
  state.ambient = joined;
}

static std::optional<ScalarType> scalarTypeOf(Stage &s, Value value) {
  if (value.isScalar())
    return value.scalarType();
  if (!value.isStatic())
    return std::nullopt;
  switch (s.kindOf(value)) {
  case host::Kind::Int:
    if (!s.asInt(value))
      return std::nullopt;
    return ScalarType::Int;
  case host::Kind::Bool:
    return ScalarType::Bool;
  case host::Kind::Float:
    return ScalarType::Float;
  case host::Kind::Str:
    return ScalarType::Str;
  default:
    return std::nullopt;
  }
}

static mlir::Type generalise(mlir::Type a, mlir::Type b) {
  if (a == b)
    return a;
  auto storageA = llvm::dyn_cast<ir::StorageType>(a), storageB = llvm::dyn_cast<ir::StorageType>(b);
  if (storageA && storageB) {
    mlir::Type inner = generalise(storageA.getTensor(), storageB.getTensor());
    return inner ? ir::StorageType::get(a.getContext(), llvm::cast<mlir::TensorType>(inner))
                 : mlir::Type();
  }
  auto left = llvm::dyn_cast<mlir::RankedTensorType>(a);
  auto right = llvm::dyn_cast<mlir::RankedTensorType>(b);
  if (!left || !right || left.getRank() != right.getRank() ||
      left.getElementType() != right.getElementType())
    return {};
  llvm::SmallVector<int64_t> sizes(left.getShape());
  for (size_t i = 0; i < sizes.size(); ++i)
    if (right.getShape()[i] != sizes[i])
      sizes[i] = mlir::ShapedType::kDynamic;
  return mlir::RankedTensorType::get(sizes, left.getElementType());
}

// Cells of two functions of one code: they are the same, or may become one.
bool Joiner::cellsBelong(const Group &group, size_t pred, Values left, Values right) {
  for (auto [a, b] : llvm::zip(left, right)) {
    if (!a.isRef() || !b.isRef())
      continue;
    bool same = a == b && isCommon(a.address());
    if (!same && !canPair(group.firstPred, a.address(), pred, b.address()))
      return false;
  }
  return true;
}

bool Joiner::belongs(const Group &group, size_t pred, Value value) {
  Value first = group.first;
  if (!isAbsent(group.values[pred]))
    return false;
  if (first.kind() == Value::Kind::Ref || value.kind() == Value::Kind::Ref)
    return first.isRef() && value.isRef() && refsBelong(group, pred, value);
  if (first == value)
    return true;
  auto type = scalarTypeOf(s, value), firstType = scalarTypeOf(s, first);
  if (type && firstType && *type == *firstType) {
    if (*type == ScalarType::Raw)
      return generalise(first.ssa().getType(), value.ssa().getType()) != nullptr;
    bool strings = *type == ScalarType::Str && first.isStatic() && value.isStatic();
    return !strings || isHeader || preds.size() > MaxStrings;
  }
  if (first.kind() != value.kind())
    return false;
  if (first.isStatic())
    return s.kindOf(first) == s.kindOf(value) && s.sameConstant(first, value);
  if (first.isTuple()) {
    const TupleData &a = first.tuple(), &b = value.tuple();
    return a.form == b.form && a.cls == b.cls && a.elements.size() == b.elements.size();
  }
  if (first.isCallable()) {
    const CallableData &a = first.callable(), &b = value.callable();
    return a.form == b.form && a.code == b.code && a.primitive == b.primitive &&
           a.values.size() == b.values.size() && a.defaults.size() == b.defaults.size() &&
           a.self.isUndefined() == b.self.isUndefined() && a.names == b.names &&
           a.function.kind() == b.function.kind() &&
           (!a.function.isStatic() || a.function == b.function) &&
           cellsBelong(group, pred, a.values, b.values);
  }
  return false;
}

Value Joiner::unify(Values values) {
  Value first = values[0];
  if (!isAbsent(first) && llvm::all_equal(values) &&
      (freshFrom == NoAddress || first.isStatic() || first.isUndefined() || first.isScalar()))
    return first;
  bool boxed = false;
  std::vector<Group> groups;
  auto add = [&](size_t pred, Value value) {
    for (Group &group : groups)
      if (belongs(group, pred, value)) {
        group.values[pred] = value;
        return;
      }
    groups.push_back(Group{llvm::SmallVector<Value, 4>(preds.size(), absent()), value, pred});
    groups.back().values[pred] = value;
  };
  bool single = true;
  for (size_t i = 0; i < values.size(); ++i) {
    if (isAbsent(values[i]))
      continue;
    boxed |= values[i].isBox();
    if (values[i].isUnion()) {
      single = false;
      for (Value alternative : values[i].oneOf().alternatives)
        if (!isAbsent(alternative))
          add(i, alternative);
    } else {
      add(i, values[i]);
    }
  }
  if (groups.empty())
    return absent();
  if (boxed && groups.size() == 1 && llvm::all_equal(values))
    return first;
  if (boxed || groups.size() > MaxAlternatives)
    return makeBox(values);
  if (groups.size() == 1 && single)
    return unifyGroup(groups[0]);
  return makeUnion(values, groups);
}

Value Joiner::unifyGroup(const Group &group) {
  Value first = group.first;
  switch (first.kind()) {
  case Value::Kind::Undefined:
    return first;
  case Value::Kind::Ref:
    return unifyRefs(group);
  case Value::Kind::Tuple:
    return unifyTuples(group.values);
  case Value::Kind::Callable:
    return unifyCallables(group.values);
  default:
    break;
  }
  bool allSame = llvm::all_of(group.values, [&](Value value) { return value == first; });
  if (allSame)
    return first;
  bool sameStatic = first.isStatic() && llvm::all_of(group.values, [&](Value value) {
                      return isAbsent(value) || value == first;
                    });
  if (sameStatic)
    return first;
  auto type = scalarTypeOf(s, first);
  if (!type)
    return first; // equal constants that are distinct objects
  if (*type == ScalarType::Raw)
    return unifyRaw(group.values);
  return unifyScalars(group.values, *type);
}

static mlir::Type ssaType(Stage &s, ScalarType type) {
  switch (type) {
  case ScalarType::Int:
    return s.impl->builder.getI64Type();
  case ScalarType::Float:
    return s.impl->builder.getF64Type();
  case ScalarType::Bool:
    return s.impl->builder.getI1Type();
  case ScalarType::Complex:
    return mlir::ComplexType::get(s.impl->builder.getF64Type());
  case ScalarType::Str:
    return ir::StrType::get(&s.context);
  default:
    return ir::ExceptionType::get(&s.context);
  }
}

mlir::BlockArgument Joiner::addLeaf(Leaf leaf, mlir::Type type) {
  for (const Leaf &known : leaves)
    if (known.kind == leaf.kind && known.argument.getType() == type && known.from == leaf.from &&
        known.mapping == leaf.mapping && !isHeader && leaves.size() < 64)
      return known.argument;
  leaf.argument = block->addArgument(type, s.loc());
  leaves.push_back(std::move(leaf));
  return leaves.back().argument;
}

Value Joiner::unifyScalars(Values values, ScalarType type) {
  Leaf leaf{Leaf::Kind::Scalar, type, {}, {values.begin(), values.end()}, {}};
  return Value::scalar(type, addLeaf(std::move(leaf), ssaType(s, type)));
}

Value Joiner::unifyRaw(Values values) {
  mlir::Type type;
  for (Value value : values)
    if (!isAbsent(value))
      type = type ? generalise(type, value.ssa().getType()) : value.ssa().getType();
  Leaf leaf{Leaf::Kind::Scalar, ScalarType::Raw, {}, {values.begin(), values.end()}, {}};
  return Value::raw(addLeaf(std::move(leaf), type));
}

// The elements of several structures, column by column.
static llvm::SmallVector<Value, 4> column(llvm::ArrayRef<Value> values,
                                          llvm::function_ref<Value(Value)> element) {
  llvm::SmallVector<Value, 4> out;
  for (Value value : values)
    out.push_back(isAbsent(value) ? value : element(value));
  return out;
}

Value Joiner::unifyTuples(Values values) {
  Value first;
  for (Value value : values)
    if (!isAbsent(value)) {
      first = value;
      break;
    }
  const TupleData &data = first.tuple();
  llvm::SmallVector<Value> elements;
  for (size_t i = 0; i < data.elements.size(); ++i)
    elements.push_back(
        unify(column(values, [&](Value value) { return value.tuple().elements[i]; })));
  llvm::SmallVector<Value, 4> objects;
  bool areObjects = true;
  for (auto [i, value] : llvm::enumerate(values)) {
    mlir::Value object =
        isAbsent(value) ? mlir::Value() : preds[i].state.tupleObject(value.tuple());
    objects.push_back(Value::raw(object));
    areObjects &= object || isAbsent(value);
  }
  mlir::Value whole;
  if (areObjects)
    whole = unify(objects).ssa();
  if (llvm::ArrayRef<Value>(elements) == data.elements && whole == data.whole)
    return first;
  return s.structure(data.form, elements, data.cls, whole, true);
}

Value Joiner::unifyCallables(Values values) {
  Value first;
  for (Value value : values)
    if (!isAbsent(value)) {
      first = value;
      break;
    }
  CallableData data = first.callable();
  bool changed = false;
  auto field = [&](auto get) {
    Value joined = unify(column(values, get));
    changed |= joined != get(first);
    return joined;
  };
  data.function = field([](Value v) { return v.callable().function; });
  data.self = field([](Value v) { return v.callable().self; });
  llvm::SmallVector<Value> held, defaults;
  for (size_t i = 0; i < data.values.size(); ++i)
    held.push_back(field([&](Value v) { return v.callable().values[i]; }));
  for (size_t i = 0; i < data.defaults.size(); ++i)
    defaults.push_back(field([&](Value v) { return v.callable().defaults[i]; }));
  // The place of attributes that nobody has set is of this trip of the loop.
  if (freshFrom != NoAddress && data.attributes != NoAddress && data.attributes >= freshFrom &&
      llvm::none_of(preds, [&](Edge &pred) {
        return pred.state.heap.find<InstanceObject>(data.attributes);
      })) {
    data.attributes = s.nextAddress++;
    changed = true;
  }
  if (!changed)
    return first;
  data.values = s.keep<Value>(held);
  data.defaults = s.keep<Value>(defaults);
  return Value::callable(s.arena.make<CallableData>(data));
}

// Boxing needs runtime objects: what is still known is made so first.
Value Joiner::makeBox(Values values) {
  const TypeSet *types = s.typeSet({});
  NeedsRuntime need;
  for (size_t i = 0; i < values.size(); ++i) {
    if (isAbsent(values[i]))
      continue;
    s.state = preds[i].state;
    if (auto known = s.firstKnown(values[i]))
      need.objects.push_back({i, *known});
    else if (need.objects.empty())
      types = s.impl->types.merge(types, s.typesOf(values[i]));
  }
  if (!need.objects.empty())
    throw need;
  grew |= values[0].isBox() && isWider(types, values[0].types());
  Leaf leaf{Leaf::Kind::Box, {}, {}, {values.begin(), values.end()}, {}};
  return Value::box(addLeaf(std::move(leaf), ir::BoxType::get(&s.context)), types);
}

Value Joiner::makeUnion(Values values, llvm::ArrayRef<Group> groups) {
  Leaf leaf{Leaf::Kind::Which, ScalarType::Int, {}, {}, {}};
  for (size_t i = 0; i < values.size(); ++i) {
    leaf.from.push_back(values[i].isUnion() ? values[i] : isAbsent(values[i]) ? absent() : Value());
    leaf.mapping.emplace_back();
    if (isAbsent(values[i]))
      continue;
    Values alternatives = values[i].isUnion() ? values[i].oneOf().alternatives : values[i];
    for (Value alternative : alternatives) {
      int index = 0; // also of an excluded alternative, which never is the one
      while (!isAbsent(alternative) && groups[index].values[i] != alternative)
        ++index;
      leaf.mapping.back().push_back(index);
    }
  }
  llvm::SmallVector<Value> alternatives;
  for (const Group &group : groups) {
    grew |= !isAbsent(values[0]) && isAbsent(group.values[0]);
    alternatives.push_back(unifyGroup(group));
  }
  mlir::Value which = addLeaf(std::move(leaf), s.impl->builder.getI64Type());
  auto *data = s.arena.make<UnionData>(which, s.keep<Value>(alternatives));
  return Value::oneOf(data);
}

mlir::Value Joiner::source(const Leaf &leaf, size_t pred) const {
  Value value = leaf.from[pred];
  switch (leaf.kind) {
  case Leaf::Kind::Scalar:
    return value.isScalar() && value.ssa() ? value.ssa() : mlir::Value();
  case Leaf::Kind::Which: {
    if (!value.isUnion())
      return {};
    for (auto [i, to] : llvm::enumerate(leaf.mapping[pred]))
      if (static_cast<int>(i) != to)
        return {};
    return value.oneOf().which;
  }
  case Leaf::Kind::Box:
    return value.isBox() ? value.ssa() : mlir::Value();
  case Leaf::Kind::Contents:
  case Leaf::Kind::Alias: {
    auto *tensor = preds[pred].state.heap.find<TensorObject>(value.isRef() ? value.address() : 0);
    if (!tensor || !tensor->chain.empty())
      return {};
    auto *storage = preds[pred].state.heap.find<StorageObject>(tensor->storage);
    bool fits = storage->isCell == (leaf.kind == Leaf::Kind::Alias);
    return fits ? storage->contents.ssa() : mlir::Value();
  }
  }
  return {};
}

static mlir::Value refined(Stage &s, mlir::Value value, mlir::Type type) {
  if (value.getType() == type)
    return value;
  return ir::RefineOp::create(s.builder(), s.loc(), type, value);
}

// The contents of a tensor, or its storage as an alias; null on a path that does not have it.
static mlir::Value readWherePresent(Stage &s, Value value, mlir::Type type, bool alias) {
  const TensorObject *tensor = s.find<TensorObject>(value);
  const StorageObject *storage = s.state.heap.find<StorageObject>(tensor->storage);
  bool isRead = !tensor->chain.empty() || (storage->isCell && !alias);
  auto readNow = [&] {
    return refined(s, alias ? tensorForBox(s, value) : tensorContents(s, value), type);
  };
  if (storage->present.isUndefined() || !isRead)
    return readNow();
  State there, elsewhere;
  s.branch(storage->present.ssa(), there, elsewhere);
  Edges done;
  s.state = std::move(there);
  Value read = Value::raw(readNow());
  done.push_back({std::move(s.state), {read}});
  s.state = std::move(elsewhere);
  Value null = Value::raw(ir::NullOp::create(s.builder(), s.loc(), type));
  done.push_back({std::move(s.state), {null}});
  llvm::SmallVector<Value, 1> joined;
  s.join(std::move(done), joined);
  return joined[0].ssa();
}

mlir::Value Joiner::coerce(const Leaf &leaf, size_t pred) {
  Value value = leaf.from[pred];
  mlir::Type type = leaf.argument.getType();
  if (isAbsent(value))
    return ir::NullOp::create(s.builder(), s.loc(), type);
  switch (leaf.kind) {
  case Leaf::Kind::Scalar:
    if (leaf.scalar == ScalarType::Raw)
      return refined(s, value.ssa(), type);
    if (value.isScalar())
      return value.ssa();
    return leaf.scalar == ScalarType::Int     ? s.toInt(value)
           : leaf.scalar == ScalarType::Float ? s.toFloat(value)
           : leaf.scalar == ScalarType::Bool  ? s.toBool(value)
                                              : s.toStr(value);
  case Leaf::Kind::Which: {
    if (mlir::Value same = source(leaf, pred))
      return same;
    llvm::ArrayRef<int> mapping = leaf.mapping[pred];
    mlir::Value index = s.constantInt(mapping.back());
    for (size_t i = mapping.size() - 1; i-- > 0;) {
      mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq,
                                             value.oneOf().which, s.constantInt(int64_t(i)));
      index = ir::ChooseOp::create(s.builder(), s.loc(), is, s.constantInt(mapping[i]), index);
    }
    return index;
  }
  case Leaf::Kind::Box:
    return s.toBox(value);
  case Leaf::Kind::Contents:
    return readWherePresent(s, value, type, false);
  case Leaf::Kind::Alias:
    return readWherePresent(s, value, type, true);
  }
  return {};
}

void Joiner::emit() {
  for (size_t i = 0; i < preds.size(); ++i) {
    s.state = std::move(preds[i].state);
    llvm::SmallVector<mlir::Value> operands;
    for (const Leaf &leaf : leaves)
      operands.push_back(coerce(leaf, i));
    mlir::cf::BranchOp::create(s.builder(), s.loc(), block, operands);
    preds[i].state = std::move(s.state);
  }
}

bool Stage::join(Edges &&edges, llvm::SmallVectorImpl<Value> &extra) {
  if (edges.empty())
    return false;
  if (edges.size() == 1) {
    state = std::move(edges[0].state);
    extra.assign(edges[0].extra.begin(), edges[0].extra.end());
    return true;
  }
  Joiner joiner(*this, edges, newBlock(), false, NoAddress);
  joiner.unify();
  joiner.emit();
  state = std::move(joiner.state);
  extra.assign(joiner.extra.begin(), joiner.extra.end());
  return true;
}
bool Stage::join(Edges &&edges) {
  llvm::SmallVector<Value> extra;
  return join(std::move(edges), extra);
}

} // namespace lith::stage

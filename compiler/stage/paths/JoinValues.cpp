// JoinValues.cpp: unification of values.
#include "stage/Outside.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/model/Dtypes.h"
#include "stage/paths/Join.h"
#include "stage/paths/Tuples.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

static constexpr size_t MaxAlternatives = 12;
static constexpr size_t MaxStrings = 4;
static constexpr size_t FewContainers = 4;

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
    return s.kindOf(first) == s.kindOf(value) && sameConstant(s, first, value);
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

// Whether a trip of a loop adds another container to several that the variable may be: so will the
// next ones.
bool Joiner::getsContainers(Values values, llvm::ArrayRef<Group> groups) {
  size_t containers = 0, more = 0;
  for (const Group &group : groups) {
    const Object *object =
        group.first.isRef() ? objectOf(group.firstPred, group.first.address()) : nullptr;
    bool isContainer =
        object && (object->kind == ObjectKind::List || object->kind == ObjectKind::Dict ||
                   object->kind == ObjectKind::Set);
    containers += isContainer;
    more += isContainer && isAbsent(group.values[0]);
  }
  return isHeader && !isAbsent(values[0]) && containers > FewContainers && more > 0;
}

// How deep the tuples are nested that a value may be.
static size_t nestingOf(Value value) {
  size_t inside = 0;
  llvm::ArrayRef<Value> parts = value.isUnion()   ? value.oneOf().alternatives
                                : value.isTuple() ? value.tuple().elements
                                                  : llvm::ArrayRef<Value>();
  for (Value part : parts)
    inside = std::max(inside, nestingOf(part));
  return inside + value.isTuple();
}

// Whether a trip of a loop puts the tuple of a variable into another one: so will the next ones.
bool Joiner::nestsTuples(Values values) {
  return isHeader && values.size() == 2 && !isAbsent(values[0]) && !isAbsent(values[1]) &&
         nestingOf(values[1]) > nestingOf(values[0]);
}

Value Joiner::unify(Values values) {
  Value first = values[0];
  if (!isAbsent(first) && llvm::all_equal(values) &&
      (freshFrom == NoAddress || first.isStatic() || first.isUndefined() || first.isScalar())) {
    if (first.isRef() || first.isTuple() || first.isCallable()) {
      std::swap(s.state, state); // the path that follows may lack what all of these looked at
      ensureOutside(s, first);
      std::swap(s.state, state);
    }
    return first;
  }
  bool boxed = false;
  std::vector<Group> groups;
  auto add = [&](size_t pred, Value value) {
    if (value.isRef()) { // the path may not have looked at one from outside yet
      insertOutside(s, value.address(), preds[pred].state);
      insertOutside(s, value.address(), state);
    }
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
  if (boxed || groups.size() > MaxAlternatives ||
      (summarises && (getsContainers(values, groups) || nestsTuples(values))))
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
    return s.emission.builder.getI64Type();
  case ScalarType::Float:
    return s.emission.builder.getF64Type();
  case ScalarType::Bool:
    return s.emission.builder.getI1Type();
  case ScalarType::Complex:
    return mlir::ComplexType::get(s.emission.builder.getF64Type());
  case ScalarType::Str:
    return ir::StrType::get(&s.context);
  default:
    return ir::ExceptionType::get(&s.context);
  }
}

mlir::BlockArgument Joiner::addLeaf(Leaf leaf, mlir::Type type) {
  for (const Leaf &known : leaves)
    if (known.kind == leaf.kind && known.argument.getType() == type && known.hasSource(leaf) &&
        !isHeader && leaves.size() < 64)
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
  bool hasIdentity =
      data.form == CallableData::Form::Function && held.size() > data.code->freeNames.size();
  if (hasIdentity)
    data.attributes = held.back().address();
  data.defaults = s.keep<Value>(defaults);
  return Value::callable(s.arena.make<CallableData>(data));
}

// Many paths, each of which would have to make a tuple of its elements: long ones are objects of
// run time where they are put together.
static constexpr size_t MostElements = 1000;
void Joiner::checkTuples(Values values) {
  size_t elements = 0;
  for (auto [i, value] : llvm::enumerate(values))
    if (value.isTuple() && !preds[i].state.tupleObject(value.tuple()))
      elements += value.tuple().elements.size();
  if (elements > MostElements && addFact(s, FactKind::Grows, GrowingTuples))
    throw Restart{};
}

// Constants among the types of which there are no more at run time, in words; empty: none.
static std::string onlyConstants(Stage &s, const TypeSet *types) {
  for (const Type &type : types->types)
    if (type.kind == Type::Kind::Opaque) {
      host::Kind kind = s.host.kind(type.handle);
      if (kind == host::Kind::Int)
        return "a number of run time with an int past 64 bits";
      if (kind == host::Kind::Bytes)
        return "bytes that a loop makes";
    }
  return "";
}

// Boxing needs runtime objects: what is still known is made so first.
Value Joiner::makeBox(Values values) {
  checkTuples(values);
  const TypeSet *types = typeSet(s, {});
  NeedsRuntime need;
  for (size_t i = 0; i < values.size(); ++i) {
    if (isAbsent(values[i]))
      continue;
    s.state = preds[i].state;
    if (auto known = firstKnown(s, values[i]))
      need.objects.push_back({i, *known});
    else if (need.objects.empty())
      types = s.facts.types.merge(types, typesOf(s, values[i]));
  }
  if (!need.objects.empty())
    throw need;
  for (Value value : values)
    if (types->isAny() && !isAbsent(value))
      if (std::string what = onlyConstants(s, typesOf(s, value)); !what.empty())
        refuse(s, diag::Kind::UnsupportedExpression, {what});
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
  mlir::Value which = addLeaf(std::move(leaf), s.emission.builder.getI64Type());
  auto *data = s.arena.make<UnionData>(which, s.keep<Value>(alternatives));
  return Value::oneOf(data);
}

} // namespace lith::stage

// Types.cpp: type sets, and boxes to values and back by type.
#include "stage/Types.h"
#include "stage/Records.h"

#include <lith/abi.h>

namespace lith::stage {

const TypeSet *TypeTable::any() {
  Type type;
  type.kind = Type::Kind::Any;
  return set(type);
}

// The `dtype` of a type of sets: whether they are frozensets. The tag does not tell them apart.
enum : uint8_t { Changeable, Frozen, EitherSet };

// Two lists that may be the same value hold the same types: a tag tells them from a tensor, but not
// from each other.
bool TypeTable::absorb(Type &known, const Type &type) {
  bool isContainer = type.kind == Type::Kind::List || type.kind == Type::Kind::Dict ||
                     type.kind == Type::Kind::Set;
  if (known == type)
    return true;
  if (known.kind == Type::Kind::Tensor && type.kind == Type::Kind::Tensor &&
      known.dtype == type.dtype && known.rank == type.rank) {
    known.requiresGrad = true;
    return true;
  }
  bool isTuple = type.kind == Type::Kind::Tuple || type.kind == Type::Kind::TupleOf;
  if (isTuple && known.kind == type.kind && known.dtype == type.dtype &&
      known.handle == type.handle &&
      known.elements.size() == type.elements.size()) { // no test tells them apart
    llvm::SmallVector<const TypeSet *> elements;
    for (auto [a, b] : llvm::zip(known.elements, type.elements))
      elements.push_back(merge(a, b));
    known.elements = keep(llvm::ArrayRef<const TypeSet *>(elements));
    return true;
  }
  if (known.kind != type.kind || !isContainer)
    return false;
  if (type.kind == Type::Kind::Set && known.dtype != type.dtype)
    known.dtype = EitherSet;
  bool isStale = unite(known.element, type.element);
  if (type.kind == Type::Kind::Dict)
    isStale |= unite(known.key, type.key);
  if (isStale)
    throw Restart{};
  return true;
}

static bool isPlainTuple(const Type &type) {
  return type.kind == Type::Kind::Tuple && type.dtype == uint8_t(TupleData::Form::Tuple);
}

// Tuples of many lengths, or of a length of run time, are one type: their elements are of one set.
llvm::SmallVector<Type> TypeTable::withOneTuple(llvm::ArrayRef<Type> types) {
  bool any = llvm::any_of(types, [](const Type &t) { return t.kind == Type::Kind::TupleOf; });
  llvm::SmallDenseSet<size_t> lengths;
  for (const Type &type : types)
    if (isPlainTuple(type))
      lengths.insert(type.elements.size());
  if (!any && lengths.size() <= MaxLengths)
    return llvm::SmallVector<Type>(types);
  const TypeSet *elements = set({});
  llvm::SmallVector<Type> others;
  for (const Type &type : types) {
    if (!isPlainTuple(type) && type.kind != Type::Kind::TupleOf) {
      others.push_back(type);
      continue;
    }
    for (const TypeSet *part : type.elements)
      elements = merge(elements, part);
  }
  others.push_back(tupleOf(elements));
  return others;
}

Type TypeTable::tupleOf(const TypeSet *elements) {
  Type type{};
  type.kind = Type::Kind::TupleOf;
  type.elements = keep(llvm::ArrayRef<const TypeSet *>(elements));
  return type;
}

uint64_t TypeTable::elementVariable(const Type &tuple) {
  size_t index = llvm::find(sets, tuple.elements[0]) - sets.begin();
  uint64_t variable = llvm::hash_combine(index, "tuple of");
  grow(variable, tuple.elements[0]);
  return variable;
}

// How deep tuples of these types are nested.
static size_t depthOf(const TypeSet *types) {
  size_t depth = 0;
  for (const Type &type : types->types)
    if (type.kind == Type::Kind::Tuple || type.kind == Type::Kind::TupleOf)
      for (const TypeSet *part : type.elements)
        depth = std::max(depth, 1 + depthOf(part));
  return depth;
}

const TypeSet *TypeTable::set(llvm::ArrayRef<Type> given) {
  llvm::SmallVector<Type> distinct, types = withOneTuple(given);
  for (Type type : types) {
    if (type.kind == Type::Kind::Any && types.size() > 1)
      return any();
    type.element = representative(type.element);
    type.key = representative(type.key);
    if (llvm::none_of(distinct, [&](Type &known) { return absorb(known, type); }))
      distinct.push_back(type);
  }
  bool objects = llvm::any_of(distinct, [](const Type &type) {
    return type.kind == Type::Kind::Record || type.kind == Type::Kind::Callable ||
           type.kind == Type::Kind::Opaque;
  });
  TypeSet made{distinct};
  if (distinct.size() > (objects ? MaxObjects : MaxWidth) || depthOf(&made) > MaxDepth)
    return any();
  for (const TypeSet *known : sets)
    if (known->types == llvm::ArrayRef<Type>(distinct))
      return known;
  auto *kept = arena.make<TypeSet>(keep(llvm::ArrayRef<Type>(distinct)));
  sets.push_back(kept);
  return kept;
}

const TypeSet *TypeTable::merge(const TypeSet *a, const TypeSet *b) {
  if (a == b)
    return a;
  llvm::SmallVector<Type> all(a->types);
  all.append(b->types.begin(), b->types.end());
  return set(all);
}

uint64_t TypeTable::representative(uint64_t variable) {
  while (true) {
    auto it = parents.find(variable);
    if (it == parents.end())
      return variable;
    variable = it->second;
  }
}

const TypeSet *TypeTable::read(uint64_t variable) {
  variable = representative(variable);
  readVariables.insert(variable);
  return valueOf(variable);
}

const TypeSet *TypeTable::valueOf(uint64_t representative) {
  auto it = variables.find(representative);
  return it == variables.end() ? set({}) : it->second;
}

bool isWider(const TypeSet *merged, const TypeSet *part) {
  if (merged == part)
    return false;
  if (merged->types.size() != part->types.size())
    return true;
  auto pairOf = [&](const Type &type) -> const Type * {
    for (const Type &mine : merged->types)
      if (mine.kind == type.kind && mine.handle == type.handle && mine.dtype == type.dtype &&
          mine.elements.size() == type.elements.size())
        return &mine;
    return nullptr;
  };
  return llvm::any_of(part->types, [&](const Type &type) {
    if (type.kind == Type::Kind::Tensor)
      return !llvm::is_contained(merged->types, type);
    bool mayChange = type.kind == Type::Kind::Tuple || type.kind == Type::Kind::TupleOf ||
                     type.kind == Type::Kind::Set; // one type with others of its kind
    const Type *mine = mayChange ? pairOf(type) : &type;
    if (!mine)
      return true;
    return llvm::any_of(llvm::zip(mine->elements, type.elements),
                        [](auto parts) { return isWider(std::get<0>(parts), std::get<1>(parts)); });
  });
}

bool TypeTable::grow(uint64_t variable, const TypeSet *types) {
  variable = representative(variable);
  bool stale = growWhole(variable, types);
  variable = representative(variable); // lists among the types may have become one
  if (auto dict = entries.find(variable); dict != entries.end())
    stale |= grow(dict->second.others, types);
  if (auto dict = dictOfEntry.find(variable); dict != dictOfEntry.end())
    stale |= growWhole(representative(dict->second), types);
  return stale;
}

bool TypeTable::growWhole(uint64_t variable, const TypeSet *types) {
  const TypeSet *&current = variables[variable];
  if (!current)
    current = set({});
  const TypeSet *merged = merge(current, types);
  if (!isWider(merged, current))
    return false;
  current = merged;
  bool stale = readVariables.count(variable) != 0;
  return passOn(variable) || stale;
}

bool TypeTable::passOn(uint64_t representative) {
  auto copies = flows.find(representative);
  if (copies == flows.end())
    return false;
  bool stale = false;
  for (uint64_t copy : llvm::to_vector(copies->second))
    stale |= grow(copy, variables[representative]);
  return stale;
}

bool TypeTable::flow(uint64_t from, uint64_t to) {
  from = representative(from);
  if (from == representative(to))
    return false;
  auto &copies = flows[from];
  if (!llvm::is_contained(copies, to))
    copies.push_back(to);
  return grow(to, valueOf(from));
}

bool TypeTable::unite(uint64_t a, uint64_t b) {
  a = representative(a);
  b = representative(b);
  if (a == b)
    return false;
  bool staleEntries = uniteEntries(a, b);
  const TypeSet *left = valueOf(a), *right = valueOf(b), *both = merge(left, right);
  bool stale = (readVariables.count(a) && isWider(both, left)) ||
               (readVariables.count(b) && isWider(both, right));
  parents[b] = a;
  variables[a] = both;
  if (readVariables.count(b))
    readVariables.insert(a);
  if (auto copies = flows.find(b); copies != flows.end()) {
    auto more = std::move(copies->second);
    flows.erase(copies);
    flows[a].append(more.begin(), more.end());
  }
  return passOn(a) || stale || staleEntries;
}

const TypeSet *Stage::typeSet(llvm::ArrayRef<Type> types) { return impl->types.set(types); }

static Type simpleType(Type::Kind kind) {
  Type type{};
  type.kind = kind;
  return type;
}

static Type typeOfScalar(ScalarType scalar) {
  switch (scalar) {
  case ScalarType::Int:
    return simpleType(Type::Kind::Int);
  case ScalarType::Float:
    return simpleType(Type::Kind::Float);
  case ScalarType::Bool:
    return simpleType(Type::Kind::Bool);
  case ScalarType::Complex:
    return simpleType(Type::Kind::Complex);
  case ScalarType::Str:
    return simpleType(Type::Kind::Str);
  case ScalarType::Exception:
    return simpleType(Type::Kind::Exception);
  case ScalarType::Raw:
    break;
  }
  return simpleType(Type::Kind::Any);
}

static Type typeOfStatic(Stage &s, Value value) {
  switch (s.kindOf(value)) {
  case host::Kind::None:
    return simpleType(Type::Kind::None);
  case host::Kind::Bool:
    return simpleType(Type::Kind::Bool);
  case host::Kind::Int:
    return simpleType(Type::Kind::Int);
  case host::Kind::Float:
    return simpleType(Type::Kind::Float);
  case host::Kind::Complex:
    return simpleType(Type::Kind::Complex);
  case host::Kind::Str:
    return simpleType(Type::Kind::Str);
  default: {
    Type type = simpleType(Type::Kind::Opaque);
    type.handle = value.handle();
    return type;
  }
  }
}

static const TypeSet *typesOfObject(Stage &s, Value value) {
  Type type{};
  if (auto *tensor = s.find<TensorObject>(value)) {
    type.kind = Type::Kind::Tensor;
    auto shaped = llvm::cast<mlir::ShapedType>(tensor->type);
    type.dtype = static_cast<uint8_t>(ir::dtypeOf(shaped.getElementType()));
    type.rank = shaped.hasRank() ? static_cast<int8_t>(shaped.getRank()) : -1;
    type.requiresGrad = requiresGrad(s.state.heap, *tensor);
  } else if (auto *list = s.find<ListObject>(value); list && list->frozen) {
    type = s.impl->types.tupleOf(s.impl->types.read(list->element));
  } else if (list) {
    type.kind = Type::Kind::List;
    type.element = list->isRuntime() ? list->element : list->site;
  } else if (auto *dict = s.find<DictObject>(value)) {
    type.kind = Type::Kind::Dict;
    type.element = dict->isRuntime() ? dict->element : dict->site;
    type.key = type.element + 1;
  } else if (auto *set = s.find<SetObject>(value)) {
    type.kind = Type::Kind::Set;
    type.element = set->isRuntime() ? set->element : set->site;
    type.dtype = set->frozen ? Frozen : Changeable;
  } else if (s.find<InstanceObject>(value)) {
    return typesOfInstance(s, value);
  } else if (s.find<CellObject>(value)) {
    return typesOfCell(s, value);
  } else {
    return s.impl->types.any();
  }
  return s.typeSet(type);
}

const TypeSet *Stage::typesOf(Value value) {
  switch (value.kind()) {
  case Value::Kind::Undefined:
    return typeSet(simpleType(Type::Kind::Undefined));
  case Value::Kind::Static:
    return typeSet(typeOfStatic(*this, value));
  case Value::Kind::Scalar:
    return typeSet(typeOfScalar(value.scalarType()));
  case Value::Kind::Ref:
    return typesOfObject(*this, value);
  case Value::Kind::Tuple: {
    TupleData::Form form = value.tuple().form;
    if (form == TupleData::Form::Slice || form == TupleData::Form::Range)
      return impl->types.any();
    Type type = simpleType(Type::Kind::Tuple);
    type.dtype = uint8_t(form);
    if (form == TupleData::Form::Subclass)
      type.handle = value.tuple().cls.handle();
    llvm::SmallVector<const TypeSet *> elements;
    for (Value element : value.tuple().elements)
      elements.push_back(typesOf(element));
    type.elements = impl->types.keep(llvm::ArrayRef<const TypeSet *>(elements));
    return typeSet(type);
  }
  case Value::Kind::Callable:
    return typesOfCallable(*this, value);
  case Value::Kind::Union: {
    const TypeSet *all = typeSet({});
    for (Value alternative : value.oneOf().alternatives)
      if (!alternative.isAbsent())
        all = impl->types.merge(all, typesOf(alternative));
    return all;
  }
  case Value::Kind::Box:
    return value.types();
  }
  return impl->types.any();
}

static Value unboxAs(Stage &s, mlir::Value box, const Type &type) {
  mlir::MLIRContext *context = &s.context;
  auto unbox = [&](mlir::Type to) -> mlir::Value {
    return ir::UnboxOp::create(s.builder(), s.loc(), to, box);
  };
  auto container = [&](auto object, mlir::Type to) {
    object->runtime = Value::raw(unbox(to));
    object->element = type.element;
    object->site = type.element;
    return s.make(std::move(object));
  };
  switch (type.kind) {
  case Type::Kind::Undefined:
    return {};
  case Type::Kind::None:
    return s.none();
  case Type::Kind::Bool:
    return s.boolScalar(unbox(s.builder().getI1Type()));
  case Type::Kind::Int:
    return s.intScalar(unbox(s.builder().getI64Type()));
  case Type::Kind::Float:
    return s.floatScalar(unbox(s.builder().getF64Type()));
  case Type::Kind::Complex:
    return Value::scalar(ScalarType::Complex,
                         unbox(mlir::ComplexType::get(s.builder().getF64Type())));
  case Type::Kind::Str:
    return s.strScalar(unbox(ir::StrType::get(context)));
  case Type::Kind::Exception:
    return Value::scalar(ScalarType::Exception, unbox(ir::ExceptionType::get(context)));
  case Type::Kind::Opaque:
    return ofOpaque(s, type.handle);
  case Type::Kind::Record:
  case Type::Kind::Cell:
  case Type::Kind::Callable:
    return unboxRuntimeObject(s, box, type);
  case Type::Kind::Tensor: {
    mlir::Type element = ir::elementType(context, type.dtype);
    llvm::SmallVector<int64_t> sizes(std::max<int>(type.rank, 0), mlir::ShapedType::kDynamic);
    mlir::TensorType tensor = mlir::RankedTensorType::get(sizes, element);
    bool isCell = s.facts.has(FactKind::EscapedCells, 0);
    Value made = isCell ? newOutsideTensor(s, unbox(ir::StorageType::get(context, tensor)),
                                           type.requiresGrad, nullptr, 0)
                        : newTensor(s, unbox(tensor), type.requiresGrad);
    if (!isCell)
      s.markShared(s.find<TensorObject>(made)->storage, FactKind::EscapedCells, 0);
    s.write<TensorObject>(made).unknownIdentity = true;
    return made;
  }
  case Type::Kind::Tuple: {
    mlir::Value pointer = unbox(ir::TupleType::get(context));
    llvm::SmallVector<Value> elements;
    for (auto [i, types] : llvm::enumerate(type.elements)) {
      mlir::Value element =
          s.rtPlain("tuple_get", {pointer, s.constantInt(int64_t(i))}, ir::BoxType::get(context));
      elements.push_back(s.unbox(element, types));
    }
    Value cls = type.handle ? Value::ofStatic(type.handle) : Value();
    return s.structure(TupleData::Form(type.dtype), elements, cls, box);
  }
  case Type::Kind::TupleOf: {
    mlir::Value elements = s.rtPlain("list_from_tuple", {unbox(ir::TupleType::get(context))},
                                     ir::ListType::get(context));
    return s.runtimeTuple(s.runtimeList(elements, s.impl->types.elementVariable(type)), box);
  }
  case Type::Kind::List:
    return container(std::make_shared<ListObject>(), ir::ListType::get(context));
  case Type::Kind::Set: {
    if (type.dtype == EitherSet)
      s.refuse(diag::Kind::UnknownType);
    auto object = std::make_shared<SetObject>();
    object->frozen = type.dtype == Frozen;
    return container(std::move(object), ir::SetType::get(context));
  }
  case Type::Kind::Dict: {
    auto object = std::make_shared<DictObject>();
    object->key = type.key;
    return container(std::move(object), ir::DictType::get(context));
  }
  default:
    return Value::box(box, s.typeSet(type));
  }
}

Value Stage::unbox(mlir::Value box, const TypeSet *types) {
  if (types->types.size() == 1)
    return unboxAs(*this, box, types->types[0]);
  return Value::box(box, types);
}

Value nestedLists(Stage &s, mlir::Value box, int64_t depth, Type element) {
  for (int64_t level = depth; level-- > 0;) {
    Type list = simpleType(Type::Kind::List);
    list.element = llvm::hash_combine(s.site(), level);
    if (s.impl->types.grow(list.element, s.typeSet(element)))
      throw Restart{};
    element = list;
  }
  return s.unbox(box, s.typeSet(element));
}

// Whether a value of run time has this type: an SSA i1.
static mlir::Value testType(Stage &s, mlir::Value box, mlir::Value tag, const Type &type) {
  auto tagIs = [&](int64_t number) -> mlir::Value {
    return ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag,
                                 s.constantInt(number));
  };
  switch (type.kind) {
  case Type::Kind::Undefined:
    return tagIs(LITH_NULL);
  case Type::Kind::None:
    return tagIs(LITH_NONE);
  case Type::Kind::Bool:
    return tagIs(LITH_BOOL);
  case Type::Kind::Int:
    return tagIs(LITH_INT);
  case Type::Kind::Float:
    return tagIs(LITH_FLOAT);
  case Type::Kind::Complex:
    return tagIs(LITH_COMPLEX);
  case Type::Kind::Str:
    return tagIs(LITH_STR);
  case Type::Kind::Exception:
    return tagIs(LITH_EXCEPTION);
  case Type::Kind::List:
    return tagIs(LITH_LIST);
  case Type::Kind::Dict:
    return tagIs(LITH_DICT);
  case Type::Kind::Set:
    return tagIs(LITH_SET);
  case Type::Kind::Opaque:
    return s.rtPlain("value_identical", {box, s.toBox(Value::ofStatic(type.handle))},
                     s.builder().getI1Type());
  case Type::Kind::Tensor:
    return s.rtPlain("value_is_tensor", {box, s.constantInt(type.dtype), s.constantInt(type.rank)},
                     s.builder().getI1Type());
  case Type::Kind::Record:
  case Type::Kind::Cell:
  case Type::Kind::Callable:
    return testRuntimeObject(s, box, type);
  case Type::Kind::Tuple: {
    TupleData data{
        TupleData::Form(type.dtype), type.handle ? Value::ofStatic(type.handle) : Value(), {}};
    return s.rtPlain(
        "value_is_tuple",
        {box, s.constantInt(int64_t(type.elements.size())), s.constantInt(tupleClass(s, data))},
        s.builder().getI1Type());
  }
  case Type::Kind::TupleOf:
    return s.rtPlain("value_is_tuple", {box, s.constantInt(-1), s.constantInt(0)},
                     s.builder().getI1Type());
  default:
    return s.constantBool(true);
  }
}

Result Stage::forEachType(Value box, llvm::function_ref<Result(Value)> run) {
  assert(box.isBox());
  const TypeSet *types = box.types();
  if (types->isAny())
    refuse(diag::Kind::UnknownType);
  if (types->types.empty()) { // an element of what never holds one: the path ended at the read
    ir::UnreachableOp::create(builder(), loc());
    return std::nullopt;
  }
  mlir::Value ssa = box.ssa();
  mlir::Value tag = ir::TagOp::create(builder(), loc(), ssa);
  Edges done;
  for (size_t i = 0; i < types->types.size(); ++i) {
    bool isLast = i + 1 == types->types.size();
    State rest;
    if (!isLast) {
      State here;
      branch(testType(*this, ssa, tag, types->types[i]), here, rest);
      state = std::move(here);
    }
    if (Result result = run(unboxAs(*this, ssa, types->types[i])))
      done.push_back({state, {*result}});
    if (!isLast)
      state = std::move(rest);
  }
  llvm::SmallVector<Value, 1> joined;
  if (!join(std::move(done), joined))
    return std::nullopt;
  return joined[0];
}

} // namespace lith::stage

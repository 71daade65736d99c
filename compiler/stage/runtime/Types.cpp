// Types.cpp: type sets, and boxes to values and back by type.
#include "stage/runtime/Types.h"
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
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Records.h"

#include <lith/abi.h>

namespace lith::stage {

const TypeSet *typeSet(Stage &s, llvm::ArrayRef<Type> types) { return s.facts.types.set(types); }

Type simpleType(Type::Kind kind) {
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
  case host::Kind::Float:
    return simpleType(Type::Kind::Float);
  case host::Kind::Complex:
    return simpleType(Type::Kind::Complex);
  case host::Kind::Str:
    return simpleType(Type::Kind::Str);
  case host::Kind::Int:
    if (s.asInt(value))
      return simpleType(Type::Kind::Int);
    [[fallthrough]]; // past 64 bits
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
    type.handle = isOutside(s, value.address()) ? tensor->cls : tensor->contained;
    type.isMixed = tensor->isMixed;
  } else if (auto *list = s.find<ListObject>(value); list && list->frozen) {
    type = s.facts.types.tupleOf(s.facts.types.read(list->element));
  } else if (list) {
    type.kind = Type::Kind::List;
    type.element = list->isRuntime() ? list->element : elementsOf(list->site);
  } else if (auto *dict = s.find<DictObject>(value)) {
    type.kind = Type::Kind::Dict;
    type.element = dict->isRuntime() ? dict->element : elementsOf(dict->site);
    type.key = dict->isRuntime() ? dict->key : keysOf(dict->site);
  } else if (auto *set = s.find<SetObject>(value)) {
    type.kind = Type::Kind::Set;
    type.element = set->isRuntime() ? set->element : elementsOf(set->site);
    type.dtype = set->frozen ? Frozen : Changeable;
  } else if (s.find<InstanceObject>(value)) {
    return typesOfInstance(s, value);
  } else if (s.find<CellObject>(value)) {
    return typesOfCell(s, value);
  } else {
    return s.facts.types.any();
  }
  return typeSet(s, type);
}

const TypeSet *typesOf(Stage &s, Value value) {
  switch (value.kind()) {
  case Value::Kind::Undefined:
    return typeSet(s, simpleType(Type::Kind::Undefined));
  case Value::Kind::Static:
    return isNumpyNumber(s, value) ? typesOf(s, numberOfRunTime(s, value))
                                   : typeSet(s, typeOfStatic(s, value));
  case Value::Kind::Scalar:
    return typeSet(s, typeOfScalar(value.scalarType()));
  case Value::Kind::Ref:
    return typesOfObject(s, value);
  case Value::Kind::Tuple: {
    TupleData::Form form = value.tuple().form;
    if (form == TupleData::Form::Slice || form == TupleData::Form::Range)
      return s.facts.types.any();
    Type type = simpleType(Type::Kind::Tuple);
    type.dtype = uint8_t(form);
    if (form == TupleData::Form::Subclass)
      type.handle = value.tuple().cls.handle();
    llvm::SmallVector<const TypeSet *> elements;
    for (Value element : value.tuple().elements)
      elements.push_back(typesOf(s, element));
    type.elements = s.facts.types.keep(llvm::ArrayRef<const TypeSet *>(elements));
    return typeSet(s, type);
  }
  case Value::Kind::Callable:
    return typesOfCallable(s, value);
  case Value::Kind::Union: {
    const TypeSet *all = typeSet(s, {});
    for (Value alternative : value.oneOf().alternatives)
      if (!alternative.isAbsent())
        all = s.facts.types.merge(all, typesOf(s, alternative));
    return all;
  }
  case Value::Kind::Box:
    return value.types();
  }
  return s.facts.types.any();
}

/// Of a tensor that comes out of a container.
static History historyInContainer(Stage &s, Value tensor) {
  if (!s.facts.has(FactKind::History, InContainers))
    return {true, NoAddress, 0, InContainers, {}, {}};
  return historyOfBoxed(
      s, s.state.heap.find<StorageObject>(s.find<TensorObject>(tensor)->storage)->contents.ssa());
}

// `content`: the tensor or storage of this type, in place of its box.
static Value unboxTensor(Stage &s, const Type &type,
                         llvm::function_ref<mlir::Value(mlir::Type)> content) {
  mlir::Type element = ir::elementType(&s.context, type.dtype);
  llvm::SmallVector<int64_t> sizes(std::max<int>(type.rank, 0), mlir::ShapedType::kDynamic);
  mlir::TensorType tensor = mlir::RankedTensorType::get(sizes, element);
  bool isCell = s.facts.has(FactKind::EscapedCells, Everywhere);
  Value made = isCell ? newOutsideTensor(s, content(ir::StorageType::get(&s.context, tensor)),
                                         type.requiresGrad, nullptr, Everywhere)
                      : newTensor(s, content(tensor), type.requiresGrad);
  if (type.requiresGrad)
    s.state.heap.write<StorageObject>(s.find<TensorObject>(made)->storage).history =
        historyInContainer(s, made);
  if (!isCell)
    markShared(s, s.find<TensorObject>(made)->storage, FactKind::EscapedCells, Everywhere);
  s.sharing.addSource(Sharing::InContainers, s.find<TensorObject>(made)->storage);
  TensorObject &object = s.write<TensorObject>(made);
  object.unknownIdentity = object.isContained = true;
  object.isMixed = type.isMixed;
  object.contained = type.handle;
  return made;
}

static Value unboxTuple(Stage &s, mlir::Value box, const Type &type, mlir::Value pointer) {
  llvm::SmallVector<Value> elements;
  for (auto [i, types] : llvm::enumerate(type.elements)) {
    mlir::Value element = rtPlain(s, "tuple_get", {pointer, constantInt(s, int64_t(i))},
                                  ir::BoxType::get(&s.context));
    elements.push_back(unbox(s, element, types));
  }
  Value cls = type.handle ? Value::ofStatic(type.handle) : Value();
  return s.structure(TupleData::Form(type.dtype), elements, cls, box);
}

static Value unboxAs(Stage &s, mlir::Value box, const Type &type) {
  mlir::MLIRContext *context = &s.context;
  auto unbox = [&](mlir::Type to) -> mlir::Value {
    return ir::UnboxOp::create(s.builder(), s.loc(), to, box);
  };
  auto container = [&](auto object, mlir::Type to) {
    object->runtime = Value::raw(unbox(to));
    object->element = type.element;
    object->site = siteOf(type.element);
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
    return unboxException(s, box, type);
  case Type::Kind::Opaque:
    return ofOpaque(s, type.handle);
  case Type::Kind::Record:
  case Type::Kind::Cell:
  case Type::Kind::Callable:
    return unboxRuntimeObject(s, box, type);
  case Type::Kind::Tensor:
    return unboxTensor(s, type, unbox);
  case Type::Kind::Tuple:
    return unboxTuple(s, box, type, unbox(ir::TupleType::get(context)));
  case Type::Kind::TupleOf: {
    mlir::Value elements = rtPlain(s, "list_from_tuple", {unbox(ir::TupleType::get(context))},
                                   ir::ListType::get(context));
    return runtimeTuple(s, runtimeList(s, elements, s.facts.types.elementVariable(type)), box);
  }
  case Type::Kind::List:
    return container(std::make_shared<ListObject>(), ir::ListType::get(context));
  case Type::Kind::Set: {
    if (type.dtype == EitherSet)
      refuse(s, diag::Kind::UnknownType);
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
    return Value::box(box, typeSet(s, type));
  }
}

Value unbox(Stage &s, mlir::Value box, const TypeSet *types) {
  types = s.facts.types.opened(types);
  if (types->types.size() == 1)
    return unboxAs(s, box, types->types[0]);
  return Value::box(box, types);
}

Value nestedLists(Stage &s, mlir::Value box, int64_t depth, Type element) {
  for (int64_t level = depth; level-- > 0;) {
    Type list = simpleType(Type::Kind::List);
    list.element = idOf<TypeVariable>(site(s), level);
    if (s.facts.types.grow(list.element, typeSet(s, element)))
      throw Restart{};
    element = list;
  }
  return unbox(s, box, typeSet(s, element));
}

// Whether a value of run time has this type: an SSA i1.
static mlir::Value testType(Stage &s, mlir::Value box, mlir::Value tag, const Type &type) {
  auto tagIs = [&](int64_t number) -> mlir::Value {
    return ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag,
                                 constantInt(s, number));
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
    return type.layout == LayoutKey() ? tagIs(LITH_EXCEPTION) : testRuntimeObject(s, box, type);
  case Type::Kind::List:
    return tagIs(LITH_LIST);
  case Type::Kind::Dict:
    return tagIs(LITH_DICT);
  case Type::Kind::Set:
    return tagIs(LITH_SET);
  case Type::Kind::Opaque:
    return rtPlain(s, "value_identical", {box, toBox(s, ofOpaque(s, type.handle))},
                   s.builder().getI1Type());
  case Type::Kind::Tensor:
    return rtPlain(s, "value_is_tensor",
                   {box, constantInt(s, type.dtype), constantInt(s, type.rank)},
                   s.builder().getI1Type());
  case Type::Kind::Record:
  case Type::Kind::Cell:
  case Type::Kind::Callable:
    return testRuntimeObject(s, box, type);
  case Type::Kind::Tuple: {
    TupleData data{
        TupleData::Form(type.dtype), type.handle ? Value::ofStatic(type.handle) : Value(), {}};
    return rtPlain(
        s, "value_is_tuple",
        {box, constantInt(s, int64_t(type.elements.size())), constantInt(s, tupleClass(s, data))},
        s.builder().getI1Type());
  }
  case Type::Kind::TupleOf:
    return rtPlain(s, "value_is_tuple", {box, constantInt(s, -1), constantInt(s, 0)},
                   s.builder().getI1Type());
  default:
    return constantBool(s, true);
  }
}

/// One whose class the type does not tell is whichever is left.
static bool isNoPlainException(const Type &type) {
  return type.kind != Type::Kind::Exception || type.layout != LayoutKey();
}

Result forEachType(Stage &s, Value box, llvm::function_ref<Result(Value)> run) {
  assert(box.isBox());
  const TypeSet *types = box.types();
  if (types->isAny())
    refuse(s, diag::Kind::UnknownType);
  if (types->types.empty()) { // an element of what never holds one: the path ended at the read
    ir::UnreachableOp::create(s.builder(), s.loc());
    return std::nullopt;
  }
  mlir::Value ssa = box.ssa();
  mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), ssa);
  Edges done;
  llvm::SmallVector<Type> tried(types->types);
  std::stable_partition(tried.begin(), tried.end(), isNoPlainException);
  for (size_t i = 0; i < tried.size(); ++i) {
    bool isLast = i + 1 == tried.size();
    State rest;
    if (!isLast) {
      State here;
      branch(s, testType(s, ssa, tag, tried[i]), here, rest);
      s.state = std::move(here);
    }
    if (Result result = run(unboxAs(s, ssa, tried[i])))
      done.push_back({s.state, {*result}});
    if (!isLast)
      s.state = std::move(rest);
  }
  llvm::SmallVector<Value, 1> joined;
  if (!join(s, std::move(done), joined))
    return std::nullopt;
  return joined[0];
}

} // namespace lith::stage

// Lists.cpp: tensors made of lists of numbers, and lists of tensors joined.
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Types.h"
#include "stage/tensor/Tensor.h"

#include "ops/RuntimeOps.h"
#include "ops/TensorOps.h"

#include "llvm/ADT/SmallSet.h"

namespace lith::stage::tensor {

using namespace lith::ir;

namespace {

/// torch.tensor of nested lists whose nesting is known: (elements flattened, sizes, dtype).
Result ofValues(Stage &stage, const CallInfo &info) {
  Value values = info.args.positional[0];
  std::optional<std::vector<Value>> elements; // none: of a list of run time
  if (!collect(stage, values, elements))
    return std::nullopt;
  auto sizes = intList(stage, info.args.positional[1]);
  if (!sizes)
    return std::nullopt;
  if (elements) {
    for (Value each : *elements)
      refuseLong(stage, each);
    values = stage.list(*elements);
  }
  int dtype = dtypeArgument(stage, info.args.positional[2]);
  Shape shape;
  Size count(1);
  for (Value size : *sizes) {
    shape.push_back(sizeOfValue(stage, size));
    count = count * shape.back();
  }
  mlir::Value made = rt<TensorOfValuesOp>(stage, {constantInt(stage, dtype), toBox(stage, values)},
                                          makeType(stage, Shape{count}, dtype));
  if (!made)
    return std::nullopt;
  SSAs ssas;
  for (Value size : *sizes)
    ssas.push_back(toInt(stage, size));
  return newTensor(stage, ViewAsOp::create(stage.builder(), stage.loc(),
                                           makeType(stage, shape, dtype), made, ssas));
}

Result isRuntimeList(Stage &stage, const CallInfo &info) {
  Value value = info.args.positional[0];
  auto *list = stage.find<ListObject>(value);
  return stage.boolean(list && list->isRuntime());
}

Result mayHoldTensors(Stage &stage, const CallInfo &info) {
  auto *list = stage.find<ListObject>(info.args.positional[0]);
  return stage.boolean(
      llvm::any_of(stage.facts.types.read(list->element)->types,
                   [](const Type &type) { return type.kind == Type::Kind::Tensor; }));
}

/// Instances of classes, those of NumPy among them, in a list of run time or in sequences in it.
Result mayHoldObjects(Stage &stage, const CallInfo &info) {
  std::function<bool(const TypeSet *, int)> holds = [&](const TypeSet *types, int depth) {
    return depth < LITH_MAX_RANK &&
           llvm::any_of(
               types->types,
               [&](const Type &type) {
                 auto holdsWithin = [&](const TypeSet *part) { return holds(part, depth + 1); };
                 return type.kind == Type::Kind::Record ||
                        (type.kind == Type::Kind::List &&
                         holdsWithin(stage.facts.types.read(type.element))) ||
                        llvm::any_of(type.elements, holdsWithin);
               });
  };
  auto *list = stage.find<ListObject>(info.args.positional[0]);
  return stage.boolean(holds(stage.facts.types.read(list->element), 0));
}

Result isNestedInRunTime(Stage &stage, const CallInfo &info) {
  std::function<bool(Value)> holdsOne = [&](Value value) {
    auto *list = stage.find<ListObject>(value);
    if (list)
      return list->isRuntime() || llvm::any_of(list->elements, holdsOne);
    return value.isTuple() && llvm::any_of(value.tuple().elements, holdsOne);
  };
  return stage.boolean(holdsOne(info.args.positional[0]));
}

/// What torch.tensor finds at the leaves of nested lists and tuples: the widest kind of number, and
/// how deep they lie. Lists that are empty say nothing.
struct Leaves {
  std::optional<Type::Kind> widest;
  std::optional<int64_t> depth;
  bool isMixed = false, isFit = true;

  void add(const Type &type, int64_t at) {
    static constexpr Type::Kind Order[] = {Type::Kind::Bool, Type::Kind::Int, Type::Kind::Float};
    const auto *kind = llvm::find(Order, type.kind);
    isFit &= kind != std::end(Order) && depth.value_or(at) == at;
    depth = at;
    isMixed |= widest.value_or(type.kind) != type.kind;
    if (!widest || llvm::find(Order, *widest) < kind)
      widest = type.kind;
  }
  void add(Stage &stage, const TypeSet *types, int64_t at) {
    for (const Type &type : types->types)
      if (at > LITH_MAX_RANK)
        isFit = false;
      else if (type.kind == Type::Kind::List)
        add(stage, stage.facts.types.read(type.element), at + 1);
      else if (type.kind == Type::Kind::TupleOf || type.kind == Type::Kind::Tuple)
        for (const TypeSet *part : type.elements)
          add(stage, part, at + 1);
      else
        add(type, at);
  }
};

/// The dtype that tensors and numbers in a list of run time have, whichever of them it holds then;
/// -1: it depends on that.
int dtypeOfElements(Stage &stage, const ListObject &list) {
  llvm::SmallSet<int, 2> dtypes;
  for (const Type &type : stage.facts.types.read(list.element)->types)
    dtypes.insert(type.kind == Type::Kind::Tensor  ? int(type.dtype)
                  : type.kind == Type::Kind::Float ? defaultDtype(stage)
                  : type.kind == Type::Kind::Int   ? LITH_INT64
                  : type.kind == Type::Kind::Bool  ? LITH_BOOL8
                                                   : -1);
  return dtypes.size() == 1 ? *dtypes.begin() : -1;
}

/// Known lists as tuples, so that those of run time in them keep types of their own.
Value knownAsTuples(Stage &stage, Value value) {
  auto *list = stage.find<ListObject>(value);
  bool isTuple = value.isTuple() && value.tuple().form == TupleData::Form::Tuple;
  if (!isTuple && (!list || list->isRuntime()))
    return value;
  llvm::SmallVector<Value> elements;
  if (list)
    elements.append(list->elements.begin(), list->elements.end());
  else
    elements.append(value.tuple().elements.begin(), value.tuple().elements.end());
  for (Value &element : elements)
    element = knownAsTuples(stage, element);
  return stage.structure(TupleData::Form::Tuple, elements);
}

/// torch.tensor of lists of run time, or of known ones that hold such: (list, dtype or None).
Result ofRuntimeList(Stage &stage, const CallInfo &info) {
  Value value = info.args.positional[0], nested = knownAsTuples(stage, value);
  mlir::Value box = toBox(stage, nested);
  Value named = info.args.positional[1];
  int given = stage.isNone(named) ? -1 : dtypeArgument(stage, named), dtype = given;
  if (dtype < 0)
    requireElement(stage, value);
  Leaves leaves;
  leaves.add(stage, typesOf(stage, nested), 0);
  if (leaves.isFit && leaves.widest && dtype < 0)
    dtype = *leaves.widest == Type::Kind::Int    ? LITH_INT64
            : *leaves.widest == Type::Kind::Bool ? LITH_BOOL8
                                                 : defaultDtype(stage);
  auto *list = stage.find<ListObject>(value);
  if (dtype < 0 && list && list->isRuntime())
    dtype = dtypeOfElements(stage, *list);
  bool isFlat = dtype >= 0 && list && list->isRuntime(); // of tensors with one element
  if (dtype < 0 || (!leaves.isFit && !isFlat))
    refuse(stage, diag::Kind::UnsupportedParameter,
           {"torch.tensor", "a list of elements of several types"});
  int64_t rank = leaves.isFit ? leaves.depth.value_or(1) : 1;
  llvm::SmallVector<Size> shape(rank, Size::symbol({nullptr, 0}));
  int64_t wanted = dtype | (rank > 1 ? rank << 8 : 0);
  if (given < 0 && leaves.isMixed)
    wanted |= 1 << 16;
  mlir::Value made =
      rt<TensorOfValuesOp>(stage, {constantInt(stage, wanted), box}, makeType(stage, shape, dtype));
  return made ? Result(newTensor(stage, made)) : std::nullopt;
}

/// All dtypes that tensors of these types, joined, may have; more than one.
static std::vector<Value> commonDtypes(Stage &stage, const TypeSet *tensors) {
  llvm::SmallSetVector<int, 8> found;
  for (const Type &type : tensors->types)
    found.insert(type.dtype);
  for (size_t i = 0; i < found.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      found.insert(dtypes::promote(found[i], found[j]));
  std::vector<Value> values;
  for (int dtype : found)
    values.push_back(dtypeValue(stage, dtype));
  return values;
}

/// torch.cat and torch.stack of a runtime list of tensors: (list, its first element, dim, stack).
/// Where the ranks in it may differ, they are compared at run time.
Result concatList(Stage &stage, const CallInfo &info) {
  auto *list = stage.find<ListObject>(info.args.positional[0]);
  const TypeSet *types = stage.facts.types.read(list->element);
  bool isStack = *stage.asBool(info.args.positional[3]);
  auto isTensor = [](const Type &type) { return type.kind == Type::Kind::Tensor; };
  if (llvm::any_of(types->types, isTensor) && !llvm::all_of(types->types, isTensor)) {
    Result tensors = callPrelude(stage, "only_tensors", info.args.positional[0]);
    return tensors ? callPrelude(stage, "joined_list",
                                 {*tensors, info.args.positional[2], info.args.positional[3]})
                   : tensors;
  }
  Value first = info.args.positional[1];
  if (std::vector<Value> dtypes = commonDtypes(stage, types); dtypes.size() > 1)
    return callPrelude(stage, "joined_in_one_dtype",
                       {info.args.positional[0], info.args.positional[2], info.args.positional[3],
                        stage.tuple(dtypes)});
  bool fits = llvm::all_of(types->types, [&](const Type &type) {
    // cat leaves out empty tensors of one dimension
    bool isLeftOut = !isStack && type.rank == 1 && types->types.size() > 1;
    return isTensor(type) && type.rank >= 0 && !isLeftOut;
  });
  if (!fits || !stage.isTensor(first))
    refuse(stage, diag::Kind::UnsupportedParameter,
           // No facts: this function is of these two.
           {isStack ? "torch.stack" : "torch.cat", "a list of tensors of several ranks"});
  unsigned rank = rankOf(stage, first) + isStack;
  auto dim = wrapDim(stage, pinInt(stage, info.args.positional[2], "dim"), rank);
  if (!dim)
    return std::nullopt;
  llvm::SmallVector<Size> shape(rank, Size::symbol({nullptr, 0}));
  mlir::Value tensors = list->runtime.ssa();
  mlir::Value made =
      rt<ConcatListOp>(stage, {tensors, constantInt(stage, *dim), constantBool(stage, isStack)},
                       makeType(stage, shape, dtypeOf(stage, first)));
  if (!made)
    return std::nullopt;
  Value joined = newTensor(stage, made, needsGrad(stage, {info.args.positional[0]}));
  recordJoin(stage, tensors, *dim, isStack, joined);
  return joined;
}

} // namespace

void registerLists(Registry &registry) {
  registry.add("prim.of_values", ofValues);
  registry.add("prim.is_runtime_list", isRuntimeList);
  registry.add("prim.is_nested_in_run_time", isNestedInRunTime);
  registry.add("prim.of_runtime_list", ofRuntimeList);
  registry.add("prim.may_hold_tensors", mayHoldTensors);
  registry.add("prim.may_hold_objects", mayHoldObjects);
  registry.add("prim.concat_list", concatList);
}

} // namespace lith::stage::tensor

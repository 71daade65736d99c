// IndexValues.cpp: what sequences are as indices of a tensor.
//
// A short sequence that holds more than numbers is a tuple of indices. Any other one is the tensor
// of it, of ints unless its elements are bools or bytes: eager cuts fractions off, and what is
// empty holds ints. An object with `__index__` is its int.
#include "stage/tensor/IndexValues.h"

#include "stage/Arrays.h"
#include "stage/Protocols.h"
#include "stage/calls/Calls.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Indices.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Types.h"
#include "stage/tensor/Sequences.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

/// Whether all that a list of run time may hold is of one of these kinds.
static bool holdsOnly(Stage &stage, const ListObject &list, llvm::ArrayRef<Type::Kind> kinds) {
  const TypeSet *types = stage.facts.types.read(list.element);
  return !types || llvm::all_of(types->types, [&](const Type &type) {
    return llvm::is_contained(kinds, type.kind);
  });
}

static bool holdsNumbers(Stage &stage, const ListObject &list) {
  return holdsOnly(stage, list, {Type::Kind::Bool, Type::Kind::Int, Type::Kind::Float});
}

bool isOpen(Value index) {
  return index.isUnion() || index.isBox() ||
         (index.isTuple() && llvm::any_of(index.tuple().elements, isOpen));
}

bool isIndexTuple(Value index) {
  return index.isTuple() && index.tuple().form != TupleData::Form::Slice &&
         index.tuple().form != TupleData::Form::Range;
}

/// Whether a list of these elements is a tuple of indices.
static bool holdsIndices(Stage &stage, llvm::ArrayRef<Value> elements) {
  return llvm::any_of(elements, [&](Value each) {
    return stage.isTensor(each) || stage.isNone(each) || isSlice(each) ||
           (each.isStatic() && stage.kindOf(each) == host::Kind::Ellipsis) || hasItems(stage, each);
  });
}

/// The parts of a tuple; those with `__index__` are ints.
static Result ofParts(Stage &stage, llvm::ArrayRef<Value> parts) {
  std::vector<Value> made;
  for (Value part : parts) {
    bool isItsOwn = isOpen(part) || isNumpyObject(stage, part) || hasItems(stage, part);
    Result item =
        isItsOwn || !definesIndex(stage, part) ? Result(part) : indexOfInstance(stage, part);
    if (!item)
      return item;
    made.push_back(*item);
  }
  return stage.tuple(made);
}

static Result ofRuntimeList(Stage &stage, Value index, const ListObject &list) {
  if (!list.frozen && holdsNumbers(stage, list))
    return index;
  preferLength(stage, index);
  refuse(stage, diag::Kind::RuntimeLength, {"a tuple of indices, or a list that is one,"});
}

Result indexOf(Stage &stage, Value index) {
  refuseOverload(stage, index);
  if (isOpen(index) || isNumpyObject(stage, index))
    return index;
  index = plainSequence(stage, index);
  if (const auto *list = stage.find<ListObject>(index)) {
    if (list->isRuntime())
      return ofRuntimeList(stage, index, *list);
    std::vector<Value> elements = listElements(stage, index);
    return elements.size() < 32 && holdsIndices(stage, elements) ? ofParts(stage, elements)
                                                                 : Result(index);
  }
  if (index.isTuple())
    return isIndexTuple(index) ? ofParts(stage, index.tuple().elements) : Result(index);
  if (hasItems(stage, index) && !(index.isStatic() && stage.kindOf(index) == host::Kind::Tuple))
    return callPrelude(stage, "index_of_sequence", {index});
  return definesIndex(stage, index) ? indexOfInstance(stage, index) : Result(index);
}

Result indexOfSequence(Stage &stage, Value sequence, Value view, unsigned dim) {
  const auto *list = stage.find<ListObject>(sequence);
  if (!list || !list->isRuntime() || !holdsNumbers(stage, *list))
    return callPrelude(stage, "index_of_data", {sequence});
  if (holdsOnly(stage, *list, {Type::Kind::Bool}))
    return callPrelude(stage, "index_of_bools", {sequence, view, stage.integer(int64_t(dim))});
  bool mayHoldBools = !holdsOnly(stage, *list, {Type::Kind::Int, Type::Kind::Float});
  return callPrelude(stage, mayHoldBools ? "index_of_data" : "index_of_numbers", {sequence});
}

} // namespace lith::stage::tensor

// IndexValues.cpp: what sequences are as indices of a tensor.
//
// A short list that holds more than numbers is a tuple of indices. Any other sequence is the tensor
// of it, of ints unless its elements are bools or bytes: eager cuts fractions off, and what is
// empty holds ints.
#include "stage/tensor/IndexValues.h"

#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Types.h"
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

Value indexOf(Stage &stage, Value index) {
  const auto *list = stage.find<ListObject>(index);
  if (list && list->isRuntime()) {
    if (!list->frozen && holdsNumbers(stage, *list))
      return index;
    preferLength(stage, index);
    refuse(stage, diag::Kind::RuntimeLength, {"a tuple of indices, or a list that is one,"});
  }
  if (!list || list->elements.size() >= 32)
    return index;
  std::vector<Value> elements = listElements(stage, index);
  Value array = builtinType(stage, "numpy.ndarray");
  bool isTuple = llvm::any_of(elements, [&](Value each) {
    return each.isTuple() || stage.isTensor(each) || stage.find<ListObject>(each) ||
           stage.isNone(each) || typeOf(stage, each) == array ||
           (each.isStatic() && stage.kindOf(each) == host::Kind::Ellipsis);
  });
  return isTuple ? stage.tuple(elements) : index;
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

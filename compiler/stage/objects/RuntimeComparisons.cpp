// RuntimeComparisons.cpp: comparisons that run time makes.
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Kinds.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;

static bool nestsTuples(Value value) { return value.isBox() && nestsTuples(value.types()); }

bool mayBeTensor(Stage &s, Value value) {
  return llvm::any_of(typesOf(s, value)->types,
                      [](const Type &type) { return type.kind == Type::Kind::Tensor; });
}

bool isNestedComparison(Stage &s, Value left, Value right) {
  return (nestsTuples(left) || nestsTuples(right)) && !mayBeTensor(s, left) &&
         !mayBeTensor(s, right); // the comparison of a tensor is one
}

// Of a tuple: a part is a tensor, or more tuples without end.
bool nestsTensors(Stage &s, Value tuple) {
  return llvm::any_of(tuple.tuple().elements, [&](Value element) {
    return nestsTuples(element) && mayBeTensor(s, element);
  });
}

// Of the runtime, which compares all of the two.
static Result compareBoxes(Stage &s, CmpOperator op, Value left, Value right) {
  mlir::Value box =
      rt(s, "value_compare", {constantInt(s, namesOf(op).runtime), toBox(s, left), toBox(s, right)},
         ir::BoxType::get(&s.context));
  return unbox(s, box, typeSet(s, plainType(Type::Kind::Bool)));
}

static void checkMethods(Stage &s, Value left, Value right,
                         llvm::ArrayRef<llvm::StringRef> methods) {
  if (mayHoldRecords(s, left, methods) || mayHoldRecords(s, right, methods))
    refuse(s, diag::Kind::UnsupportedExpression, {"comparison of containers of instances"});
}

// Part by part at run time: here each part would be two of its own.
Result compareNested(Stage &s, CmpOperator op, Value left, Value right) {
  checkMethods(s, left, right, {"__eq__", namesOf(op).method, namesOf(op).reflected});
  return compareBoxes(s, op, left, right);
}

Result compareContainers(Stage &s, CmpOperator op, Value left, Value right) {
  bool byMethod = mayHoldRecords(s, left, {"__eq__"}) || mayHoldRecords(s, right, {"__eq__"});
  if (isEquality(op) && s.find<ListObject>(left) && byMethod)
    return ofEquality(s, op, callPrelude(s, "lists_equal", {left, right}));
  if (!isEquality(op) && !s.find<SetObject>(left))
    checkMethods(s, left, right, {"__eq__", "__lt__"});
  noteKeyMethods(s, typesOf(s, left));
  noteKeyMethods(s, typesOf(s, right));
  return compareBoxes(s, op, left, right);
}

} // namespace lith::stage

// Comparisons.cpp: the comparison operators: the two operands are opened, and each kind is asked.
#include "stage/objects/Comparisons.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

using namespace lith::syntax;

// Eq, NotEq, Lt, LtE, Gt, GtE
static const CompareNames compareNames[] = {
    {"==", "__eq__", "__eq__", ir::CompareKind::eq, 2},
    {"!=", "__ne__", "__ne__", ir::CompareKind::ne, 3},
    {"<", "__lt__", "__gt__", ir::CompareKind::lt, 0},
    {"<=", "__le__", "__ge__", ir::CompareKind::le, 1},
    {">", "__gt__", "__lt__", ir::CompareKind::gt, 4},
    {">=", "__ge__", "__le__", ir::CompareKind::ge, 5},
};

const CompareNames &namesOf(CmpOperator op) { return compareNames[size_t(op)]; }

Value ofEquality(Stage &s, CmpOperator op, bool same) {
  return s.boolean(same == (op == CmpOperator::Eq));
}

Result ofEquality(Stage &s, CmpOperator op, Result same) {
  return !same || op == CmpOperator::Eq ? same : unary(s, UnaryOperator::Not, *same);
}

static Result unordered(Stage &s, CmpOperator op, Value left, Value right) {
  return raise(s, "TypeError",
               "'" + namesOf(op).symbol + "' not supported between instances of '" +
                   typeName(s, left) + "' and '" + typeName(s, right) + "'");
}

// What is left where neither kind compares the two: they are equal where they are one object.
static Result compareIdentities(Stage &s, CmpOperator op, Value left, Value right) {
  if (!isEquality(op))
    return unordered(s, op, left, right);
  if (left.isStatic() && right.isStatic())
    return ofEquality(s, op, s.host.equal(left.handle(), right.handle()));
  return ofEquality(s, op, identical(s, left, right));
}

// Where neither kind knows the other, unless a type has a method in Python that its kind has not.
static Result compareAsObjects(Stage &s, CmpOperator op, Value left, Value right) {
  if (!slotsOf(s, left).compare)
    refuseMethod(s, left, namesOf(op).method);
  if (!slotsOf(s, right).compare)
    refuseMethod(s, right, namesOf(op).reflected);
  return compareIdentities(s, op, left, right);
}

Result compareByIdentity(Stage &, CmpOperator, Value, Value) { return Value(); }

// As Python asks: the left operand first, but a subclass on the right before it.
static Result compareKinds(Stage &s, CmpOperator op, Value left, Value right) {
  const Slots *first = &slotsOf(s, left), *second = &slotsOf(s, right);
  if (second->precedence > first->precedence)
    std::swap(first, second);
  bool isOneSlot = first->compare == second->compare;
  auto asked = [&](const Slots *kind) -> Result {
    return kind->compare ? kind->compare(s, op, left, right) : Value();
  };
  return orElse(s, asked(first), [&] {
    return orElse(s, isOneSlot ? Result(Value()) : asked(second),
                  [&] { return compareAsObjects(s, op, left, right); });
  });
}

static Result compareValues(Stage &s, CmpOperator op, Value left, Value right) {
  matchNumpy(s, left, right);
  bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
  if (any)
    return Value::box(rt(s, "value_compare",
                         {constantInt(s, namesOf(op).runtime), toBox(s, left), toBox(s, right)},
                         ir::BoxType::get(&s.context)),
                      s.facts.types.any());
  if (isNestedComparison(s, left, right))
    return compareNested(s, op, left, right);
  if (left.isUnion() || left.isBox() || right.isUnion() || right.isBox())
    return forEachAlternative(s, left, [&](Value a) {
      return forEachAlternative(s, right, [&](Value b) { return compareValues(s, op, a, b); });
    });
  return compareKinds(s, op, left, right);
}

Result compare(Stage &s, CmpOperator op, Value left, Value right) {
  auto opposite = [&](Result given) {
    return given ? unary(s, UnaryOperator::Not, *given) : given;
  };
  switch (op) {
  case CmpOperator::Is:
    return identical(s, left, right);
  case CmpOperator::IsNot:
    return opposite(identical(s, left, right));
  case CmpOperator::In:
    return contains(s, right, left);
  case CmpOperator::NotIn:
    return opposite(contains(s, right, left));
  default:
    return compareValues(s, op, left, right);
  }
}

} // namespace lith::stage

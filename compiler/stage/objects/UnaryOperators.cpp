// UnaryOperators.cpp: not x, -x, +x, ~x.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Operators.h"

namespace lith::stage {

using namespace lith::syntax;

// Invert, Not, UAdd, USub
static const UnaryNames unaryNames[] = {{"~", "__invert__", LITH_INVERT},
                                        {"not", "", 0},
                                        {"+", "__pos__", LITH_POS},
                                        {"-", "__neg__", LITH_NEG}};

const UnaryNames &namesOf(UnaryOperator op) { return unaryNames[size_t(op)]; }

static Result negation(Stage &s, Value operand) {
  Result value = truth(s, operand);
  if (!value)
    return value;
  if (auto known = s.asBool(*value))
    return s.boolean(!*known);
  return s.boolScalar(ir::UnaryOp::create(s.builder(), s.loc(), ir::UnaryKind::lnot, value->ssa()));
}

Result noUnary(Stage &s, UnaryOperator op, Value operand) {
  refuseMethod(s, operand, namesOf(op).method);
  return raise(s, "TypeError",
               "bad operand type for unary " + namesOf(op).symbol + ": '" + typeName(s, operand) +
                   "'");
}

Result unary(Stage &s, UnaryOperator op, Value operand) {
  if (op == UnaryOperator::Not)
    return negation(s, operand);
  if (operand.isBox() && operand.types()->isAny())
    return Value::box(rt(s, "value_unary", {constantInt(s, namesOf(op).runtime), operand.ssa()},
                         ir::BoxType::get(&s.context)),
                      s.facts.types.any());
  return forEachAlternative(s, operand, [&](Value one) {
    auto slot = slotsOf(s, one).unary;
    return slot ? slot(s, op, one) : noUnary(s, op, one);
  });
}

} // namespace lith::stage

// NumberSlots.cpp: operators of numbers called by their names, as in `float.__add__(self, other)`,
// which subclasses of int and float do.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Numbers.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

using syntax::CmpOperator;
using syntax::Operator;

namespace {

struct Arithmetic {
  const char *name;
  Operator op;
  bool ofFloats; ///< float has it as well
};
constexpr Arithmetic arithmetic[] = {
    {"add__", Operator::Add, true},           {"sub__", Operator::Sub, true},
    {"mul__", Operator::Mult, true},          {"truediv__", Operator::Div, true},
    {"floordiv__", Operator::FloorDiv, true}, {"mod__", Operator::Mod, true},
    {"pow__", Operator::Pow, true},           {"lshift__", Operator::LShift, false},
    {"rshift__", Operator::RShift, false},    {"and__", Operator::BitAnd, false},
    {"or__", Operator::BitOr, false},         {"xor__", Operator::BitXor, false},
};

struct Comparison {
  const char *name;
  CmpOperator op;
};
constexpr Comparison comparisons[] = {
    {"__eq__", CmpOperator::Eq},  {"__ne__", CmpOperator::NotEq}, {"__lt__", CmpOperator::Lt},
    {"__le__", CmpOperator::LtE}, {"__gt__", CmpOperator::Gt},    {"__ge__", CmpOperator::GtE},
};

host::Handle slotOf(Stage &s, const CallInfo &info) {
  return lookup(s, "builtins." + info.primitive.spelling);
}

// Calls `run` with the numbers in both arguments; NotImplemented where the second is none that the
// class of the first computes with.
Result withNumbers(Stage &s, const CallInfo &info, llvm::function_ref<Result(Value, Value)> run) {
  const auto &args = info.args.positional;
  if (args.size() != 2) // pow with a modulus
    refuse(s, diag::Kind::UnsupportedFunction, {info.primitive.spelling + " of so many arguments"});
  return forEachAlternative(s, args[0], [&](Value left) {
    left = payloadOf(s, left);
    return forEachAlternative(s, args[1], [&](Value right) -> Result {
      right = payloadOf(s, right);
      if (isConstant(s, left) && isConstant(s, right)) // also ints of more than 64 bits
        return callHost(s, slotOf(s, info), {left, right});
      if (isIndex(s, right) || (isFloat(s, left) && isFloat(s, right)))
        return run(left, right);
      return s.ofHandle(s.host.notImplemented());
    });
  });
}

Result compute(Stage &s, const CallInfo &info) {
  Operator op = static_cast<const Arithmetic *>(info.primitive.data)->op;
  return withNumbers(s, info, [&](Value left, Value right) { return binary(s, op, left, right); });
}

Result computeReflected(Stage &s, const CallInfo &info) {
  Operator op = static_cast<const Arithmetic *>(info.primitive.data)->op;
  return withNumbers(s, info, [&](Value right, Value left) { return binary(s, op, left, right); });
}

Result compareTwo(Stage &s, const CallInfo &info) {
  CmpOperator op = static_cast<const Comparison *>(info.primitive.data)->op;
  return withNumbers(s, info, [&](Value left, Value right) { return compare(s, op, left, right); });
}

Result shown(Stage &s, const CallInfo &info) {
  return repr(s, payloadOf(s, info.args.positional[0]));
}

Result negated(Stage &s, const CallInfo &info) {
  return unary(s, syntax::UnaryOperator::USub, payloadOf(s, info.args.positional[0]));
}

} // namespace

void registerNumberSlots(Registry &registry) {
  for (const char *type : {"int", "float"}) {
    std::string prefix = std::string(type) + ".__";
    bool isFloat = type == std::string_view("float");
    for (const Arithmetic &each : arithmetic)
      if (!isFloat || each.ofFloats) {
        registry.add(prefix + each.name, compute, &each);
        registry.add(prefix + "r" + each.name, computeReflected, &each);
      }
    for (const Comparison &each : comparisons)
      registry.add(std::string(type) + "." + each.name, compareTwo, &each);
    registry.add(prefix + "repr__", shown);
    registry.add(prefix + "str__", shown);
    registry.add(prefix + "neg__", negated);
  }
}

} // namespace lith::stage

// Operators.cpp: binary operators: the two operands are opened, and what they are decides.
#include "stage/objects/Operators.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/builtins/Templates.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/ContainerOperators.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Numbers.h"
#include "stage/tensor/arguments/Match.h"

namespace lith::stage {

using namespace lith::syntax;

static Result binaryOf(Stage &, syntax::Operator op, Value left, Value right, bool inPlace);
static Result binaryInside(Stage &, syntax::Operator op, Value left, Value right, bool inPlace);
static Result builtInBinary(Stage &, syntax::Operator op, Value left, Value right, bool inPlace);
static Result repeatedOrError(Stage &, syntax::Operator op, Value left, Value right, bool inPlace);
static Result stringBinary(Stage &, syntax::Operator op, Value left, Value right);

// In the order of syntax::Operator.
static const OperatorNames operatorNames[] = {
    {"+", "__add__", "__radd__", "__iadd__", ir::BinaryKind::add, 0},
    {"-", "__sub__", "__rsub__", "__isub__", ir::BinaryKind::sub, 1},
    {"*", "__mul__", "__rmul__", "__imul__", ir::BinaryKind::mul, 2},
    {"@", "__matmul__", "__rmatmul__", "__imatmul__", std::nullopt, 12},
    {"/", "__truediv__", "__rtruediv__", "__itruediv__", ir::BinaryKind::truediv, 3},
    {"%", "__mod__", "__rmod__", "__imod__", ir::BinaryKind::mod, 5},
    {"**", "__pow__", "__rpow__", "__ipow__", ir::BinaryKind::pow, 6},
    {"<<", "__lshift__", "__rlshift__", "__ilshift__", ir::BinaryKind::shl, 7},
    {">>", "__rshift__", "__rrshift__", "__irshift__", ir::BinaryKind::shr, 8},
    {"|", "__or__", "__ror__", "__ior__", ir::BinaryKind::bor, 10},
    {"^", "__xor__", "__rxor__", "__ixor__", ir::BinaryKind::bxor, 11},
    {"&", "__and__", "__rand__", "__iand__", ir::BinaryKind::band, 9},
    {"//", "__floordiv__", "__rfloordiv__", "__ifloordiv__", ir::BinaryKind::floordiv, 4},
};

const OperatorNames &namesOf(Operator op) { return operatorNames[size_t(op)]; }

static bool isConstantNumber(Stage &s, Value value) {
  return value.isStatic() && isNumber(s, value);
}

static bool isSequence(llvm::StringRef type) {
  return llvm::is_contained({"str", "list", "tuple", "bytes"}, type);
}

Result unsupportedOperands(Stage &s, llvm::StringRef symbol, Value left, Value right) {
  std::string a = typeName(s, left), b = typeName(s, right);
  llvm::StringRef op = symbol.substr(0, symbol.find('='));
  if (op == "+" && a == "bytes")
    return raise(s, "TypeError", "can't concat " + llvm::Twine(b) + " to bytes");
  if (op == "+" && isSequence(a) && (a != "list" || symbol == "+"))
    return raise(s, "TypeError",
                 "can only concatenate " + llvm::Twine(a) + " (not \"" + b + "\") to " + a);
  if (op == "*" && (isSequence(a) ? isLong(s, right) : isSequence(b) && isLong(s, left)))
    return raise(s, "OverflowError", "cannot fit 'int' into an index-sized integer");
  if (op == "*" && (isSequence(a) || isSequence(b)))
    return raise(s, "TypeError",
                 "can't multiply sequence by non-int of type '" +
                     llvm::Twine(isSequence(a) ? b : a) + "'");
  return raise(s, "TypeError",
               "unsupported operand type(s) for " + symbol + ": '" + a + "' and '" + b + "'");
}

// A sequence that `*` repeats.
static bool isRepeatable(Stage &s, Value value) {
  bool isTuple = value.isTuple() && value.tuple().form == TupleData::Form::Tuple;
  return isTuple || isString(s, value) || s.find<ListObject>(value);
}

Result binary(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = namesOf(op);
  if (isConstantNumber(s, left) && isConstantNumber(s, right))
    return hostResult(s, s.host.apply(names.symbol, {left.handle(), right.handle()}));
  for (auto [value, other] : {std::pair(&left, &right), std::pair(&right, &left)})
    if (isLong(s, *value) && other->isScalar(ScalarType::Float)) {
      Result real = longAsFloat(s, *value);
      if (!real)
        return real;
      *value = *real;
    }
  if (isPlainNumber(s, left) && isPlainNumber(s, right)) {
    Result value = numberBinary(s, op, left, right);
    if (!value || !value->isUndefined())
      return value;
    return unsupportedOperands(s, names.symbol.str() + (inPlace ? "=" : ""), left, right);
  }
  matchNumpy(s, left, right);
  bool dynamic = left.isUnion() || left.isBox() || right.isUnion() || right.isBox();
  bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
  if (any)
    return Value::box(rt(s, inPlace ? "value_inplace" : "value_binary",
                         {constantInt(s, names.runtime), toBox(s, left), toBox(s, right)},
                         ir::BoxType::get(&s.context)),
                      s.facts.types.any());
  if (dynamic)
    return forEachAlternative(s, left, [&](Value a) {
      return forEachAlternative(s, right, [&](Value b) { return binary(s, op, a, b, inPlace); });
    });
  return orElse(s, binaryOf(s, op, left, right, inPlace),
                [&] { return repeatedOrError(s, op, left, right, inPlace); });
}

// Where no operand knows the other: a sequence is repeated by what is an index as well.
static Result repeatedOrError(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = namesOf(op);
  bool isFirst = s.isTensor(left); // a sequence is repeated by the number that a tensor is
  if (op == Operator::Mult && (isFirst ? isSequence(typeName(s, right))
                                       : s.isTensor(right) && isSequence(typeName(s, left)))) {
    Result count = callMethod(s, isFirst ? left : right, "__index__", {});
    return count ? binary(s, op, isFirst ? right : left, *count, inPlace && !isFirst) : count;
  }
  if (op == Operator::Mult)
    if (bool first = definesIndex(s, left) && isRepeatable(s, right);
        first || (definesIndex(s, right) && isRepeatable(s, left))) {
      Result count = indexOfInstance(s, first ? left : right);
      return count ? binary(s, op, first ? *count : left, first ? right : *count, inPlace) : count;
    }
  refuseForeign(s, left, names.method);
  refuseForeign(s, right, names.reflected);
  return unsupportedOperands(s, names.symbol.str() + (inPlace ? "=" : ""), left, right);
}

// Whether what is inside an instance is changed by operators in place.
static bool holdsMutable(Stage &s, Value instance) {
  return llvm::any_of(llvm::ArrayRef({"dict", "list", "set"}), [&](llvm::StringRef name) {
    return isSubclass(s, typeOf(s, instance), builtinType(s, name)) == true;
  });
}

// Undefined, or NotImplemented, where the types do not go together.
static Result binaryOf(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = namesOf(op);
  if (isMapped(s, left) || isMapped(s, right))
    return tensorBinary(s, op, left, right, inPlace);
  if (op == Operator::Mod && isString(s, left)) // whatever the right operand would do itself
    return percent(s, left, right);
  auto isUsers = [&](Value value, llvm::StringRef method) {
    return s.find<InstanceObject>(value) || !tupleMethod(s, value, method).isUndefined() ||
           !tensorMethod(s, value, method).isUndefined();
  };
  bool isInto = inPlace && s.isTensor(left); // all that tensors do, they do in place as well
  bool user =
      isUsers(left, isInto ? names.inPlace : names.method) || isUsers(right, names.reflected);
  if (!user)
    return builtInBinary(s, op, left, right, inPlace);
  return userBinary(s, names.method, names.reflected, names.inPlace, left, right, inPlace,
                    [&] { return binaryInside(s, op, left, right, inPlace); });
}

// Of instances: what the built-in values inside them do.
static Result binaryInside(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = namesOf(op);
  if (isNumpyObject(s, left) || isNumpyObject(s, right))
    refuse(s, diag::Kind::UnsupportedExpression, {names.symbol.str() + " of an array of NumPy"});
  if (Value own = payloadOf(s, left); inPlace && own != left && holdsMutable(s, left)) {
    Result changed = binary(s, op, own, payloadOf(s, right), true);
    return changed && !changed->isUndefined() ? Result(left) : changed;
  }
  left = payloadOf(s, left);
  bool isTemplate = op == Operator::Mod && isString(s, left);
  right = isTemplate ? right : payloadOf(s, right);
  if (isTemplate || left.isUnion() || left.isBox() || right.isUnion() || right.isBox())
    return binary(s, op, left, right, inPlace);
  return builtInBinary(s, op, left, right, inPlace);
}

static Result builtInBinary(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  if (inPlace && op == Operator::Add && s.find<ListObject>(left)) // extends it, by any iterable
    return containerBinary(s, op, left, right, true);
  if (s.isTensor(left) || s.isTensor(right))
    return tensorBinary(s, op, left, right, inPlace);
  if (auto answer = operatorInHost(s, namesOf(op).symbol, {left, right}))
    return hostResult(s, *answer);
  if (isString(s, left) || isString(s, right))
    return stringBinary(s, op, left, right);
  if (left.isTuple() || right.isTuple() || left.isRef() || right.isRef())
    return containerBinary(s, op, left, right, inPlace);
  if (isNumber(s, left) && isNumber(s, right))
    return numberBinary(s, op, left, right);
  if (left.isStatic() && right.isStatic() && !isForeign(s, left) && !isForeign(s, right)) {
    host::Outcome outcome = s.host.apply(namesOf(op).symbol, {left.handle(), right.handle()});
    if (outcome.ok())
      return ofFresh(s, outcome.value);
  }
  return Value();
}

static Result stringBinary(Stage &s, Operator op, Value left, Value right) {
  mlir::Type str = ir::StrType::get(&s.context);
  if (op == Operator::Add && isString(s, left) && isString(s, right)) {
    auto a = s.asStr(left), b = s.asStr(right);
    if (a && b)
      return s.string((*a + *b).str());
    return s.strScalar(rtPlain(s, "str_concat", {toStr(s, left), toStr(s, right)}, str));
  }
  if (op == Operator::Mult) {
    Value text = isString(s, left) ? left : right, count = isString(s, left) ? right : left;
    if (!isPlainNumber(s, count) || isFloat(s, count))
      return Value();
    if (text.isStatic() && count.isStatic())
      return hostResult(s, s.host.apply("*", {text.handle(), count.handle()}));
    return s.strScalar(rt(s, "str_repeat", {toStr(s, text), toInt(s, count)}, str));
  }
  return Value();
}

} // namespace lith::stage

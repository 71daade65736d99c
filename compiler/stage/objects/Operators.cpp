// Operators.cpp: arithmetic of numbers of run time, tensors and containers, and the user's __add__
// and the like.
#include "stage/objects/Operators.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/builtins/Templates.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/ContainerOperators.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/runtime/Types.h"
#include "stage/tensor/arguments/Match.h"

namespace lith::stage {

using namespace lith::syntax;

static Result floatPower(Stage &, syntax::Operator op, Value left, Value right,
                         llvm::function_ref<Value()> plain);
static Result binaryOf(Stage &, syntax::Operator op, Value left, Value right, bool inPlace);
static Result stringBinary(Stage &, syntax::Operator op, Value left, Value right);

namespace {

struct OperatorNames {
  llvm::StringRef symbol, method, reflected, inPlace;
  std::optional<ir::BinaryKind> kind;
  int runtime; ///< lith_binary_op
};

// In the order of syntax::Operator.
const OperatorNames operatorNames[] = {
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

} // namespace

bool isPlainNumber(Stage &s, Value value) {
  if (value.isScalar())
    return value.scalarType() == ScalarType::Int || value.scalarType() == ScalarType::Float ||
           value.scalarType() == ScalarType::Bool;
  if (!value.isStatic())
    return false;
  host::Kind kind = s.kindOf(value);
  return kind == host::Kind::Float || kind == host::Kind::Bool ||
         (kind == host::Kind::Int && s.asInt(value));
}

bool isFloat(Stage &s, Value value) {
  return value.isScalar(ScalarType::Float) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Float);
}

bool isLong(Stage &s, Value value) {
  return value.isStatic() && s.kindOf(value) == host::Kind::Int && !s.asInt(value);
}

Result longAsFloat(Stage &s, Value value) {
  return hostResult(s, runInHost(s, builtinType(s, "float").handle(), {value.handle()}, {}));
}

bool isBoolean(Stage &s, Value value) {
  return value.isScalar(ScalarType::Bool) || s.asBool(value);
}

bool isNumber(Stage &s, Value value) {
  if (value.isScalar(ScalarType::Complex) ||
      (value.isStatic() &&
       (s.kindOf(value) == host::Kind::Complex || s.kindOf(value) == host::Kind::Int)))
    return true;
  return isPlainNumber(s, value);
}

bool isString(Stage &s, Value value) {
  return value.isScalar(ScalarType::Str) || s.asStr(value).has_value();
}

static bool isComplexNumber(Stage &s, Value value) {
  return value.isScalar(ScalarType::Complex) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Complex);
}

static bool isConstantNumber(Stage &s, Value value) {
  return value.isStatic() && isNumber(s, value);
}

// Numbers of which at least one is of run time.
static Result scalarBinary(Stage &s, Operator op, Value left, Value right) {
  const OperatorNames &names = operatorNames[size_t(op)];
  bool floats = isFloat(s, left) || isFloat(s, right);
  bool bools = isBoolean(s, left) && isBoolean(s, right);
  bool bitwise = op == Operator::BitAnd || op == Operator::BitOr || op == Operator::BitXor;
  bool shift = op == Operator::LShift || op == Operator::RShift;
  if (op == Operator::MatMult || (floats && (bitwise || shift)))
    return Value();
  ir::BinaryKind kind = *names.kind;
  auto emit = [&](mlir::Value a, mlir::Value b, mlir::Type type) {
    mlir::Value value = ir::BinaryOp::create(s.builder(), s.loc(), type, kind, a, b);
    if (ir::mayRaise(value.getDefiningOp()))
      mayRaise(s);
    return value;
  };
  if (bools && bitwise)
    return s.boolScalar(emit(toBool(s, left), toBool(s, right), s.builder().getI1Type()));
  if (floats)
    return floatPower(s, op, left, right, [&] {
      return s.floatScalar(emit(toFloat(s, left), toFloat(s, right), s.builder().getF64Type()));
    });
  if (op == Operator::Div)
    return s.floatScalar(emit(toInt(s, left), toInt(s, right), s.builder().getF64Type()));
  if (op == Operator::Pow) // a negative exponent gives a float
    return choose(
        s, *compare(s, CmpOperator::GtE, right, s.integer(0)),
        [&]() -> Result {
          return s.intScalar(emit(toInt(s, left), toInt(s, right), s.builder().getI64Type()));
        },
        [&]() -> Result {
          return s.floatScalar(
              rt(s, "int_pow_float", {toInt(s, left), toInt(s, right)}, s.builder().getF64Type()));
        });
  return s.intScalar(emit(toInt(s, left), toInt(s, right), s.builder().getI64Type()));
}

// A negative float to a fractional power is complex.
static Result floatPower(Stage &s, Operator op, Value left, Value right,
                         llvm::function_ref<Value()> plain) {
  if (op != Operator::Pow)
    return plain();
  auto exponent = s.asFloat(right);
  auto base = s.asFloat(left);
  if ((exponent && *exponent == std::floor(*exponent)) || (base && *base >= 0))
    return plain();
  Value isComplex = s.boolScalar(
      rtPlain(s, "pow_is_complex", {toFloat(s, left), toFloat(s, right)}, s.builder().getI1Type()));
  return choose(
      s, isComplex,
      [&]() -> Result {
        mlir::Value box =
            rt(s, "value_binary", {constantInt(s, 6), toBox(s, left), toBox(s, right)},
               ir::BoxType::get(&s.context));
        Type complex{};
        complex.kind = Type::Kind::Complex;
        return unbox(s, box, typeSet(s, complex));
      },
      [&]() -> Result { return plain(); });
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
  const OperatorNames &names = operatorNames[size_t(op)];
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
    Result value = scalarBinary(s, op, left, right);
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
  Result value = binaryOf(s, op, left, right, inPlace);
  if (!value || !value->isUndefined())
    return value;
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

// Undefined when the types do not go together.
static Result binaryOf(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = operatorNames[size_t(op)];
  if (isMapped(s, left) || isMapped(s, right))
    return tensorBinary(s, op, left, right, inPlace);
  if (op == Operator::Mod && isString(s, left)) // whatever the right operand would do itself
    return percent(s, left, right);
  bool user = s.find<InstanceObject>(left) || s.find<InstanceObject>(right) ||
              !tupleMethod(s, left, names.method).isUndefined() ||
              !tupleMethod(s, right, names.reflected).isUndefined();
  if (user) {
    Result value =
        userBinary(s, names.method, names.reflected, names.inPlace, left, right, inPlace);
    if (!value || !value->isUndefined())
      return value;
    if (isNumpyObject(s, left) || isNumpyObject(s, right))
      refuse(s, diag::Kind::UnsupportedExpression, {names.symbol.str() + " of an array of NumPy"});
    if (Value own = payloadOf(s, left); inPlace && own != left && own.isRef()) {
      Result changed = binary(s, op, own, payloadOf(s, right), true);
      return changed && *changed == own ? left : changed;
    }
    left = payloadOf(s, left);
    bool isTemplate = op == Operator::Mod && isString(s, left);
    right = isTemplate ? right : payloadOf(s, right);
    if (isTemplate || left.isUnion() || left.isBox() || right.isUnion() || right.isBox())
      return binary(s, op, left, right, inPlace);
  }
  if (inPlace && op == Operator::Add && s.find<ListObject>(left)) // extends it, by any iterable
    return containerBinary(s, op, left, right, true);
  if (s.isTensor(left) || s.isTensor(right))
    return tensorBinary(s, op, left, right, inPlace);
  if (isString(s, left) || isString(s, right))
    return stringBinary(s, op, left, right);
  if (left.isTuple() || right.isTuple() || left.isRef() || right.isRef())
    return containerBinary(s, op, left, right, inPlace);
  if (isNumber(s, left) && isNumber(s, right)) { // complex numbers, ints past 64 bits
    if (isLong(s, left) || isLong(s, right))
      refuse(s, diag::Kind::UnsupportedExpression,
             {"a number of run time with an int past 64 bits"});
    mlir::Value box =
        rt(s, "value_binary", {constantInt(s, names.runtime), toBox(s, left), toBox(s, right)},
           ir::BoxType::get(&s.context));
    Type complex{};
    complex.kind = Type::Kind::Complex;
    bool isComplex = isComplexNumber(s, left) || isComplexNumber(s, right);
    return unbox(s, box, isComplex ? typeSet(s, complex) : s.facts.types.any());
  }
  if (auto answer = operatorInHost(s, names.symbol, {left, right}))
    return hostResult(s, *answer);
  if (left.isStatic() && right.isStatic() && !isForeign(s, left) && !isForeign(s, right)) {
    host::Outcome outcome = s.host.apply(names.symbol, {left.handle(), right.handle()});
    if (outcome.ok())
      return ofFresh(s, outcome.value);
  }
  return Value();
}

// Whether the slot `__ne__` is that of the built-in value inside the instance.
static bool isOfPayload(Stage &s, Value self, Value slot) {
  Value payload = payloadOf(s, self);
  if (payload == self || payload.isUnion() || payload.isBox())
    return false;
  Value cls = typeOf(s, payload);
  return cls.isStatic() && slot == hostClassEntry(s, cls.handle(), s.intern("__ne__"));
}

// self.name(other) of the class of an instance; undefined where it has none or gives
// NotImplemented.
static Result attempt(Stage &s, llvm::StringRef name, Value self, Value other) {
  if (!s.find<InstanceObject>(self) && tupleMethod(s, self, name).isUndefined())
    return Value();
  Value function = classAttribute(s, typeOf(s, self), s.intern(name));
  if (function.isUndefined())
    return Value();
  if (function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper) {
    const Primitive *own = ofCollection(s, function);
    if (!own && name == "__ne__" && !isOfPayload(s, self, function)) { // not __eq__
      Result same = attempt(s, "__eq__", self, other);
      return !same || same->isUndefined() ? same : unary(s, UnaryOperator::Not, *same);
    }
    if (!own)
      return Value();
    function = s.boundPrimitive(own, {});
  }
  Result value = call(s, function, {self, other});
  return value && *value == Value::ofStatic(s.host.notImplemented()) ? Value() : value;
}

// left.__op__(right), right.__rop__(left): a subclass on the right goes first, in arithmetic where
// it has a method of its own.
Result userBinary(Stage &s, llvm::StringRef method, llvm::StringRef reflected,
                  llvm::StringRef inPlace, Value left, Value right, bool isInPlace) {
  bool isArithmetic = !inPlace.empty();
  bool rightFirst = false;
  if (s.find<InstanceObject>(left) && s.find<InstanceObject>(right) &&
      typeOf(s, left) != typeOf(s, right))
    rightFirst = llvm::is_contained(mroOf(s, typeOf(s, right)), typeOf(s, left)) &&
                 (!isArithmetic || classAttribute(s, typeOf(s, right), s.intern(reflected)) !=
                                       classAttribute(s, typeOf(s, left), s.intern(reflected)));
  if (isInPlace) {
    Result value = attempt(s, inPlace, left, right);
    if (!value || !value->isUndefined())
      return value;
  }
  if (rightFirst) {
    Result value = attempt(s, reflected, right, left);
    if (!value || !value->isUndefined())
      return value;
  }
  Result value = attempt(s, method, left, right);
  if (!value || !value->isUndefined() || rightFirst)
    return value;
  if (isArithmetic && s.find<InstanceObject>(left) && s.find<InstanceObject>(right) &&
      typeOf(s, left) == typeOf(s, right)) // which one class does by one method
    return value;
  return attempt(s, reflected, right, left);
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

Result unary(Stage &s, UnaryOperator op, Value operand) {
  if (op == UnaryOperator::Not) {
    Result value = truth(s, operand);
    if (!value)
      return value;
    if (auto known = s.asBool(*value))
      return s.boolean(!*known);
    return s.boolScalar(
        ir::UnaryOp::create(s.builder(), s.loc(), ir::UnaryKind::lnot, value->ssa()));
  }
  if (operand.isBox() && operand.types()->isAny()) {
    int code = op == UnaryOperator::USub   ? LITH_NEG
               : op == UnaryOperator::UAdd ? LITH_POS
                                           : LITH_INVERT;
    return Value::box(
        rt(s, "value_unary", {constantInt(s, code), operand.ssa()}, ir::BoxType::get(&s.context)),
        s.facts.types.any());
  }
  if (operand.isUnion() || operand.isBox())
    return forEachAlternative(s, operand,
                              [&](Value alternative) { return unary(s, op, alternative); });
  static constexpr llvm::StringRef symbols[] = {"~", "not", "+", "-"};
  static constexpr llvm::StringRef methods[] = {"__invert__", "", "__pos__", "__neg__"};
  const char *symbol = op == UnaryOperator::USub ? "-" : op == UnaryOperator::UAdd ? "+" : "~";
  if (isConstantNumber(s, operand))
    return hostResult(s, s.host.apply(symbol, {operand.handle()}));
  if (s.isTensor(operand) || isMapped(s, operand))
    return tensorUnary(s, op, operand);
  if (isPlainNumber(s, operand) && !(op == UnaryOperator::Invert && isFloat(s, operand))) {
    bool isReal = isFloat(s, operand);
    if (op == UnaryOperator::UAdd)
      return isReal ? operand : s.intScalar(toInt(s, operand));
    auto kind = op == UnaryOperator::USub ? ir::UnaryKind::neg : ir::UnaryKind::invert;
    mlir::Value value = ir::UnaryOp::create(s.builder(), s.loc(), kind,
                                            isReal ? toFloat(s, operand) : toInt(s, operand));
    if (ir::mayRaise(value.getDefiningOp()))
      mayRaise(s);
    return isReal ? s.floatScalar(value) : s.intScalar(value);
  }
  if (operand.isScalar(ScalarType::Complex) && op != UnaryOperator::Invert) {
    if (op == UnaryOperator::UAdd)
      return operand; // -x is -0 - x, zeros with their signs included
    return binary(s, syntax::Operator::Sub, Value::ofStatic(s.host.complexNumber({-0.0, -0.0})),
                  operand);
  }
  if (auto answer = operatorInHost(s, symbol, operand))
    return hostResult(s, *answer);
  refuseForeign(s, operand, methods[size_t(op)]);
  if (Value method = tupleMethod(s, operand, methods[size_t(op)]); !method.isUndefined())
    return call(s, method, operand);
  if (s.find<InstanceObject>(operand)) {
    Value function = classAttribute(s, typeOf(s, operand), s.intern(methods[size_t(op)]));
    if (isSlot(s, function) && isNumpyObject(s, operand))
      refuse(s, diag::Kind::UnsupportedExpression,
             {symbols[size_t(op)].str() + " of an array of NumPy"});
    if (Value payload = payloadOf(s, operand); isSlot(s, function) && payload != operand)
      return unary(s, op, payload);
    if (!function.isUndefined())
      return call(s, function, operand);
  }
  return raise(s, "TypeError",
               "bad operand type for unary " + symbols[size_t(op)] + ": '" + typeName(s, operand) +
                   "'");
}

} // namespace lith::stage

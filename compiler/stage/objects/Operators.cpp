// Operators.cpp: arithmetic of numbers of run time, tensors and containers, and the user's __add__
// and the like.
#include "stage/Impl.h"
#include "stage/builtins/Templates.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/objects/Indices.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage {

using namespace lith::syntax;

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
  return s.hostResult(s.host.call(s.builtinType("float").handle(), {value.handle()}, {}));
}

bool isBoolean(Stage &s, Value value) {
  return value.isScalar(ScalarType::Bool) || s.asBool(value);
}

bool Stage::isNumber(Value value) {
  if (value.isScalar(ScalarType::Complex) ||
      (value.isStatic() &&
       (kindOf(value) == host::Kind::Complex || kindOf(value) == host::Kind::Int)))
    return true;
  return isPlainNumber(*this, value);
}

bool Stage::isString(Value value) {
  return value.isScalar(ScalarType::Str) || asStr(value).has_value();
}

static bool isComplexNumber(Stage &s, Value value) {
  return value.isScalar(ScalarType::Complex) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Complex);
}

static bool isConstantNumber(Stage &s, Value value) {
  return value.isStatic() && s.isNumber(value);
}

// Numbers of which at least one is of run time.
Result Stage::scalarBinary(Operator op, Value left, Value right) {
  const OperatorNames &names = operatorNames[size_t(op)];
  bool floats = isFloat(*this, left) || isFloat(*this, right);
  bool bools = isBoolean(*this, left) && isBoolean(*this, right);
  bool bitwise = op == Operator::BitAnd || op == Operator::BitOr || op == Operator::BitXor;
  bool shift = op == Operator::LShift || op == Operator::RShift;
  if (op == Operator::MatMult || (floats && (bitwise || shift)))
    return Value();
  ir::BinaryKind kind = *names.kind;
  auto emit = [&](mlir::Value a, mlir::Value b, mlir::Type type) {
    mlir::Value value = ir::BinaryOp::create(builder(), loc(), type, kind, a, b);
    if (ir::mayRaise(value.getDefiningOp()))
      mayRaise();
    return value;
  };
  if (bools && bitwise)
    return boolScalar(emit(toBool(left), toBool(right), builder().getI1Type()));
  if (floats)
    return floatPower(op, left, right, [&] {
      return floatScalar(emit(toFloat(left), toFloat(right), builder().getF64Type()));
    });
  if (op == Operator::Div)
    return floatScalar(emit(toInt(left), toInt(right), builder().getF64Type()));
  if (op == Operator::Pow) // a negative exponent gives a float
    return choose(
        *compare(CmpOperator::GtE, right, integer(0)),
        [&]() -> Result {
          return intScalar(emit(toInt(left), toInt(right), builder().getI64Type()));
        },
        [&]() -> Result {
          return floatScalar(
              rt("int_pow_float", {toInt(left), toInt(right)}, builder().getF64Type()));
        });
  return intScalar(emit(toInt(left), toInt(right), builder().getI64Type()));
}

// A negative float to a fractional power is complex.
Result Stage::floatPower(Operator op, Value left, Value right, llvm::function_ref<Value()> plain) {
  if (op != Operator::Pow)
    return plain();
  auto exponent = asFloat(right);
  auto base = asFloat(left);
  if ((exponent && *exponent == std::floor(*exponent)) || (base && *base >= 0))
    return plain();
  Value isComplex =
      boolScalar(rtPlain("pow_is_complex", {toFloat(left), toFloat(right)}, builder().getI1Type()));
  return choose(
      isComplex,
      [&]() -> Result {
        mlir::Value box = rt("value_binary", {constantInt(6), toBox(left), toBox(right)},
                             ir::BoxType::get(&context));
        Type complex{};
        complex.kind = Type::Kind::Complex;
        return unbox(box, typeSet(complex));
      },
      [&]() -> Result { return plain(); });
}

static bool isSequence(llvm::StringRef type) {
  return llvm::is_contained({"str", "list", "tuple", "bytes"}, type);
}

Result Stage::unsupportedOperands(llvm::StringRef symbol, Value left, Value right) {
  std::string a = typeName(left), b = typeName(right);
  llvm::StringRef op = symbol.substr(0, symbol.find('='));
  if (op == "+" && a == "bytes")
    return raise("TypeError", "can't concat " + llvm::Twine(b) + " to bytes");
  if (op == "+" && isSequence(a) && (a != "list" || symbol == "+"))
    return raise("TypeError",
                 "can only concatenate " + llvm::Twine(a) + " (not \"" + b + "\") to " + a);
  if (op == "*" && (isSequence(a) || isSequence(b)))
    return raise("TypeError", "can't multiply sequence by non-int of type '" +
                                  llvm::Twine(isSequence(a) ? b : a) + "'");
  return raise("TypeError",
               "unsupported operand type(s) for " + symbol + ": '" + a + "' and '" + b + "'");
}

// A sequence that `*` repeats.
static bool isRepeatable(Stage &s, Value value) {
  bool isTuple = value.isTuple() && value.tuple().form == TupleData::Form::Tuple;
  return isTuple || s.isString(value) || s.find<ListObject>(value);
}

Result Stage::binary(Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = operatorNames[size_t(op)];
  if (isConstantNumber(*this, left) && isConstantNumber(*this, right))
    return hostResult(host.apply(names.symbol, {left.handle(), right.handle()}));
  for (auto [value, other] : {std::pair(&left, &right), std::pair(&right, &left)})
    if (isLong(*this, *value) && other->isScalar(ScalarType::Float)) {
      Result real = longAsFloat(*this, *value);
      if (!real)
        return real;
      *value = *real;
    }
  if (isPlainNumber(*this, left) && isPlainNumber(*this, right)) {
    Result value = scalarBinary(op, left, right);
    if (!value || !value->isUndefined())
      return value;
    return unsupportedOperands(names.symbol.str() + (inPlace ? "=" : ""), left, right);
  }
  matchNumpy(*this, left, right);
  bool dynamic = left.isUnion() || left.isBox() || right.isUnion() || right.isBox();
  bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
  if (any)
    return Value::box(rt(inPlace ? "value_inplace" : "value_binary",
                         {constantInt(names.runtime), toBox(left), toBox(right)},
                         ir::BoxType::get(&context)),
                      impl->types.any());
  if (dynamic)
    return forEachAlternative(left, [&](Value a) {
      return forEachAlternative(right, [&](Value b) { return binary(op, a, b, inPlace); });
    });
  Result value = binaryOf(op, left, right, inPlace);
  if (!value || !value->isUndefined())
    return value;
  bool isFirst = isTensor(left); // a sequence is repeated by the number that a tensor is
  if (op == Operator::Mult &&
      (isFirst ? isSequence(typeName(right)) : isTensor(right) && isSequence(typeName(left)))) {
    Result count = callMethod(isFirst ? left : right, "__index__", {});
    return count ? binary(op, isFirst ? right : left, *count, inPlace && !isFirst) : count;
  }
  if (op == Operator::Mult)
    if (bool first = definesIndex(*this, left) && isRepeatable(*this, right);
        first || (definesIndex(*this, right) && isRepeatable(*this, left))) {
      Result count = indexOfInstance(*this, first ? left : right);
      return count ? binary(op, first ? *count : left, first ? right : *count, inPlace) : count;
    }
  refuseForeign(*this, left, names.method);
  refuseForeign(*this, right, names.reflected);
  return unsupportedOperands(names.symbol.str() + (inPlace ? "=" : ""), left, right);
}

// Undefined when the types do not go together.
Result Stage::binaryOf(Operator op, Value left, Value right, bool inPlace) {
  const OperatorNames &names = operatorNames[size_t(op)];
  if (isMapped(*this, left) || isMapped(*this, right))
    return tensorBinary(*this, op, left, right, inPlace);
  bool user = find<InstanceObject>(left) || find<InstanceObject>(right) ||
              !tupleMethod(left, names.method).isUndefined() ||
              !tupleMethod(right, names.reflected).isUndefined();
  if (user) {
    Result value = userBinary(names.method, names.reflected, names.inPlace, left, right, inPlace);
    if (!value || !value->isUndefined())
      return value;
    if (isNumpyObject(*this, left) || isNumpyObject(*this, right))
      refuse(diag::Kind::UnsupportedExpression, {names.symbol.str() + " of an array of NumPy"});
    if (Value own = payloadOf(left); inPlace && own != left && own.isRef()) {
      Result changed = binary(op, own, payloadOf(right), true);
      return changed && *changed == own ? left : changed;
    }
    left = payloadOf(left);
    right = payloadOf(right);
    if (left.isUnion() || left.isBox() || right.isUnion() || right.isBox())
      return binary(op, left, right, inPlace);
  }
  if (inPlace && op == Operator::Add && find<ListObject>(left)) // extends it, by any iterable
    return containerBinary(op, left, right, true);
  if (isTensor(left) || isTensor(right))
    return tensorBinary(*this, op, left, right, inPlace);
  if (isString(left) || isString(right))
    return stringBinary(op, left, right);
  if (left.isTuple() || right.isTuple() || left.isRef() || right.isRef())
    return containerBinary(op, left, right, inPlace);
  if (isNumber(left) && isNumber(right)) { // complex numbers, ints past 64 bits
    if (isLong(*this, left) || isLong(*this, right))
      refuse(diag::Kind::UnsupportedExpression, {"a number of run time with an int past 64 bits"});
    mlir::Value box = rt("value_binary", {constantInt(names.runtime), toBox(left), toBox(right)},
                         ir::BoxType::get(&context));
    Type complex{};
    complex.kind = Type::Kind::Complex;
    bool isComplex = isComplexNumber(*this, left) || isComplexNumber(*this, right);
    return unbox(box, isComplex ? typeSet(complex) : impl->types.any());
  }
  if (left.isStatic() && right.isStatic()) {
    host::Outcome outcome = host.apply(names.symbol, {left.handle(), right.handle()});
    if (outcome.ok())
      return ofFresh(outcome.value);
  }
  return Value();
}

// self.name(other) of the class of an instance; undefined where it has none or gives
// NotImplemented.
static Result attempt(Stage &s, llvm::StringRef name, Value self, Value other) {
  if (!s.find<InstanceObject>(self) && s.tupleMethod(self, name).isUndefined())
    return Value();
  Value function = s.classAttribute(s.typeOf(self), s.intern(name));
  if (function.isUndefined())
    return Value();
  if (function.isStatic() && s.kindOf(function) == host::Kind::SlotWrapper) {
    const Primitive *own = ofCollection(s, function);
    if (!own && name == "__ne__") { // object's: not __eq__
      Result same = attempt(s, "__eq__", self, other);
      return !same || same->isUndefined() ? same : s.unary(UnaryOperator::Not, *same);
    }
    if (!own)
      return Value();
    function = s.boundPrimitive(own, {});
  }
  Result value = s.call(function, {self, other});
  return value && *value == Value::ofStatic(s.host.notImplemented()) ? Value() : value;
}

// left.__op__(right), right.__rop__(left): a subclass on the right goes first, in arithmetic where
// it has a method of its own.
Result Stage::userBinary(llvm::StringRef method, llvm::StringRef reflected, llvm::StringRef inPlace,
                         Value left, Value right, bool isInPlace) {
  bool isArithmetic = !inPlace.empty();
  bool rightFirst = false;
  if (find<InstanceObject>(left) && find<InstanceObject>(right) && typeOf(left) != typeOf(right))
    rightFirst = llvm::is_contained(mroOf(typeOf(right)), typeOf(left)) &&
                 (!isArithmetic || classAttribute(typeOf(right), intern(reflected)) !=
                                       classAttribute(typeOf(left), intern(reflected)));
  if (isInPlace) {
    Result value = attempt(*this, inPlace, left, right);
    if (!value || !value->isUndefined())
      return value;
  }
  if (rightFirst) {
    Result value = attempt(*this, reflected, right, left);
    if (!value || !value->isUndefined())
      return value;
  }
  Result value = attempt(*this, method, left, right);
  if (!value || !value->isUndefined() || rightFirst)
    return value;
  if (isArithmetic && find<InstanceObject>(left) && find<InstanceObject>(right) &&
      typeOf(left) == typeOf(right)) // which one class does by one method
    return value;
  return attempt(*this, reflected, right, left);
}

Result Stage::stringBinary(Operator op, Value left, Value right) {
  mlir::Type str = ir::StrType::get(&context);
  if (op == Operator::Add && isString(left) && isString(right)) {
    auto a = asStr(left), b = asStr(right);
    if (a && b)
      return string((*a + *b).str());
    return strScalar(rtPlain("str_concat", {toStr(left), toStr(right)}, str));
  }
  if (op == Operator::Mult) {
    Value text = isString(left) ? left : right, count = isString(left) ? right : left;
    if (!isPlainNumber(*this, count) || isFloat(*this, count))
      return Value();
    if (text.isStatic() && count.isStatic())
      return hostResult(host.apply("*", {text.handle(), count.handle()}));
    return strScalar(rt("str_repeat", {toStr(text), toInt(count)}, str));
  }
  if (op == Operator::Mod && isString(left)) {
    host::Handle a = toHandle(left), b = toHandle(right);
    if (a && b)
      return hostResult(host.apply("%", {a, b}));
    if (needsMethods(*this, right))
      return percent(*this, left, right);
    return strScalar(rt("str_percent", {toStr(left), toBox(right)}, str));
  }
  return Value();
}

Result Stage::unary(UnaryOperator op, Value operand) {
  if (op == UnaryOperator::Not) {
    Result value = truth(operand);
    if (!value)
      return value;
    if (auto known = asBool(*value))
      return boolean(!*known);
    return boolScalar(ir::UnaryOp::create(builder(), loc(), ir::UnaryKind::lnot, value->ssa()));
  }
  if (operand.isBox() && operand.types()->isAny()) {
    int code = op == UnaryOperator::USub   ? LITH_NEG
               : op == UnaryOperator::UAdd ? LITH_POS
                                           : LITH_INVERT;
    return Value::box(
        rt("value_unary", {constantInt(code), operand.ssa()}, ir::BoxType::get(&context)),
        impl->types.any());
  }
  if (operand.isUnion() || operand.isBox())
    return forEachAlternative(operand, [&](Value alternative) { return unary(op, alternative); });
  static constexpr llvm::StringRef symbols[] = {"~", "not", "+", "-"};
  static constexpr llvm::StringRef methods[] = {"__invert__", "", "__pos__", "__neg__"};
  const char *symbol = op == UnaryOperator::USub ? "-" : op == UnaryOperator::UAdd ? "+" : "~";
  if (isConstantNumber(*this, operand))
    return hostResult(host.apply(symbol, {operand.handle()}));
  if (isTensor(operand) || isMapped(*this, operand))
    return tensorUnary(*this, op, operand);
  if (isPlainNumber(*this, operand) && !(op == UnaryOperator::Invert && isFloat(*this, operand))) {
    bool isReal = isFloat(*this, operand);
    if (op == UnaryOperator::UAdd)
      return isReal ? operand : intScalar(toInt(operand));
    auto kind = op == UnaryOperator::USub ? ir::UnaryKind::neg : ir::UnaryKind::invert;
    mlir::Value value =
        ir::UnaryOp::create(builder(), loc(), kind, isReal ? toFloat(operand) : toInt(operand));
    if (ir::mayRaise(value.getDefiningOp()))
      mayRaise();
    return isReal ? floatScalar(value) : intScalar(value);
  }
  if (operand.isScalar(ScalarType::Complex) && op != UnaryOperator::Invert) {
    if (op == UnaryOperator::UAdd)
      return operand; // -x is -0 - x, zeros with their signs included
    return binary(syntax::Operator::Sub, Value::ofStatic(host.complexNumber({-0.0, -0.0})),
                  operand);
  }
  if (operand.isStatic()) { // a scalar of NumPy
    host::Outcome outcome = host.apply(symbol, {operand.handle()});
    if (outcome.ok())
      return ofFresh(outcome.value);
  }
  if (Value method = tupleMethod(operand, methods[size_t(op)]); !method.isUndefined())
    return call(method, operand);
  if (find<InstanceObject>(operand)) {
    Value function = classAttribute(typeOf(operand), intern(methods[size_t(op)]));
    if (isSlot(function) && isNumpyObject(*this, operand))
      refuse(diag::Kind::UnsupportedExpression,
             {symbols[size_t(op)].str() + " of an array of NumPy"});
    if (Value payload = payloadOf(operand); isSlot(function) && payload != operand)
      return unary(op, payload);
    if (!function.isUndefined())
      return call(function, operand);
  }
  return raise("TypeError", "bad operand type for unary " + symbols[size_t(op)] + ": '" +
                                typeName(operand) + "'");
}

} // namespace lith::stage

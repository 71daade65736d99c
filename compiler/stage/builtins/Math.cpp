// Math.cpp: the math and operator modules.
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

static llvm::StringRef lastName(const CallInfo &info) {
  return llvm::StringRef(info.primitive.spelling).rsplit('.').second;
}

// A function of the math module on constants; empty optional: not all are constants.
static std::optional<Result> onConstants(Stage &s, const CallInfo &info) {
  if (info.args.keywords.empty())
    if (auto answer = functionInHost(s, info.primitive.spelling, info.args.positional,
                                     {"__float__", "__index__", "__floor__", "__ceil__"}))
      return hostResult(s, *answer);
  if (!llvm::all_of(info.args.positional, [&](Value v) { return isConstant(s, v); }) ||
      !llvm::all_of(info.args.keywords, [&](auto &pair) { return isConstant(s, pair.second); }))
    return std::nullopt;
  return callHost(s, lookup(s, info.primitive.spelling), info.args.positional, info.args.keywords);
}

// A number as float, as the math module converts it; null: the path ended.
static mlir::Value argument(Stage &s, Value value) {
  if (value.isStatic() && s.asFloat(value))
    return toFloat(s, value);
  if (value.isScalar() && !value.isScalar(ScalarType::Str))
    return toFloat(s, value);
  if (s.isTensor(value)) {
    Result number = tensorToNumber(s, value, ScalarType::Float);
    return number ? toFloat(s, *number) : nullptr;
  }
  Value cls = typeOf(s, value);
  if (s.find<InstanceObject>(value) &&
      (!classAttribute(s, cls, s.intern("__float__")).isUndefined() ||
       !classAttribute(s, cls, s.intern("__index__")).isUndefined())) {
    Result number = call(s, builtinType(s, "float"), value);
    return number ? toFloat(s, *number) : nullptr;
  }
  raise(s, "TypeError", "must be real number, not " + typeName(s, value));
  return nullptr;
}

static Result raiseCount(Stage &s, const CallInfo &info, size_t expected) {
  return raise(
      s, "TypeError",
      (expected == 1 ? llvm::StringRef(info.primitive.spelling) : lastName(info)) +
          (expected == 1 ? "() takes exactly one argument (" : " expected 2 arguments, got ") +
          llvm::Twine(info.args.positional.size()) + (expected == 1 ? " given)" : ""));
}

static Result one(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 1)
    return raiseCount(s, info, 1);
  if (auto known = onConstants(s, info))
    return *known;
  return forEachAlternative(s, info.args.positional[0], [&](Value value) -> Result {
    mlir::Value x = argument(s, value);
    return x ? Result(s.floatScalar(rt(s, ("math_" + lastName(info)).str(), {x}, f64Type(s))))
             : std::nullopt;
  });
}

static Result two(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 2)
    return raiseCount(s, info, 2);
  if (auto known = onConstants(s, info))
    return *known;
  mlir::Value x = argument(s, info.args.positional[0]);
  mlir::Value y = x ? argument(s, info.args.positional[1]) : nullptr;
  if (!y)
    return std::nullopt;
  return s.floatScalar(rt(s, ("math_" + lastName(info)).str(), {x, y}, f64Type(s)));
}

// floor, ceil, trunc: an int.
static Result toWhole(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 1)
    return raiseCount(s, info, 1);
  if (auto known = onConstants(s, info))
    return *known;
  return forEachAlternative(s, info.args.positional[0], [&](Value value) -> Result {
    if (value.isScalar(ScalarType::Int) || value.isScalar(ScalarType::Bool))
      return s.intScalar(toInt(s, value));
    Result method = s.isTensor(value) || value.isScalar()
                        ? Result(Value())
                        : specialMethod(s, value, ("__" + lastName(info) + "__").str());
    if (!method)
      return std::nullopt;
    if (!method->isUndefined())
      return call(s, *method, Arguments());
    bool isOther =
        s.isTensor(value) || (s.find<InstanceObject>(value) && payloadOf(s, value) == value);
    if (lastName(info) == "trunc" && isOther)
      return raise(s, "TypeError",
                   "type " + typeName(s, value) + " doesn't define __trunc__ method");
    mlir::Value x = argument(s, value);
    return x ? Result(s.intScalar(rt(s, ("math_" + lastName(info)).str(), {x}, i64Type(s))))
             : std::nullopt;
  });
}

static Result logarithm(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 2)
    return one(s, info);
  if (auto known = onConstants(s, info))
    return *known;
  mlir::Value x = argument(s, info.args.positional[0]);
  mlir::Value base = x ? argument(s, info.args.positional[1]) : nullptr;
  return base ? Result(s.floatScalar(rt(s, "math_log_base", {x, base}, f64Type(s)))) : std::nullopt;
}

// isnan, isinf, isfinite
static Result classify(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 1)
    return raiseCount(s, info, 1);
  if (auto known = onConstants(s, info))
    return *known;
  mlir::Value x = argument(s, info.args.positional[0]);
  if (!x)
    return std::nullopt;
  auto compare = [&](ir::CompareKind kind, mlir::Value a, mlir::Value b) -> mlir::Value {
    return ir::CompareOp::create(s.builder(), s.loc(), kind, a, b);
  };
  mlir::Value magnitude = rtPlain(s, "math_fabs", {x}, f64Type(s));
  mlir::Value infinity = constantFloat(s, std::numeric_limits<double>::infinity());
  if (lastName(info) == "isnan")
    return s.boolScalar(compare(ir::CompareKind::ne, x, x));
  return s.boolScalar(compare(lastName(info) == "isinf" ? ir::CompareKind::eq : ir::CompareKind::lt,
                              magnitude, infinity));
}

static Result isClose(Stage &s, const CallInfo &info) {
  if (auto known = onConstants(s, info))
    return *known;
  auto args =
      bindArguments(s, info, "isclose", {{"a"}, {"b"}, {"*rel_tol", true}, {"*abs_tol", true}});
  if (!args)
    return std::nullopt;
  Value relative = (*args)[2].isUndefined() ? s.real(1e-9) : (*args)[2];
  Value absolute = (*args)[3].isUndefined() ? s.real(0) : (*args)[3];
  llvm::SmallVector<mlir::Value> operands;
  for (Value each : {(*args)[0], (*args)[1], relative, absolute}) {
    operands.push_back(argument(s, each));
    if (!operands.back())
      return std::nullopt;
  }
  return s.boolScalar(rt(s, "math_isclose", operands, i1Type(s)));
}

// gcd, comb, isqrt, factorial: on ints.
static Result onInts(Stage &s, const CallInfo &info) {
  if (auto known = onConstants(s, info))
    return *known;
  size_t expected = lastName(info) == "comb" ? 2 : 1;
  if (lastName(info) != "gcd" && info.args.positional.size() != expected)
    return raiseCount(s, info, expected);
  llvm::SmallVector<mlir::Value> operands;
  for (Value value : info.args.positional) {
    Result index = indexValue(s, value);
    if (!index)
      return index;
    operands.push_back(rt(s, "value_index", {toBox(s, *index)}, i64Type(s)));
  }
  if (lastName(info) == "gcd") { // of any number
    mlir::Value divisor = constantInt(s, 0);
    for (mlir::Value operand : operands)
      divisor = rt(s, "int_gcd", {divisor, operand}, i64Type(s));
    return s.intScalar(divisor);
  }
  return s.intScalar(rt(s, ("int_" + lastName(info)).str(), operands, i64Type(s)));
}

static Result hypotenuse(Stage &s, const CallInfo &info) {
  auto &values = info.args.positional;
  if (values.size() == 2)
    return two(s, info);
  if (auto known = onConstants(s, info))
    return *known;
  if (values.size() != 1)
    refuse(s, diag::Kind::UnsupportedFunction, {"math.hypot of more than two numbers"});
  mlir::Value x = argument(s, values[0]);
  return x ? Result(s.floatScalar(rtPlain(s, "math_fabs", {x}, f64Type(s)))) : std::nullopt;
}

namespace {
struct OperatorFunction {
  const char *name;
  int op;
};
} // namespace

static const OperatorFunction binaries[] = {
    {"add", int(syntax::Operator::Add)},          {"sub", int(syntax::Operator::Sub)},
    {"mul", int(syntax::Operator::Mult)},         {"matmul", int(syntax::Operator::MatMult)},
    {"truediv", int(syntax::Operator::Div)},      {"mod", int(syntax::Operator::Mod)},
    {"pow", int(syntax::Operator::Pow)},          {"lshift", int(syntax::Operator::LShift)},
    {"rshift", int(syntax::Operator::RShift)},    {"or_", int(syntax::Operator::BitOr)},
    {"xor", int(syntax::Operator::BitXor)},       {"and_", int(syntax::Operator::BitAnd)},
    {"floordiv", int(syntax::Operator::FloorDiv)}};
static const OperatorFunction inPlace[] = {{"iadd", int(syntax::Operator::Add)},
                                           {"isub", int(syntax::Operator::Sub)},
                                           {"imul", int(syntax::Operator::Mult)}};
static const OperatorFunction comparisons[] = {
    {"eq", int(syntax::CmpOperator::Eq)},  {"ne", int(syntax::CmpOperator::NotEq)},
    {"lt", int(syntax::CmpOperator::Lt)},  {"le", int(syntax::CmpOperator::LtE)},
    {"gt", int(syntax::CmpOperator::Gt)},  {"ge", int(syntax::CmpOperator::GtE)},
    {"is_", int(syntax::CmpOperator::Is)}, {"is_not", int(syntax::CmpOperator::IsNot)}};

template <auto Run> static Result operatorFunction(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, lastName(info), {{"/a"}, {"/b"}});
  if (!args)
    return std::nullopt;
  return Run(s, static_cast<const OperatorFunction *>(info.primitive.data)->op, (*args)[0],
             (*args)[1]);
}
static Result runBinary(Stage &s, int op, Value a, Value b) {
  return binary(s, syntax::Operator(op), a, b);
}
static Result runInPlace(Stage &s, int op, Value a, Value b) {
  return binary(s, syntax::Operator(op), a, b, true);
}
static Result runCompare(Stage &s, int op, Value a, Value b) {
  return compare(s, syntax::CmpOperator(op), a, b);
}

static Result index(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "index", {{"/a"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    if (s.isTensor(value) || s.find<InstanceObject>(value)) {
      Result number = indexValue(s, value);
      if (!number)
        return number;
      value = *number;
    }
    if (isIndex(s, value))
      return s.asInt(value) ? s.integer(*s.asInt(value)) : s.intScalar(toInt(s, value));
    return s.intScalar(rt(s, "value_index", {toBox(s, value)}, i64Type(s)));
  });
}

static Result getItem(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "getitem", {{"/a"}, {"/b"}});
  return args ? getitem(s, (*args)[0], (*args)[1]) : std::nullopt;
}

static Result negate(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "neg", {{"/a"}});
  return args ? unary(s, syntax::UnaryOperator::USub, (*args)[0]) : std::nullopt;
}

void registerMath(Registry &registry) {
  // No facts: functions of Python's math on one number.
  for (const char *name :
       {"sqrt",  "exp",  "exp2", "expm1", "log2",   "log10", "log1p", "sin",     "cos",
        "tan",   "asin", "acos", "atan",  "sinh",   "cosh",  "tanh",  "asinh",   "acosh",
        "atanh", "erf",  "erfc", "gamma", "lgamma", "fabs",  "cbrt",  "degrees", "radians"})
    registry.add("math." + std::string(name), one);
  // No facts: on two.
  for (const char *name : {"pow", "fmod", "atan2", "copysign", "remainder"})
    registry.add("math." + std::string(name), two);
  // No facts: to an integer.
  for (const char *name : {"floor", "ceil", "trunc"})
    registry.add("math." + std::string(name), toWhole);
  // No facts: to a bool.
  for (const char *name : {"isnan", "isinf", "isfinite"})
    registry.add("math." + std::string(name), classify);
  for (const char *name : {"gcd", "comb", "isqrt", "factorial"})
    registry.add("math." + std::string(name), onInts);
  registry.add("math.hypot", hypotenuse);
  registry.add("math.log", logarithm);
  registry.add("math.isclose", isClose);
  for (const OperatorFunction &function : binaries)
    registry.add("_operator." + std::string(function.name), operatorFunction<runBinary>, &function);
  for (const OperatorFunction &function : inPlace)
    registry.add("_operator." + std::string(function.name), operatorFunction<runInPlace>,
                 &function);
  for (const OperatorFunction &function : comparisons)
    registry.add("_operator." + std::string(function.name), operatorFunction<runCompare>,
                 &function);
  registry.add("_operator.index", index);
  registry.add("_operator.getitem", getItem);
  registry.add("_operator.neg", negate);
}

} // namespace lith::stage

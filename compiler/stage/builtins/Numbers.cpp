// Numbers.cpp: int, float, bool, complex, abs, round, divmod, pow, bin ..., and methods of numbers.
#include "stage/objects/Numbers.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/calls/Functions.h"
#include "stage/classes/Classes.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Values.h"
#include "stage/model/Dtypes.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Operators.h"
#include "stage/objects/PlainValues.h"
#include "stage/outside/HostFunctions.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

static host::Handle hostFunction(Stage &s, llvm::StringRef spelling) {
  return lookup(s, {spelling.data(), spelling.size()});
}

// The number inside an instance of a subclass that leaves this method to the number's own class.
static Value numberOf(Stage &s, Value value, llvm::StringRef method) {
  if (!s.find<InstanceObject>(value))
    return value;
  Value function = classAttribute(s, typeOf(s, value), s.intern(method));
  return isSlot(s, function) ? payloadOf(s, value) : value;
}

// What such a method gave: an int, a float or a complex number.
static Result checkedNumber(Stage &s, Value value, Result given, llvm::StringRef method) {
  if (method == "__int__" || method == "__index__")
    return wholeOfMethod(s, given, method);
  if (method == "__trunc__") // an Integral, by its own methods
    return given ? call(s, builtinType(s, "int"), *given) : given;
  llvm::StringRef type = method.trim('_');
  return resultOfMethod(s, given, type, [&](llvm::StringRef other) {
    std::string subject = type == "float" ? typeName(s, value) + "." : "";
    return (subject + method + " returned non-" + type + " (type " + other + ")").str();
  });
}

// The result of a special method such as __int__ of an instance; undefined: it has none of these.
static Result special(Stage &s, Value value, llvm::ArrayRef<llvm::StringRef> names) {
  for (llvm::StringRef name : names) {
    Result method = specialMethod(s, value, name);
    if (!method)
      return std::nullopt;
    if (!method->isUndefined())
      return checkedNumber(s, value, call(s, *method, Arguments()), name);
  }
  return Value();
}

static Result toNumber(Stage &s, const CallInfo &info, Value value, ScalarType type) {
  bool toInt = type == ScalarType::Int;
  if (value.isUnion() || value.isBox()) // what is inside an object of a subclass
    return forEachAlternative(s, value, [&](Value one) { return toNumber(s, info, one, type); });
  if (s.isTensor(value)) {
    llvm::StringRef name = toInt ? "__int__" : "__float__";
    Value method = tensorMethod(s, value, name);
    return method.isUndefined() ? tensorToNumber(s, value, type)
                                : checkedNumber(s, value, call(s, method, value), name);
  }
  if (isConstant(s, value))
    return callHost(s, builtinClass(s, toInt ? "int" : "float"), {value});
  switch (value.isScalar() ? value.scalarType() : ScalarType::Raw) {
  case ScalarType::Int:
  case ScalarType::Bool:
    return toInt ? s.intScalar(stage::toInt(s, value)) : s.floatScalar(toFloat(s, value));
  case ScalarType::Float:
    return toInt ? s.intScalar(rt(s, "float_to_int", {value.ssa()}, i64Type(s))) : value;
  case ScalarType::Str:
    return toInt ? s.intScalar(rt(s, "int_parse", {value.ssa(), constantInt(s, 10)}, i64Type(s)))
                 : s.floatScalar(rt(s, "float_parse", {value.ssa()}, f64Type(s)));
  default:
    break;
  }
  if (auto answer = functionInHost(s, toInt ? "builtins.int" : "builtins.float", value,
                                   {"__int__", "__float__", "__index__", "__trunc__"}))
    return hostResult(s, *answer);
  Result result = toInt ? special(s, value, {"__int__", "__index__", "__trunc__"})
                        : special(s, value, {"__float__", "__index__"});
  if (result && !toInt && isIndex(s, *result)) // of `__index__`
    return call(s, builtinType(s, "float"), *result);
  if (!result || !result->isUndefined())
    return result;
  return raise(s, "TypeError",
               llvm::Twine(toInt ? "int() argument must be a string, a bytes-like object "
                                   "or a real number, not '"
                                 : "float() argument must be a string or a real number, not '") +
                   typeName(s, value) + "'");
}

static Result intOfText(Stage &s, Value text, Value base) {
  if (isConstant(s, text) && isConstant(s, base))
    return callHost(s, builtinClass(s, "int"), {text, base});
  return s.intScalar(rt(s, "int_parse", {toStr(s, text), toInt(s, base)}, i64Type(s)));
}

static Result makeNumber(Stage &s, const CallInfo &info, ScalarType type) {
  bool toInt = type == ScalarType::Int;
  auto args = toInt ? bindArguments(s, info, "int", {{"/x", true}, {"base", true}})
                    : bindArguments(s, info, "float", {{"/x", true}});
  if (!args)
    return std::nullopt;
  if ((*args)[0].isUndefined() && !args->back().isUndefined())
    return raise(s, "TypeError", "int() missing string argument");
  if ((*args)[0].isUndefined())
    return toInt ? s.integer(0) : s.real(0);
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    llvm::StringRef method = toInt ? "__int__" : "__float__";
    bool isUsers = isUserFunction(s, classAttribute(s, typeOf(s, value), s.intern(method)));
    value = isUsers ? value : payloadOf(s, value);
    if (!toInt || (*args)[1].isUndefined())
      return toNumber(s, info, value, type);
    Result base = indexValue(s, (*args)[1]);
    if (!base)
      return base;
    if (isString(s, value) || (isConstant(s, value) && isConstant(s, *base)))
      return intOfText(s, value, *base);
    if (!intOfText(s, s.string("0"), *base)) // the base is looked at first
      return std::nullopt;
    return raise(s, "TypeError", "int() can't convert non-string with explicit base");
  });
}

static Result makeInt(Stage &s, const CallInfo &info) {
  return makeNumber(s, info, ScalarType::Int);
}
static Result makeFloat(Stage &s, const CallInfo &info) {
  return makeNumber(s, info, ScalarType::Float);
}

static Result makeBool(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "bool", {{"/x", true}});
  if (!args)
    return std::nullopt;
  return (*args)[0].isUndefined() ? Result(s.boolean(false)) : truth(s, (*args)[0]);
}

static Result complexOf(Stage &s, llvm::ArrayRef<Value> parts);

static Result makeComplex(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "complex", {{"real", true}, {"imag", true}});
  return args ? complexOf(s, *args) : std::nullopt;
}

static Result complexOf(Stage &s, llvm::ArrayRef<Value> parts) {
  std::vector<Value> args = parts.vec();
  for (Value &value : args)
    if (value.isUnion())
      return forEachAlternative(s, value, [&](Value one) {
        value = one;
        return complexOf(s, args);
      });
  llvm::SmallVector<Value> given;
  for (Value &value : args)
    if (s.isTensor(value)) {
      Result element = callPrelude(s, "complex_element", value);
      if (!element)
        return std::nullopt;
      value = *element;
    }
  for (Value &value : args) {
    Result plain = plainValue(s, value);
    if (!plain)
      return plain;
    value = *plain;
    if (s.find<InstanceObject>(value)) {
      Result number = special(s, value, {"__complex__", "__float__", "__index__"});
      if (!number)
        return number;
      value = number->isUndefined() ? value : *number;
    }
    if (!value.isUndefined())
      given.push_back(value);
  }
  if (auto answer =
          functionInHost(s, "builtins.complex", given, {"__complex__", "__float__", "__index__"}))
    return hostResult(s, *answer);
  if (llvm::all_of(given, [&](Value v) { return isConstant(s, v); })) {
    if (!given.empty() && args[0].isUndefined())
      given.insert(given.begin(), s.integer(0));
    return callHost(s, builtinClass(s, "complex"), given);
  }
  Value real = args[0].isUndefined() ? s.integer(0) : args[0];
  mlir::Value imaginary = args[1].isUndefined()
                              ? mlir::Value(ir::UndefOp::create(s.builder(), s.loc(), boxType(s)))
                              : toBox(s, args[1]);
  mlir::Value box = rt(s, "value_complex", {toBox(s, real), imaginary}, boxType(s));
  return unbox(s, box, typeSet(s, plainType(Type::Kind::Complex)));
}

static Result absolute(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "abs", {{"/x"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    value = numberOf(s, value, "__abs__");
    if (isConstant(s, value))
      return callHost(s, hostFunction(s, "builtins.abs"), {value});
    if (value.isScalar(ScalarType::Int) || value.isScalar(ScalarType::Bool)) {
      value = s.intScalar(toInt(s, value));
      Result negative = compare(s, syntax::CmpOperator::Lt, value, s.integer(0));
      return choose(
          s, *negative, [&] { return unary(s, syntax::UnaryOperator::USub, value); },
          [&]() -> Result { return value; });
    }
    if (value.isScalar(ScalarType::Float))
      return s.floatScalar(rtPlain(s, "math_fabs", {value.ssa()}, f64Type(s)));
    if (value.isScalar(ScalarType::Complex))
      return callPrelude(s, "complex_abs", value);
    if (auto answer = functionInHost(s, "builtins.abs", value, {"__abs__"}))
      return hostResult(s, *answer);
    Result method = specialMethod(s, value, "__abs__");
    if (method && method->isUndefined())
      return raise(s, "TypeError", "bad operand type for abs(): '" + typeName(s, value) + "'");
    return method ? call(s, *method, Arguments()) : method;
  });
}

static Result roundNumber(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "round", {{"number"}, {"ndigits", true}});
  if (!args)
    return std::nullopt;
  Result plain = plainValue(s, (*args)[1]);
  if (!plain)
    return plain;
  Value digits = *plain;
  bool whole = digits.isUndefined() || s.isNone(digits);
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    value = numberOf(s, value, "__round__");
    if (isConstant(s, value) && (whole || isConstant(s, digits)))
      return whole ? callHost(s, hostFunction(s, "builtins.round"), {value})
                   : callHost(s, hostFunction(s, "builtins.round"), {value, digits});
    if (isFloat(s, value) && whole)
      return s.intScalar(rt(s, "float_round_int", {toFloat(s, value)}, i64Type(s)));
    if (isFloat(s, value))
      return s.floatScalar(rt(s, "float_round", {toFloat(s, value), toInt(s, digits)}, f64Type(s)));
    if ((value.isScalar() || value.isStatic()) && isNumber(s, value)) {
      mlir::Value number = toInt(s, value);
      return whole ? s.intScalar(number)
                   : s.intScalar(rt(s, "int_round", {number, toInt(s, digits)}, i64Type(s)));
    }
    llvm::SmallVector<Value, 2> given{value};
    if (!whole)
      given.push_back(digits);
    if (auto answer = functionInHost(s, "builtins.round", given, {"__round__"}))
      return hostResult(s, *answer);
    Result method = specialMethod(s, value, "__round__");
    if (method && method->isUndefined())
      return raise(s, "TypeError",
                   "type " + typeName(s, value) + " doesn't define __round__ method");
    Arguments arguments;
    if (!whole)
      arguments.positional = {digits};
    return method ? call(s, *method, std::move(arguments)) : method;
  });
}

static bool isComplex(Stage &s, Value value) {
  return value.isScalar(ScalarType::Complex) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Complex);
}

static Result quotientAndRestOfNumbers(Stage &s, Value left, Value right) {
  if (!isNumber(s, left) || !isNumber(s, right) || isComplex(s, left) || isComplex(s, right))
    return unsupportedOperands(s, "divmod()", left, right);
  if (isFloat(s, left) || isFloat(s, right)) {
    Result divides = compare(s, syntax::CmpOperator::NotEq, right, s.integer(0));
    if (!divides || !check(s, toBool(s, *divides), "ZeroDivisionError", "float divmod()"))
      return std::nullopt;
  }
  Result quotient = binary(s, syntax::Operator::FloorDiv, left, right);
  Result rest = quotient ? binary(s, syntax::Operator::Mod, left, right) : quotient;
  return rest ? Result(s.tuple({*quotient, *rest})) : std::nullopt;
}

static Result quotientAndRest(Stage &s, Value left, Value right) {
  if (auto answer =
          functionInHost(s, "builtins.divmod", {left, right}, {"__divmod__", "__rdivmod__"}))
    return hostResult(s, *answer);
  if (s.find<InstanceObject>(left) || s.find<InstanceObject>(right))
    return userBinary(s, "__divmod__", "__rdivmod__", "__idivmod__", left, right, false, [&] {
      return quotientAndRestOfNumbers(s, payloadOf(s, left), payloadOf(s, right));
    });
  return quotientAndRestOfNumbers(s, left, right);
}

static Result divideModulo(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "divmod", {{"/x"}, {"/y"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value left) {
    return forEachAlternative(s, (*args)[1],
                              [&](Value right) { return quotientAndRest(s, left, right); });
  });
}

static Result power(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "pow", {{"base"}, {"exp"}, {"mod", true}});
  if (!args)
    return std::nullopt;
  if ((*args)[2].isUndefined() || s.isNone((*args)[2]))
    return binary(s, syntax::Operator::Pow, (*args)[0], (*args)[1]);
  if (llvm::all_of(*args, [&](Value v) { return isConstant(s, v); }))
    return callHost(s, hostFunction(s, "builtins.pow"), *args);
  return forEachAlternative(s, (*args)[0], [&](Value base) {
    return forEachAlternative(s, (*args)[1], [&](Value exponent) {
      return forEachAlternative(s, (*args)[2], [&](Value modulus) -> Result {
        if (!s.isTensor(base) &&
            isUserFunction(s, classAttribute(s, typeOf(s, base), s.intern("__pow__"))))
          return callMethod(s, base, "__pow__", {exponent, modulus});
        for (Value number : {base, exponent, modulus})
          if (!isNumber(s, number))
            return raise(s, "TypeError",
                         "unsupported operand type(s) for ** or pow(): '" + typeName(s, base) +
                             "', '" + typeName(s, exponent) + "', '" + typeName(s, modulus) + "'");
        for (Value number : {base, exponent, modulus})
          if (isFloat(s, number))
            return raise(s, "TypeError",
                         "pow() 3rd argument not allowed unless all arguments are "
                         "integers");
        return s.intScalar(rt(s, "int_pow_mod",
                              {toInt(s, base), toInt(s, exponent), toInt(s, modulus)}, i64Type(s)));
      });
    });
  });
}

// bin, oct, hex: the base is the primitive's data.
static Result radix(Stage &s, const CallInfo &info) {
  llvm::StringRef name = llvm::StringRef(info.primitive.spelling).split('.').second;
  auto args = bindArguments(s, info, name, {{"/number"}});
  if (!args)
    return std::nullopt;
  if (isConstant(s, (*args)[0]))
    return callHost(s, hostFunction(s, info.primitive.spelling), {(*args)[0]});
  int64_t base = reinterpret_cast<intptr_t>(info.primitive.data);
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    Result index = s.find<InstanceObject>(value) ? indexValue(s, value) : Result(value);
    if (!index)
      return index;
    mlir::Value number = rt(s, "value_index", {toBox(s, *index)}, i64Type(s));
    return s.strScalar(rtPlain(s, "int_radix", {number, constantInt(s, base)}, strType(s)));
  });
}

static Result ordinal(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "ord", {{"/c"}});
  if (!args)
    return std::nullopt;
  Result plain = plainValue(s, (*args)[0]);
  if (!plain)
    return plain;
  if (isConstant(s, *plain))
    return callHost(s, hostFunction(s, "builtins.ord"), *plain);
  return forEachAlternative(s, *plain, [&](Value text) -> Result {
    if (!isString(s, text))
      return raise(s, "TypeError",
                   "ord() expected string of length 1, but " + typeName(s, text) + " found");
    return s.intScalar(rt(s, "str_ord", {toStr(s, text)}, i64Type(s)));
  });
}

static Result character(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "chr", {{"/i"}});
  if (!args)
    return std::nullopt;
  if (isConstant(s, (*args)[0]))
    return callHost(s, hostFunction(s, "builtins.chr"), {(*args)[0]});
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    Result index = s.find<InstanceObject>(value) ? indexValue(s, value) : Result(value);
    if (!index)
      return index;
    mlir::Value number = rt(s, "value_index", {toBox(s, *index)}, i64Type(s));
    return s.strScalar(rt(s, "int_chr", {number}, strType(s)));
  });
}

static Result isInteger(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "float.is_integer", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value value = (*args)[0];
  if (isConstant(s, value))
    return callHost(s, lookup(s, "builtins.float.is_integer"), {value});
  return s.boolScalar(rtPlain(s, "float_is_integer", {toFloat(s, value)}, i1Type(s)));
}

static Result bitLength(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "int.bit_length", {{"/self"}});
  if (!args)
    return std::nullopt;
  Value value = (*args)[0];
  if (isConstant(s, value))
    return callHost(s, lookup(s, "builtins.int.bit_length"), {value});
  return s.intScalar(rtPlain(s, "int_bit_length", {toInt(s, value)}, i64Type(s)));
}

void registerNumbers(Registry &registry) {
  auto base = [](intptr_t value) { return reinterpret_cast<const void *>(value); };
  registry.add("builtins.int", makeInt);
  registry.add("builtins.float", makeFloat);
  registry.add("builtins.bool", makeBool);
  registry.add("builtins.complex", makeComplex);
  registry.add("builtins.abs", absolute);
  registry.add("builtins.round", roundNumber);
  registry.add("builtins.divmod", divideModulo);
  registry.add("builtins.pow", power);
  registry.add("builtins.bin", radix, base(2));
  registry.add("builtins.oct", radix, base(8));
  registry.add("builtins.hex", radix, base(16));
  registry.add("builtins.ord", ordinal);
  registry.add("builtins.chr", character);
  registry.add("float.is_integer", isInteger);
  registry.add("int.bit_length", bitLength);
}

} // namespace lith::stage

// Computing.cpp: operators and functions on constants, as the runtime computes them.
#include "native/NativeHost.h"

#include <lith/objects.h>
#include <lith/program.h>

#include <cmath>

extern "C" {
lith_value lith_rt_value_binary(lith_ctx *, int64_t, lith_value, lith_value);
lith_value lith_rt_value_unary(lith_ctx *, int64_t, lith_value);
lith_value lith_rt_value_compare(lith_ctx *, int64_t, lith_value, lith_value);
lith_value lith_rt_value_get_item(lith_ctx *, lith_value, lith_value);
lith_value lith_rt_value_method(lith_ctx *, lith_value, lith_str *, int64_t, const lith_value *);
lith_value lith_rt_value_round(lith_ctx *, lith_value, lith_value);
lith_tuple *lith_rt_value_divmod(lith_ctx *, lith_value, lith_value);
lith_list *lith_rt_value_sorted(lith_ctx *, lith_value, bool);
lith_value lith_rt_value_sum(lith_ctx *, lith_value, lith_value);
lith_value lith_rt_value_min(lith_ctx *, lith_value, lith_value);
lith_value lith_rt_value_max(lith_ctx *, lith_value, lith_value);
lith_tuple *lith_rt_value_tuple(lith_ctx *, lith_value);
lith_str *lith_rt_value_str(lith_ctx *, lith_value);
lith_str *lith_rt_value_repr(lith_ctx *, lith_value);
lith_str *lith_rt_value_format(lith_ctx *, lith_value, lith_str *);
bool lith_rt_value_contains(lith_ctx *, lith_value, lith_value);
bool lith_rt_value_truth(lith_ctx *, lith_value);
int64_t lith_rt_value_length(lith_ctx *, lith_value);
int64_t lith_rt_value_hash(lith_ctx *, lith_value);
int64_t lith_rt_value_int(lith_ctx *, lith_value);
double lith_rt_value_float(lith_ctx *, lith_value);
}

namespace lith::native {

using host::Handle;
using host::Kind;
using host::Outcome;

namespace {

using Operands = std::vector<lith_value>;
using Function = lith_value (*)(lith_ctx *, const Operands &);

constexpr lith_value Nothing{LITH_NULL, 0};

lith_value boxed(bool value) { return {LITH_BOOL, value}; }
lith_value boxed(int64_t value) { return {LITH_INT, uint64_t(value)}; }
lith_value boxed(double value) { return {LITH_FLOAT, __builtin_bit_cast(uint64_t, value)}; }
template <typename T> lith_value boxed(T *object) {
  return object ? lith_value{object->head.kind, reinterpret_cast<uint64_t>(object)} : Nothing;
}

lith_str *textOf(lith_value value) {
  return value.tag == LITH_STR ? reinterpret_cast<lith_str *>(value.bits) : nullptr;
}

template <int Operator> lith_value binary(lith_ctx *ctx, const Operands &operands) {
  return lith_rt_value_binary(ctx, Operator, operands[0], operands[1]);
}
template <int Operator> lith_value comparison(lith_ctx *ctx, const Operands &operands) {
  return lith_rt_value_compare(ctx, Operator, operands[0], operands[1]);
}
template <int Operator> lith_value unary(lith_ctx *ctx, const Operands &operands) {
  return lith_rt_value_unary(ctx, Operator, operands[0]);
}

/// All operands as one tuple, or the only one, which is iterable.
template <lith_value (*Reduce)(lith_ctx *, lith_value, lith_value)>
lith_value extreme(lith_ctx *ctx, const Operands &operands) {
  if (operands.size() == 1)
    return Reduce(ctx, operands[0], Nothing);
  lith_value all = lith_make_tuple(operands.data(), operands.size());
  lith_value result = Reduce(ctx, all, Nothing);
  lith_value_release(all);
  return result;
}

/// format(number, Spec): bin, oct and hex.
template <char... Spec> lith_value formatted(lith_ctx *ctx, const Operands &operands) {
  static constexpr char spec[] = {Spec...};
  lith_value text = lith_make_str(spec, sizeof...(Spec));
  lith_value result = boxed(lith_rt_value_format(ctx, operands[0], textOf(text)));
  lith_value_release(text);
  return result;
}

const std::unordered_map<std::string_view, Function> &operators() {
  static const std::unordered_map<std::string_view, Function> table = {
      {"+", binary<LITH_ADD>},
      {"-", binary<LITH_SUB>},
      {"*", binary<LITH_MUL>},
      {"/", binary<LITH_TRUEDIV>},
      {"//", binary<LITH_FLOORDIV>},
      {"%", binary<LITH_MOD>},
      {"**", binary<LITH_POW>},
      {"<<", binary<LITH_LSHIFT>},
      {">>", binary<LITH_RSHIFT>},
      {"&", binary<LITH_AND>},
      {"|", binary<LITH_OR>},
      {"^", binary<LITH_XOR>},
      {"<", comparison<LITH_LT>},
      {"<=", comparison<LITH_LE>},
      {"==", comparison<LITH_EQ>},
      {"!=", comparison<LITH_NE>},
      {">", comparison<LITH_GT>},
      {">=", comparison<LITH_GE>},
      {"[]",
       [](lith_ctx *ctx, const Operands &a) { return lith_rt_value_get_item(ctx, a[0], a[1]); }},
      {"in", [](lith_ctx *ctx,
                const Operands &a) { return boxed(lith_rt_value_contains(ctx, a[1], a[0])); }},
      {"not in", [](lith_ctx *ctx, const Operands &a) {
         return boxed(!lith_rt_value_contains(ctx, a[1], a[0]));
       }}};
  return table;
}

const std::unordered_map<std::string_view, Function> &unaryOperators() {
  static const std::unordered_map<std::string_view, Function> table = {
      {"-", unary<LITH_NEG>},
      {"+", unary<LITH_POS>},
      {"~", unary<LITH_INVERT>},
      {"not",
       [](lith_ctx *ctx, const Operands &a) { return boxed(!lith_rt_value_truth(ctx, a[0])); }},
      {"bool",
       [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_truth(ctx, a[0])); }}};
  return table;
}

struct Callable {
  size_t least, most; ///< operands
  Function function;
};

/// A function of the math module on one float, which says something of it.
template <bool (*Test)(double)> lith_value tested(lith_ctx *ctx, const Operands &a) {
  double value = lith_rt_value_float(ctx, a[0]);
  return boxed(Test(value));
}
template <double (*Round)(double)> lith_value rounded(lith_ctx *ctx, const Operands &a) {
  if (a[0].tag != LITH_FLOAT) // an int stays
    return boxed(lith_rt_value_int(ctx, a[0]));
  double value = Round(lith_rt_value_float(ctx, a[0]));
  return std::abs(value) < 0x1p63 ? boxed(int64_t(value)) : Nothing;
}
template <double (*Combine)(double, double), bool NeverRaises = false>
lith_value combined(lith_ctx *ctx, const Operands &a) {
  double left = lith_rt_value_float(ctx, a[0]), right = lith_rt_value_float(ctx, a[1]);
  double value = Combine(left, right);
  return NeverRaises || std::isfinite(value) ? boxed(value) : Nothing; // it may raise
}

bool isNan(double value) { return std::isnan(value); }
bool isInf(double value) { return std::isinf(value); }
bool isFinite(double value) { return std::isfinite(value); }

const std::unordered_map<std::string_view, Callable> &functions() {
  constexpr size_t Any = SIZE_MAX;
  static const std::unordered_map<std::string_view, Callable> table = {
      {"builtins.abs", {1, 1, unary<LITH_ABS>}},
      {"builtins.bool", {1, 1, unaryOperators().at("bool")}},
      {"builtins.int",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_int(ctx, a[0])); }}},
      {"builtins.float",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_float(ctx, a[0])); }}},
      {"builtins.str",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_str(ctx, a[0])); }}},
      {"builtins.repr",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_repr(ctx, a[0])); }}},
      {"builtins.format",
       {2, 2,
        [](lith_ctx *ctx, const Operands &a) {
          return boxed(lith_rt_value_format(ctx, a[0], textOf(a[1])));
        }}},
      {"builtins.len",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_length(ctx, a[0])); }}},
      {"builtins.hash",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_hash(ctx, a[0])); }}},
      {"builtins.tuple",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) { return boxed(lith_rt_value_tuple(ctx, a[0])); }}},
      {"builtins.sorted",
       {1, 1,
        [](lith_ctx *ctx, const Operands &a) {
          return boxed(lith_rt_value_sorted(ctx, a[0], false));
        }}},
      {"builtins.divmod",
       {2, 2,
        [](lith_ctx *ctx, const Operands &a) {
          return boxed(lith_rt_value_divmod(ctx, a[0], a[1]));
        }}},
      {"builtins.bin", {1, 1, formatted<'#', 'b'>}},
      {"builtins.oct", {1, 1, formatted<'#', 'o'>}},
      {"builtins.hex", {1, 1, formatted<'#', 'x'>}},
      {"builtins.chr", {1, 1, formatted<'c'>}},
      {"math.isnan", {1, 1, tested<isNan>}},
      {"math.isinf", {1, 1, tested<isInf>}},
      {"math.isfinite", {1, 1, tested<isFinite>}},
      {"math.floor", {1, 1, rounded<std::floor>}},
      {"math.ceil", {1, 1, rounded<std::ceil>}},
      {"math.trunc", {1, 1, rounded<std::trunc>}},
      {"math.pow", {2, 2, combined<std::pow>}},
      {"math.fmod", {2, 2, combined<std::fmod>}},
      {"math.atan2", {2, 2, combined<std::atan2, true>}},
      {"math.hypot", {2, 2, combined<std::hypot>}},
      {"math.copysign", {2, 2, combined<std::copysign, true>}},
      {"builtins.pow", {2, 2, binary<LITH_POW>}},
      {"builtins.round",
       {1, 2,
        [](lith_ctx *ctx, const Operands &a) {
          return lith_rt_value_round(ctx, a[0], a.size() > 1 ? a[1] : lith_value{LITH_NONE, 0});
        }}},
      {"builtins.sum",
       {1, 2,
        [](lith_ctx *ctx, const Operands &a) {
          return lith_rt_value_sum(ctx, a[0], a.size() > 1 ? a[1] : boxed(int64_t(0)));
        }}},
      {"builtins.min", {1, Any, extreme<lith_rt_value_min>}},
      {"builtins.max", {1, Any, extreme<lith_rt_value_max>}}};
  return table;
}

const std::unordered_map<std::string_view, double (*)(double)> &mathFunctions() {
  static const std::unordered_map<std::string_view, double (*)(double)> table = {
      {"sqrt", std::sqrt},    {"cbrt", std::cbrt},    {"exp", std::exp},     {"exp2", std::exp2},
      {"expm1", std::expm1},  {"log2", std::log2},    {"log10", std::log10}, {"log1p", std::log1p},
      {"log", std::log},      {"sin", std::sin},      {"cos", std::cos},     {"tan", std::tan},
      {"asin", std::asin},    {"acos", std::acos},    {"atan", std::atan},   {"sinh", std::sinh},
      {"cosh", std::cosh},    {"tanh", std::tanh},    {"asinh", std::asinh}, {"acosh", std::acosh},
      {"atanh", std::atanh},  {"fabs", std::fabs},    {"erf", std::erf},     {"erfc", std::erfc},
      {"gamma", std::tgamma}, {"lgamma", std::lgamma}};
  return table;
}

} // namespace

Outcome NativeHost::raised(const std::string &cls, const std::string &message) {
  return {nullptr, handleOf(builtin(cls)), tuple({str(message)})};
}

template <typename Operation>
Outcome NativeHost::computed(const std::vector<Handle> &operands, Operation operation) {
  Operands values;
  bool known = true;
  for (Handle operand : operands) {
    values.push_back(toValue(entityOf(operand)));
    known &= values.back().tag != LITH_NULL;
  }
  Outcome outcome;
  Scratch scratch;
  std::string cls, message;
  lith_value result = known ? operation(scratch.context(), values) : Nothing;
  if (scratch.takeRaised(cls, message))
    outcome = raised(cls, message);
  else if (result.tag != LITH_NULL)
    outcome.value = handleOf(fromValue(result));
  lith_value_release(result);
  for (lith_value value : values)
    lith_value_release(value);
  return outcome;
}

// An element of a tuple, which may be an object that the runtime has no value for; null: see there.
Handle NativeHost::elementOf(Handle tuple, Handle index) {
  std::optional<int64_t> place = kind(tuple) == Kind::Tuple ? asInt(index) : std::nullopt;
  int64_t count = place ? int64_t(length(tuple)) : 0;
  int64_t at = place && *place < 0 ? *place + count : place.value_or(0);
  return at >= 0 && at < count ? item(tuple, size_t(at)) : nullptr;
}

Outcome NativeHost::apply(std::string_view op, const std::vector<Handle> &operands) {
  if (Handle element = op == "[]" ? elementOf(operands[0], operands[1]) : nullptr)
    return {element};
  if (op == "is" || op == "is not")
    return {boolean((operands[0] == operands[1]) == (op == "is"))};
  const auto &table = operands.size() == 1 ? unaryOperators() : operators();
  auto found = table.find(op);
  Outcome outcome = found == table.end() ? Outcome() : computed(operands, found->second);
  if (outcome.ok() || outcome.exceptionClass)
    return outcome;
  if (op == "==" || op == "!=") // objects that the runtime does not know are equal to themselves
    return {boolean((operands[0] == operands[1]) == (op == "=="))};
  return raised("TypeError", "unsupported operand type(s) for " + std::string(op));
}

// torch.finfo of a dtype; null: it has none.
Entity *NativeHost::limitsOf(Handle of) {
  struct Limits {
    lith_dtype dtype;
    int bits;
    double most, least, eps, resolution;
  };
  static constexpr Limits all[] = {
      {LITH_FLOAT16, 16, 65504, 0x1p-14, 0x1p-10, 1e-3},
      {LITH_BFLOAT16, 16, 0x1.FEp127, 0x1p-126, 0x1p-7, 1e-2},
      {LITH_FLOAT32, 32, 0x1.FFFFFEp127, 0x1p-126, 0x1p-23, 1e-6},
      {LITH_FLOAT64, 64, 0x1.FFFFFFFFFFFFFp1023, 0x1p-1022, 0x1p-52, 1e-15}};
  for (const Limits &limits : all) {
    if (asDType(of) != limits.dtype)
      continue;
    Entity *made = make(Kind::Other, entityOf(lookup("torch.finfo")));
    made->space = dict();
    auto set = [&](const char *name, Handle value) {
      setEntry(made->space, text(name), entityOf(value));
    };
    set("bits", integer(limits.bits));
    set("max", real(limits.most));
    set("min", real(-limits.most));
    set("eps", real(limits.eps));
    set("tiny", real(limits.least));
    set("smallest_normal", real(limits.least));
    set("resolution", real(limits.resolution));
    return made;
  }
  return nullptr;
}

// An outcome without value and exception: this host cannot tell.
Outcome NativeHost::call(Handle callable, const std::vector<Handle> &args,
                         const std::vector<std::pair<std::string, Handle>> &keywords) {
  std::string name = qualifiedName(callable);
  if (name == "torch.device")
    return {handleOf(cpu)};
  if (name == "torch.finfo" && args.size() <= 1)
    return {handleOf(limitsOf(args.empty() ? dtype(LITH_FLOAT32) : args[0]))};
  if (!keywords.empty())
    return {};
  if ((name == "builtins.str" || name == "builtins.format") && !args.empty() &&
      kind(args[0]) == Kind::Device)
    return {str("cpu")};
  if (name == "builtins.issubclass" && args.size() == 2) {
    const Entity *cls = entityOf(args[0]);
    bool found = std::find(cls->children.begin(), cls->children.end(), entityOf(args[1])) !=
                 cls->children.end();
    return {boolean(found)};
  }
  auto function = functions().find(name);
  if (function != functions().end() && args.size() >= function->second.least &&
      args.size() <= function->second.most)
    return computed(args, function->second.function);
  if (name.starts_with("math.") && args.size() == 1) {
    auto found = mathFunctions().find(std::string_view(name).substr(5));
    bool isNumber = kind(args[0]) == Kind::Float || asInt(args[0]);
    if (found == mathFunctions().end() || !isNumber)
      return {};
    double value = asFloat(args[0]), result = found->second(value);
    if (std::isnan(result) && !std::isnan(value))
      return raised("ValueError", "math domain error");
    if (std::isinf(result) && !std::isinf(value))
      return value == 0 || name == "math.atanh" ? raised("ValueError", "math domain error")
                                                : raised("OverflowError", "math range error");
    return {real(result)};
  }
  if (name.starts_with("builtins.str.") && !args.empty() && kind(args[0]) == Kind::Str)
    return computed(args, [&](lith_ctx *ctx, const Operands &values) {
      lith_value method = lith_make_str(name.data() + 13, name.size() - 13);
      lith_value result = lith_rt_value_method(ctx, values[0], textOf(method),
                                               int64_t(values.size() - 1), values.data() + 1);
      lith_value_release(method);
      return result;
    });
  return {};
}

} // namespace lith::native

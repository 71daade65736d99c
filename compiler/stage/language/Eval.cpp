// Eval.cpp: dispatch of expressions, and the simple ones.
#include "stage/language/Eval.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/calls/Calls.h"
#include "stage/calls/Functions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/language/Comprehensions.h"
#include "stage/language/Generators.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Sets.h"
#include "stage/outside/OpenLists.h"
#include "stage/paths/Conditions.h"
#include "stage/source/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

static Result preludePrimitive(Stage &, std::string_view name);
static Result evalCompare(Stage &, const syntax::Compare *expression);
static Result evalDisplay(Stage &, const syntax::Expr *expression);
static Result evalSlice(Stage &, const syntax::Slice *expression);
static Result evalDict(Stage &, const syntax::Dict *expression);
static Result evalFormattedValue(Stage &, const syntax::FormattedValue *expression);
static Result evalJoinedStr(Stage &, const syntax::JoinedStr *expression);

// A bound of a slice past 64 bits lies past the end of every sequence.
static Value clampedBound(Stage &s, Value bound) {
  if (!bound.isStatic() || s.kindOf(bound) != host::Kind::Int || s.asInt(bound))
    return bound;
  host::Outcome isNegative = s.host.apply("<", {bound.handle(), s.integer(0).handle()});
  bool isLow = isNegative.ok() && s.asBool(Value::ofStatic(isNegative.value)) == true;
  return s.integer(isLow ? INT64_MIN : INT64_MAX);
}

Result eval(Stage &s, const Expr *expression) {
  Scoped<const Node *> at(s.activation->at, expression);
  switch (expression->kind) {
  case NodeKind::Constant:
    return evalConstant(s, cast<syntax::Constant>(expression)->value);
  case NodeKind::Name:
    return loadName(s, s.intern(cast<Name>(expression)->id));
  case NodeKind::Attribute: {
    auto *attribute = cast<Attribute>(expression);
    if (auto *name = dyn_cast<Name>(attribute->value);
        name && name->id == "prim" && s.activation->globals.isUndefined())
      return preludePrimitive(s, attribute->attr);
    Result object = eval(s, attribute->value);
    return object ? getattr(s, *object, s.intern(attribute->attr)) : object;
  }
  case NodeKind::Subscript: {
    auto *subscript = cast<Subscript>(expression);
    Result object = eval(s, subscript->value);
    if (!object)
      return object;
    Result index = eval(s, subscript->slice);
    return index ? getitem(s, *object, *index) : index;
  }
  case NodeKind::Call:
    return evalCall(s, cast<Call>(expression));
  case NodeKind::BinOp: {
    auto *binary = cast<BinOp>(expression);
    Result left = eval(s, binary->left);
    if (!left)
      return left;
    Result right = eval(s, binary->right);
    return right ? stage::binary(s, binary->op, *left, *right) : right;
  }
  case NodeKind::UnaryOp: {
    auto *unary = cast<UnaryOp>(expression);
    Result operand = eval(s, unary->operand);
    return operand ? stage::unary(s, unary->op, *operand) : operand;
  }
  case NodeKind::BoolOp:
    return evalBoolOp(s, cast<BoolOp>(expression));
  case NodeKind::Compare:
    return evalCompare(s, cast<Compare>(expression));
  case NodeKind::IfExp:
    return evalIfExp(s, cast<IfExp>(expression));
  case NodeKind::NamedExpr: {
    Result value = eval(s, cast<NamedExpr>(expression)->value);
    if (!value || !assign(s, cast<NamedExpr>(expression)->target, *value))
      return std::nullopt;
    return value;
  }
  case NodeKind::Lambda:
    return makeFunction(s, expression, cast<Lambda>(expression)->args);
  case NodeKind::Tuple:
  case NodeKind::List:
  case NodeKind::Set:
    return evalDisplay(s, expression);
  case NodeKind::Dict:
    return evalDict(s, cast<Dict>(expression));
  case NodeKind::Slice:
    return evalSlice(s, cast<syntax::Slice>(expression));
  case NodeKind::ListComp:
  case NodeKind::SetComp:
  case NodeKind::DictComp:
  case NodeKind::GeneratorExp:
    return evalComprehension(s, expression);
  case NodeKind::JoinedStr:
    return evalJoinedStr(s, cast<JoinedStr>(expression));
  case NodeKind::FormattedValue:
    return evalFormattedValue(s, cast<FormattedValue>(expression));
  case NodeKind::Yield:
  case NodeKind::YieldFrom:
    return evalYield(s, expression);
  default:
    refuseAt(s, expression, diag::Kind::UnsupportedExpression, {name(expression->kind)});
  }
}

static Result evalSlice(Stage &s, const syntax::Slice *expression) {
  Value parts[3] = {s.none(), s.none(), s.none()};
  const Expr *bounds[3] = {expression->lower, expression->upper, expression->step};
  for (int i = 0; i < 3; ++i)
    if (bounds[i]) {
      Result part = eval(s, bounds[i]);
      if (!part)
        return part;
      parts[i] = clampedBound(s, *part);
    }
  return s.structure(TupleData::Form::Slice, parts);
}

// prim.name, in the prelude.
static Result preludePrimitive(Stage &s, std::string_view name) {
  const Primitive *primitive = Registry::instance().find("prim." + std::string(name));
  if (!primitive)
    refuse(s, diag::Kind::UnsupportedFunction, {"prim." + std::string(name)});
  return s.boundPrimitive(primitive, {});
}

Result evalConstant(Stage &s, const ConstantValue &constant) {
  switch (constant.kind) {
  case ConstantKind::None:
    return s.none();
  case ConstantKind::True:
    return s.boolean(true);
  case ConstantKind::False:
    return s.boolean(false);
  case ConstantKind::Ellipsis:
    return Value::ofStatic(s.host.ellipsis());
  case ConstantKind::Int:
    return s.integer(constant.integer);
  case ConstantKind::BigInt:
    return Value::ofStatic(s.host.bigInteger(constant.text));
  case ConstantKind::Float:
    return s.real(constant.real);
  case ConstantKind::Complex:
    return Value::ofStatic(s.host.complexNumber({0, constant.real}));
  case ConstantKind::Str:
    return s.string(constant.text);
  case ConstantKind::Bytes:
    return Value::ofStatic(s.host.bytes(constant.text));
  }
  return s.none();
}

// a < b < c: each operand once, in order, and no further than the first false.
static Result evalCompare(Stage &s, const Compare *expression) {
  Result left = eval(s, expression->left);
  if (!left)
    return left;
  Edges done;
  size_t count = expression->ops.size();
  for (size_t i = 0; i < count; ++i) {
    Result right = eval(s, expression->comparators[i]);
    if (!right)
      break;
    Result outcome = compare(s, expression->ops[i], *left, *right);
    if (!outcome)
      break;
    if (i + 1 == count) {
      if (done.empty())
        return outcome;
      done.push_back({std::move(s.state), {*outcome}});
      break;
    }
    Result isTrue = truth(s, *outcome);
    if (!isTrue)
      break;
    if (auto known = s.asBool(*isTrue)) {
      if (!*known) {
        done.push_back({std::move(s.state), {*outcome}});
        break;
      }
    } else {
      State yes, no;
      branch(s, toBool(s, *isTrue), yes, no);
      Value result = outcome->isScalar(ScalarType::Bool) ? s.boolean(false) : *outcome;
      done.push_back({std::move(no), {result}});
      s.state = std::move(yes);
    }
    left = right;
  }
  llvm::SmallVector<Value, 1> joined;
  if (!join(s, std::move(done), joined))
    return std::nullopt;
  return joined[0];
}

// The elements of a display or call, with *iterables spread: those from the first iterable on whose
// length only run time knows are a new list of run time.
bool evalElements(Stage &s, Seq<Expr *> expressions, std::vector<Value> &out, Value &runtime) {
  for (const Expr *expression : expressions) {
    auto *starred = dyn_cast<Starred>(expression);
    Result value = eval(s, starred ? starred->value : expression);
    if (!value)
      return false;
    if (!starred) {
      runtime.isUndefined() ? out.push_back(*value) : append(s, runtime, *value);
      continue;
    }
    std::optional<std::vector<Value>> elements;
    Result sequence = collect(s, *value, elements);
    if (!sequence)
      return false;
    if (elements && runtime.isUndefined()) {
      out.insert(out.end(), elements->begin(), elements->end());
      continue;
    }
    if (runtime.isUndefined()) {
      runtime = s.list({});
      makeRuntime(s, runtime);
    }
    if (elements) {
      for (Value element : *elements)
        append(s, runtime, element);
    } else if (!extend(s, runtime, *sequence)) {
      return false;
    }
  }
  return true;
}

static Result evalDisplay(Stage &s, const Expr *expression) {
  Seq<Expr *> syntax = isa<Tuple>(expression)  ? cast<Tuple>(expression)->elts
                       : isa<List>(expression) ? cast<List>(expression)->elts
                                               : cast<Set>(expression)->elts;
  std::vector<Value> elements;
  Value runtime;
  if (!evalElements(s, syntax, elements, runtime))
    return std::nullopt;
  if (!runtime.isUndefined() && !elements.empty()) {
    Value all = s.list(elements);
    if (!extend(s, all, runtime))
      return std::nullopt;
    runtime = all;
  }
  if (auto *display = dyn_cast<Set>(expression))
    if (Value literal = literalSet(s, display, elements, false); !literal.isUndefined())
      return literal;
  if (isa<Set>(expression))
    return makeSet(s, runtime.isUndefined() ? s.list(elements) : runtime, false);
  if (isa<List>(expression))
    return runtime.isUndefined() ? newContainer(s, s.list(elements)) : runtime;
  if (runtime.isUndefined())
    return s.newTuple(TupleData::Form::Tuple, elements);
  return runtimeTuple(s, runtime);
}

// {**value}: unlike `update`, it takes no pairs.
static bool unpackMapping(Stage &s, Value made, Value value) {
  if (value.isUnion())
    return forEachAlternative(s, value,
                              [&](Value one) -> Result {
                                return unpackMapping(s, made, one) ? Result(s.none())
                                                                   : std::nullopt;
                              })
        .has_value();
  if (!value.isBox() && !s.find<DictObject>(payloadOf(s, value))) {
    Result keys = keysMethod(s, value);
    if (!keys || keys->isUndefined())
      return keys && raise(s, "TypeError", "'" + typeName(s, value) + "' object is not a mapping");
  }
  return updateDict(s, made, value);
}

static Result evalDict(Stage &s, const Dict *expression) {
  Value made = newContainer(s, s.dict({}));
  for (size_t i = 0; i < expression->keys.size(); ++i) {
    if (!expression->keys[i]) {
      Result other = eval(s, expression->values[i]);
      if (!other || !unpackMapping(s, made, *other))
        return std::nullopt;
      continue;
    }
    Result key = eval(s, expression->keys[i]);
    if (!key)
      return key;
    Result value = eval(s, expression->values[i]);
    if (!value || !setitem(s, made, *key, *value))
      return std::nullopt;
  }
  return made;
}

static Result evalFormattedValue(Stage &s, const FormattedValue *expression) {
  Result value = eval(s, expression->value);
  if (!value)
    return value;
  if (expression->conversion > 0) {
    value = expression->conversion == 's' ? str(s, *value) : repr(s, *value);
    if (value && expression->conversion == 'a')
      value = callPrelude(s, "ascii_text", *value);
    if (!value)
      return value;
  }
  Result spec = s.string("");
  if (expression->format_spec)
    spec = eval(s, expression->format_spec);
  if (!spec)
    return spec;
  return format(s, *value, *spec);
}

// The position of a part that is one of several texts, where the parts together are one of a few
// known texts.
static std::optional<size_t> openText(Stage &s, llvm::ArrayRef<Value> parts) {
  constexpr size_t MaxTexts = 4;
  auto isKnown = [&](Value value) { return value.isAbsent() || s.asStr(value); };
  std::optional<size_t> found;
  size_t count = 1;
  for (auto [i, part] : llvm::enumerate(parts)) {
    if (s.asStr(part))
      continue;
    if (!part.isUnion() || !llvm::all_of(part.oneOf().alternatives, isKnown))
      return std::nullopt;
    count *= part.oneOf().alternatives.size();
    found = i;
  }
  return count <= MaxTexts ? found : std::nullopt;
}

// Neighbouring known parts become one; the rest is joined at run time.
static Result joinTexts(Stage &s, std::vector<Value> given) {
  if (auto open = openText(s, given))
    return forEachAlternative(s, given[*open], [&](Value text) {
      std::vector<Value> parts = given;
      parts[*open] = text;
      return joinTexts(s, parts);
    });
  std::vector<Value> parts;
  for (Value text : given) {
    auto known = s.asStr(text);
    auto before = parts.empty() ? std::nullopt : s.asStr(parts.back());
    if (known && before)
      parts.back() = s.string((*before + *known).str());
    else
      parts.push_back(text);
  }
  if (parts.empty())
    return s.string("");
  if (parts.size() == 1)
    return parts[0];
  llvm::SmallVector<mlir::Value> operands;
  for (Value part : parts)
    operands.push_back(toBox(s, part));
  return s.strScalar(rtPlain(s, "str_join", operands, ir::StrType::get(&s.context)));
}

static Result evalJoinedStr(Stage &s, const JoinedStr *expression) {
  std::vector<Value> parts;
  for (const Expr *part : expression->values) {
    Result text = eval(s, part);
    if (!text)
      return text;
    parts.push_back(*text);
  }
  return joinTexts(s, std::move(parts));
}

} // namespace lith::stage

// Eval.cpp: dispatch of expressions, and the simple ones.
#include "stage/Impl.h"
#include "stage/builtins/Support.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/objects/Sets.h"

namespace lith::stage {

using namespace lith::syntax;

// A bound of a slice past 64 bits lies past the end of every sequence.
static Value clampedBound(Stage &s, Value bound) {
  if (!bound.isStatic() || s.kindOf(bound) != host::Kind::Int || s.asInt(bound))
    return bound;
  host::Outcome isNegative = s.host.apply("<", {bound.handle(), s.integer(0).handle()});
  bool isLow = isNegative.ok() && s.asBool(Value::ofStatic(isNegative.value)) == true;
  return s.integer(isLow ? INT64_MIN : INT64_MAX);
}

Result Stage::eval(const Expr *expression) {
  Scoped<const Node *> at(activation->at, expression);
  switch (expression->kind) {
  case NodeKind::Constant:
    return evalConstant(cast<syntax::Constant>(expression)->value);
  case NodeKind::Name:
    return loadName(intern(cast<Name>(expression)->id));
  case NodeKind::Attribute: {
    auto *attribute = cast<Attribute>(expression);
    if (auto *name = dyn_cast<Name>(attribute->value);
        name && name->id == "prim" && activation->globals.isUndefined())
      return preludePrimitive(attribute->attr);
    Result object = eval(attribute->value);
    return object ? getattr(*object, intern(attribute->attr)) : object;
  }
  case NodeKind::Subscript: {
    auto *subscript = cast<Subscript>(expression);
    Result object = eval(subscript->value);
    if (!object)
      return object;
    Result index = eval(subscript->slice);
    return index ? getitem(*object, *index) : index;
  }
  case NodeKind::Call:
    return evalCall(cast<Call>(expression));
  case NodeKind::BinOp: {
    auto *binary = cast<BinOp>(expression);
    Result left = eval(binary->left);
    if (!left)
      return left;
    Result right = eval(binary->right);
    return right ? this->binary(binary->op, *left, *right) : right;
  }
  case NodeKind::UnaryOp: {
    auto *unary = cast<UnaryOp>(expression);
    Result operand = eval(unary->operand);
    return operand ? this->unary(unary->op, *operand) : operand;
  }
  case NodeKind::BoolOp:
    return evalBoolOp(cast<BoolOp>(expression));
  case NodeKind::Compare:
    return evalCompare(cast<Compare>(expression));
  case NodeKind::IfExp:
    return evalIfExp(cast<IfExp>(expression));
  case NodeKind::NamedExpr: {
    Result value = eval(cast<NamedExpr>(expression)->value);
    if (!value || !assign(cast<NamedExpr>(expression)->target, *value))
      return std::nullopt;
    return value;
  }
  case NodeKind::Lambda:
    return makeFunction(expression, cast<Lambda>(expression)->args);
  case NodeKind::Tuple:
  case NodeKind::List:
  case NodeKind::Set:
    return evalDisplay(expression);
  case NodeKind::Dict:
    return evalDict(cast<Dict>(expression));
  case NodeKind::Slice: {
    auto *slice = cast<Slice>(expression);
    Value parts[3] = {none(), none(), none()};
    const Expr *syntax[3] = {slice->lower, slice->upper, slice->step};
    for (int i = 0; i < 3; ++i)
      if (syntax[i]) {
        Result part = eval(syntax[i]);
        if (!part)
          return part;
        parts[i] = clampedBound(*this, pythonNumber(*this, *part));
      }
    return structure(TupleData::Form::Slice, parts);
  }
  case NodeKind::ListComp:
  case NodeKind::SetComp:
  case NodeKind::DictComp:
  case NodeKind::GeneratorExp:
    return evalComprehension(expression);
  case NodeKind::JoinedStr:
    return evalJoinedStr(cast<JoinedStr>(expression));
  case NodeKind::FormattedValue:
    return evalFormattedValue(cast<FormattedValue>(expression));
  case NodeKind::Yield:
  case NodeKind::YieldFrom:
    return evalYield(expression);
  default:
    refuseAt(expression, diag::Kind::UnsupportedExpression, {name(expression->kind)});
  }
}

// prim.name, in the prelude.
Result Stage::preludePrimitive(std::string_view name) {
  const Primitive *primitive = Registry::instance().find("prim." + std::string(name));
  if (!primitive)
    refuse(diag::Kind::UnsupportedFunction, {"prim." + std::string(name)});
  return boundPrimitive(primitive, {});
}

Result Stage::evalConstant(const ConstantValue &constant) {
  switch (constant.kind) {
  case ConstantKind::None:
    return none();
  case ConstantKind::True:
    return boolean(true);
  case ConstantKind::False:
    return boolean(false);
  case ConstantKind::Ellipsis:
    return Value::ofStatic(host.ellipsis());
  case ConstantKind::Int:
    return integer(constant.integer);
  case ConstantKind::BigInt:
    return Value::ofStatic(host.bigInteger(constant.text));
  case ConstantKind::Float:
    return real(constant.real);
  case ConstantKind::Complex:
    return Value::ofStatic(host.complexNumber({0, constant.real}));
  case ConstantKind::Str:
    return string(constant.text);
  case ConstantKind::Bytes:
    return Value::ofStatic(host.bytes(constant.text));
  }
  return none();
}

// a < b < c: each operand once, in order, and no further than the first false.
Result Stage::evalCompare(const Compare *expression) {
  Result left = eval(expression->left);
  if (!left)
    return left;
  Edges done;
  size_t count = expression->ops.size();
  for (size_t i = 0; i < count; ++i) {
    Result right = eval(expression->comparators[i]);
    if (!right)
      break;
    Result outcome = compare(expression->ops[i], *left, *right);
    if (!outcome)
      break;
    if (i + 1 == count) {
      if (done.empty())
        return outcome;
      done.push_back({std::move(state), {*outcome}});
      break;
    }
    Result isTrue = truth(*outcome);
    if (!isTrue)
      break;
    if (auto known = asBool(*isTrue)) {
      if (!*known) {
        done.push_back({std::move(state), {*outcome}});
        break;
      }
    } else {
      State yes, no;
      branch(toBool(*isTrue), yes, no);
      Value result = outcome->isScalar(ScalarType::Bool) ? boolean(false) : *outcome;
      done.push_back({std::move(no), {result}});
      state = std::move(yes);
    }
    left = right;
  }
  llvm::SmallVector<Value, 1> joined;
  if (!join(std::move(done), joined))
    return std::nullopt;
  return joined[0];
}

// The elements of a display or call, with *iterables spread: those from the first iterable on whose
// length only run time knows are a new list of run time.
bool Stage::evalElements(Seq<Expr *> expressions, std::vector<Value> &out, Value &runtime) {
  for (const Expr *expression : expressions) {
    auto *starred = dyn_cast<Starred>(expression);
    Result value = eval(starred ? starred->value : expression);
    if (!value)
      return false;
    if (!starred) {
      runtime.isUndefined() ? out.push_back(*value) : append(runtime, *value);
      continue;
    }
    std::optional<std::vector<Value>> elements;
    Result sequence = collect(*value, elements);
    if (!sequence)
      return false;
    if (elements && runtime.isUndefined()) {
      out.insert(out.end(), elements->begin(), elements->end());
      continue;
    }
    if (runtime.isUndefined()) {
      runtime = list({});
      makeRuntime(runtime);
    }
    if (elements) {
      for (Value element : *elements)
        append(runtime, element);
    } else if (!extend(runtime, *sequence)) {
      return false;
    }
  }
  return true;
}

Result Stage::evalDisplay(const Expr *expression) {
  Seq<Expr *> syntax = isa<Tuple>(expression)  ? cast<Tuple>(expression)->elts
                       : isa<List>(expression) ? cast<List>(expression)->elts
                                               : cast<Set>(expression)->elts;
  std::vector<Value> elements;
  Value runtime;
  if (!evalElements(syntax, elements, runtime))
    return std::nullopt;
  if (!runtime.isUndefined() && !elements.empty()) {
    Value all = list(elements);
    if (!extend(all, runtime))
      return std::nullopt;
    runtime = all;
  }
  if (auto *display = dyn_cast<Set>(expression))
    if (Value literal = literalSet(*this, display, elements, false); !literal.isUndefined())
      return literal;
  if (isa<Set>(expression))
    return makeSet(runtime.isUndefined() ? list(elements) : runtime, false);
  if (isa<List>(expression))
    return runtime.isUndefined() ? newContainer(*this, list(elements)) : runtime;
  if (runtime.isUndefined())
    return newTuple(TupleData::Form::Tuple, elements);
  return runtimeTuple(runtime);
}

Result Stage::evalDict(const Dict *expression) {
  Value made = newContainer(*this, dict({}));
  for (size_t i = 0; i < expression->keys.size(); ++i) {
    if (!expression->keys[i]) {
      Result other = eval(expression->values[i]);
      if (!other || !updateDict(made, *other))
        return std::nullopt;
      continue;
    }
    Result key = eval(expression->keys[i]);
    if (!key)
      return key;
    Result value = eval(expression->values[i]);
    if (!value || !setitem(made, *key, *value))
      return std::nullopt;
  }
  return made;
}

Result Stage::evalFormattedValue(const FormattedValue *expression) {
  Result value = eval(expression->value);
  if (!value)
    return value;
  if (expression->conversion > 0) {
    value = expression->conversion == 's' ? str(*value) : repr(*value);
    if (value && expression->conversion == 'a')
      value = callPrelude(*this, "ascii_text", *value);
    if (!value)
      return value;
  }
  Result spec = string("");
  if (expression->format_spec)
    spec = eval(expression->format_spec);
  if (!spec)
    return spec;
  return format(*value, *spec);
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
    return s.forEachAlternative(given[*open], [&](Value text) {
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
    operands.push_back(s.toBox(part));
  return s.strScalar(s.rtPlain("str_join", operands, ir::StrType::get(&s.context)));
}

Result Stage::evalJoinedStr(const JoinedStr *expression) {
  std::vector<Value> parts;
  for (const Expr *part : expression->values) {
    Result text = eval(part);
    if (!text)
      return text;
    parts.push_back(*text);
  }
  return joinTexts(*this, std::move(parts));
}

} // namespace lith::stage

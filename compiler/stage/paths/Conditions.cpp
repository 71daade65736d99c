// Conditions.cpp: branching on values: if, ternary, and, or, not; and what a test
// says about the variables that it tests.
#include "stage/paths/Conditions.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/emit/Emit.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Types.h"
#include "stage/source/Liveness.h"

namespace lith::stage {

using namespace lith::syntax;

static void testSplit(Stage &, const syntax::Expr *test,
                      llvm::ArrayRef<const syntax::Expr *> places, Edges &whenTrue,
                      Edges &whenFalse);
static void testValue(Stage &, Result value, Edges &whenTrue, Edges &whenFalse);

Result choose(Stage &s, Value condition, llvm::function_ref<Result()> yes,
              llvm::function_ref<Result()> no) {
  if (auto known = s.asBool(condition))
    return *known ? yes() : no();
  State whenTrue, whenFalse;
  branch(s, toBool(s, condition), whenTrue, whenFalse);
  Edges done;
  s.state = std::move(whenTrue);
  if (Result result = yes())
    done.push_back({std::move(s.state), {*result}});
  s.state = std::move(whenFalse);
  if (Result result = no())
    done.push_back({std::move(s.state), {*result}});
  llvm::SmallVector<Value, 1> joined;
  if (!join(s, std::move(done), joined))
    return std::nullopt;
  return joined[0];
}

static Value alongside(Stage &s, Value value, llvm::ArrayRef<size_t> from,
                       llvm::ArrayRef<Value> results, Value joined);

Result forEachAlternative(Stage &s, Value value, llvm::function_ref<Result(Value)> run) {
  if (value.isBox())
    return forEachType(s, value, run);
  if (!value.isUnion())
    return run(value);
  Edges done;
  llvm::SmallVector<size_t> from;
  splitUnion(s, value, [&](size_t i, Value alternative) {
    if (Result result = run(alternative)) {
      done.push_back({std::move(s.state), {*result}});
      from.push_back(i);
    }
  });
  llvm::SmallVector<Value> results;
  for (Edge &edge : done)
    results.push_back(edge.extra[0]);
  llvm::SmallVector<Value, 1> joined;
  if (!join(s, std::move(done), joined))
    return std::nullopt;
  return alongside(s, value, from, results, joined[0]);
}

// A result with one alternative for each of `value` has the same choice: that two values change
// together stays known, so that an operator on both has no arms for what cannot be.
static Value alongside(Stage &s, Value value, llvm::ArrayRef<size_t> from,
                       llvm::ArrayRef<Value> results, Value joined) {
  if (!joined.isUnion() || llvm::any_of(results, [](Value v) { return v.isUnion() || v.isBox(); }))
    return joined;
  const UnionData &data = value.oneOf();
  llvm::ArrayRef<Value> alternatives = joined.oneOf().alternatives;
  if (alternatives.size() != results.size())
    return joined;
  llvm::SmallVector<Value> placed(data.alternatives.size(), Value::absent());
  for (auto [i, index] : llvm::enumerate(from))
    placed[index] = alternatives[i];
  return Value::oneOf(s.arena.make<UnionData>(data.which, s.keep<Value>(placed)));
}

// Runs `arm` on a path of its own for each alternative that is possible.
void splitUnion(Stage &s, Value value, llvm::function_ref<void(size_t, Value)> arm) {
  const UnionData &data = value.oneOf();
  auto split = [&](size_t i) {
    s.body.chosen.try_emplace(data.which, i);
    arm(i, data.alternatives[i]);
    s.body.chosen.erase(data.which);
  };
  if (auto known = s.body.chosen.find(data.which); known != s.body.chosen.end()) {
    Value alternative = data.alternatives[known->second];
    if (!alternative.isAbsent())
      return arm(known->second, alternative);
    ir::UnreachableOp::create(s.builder(), s.loc()); // where this was made, that path had ended
    return;
  }
  llvm::SmallVector<size_t> possible;
  for (auto [i, alternative] : llvm::enumerate(data.alternatives))
    if (!alternative.isAbsent())
      possible.push_back(i);
  for (size_t i : possible) {
    if (i == possible.back())
      return split(i);
    mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, data.which,
                                           constantInt(s, int64_t(i)));
    State here, rest;
    branch(s, is, here, rest);
    s.state = std::move(here);
    split(i);
    s.state = std::move(rest);
  }
}

// The variable whose rank or dtype this is: `x` of x.dim(), x.ndim, len(x.shape) and x.dtype.
static const Expr *describedPlace(const Expr *value) {
  auto *call = dyn_cast<Call>(value);
  if (auto *function = call ? dyn_cast<Name>(call->func) : nullptr)
    return function->id == "len" && call->args.size() == 1 ? describedPlace(call->args[0])
                                                           : nullptr;
  auto *attribute = dyn_cast<Attribute>(call ? call->func : value);
  if (!attribute || !isa<Name>(attribute->value))
    return nullptr;
  bool describes = llvm::is_contained({"dim", "ndim", "shape", "size", "dtype"}, attribute->attr);
  return describes && (!call || call->args.empty()) ? attribute->value : nullptr;
}

// The variable whose method a test calls: `x` of x.fits(y).
static const Expr *askedObject(const Expr *test) {
  auto *call = dyn_cast<Call>(test);
  auto *method = call ? dyn_cast<Attribute>(call->func) : nullptr;
  return method && isa<Name>(method->value) ? method->value : nullptr;
}

// The places whose alternatives a test is worth splitting by.
static llvm::SmallVector<const Expr *, 2> testedPlaces(const Expr *test) {
  if (auto *compare = dyn_cast<Compare>(test)) {
    llvm::SmallVector<const Expr *, 2> places;
    auto add = [&](const Expr *operand) {
      if (const Expr *described = describedPlace(operand))
        places.push_back(described);
    };
    add(compare->left);
    for (const Expr *operand : compare->comparators)
      add(operand);
    if (places.empty() && compare->ops.size() == 1)
      places.push_back(compare->left);
    return places;
  }
  if (auto *call = dyn_cast<Call>(test)) {
    if (const Expr *object = askedObject(call))
      return {object};
    auto *function = dyn_cast<Name>(call->func);
    if (!function || function->id != "isinstance" || call->args.size() != 2)
      return {};
    return {call->args[0]};
  }
  return {test};
}

// Splits by the alternatives of a variable, or of an attribute of a variable's object; in each arm
// the place holds its alternative. False: there is nothing to split.
static bool splitTested(Stage &s, const Expr *place, llvm::function_ref<void()> arm) {
  auto *attribute = dyn_cast<Attribute>(place);
  auto *name = dyn_cast<Name>(attribute ? attribute->value : place);
  if (!name)
    return false;
  NamePlace local = s.activation->code->place(s.intern({name->id.data(), name->id.size()}));
  if (local.kind != NamePlace::Kind::Local)
    return false;
  Value value = s.state.frame(s.activation->frame).slots[local.index];
  if (!attribute) {
    if (!value.isUnion())
      return false;
    splitUnion(s, value, [&](size_t, Value alternative) {
      s.state.writeFrame(s.activation->frame).slots[local.index] = alternative;
      arm();
    });
    return true;
  }
  const InstanceObject *instance = s.find<InstanceObject>(value);
  llvm::StringRef field = s.intern({attribute->attr.data(), attribute->attr.size()});
  const Value *own = instance ? instance->find(field) : nullptr;
  if (!own || !own->isUnion())
    return false;
  Value held = *own;
  if (llvm::any_of(held.oneOf().alternatives, [](Value v) { return v.isUndefined(); }))
    return false;
  splitUnion(s, held, [&](size_t, Value alternative) {
    s.write<InstanceObject>(value).set(field, alternative);
    arm();
  });
  return true;
}

// The tag of values of such a type; null: no tag says it.
static std::optional<int64_t> tagOf(Type::Kind kind) {
  switch (kind) {
  case Type::Kind::None:
    return LITH_NONE;
  case Type::Kind::Tensor:
    return LITH_TENSOR;
  case Type::Kind::Str:
    return LITH_STR;
  default:
    return std::nullopt;
  }
}

// The kind of value that a test tells from the others of a box.
static std::optional<Type::Kind> toldApart(const Expr *test, const TypeSet *types) {
  auto isSome = [&](Type::Kind kind) {
    return llvm::any_of(types->types, [&](const Type &type) { return type.kind == kind; });
  };
  auto *compare = dyn_cast<Compare>(test);
  bool isIdentity =
      compare && (compare->ops[0] == CmpOperator::Is || compare->ops[0] == CmpOperator::IsNot);
  if (compare && !isIdentity)
    return std::nullopt;
  if (isSome(Type::Kind::None))
    return Type::Kind::None;
  for (Type::Kind kind : {Type::Kind::Tensor, Type::Kind::Str})
    if (isa<Call>(test) && isSome(kind))
      return kind;
  return std::nullopt;
}

static bool isOneOfAFew(const TypeSet *types) {
  constexpr size_t MaxTypes = 8;
  return !types->isAny() && types->types.size() > 1 && types->types.size() <= MaxTypes;
}

// The same for a local variable that is a value of run time: in one arm it is of the kind that the
// test is about, in the other one of the rest; each type has an arm where the test calls a method.
static bool splitBox(Stage &s, const Expr *test, const Expr *place,
                     llvm::function_ref<void()> arm) {
  auto *name = dyn_cast<Name>(place);
  NamePlace local =
      name ? s.activation->code->place(s.intern({name->id.data(), name->id.size()})) : NamePlace{};
  if (!name || local.kind != NamePlace::Kind::Local)
    return false;
  Value value = s.state.frame(s.activation->frame).slots[local.index];
  if (value.isBox() && askedObject(test) == place && isOneOfAFew(value.types())) {
    forEachType(s, value, [&](Value alternative) -> Result {
      s.state.writeFrame(s.activation->frame).slots[local.index] = alternative;
      arm();
      return std::nullopt;
    });
    return true;
  }
  auto kind = value.isBox() ? toldApart(test, value.types()) : std::nullopt;
  if (!kind)
    return false;
  std::vector<Type> those, rest;
  for (const Type &type : value.types()->types)
    (type.kind == *kind ? those : rest).push_back(type);
  if (rest.empty())
    return false;
  mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), value.ssa());
  mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, tag,
                                         constantInt(s, *tagOf(*kind)));
  State here, others;
  branch(s, is, here, others);
  for (auto &[path, types] : {std::pair(&here, &those), std::pair(&others, &rest)}) {
    s.state = std::move(*path);
    Value known = unbox(s, value.ssa(), s.facts.types.set(*types));
    s.state.writeFrame(s.activation->frame).slots[local.index] = known;
    arm();
  }
  return true;
}

void condition(Stage &s, const Expr *test, Edges &whenTrue, Edges &whenFalse) {
  Scoped<const Node *> at(s.activation->at, test);
  if (auto *unary = dyn_cast<UnaryOp>(test); unary && unary->op == UnaryOperator::Not)
    return condition(s, unary->operand, whenFalse, whenTrue);
  if (auto *boolean = dyn_cast<BoolOp>(test)) {
    bool isAnd = boolean->op == BoolOperator::And;
    for (size_t i = 0; i + 1 < boolean->values.size(); ++i) {
      Edges goOn;
      condition(s, boolean->values[i], isAnd ? goOn : whenTrue, isAnd ? whenFalse : goOn);
      if (!join(s, std::move(goOn)))
        return;
    }
    return condition(s, boolean->values.back(), whenTrue, whenFalse);
  }
  testSplit(s, test, testedPlaces(test), whenTrue, whenFalse);
}

// Tests for each combination of what the places may hold.
static void testSplit(Stage &s, const Expr *test, llvm::ArrayRef<const Expr *> places,
                      Edges &whenTrue, Edges &whenFalse) {
  if (places.empty())
    return testValue(s, eval(s, test), whenTrue, whenFalse);
  auto others = [&] { testSplit(s, test, places.drop_front(), whenTrue, whenFalse); };
  if (!splitTested(s, places.front(), others) && !splitBox(s, test, places.front(), others))
    others();
}

static void testValue(Stage &s, Result value, Edges &whenTrue, Edges &whenFalse) {
  if (!value)
    return;
  Result outcome = truth(s, *value);
  if (!outcome)
    return;
  if (auto known = s.asBool(*outcome)) {
    (*known ? whenTrue : whenFalse).push_back({std::move(s.state), {}});
    return;
  }
  State yes, no;
  branch(s, toBool(s, *outcome), yes, no);
  whenTrue.push_back({std::move(yes), {}});
  whenFalse.push_back({std::move(no), {}});
}

static const If *elifOf(Seq<Stmt *> otherwise) {
  return otherwise.size() == 1 ? dyn_cast<If>(otherwise[0]) : nullptr;
}

// The paths of all arms of a chain of tests meet once.
bool execIf(Stage &s, const If *statement) {
  if (isResuming(s))
    return execPart(s, leadsInto(s, statement->body) ? statement->body : statement->orelse);
  Edges done;
  bool goesOn = true; // to what comes after the tests that failed
  Seq<Stmt *> otherwise;
  for (const If *test = statement; goesOn && test; test = elifOf(otherwise)) {
    s.activation->at = test;
    Edges whenTrue, whenFalse;
    condition(s, test->test, whenTrue, whenFalse);
    if (join(s, std::move(whenTrue)) && execPart(s, test->body))
      done.push_back({std::move(s.state), {}});
    goesOn = join(s, std::move(whenFalse));
    otherwise = test->orelse;
  }
  if (goesOn && execPart(s, otherwise))
    done.push_back({std::move(s.state), {}});
  s.activation->at = statement;
  forgetDead(s, done, statement, LivePoint::After);
  return join(s, std::move(done));
}

Result evalIfExp(Stage &s, const IfExp *expression) {
  Edges whenTrue, whenFalse, done;
  condition(s, expression->test, whenTrue, whenFalse);
  if (join(s, std::move(whenTrue)))
    if (Result value = eval(s, expression->body))
      done.push_back({std::move(s.state), {*value}});
  if (join(s, std::move(whenFalse)))
    if (Result value = eval(s, expression->orelse))
      done.push_back({std::move(s.state), {*value}});
  llvm::SmallVector<Value, 1> joined;
  if (!join(s, std::move(done), joined))
    return std::nullopt;
  return joined[0];
}

// `a and b` gives an operand, not a bool; b is evaluated only where a lets it.
Result evalBoolOp(Stage &s, const BoolOp *expression) {
  bool isAnd = expression->op == BoolOperator::And;
  Edges done;
  auto finish = [&](Value value) { done.push_back({std::move(s.state), {value}}); };
  auto stop = [&]() -> Result {
    llvm::SmallVector<Value, 1> joined;
    if (!join(s, std::move(done), joined))
      return std::nullopt;
    return joined[0];
  };
  for (size_t i = 0; i < expression->values.size(); ++i) {
    Result value = eval(s, expression->values[i]);
    if (!value)
      return stop();
    if (i + 1 == expression->values.size()) {
      finish(*value);
      break;
    }
    // Each alternative of a union decides for itself, so that `x or y` keeps no falsy x.
    Edges goOn;
    auto decide = [&](Value operand) {
      Result outcome = truth(s, operand);
      if (!outcome)
        return;
      if (auto known = s.asBool(*outcome)) {
        *known == isAnd ? goOn.push_back({std::move(s.state), {}}) : finish(operand);
        return;
      }
      State yes, no;
      branch(s, toBool(s, *outcome), yes, no);
      goOn.push_back({std::move(isAnd ? yes : no), {}});
      s.state = std::move(isAnd ? no : yes);
      finish(operand.isScalar(ScalarType::Bool) ? s.boolean(!isAnd) : operand);
    };
    if (value->isUnion())
      splitUnion(s, *value, [&](size_t, Value alternative) { decide(alternative); });
    else
      decide(*value);
    if (!join(s, std::move(goOn)))
      return stop();
  }
  return stop();
}

} // namespace lith::stage

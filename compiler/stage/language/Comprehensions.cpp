// Comprehensions.cpp: list, set and dict comprehensions and generator expressions,
// each in a scope of its own.
#include "stage/Impl.h"
#include "stage/language/Generators.h"
#include "stage/objects/Sets.h"

namespace lith::stage {

using namespace lith::syntax;

static Seq<Comprehension *> generatorsOf(const Node *node) {
  if (auto *list = dyn_cast<ListComp>(node))
    return list->generators;
  if (auto *set = dyn_cast<SetComp>(node))
    return set->generators;
  if (auto *dict = dyn_cast<DictComp>(node))
    return dict->generators;
  return cast<GeneratorExp>(node)->generators;
}

// The variables that a clause sets are not read before the next trip sets them.
static void forgetTarget(Stage &s, const Expr *target) {
  if (auto *name = dyn_cast<Name>(target)) {
    NamePlace place = s.activation->code->place(s.intern(name->id));
    if (place.kind == NamePlace::Kind::Local)
      s.state.writeFrame(s.activation->frame).slots[place.index] = {};
    return;
  }
  if (isa<Tuple>(target) || isa<List>(target) || isa<Starred>(target))
    forEachChild(target, [&](const Node *part) {
      if (auto *inner = dyn_cast<Expr>(part))
        forgetTarget(s, inner);
    });
}

// Runs `body` for each trip of the clauses from `index` on; the first iterable is given.
bool Stage::runClauses(const Node *node, size_t index, Value firstIterable,
                       llvm::function_ref<bool()> body) {
  Seq<Comprehension *> generators = generatorsOf(node);
  if (index == generators.size())
    return body();
  const Comprehension *clause = generators[index];
  if (clause->is_async)
    refuseAt(node, diag::Kind::UnsupportedExpression, {"async comprehension"});
  Value iterable = firstIterable;
  if (index > 0) {
    Result value = evalIterable(*this, clause->iter);
    if (!value)
      return false;
    iterable = *value;
  }
  activation->at = clause->iter;
  return forEach(iterable, site(), [&](Value element) {
    if (!assign(clause->target, element))
      return false;
    Edges skipped, done;
    for (const Expr *test : clause->ifs) {
      Edges whenTrue;
      condition(test, whenTrue, skipped);
      if (!join(std::move(whenTrue)))
        return join(std::move(skipped));
    }
    if (runClauses(node, index + 1, {}, body))
      skipped.push_back({std::move(state), {}});
    activation->at = clause->iter;
    for (Edge &edge : skipped) {
      state = std::move(edge.state);
      forgetTarget(*this, clause->target);
      edge.state = std::move(state);
    }
    return join(std::move(skipped));
  });
}

// The cells of a scope inside the current one, for its free variables. What a class body binds is
// not seen inside: there the name is the variable of the function around the class.
Value Stage::comprehensionCells(const FunctionCode &code) {
  const FunctionCode &here = *activation->code;
  std::vector<Value> cells;
  for (llvm::StringRef name : code.freeNames) {
    NamePlace place = here.place(name);
    size_t index = size_t(place.index);
    if (place.kind == NamePlace::Kind::ClassLocal)
      index = here.firstFree() + size_t(llvm::find(here.freeNames, name) - here.freeNames.begin());
    cells.push_back(state.frame(activation->frame).slots[index]);
  }
  return tuple(cells);
}

Result Stage::inScope(const FunctionCode *code, Value cells, Activation *outer,
                      llvm::function_ref<Result()> run) {
  Activation inner{code,   state.frames.size(), outer->globals, outer, loc(),
                   site(), outer->ownerClass,   activation->at};
  pushFrame(*code, cells.tuple().elements);
  Scoped<Activation *> scope(activation, &inner);
  Result result = run();
  if (result)
    state.frames.truncate(inner.frame);
  return result;
}

Result Stage::evalComprehension(const Expr *expression) {
  Seq<Comprehension *> generators = generatorsOf(expression);
  Result iterable = evalIterable(*this, generators[0]->iter);
  if (!iterable)
    return iterable;
  const FunctionCode *code = session.codeOf(expression, *activation->code);
  Value cells = comprehensionCells(*code);
  if (isa<GeneratorExp>(expression))
    return makeGeneratorExpression(expression, code, cells, *iterable);
  Value result = newContainer(*this, isa<DictComp>(expression) ? dict({}) : list({}));
  Result done = inScope(code, cells, activation, [&]() -> Result {
    bool goesOn = runClauses(expression, 0, *iterable, [&] {
      if (auto *dict = dyn_cast<DictComp>(expression)) {
        Result key = eval(dict->key);
        if (!key)
          return false;
        Result value = eval(dict->value);
        return value && setitem(result, *key, *value);
      }
      auto *list = dyn_cast<ListComp>(expression);
      Result element = eval(list ? list->elt : cast<SetComp>(expression)->elt);
      if (element)
        append(result, *element);
      return element.has_value();
    });
    return goesOn ? Result(result) : std::nullopt;
  });
  if (!done || !isa<SetComp>(expression))
    return done;
  return makeSet(result, false);
}

} // namespace lith::stage

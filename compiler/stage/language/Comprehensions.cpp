// Comprehensions.cpp: list, set and dict comprehensions and generator expressions,
// each in a scope of its own.
#include "stage/language/Comprehensions.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Stage.h"
#include "stage/calls/Functions.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/language/Generators.h"
#include "stage/objects/ContainerWrites.h"
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
bool runClauses(Stage &s, const Node *node, size_t index, Value firstIterable,
                llvm::function_ref<bool()> body) {
  Seq<Comprehension *> generators = generatorsOf(node);
  if (index == generators.size())
    return body();
  const Comprehension *clause = generators[index];
  if (clause->is_async)
    refuseAt(s, node, diag::Kind::UnsupportedExpression, {"async comprehension"});
  Value iterable = firstIterable;
  if (index > 0) {
    Result value = evalIterable(s, clause->iter);
    if (!value)
      return false;
    iterable = *value;
  }
  s.activation->at = clause->iter;
  return forEach(s, iterable, site(s), [&](Value element) {
    if (!assign(s, clause->target, element))
      return false;
    Edges skipped, done;
    for (const Expr *test : clause->ifs) {
      Edges whenTrue;
      condition(s, test, whenTrue, skipped);
      if (!join(s, std::move(whenTrue)))
        return join(s, std::move(skipped));
    }
    if (runClauses(s, node, index + 1, {}, body))
      skipped.push_back({std::move(s.state), {}});
    s.activation->at = clause->iter;
    for (Edge &edge : skipped) {
      s.state = std::move(edge.state);
      forgetTarget(s, clause->target);
      edge.state = std::move(s.state);
    }
    return join(s, std::move(skipped));
  });
}

// The cells of a scope inside the current one, for its free variables. What a class body binds is
// not seen inside: there the name is the variable of the function around the class.
Value comprehensionCells(Stage &s, const FunctionCode &code) {
  const FunctionCode &here = *s.activation->code;
  std::vector<Value> cells;
  for (llvm::StringRef name : code.freeNames) {
    NamePlace place = here.place(name);
    size_t index = size_t(place.index);
    if (place.kind == NamePlace::Kind::ClassLocal)
      index = here.firstFree() + size_t(llvm::find(here.freeNames, name) - here.freeNames.begin());
    cells.push_back(s.state.frame(s.activation->frame).slots[index]);
  }
  return s.tuple(cells);
}

Result inScope(Stage &s, const FunctionCode *code, Value cells, Activation *outer,
               llvm::function_ref<Result()> run) {
  Activation inner{code,    s.state.frames.size(), outer->globals,    outer,
                   s.loc(), pathInto(site(s)),     outer->ownerClass, s.activation->at};
  pushFrame(s, *code, cells.tuple().elements);
  Scoped<Activation *> scope(s.activation, &inner);
  Result result = run();
  if (result)
    s.state.frames.truncate(inner.frame);
  return result;
}

Result evalComprehension(Stage &s, const Expr *expression) {
  Seq<Comprehension *> generators = generatorsOf(expression);
  Result iterable = evalIterable(s, generators[0]->iter);
  if (!iterable)
    return iterable;
  const FunctionCode *code = s.session.codeOf(expression, *s.activation->code);
  Value cells = comprehensionCells(s, *code);
  if (isa<GeneratorExp>(expression))
    return makeGeneratorExpression(s, expression, code, cells, *iterable);
  Value result = newContainer(s, isa<DictComp>(expression) ? s.dict({}) : s.list({}));
  Result done = inScope(s, code, cells, s.activation, [&]() -> Result {
    bool goesOn = runClauses(s, expression, 0, *iterable, [&] {
      if (auto *dict = dyn_cast<DictComp>(expression)) {
        Result key = eval(s, dict->key);
        if (!key)
          return false;
        Result value = eval(s, dict->value);
        return value && setitem(s, result, *key, *value);
      }
      auto *list = dyn_cast<ListComp>(expression);
      Result element = eval(s, list ? list->elt : cast<SetComp>(expression)->elt);
      if (element)
        append(s, result, *element);
      return element.has_value();
    });
    return goesOn ? Result(result) : std::nullopt;
  });
  if (!done || !isa<SetComp>(expression))
    return done;
  return makeSet(s, result, false);
}

} // namespace lith::stage

// With.cpp: with, ways out of a block that run something first, and generators as managers.
#include "stage/language/With.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Managers.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Generators.h"
#include "stage/language/Names.h"
#include "stage/objects/Comparisons.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;

static Value generatorOf(Stage &, Value manager);
static bool withGenerator(Stage &, Value generator, llvm::function_ref<bool(Value)> body);
static bool takeWay(Stage &, Value way, Value result);

// How many managers a contextlib.ExitStack holds on a path, as far as that is known.
static int64_t stackedManagers(Stage &s, const State &state, Value manager) {
  auto *stack = manager.isRef() ? state.heap.find<InstanceObject>(manager.address()) : nullptr;
  const Value *callbacks = stack ? stack->find(s.intern("_exit_callbacks")) : nullptr;
  auto *deque = callbacks && callbacks->isRef()
                    ? state.heap.find<InstanceObject>(callbacks->address())
                    : nullptr;
  auto *list = deque && deque->payload.isRef()
                   ? state.heap.find<ListObject>(deque->payload.address())
                   : nullptr;
  return list && !list->isRuntime() ? int64_t(list->elements.size()) : -1;
}

// Paths on which a stack of managers has different lengths do not meet before it is left.
static std::vector<Edges> byStack(Stage &s, Edges &&edges, Value manager) {
  std::map<int64_t, Edges> groups;
  for (Edge &edge : edges)
    groups[manager.isUndefined() ? 0 : stackedManagers(s, edge.state, manager)].push_back(
        std::move(edge));
  std::vector<Edges> out;
  for (auto &[length, group] : groups)
    out.push_back(std::move(group));
  return out;
}

// Runs `body`; however it is left, `leave` runs on the way (with the exception, or undefined) and
// then the way is taken, unless `leave` gives true for an exception, which then is over. `manager`
// is what is left, where it is an object. Exceptions pass by a manager that only `restores`.
bool guarded(Stage &s, llvm::function_ref<bool()> body, llvm::function_ref<Result(Value)> leave,
             Value manager, Manager *restores) {
  Edges breaks, continues, returns, raises, done;
  size_t frames = s.state.frames.size();
  const Node *at = s.activation->at;
  Exits outer = s.exits;
  bool goesOn;
  {
    Exits own = s.exits;
    own.breaks = outer.breaks ? &breaks : nullptr;
    own.continues = outer.continues ? &continues : nullptr;
    own.returns = outer.returns ? &returns : nullptr;
    own.raising = restores ? outer.raising.within(*restores) : Raising{&raises, frames};
    Scoped<Exits> ways(s.exits, own);
    s.body.sharedWay.edges = nullptr;
    goesOn = body();
  }
  s.body.sharedWay.edges = nullptr;
  s.activation->at = at;
  if (goesOn && leave({}))
    done.push_back({std::move(s.state), {}});
  auto forward = [&](Edges &edges, Edges *to) {
    truncateFrames(edges, frames);
    for (Edges &group : byStack(s, std::move(edges), manager)) {
      llvm::SmallVector<Value, 1> extra;
      join(s, std::move(group), extra);
      s.activation->at = at;
      if (leave({}))
        to->push_back({std::move(s.state), {extra.begin(), extra.end()}});
    }
  };
  forward(breaks, outer.breaks);
  forward(continues, outer.continues);
  forward(returns, outer.returns);
  for (Edges &group : byStack(s, std::move(raises), manager)) {
    llvm::SmallVector<Value, 1> exception;
    join(s, std::move(group), exception);
    s.activation->at = at;
    auto finish = [&](Value raised) {
      s.body.handled.push_back({raised, s.state});
      Result swallowed = leave(raised);
      s.body.handled.pop_back();
      if (!swallowed)
        return;
      if (s.asBool(*swallowed) == true) {
        done.push_back({std::move(s.state), {}});
      } else if (s.asBool(*swallowed) == false) {
        raiseValue(s, raised);
      } else {
        State yes, no;
        branch(s, toBool(s, *swallowed), yes, no);
        done.push_back({std::move(yes), {}});
        s.state = std::move(no);
        raiseValue(s, raised);
      }
    };
    if (exception[0].isUnion())
      splitUnion(s, exception[0], [&](size_t, Value one) { finish(one); });
    else
      finish(exception[0]);
  }
  s.activation->at = at;
  return join(s, std::move(done));
}

bool execWith(Stage &s, const With *statement, size_t index) {
  if (index == statement->items.size())
    return exec(s, statement->body);
  const WithItem *item = statement->items[index];
  bool resumes = isResuming(s) && s.activation->generator->resumes;
  Result manager = resumes ? s.none() : eval(s, item->context_expr);
  if (!manager)
    return false;
  s.activation->at = item->context_expr;
  if (isSuspending(s))
    manager = holdIterator(s, item, *manager);
  auto body = [&](Value entered) {
    if (!resumes && item->optional_vars && !assign(s, item->optional_vars, entered))
      return false;
    return execWith(s, statement, index + 1);
  };
  if (Value generator = generatorOf(s, *manager); !generator.isUndefined() && !isSuspending(s))
    return withGenerator(s, generator, body);
  Value cls = typeOf(s, *manager);
  Value enter = classAttribute(s, cls, s.intern("__enter__")),
        exit = classAttribute(s, cls, s.intern("__exit__"));
  if (enter.isUndefined() || exit.isUndefined()) {
    raise(s, "TypeError",
          "'" + typeName(s, *manager) + "' object does not support the context manager protocol" +
              (enter.isUndefined() ? "" : " (missed __exit__ method)"));
    return false;
  }
  Result entered = resumes ? s.none() : call(s, enter, *manager);
  if (!entered)
    return false;
  Manager left{*manager, exit, nullptr, nullptr, nullptr};
  return guarded(
      s, [&] { return body(*entered); },
      [&](Value exception) -> Result {
        s.activation->at = item->context_expr;
        if (exception.isUndefined())
          return call(s, exit, {*manager, s.none(), s.none(), s.none()}) ? Result(s.boolean(false))
                                                                         : std::nullopt;
        return forEachAlternative(s, exception, [&](Value raised) {
          Value type = raised.isScalar() ? exceptionType(s, raised) : typeOf(s, raised);
          Result result = call(s, exit, {*manager, type, raised, s.none()});
          return result ? truth(s, *result) : result;
        });
      },
      *manager, onlyRestores(s, left) ? &left : nullptr);
}

// The generator of a contextlib.contextmanager object, unless its class enters or leaves it in a
// way of its own.
static Value generatorOf(Stage &s, Value manager) {
  if (!s.find<InstanceObject>(manager))
    return {};
  host::Handle made = lookup(s, "contextlib._GeneratorContextManager");
  for (llvm::StringRef name : {"__enter__", "__exit__"})
    if (!made || classAttribute(s, typeOf(s, manager), s.intern(name)) !=
                     hostClassEntry(s, made, s.intern(name)))
      return {};
  const Value *generator = s.find<InstanceObject>(manager)->find(s.intern("gen"));
  if (!generator || !s.find<IteratorObject>(*generator))
    return {};
  return *generator;
}

// What withGenerator notes: the generator has not yielded, or the body has begun and not ended.
enum : int64_t { NotEntered = -1, Entered = 4 };

// At a `yield` of the generator: false where the body has run, and RuntimeError was raised. The
// generator is dropped after that.
static bool isFirstYield(Stage &s, Value taken, const FunctionCode &code, const Exits &outer) {
  Value way = cellContents(s, taken).tuple().elements[0];
  Result isFirst = compare(s, CmpOperator::Eq, way, s.integer(NotEntered));
  Result hasRaised = compare(s, CmpOperator::Eq, way, s.integer(Entered));
  auto notStopped = [&](llvm::StringRef message) {
    if (hasGuardedYield(code, code.node))
      refuse(s, diag::Kind::GeneratorInParts);
    Scoped<Exits> ways(s.exits, outer);
    return raise(s, "RuntimeError", message);
  };
  return choose(
             s, *isFirst, [&]() -> Result { return s.none(); },
             [&] {
               return choose(
                   s, *hasRaised, [&] { return notStopped("generator didn't stop after throw()"); },
                   [&] { return notStopped("generator didn't stop"); });
             })
      .has_value();
}

// The body runs where the generator yields; a way out of it first runs the rest of the generator.
static bool withGenerator(Stage &s, Value generator, llvm::function_ref<bool(Value)> body) {
  Exits outer = s.exits;
  auto cell = std::make_shared<CellObject>();
  cell->contents = s.tuple({s.integer(NotEntered), s.none()});
  Value taken =
      s.make(std::move(cell)); // by which way: a path whose exception is swallowed goes on
  size_t frames = s.state.frames.size();
  const FunctionCode &code = *s.find<IteratorObject>(generator)->body->code;
  Result end = runGenerator(
      s, generator,
      [&](Value entered) -> Result {
        if (!isFirstYield(s, taken, code, outer))
          return std::nullopt;
        Edges breaks, continues, returns, done;
        Exits own = s.exits;
        own.breaks = outer.breaks ? &breaks : nullptr;
        own.continues = outer.continues ? &continues : nullptr;
        own.returns = outer.returns ? &returns : nullptr;
        Scoped<Exits> ways(s.exits, own);
        size_t depth = s.state.frames.size();
        s.write<CellObject>(taken).contents = s.tuple({s.integer(Entered), s.none()});
        if (body(entered))
          done.push_back({std::move(s.state), {s.integer(0), s.none()}});
        auto add = [&](Edges &edges, int64_t kind) {
          truncateFrames(edges, depth);
          for (Edge &edge : edges)
            done.push_back({std::move(edge.state),
                            {s.integer(kind), edge.extra.empty() ? s.none() : edge.extra[0]}});
        };
        add(breaks, 1);
        add(continues, 2);
        add(returns, 3);
        llvm::SmallVector<Value, 2> joined;
        if (!join(s, std::move(done), joined))
          return std::nullopt;
        s.write<CellObject>(taken).contents = s.tuple(joined);
        return s.none();
      },
      true);
  if (!end)
    return false;
  s.state.frames.truncate(frames);
  auto elements = cellContents(s, taken).tuple().elements;
  return takeWay(s, elements[0], elements[1]);
}

// 0 goes on, 1 breaks, 2 continues, 3 returns; the generator may also have taken an exception.
static bool takeWay(Stage &s, Value way, Value result) {
  Edges *ways[] = {nullptr, s.exits.breaks, s.exits.continues, s.exits.returns};
  if (auto known = s.asInt(way)) {
    if (*known == 0 || *known == Entered)
      return true;
    if (*known == NotEntered) {
      raise(s, "RuntimeError", "generator didn't yield");
      return false;
    }
    Edge edge{std::move(s.state), {}};
    if (*known == 3)
      edge.extra.push_back(result);
    ways[*known]->push_back(std::move(edge));
    return false;
  }
  for (int64_t kind : {int64_t(NotEntered), int64_t(1), int64_t(2), int64_t(3)}) {
    if (kind > 0 && !ways[kind])
      continue;
    State here, rest;
    branch(s, toBool(s, *compareNumbers(s, CmpOperator::Eq, way, s.integer(kind))), here, rest);
    s.state = std::move(here);
    takeWay(s, s.integer(kind), result);
    s.state = std::move(rest);
  }
  return true;
}

} // namespace lith::stage

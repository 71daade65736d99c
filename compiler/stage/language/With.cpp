// With.cpp: with, ways out of a block that run something first, and generators as managers.
#include "stage/Impl.h"
#include "stage/language/Generators.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;

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
// is what is left, where it is an object.
bool Stage::guarded(llvm::function_ref<bool()> body, llvm::function_ref<Result(Value)> leave,
                    Value manager) {
  Edges breaks, continues, returns, raises, done;
  size_t frames = state.frames.size();
  const Node *at = activation->at;
  Exits outer = exits;
  bool goesOn;
  {
    Exits own = exits;
    own.breaks = outer.breaks ? &breaks : nullptr;
    own.continues = outer.continues ? &continues : nullptr;
    own.returns = outer.returns ? &returns : nullptr;
    own.raising = {&raises, frames};
    Scoped<Exits> ways(exits, own);
    impl->lastRaises = nullptr;
    goesOn = body();
  }
  impl->lastRaises = nullptr;
  activation->at = at;
  if (goesOn && leave({}))
    done.push_back({std::move(state), {}});
  auto forward = [&](Edges &edges, Edges *to) {
    truncateFrames(edges, frames);
    for (Edges &group : byStack(*this, std::move(edges), manager)) {
      llvm::SmallVector<Value, 1> extra;
      join(std::move(group), extra);
      activation->at = at;
      if (leave({}))
        to->push_back({std::move(state), {extra.begin(), extra.end()}});
    }
  };
  forward(breaks, outer.breaks);
  forward(continues, outer.continues);
  forward(returns, outer.returns);
  for (Edges &group : byStack(*this, std::move(raises), manager)) {
    llvm::SmallVector<Value, 1> exception;
    join(std::move(group), exception);
    activation->at = at;
    auto finish = [&](Value raised) {
      impl->handled.push_back({raised, state});
      Result swallowed = leave(raised);
      impl->handled.pop_back();
      if (!swallowed)
        return;
      if (asBool(*swallowed) == true) {
        done.push_back({std::move(state), {}});
      } else if (asBool(*swallowed) == false) {
        raiseValue(raised);
      } else {
        State yes, no;
        branch(toBool(*swallowed), yes, no);
        done.push_back({std::move(yes), {}});
        state = std::move(no);
        raiseValue(raised);
      }
    };
    if (exception[0].isUnion())
      splitUnion(exception[0], [&](size_t, Value one) { finish(one); });
    else
      finish(exception[0]);
  }
  activation->at = at;
  return join(std::move(done));
}

bool Stage::execWith(const With *statement, size_t index) {
  if (index == statement->items.size())
    return exec(statement->body);
  const WithItem *item = statement->items[index];
  bool resumes = isResuming(*this) && activation->generator->resumes;
  Result manager = resumes ? none() : eval(item->context_expr);
  if (!manager)
    return false;
  activation->at = item->context_expr;
  if (isSuspending(*this))
    manager = holdIterator(*this, item, *manager);
  auto body = [&](Value entered) {
    if (!resumes && item->optional_vars && !assign(item->optional_vars, entered))
      return false;
    return execWith(statement, index + 1);
  };
  if (Value generator = generatorOf(*manager); !generator.isUndefined() && !isSuspending(*this))
    return withGenerator(generator, body);
  Value cls = typeOf(*manager);
  Value enter = classAttribute(cls, intern("__enter__")),
        exit = classAttribute(cls, intern("__exit__"));
  if (enter.isUndefined() || exit.isUndefined()) {
    raise("TypeError", "'" + typeName(*manager) +
                           "' object does not support the context manager protocol" +
                           (enter.isUndefined() ? "" : " (missed __exit__ method)"));
    return false;
  }
  Result entered = resumes ? none() : call(enter, *manager);
  if (!entered)
    return false;
  return guarded([&] { return body(*entered); },
                 [&](Value exception) -> Result {
                   activation->at = item->context_expr;
                   if (exception.isUndefined())
                     return call(exit, {*manager, none(), none(), none()}) ? Result(boolean(false))
                                                                           : std::nullopt;
                   return forEachAlternative(exception, [&](Value raised) {
                     Value type = raised.isScalar() ? exceptionType(*this, raised) : typeOf(raised);
                     Result result = call(exit, {*manager, type, raised, none()});
                     return result ? truth(*result) : result;
                   });
                 },
                 *manager);
}

// The generator of a contextlib.contextmanager object, unless its class enters or leaves it in a
// way of its own.
Value Stage::generatorOf(Value manager) {
  if (!find<InstanceObject>(manager))
    return {};
  host::Handle made = host.lookup("contextlib._GeneratorContextManager");
  for (llvm::StringRef name : {"__enter__", "__exit__"})
    if (!made ||
        classAttribute(typeOf(manager), intern(name)) != hostClassEntry(made, intern(name)))
      return {};
  const Value *generator = find<InstanceObject>(manager)->find(intern("gen"));
  if (!generator || !find<IteratorObject>(*generator))
    return {};
  return *generator;
}

// What withGenerator notes: the generator has not yielded, or the body has begun and not ended.
enum : int64_t { NotEntered = -1, Entered = 4 };

// At a `yield` of the generator: false where the body has run, and RuntimeError was raised.
static bool isFirstYield(Stage &s, Value taken, const Exits &outer) {
  Value way = s.cellContents(taken).tuple().elements[0];
  Result isFirst = s.compare(CmpOperator::Eq, way, s.integer(NotEntered));
  Result hasRaised = s.compare(CmpOperator::Eq, way, s.integer(Entered));
  auto refuse = [&](llvm::StringRef message) {
    Scoped<Exits> ways(s.exits, outer);
    return s.raise("RuntimeError", message);
  };
  return s
      .choose(
          *isFirst, [&]() -> Result { return s.none(); },
          [&] {
            return s.choose(
                *hasRaised, [&] { return refuse("generator didn't stop after throw()"); },
                [&] { return refuse("generator didn't stop"); });
          })
      .has_value();
}

// The body runs where the generator yields; a way out of it first runs the rest of the generator.
bool Stage::withGenerator(Value generator, llvm::function_ref<bool(Value)> body) {
  Exits outer = exits;
  auto cell = std::make_shared<CellObject>();
  cell->contents = tuple({integer(NotEntered), none()});
  Value taken = make(std::move(cell)); // by which way: a path whose exception is swallowed goes on
  size_t frames = state.frames.size();
  Result end = runGenerator(
      generator,
      [&](Value entered) -> Result {
        if (!isFirstYield(*this, taken, outer))
          return std::nullopt;
        Edges breaks, continues, returns, done;
        Exits own = exits;
        own.breaks = outer.breaks ? &breaks : nullptr;
        own.continues = outer.continues ? &continues : nullptr;
        own.returns = outer.returns ? &returns : nullptr;
        Scoped<Exits> ways(exits, own);
        size_t depth = state.frames.size();
        write<CellObject>(taken).contents = tuple({integer(Entered), none()});
        if (body(entered))
          done.push_back({std::move(state), {integer(0), none()}});
        auto add = [&](Edges &edges, int64_t kind) {
          truncateFrames(edges, depth);
          for (Edge &edge : edges)
            done.push_back({std::move(edge.state),
                            {integer(kind), edge.extra.empty() ? none() : edge.extra[0]}});
        };
        add(breaks, 1);
        add(continues, 2);
        add(returns, 3);
        llvm::SmallVector<Value, 2> joined;
        if (!join(std::move(done), joined))
          return std::nullopt;
        write<CellObject>(taken).contents = tuple(joined);
        return none();
      },
      true);
  if (!end)
    return false;
  state.frames.truncate(frames);
  auto elements = cellContents(taken).tuple().elements;
  return takeWay(elements[0], elements[1]);
}

// 0 goes on, 1 breaks, 2 continues, 3 returns; the generator may also have taken an exception.
bool Stage::takeWay(Value way, Value result) {
  Edges *ways[] = {nullptr, exits.breaks, exits.continues, exits.returns};
  if (auto known = asInt(way)) {
    if (*known == 0 || *known == Entered)
      return true;
    if (*known == NotEntered) {
      raise("RuntimeError", "generator didn't yield");
      return false;
    }
    Edge edge{std::move(state), {}};
    if (*known == 3)
      edge.extra.push_back(result);
    ways[*known]->push_back(std::move(edge));
    return false;
  }
  for (int64_t kind : {int64_t(NotEntered), int64_t(1), int64_t(2), int64_t(3)}) {
    if (kind > 0 && !ways[kind])
      continue;
    State here, rest;
    branch(toBool(*compareNumbers(CmpOperator::Eq, way, integer(kind))), here, rest);
    state = std::move(here);
    takeWay(integer(kind), result);
    state = std::move(rest);
  }
  return true;
}

} // namespace lith::stage

// Exceptions.cpp: raise, try and with. An exception is a value: an Instance that the
// program made, or an SSA !lith.exception that an operation raised.
#include "stage/Generators.h"
#include "stage/Impl.h"
#include "stage/Liveness.h"
#include "stage/Records.h"

#include <lith/objects.h>

namespace lith::stage {

using namespace lith::syntax;

namespace {
struct BuiltinException {
  llvm::StringRef name;
  int32_t id;
};
const BuiltinException builtinExceptions[] = {
#define LITH_EXCEPTION_CLASS(name, base) {#name, LITH_CLASS_##name},
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
};
} // namespace

// The number by which run time knows an exception class.
int32_t Stage::classId(Value cls) {
  if (cls.isStatic()) {
    if (auto it = impl->classIds.find(cls.handle()); it != impl->classIds.end())
      return it->second;
    std::string name = host.qualifiedName(cls.handle());
    if (name.rfind("builtins.", 0) == 0)
      name = name.substr(9);
    for (const BuiltinException &known : builtinExceptions)
      if (known.name == name)
        return impl->classIds[cls.handle()] = known.id;
  } else if (auto it = impl->programClassIds.find(cls.address());
             it != impl->programClassIds.end()) {
    return it->second;
  }
  ProgramClass made;
  made.handle = cls.isStatic() ? cls.handle() : nullptr;
  made.name = cls.isStatic() ? host.qualifiedName(cls.handle()) : find<ClassObject>(cls)->qualname;
  llvm::SmallVector<Value> mro(mroOf(cls));
  for (Value base : llvm::drop_begin(mro))
    if (isSubclass(base, builtinType("BaseException")).value_or(false))
      made.bases.push_back(classId(base));
  int32_t id = LITH_FIRST_PROGRAM_CLASS + static_cast<int32_t>(impl->classes.size());
  impl->classes.push_back(std::move(made));
  if (cls.isStatic())
    impl->classIds[cls.handle()] = id;
  else
    impl->programClassIds[cls.address()] = id;
  return id;
}

Result Stage::raise(llvm::StringRef exceptionClass, const llvm::Twine &message) {
  return raiseClass(exceptionClass, string(message.str()));
}

Result Stage::raiseClass(llvm::StringRef exceptionClass, llvm::ArrayRef<Value> arguments) {
  return raiseInstance(builtinType(exceptionClass), arguments);
}

Result Stage::raiseInstance(Value cls, llvm::ArrayRef<Value> arguments) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = cls;
  instance->payload = tuple(arguments);
  return raiseValue(make(std::move(instance)));
}

// A name that no Python attribute has: the place where the program first raised the exception.
static llvm::StringRef placeAttribute(Stage &s) { return s.intern(" raised"); }

// The exception that is being handled is the context of one that is raised then; a chain that leads
// back to it is cut.
static void setContext(Stage &s, Value exception) {
  llvm::StringRef name = s.intern("__context__");
  Value context = s.impl->handled.empty() ? Value() : s.impl->handled.back();
  if (context.isUndefined() || context == exception || !s.find<InstanceObject>(exception))
    return;
  Value at = context;
  while (auto *instance = s.find<InstanceObject>(at)) {
    const Value *next = instance->find(name);
    if (!next)
      break;
    if (*next == exception) {
      s.write<InstanceObject>(at).set(name, s.none());
      break;
    }
    at = *next;
  }
  s.write<InstanceObject>(exception).set(name, context);
}

Result Stage::raiseValue(Value exception) {
  setContext(*this, exception);
  if (exits.raising.edges) {
    if (auto *instance = find<InstanceObject>(exception);
        instance && !instance->find(placeAttribute(*this))) {
      mlir::Value place = ir::ConstantOp::create(builder(), loc(), builder().getI64Type(),
                                                 mlir::LocationAttr(loc()));
      write<InstanceObject>(exception).set(placeAttribute(*this), intScalar(place));
    }
    state.frames.truncate(exits.raising.frames);
    exits.raising.edges->push_back({std::move(state), {exception}});
    impl->lastRaises = nullptr;
    return std::nullopt;
  }
  if (exception.isUnion()) {
    splitUnion(exception, [&](size_t, Value alternative) { raiseValue(alternative); });
    return std::nullopt;
  }
  mlir::Value value = exceptionValue(exception);
  ir::RaiseOp::create(builder(), loc(), value);
  return std::nullopt;
}

// The attributes that the instance has beside its arguments go with it.
static void setExceptionAttributes(Stage &stage, mlir::Value made, int32_t id, Value exception) {
  if (id < LITH_FIRST_PROGRAM_CLASS)
    return;
  mlir::Value record;
  auto attributes = stage.find<InstanceObject>(exception)->attributes;
  for (auto &[name, value] : attributes) {
    if (value.isUndefined() || name.starts_with("__"))
      continue;
    if (!record)
      record = stage.rtPlain("exception_attributes", {made}, ir::RecordType::get(&stage.context));
    auto &fields = stage.impl->classes[size_t(id - LITH_FIRST_PROGRAM_CLASS)].fields;
    auto place = llvm::find(fields, name);
    size_t index = size_t(place - fields.begin());
    if (place == fields.end())
      fields.push_back(name.str());
    stage.rtPlain("record_set", {record, stage.constantInt(int64_t(index)), stage.toBox(value)});
  }
}

// The SSA !lith.exception of an exception.
mlir::Value Stage::exceptionValue(Value exception) {
  if (exception.isScalar())
    return exception.ssa();
  if (exception.isBox())
    return ir::UnboxOp::create(builder(), loc(), ir::ExceptionType::get(&context), exception.ssa());
  const InstanceObject *instance = find<InstanceObject>(exception);
  Value cls = instance->cls, arguments = instance->payload;
  const Value *cause = instance->find(intern("__cause__"));
  const Value *place = instance->find(placeAttribute(*this));
  std::optional<Value> raisedAt = place ? std::optional<Value>(*place) : std::nullopt;
  std::optional<Value> from = cause ? std::optional<Value>(*cause) : std::nullopt;
  mlir::Value tuple;
  if (arguments.isTuple()) {
    llvm::SmallVector<mlir::Value> operands;
    for (Value argument : arguments.tuple().elements)
      operands.push_back(toBox(argument));
    tuple = rtPlain("tuple_new", operands, ir::TupleType::get(&context));
  } else { // one of several
    tuple = ir::UnboxOp::create(builder(), loc(), ir::TupleType::get(&context), toBox(arguments));
  }
  mlir::Value made = rtPlain("exception_new", {constantInt(classId(cls)), tuple},
                             ir::ExceptionType::get(&context));
  if (raisedAt && raisedAt->isScalar())
    rtPlain("exception_locate", {made, raisedAt->ssa()});
  setExceptionAttributes(*this, made, classId(cls), exception);
  if (from)
    rtPlain("exception_set_cause", {made, toBox(*from)});
  if (!impl->handled.empty())
    if (Value context = impl->handled.back(); context.isScalar())
      rtPlain("exception_set_context", {made, context.ssa()});
  return made;
}

bool Stage::execRaise(const Raise *statement) {
  if (!statement->exc) {
    if (impl->handled.empty())
      raise("RuntimeError", "No active exception to reraise");
    else
      raiseValue(impl->handled.back());
    return false;
  }
  Result exception = eval(statement->exc);
  if (!exception)
    return false;
  activation->at = statement;
  if (isClass(*exception)) {
    exception = instantiate(*exception, {});
    if (!exception)
      return false;
  }
  if (statement->cause) {
    Result cause = eval(statement->cause);
    if (!cause)
      return false;
    if (find<InstanceObject>(*exception))
      write<InstanceObject>(*exception).set(intern("__cause__"), *cause);
  }
  activation->at = statement;
  if (!exception->isUnion() && !exception->isBox() && !isException(*exception))
    raise("TypeError", "exceptions must derive from BaseException");
  else
    raiseValue(*exception);
  return false;
}

// Whether the exception is an instance of the class, or of one of a tuple of classes.
Result Stage::exceptionMatches(Value exception, Value cls) {
  if (cls.isTuple()) {
    Result matched = boolean(false);
    for (Value one : cls.tuple().elements) {
      Result more = exceptionMatches(exception, one);
      matched = choose(*matched, [&] { return matched; }, [&] { return more; });
    }
    return matched;
  }
  if (!isClass(cls))
    return raise("TypeError",
                 "catching classes that do not inherit from BaseException is not allowed");
  if (exception.isScalar()) {
    if (cls == builtinType("BaseException"))
      return boolean(true);
    return boolScalar(rtPlain("exception_is", {exception.ssa(), constantInt(classId(cls))},
                              builder().getI1Type()));
  }
  return boolean(isSubclass(typeOf(exception), cls).value_or(false));
}

// Runs the handlers of a try statement on an exception; falling through goes to `done`.
void Stage::handle(const Try *statement, Value exception, Edges &done) {
  if (exception.isUnion()) {
    splitUnion(exception, [&](size_t, Value alternative) { handle(statement, alternative, done); });
    return;
  }
  if (exception.isBox())
    exception = Value::scalar(ScalarType::Exception, exceptionValue(exception));
  for (const ExceptHandler *handler : statement->handlers) {
    activation->at = handler;
    Result matches = boolean(true);
    if (handler->type) {
      Result cls = eval(handler->type);
      matches = cls ? exceptionMatches(exception, *cls) : cls;
      if (!matches)
        return;
    }
    State rest;
    bool never = asBool(*matches) == false, always = asBool(*matches) == true;
    if (never)
      continue;
    if (!always) {
      State here;
      branch(toBool(*matches), here, rest);
      state = std::move(here);
    }
    impl->handled.push_back(exception);
    bool goesOn = true;
    if (handler->name.data())
      goesOn = storeName(intern(handler->name), exception);
    goesOn = goesOn && exec(handler->body);
    impl->handled.pop_back();
    if (goesOn) {
      if (handler->name.data())
        storeName(intern(handler->name), {});
      done.push_back({std::move(state), {}});
    }
    if (always)
      return;
    state = std::move(rest);
  }
  activation->at = statement;
  raiseValue(exception);
}

bool Stage::tryBody(const Try *statement) {
  if (statement->handlers.empty())
    return exec(statement->body) && exec(statement->orelse);
  Edges raised, done;
  size_t frames = state.frames.size();
  bool goesOn;
  std::optional<Handlers> handlers = handlersOf(*this, statement);
  {
    Exits own = exits;
    own.raising = {&raised, frames, handlers ? &*handlers : nullptr};
    Scoped<Exits> ways(exits, own);
    impl->lastRaises = nullptr;
    goesOn = exec(statement->body);
  }
  impl->lastRaises = nullptr;
  if (goesOn && exec(statement->orelse))
    done.push_back({std::move(state), {}});
  activation->at = statement;
  llvm::SmallVector<Value, 1> exception;
  forgetDead(*this, raised, statement, LivePoint::Handlers);
  if (join(std::move(raised), exception))
    handle(statement, exception[0], done);
  activation->at = statement;
  if (statement->finalbody.empty())
    forgetDead(*this, done, statement, LivePoint::After);
  return join(std::move(done));
}

bool Stage::execTry(const Try *statement) {
  if (statement->finalbody.empty())
    return tryBody(statement);
  return guarded([&] { return tryBody(statement); },
                 [&](Value exception) {
                   if (!exception.isUndefined())
                     impl->handled.push_back(exception);
                   bool goesOn = exec(statement->finalbody);
                   if (!exception.isUndefined())
                     impl->handled.pop_back();
                   return goesOn ? Result(boolean(false)) : std::nullopt;
                 });
}

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
      Result swallowed = leave(raised);
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
    raise("TypeError",
          "'" + typeName(*manager) + "' object does not support the context manager protocol");
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

// The generator of a contextlib.contextmanager object.
Value Stage::generatorOf(Value manager) {
  if (!find<InstanceObject>(manager))
    return {};
  const Value *generator = find<InstanceObject>(manager)->find(intern("gen"));
  if (!generator || !find<IteratorObject>(*generator))
    return {};
  return *generator;
}

// The body runs where the generator yields; a way out of it first runs the rest of the generator.
bool Stage::withGenerator(Value generator, llvm::function_ref<bool(Value)> body) {
  Exits outer = exits;
  auto cell = std::make_shared<CellObject>();
  cell->contents = tuple({integer(-1), none()});
  Value taken = make(std::move(cell)); // by which way: a path whose exception is swallowed goes on
  size_t frames = state.frames.size();
  Result end = runGenerator(
      generator,
      [&](Value entered) -> Result {
        Edges breaks, continues, returns, done;
        Exits own = exits;
        own.breaks = outer.breaks ? &breaks : nullptr;
        own.continues = outer.continues ? &continues : nullptr;
        own.returns = outer.returns ? &returns : nullptr;
        Scoped<Exits> ways(exits, own);
        size_t depth = state.frames.size();
        write<CellObject>(taken).contents = tuple({integer(0), none()});
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

// 0 goes on, 1 breaks, 2 continues, 3 returns, -1 never came to the `yield`.
bool Stage::takeWay(Value way, Value result) {
  Edges *ways[] = {nullptr, exits.breaks, exits.continues, exits.returns};
  if (auto known = asInt(way)) {
    if (*known == 0)
      return true;
    if (*known < 0) {
      raise("RuntimeError", "generator didn't yield");
      return false;
    }
    Edge edge{std::move(state), {}};
    if (*known == 3)
      edge.extra.push_back(result);
    ways[*known]->push_back(std::move(edge));
    return false;
  }
  for (int64_t kind : {-1, 1, 2, 3}) {
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

// Runs `run`; paths that raise this class go to `caught`.
Result Stage::untilRaises(llvm::StringRef cls, Edges &caught, llvm::function_ref<Result()> run) {
  Edges raised;
  size_t frames = state.frames.size();
  Result result;
  Handlers handlers{{builtinType(cls)}, exits.raising};
  {
    Exits own = exits;
    own.raising = {&raised, frames, &handlers};
    Scoped<Exits> ways(exits, own);
    impl->lastRaises = nullptr;
    result = run();
  }
  impl->lastRaises = nullptr;
  State after;
  if (result)
    after = std::move(state);
  llvm::SmallVector<Value, 1> exception;
  if (join(std::move(raised), exception)) {
    auto sort = [&](Value one) {
      if (one.isBox())
        one = Value::scalar(ScalarType::Exception, exceptionValue(one));
      Result matches = exceptionMatches(one, builtinType(cls));
      if (asBool(*matches) != true) {
        if (!asBool(*matches)) {
          State yes, no;
          branch(toBool(*matches), yes, no);
          caught.push_back({std::move(yes), {}});
          state = std::move(no);
        }
        raiseValue(one);
        return;
      }
      caught.push_back({std::move(state), {}});
    };
    if (exception[0].isUnion())
      splitUnion(exception[0], [&](size_t, Value one) { sort(one); });
    else
      sort(exception[0]);
  }
  if (result)
    state = std::move(after);
  return result;
}

Result Stage::exceptionAttribute(Value exception, llvm::StringRef name) {
  if (name == "args") {
    mlir::Value tuple = rtPlain("exception_args", {exception.ssa()}, ir::TupleType::get(&context));
    return Value::box(ir::BoxOp::create(builder(), loc(), ir::BoxType::get(&context), tuple),
                      impl->types.any());
  }
  if (name == "__cause__")
    return Value::box(rtPlain("exception_cause", {exception.ssa()}, ir::BoxType::get(&context)),
                      impl->types.any());
  if (name == "__context__" || name == "__suppress_context__")
    refuse(diag::Kind::UnsupportedFunction, {name.str() + " of an exception of run time"});
  if (name == "__traceback__")
    return none();
  return Value();
}

Result Stage::knownExceptionAttribute(Value exception, llvm::StringRef name) {
  Value arguments = find<InstanceObject>(exception)->payload;
  if (name == "value" && arguments.isTuple() &&
      isSubclass(typeOf(exception), builtinType("StopIteration")).value_or(false))
    return arguments.tuple().elements.empty() ? none() : arguments.tuple().elements[0];
  if (name == "args")
    return find<InstanceObject>(exception)->payload;
  if (name == "__suppress_context__")
    return boolean(find<InstanceObject>(exception)->find(intern("__cause__")) != nullptr);
  if (name == "__cause__" || name == "__context__" || name == "__traceback__")
    return none();
  return Value();
}

Result Stage::exceptionStr(Value exception) {
  Value function = classAttribute(typeOf(exception), intern("__str__"));
  if (!function.isUndefined() && !isSlot(function))
    return call(function, exception);
  Value arguments = find<InstanceObject>(exception)->payload;
  if (arguments.isUnion())
    return forEachAlternative(arguments, [&](Value alternative) {
      write<InstanceObject>(exception).payload = alternative;
      return exceptionStr(exception);
    });
  auto elements = arguments.isTuple() ? arguments.tuple().elements : llvm::ArrayRef<Value>();
  if (elements.empty())
    return string("");
  if (elements.size() > 1)
    return repr(arguments);
  return isSubclass(typeOf(exception), builtinType("KeyError")).value_or(false) ? repr(elements[0])
                                                                                : str(elements[0]);
}

// Whether a file belongs to an installed package or to Python itself.
static bool isLibrary(llvm::StringRef file) {
  return file.contains("/site-packages/") || file.contains("/dist-packages/") ||
         file.contains("/lib/python3.");
}

static std::string fileOf(const Activation *frame) {
  return frame && frame->code->file ? frame->code->file->name : "";
}

// The place is the user's line: of the nearest activation that is neither of the prelude nor, if
// there is another, of a library; where in the library is a note.
diag::Diagnostic Stage::diagnostic(const Node *node, diag::Kind kind,
                                   std::initializer_list<std::string_view> arguments) {
  Activation *inner = activation;
  while (inner && inner->globals.isUndefined() && inner->caller) {
    inner = inner->caller;
    node = inner->at;
  }
  Activation *place = inner;
  while (place && isLibrary(fileOf(place)))
    place = place->caller;
  if (!place || !place->code->file)
    place = inner;
  const Node *shown = place == inner ? node : place->at;
  diag::Diagnostic made =
      diag::make(kind, fileOf(place), shown ? shown->range : diag::Range{}, arguments);
  if (place != inner && node)
    made.note(fileOf(inner), node->range, "in `" + inner->code->name.str() + "`, which this calls");
  for (Activation *frame = place; frame && frame->caller; frame = frame->caller)
    if (frame->caller->code->file && frame->caller->at)
      made.note(fileOf(frame->caller), frame->caller->at->range,
                "while compiling `" + frame->code->name.str() + "`, called by `" +
                    frame->caller->code->name.str() + "`");
  return made;
}

void Stage::refuse(diag::Kind kind, std::initializer_list<std::string_view> arguments) {
  throw Refused{diagnostic(activation ? activation->at : nullptr, kind, arguments)};
}
void Stage::refuseAt(const Node *node, diag::Kind kind,
                     std::initializer_list<std::string_view> arguments) {
  throw Refused{diagnostic(node, kind, arguments)};
}

host::Handle Stage::pin(Value value, std::string_view what) {
  if (host::Handle handle = toHandle(value))
    return handle;
  if (value.isScalar())
    pinScalar(value, what);
  if (value.isTuple())
    for (Value element : value.tuple().elements)
      pin(element, what);
  refuse(diag::Kind::NeedsConstant, {what});
}

// Restarts with the argument pinned, or with the loop unrolled in which the value changes.
void Stage::pinScalar(Value value, std::string_view what) {
  if (auto it = impl->inputSites.find(value.ssa()); it != impl->inputSites.end())
    restart(FactKind::Pinned, it->second);
  for (size_t i = loops.size(); i-- > 0;)
    if (loops[i].unrollable && !facts.has(FactKind::Unroll, loops[i].site))
      restart(FactKind::Unroll, loops[i].site);
  // A number computed from arguments: they are pinned one by one.
  llvm::SmallVector<mlir::Value> work{value.ssa()};
  llvm::DenseSet<mlir::Value> seen;
  while (!work.empty()) {
    mlir::Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto it = impl->inputSites.find(next); it != impl->inputSites.end())
      restart(FactKind::Pinned, it->second);
    if (mlir::Operation *op = next.getDefiningOp())
      for (mlir::Value operand : op->getOperands())
        if (operand.getType().isIntOrFloat())
          work.push_back(operand);
  }
  refuse(diag::Kind::NeedsConstant, {what});
}

int64_t Stage::pinInt(Value value, std::string_view what) {
  host::Handle handle = pin(value, what);
  if (auto number = host.asInt(handle))
    return *number;
  refuse(diag::Kind::NeedsConstant, {what});
}
bool Stage::pinBool(Value value, std::string_view what) {
  Value known = ofHandle(pin(value, what));
  if (auto flag = asBool(known))
    return *flag;
  Result truthful = truth(known);
  return truthful && asBool(*truthful).value_or(false);
}
std::optional<std::string> Stage::pinStr(Value value, std::string_view what) {
  if (value.isScalar() && !value.isScalar(ScalarType::Str))
    return std::nullopt;
  Value known = ofHandle(pin(value, what));
  if (auto text = asStr(known))
    return text->str();
  return std::nullopt;
}

} // namespace lith::stage

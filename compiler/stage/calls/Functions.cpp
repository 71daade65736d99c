// Functions.cpp: making functions, binding arguments, and staging a body inline.
#include "stage/language/ClassStatements.h"
#include "stage/language/Generators.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Recursion.h"

namespace lith::stage {

using namespace lith::syntax;
using Mode = ParameterCode::Mode;

static constexpr unsigned MaxActivations = 400;
static constexpr unsigned MaxRecursion = 60;
// Of generators that take from themselves on values of run time: with each level, what consumes
// them is staged again and again.
static constexpr unsigned MaxGenerators = 10;

bool Stage::execFunctionDef(const FunctionDef *definition) {
  std::vector<Value> decorators;
  for (const Expr *decorator : definition->decorator_list) {
    Result value = eval(decorator);
    if (!value)
      return false;
    decorators.push_back(*value);
  }
  activation->at = definition;
  Result function = makeFunction(definition, definition->args);
  for (size_t i = decorators.size(); function && i-- > 0;) {
    activation->at = definition->decorator_list[i];
    function = call(decorators[i], *function);
  }
  return function && storeName(session.names.boundBy(definition, definition->name), *function);
}

// Evaluates the defaults: one value per parameter, undefined where there is none.
bool Stage::evalDefaults(const FunctionCode &code, const syntax::Arguments *args,
                         llvm::SmallVectorImpl<Value> &out) {
  out.assign(code.parameters.size(), Value());
  size_t positional = args->posonlyargs.size() + args->args.size();
  size_t first = positional - args->defaults.size();
  for (size_t i = 0; i < args->defaults.size(); ++i) {
    Result value = eval(args->defaults[i]);
    if (!value)
      return false;
    out[first + i] = *value;
  }
  size_t keywordOnly = positional + (args->vararg ? 1 : 0);
  for (size_t i = 0; i < args->kw_defaults.size(); ++i)
    if (args->kw_defaults[i]) {
      Result value = eval(args->kw_defaults[i]);
      if (!value)
        return false;
      out[keywordOnly + i] = *value;
    }
  return true;
}

Result Stage::makeFunction(const Node *node, const syntax::Arguments *args) {
  const FunctionCode *code = session.codeOf(node, *activation->code);
  llvm::SmallVector<Value> defaults;
  if (!evalDefaults(*code, args, defaults))
    return std::nullopt;
  CallableData data;
  data.form = CallableData::Form::Function;
  data.code = code;
  data.attributes = nextAddress++;
  std::vector<Value> held = comprehensionCells(*code).tuple().elements.vec();
  if (hasIdentity(*this, *code))
    held.push_back(placeAttributes(*this, data.attributes));
  data.values = keep<Value>(held);
  data.defaults = keep<Value>(defaults);
  data.globals = activation->globals;
  return Value::callable(arena.make<CallableData>(data));
}

// A function of the prelude, whose defaults are constants.
Value Stage::preludeFunction(const FunctionCode *code) {
  Value &made = impl->preludeFunctions[code];
  if (!made.isUndefined())
    return made;
  Activation inner{code, state.frames.size(), {}, activation, loc(), site(), {}, code->node};
  Scoped<Activation *> scope(activation, &inner);
  llvm::SmallVector<Value> defaults;
  evalDefaults(*code, cast<FunctionDef>(code->node)->args, defaults);
  CallableData data;
  data.form = CallableData::Form::Function;
  data.code = code;
  data.defaults = keep<Value>(defaults);
  made = Value::callable(arena.make<CallableData>(data));
  return made;
}

// A Python function of the host as a callable of the program.
// What stands for a method that `dataclass` wrote as text, or wrapped: the prelude's of the same
// name. The name of its code begins with that of the function that makes it.
static const Primitive *generatedMethod(Stage &s, host::Handle function) {
  auto attribute = [&](host::Handle object, std::string_view name) {
    return s.host.call(s.host.lookup("builtins.getattr"), {object, s.host.str(name)}, {}).value;
  };
  host::Handle code = attribute(function, "__code__");
  host::Handle name = code ? attribute(code, "co_qualname") : nullptr;
  llvm::StringRef qualified(name ? s.host.asStr(name) : std::string_view());
  if (qualified == "_recursive_repr.<locals>.wrapper")
    return Registry::instance().find("dataclass.__repr__");
  return qualified.consume_front("__create_fn__.<locals>.")
             ? Registry::instance().find(("dataclass." + qualified).str())
             : nullptr;
}

// The callable of the program that a function of the host is.
Value Stage::hostFunction(host::Handle function) {
  Value &made = impl->hostFunctions[function];
  if (!made.isUndefined())
    return made;
  std::string error;
  const FunctionCode *code = session.codeOf(function, error);
  if (const Primitive *generated = generatedMethod(*this, function))
    return made = boundPrimitive(generated, {});
  if (!code)
    refuse(diag::Kind::NoSource, {host.qualifiedName(function), error});
  host::FunctionInfo info = host.function(function);
  llvm::SmallVector<Value> defaults, cells;
  for (const host::Parameter &parameter : info.parameters) {
    Value value;
    if (parameter.defaultValue)
      value = outside(parameter.defaultValue, rootPath(parameter.defaultValue));
    defaults.push_back(value);
  }
  defaults.resize(code->parameters.size());
  for (llvm::StringRef name : code->freeNames)
    for (auto &[free, cell] : info.closure)
      if (name == free)
        cells.push_back(outside(cell, rootPath(cell)));
  CallableData data;
  data.form = CallableData::Form::Function;
  data.code = code;
  data.values = keep<Value>(cells);
  data.defaults = keep<Value>(defaults);
  data.globals = outsideNamespace(info.globals, rootPath(info.globals));
  data.attributes = NoAddress;
  made = Value::callable(arena.make<CallableData>(data));
  return made;
}

void Stage::pushFrame(const FunctionCode &code, llvm::ArrayRef<Value> cells) {
  auto frame = std::make_shared<Frame>();
  frame->slots.resize(code.slots.size());
  for (size_t i = 0; i < code.firstFree(); ++i)
    if (code.isCell[i]) {
      auto cell = std::make_shared<CellObject>();
      cell->site = llvm::hash_combine(&code, i, "cell");
      frame->slots[i] = make(std::move(cell));
    }
  for (size_t i = 0; i < code.freeNames.size(); ++i)
    frame->slots[code.firstFree() + i] = cells[i];
  state.frames.push_back(std::move(frame));
}

static std::string listed(llvm::ArrayRef<llvm::StringRef> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0)
      text += i + 1 < names.size() ? ", " : names.size() == 2 ? " and " : ", and ";
    text += "'" + names[i].str() + "'";
  }
  return text;
}

bool Stage::missingArguments(const FunctionCode &code, llvm::ArrayRef<llvm::StringRef> names,
                             llvm::StringRef kind) {
  raise("TypeError", code.qualname + "() missing " + llvm::Twine(names.size()) + " required " +
                         kind + " argument" + (names.size() == 1 ? "" : "s") + ": " +
                         listed(names));
  return false;
}

bool Stage::tooManyArguments(const FunctionCode &code, llvm::ArrayRef<Value> defaults, size_t given,
                             size_t keywordOnly) {
  size_t most = 0, optional = 0;
  for (auto [i, parameter] : llvm::enumerate(code.parameters))
    if (parameter.mode == Mode::PositionalOnly || parameter.mode == Mode::Normal) {
      ++most;
      optional += i < defaults.size() && !defaults[i].isUndefined();
    }
  std::string takes =
      optional ? "from " + std::to_string(most - optional) + " to " + std::to_string(most)
               : std::to_string(most);
  std::string were = std::to_string(given);
  if (keywordOnly)
    were += std::string(" positional argument") + (given == 1 ? "" : "s") + " (and " +
            std::to_string(keywordOnly) + " keyword-only argument" + (keywordOnly == 1 ? "" : "s") +
            ")";
  raise("TypeError", code.qualname + "() takes " + takes + " positional argument" +
                         (most == 1 && !optional ? "" : "s") + " but " + were +
                         (given == 1 && !keywordOnly ? " was given" : " were given"));
  return false;
}

// One value per parameter; raises Python's TypeErrors.
bool Stage::bind(const FunctionCode &code, llvm::ArrayRef<Value> defaults,
                 const Arguments &arguments, llvm::SmallVectorImpl<Value> &bound) {
  const auto &parameters = code.parameters;
  bound.assign(parameters.size(), Value());
  size_t given = arguments.positional.size(), next = 0, keywordOnlyGiven = 0;
  std::optional<size_t> varKeyword;
  bool hasVarPositional = false;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].mode == Mode::VarPositional) {
      hasVarPositional = true;
      bound[i] =
          tuple(llvm::ArrayRef<Value>(arguments.positional).drop_front(std::min(next, given)));
      if (!arguments.rest.isUndefined())
        bound[i] = *containerBinary(Operator::Add, bound[i], arguments.rest, false);
      next = given;
    } else if (parameters[i].mode == Mode::VarKeyword) {
      varKeyword = i;
    } else if (parameters[i].mode != Mode::KeywordOnly && next < given) {
      bound[i] = arguments.positional[next++];
    }
  }
  std::vector<std::pair<Value, Value>> extra;
  llvm::SmallVector<llvm::StringRef> positionalOnly;
  for (auto &&[at, keyword] : llvm::enumerate(arguments.keywords)) {
    auto &[name, value] = keyword;
    auto it = llvm::find_if(parameters, [&](const ParameterCode &parameter) {
      return parameter.name.data() == keyword.first.data() &&
             parameter.mode != Mode::VarPositional && parameter.mode != Mode::VarKeyword;
    });
    if (it != parameters.end() && it->mode == Mode::PositionalOnly && !varKeyword) {
      positionalOnly.push_back(name);
      continue;
    }
    if (it == parameters.end() || it->mode == Mode::PositionalOnly) {
      if (!varKeyword) {
        raise("TypeError", code.qualname + "() got an unexpected keyword argument '" + name + "'");
        return false;
      }
      if (!arguments.more.isUndefined() && at >= arguments.moreAfter)
        refuse(diag::Kind::DynamicArguments); // its place is behind theirs
      extra.push_back({string(name), value});
      continue;
    }
    Value &place = bound[it - parameters.begin()];
    if (!place.isUndefined()) {
      raise("TypeError", code.qualname + "() got multiple values for argument '" + name + "'");
      return false;
    }
    keywordOnlyGiven += it->mode == Mode::KeywordOnly;
    place = value;
  }
  if (!positionalOnly.empty()) {
    std::string names;
    for (llvm::StringRef name : positionalOnly)
      names += (names.empty() ? "" : ", ") + name.str();
    raise("TypeError", code.qualname +
                           "() got some positional-only arguments passed as keyword arguments: '" +
                           names + "'");
    return false;
  }
  if (next < given && !hasVarPositional)
    return tooManyArguments(code, defaults, given, keywordOnlyGiven);
  llvm::SmallVector<llvm::StringRef> missing, missingKeywordOnly;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!bound[i].isUndefined() || parameters[i].mode == Mode::VarKeyword)
      continue;
    if (i < defaults.size() && !defaults[i].isUndefined())
      bound[i] = defaults[i];
    else if (parameters[i].mode == Mode::KeywordOnly)
      missingKeywordOnly.push_back(parameters[i].name);
    else
      missing.push_back(parameters[i].name);
  }
  if (!missing.empty())
    return missingArguments(code, missing, "positional");
  if (!missingKeywordOnly.empty())
    return missingArguments(code, missingKeywordOnly, "keyword-only");
  if (varKeyword)
    bound[*varKeyword] = dict(extra);
  return arguments.more.isUndefined() || updateDict(bound[*varKeyword], arguments.more);
}

Result Stage::callFunction(const CallableData &function, Arguments arguments) {
  const FunctionCode &code = *function.code;
  if (!activation->caller) // until a `return` is met
    impl->lastReturn = {code.file, code.node};
  for (Value held : llvm::concat<const Value>(function.values, function.defaults))
    ensureOutside(held); // this path may not have met them yet
  llvm::SmallVector<Value> bound;
  if (!bind(code, function.defaults, arguments, bound))
    return std::nullopt;
  if (code.isAsync) {
    if (activation->code->file)
      refuse(diag::Kind::UnsupportedExpression, {"async function"});
    Activation own{&code,    state.frames.size(), function.globals, nullptr, loc(), site(), {},
                   code.node};
    Scoped<Activation *> scope(activation, &own);
    refuse(diag::Kind::UnsupportedExpression, {"async function"});
  }
  if (code.isGenerator)
    return makeGenerator(function, bound);
  if (isProgramFunction(*this, code))
    return callProgramFunction(*this, function, bound);
  return runFunction(function, bound);
}

// A frame for a call, with one value per parameter.
void Stage::pushBound(const CallableData &function, llvm::ArrayRef<Value> bound) {
  const FunctionCode &code = *function.code;
  pushFrame(code, function.values);
  Frame &frame = state.writeFrame(state.frames.size() - 1);
  for (size_t i = 0; i < bound.size(); ++i) {
    NamePlace place = code.place(code.parameters[i].name);
    if (place.kind == NamePlace::Kind::Cell)
      write<CellObject>(frame.slots[place.index]).contents = bound[i];
    else
      frame.slots[place.index] = bound[i];
  }
}

Result Stage::runFunction(const CallableData &function, llvm::ArrayRef<Value> bound) {
  const FunctionCode &code = *function.code;
  if (impl->depth[&code] >= MaxRecursion)
    makeProgramFunction(*this, code);
  Activation inner{&code,  state.frames.size(), function.globals, activation, loc(),
                   site(), function.ownerClass, code.node};
  pushBound(function, bound);
  return runBody(inner);
}

// Runs the body of a function whose frame is the last one, which it takes away.
Result Stage::runBody(Activation &inner) {
  const FunctionCode &code = *inner.code;
  bool isNested = code.isGenerator && impl->depth[&code] >= MaxGenerators &&
                  llvm::any_of(state.frames.back()->slots, [](Value slot) {
                    return slot.isScalar() || slot.isBox() || slot.isUnion();
                  });
  if (impl->activations >= MaxActivations || impl->depth[&code] >= MaxRecursion || isNested)
    refuse(diag::Kind::RecursionTooDeep, {code.qualname.str()});
  ++impl->activations;
  ++impl->depth[&code];
  Edges returns;
  llvm::SmallVector<Value, 1> joined;
  bool goesOn;
  {
    Scoped<Activation *> scope(activation, &inner);
    Exits own = exits;
    own.breaks = own.continues = nullptr;
    own.returns = &returns;
    Scoped<Exits> ways(exits, own);
    if (auto *lambda = dyn_cast<Lambda>(code.node)) {
      if (Result value = eval(lambda->body))
        returns.push_back({std::move(state), {*value}});
    } else if (exec(cast<FunctionDef>(code.node)->body)) {
      returns.push_back({std::move(state), {none()}});
    }
    truncateFrames(returns, inner.frame);
    goesOn = join(std::move(returns), joined);
  }
  --impl->activations;
  --impl->depth[&code];
  return goesOn ? Result(joined[0]) : std::nullopt;
}

} // namespace lith::stage

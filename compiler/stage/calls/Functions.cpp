// Functions.cpp: making functions, binding arguments, and staging a body inline.
#include "stage/calls/Functions.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/ContainerOperators.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/paths/Join.h"
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

bool execFunctionDef(Stage &s, const FunctionDef *definition) {
  std::vector<Value> decorators;
  for (const Expr *decorator : definition->decorator_list) {
    Result value = eval(s, decorator);
    if (!value)
      return false;
    decorators.push_back(*value);
  }
  s.activation->at = definition;
  Result function = makeFunction(s, definition, definition->args);
  for (size_t i = decorators.size(); function && i-- > 0;) {
    s.activation->at = definition->decorator_list[i];
    function = call(s, decorators[i], *function);
  }
  return function && storeName(s, s.session.names.boundBy(definition, definition->name), *function);
}

// Evaluates the defaults: one value per parameter, undefined where there is none.
static bool evalDefaults(Stage &s, const FunctionCode &code, const syntax::Arguments *args,
                         llvm::SmallVectorImpl<Value> &out) {
  out.assign(code.parameters.size(), Value());
  size_t positional = args->posonlyargs.size() + args->args.size();
  size_t first = positional - args->defaults.size();
  for (size_t i = 0; i < args->defaults.size(); ++i) {
    Result value = eval(s, args->defaults[i]);
    if (!value)
      return false;
    out[first + i] = *value;
  }
  size_t keywordOnly = positional + (args->vararg ? 1 : 0);
  for (size_t i = 0; i < args->kw_defaults.size(); ++i)
    if (args->kw_defaults[i]) {
      Result value = eval(s, args->kw_defaults[i]);
      if (!value)
        return false;
      out[keywordOnly + i] = *value;
    }
  return true;
}

Result makeFunction(Stage &s, const Node *node, const syntax::Arguments *args) {
  const FunctionCode *code = s.session.codeOf(node, *s.activation->code);
  llvm::SmallVector<Value> defaults;
  if (!evalDefaults(s, *code, args, defaults))
    return std::nullopt;
  CallableData data;
  data.form = CallableData::Form::Function;
  data.code = code;
  data.attributes = s.nextAddress++;
  std::vector<Value> held = comprehensionCells(s, *code).tuple().elements.vec();
  if (hasIdentity(s, *code))
    held.push_back(placeAttributes(s, data.attributes));
  data.values = s.keep<Value>(held);
  data.defaults = s.keep<Value>(defaults);
  data.globals = s.activation->globals;
  return Value::callable(s.arena.make<CallableData>(data));
}

// A function of the prelude, whose defaults are constants.
Value preludeFunction(Stage &s, const FunctionCode *code) {
  Value &made = s.functions.ofPrelude[code];
  if (!made.isUndefined())
    return made;
  Activation inner{code,    s.state.frames.size(), {}, s.activation,
                   s.loc(), pathInto(site(s)),     {}, code->node};
  Scoped<Activation *> scope(s.activation, &inner);
  llvm::SmallVector<Value> defaults;
  evalDefaults(s, *code, cast<FunctionDef>(code->node)->args, defaults);
  CallableData data;
  data.form = CallableData::Form::Function;
  data.code = code;
  data.defaults = s.keep<Value>(defaults);
  made = Value::callable(s.arena.make<CallableData>(data));
  return made;
}

// A Python function of the host as a callable of the program.
// What stands for a method that `dataclass` wrote as text, or wrapped: the prelude's of the same
// name. The name of its code begins with that of the function that makes it.
static const Primitive *generatedMethod(Stage &s, const host::FunctionInfo &function) {
  host::Handle name = function.code ? fixedSlot(s, function.code, "co_qualname") : nullptr;
  llvm::StringRef qualified(name ? s.host.asStr(name) : std::string_view());
  if (qualified == "_recursive_repr.<locals>.wrapper")
    return Registry::instance().find("dataclass.__repr__");
  if (qualified == "recursive_repr.<locals>.decorating_function.<locals>.wrapper") // from 3.13
    for (auto &[free, cell] : function.closure) {
      if (free != "user_function")
        continue;
      Value wrapped = cellContents(s, outside(s, cell, rootPath(s, cell)));
      if (wrapped.isStatic() && s.kindOf(wrapped) == host::Kind::Function)
        return generatedMethod(s, functionParts(s, wrapped.handle()));
    }
  return qualified.consume_front("__create_fn__.<locals>.")
             ? Registry::instance().find(("dataclass." + qualified).str())
             : nullptr;
}

// The callable of the program that a function of the host is.
Value hostFunction(Stage &s, host::Handle function) {
  Value &made = s.functions.ofHost[function];
  if (!made.isUndefined())
    return made;
  std::string error;
  const FunctionCode *code = s.session.codeOf(function, error);
  host::FunctionInfo info = functionParts(s, function);
  if (const Primitive *generated = generatedMethod(s, info))
    return made = s.boundPrimitive(generated, {});
  if (!code)
    refuse(s, diag::Kind::NoSource, {s.host.qualifiedName(function), error});
  llvm::SmallVector<Value> defaults, cells;
  for (const host::Parameter &parameter : info.parameters) {
    Value value;
    if (parameter.mode == host::Parameter::Mode::KeywordOnly)
      value = keywordDefault(s, function, parameter);
    else if (parameter.defaultValue)
      value = outside(s, parameter.defaultValue, rootPath(s, parameter.defaultValue));
    defaults.push_back(value);
  }
  defaults.resize(code->parameters.size());
  for (llvm::StringRef name : code->freeNames)
    for (auto &[free, cell] : info.closure)
      if (name == free)
        cells.push_back(outside(s, cell, rootPath(s, cell)));
  CallableData data;
  data.form = CallableData::Form::Function;
  data.code = code;
  data.values = s.keep<Value>(cells);
  data.defaults = s.keep<Value>(defaults);
  data.globals = outsideNamespace(s, info.globals, rootPath(s, info.globals));
  data.attributes = NoAddress;
  made = Value::callable(s.arena.make<CallableData>(data));
  return made;
}

void pushFrame(Stage &s, const FunctionCode &code, llvm::ArrayRef<Value> cells) {
  auto frame = std::make_shared<Frame>();
  frame->slots.resize(code.slots.size());
  for (size_t i = 0; i < code.firstFree(); ++i)
    if (code.isCell[i]) {
      auto cell = std::make_shared<CellObject>();
      cell->held = idOf<TypeVariable>(&code, i, "cell");
      frame->slots[i] = s.make(std::move(cell));
    }
  for (size_t i = 0; i < code.freeNames.size(); ++i)
    frame->slots[code.firstFree() + i] = cells[i];
  s.state.frames.push_back(std::move(frame));
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

static bool missingArguments(Stage &s, const FunctionCode &code,
                             llvm::ArrayRef<llvm::StringRef> names, llvm::StringRef kind) {
  raise(s, "TypeError",
        code.qualname + "() missing " + llvm::Twine(names.size()) + " required " + kind +
            " argument" + (names.size() == 1 ? "" : "s") + ": " + listed(names));
  return false;
}

static bool tooManyArguments(Stage &s, const FunctionCode &code, llvm::ArrayRef<Value> defaults,
                             size_t given, size_t keywordOnly) {
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
  raise(s, "TypeError",
        code.qualname + "() takes " + takes + " positional argument" +
            (most == 1 && !optional ? "" : "s") + " but " + were +
            (given == 1 && !keywordOnly ? " was given" : " were given"));
  return false;
}

namespace {

// Gives each parameter of a call one value; each step raises Python's TypeErrors.
class Binder {
public:
  Binder(Stage &s, const FunctionCode &code, llvm::ArrayRef<Value> defaults,
         const Arguments &arguments, llvm::SmallVectorImpl<Value> &bound)
      : s(s), code(code), defaults(defaults), arguments(arguments), bound(bound) {
    bound.assign(code.parameters.size(), Value());
  }

  // False: the path ended.
  bool run() {
    size_t given = arguments.positional.size();
    size_t taken = takePositional(given);
    if (!takeKeywords())
      return false;
    if (taken < given && !hasVarPositional)
      return tooManyArguments(s, code, defaults, given, keywordOnlyGiven);
    if (!takeDefaults())
      return false;
    if (varKeyword)
      bound[*varKeyword] = s.dict(extra);
    return arguments.more.isUndefined() || updateDict(s, bound[*varKeyword], arguments.more);
  }

private:
  // How many of the positional arguments parameters took.
  size_t takePositional(size_t given) {
    size_t next = 0;
    for (auto [i, parameter] : llvm::enumerate(code.parameters)) {
      if (parameter.mode == Mode::VarPositional) {
        hasVarPositional = true;
        bound[i] =
            s.tuple(llvm::ArrayRef<Value>(arguments.positional).drop_front(std::min(next, given)));
        if (!arguments.rest.isUndefined())
          bound[i] = *containerBinary(s, Operator::Add, bound[i], arguments.rest, false);
        next = given;
      } else if (parameter.mode == Mode::VarKeyword) {
        varKeyword = i;
      } else if (parameter.mode != Mode::KeywordOnly && next < given) {
        bound[i] = arguments.positional[next++];
      }
    }
    return next;
  }

  bool takeKeywords() {
    std::string positionalOnly;
    for (auto &&[at, keyword] : llvm::enumerate(arguments.keywords)) {
      auto it = llvm::find_if(code.parameters, [&](const ParameterCode &parameter) {
        return parameter.name.data() == keyword.first.data() &&
               parameter.mode != Mode::VarPositional && parameter.mode != Mode::VarKeyword;
      });
      bool isNamed = it != code.parameters.end() && it->mode != Mode::PositionalOnly;
      if (!isNamed && it != code.parameters.end() && !varKeyword)
        positionalOnly += (positionalOnly.empty() ? "" : ", ") + keyword.first.str();
      else if (isNamed ? !takeKeyword(it - code.parameters.begin(), keyword.second)
                       : !takeExtra(at))
        return false;
    }
    if (!positionalOnly.empty())
      return raised("() got some positional-only arguments passed as keyword arguments: '" +
                    positionalOnly + "'");
    return true;
  }

  bool takeKeyword(size_t index, Value value) {
    if (!bound[index].isUndefined())
      return raised("() got multiple values for argument '" + code.parameters[index].name + "'");
    keywordOnlyGiven += code.parameters[index].mode == Mode::KeywordOnly;
    bound[index] = value;
    return true;
  }

  // A keyword that names no parameter.
  bool takeExtra(size_t at) {
    auto &[name, value] = arguments.keywords[at];
    if (!varKeyword)
      return raised("() got an unexpected keyword argument '" + name + "'");
    if (!arguments.more.isUndefined() && at >= arguments.moreAfter)
      refuse(s, diag::Kind::DynamicArguments); // its place is behind theirs
    extra.push_back({s.string(name), value});
    return true;
  }

  bool takeDefaults() {
    llvm::SmallVector<llvm::StringRef> missing, missingKeywordOnly;
    for (auto [i, parameter] : llvm::enumerate(code.parameters)) {
      if (!bound[i].isUndefined() || parameter.mode == Mode::VarKeyword)
        continue;
      if (i < defaults.size() && !defaults[i].isUndefined())
        bound[i] = defaults[i];
      else
        (parameter.mode == Mode::KeywordOnly ? missingKeywordOnly : missing)
            .push_back(parameter.name);
    }
    if (!missing.empty())
      return missingArguments(s, code, missing, "positional");
    return missingKeywordOnly.empty() ||
           missingArguments(s, code, missingKeywordOnly, "keyword-only");
  }

  bool raised(const llvm::Twine &message) {
    raise(s, "TypeError", code.qualname + message);
    return false;
  }

  Stage &s;
  const FunctionCode &code;
  llvm::ArrayRef<Value> defaults;
  const Arguments &arguments;
  llvm::SmallVectorImpl<Value> &bound;
  size_t keywordOnlyGiven = 0;
  std::optional<size_t> varKeyword; // the parameter `**kw`
  bool hasVarPositional = false;
  std::vector<std::pair<Value, Value>> extra; // of `**kw`
};

} // namespace

Result callFunction(Stage &s, const CallableData &function, Arguments arguments) {
  const FunctionCode &code = *function.code;
  if (!s.activation->caller) // until a `return` is met
    s.body.lastReturn = {code.file, code.node};
  for (Value held : llvm::concat<const Value>(function.values, function.defaults))
    ensureOutside(s, held); // this path may not have met them yet
  llvm::SmallVector<Value> bound;
  if (!Binder(s, code, function.defaults, arguments, bound).run())
    return std::nullopt;
  if (code.isAsync) {
    if (s.activation->code->file)
      refuse(s, diag::Kind::UnsupportedExpression, {"async function"});
    Activation own{
        &code,    s.state.frames.size(), function.globals, nullptr, s.loc(), pathInto(site(s)), {},
        code.node};
    Scoped<Activation *> scope(s.activation, &own);
    refuse(s, diag::Kind::UnsupportedExpression, {"async function"});
  }
  if (code.isGenerator)
    return makeGenerator(s, function, bound);
  if (isProgramFunction(s, code))
    return callProgramFunction(s, function, bound);
  if (std::optional<Result> made = callWithRule(s, function, bound))
    return *made;
  return runFunction(s, function, bound);
}

// A frame for a call, with one value per parameter.
void pushBound(Stage &s, const CallableData &function, llvm::ArrayRef<Value> bound) {
  const FunctionCode &code = *function.code;
  pushFrame(s, code, function.values);
  Frame &frame = s.state.writeFrame(s.state.frames.size() - 1);
  for (size_t i = 0; i < bound.size(); ++i) {
    NamePlace place = code.place(code.parameters[i].name);
    if (place.kind == NamePlace::Kind::Cell)
      s.write<CellObject>(frame.slots[place.index]).contents = bound[i];
    else
      frame.slots[place.index] = bound[i];
  }
}

Result runFunction(Stage &s, const CallableData &function, llvm::ArrayRef<Value> bound) {
  const FunctionCode &code = *function.code;
  if (s.body.depth[&code] >= MaxRecursion)
    makeProgramFunction(s, code);
  Activation inner{&code,   s.state.frames.size(), function.globals,    s.activation,
                   s.loc(), pathInto(site(s)),     function.ownerClass, code.node};
  pushBound(s, function, bound);
  return runBody(s, inner);
}

// Runs the body of a function whose frame is the last one, which it takes away.
Result runBody(Stage &s, Activation &inner) {
  const FunctionCode &code = *inner.code;
  bool isNested = code.isGenerator && s.body.depth[&code] >= MaxGenerators &&
                  llvm::any_of(s.state.frames.back()->slots, [](Value slot) {
                    return slot.isScalar() || slot.isBox() || slot.isUnion();
                  });
  if (s.body.activations >= MaxActivations || s.body.depth[&code] >= MaxRecursion || isNested)
    refuse(s, diag::Kind::RecursionTooDeep, {code.qualname.str()});
  ++s.body.activations;
  ++s.body.depth[&code];
  Edges returns;
  llvm::SmallVector<Value, 1> joined;
  bool goesOn;
  {
    Scoped<Activation *> scope(s.activation, &inner);
    Exits own = s.exits;
    own.breaks = own.continues = nullptr;
    own.returns = &returns;
    Scoped<Exits> ways(s.exits, own);
    if (auto *lambda = dyn_cast<Lambda>(code.node)) {
      if (Result value = eval(s, lambda->body))
        returns.push_back({std::move(s.state), {*value}});
    } else if (exec(s, cast<FunctionDef>(code.node)->body)) {
      returns.push_back({std::move(s.state), {s.none()}});
    }
    truncateFrames(returns, inner.frame);
    goesOn = join(s, std::move(returns), joined);
  }
  --s.body.activations;
  --s.body.depth[&code];
  return goesOn ? Result(joined[0]) : std::nullopt;
}

Result callPrelude(Stage &s, llvm::StringRef name, llvm::ArrayRef<Value> args) {
  const FunctionCode *code = s.session.prelude(name);
  assert(code && "the prelude has no such function");
  return call(s, preludeFunction(s, code), args);
}

} // namespace lith::stage

// Spread.cpp: f(*sequence) where only run time knows how many arguments there are.
#include "stage/calls/Spread.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/calls/Functions.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Dataclasses.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/Payloads.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Texts.h"
#include "stage/runtime/Elements.h"

namespace lith::stage {

using Mode = ParameterCode::Mode;

namespace {
/// What a callee makes of positional arguments.
struct Positional {
  const FunctionCode *code = nullptr; ///< null: of a dataclass, generated
  std::string name;
  size_t parameters = 0; ///< that positional arguments may fill
  size_t optional = 0;   ///< of these
  size_t filled = 0;     ///< before the call's own arguments: self, those of a partial
  llvm::ArrayRef<Value> defaults = {}; ///< one for each parameter of the code
  bool takesRest = false;
};
} // namespace

// The generated __init__ has one parameter per field.
static Positional ofDataclass(Stage &s, Value cls) {
  Positional of;
  of.name = s.asStr(qualifiedNameOf(s, cls))->str() + ".__init__";
  of.parameters = of.filled = 1;
  for (auto &[key, field] : dictEntries(s, *dataclassFields(s, cls))) {
    auto is = [&, field = field](llvm::StringRef part) {
      return s.asBool(*getattr(s, field, s.intern(part))) == true;
    };
    Value kind = *getattr(s, field, s.intern("_field_type"));
    if (isMark(s, kind, "_FIELD_CLASSVAR") || !is("init") || is("kw_only"))
      continue;
    ++of.parameters;
    of.optional += !isMissingDefault(s, *getattr(s, field, s.intern("default"))) ||
                   !isMissingDefault(s, *getattr(s, field, s.intern("default_factory")));
  }
  return of;
}

// "2", "from 2 to 3"
static std::string takes(const Positional &of) {
  std::string most = std::to_string(of.parameters);
  return of.optional ? "from " + std::to_string(of.parameters - of.optional) + " to " + most : most;
}

// The generated __new__ has one parameter per field.
static Positional ofNamedTuple(Stage &s, Value cls) {
  std::string name = s.asStr(qualifiedNameOf(s, cls))->str();
  Value defaults = classAttribute(s, cls, s.intern("_field_defaults"));
  Positional of;
  of.name = name.substr(name.rfind('.') + 1) + ".__new__";
  of.parameters = classAttribute(s, cls, s.intern("_fields")).tuple().elements.size() + 1;
  of.optional = s.find<DictObject>(defaults) ? dictEntries(s, defaults).size() : 0;
  of.filled = 1;
  return of;
}

std::string positionalText(Stage &s, Value cls) {
  bool isTuple = isSubclass(s, cls, builtinType(s, "tuple")).value_or(false);
  return takes(isTuple ? ofNamedTuple(s, cls) : ofDataclass(s, cls));
}

// Whether nothing but __init__ of the class looks at the arguments.
static bool takesOnlyInit(Stage &s, Value cls) {
  bool hasPayload = !emptyPayload(s, cls).isUndefined();
  for (const char *base : {"str", "int", "float", "complex"})
    hasPayload |= isSubclass(s, cls, builtinType(s, base)).value_or(false);
  Value creator = classAttribute(s, cls, s.intern("__new__"));
  return !hasPayload && !isUserFunction(s, creator);
}

static std::optional<Positional> positionalOf(Stage &s, Value callee) {
  const Primitive *primitive = callee.isStatic()     ? s.session.primitiveOf(callee.handle())
                               : callee.isCallable() ? callee.callable().primitive
                                                     : nullptr;
  if (primitive) {
    const FunctionCode *code = tensor::compositeCode(s, *primitive);
    auto of = code ? positionalOf(s, preludeFunction(s, code)) : std::nullopt;
    if (of && callee.isCallable() && !callee.callable().self.isUndefined())
      ++of->filled;
    return of;
  }
  if (callee.isStatic() && s.kindOf(callee) == host::Kind::Function)
    return positionalOf(s, hostFunction(s, callee.handle()));
  if (callee.isStatic() && s.kindOf(callee) == host::Kind::BoundMethod) {
    auto of = positionalOf(s, Value::ofStatic(s.host.boundFunction(callee.handle())));
    if (of)
      ++of->filled;
    return of;
  }
  if (isClass(s, callee) &&
      isGeneratedNew(s, callee, classAttribute(s, callee, s.intern("__new__"))))
    return ofNamedTuple(s, callee);
  if (isClass(s, callee)) {
    Value init = classAttribute(s, callee, s.intern("__init__"));
    std::string error;
    bool isFunction = init.isStatic() && s.kindOf(init) == host::Kind::Function;
    if (isFunction && !s.session.codeOf(init.handle(), error) && dataclassFields(s, callee))
      return ofDataclass(s, callee);
    auto of = init.isUndefined() || isSlot(s, init) ? std::nullopt : positionalOf(s, init);
    if (!of || (of->takesRest && !takesOnlyInit(s, callee)))
      return std::nullopt;
    ++of->filled;
    return of;
  }
  if (s.find<InstanceObject>(callee)) {
    Value function = classAttribute(s, typeOf(s, callee), s.intern("__call__"));
    auto of =
        function.isUndefined() || isSlot(s, function) ? std::nullopt : positionalOf(s, function);
    if (of)
      ++of->filled;
    return of;
  }
  if (!callee.isCallable())
    return std::nullopt;
  const CallableData &data = callee.callable();
  if (data.form == CallableData::Form::BoundMethod || data.form == CallableData::Form::Partial) {
    auto of = positionalOf(s, data.function);
    if (of)
      of->filled +=
          data.form == CallableData::Form::BoundMethod ? 1 : data.values.size() - data.names.size();
    return of;
  }
  if (data.form != CallableData::Form::Function)
    return std::nullopt;
  Positional of;
  of.code = data.code;
  of.defaults = data.defaults;
  of.name = data.code->qualname.str();
  for (auto [i, parameter] : llvm::enumerate(data.code->parameters)) {
    of.takesRest |= parameter.mode == Mode::VarPositional;
    if (parameter.mode == Mode::PositionalOnly || parameter.mode == Mode::Normal) {
      ++of.parameters;
      of.optional += i < data.defaults.size() && !data.defaults[i].isUndefined();
    }
  }
  return of;
}

bool readsKeyword(Stage &s, Value callee, llvm::StringRef name) {
  if (callee.isCallable() && callee.callable().primitive == Registry::instance().find("str.format"))
    return true;
  auto of = positionalOf(s, callee);
  return of && of->code && llvm::any_of(of->code->parameters, [&](const ParameterCode &parameter) {
           return parameter.name == name &&
                  (parameter.mode == Mode::Normal || parameter.mode == Mode::KeywordOnly);
         });
}

// TypeError that names a number of arguments of run time, which is at least two.
static Result tooMany(Stage &s, const Positional &of, const Arguments &arguments, Value given) {
  Value before = s.string(of.name + "() takes " + takes(of) + " positional argument" +
                          (of.parameters == 1 && !of.optional ? "" : "s") + " but ");
  size_t keywordOnly = llvm::count_if(arguments.keywords, [&](auto &keyword) {
    return of.code && llvm::any_of(of.code->parameters, [&](const ParameterCode &parameter) {
             return parameter.mode == Mode::KeywordOnly && parameter.name == keyword.first;
           });
  });
  std::string after = keywordOnly
                          ? " positional arguments (and " + std::to_string(keywordOnly) +
                                " keyword-only argument" + (keywordOnly == 1 ? "" : "s") + ")"
                          : "";
  Result count = str(s, given);
  return raiseInstance(s, builtinType(s, "TypeError"),
                       joinText(s, {before, *count, s.string(after + " were given")}));
}

// More arguments than there are parameters.
static Result callWithMany(Stage &s, const Positional &of, Value callee, const Arguments &before,
                           Value sequence, mlir::Value length, size_t first) {
  if (!of.takesRest) {
    mlir::Value all =
        ir::BinaryOp::create(s.builder(), s.loc(), i64Type(s), ir::BinaryKind::add, length,
                             constantInt(s, int64_t(of.filled + before.positional.size())));
    return tooMany(s, of, before, s.intScalar(all));
  }
  Arguments arguments = before;
  for (size_t i = 0; i < first; ++i)
    arguments.positional.push_back(*getitem(s, sequence, s.integer(int64_t(i))));
  Value bounds[3] = {s.integer(int64_t(first)), s.none(), s.none()};
  arguments.rest =
      runtimeTuple(s, *getitem(s, sequence, s.structure(TupleData::Form::Slice, bounds)));
  return call(s, callee, std::move(arguments));
}

// print(*sequence): the texts, joined.
static Result printAll(Stage &s, Value callee, Arguments arguments, Value sequence) {
  Value separator = s.none();
  llvm::erase_if(arguments.keywords, [&](auto &keyword) {
    if (keyword.first == "sep")
      separator = keyword.second;
    return keyword.first == "sep";
  });
  Result text =
      callPrelude(s, "joined_texts", {s.tuple(arguments.positional), sequence, separator});
  if (!text)
    return text;
  arguments.positional.assign({*text});
  return call(s, callee, std::move(arguments));
}

// zip(*rows): of tuples of one length its columns, of other sequences a generator; of no rows,
// nothing.
static Result transposed(Stage &s, Value sequence) {
  const TypeSet *rows = s.facts.types.read(s.find<ListObject>(sequence)->element);
  auto isSequence = [](const Type &type) {
    return llvm::is_contained({Type::Kind::Tuple, Type::Kind::TupleOf, Type::Kind::List,
                               Type::Kind::Str, Type::Kind::Tensor},
                              type.kind);
  };
  if (!llvm::all_of(rows->types, isSequence))
    refuse(s, diag::Kind::DynamicArguments);
  if (rows->types.size() != 1 || rows->types[0].kind != Type::Kind::Tuple)
    return callPrelude(s, "zipped_rows", sequence);
  size_t width = rows->types[0].elements.size();
  Result some = truth(s, sequence);
  Result columns = choose(
      s, *some,
      [&]() -> Result {
        llvm::SmallVector<Value> parts;
        for (size_t i = 0; i < width; ++i) {
          auto variable = idOf<TypeVariable>(site(s), "column", i);
          if (s.facts.types.grow(variable, rows->types[0].elements[i]))
            throw Restart{};
          mlir::Value column =
              rtPlain(s, "list_column",
                      {s.find<ListObject>(sequence)->runtime.ssa(), constantInt(s, int64_t(i))},
                      listType(s));
          parts.push_back(runtimeTuple(s, runtimeList(s, column, variable)));
        }
        return s.tuple(parts);
      },
      [&]() -> Result { return s.tuple({}); });
  return columns ? iterator(s, *columns) : columns;
}

// The value of a parameter: what the dict has under its name, else its default.
static Result keywordOf(Stage &s, const Positional &of, size_t index, Value dict) {
  Value name = s.string(of.code->parameters[index].name);
  Value fallback = index < of.defaults.size() ? of.defaults[index] : Value();
  Result present = contains(s, dict, name);
  if (!present)
    return present;
  return choose(
      s, *present, [&] { return getitem(s, dict, name); },
      [&]() -> Result {
        if (!fallback.isUndefined())
          return fallback;
        return raise(s, "TypeError",
                     of.name + "() missing 1 required positional argument: '" +
                         of.code->parameters[index].name + "'");
      });
}

bool spreadRuntimeKeywords(Stage &s, Value dict, Arguments &arguments, Value callee) {
  auto of = positionalOf(s, callee);
  auto isGiven = [&](llvm::StringRef name) {
    return llvm::any_of(arguments.keywords, [&](auto &given) { return given.first == name; });
  };
  if (!of || !of->code || !arguments.more.isUndefined())
    refuse(s, diag::Kind::DynamicArguments);
  bool takesMore = llvm::any_of(of->code->parameters, [](const ParameterCode &parameter) {
    return parameter.mode == Mode::VarKeyword;
  });
  size_t byPosition = of->filled + arguments.positional.size();
  std::vector<Value> names, open;
  llvm::SmallVector<size_t> wanted;
  for (auto [i, parameter] : llvm::enumerate(of->code->parameters)) {
    if (parameter.mode != Mode::Normal && parameter.mode != Mode::KeywordOnly)
      continue;
    Value name = s.string(parameter.name);
    names.push_back(name);
    if ((parameter.mode == Mode::Normal && i < byPosition) || isGiven(parameter.name))
      continue;
    open.push_back(name);
    wanted.push_back(i);
  }
  for (auto &[name, value] : arguments.keywords) {
    bool isParameter = llvm::any_of(of->code->parameters, [&](const ParameterCode &parameter) {
      return parameter.name.data() == name.data();
    });
    if (takesMore && arguments.isReordered && !isParameter)
      refuse(s, diag::Kind::DynamicArguments); // its place is behind those of the dict
    if (takesMore)
      names.push_back(s.string(name)); // given twice is an error, also among the further ones
  }
  if (!callPrelude(s, "check_keywords",
                   {s.string(of->name), dict, s.tuple(names), s.tuple(open), s.boolean(takesMore)}))
    return false;
  if (takesMore) {
    Result more = callPrelude(s, "further_keywords", {dict, s.tuple(names)});
    if (!more)
      return false;
    arguments.more = *more;
    arguments.moreAfter = arguments.keywords.size() + wanted.size();
  }
  for (size_t index : wanted) {
    Result value = keywordOf(s, *of, index, dict);
    if (!value)
      return false;
    arguments.keywords.push_back({of->code->parameters[index].name, *value});
  }
  return true;
}

Result callSpread(Stage &s, Value callee, Arguments before, Value sequence) {
  if (callee.isUnion() || (callee.isBox() && !callee.types()->isAny())) // each by its parameters
    return forEachAlternative(s, callee,
                              [&](Value one) { return callSpread(s, one, before, sequence); });
  bool plain = before.positional.empty() && before.keywords.empty();
  if (callee == builtinType(s, "print"))
    return printAll(s, callee, std::move(before), sequence);
  if (callee == builtinType(s, "zip") && plain)
    return transposed(s, sequence);
  auto of = positionalOf(s, callee);
  if (!of)
    refuse(s, diag::Kind::DynamicArguments);
  size_t have = of->filled + before.positional.size();
  // One more than fits, too: the error has the singular for one argument.
  size_t open = of->parameters > have ? of->parameters - have : 0;
  size_t most = of->takesRest ? open : open + 2;
  mlir::Value length = toInt(s, *stage::length(s, sequence));
  Edges done;
  auto keep = [&](Result result) {
    if (result)
      done.push_back({std::move(s.state), {*result}});
  };
  for (size_t count = 0; count < most; ++count) {
    State here, others;
    mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, length,
                                           constantInt(s, int64_t(count)));
    branch(s, is, here, others);
    s.state = std::move(here);
    Arguments arguments = before;
    for (size_t i = 0; i < count; ++i)
      arguments.positional.push_back(*getitem(s, sequence, s.integer(int64_t(i))));
    keep(call(s, callee, std::move(arguments)));
    s.state = std::move(others);
  }
  keep(callWithMany(s, *of, callee, before, sequence, length, open));
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

} // namespace lith::stage

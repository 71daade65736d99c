// Introspection.cpp: type, getattr, setattr, hasattr, callable, id, hash, vars.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/builtins/TextEnds.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Try.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Operators.h"
#include "stage/outside/HostFunctions.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

static Result typeOfOne(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 1)
    refuse(s, diag::Kind::UnsupportedFunction, {"type() with three arguments"});
  return forEachAlternative(s, info.args.positional[0], [&](Value value) -> Result {
    guardTensorClass(s, value);
    return value.isScalar(ScalarType::Exception) ? exceptionType(s, value) : typeSeen(s, value);
  });
}

static std::optional<std::string> attributeName(Stage &s, Value name) {
  auto text = pinStr(s, name, "the name of an attribute");
  if (!text)
    raise(s, "TypeError", "attribute name must be string, not '" + typeName(s, name) + "'");
  return text;
}

// The names of what an object of the program has, where only run time knows which is meant: not of
// one that existed before the call, which may come to have others. What the text cannot be is left
// out: nothing that would be done with it is compiled. Empty: the name is known, or it has to be.
static std::optional<Value> namesFor(Stage &s, Value object, Value name) {
  if (!name.isScalar(ScalarType::Str) || canPin(s, name) || !s.find<InstanceObject>(object) ||
      isOutside(s, object.address()))
    return std::nullopt;
  std::vector<Value> names;
  TextEnds ends = endsOf(name.ssa());
  auto add = [&](llvm::StringRef each) {
    Value known = s.string(each);
    if (ends.fit(each) && !each.starts_with(" ") && !each.starts_with("__") &&
        !llvm::is_contained(names, known))
      names.push_back(known);
  };
  const InstanceObject instance = *s.find<InstanceObject>(object);
  for (auto &[each, value] : instance.attributes)
    add(each);
  if (instance.isRuntime())
    for (auto &[each, value] : recordFields(s, object))
      add(each);
  for (Value cls : mroOf(s, typeOf(s, object))) {
    if (auto *own = s.find<ClassObject>(cls))
      for (auto &[each, value] : own->entries)
        add(each);
    else if (cls.isStatic())
      for (host::Handle each : classNames(s, cls.handle()))
        add(*s.asStr(s.ofHandle(each)));
  }
  return s.tuple(names);
}

// Whether run time has the name as one of several values.
static bool isOpen(const CallInfo &info) {
  const auto &args = info.args.positional;
  return args.size() > 1 && (args[1].isUnion() || args[1].isBox());
}

// The function for each value that the name may be.
static Result forEachName(Stage &s, const CallInfo &info,
                          Result (*function)(Stage &, const CallInfo &)) {
  return forEachAlternative(s, info.args.positional[1], [&](Value name) {
    CallInfo one = info;
    one.args.positional[1] = name;
    return function(s, one);
  });
}

// What `run` gives, or `otherwise` where it raises AttributeError (a property, __getattr__).
static Result withoutAttributeError(Stage &s, Value otherwise, llvm::function_ref<Result()> run) {
  Edges ends;
  Result result = untilRaises(s, "AttributeError", ends, run);
  if (ends.empty())
    return result;
  for (Edge &edge : ends)
    edge.extra.push_back(otherwise);
  if (result)
    ends.push_back({std::move(s.state), {*result}});
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(ends), joined) ? Result(joined[0]) : std::nullopt;
}

// An attribute of a module by a name that only run time knows: one of its parts.
static Result partOfModule(Stage &s, Value self, Value name) {
  Value cls = s.find<InstanceObject>(self)->cls;
  Result names = hostResult(s, runInHost(s, lookup(s, "builtins.dir"), {cls.handle()}, {}));
  TextEnds ends = endsOf(name.ssa());
  return names ? callPrelude(s, "part_of_module",
                             {self, name, *names, s.string(ends.beginning), s.string(ends.end)})
               : names;
}

static bool isModule(Stage &s, Value value) {
  const auto *instance = s.find<InstanceObject>(value);
  Value base = builtinType(s, "torch.nn.Module");
  return instance && instance->cls.isStatic() && !base.isUndefined() &&
         isSubclass(s, instance->cls, base).value_or(false);
}

static Result getAttribute(Stage &s, const CallInfo &info) {
  if (isOpen(info))
    return forEachName(s, info, getAttribute);
  auto args = bindArguments(s, info, "getattr", {{"/object"}, {"/name"}, {"/default", true}});
  if (!args)
    return std::nullopt;
  if (auto names = namesFor(s, (*args)[0], (*args)[1]))
    return callPrelude(
        s, "named_attribute",
        {(*args)[0], (*args)[1], *names,
         (*args)[2].isUndefined() ? Value::ofStatic(s.host.notImplemented()) : (*args)[2]});
  if ((*args)[1].isScalar(ScalarType::Str) && !canPin(s, (*args)[1]) && (*args)[2].isUndefined() &&
      isModule(s, (*args)[0]))
    return partOfModule(s, (*args)[0], (*args)[1]);
  auto name = attributeName(s, (*args)[1]);
  if (!name)
    return std::nullopt;
  llvm::StringRef interned = s.intern(*name);
  if ((*args)[2].isUndefined())
    return getattr(s, (*args)[0], interned);
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    return withoutAttributeError(s, (*args)[2], [&]() -> Result {
      Result found = findAttribute(s, value, interned);
      bool open = found && (found->isUnion() || (found->isBox() && !found->types()->isAny()));
      if (!open)
        return found && found->isUndefined() ? (*args)[2] : found;
      return forEachAlternative(
          s, *found, [&](Value one) -> Result { return one.isUndefined() ? (*args)[2] : one; });
    });
  });
}

static Result hasAttribute(Stage &s, const CallInfo &info) {
  if (isOpen(info))
    return forEachName(s, info, hasAttribute);
  auto args = bindArguments(s, info, "hasattr", {{"/object"}, {"/name"}});
  if (!args)
    return std::nullopt;
  if (auto names = namesFor(s, (*args)[0], (*args)[1]))
    return callPrelude(s, "has_named_attribute", {(*args)[0], (*args)[1], *names});
  auto name = attributeName(s, (*args)[1]);
  if (!name)
    return std::nullopt;
  llvm::StringRef interned = s.intern(*name);
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    refuseOwnRule(s, value, "__getattribute__");
    bool isBuiltin = !s.find<InstanceObject>(value) && !isClass(s, value);
    bool isOfLibrary = value.isCallable() && value.callable().code &&
                       value.callable().globals.isUndefined(); // of another type in Python
    if (isOfLibrary && hasClassEntry(s, builtinType(s, "object").handle(), interned))
      return s.boolean(true);
    if (isBuiltin && !isOfLibrary && isAttributeOfType(s, value, interned))
      return s.boolean(true);
    return withoutAttributeError(s, s.boolean(false), [&]() -> Result {
      Result found = findAttribute(s, value, interned);
      return found ? isDefined(s, *found) : found;
    });
  });
}

static Result setAttribute(Stage &s, const CallInfo &info) {
  if (isOpen(info))
    return forEachName(s, info, setAttribute);
  auto args = bindArguments(s, info, "setattr", {{"/object"}, {"/name"}, {"/value"}});
  if (!args)
    return std::nullopt;
  if (auto names = namesFor(s, (*args)[0], (*args)[1]))
    return callPrelude(s, "set_named_attribute", {(*args)[0], (*args)[1], *names, (*args)[2]});
  auto name = attributeName(s, (*args)[1]);
  if (!name || !setattr(s, (*args)[0], s.intern(*name), (*args)[2]))
    return std::nullopt;
  return s.none();
}

static Result deleteAttribute(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "delattr", {{"/object"}, {"/name"}});
  if (!args)
    return std::nullopt;
  auto name = attributeName(s, (*args)[1]);
  if (!name || !delattr(s, (*args)[0], s.intern(*name)))
    return std::nullopt;
  return s.none();
}

static Result isCallable(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "callable", {{"/obj"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    if (value.isCallable())
      return s.boolean(true);
    if (value.isStatic())
      switch (s.kindOf(value)) {
      case host::Kind::Class:
      case host::Kind::Function:
      case host::Kind::BuiltinFunction:
      case host::Kind::BoundMethod:
      case host::Kind::SlotWrapper:
      case host::Kind::Partial:
        return s.boolean(true);
      default:
        break;
      }
    Value cls = typeOf(s, value);
    if (s.find<ClassObject>(value))
      return s.boolean(true);
    bool hasCall =
        !cls.isUndefined() && !classAttribute(s, cls, s.intern("__call__")).isUndefined();
    return s.boolean(hasCall);
  });
}

// What `__hash__` gave: an int, and -1 is no hash.
static Result hashOfMethod(Stage &s, Result given) {
  Result number = resultOfMethod(s, given, "int", [](llvm::StringRef) {
    return std::string("__hash__ method should return an integer");
  });
  Result isError = number ? compare(s, syntax::CmpOperator::Eq, *number, s.integer(-1)) : number;
  if (!isError)
    return isError;
  return choose(
      s, *isError, [&]() -> Result { return s.integer(-2); },
      [&] { return call(s, builtinType(s, "int"), *number); });
}

static Result hash(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "hash", {{"/obj"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    if (value.isStatic() && (s.asInt(value) || s.kindOf(value) == host::Kind::Int ||
                             s.kindOf(value) == host::Kind::Bytes))
      return callHost(s, lookup(s, "builtins.hash"), {value});
    if (!checkHashable(s, value))
      return std::nullopt;
    if (auto answer = askHost(s, Slot::Hash, value, value))
      return hostResult(s, *answer);
    if (value.isCallable() || isForeign(s, value) ||
        (value.isStatic() && s.kindOf(value) >= host::Kind::Class))
      refuse(s, diag::Kind::UnsupportedFunction, {"hash of an object that is its address"});
    if (auto *instance = s.find<InstanceObject>(value)) // of a subclass of str, int or float
      if (isSlot(s, classAttribute(s, instance->cls, s.intern("__hash__"))) &&
          (isString(s, instance->payload) || isNumber(s, instance->payload)))
        value = instance->payload;
    if (s.find<InstanceObject>(value) || s.isTensor(value)) {
      Result method = specialMethod(s, value, "__hash__");
      if (!method || (!method->isUndefined() && !s.isNone(*method)))
        return method ? hashOfMethod(s, call(s, *method, Arguments())) : std::nullopt;
      if (method->isUndefined() || s.find<InstanceObject>(value))
        return raise(s, "TypeError", "unhashable type: '" + typeName(s, value) + "'");
    }
    noteKeyMethods(s, typesOf(s, value));
    return s.intScalar(rt(s, "value_hash", {toBox(s, value)}, i64Type(s)));
  });
}

// types.MethodType(function, object)
static Result makeMethod(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "method", {{"/function"}, {"/instance"}});
  return args ? Result(s.boundMethod((*args)[0], (*args)[1])) : std::nullopt;
}

static Result variables(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    refuse(s, diag::Kind::UnsupportedFunction, {"vars without an object"});
  auto args = bindArguments(s, info, "vars", {{"/object"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value object) -> Result {
    if (object.isStatic() && s.kindOf(object) == host::Kind::Module)
      return getattr(s, object, s.intern("__dict__"));
    Result found = findAttribute(s, object, s.intern("__dict__"));
    return found && found->isUndefined()
               ? raise(s, "TypeError", "vars() argument must have __dict__ attribute")
               : found;
  });
}

void registerIntrospection(Registry &registry) {
  registry.add("types.MethodType", makeMethod);
  registry.add("builtins.type", typeOfOne);
  registry.add("builtins.getattr", getAttribute);
  registry.add("builtins.hasattr", hasAttribute);
  registry.add("builtins.setattr", setAttribute);
  registry.add("builtins.delattr", deleteAttribute);
  registry.add("builtins.callable", isCallable);
  registry.add("builtins.vars", variables);
  registry.add("builtins.hash", hash);
}

} // namespace lith::stage

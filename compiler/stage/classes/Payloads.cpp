// Payloads.cpp: the built-in value inside an instance whose class derives from a built-in one.
#include "stage/classes/Payloads.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

// The value of a built-in base class in a new instance: undefined when there is none.
Value emptyPayload(Stage &s, Value cls) {
  for (Value base : mroOf(s, cls)) {
    if (base == builtinType(s, "dict"))
      return s.dict({});
    if (base == builtinType(s, "list") || base == builtinType(s, "collections.deque"))
      return s.list({});
    if (base == builtinType(s, "set"))
      return *makeSet(s, s.list({}), false);
    if (base == builtinType(s, "tuple") || base == builtinType(s, "BaseException"))
      return s.tuple({});
  }
  return {};
}

const Primitive *ofCollection(Stage &s, Value slot) {
  const Primitive *own = s.session.primitiveOf(slot.handle());
  llvm::StringRef name = own ? llvm::StringRef(own->spelling) : llvm::StringRef();
  bool is = name.starts_with("collections.") || name.starts_with("types.SimpleNamespace.");
  return is ? own : nullptr;
}

// What str, int, float or complex makes of the arguments, where the class derives from one.
static Result valuePayload(Stage &s, Value cls, const Arguments &arguments) {
  for (Value base : mroOf(s, cls))
    for (llvm::StringRef name : {"str", "int", "float", "complex"})
      if (base == builtinType(s, name)) {
        if (arguments.positional.empty() || !arguments.rest.isUndefined())
          return call(s, base, Arguments());
        return call(s, base, arguments);
      }
  return Value();
}

Result newInstance(Stage &s, Value cls, const Arguments &arguments) {
  if (Value group = builtinType(s, "BaseExceptionGroup");
      !group.isUndefined() && isSubclass(s, cls, group).value_or(false))
    refuse(s, diag::Kind::UnsupportedFunction, {"a group of exceptions"});
  if (isUserFunction(s, classAttribute(s, cls, s.intern("__del__")))) // who would call it?
    refuse(s, diag::Kind::UnsupportedFunction, {className(s, cls) + " with __del__"});
  Result payload = valuePayload(s, cls, arguments);
  if (!payload)
    return payload;
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = cls;
  instance->payload = payload->isUndefined() ? emptyPayload(s, cls) : *payload;
  if (isSubclass(s, cls, builtinType(s, "BaseException")).value_or(false))
    instance->payload = s.tuple(arguments.positional);
  if (isSubclass(s, cls, builtinType(s, "collections.deque")).value_or(false))
    instance->set(changesAttribute(s), s.integer(0));
  return s.make(std::move(instance));
}

// What list, dict and set take: one positional argument, and keywords only dict.
// A list whose class has a `__new__` of its own does not look at the keywords that it is passed
// too.
static bool checkContents(Stage &s, Value payload, Value cls, Arguments &given) {
  bool isDict = s.find<DictObject>(payload), isList = s.find<ListObject>(payload);
  if (!isDict && !isList && !s.find<SetObject>(payload))
    return true;
  llvm::StringRef name = isDict ? "dict" : isList ? "list" : "set";
  if (isList && isUserFunction(s, classAttribute(s, cls, s.intern("__new__"))))
    given.keywords.clear();
  if (!isDict && !given.keywords.empty())
    raise(s, "TypeError", name + "() takes no keyword arguments");
  else if (given.positional.size() > 1)
    raise(s, "TypeError",
          name + " expected at most 1 argument, got " + llvm::Twine(given.positional.size()));
  else
    return true;
  return false;
}

// The function that gives a deque, or an OrderedDict with a __setitem__ of the user's, its elements
// one by one; undefined: they go into the container inside.
static Value fillerOf(Stage &s, Value cls) {
  if (isSubclass(s, cls, builtinType(s, "collections.deque")).value_or(false))
    return s.boundPrimitive(Registry::instance().find("collections.deque.__init__"), {});
  if (isSubclass(s, cls, builtinType(s, "collections.OrderedDict")).value_or(false) &&
      isUserFunction(s, classAttribute(s, cls, s.intern("__setitem__"))))
    return preludeFunction(s, s.session.prelude("ordered_fill"));
  return {};
}

// The `__init__` of object, dict, list and exceptions.
bool initBuiltin(Stage &s, Value object, Value cls, const Arguments &given) {
  auto derivesFrom = [&](llvm::StringRef name) {
    return isSubclass(s, cls, builtinType(s, name)).value_or(false);
  };
  bool takesKeywords =
      derivesFrom("AttributeError") || derivesFrom("ImportError") || derivesFrom("NameError");
  if (isException(s, object) && !given.keywords.empty() && !takesKeywords) {
    raise(s, "TypeError", className(s, cls) + "() takes no keyword arguments");
    return false;
  }
  if (isException(s, object))
    return true;
  Value payload = payloadOf(s, object);
  Arguments arguments = given;
  if (Value fill = fillerOf(s, cls); !fill.isUndefined()) {
    arguments.positional.insert(arguments.positional.begin(), object);
    return call(s, fill, std::move(arguments)).has_value();
  }
  if (isSubclass(s, cls, builtinType(s, "collections.defaultdict")).value_or(false)) {
    auto &positional = arguments.positional;
    if (!positional.empty() && !s.isNone(positional[0])) {
      Result callable = call(s, Value::ofStatic(lookup(s, "builtins.callable")), positional[0]);
      if (callable && s.asBool(*callable) == false) {
        raise(s, "TypeError", "first argument must be callable or None");
        return false;
      }
    }
    s.write<InstanceObject>(object).set(s.intern("default_factory"),
                                        positional.empty() ? s.none() : positional[0]);
    if (!positional.empty())
      positional.erase(positional.begin());
  }
  if (!checkContents(s, payload, cls, arguments))
    return false;
  if (auto *list = s.find<ListObject>(payload);
      list && (list->isRuntime() || !list->elements.empty()))
    callMethod(s, payload, "clear", {});
  if (auto *set = s.find<SetObject>(payload); set && (set->isRuntime() || !set->elements.empty()))
    callMethod(s, payload, "clear", {});
  if (s.find<DictObject>(payload)) {
    for (Value source : arguments.positional)
      if (!updateDict(s, payload, source))
        return false;
    for (auto &[name, value] : arguments.keywords)
      if (!setitem(s, payload, s.string(name), value))
        return false;
    return true;
  }
  if (s.find<ListObject>(payload)) {
    if (arguments.positional.empty())
      return true;
    return forEach(s, arguments.positional[0], site(s), [&](Value element) {
      append(s, payload, element);
      return true;
    });
  }
  if (s.find<SetObject>(payload) && !arguments.positional.empty())
    return callMethod(s, payload, "update", arguments.positional).has_value();
  if (payload != object)
    return true;
  if (isSubclass(s, cls, builtinType(s, "types.SimpleNamespace")).value_or(false)) {
    if (!arguments.positional.empty() && isPython(s, 13))
      refuse(s, diag::Kind::UnsupportedFunction, {"types.SimpleNamespace of a mapping"});
    if (!arguments.positional.empty())
      raise(s, "TypeError", "no positional arguments expected");
    for (auto &[name, value] : arguments.keywords)
      setOwnAttribute(s, object, name, value);
    return arguments.positional.empty();
  }
  Value creator = classAttribute(s, cls, s.intern("__new__"));
  bool isUsers = isUserFunction(s, creator);
  if (!isUsers &&
      creator != hostClassEntry(s, builtinType(s, "object").handle(), s.intern("__new__")))
    refuse(s, diag::Kind::UnsupportedFunction, {className(s, cls)}); // made by code in C
  if (!isUsers && !(arguments.positional.empty() && arguments.keywords.empty())) {
    raise(s, "TypeError", className(s, cls) + "() takes no arguments");
    return false;
  }
  return true;
}

} // namespace lith::stage

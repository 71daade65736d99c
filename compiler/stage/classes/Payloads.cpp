// Payloads.cpp: the built-in value inside an instance whose class derives from a built-in one.
#include "stage/Impl.h"
#include "stage/objects/Iteration.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

// The value of a built-in base class in a new instance: undefined when there is none.
Value Stage::emptyPayload(Value cls) {
  for (Value base : mroOf(cls)) {
    if (base == builtinType("dict"))
      return dict({});
    if (base == builtinType("list") || base == builtinType("collections.deque"))
      return list({});
    if (base == builtinType("set"))
      return *makeSet(list({}), false);
    if (base == builtinType("tuple") || base == builtinType("BaseException"))
      return tuple({});
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
  for (Value base : s.mroOf(cls))
    for (llvm::StringRef name : {"str", "int", "float", "complex"})
      if (base == s.builtinType(name)) {
        if (arguments.positional.empty() || !arguments.rest.isUndefined())
          return s.call(base, Arguments());
        return s.call(base, arguments);
      }
  return Value();
}

Result Stage::newInstance(Value cls, const Arguments &arguments) {
  if (Value group = builtinType("BaseExceptionGroup");
      !group.isUndefined() && isSubclass(cls, group).value_or(false))
    refuse(diag::Kind::UnsupportedFunction, {"a group of exceptions"});
  Result payload = valuePayload(*this, cls, arguments);
  if (!payload)
    return payload;
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = cls;
  instance->payload = payload->isUndefined() ? emptyPayload(cls) : *payload;
  if (isSubclass(cls, builtinType("BaseException")).value_or(false))
    instance->payload = tuple(arguments.positional);
  if (isSubclass(cls, builtinType("collections.deque")).value_or(false))
    instance->set(changesAttribute(*this), integer(0));
  return make(std::move(instance));
}

// What list, dict and set take: one positional argument, and keywords only dict.
// A list whose class has a `__new__` of its own does not look at the keywords that it is passed
// too.
static bool checkContents(Stage &s, Value payload, Value cls, Arguments &given) {
  bool isDict = s.find<DictObject>(payload), isList = s.find<ListObject>(payload);
  if (!isDict && !isList && !s.find<SetObject>(payload))
    return true;
  llvm::StringRef name = isDict ? "dict" : isList ? "list" : "set";
  if (isList && s.isUserFunction(s.classAttribute(cls, s.intern("__new__"))))
    given.keywords.clear();
  if (!isDict && !given.keywords.empty())
    s.raise("TypeError", name + "() takes no keyword arguments");
  else if (given.positional.size() > 1)
    s.raise("TypeError",
            name + " expected at most 1 argument, got " + llvm::Twine(given.positional.size()));
  else
    return true;
  return false;
}

// The `__init__` of object, dict, list and exceptions.
bool Stage::initBuiltin(Value object, Value cls, const Arguments &given) {
  auto derivesFrom = [&](llvm::StringRef name) {
    return isSubclass(cls, builtinType(name)).value_or(false);
  };
  bool takesKeywords =
      derivesFrom("AttributeError") || derivesFrom("ImportError") || derivesFrom("NameError");
  if (isException(object) && !given.keywords.empty() && !takesKeywords) {
    raise("TypeError", className(cls) + "() takes no keyword arguments");
    return false;
  }
  Value payload = payloadOf(object);
  Arguments arguments = given;
  if (isSubclass(cls, builtinType("collections.deque")).value_or(false)) {
    const Primitive *init = Registry::instance().find("collections.deque.__init__");
    return call(boundPrimitive(init, object), std::move(arguments)).has_value();
  }
  if (isSubclass(cls, builtinType("collections.defaultdict")).value_or(false)) {
    auto &positional = arguments.positional;
    if (!positional.empty() && !isNone(positional[0])) {
      Result callable = call(Value::ofStatic(host.lookup("builtins.callable")), positional[0]);
      if (callable && asBool(*callable) == false) {
        raise("TypeError", "first argument must be callable or None");
        return false;
      }
    }
    write<InstanceObject>(object).set(intern("default_factory"),
                                      positional.empty() ? none() : positional[0]);
    if (!positional.empty())
      positional.erase(positional.begin());
  }
  if (!checkContents(*this, payload, cls, arguments))
    return false;
  if (auto *list = find<ListObject>(payload);
      list && (list->isRuntime() || !list->elements.empty()))
    callMethod(payload, "clear", {});
  if (auto *set = find<SetObject>(payload); set && (set->isRuntime() || !set->elements.empty()))
    callMethod(payload, "clear", {});
  if (find<DictObject>(payload)) {
    for (Value source : arguments.positional)
      if (!updateDict(payload, source))
        return false;
    for (auto &[name, value] : arguments.keywords)
      if (!setitem(payload, string(name), value))
        return false;
    return true;
  }
  if (find<ListObject>(payload)) {
    if (arguments.positional.empty())
      return true;
    return forEach(arguments.positional[0], site(), [&](Value element) {
      append(payload, element);
      return true;
    });
  }
  if (find<SetObject>(payload) && !arguments.positional.empty())
    return callMethod(payload, "update", arguments.positional).has_value();
  if (payload != object)
    return true;
  if (isSubclass(cls, builtinType("types.SimpleNamespace")).value_or(false)) {
    if (!arguments.positional.empty())
      raise("TypeError", "no positional arguments expected");
    for (auto &[name, value] : arguments.keywords)
      setOwnAttribute(object, name, value);
    return arguments.positional.empty();
  }
  Value creator = classAttribute(cls, intern("__new__"));
  bool isUsers = isUserFunction(creator) && !isGenericNew(creator);
  if (!isUsers && !isGenericNew(creator) &&
      creator != hostClassEntry(builtinType("object").handle(), intern("__new__")))
    refuse(diag::Kind::UnsupportedFunction, {className(cls)}); // made by code in C
  if (!isUsers && !(arguments.positional.empty() && arguments.keywords.empty())) {
    raise("TypeError", className(cls) + "() takes no arguments");
    return false;
  }
  return true;
}

} // namespace lith::stage

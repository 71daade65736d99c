// Descriptors.cpp: what a class attribute becomes when it is read: methods, properties, class and
// static methods, cached properties and descriptors of the user's.
#include "stage/classes/Descriptors.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/Caches.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

static Result bindProgramDescriptor(Stage &, Value attribute, Value object, Value cls);

// functools.cached_property: the value becomes an attribute of the instance.
static Result cacheProperty(Stage &s, Value property, Value object) {
  Result function = getattr(s, property, s.intern("func")),
         name = getattr(s, property, s.intern("attrname"));
  if (!s.asStr(*name))
    return raise(s, "TypeError",
                 "Cannot use cached_property instance without calling "
                 "__set_name__ on it.");
  Result value = call(s, *function, object);
  if (!value || !setInstanceAttribute(s, object, s.intern(*s.asStr(*name)), *value))
    return std::nullopt;
  return value;
}

// A field of a named tuple that existed before the call, by its descriptor.
static Result fieldOfTuple(Stage &s, Value getter, Value object, Value cls) {
  Value fields = classAttribute(s, cls, s.intern("_fields"));
  if (fields.isTuple())
    for (auto [i, field] : llvm::enumerate(fields.tuple().elements))
      if (auto name = s.asStr(field); name && classAttribute(s, cls, s.intern(*name)) == getter)
        return getitem(s, payloadOf(s, object), s.integer(int64_t(i)));
  refuse(s, diag::Kind::UnsupportedFunction, {"collections.namedtuple"});
}

bool isFromKeys(Stage &s, Value function) {
  auto isOf = [&](llvm::StringRef cls) {
    return function == hostClassEntry(s, builtinType(s, cls).handle(), s.intern("fromkeys"));
  };
  return isOf("dict") || isOf("collections.OrderedDict");
}

// The name that the class has the attribute under.
static std::string nameOfAttribute(Stage &s, Value cls, Value attribute) {
  for (Value base : mroOf(s, cls)) {
    if (const ClassObject *made = s.find<ClassObject>(base)) {
      for (auto &[name, value] : made->entries)
        if (value == attribute)
          return name.str();
      continue;
    }
    for (Handle key : classNames(s, base.handle())) {
      std::string_view name = s.host.asStr(key);
      if (hostClassEntry(s, base.handle(), s.intern({name.data(), name.size()})) == attribute)
        return std::string(name);
    }
  }
  return "";
}

static Result withoutGetter(Stage &s, Value property, Value cls) {
  return raise(s, "AttributeError",
               "property '" + nameOfAttribute(s, cls, property) + "' of '" +
                   *s.asStr(qualifiedNameOf(s, cls)) + "' object has no getter");
}

// Whether this is a class method in C of the class itself, which the program has no function for.
static bool isClassMethodOf(Stage &s, Value cls, Handle function) {
  if (!cls.isStatic() || s.session.primitiveOf(function) ||
      classOf(s, function) != builtinType(s, "types.ClassMethodDescriptorType"))
    return false;
  std::string_view name = s.host.asStr(fixedSlot(s, function, "__name__"));
  return hostClassEntry(s, cls.handle(), s.intern({name.data(), name.size()})).isStatic(function);
}

// A class attribute as it is seen through an instance (or through the class itself).
Result bindAttribute(Stage &s, Value attribute, Value object, Value cls) {
  bool hasObject = !object.isUndefined();
  if (attribute.isCallable()) {
    const CallableData &data = attribute.callable();
    bool isGenerated = data.form == CallableData::Form::Primitive && data.self.isUndefined() &&
                       llvm::StringRef(data.primitive->spelling).starts_with("dataclass.");
    bool isFunction = data.form == CallableData::Form::Function || isGenerated;
    return isFunction && hasObject ? s.boundMethod(attribute, object) : attribute;
  }
  if (s.find<InstanceObject>(attribute)) {
    Value special = s.find<InstanceObject>(attribute)->cls;
    if (special == builtinType(s, "property") || special == builtinType(s, "classmethod") ||
        special == builtinType(s, "staticmethod"))
      return bindProgramDescriptor(s, attribute, object, cls);
    if (special == builtinType(s, "functools.cached_property") && hasObject)
      return cacheProperty(s, attribute, object);
    Value get = classAttribute(s, typeOf(s, attribute), s.intern("__get__"));
    if (!get.isUndefined())
      return call(s, get, {attribute, hasObject ? object : s.none(), cls});
    return attribute;
  }
  if (!attribute.isStatic())
    return attribute;
  Handle handle = attribute.handle();
  switch (s.host.kind(handle)) {
  case Kind::Function:
    return hasObject ? s.boundMethod(attribute, object) : attribute;
  case Kind::SlotWrapper: {
    if (isFromKeys(s, attribute)) {
      bool isOwn =
          cls == builtinType(s, "dict") || cls == builtinType(s, "collections.OrderedDict");
      return isOwn ? attribute
                   : s.boundMethod(preludeFunction(s, s.session.prelude("subclass_fromkeys")), cls);
    }
    const Primitive *own = s.session.primitiveOf(handle);
    if (own && own->spelling == "torch.autograd.function.Function.apply")
      return s.boundPrimitive(own, cls); // in C from PyTorch 2.15 on
    if (isClassMethodOf(s, cls, handle))
      return hostResult(s, runInHost(s, lookup(s, "builtins.getattr"),
                                     {cls.handle(), fixedSlot(s, handle, "__name__")}, {}));
    if (!hasObject)
      return attribute;
    bool isGetter = classOf(s, handle) == builtinType(s, "types.GetSetDescriptorType");
    if ((!own || isGetter) && object.isRef())
      if (Value slot = initialSlot(s, object, handle); !slot.isUndefined())
        return slot;
    return own && isGetter ? call(s, attribute, object) : Result(s.boundMethod(attribute, object));
  }
  case Kind::Property: {
    if (!hasObject)
      return attribute;
    Handle getter = s.host.propertyFunctions(handle)[0];
    if (!getter || s.host.kind(getter) == Kind::None)
      return withoutGetter(s, attribute, cls);
    return call(s, Value::ofStatic(getter), object);
  }
  case Kind::ClassMethod:
    return s.boundMethod(Value::ofStatic(s.host.boundFunction(handle)), cls);
  case Kind::StaticMethod:
    return Value::ofStatic(s.host.boundFunction(handle));
  case Kind::Other:
    if (hasObject && isCache(s, attribute))
      return s.boundMethod(attribute, object);
    if (hasObject && classOf(s, handle).handle() == lookup(s, "collections._tuplegetter"))
      return fieldOfTuple(s, attribute, object, cls);
    return attribute;
  default:
    return attribute;
  }
}

// property, classmethod and staticmethod objects that the program made.
static Result bindProgramDescriptor(Stage &s, Value attribute, Value object, Value cls) {
  const InstanceObject *descriptor = s.find<InstanceObject>(attribute);
  Value kind = descriptor->cls;
  const Value *function = descriptor->find(s.intern("fget"));
  if (kind == builtinType(s, "property")) {
    if (object.isUndefined())
      return attribute;
    return s.isNone(*function) ? withoutGetter(s, attribute, cls) : call(s, *function, object);
  }
  if (kind == builtinType(s, "classmethod"))
    return s.boundMethod(*function, cls);
  return *function;
}

Result attributeOfWrapped(Stage &s, Value object, llvm::StringRef name) {
  const InstanceObject *made = s.find<InstanceObject>(object);
  if (made->cls != builtinType(s, "staticmethod") && made->cls != builtinType(s, "classmethod"))
    return Value();
  Value function = *made->find(s.intern("fget"));
  if (name == "__func__" || name == "__wrapped__")
    return function;
  bool isShared = llvm::is_contained({"__name__", "__qualname__", "__doc__", "__module__"}, name);
  return isShared ? getattr(s, function, name) : Result(Value());
}

} // namespace lith::stage

// Descriptors.cpp: what a class attribute becomes when it is read: methods, properties, class and
// static methods, cached properties and descriptors of the user's.
#include "stage/classes/Descriptors.h"
#include "stage/builtins/Support.h"
#include "stage/language/ClassStatements.h"
#include "stage/outside/Caches.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

// functools.cached_property: the value becomes an attribute of the instance.
static Result cacheProperty(Stage &s, Value property, Value object) {
  Result function = s.getattr(property, s.intern("func")),
         name = s.getattr(property, s.intern("attrname"));
  if (!s.asStr(*name))
    return s.raise("TypeError", "Cannot use cached_property instance without calling "
                                "__set_name__ on it.");
  Result value = s.call(*function, object);
  if (!value || !s.setInstanceAttribute(object, s.intern(*s.asStr(*name)), *value))
    return std::nullopt;
  return value;
}

// A field of a named tuple that existed before the call, by its descriptor.
static Result fieldOfTuple(Stage &s, Value getter, Value object, Value cls) {
  Value fields = s.classAttribute(cls, s.intern("_fields"));
  if (fields.isTuple())
    for (auto [i, field] : llvm::enumerate(fields.tuple().elements))
      if (auto name = s.asStr(field); name && s.classAttribute(cls, s.intern(*name)) == getter)
        return s.getitem(s.payloadOf(object), s.integer(int64_t(i)));
  s.refuse(diag::Kind::UnsupportedFunction, {"collections.namedtuple"});
}

bool isFromKeys(Stage &s, Value function) {
  auto isOf = [&](llvm::StringRef cls) {
    return function.handle() == s.host.classEntry(s.builtinType(cls).handle(), "fromkeys");
  };
  return isOf("dict") || isOf("collections.OrderedDict");
}

// The name that the class has the attribute under.
static std::string nameOfAttribute(Stage &s, Value cls, Value attribute) {
  for (Value base : s.mroOf(cls)) {
    if (const ClassObject *made = s.find<ClassObject>(base)) {
      for (auto &[name, value] : made->entries)
        if (value == attribute)
          return name.str();
      continue;
    }
    for (auto &[name, value] : s.host.classEntries(base.handle()))
      if (attribute.isStatic(value))
        return name;
  }
  return "";
}

static Result withoutGetter(Stage &s, Value property, Value cls) {
  return s.raise("AttributeError", "property '" + nameOfAttribute(s, cls, property) + "' of '" +
                                       *s.asStr(qualifiedNameOf(s, cls)) +
                                       "' object has no getter");
}

// Whether this is a class method in C of the class itself, which the program has no function for.
static bool isClassMethodOf(Stage &s, Value cls, Handle function) {
  if (!cls.isStatic() || s.session.primitiveOf(function) ||
      s.host.classOf(function) != s.host.lookup("types.ClassMethodDescriptorType"))
    return false;
  return s.host.classEntry(cls.handle(), s.host.asStr(s.host.slot(function, "__name__"))) ==
         function;
}

// A class attribute as it is seen through an instance (or through the class itself).
Result Stage::bindAttribute(Value attribute, Value object, Value cls) {
  bool hasObject = !object.isUndefined();
  if (attribute.isCallable()) {
    const CallableData &data = attribute.callable();
    bool isGenerated = data.form == CallableData::Form::Primitive && data.self.isUndefined() &&
                       llvm::StringRef(data.primitive->spelling).starts_with("dataclass.");
    bool isFunction = data.form == CallableData::Form::Function || isGenerated;
    return isFunction && hasObject ? boundMethod(attribute, object) : attribute;
  }
  if (find<InstanceObject>(attribute)) {
    Value special = find<InstanceObject>(attribute)->cls;
    if (special == builtinType("property") || special == builtinType("classmethod") ||
        special == builtinType("staticmethod"))
      return bindProgramDescriptor(attribute, object, cls);
    if (special == builtinType("functools.cached_property") && hasObject)
      return cacheProperty(*this, attribute, object);
    Value get = classAttribute(typeOf(attribute), intern("__get__"));
    if (!get.isUndefined())
      return call(get, {attribute, hasObject ? object : none(), cls});
    return attribute;
  }
  if (!attribute.isStatic())
    return attribute;
  Handle handle = attribute.handle();
  switch (host.kind(handle)) {
  case Kind::Function:
    return hasObject ? boundMethod(attribute, object) : attribute;
  case Kind::SlotWrapper:
    if (cls != builtinType("dict") && cls != builtinType("collections.OrderedDict") &&
        isFromKeys(*this, attribute))
      return boundMethod(preludeFunction(session.prelude("subclass_fromkeys")), cls);
    if (isClassMethodOf(*this, cls, handle))
      return hostResult(host.call(host.lookup("builtins.getattr"),
                                  {cls.handle(), host.slot(handle, "__name__")}, {}));
    if (!hasObject)
      return attribute;
    if (!session.primitiveOf(handle) && object.isRef())
      if (Value slot = initialSlot(object, handle); !slot.isUndefined())
        return slot;
    return boundMethod(attribute, object);
  case Kind::Property: {
    if (!hasObject)
      return attribute;
    Handle getter = host.propertyFunctions(handle)[0];
    if (!getter || host.kind(getter) == Kind::None)
      return withoutGetter(*this, attribute, cls);
    return call(Value::ofStatic(getter), object);
  }
  case Kind::ClassMethod:
    return boundMethod(Value::ofStatic(host.boundFunction(handle)), cls);
  case Kind::StaticMethod:
    return Value::ofStatic(host.boundFunction(handle));
  case Kind::Other:
    if (hasObject && isCache(*this, attribute))
      return boundMethod(attribute, object);
    if (hasObject && host.qualifiedName(host.classOf(handle)) == "_collections._tuplegetter")
      return fieldOfTuple(*this, attribute, object, cls);
    return attribute;
  default:
    return attribute;
  }
}

// property, classmethod and staticmethod objects that the program made.
Result Stage::bindProgramDescriptor(Value attribute, Value object, Value cls) {
  const InstanceObject *descriptor = find<InstanceObject>(attribute);
  Value kind = descriptor->cls;
  const Value *function = descriptor->find(intern("fget"));
  if (kind == builtinType("property")) {
    if (object.isUndefined())
      return attribute;
    return isNone(*function) ? withoutGetter(*this, attribute, cls) : call(*function, object);
  }
  if (kind == builtinType("classmethod"))
    return boundMethod(*function, cls);
  return *function;
}

Result attributeOfWrapped(Stage &s, Value object, llvm::StringRef name) {
  const InstanceObject *made = s.find<InstanceObject>(object);
  if (made->cls != s.builtinType("staticmethod") && made->cls != s.builtinType("classmethod"))
    return Value();
  Value function = *made->find(s.intern("fget"));
  if (name == "__func__" || name == "__wrapped__")
    return function;
  bool isShared = llvm::is_contained({"__name__", "__qualname__", "__doc__", "__module__"}, name);
  return isShared ? s.getattr(function, name) : Result(Value());
}

} // namespace lith::stage

// Attributes.cpp: x.name, x.name = value, del x.name, with descriptors, properties
// and __getattr__, as Python's object and type do it.
#include "stage/Caches.h"
#include "stage/Records.h"
#include "stage/tensor/Mapped.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

static driver::Path attributePath(Handle object, llvm::StringRef name) {
  driver::Path path;
  path.root = object;
  path.steps.push_back({driver::Step::Kind::Attribute, name.str(), 0, nullptr});
  return path;
}

// The classes of a class's method resolution order, itself first.
llvm::ArrayRef<Value> Stage::mroOf(Value cls) {
  if (const ClassObject *object = find<ClassObject>(cls))
    return object->mro;
  auto [it, isNew] = impl->mros.try_emplace(cls.handle());
  if (isNew)
    for (Handle base : host.mro(cls.handle()))
      it->second.push_back(Value::ofStatic(base));
  return it->second;
}

// What the class or a base of it defines under this name, unbound; undefined when none does.
Value Stage::classAttribute(Value cls, llvm::StringRef name, Value after) {
  bool skip = !after.isUndefined();
  for (Value base : mroOf(cls)) {
    if (skip) {
      skip = base != after;
      continue;
    }
    if (const ClassObject *object = find<ClassObject>(base)) {
      if (const Value *entry = object->find(name))
        return *entry;
      continue;
    }
    Value entry = hostClassEntry(base.handle(), name);
    if (!entry.isUndefined())
      return entry;
  }
  return {};
}

Value Stage::hostClassEntry(Handle cls, llvm::StringRef name) {
  if (Value own = writtenEntry(cls, name); !own.isUndefined())
    return own;
  return initialClassEntry(cls, name);
}

// What the class had before the call; that it had nothing is guarded.
Value Stage::classEntryOrAbsent(Handle cls, llvm::StringRef name) {
  Value entry = initialClassEntry(cls, name);
  if (entry.isUndefined())
    guard(driver::Guard::Kind::Absent, attributePath(cls, name), nullptr);
  return entry;
}

Value Stage::initialClassEntry(Handle cls, llvm::StringRef name) {
  auto [it, isNew] = impl->classEntries.try_emplace({cls, name.data()}, Value());
  if (!isNew && !it->second.isRef())
    return it->second;
  Handle entry = host.classEntry(cls, {name.data(), name.size()});
  Value value;
  if (entry) {
    value = outside(entry, attributePath(cls, name));
  }
  impl->classEntries[{cls, name.data()}] = value;
  return value;
}

static bool isDataDescriptor(Stage &s, Value value) {
  if (value.isStatic())
    return s.kindOf(value) == Kind::Property;
  if (s.find<InstanceObject>(value))
    return !s.classAttribute(s.typeOf(value), s.intern("__set__")).isUndefined();
  return false;
}

// functools.cached_property: the value becomes an attribute of the instance.
static Result cacheProperty(Stage &s, Value property, Value object) {
  Result function = s.getattr(property, s.intern("func")),
         name = s.getattr(property, s.intern("attrname"));
  Result value = s.call(*function, object);
  if (!value || !s.setInstanceAttribute(object, s.intern(*s.asStr(*name)), *value))
    return std::nullopt;
  return value;
}

// A class attribute as it is seen through an instance (or through the class itself).
Result Stage::bindAttribute(Value attribute, Value object, Value cls) {
  bool hasObject = !object.isUndefined();
  if (attribute.isCallable()) {
    const CallableData &data = attribute.callable();
    bool isFunction = data.form == CallableData::Form::Function;
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
      return raise("AttributeError", "property of '" + typeName(object) + "' object has no getter");
    return call(Value::ofStatic(getter), object);
  }
  case Kind::ClassMethod:
    return boundMethod(Value::ofStatic(host.boundFunction(handle)), cls);
  case Kind::StaticMethod:
    return Value::ofStatic(host.boundFunction(handle));
  case Kind::Other:
    if (hasObject && isCache(*this, attribute))
      return boundMethod(attribute, object);
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
    return call(*function, object);
  }
  if (kind == builtinType("classmethod"))
    return boundMethod(*function, cls);
  return *function;
}

Result Stage::getattr(Value object, llvm::StringRef name) {
  Result found = findAttribute(object, name);
  if (!found)
    return found;
  return defined(*found, [&] { raise("AttributeError", missingAttribute(object, name)); });
}

std::string Stage::missingAttribute(Value object, llvm::StringRef name) {
  if (object.isStatic() && kindOf(object) == Kind::Module)
    return "module '" + host.qualifiedName(object.handle()) + "' has no attribute '" + name.str() +
           "'";
  if (isClass(object))
    return "type object '" + className(object) + "' has no attribute '" + name.str() + "'";
  bool isMethod = object.isCallable() && object.callable().form == CallableData::Form::BoundMethod;
  return "'" + (isMethod ? "function" : typeName(object)) + "' object has no attribute '" +
         name.str() + "'"; // a method asks its function
}

Result Stage::findAttribute(Value object, llvm::StringRef name) {
  if (object.isUnion() || object.isBox()) {
    if (object.isBox() && object.types()->isAny())
      refuse(diag::Kind::UnknownAttribute, {std::string_view(name)});
    return forEachAlternative(object,
                              [&](Value alternative) { return findAttribute(alternative, name); });
  }
  if (name == "__class__")
    return object.isScalar(ScalarType::Exception) ? exceptionType(*this, object) : typeOf(object);
  if (object.isRef()) {
    if (find<TensorObject>(object))
      return findTensorAttribute(object, name);
    if (isMapped(*this, object))
      return mappedAttribute(*this, object, name);
    if (find<InstanceObject>(object)) {
      Value user = classAttribute(typeOf(object), intern("__getattribute__"));
      if (user.isCallable() || (user.isStatic() && kindOf(user) == Kind::Function))
        return call(user, {object, string(name)});
      return findInstanceAttribute(object, name);
    }
    if (find<ClassObject>(object))
      return findClassAttribute(object, name);
    return findBuiltinAttribute(object, name);
  }
  if (object.isCallable())
    return findCallableAttribute(object, name);
  if (object.isStatic())
    return findStaticAttribute(object, name);
  return findBuiltinAttribute(object, name);
}

Result Stage::findTensorAttribute(Value tensor, llvm::StringRef name) {
  Result value = tensorAttribute(*this, tensor, name);
  if (!value || !value->isUndefined())
    return value;
  if (const Primitive *primitive = Registry::instance().find(("Tensor." + name).str()))
    return boundPrimitive(primitive, tensor);
  Address holder = find<TensorObject>(tensor)->attributes;
  if (holder != NoAddress)
    if (const Value *own = state.heap.find<InstanceObject>(holder)->find(name))
      return *own;
  Value cls = typeOf(tensor);
  Value entry = classAttribute(cls, name);
  return entry.isUndefined() ? Result(entry) : bindAttribute(entry, tensor, cls);
}

// Whether Python's own type has the attribute: then it is not missing, Lith only lacks it.
bool isAttributeOfType(Stage &s, Value object, llvm::StringRef name) {
  if (object.isScalar(ScalarType::Exception) ||
      (object.isStatic() && s.kindOf(object) == Kind::Module))
    return false;
  Value cls = s.typeOf(object);
  return cls.isStatic() && llvm::any_of(s.host.mro(cls.handle()), [&](Handle base) {
           return s.host.classEntry(base, {name.data(), name.size()}) != nullptr;
         });
}

// list, dict, str, int ... : methods of the registry, by the name of the type.
Result Stage::findBuiltinAttribute(Value object, llvm::StringRef name) {
  if (object.isTuple()) {
    const TupleData &data = object.tuple();
    if (data.form == TupleData::Form::Slice || data.form == TupleData::Form::Range) {
      int part = llvm::StringSwitch<int>(name)
                     .Case("start", 0)
                     .Case("stop", 1)
                     .Case("step", 2)
                     .Default(-1);
      if (part >= 0)
        return data.elements[part];
    }
    if (data.form == TupleData::Form::Subclass) {
      Value cls = data.cls;
      if (Value field = namedField(object, name); !field.isUndefined())
        return field;
      Value entry = classAttribute(cls, name);
      if (!entry.isUndefined())
        return bindAttribute(entry, object, cls);
    }
  }
  bool isIterator = find<IteratorObject>(object) && !isView(object);
  if (isIterator && (name == "__next__" || name == "__iter__"))
    return boundPrimitive(
        Registry::instance().find(name == "__next__" ? "builtins.next" : "builtins.iter"), object);
  std::string type = typeName(object);
  if (const Primitive *primitive = Registry::instance().find(type + "." + name.str()))
    return boundPrimitive(primitive, object);
  if (object.isTuple())
    if (const Primitive *primitive = Registry::instance().find("tuple." + name.str()))
      return boundPrimitive(primitive, object);
  if (const Primitive *primitive = Registry::instance().find("object." + name.str()))
    return boundPrimitive(primitive, object);
  if (object.isScalar(ScalarType::Exception))
    return exceptionAttribute(object, name);
  if (isNumber(object) && (name == "real" || name == "imag"))
    return name == "real" ? Result(object) : Result(integer(0));
  if (isAttributeOfType(*this, object, name))
    refuse(diag::Kind::UnsupportedFunction, {type + "." + name.str()});
  return Value();
}

Value Stage::namedField(Value object, llvm::StringRef name) {
  Value fields = classAttribute(object.tuple().cls, intern("_fields"));
  if (fields.isUndefined())
    fields = classAttribute(object.tuple().cls, intern("__match_args__"));
  if (fields.isTuple())
    for (auto [i, field] : llvm::enumerate(fields.tuple().elements))
      if (asStr(field) == name)
        return object.tuple().elements[i];
  return {};
}

bool mayBeUndefined(Value value) {
  if (value.isUnion())
    return llvm::any_of(value.oneOf().alternatives,
                        [](Value v) { return v.isUndefined() && !v.isAbsent(); });
  return value.isUndefined() || (value.isBox() && !value.types()->isAny() &&
                                 llvm::any_of(value.types()->types, [](const Type &type) {
                                   return type.kind == Type::Kind::Undefined;
                                 }));
}

static Result inheritedAttribute(Stage &s, Value object, llvm::StringRef name, Value entry);

Result Stage::findInstanceAttribute(Value object, llvm::StringRef name) {
  Value cls = find<InstanceObject>(object)->cls;
  if (cls == builtinType("super"))
    return findSuperAttribute(object, name);
  if (name == "__dict__")
    return attributesDict(object);
  Value entry = classAttribute(cls, name);
  if (!entry.isUndefined() && isDataDescriptor(*this, entry))
    return bindAttribute(entry, object, cls);
  Value own = instanceEntry(object, name);
  if (!mayBeUndefined(own))
    return own;
  if (own.isUndefined())
    return inheritedAttribute(*this, object, name, entry);
  bool inherits = !entry.isUndefined() || !find<InstanceObject>(object)->payload.isUndefined() ||
                  !classAttribute(cls, intern("__getattr__")).isUndefined();
  if (!inherits)
    return own;
  return forEachAlternative(own, [&](Value alternative) -> Result {
    return alternative.isUndefined() ? inheritedAttribute(*this, object, name, entry) : alternative;
  });
}

// What an instance has that does not have the attribute itself.
static Result inheritedAttribute(Stage &s, Value object, llvm::StringRef name, Value entry) {
  Value cls = s.find<InstanceObject>(object)->cls;
  if (s.isException(object))
    if (Result special = s.knownExceptionAttribute(object, name); !special->isUndefined())
      return special;
  Value payload = s.find<InstanceObject>(object)->payload;
  if (s.isSlot(entry) && !payload.isUndefined()) {
    const Primitive *primitive = s.session.primitiveOf(entry.handle());
    if (primitive && llvm::StringRef(primitive->spelling).starts_with("collections."))
      return s.boundPrimitive(primitive, object); // what the class has of its own, not of its base
    Result inner = s.findBuiltinAttribute(payload, name);
    if (!inner || !inner->isUndefined())
      return inner;
  }
  // A member of __slots__ that holds nothing is missing.
  bool isEmptyMember =
      entry.isStatic() && !s.isOutside(object.address()) &&
      s.host.classOf(entry.handle()) == s.host.lookup("types.MemberDescriptorType");
  if (isEmptyMember && s.isException(object)) // of a built-in class, in C
    s.refuse(diag::Kind::UnsupportedFunction, {name.str() + " of an exception"});
  if (!entry.isUndefined() && !isEmptyMember)
    return s.bindAttribute(entry, object, cls);
  if (!payload.isUndefined()) {
    Result inner = s.findBuiltinAttribute(payload, name);
    if (!inner || !inner->isUndefined())
      return inner;
  }
  if (Value module = s.moduleEntry(object, name); !module.isUndefined())
    return module;
  Value fallback = s.classAttribute(cls, s.intern("__getattr__"));
  if (!fallback.isUndefined())
    return s.call(fallback, {object, s.string(name)});
  if (const Primitive *primitive = Registry::instance().find(("object." + name).str()))
    return s.boundPrimitive(primitive, object);
  return Value();
}

// The instance's own attribute: set by the program, or what it had before the call.
Value Stage::instanceEntry(Value object, llvm::StringRef name) {
  const InstanceObject *instance = find<InstanceObject>(object);
  if (instance->isRuntime())
    return recordField(*this, object, name);
  if (const Value *own = instance->find(name))
    return *own;
  return initialAttribute(object.address(), name);
}

// Where a class of the user's is asked for what it does not have, that it does not is guarded.
static void guardAbsence(Stage &s, Value cls, llvm::StringRef name) {
  for (Value base : s.mroOf(cls)) {
    std::string path = base.isStatic() ? s.host.qualifiedName(base.handle()) : "";
    if (!base.isStatic() || path.starts_with("builtins.") || path.starts_with("torch."))
      continue;
    if (!s.hostClassEntry(base.handle(), name).isUndefined())
      return;
    s.classEntryOrAbsent(base.handle(), name);
  }
}

Result Stage::findClassAttribute(Value cls, llvm::StringRef name) {
  Value entry = classAttribute(cls, name);
  if (!name.starts_with("__"))
    guardAbsence(*this, cls, name);
  if (!entry.isUndefined())
    return bindAttribute(entry, {}, cls);
  if (name == "__name__" || name == "__qualname__")
    return string(className(cls));
  if (name == "__mro__")
    return tuple(mroOf(cls));
  if (const ClassObject *object = find<ClassObject>(cls)) {
    if (name == "__bases__")
      return tuple(object->bases);
    if (name == "__module__")
      return string(object->module);
    return Value();
  }
  if (name == "__dict__")
    return Value();
  if (Handle slot = host.slot(cls.handle(), {name.data(), name.size()}))
    return outsideSlot(cls.handle(), name, slot);
  Value meta = Value::ofStatic(host.metaclass(cls.handle()));
  Value inherited = classAttribute(meta, name);
  if (!inherited.isUndefined())
    return bindAttribute(inherited, cls, meta);
  return Value();
}

Value Stage::outsideSlot(Handle object, llvm::StringRef name, Handle slot) {
  driver::Path path = rootPath(object);
  path.steps.push_back({driver::Step::Kind::Slot, name.str(), 0, nullptr});
  return outside(slot, path);
}

// In the __dict__ of a module or function.
static Value dictAttribute(Stage &s, Handle object, llvm::StringRef name) {
  Handle dict = s.host.instanceDict(object);
  if (!dict)
    return {};
  if (Value own = s.writtenEntry(dict, name); !own.isUndefined())
    return own;
  Handle entry = s.host.dictGet(dict, s.host.str({name.data(), name.size()}));
  return entry ? s.outside(entry, attributePath(object, name)) : Value();
}

Result Stage::findStaticAttribute(Value object, llvm::StringRef name) {
  Handle handle = object.handle();
  switch (host.kind(handle)) {
  case Kind::Module:
    if (Value entry = dictAttribute(*this, handle, name); !entry.isUndefined())
      return entry;
    if (Handle inner = host.module(host.qualifiedName(handle) + "." + name.str()))
      return Value::ofStatic(inner);
    return findBuiltinAttribute(object, name);
  case Kind::Class:
    return findClassAttribute(object, name);
  case Kind::Int:
  case Kind::Float:
  case Kind::Bool:
  case Kind::Str:
  case Kind::Bytes:
  case Kind::Complex:
  case Kind::None:
    return findBuiltinAttribute(object, name);
  case Kind::Function:
    if (Value entry = dictAttribute(*this, handle, name); !entry.isUndefined())
      return entry;
    break;
  case Kind::BoundMethod:
    if (name == "__self__")
      return outside(host.boundSelf(handle), rootPath(host.boundSelf(handle)));
    if (name == "__func__")
      return Value::ofStatic(host.boundFunction(handle));
    break;
  case Kind::Partial:
    if (name == "func")
      return partialOf(handle).callable().function;
    break;
  default:
    break;
  }
  if (Handle slot = host.slot(handle, {name.data(), name.size()}))
    return outsideSlot(handle, name, slot);
  Value cls = typeOf(object);
  Value entry = classAttribute(cls, name);
  if (!entry.isUndefined())
    return bindAttribute(entry, object, cls);
  return Value();
}

Result Stage::findCallableAttribute(Value object, llvm::StringRef name) {
  const CallableData &data = object.callable();
  switch (data.form) {
  case CallableData::Form::BoundMethod:
    if (name == "__self__")
      return data.self;
    if (name == "__func__")
      return data.function;
    return findAttribute(data.function, name);
  case CallableData::Form::Function: {
    if (data.attributes != NoAddress)
      if (auto *holder = state.heap.find<InstanceObject>(data.attributes))
        if (const Value *own = holder->find(name))
          return *own;
    bool isPrelude =
        data.globals.isUndefined(); // what of the standard library it stands for has more
    if (isPrelude && (name.starts_with("cache_") || name == "__name__" || name == "__qualname__"))
      refuse(diag::Kind::UnsupportedFunction,
             {name.str() + " of a function of the standard library"});
    if (name == "__name__")
      return string(data.code->name);
    if (name == "__qualname__")
      return string(data.code->qualname);
    if (name == "__dict__")
      return dict({});
    if (name == "__doc__" || name == "__wrapped__")
      return name == "__doc__" ? Result(none()) : Result(Value());
    return Value();
  }
  case CallableData::Form::Primitive:
    if (name == "__self__" && !data.self.isUndefined())
      return data.self;
    if (name == "__name__" || name == "__qualname__") {
      llvm::StringRef spelling = data.primitive->spelling;
      return string(spelling.substr(spelling.rfind('.') + 1));
    }
    return Value();
  case CallableData::Form::Partial:
    if (name == "func")
      return data.function;
    if (name == "args")
      return tuple(data.values.drop_back(data.names.size()));
    return Value();
  }
  return Value();
}

bool Stage::setattr(Value object, llvm::StringRef name, Value value) {
  if (name == "__traceback__" && isException(object))
    return true; // what a traceback shows is where the exception was raised
  if (object.isUnion() || object.isBox())
    return forEachAlternative(object,
                              [&](Value alternative) -> Result {
                                return setattr(alternative, name, value) ? Result(none())
                                                                         : std::nullopt;
                              })
        .has_value();
  if (find<TensorObject>(object)) {
    Result handled = tensorSetAttribute(*this, object, name, value);
    if (!handled)
      return false;
    if (asBool(*handled) != false)
      return true;
    if (isOutside(object.address()))
      writeOutside(object, name, value);
    TensorObject &tensor = write<TensorObject>(object);
    if (tensor.attributes == NoAddress) {
      auto holder = std::make_shared<InstanceObject>();
      holder->cls = builtinType("object");
      tensor.attributes = allocate(std::move(holder));
    }
    state.heap.write<InstanceObject>(tensor.attributes).set(name, value);
    return true;
  }
  if (find<ClassObject>(object)) {
    auto &entries = write<ClassObject>(object).entries;
    for (auto &[key, place] : entries)
      if (key.data() == name.data()) {
        place = value;
        return true;
      }
    entries.push_back({name, value});
    return true;
  }
  if (object.isCallable() && object.callable().attributes != NoAddress) {
    Address holder = object.callable().attributes;
    if (!state.heap.find(holder)) {
      auto made = std::make_shared<InstanceObject>();
      made->cls = builtinType("object");
      state.heap.insert(holder, std::move(made));
    }
    state.heap.write<InstanceObject>(holder).set(name, value);
    return true;
  }
  if (!find<InstanceObject>(object)) {
    if (object.isStatic() && (kindOf(object) == Kind::Class || kindOf(object) == Kind::Module ||
                              kindOf(object) == Kind::Function))
      return setOutsideAttribute(object, name, value);
    raise("AttributeError", missingAttribute(object, name));
    return false;
  }
  Value cls = find<InstanceObject>(object)->cls;
  Value user = classAttribute(cls, intern("__setattr__"));
  if (!user.isUndefined() && (user.isCallable() || kindOf(user) == Kind::Function))
    return call(user, {object, string(name), value}).has_value();
  return setInstanceAttribute(object, name, value);
}

// Of a class, module or function that existed before the call.
bool Stage::setOutsideAttribute(Value object, llvm::StringRef name, Value value) {
  Handle handle = object.handle();
  bool isClass = kindOf(object) == Kind::Class;
  Value meta = isClass ? Value::ofStatic(host.metaclass(handle)) : Value();
  if (isClass && (isUserFunction(classAttribute(meta, intern("__setattr__"))) ||
                  isDataDescriptor(*this, classAttribute(meta, name))))
    refuse(diag::Kind::OutsideWrite,
           {"attribute '" + name.str() + "' of a class whose metaclass sees to it"});
  Handle space = isClass ? handle : host.instanceDict(handle);
  return setOutsideEntry(outsideNamespace(space, rootPath(space)), name, value);
}

// Whether instances of the class have the attributes that __slots__ names and no others.
static bool hasOnlySlots(Stage &s, Value cls) {
  if (!cls.isStatic() || llvm::none_of(s.host.mro(cls.handle()), [&](Handle base) {
        return s.host.classEntry(base, "__slots__") != nullptr;
      }))
    return false;
  Handle place = s.host.slot(cls.handle(), "__dictoffset__");
  return place && s.host.asInt(place) == 0;
}

// object.__setattr__
bool Stage::setInstanceAttribute(Value object, llvm::StringRef name, Value value) {
  Value cls = find<InstanceObject>(object)->cls;
  Value entry = classAttribute(cls, name);
  if (entry.isStatic() && kindOf(entry) == Kind::Property) {
    Handle setter = host.propertyFunctions(entry.handle())[1];
    if (!setter || host.kind(setter) == Kind::None) {
      raise("AttributeError",
            "property '" + name.str() + "' of '" + typeName(object) + "' object has no setter");
      return false;
    }
    return call(Value::ofStatic(setter), {object, value}).has_value();
  }
  if (find<InstanceObject>(entry)) {
    const InstanceObject *descriptor = find<InstanceObject>(entry);
    if (descriptor->cls == builtinType("property")) {
      const Value *setter = descriptor->find(intern("fset"));
      return call(*setter, {object, value}).has_value();
    }
    Value set = classAttribute(descriptor->cls, intern("__set__"));
    if (!set.isUndefined())
      return call(set, {entry, object, value}).has_value();
  }
  if (entry.isUndefined() && hasOnlySlots(*this, cls)) {
    raise("AttributeError", missingAttribute(object, name));
    return false;
  }
  return setOwnAttribute(object, name, value);
}

// In the instance's __dict__.
bool Stage::setOwnAttribute(Value object, llvm::StringRef name, Value value) {
  if (name == "args" && isException(object)) {
    Result parts = call(builtinType("tuple"), value);
    if (parts && !parts->isTuple())
      refuse(diag::Kind::UnsupportedFunction,
             {"as many arguments of an exception as run time says"});
    if (parts)
      write<InstanceObject>(object).payload = *parts;
    return parts.has_value();
  }
  if (isOutside(object.address()) && !writeOutside(object, name, value))
    return false;
  if (find<InstanceObject>(object)->isRuntime())
    setRecordField(*this, object, name, value);
  else
    write<InstanceObject>(object).set(name, value);
  return true;
}

bool Stage::delattr(Value object, llvm::StringRef name) {
  if (!find<InstanceObject>(object)) {
    raise("AttributeError", missingAttribute(object, name));
    return false;
  }
  Value user = classAttribute(find<InstanceObject>(object)->cls, intern("__delattr__"));
  if (!user.isUndefined() && (user.isCallable() || kindOf(user) == Kind::Function))
    return call(user, {object, string(name)}).has_value();
  Value entry = classAttribute(find<InstanceObject>(object)->cls, name);
  if (entry.isStatic() && kindOf(entry) == Kind::Property) {
    Handle deleter = host.propertyFunctions(entry.handle())[2];
    if (!deleter || host.kind(deleter) == Kind::None) {
      raise("AttributeError",
            "property '" + name.str() + "' of '" + typeName(object) + "' object has no deleter");
      return false;
    }
    return call(Value::ofStatic(deleter), object).has_value();
  }
  Value own = instanceEntry(object, name);
  Result present = defined(own, [&] { raise("AttributeError", missingAttribute(object, name)); });
  if (!present)
    return false;
  deleteOwnAttribute(object, name);
  return true;
}

void Stage::deleteOwnAttribute(Value object, llvm::StringRef name) {
  if (isOutside(object.address()))
    refuse(diag::Kind::OutsideWrite, {"attribute '" + name.str() + "'"});
  if (find<InstanceObject>(object)->isRuntime())
    setRecordField(*this, object, name, {});
  else
    write<InstanceObject>(object).set(name, {});
}

} // namespace lith::stage

// Attributes.cpp: x.name, with descriptors, properties and __getattr__, as Python's object and type
// do it.
#include "stage/builtins/Support.h"
#include "stage/classes/Descriptors.h"
#include "stage/language/ClassStatements.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/outside/Caches.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

bool isDataDescriptor(Stage &s, Value value) {
  if (value.isStatic())
    return s.kindOf(value) == Kind::Property;
  if (s.find<InstanceObject>(value)) {
    auto has = [&](llvm::StringRef method) {
      return !s.classAttribute(s.typeOf(value), s.intern(method)).isUndefined();
    };
    return has("__set__") || has("__delete__");
  }
  return false;
}

// Whether reading the attribute is its matter before what the instance holds.
static bool readsItself(Stage &s, Value value) {
  bool isUsers = s.find<InstanceObject>(value);
  return isDataDescriptor(s, value) &&
         (!isUsers || !s.classAttribute(s.typeOf(value), s.intern("__get__")).isUndefined());
}

// x.real, x.imag of a number; those of a complex one are read as a tensor's.
static Result numberPart(Stage &s, Value number, llvm::StringRef name) {
  if (number.isScalar(ScalarType::Complex)) {
    Value tensor = newTensor(s, tensor::operand(s, number)->ssa);
    Result part = s.getattr(tensor, name);
    return part ? tensorToNumber(s, *part, ScalarType::Float) : part;
  }
  if (number.isStatic() && s.kindOf(number) == Kind::Complex) {
    std::complex<double> parts = s.host.asComplex(number.handle());
    return s.real(name == "real" ? parts.real() : parts.imag());
  }
  bool isBool =
      number.isScalar(ScalarType::Bool) || (number.isStatic() && s.kindOf(number) == Kind::Bool);
  if (name == "real" || name == "numerator")
    return isBool ? s.call(s.builtinType("int"), number) : Result(number);
  if (name == "denominator")
    return s.integer(1);
  bool isFloat =
      number.isScalar(ScalarType::Float) || (number.isStatic() && s.kindOf(number) == Kind::Float);
  return isFloat ? s.real(0) : s.integer(0);
}

// What every object of the type has, in C, and the stage does not know.
static void refuseHidden(Stage &s, Value object, llvm::StringRef name) {
  Handle type = nullptr;
  if (s.isClass(object))
    type = object.isStatic() ? s.host.metaclass(object.handle()) : s.typeOf(object).handle();
  else if (object.isStatic())
    type = s.host.classOf(object.handle());
  else if (auto *made = s.find<InstanceObject>(object))
    for (const char *descriptor : {"property", "classmethod", "staticmethod"})
      if (made->cls == s.builtinType(descriptor))
        type = made->cls.handle();
  if (type && llvm::any_of(s.host.mro(type), [&](Handle base) {
        return s.host.classEntry(base, {name.data(), name.size()}) != nullptr;
      }))
    s.refuse(diag::Kind::UnsupportedFunction, {s.host.qualifiedName(type) + "." + name.str()});
}

Result Stage::getattr(Value object, llvm::StringRef name) {
  if (object.isUnion() || (object.isBox() && !object.types()->isAny()))
    return forEachAlternative(object, [&](Value one) { return getattr(one, name); });
  Result found = findAttribute(object, name);
  if (!found)
    return found;
  if (found->isUndefined())
    refuseHidden(*this, object, name);
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
  if (Value own = initialAttribute(tensor.address(), name); !own.isUndefined())
    return own;
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
// `"".maketrans`, `{}.fromkeys`: a function that does not take the object; undefined: it does.
static Value unboundOf(Stage &s, Value object, llvm::StringRef name) {
  Value cls = s.typeOf(object);
  Handle entry = cls.isStatic() ? s.host.classEntry(cls.handle(), name) : nullptr;
  if (entry && s.host.classOf(entry) == s.host.lookup("types.ClassMethodDescriptorType"))
    return Value::ofStatic(entry);
  bool isUnbound = entry && (s.host.kind(entry) == host::Kind::StaticMethod ||
                             s.host.kind(entry) == host::Kind::ClassMethod);
  return isUnbound ? Value::ofStatic(s.host.boundFunction(entry)) : Value();
}

Result Stage::findBuiltinAttribute(Value object, llvm::StringRef name) {
  if (object.isUnion() || (object.isBox() && !object.types()->isAny())) // a payload of several
    return forEachAlternative(
        object, [&](Value alternative) { return findBuiltinAttribute(alternative, name); });
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
  if (isIterator && name.starts_with("__") && name != "__class__")
    refuse(diag::Kind::UnsupportedFunction, {"the attribute " + name.str() + " of an iterator"});
  std::string type = typeName(object);
  if (const Primitive *primitive = Registry::instance().find(type + "." + name.str())) {
    Value function = unboundOf(*this, object, name);
    return function.isUndefined() ? boundPrimitive(primitive, object) : function;
  }
  if (object.isTuple())
    if (const Primitive *primitive = Registry::instance().find("tuple." + name.str()))
      return boundPrimitive(primitive, object);
  if (const Primitive *primitive = Registry::instance().find("object." + name.str()))
    return boundPrimitive(primitive, object);
  if (object.isScalar(ScalarType::Exception))
    return exceptionAttribute(object, name);
  bool isWhole = isIndex(object) && (name == "numerator" || name == "denominator");
  if (isWhole || (isNumber(object) && (name == "real" || name == "imag")))
    return numberPart(*this, object, name);
  if (isView(object) && name == "isdisjoint") {
    Result keys = makeSet(list({}), false);
    return keys && callPrelude(*this, "set_update", {*keys, object})
               ? findBuiltinAttribute(*keys, name)
               : std::nullopt;
  }
  if ((isView(object) && name == "mapping") || isAttributeOfType(*this, object, name))
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
  if (Result shared = attributeOfWrapped(*this, object, name); !shared || !shared->isUndefined())
    return shared;
  Value entry = classAttribute(cls, name);
  if (isNumpyObject(*this, object)) {
    if (isNumpyProperty(name))
      return call(entry, object);
    if (entry.isStatic() && !name.starts_with("__"))
      refuse(diag::Kind::UnsupportedFunction, {"numpy.ndarray." + name.str()});
  }
  if (!entry.isUndefined() && readsItself(*this, entry))
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
  if (s.isSlot(entry) && !payload.isUndefined() && !isFromKeys(s, entry)) {
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
  std::optional<Value> module = s.moduleEntry(object, name);
  if (module && !module->isUndefined())
    return *module;
  Value fallback = s.classAttribute(cls, s.intern("__getattr__"));
  if (!module && !fallback.isUndefined())
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

} // namespace lith::stage

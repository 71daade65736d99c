// Attributes.cpp: x.name, with descriptors, properties and __getattr__, as Python's object and type
// do it.
#include "stage/classes/Attributes.h"
#include "host/HostFunctions.h"
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Descriptors.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Operators.h"
#include "stage/outside/Caches.h"
#include "stage/paths/Conditions.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

bool isDataDescriptor(Stage &s, Value value) {
  if (value.isStatic())
    return s.kindOf(value) == Kind::Property;
  if (s.find<InstanceObject>(value)) {
    auto has = [&](llvm::StringRef method) {
      return !classAttribute(s, typeOf(s, value), s.intern(method)).isUndefined();
    };
    return has("__set__") || has("__delete__");
  }
  return false;
}

// Whether reading the attribute is its matter before what the instance holds.
static bool readsItself(Stage &s, Value value) {
  bool isUsers = s.find<InstanceObject>(value);
  return isDataDescriptor(s, value) &&
         (!isUsers || !classAttribute(s, typeOf(s, value), s.intern("__get__")).isUndefined());
}

// x.real, x.imag of a number; those of a complex one are read as a tensor's.
static Result numberPart(Stage &s, Value number, llvm::StringRef name) {
  if (number.isScalar(ScalarType::Complex)) {
    Value tensor = newTensor(s, tensor::operand(s, number)->ssa);
    Result part = getattr(s, tensor, name);
    return part ? tensorToNumber(s, *part, ScalarType::Float) : part;
  }
  if (number.isStatic() && s.kindOf(number) == Kind::Complex) {
    std::complex<double> parts = s.host.asComplex(number.handle());
    return s.real(name == "real" ? parts.real() : parts.imag());
  }
  bool isBool =
      number.isScalar(ScalarType::Bool) || (number.isStatic() && s.kindOf(number) == Kind::Bool);
  if (name == "real" || name == "numerator")
    return isBool ? call(s, builtinType(s, "int"), number) : Result(number);
  if (name == "denominator")
    return s.integer(1);
  bool isFloat =
      number.isScalar(ScalarType::Float) || (number.isStatic() && s.kindOf(number) == Kind::Float);
  return isFloat ? s.real(0) : s.integer(0);
}

void refuseOwnRule(Stage &s, Value object, llvm::StringRef method) {
  if (!object.isStatic() || s.kindOf(object) != Kind::Other)
    return;
  Value cls = classOf(s, object.handle());
  std::string type = s.host.qualifiedName(cls.handle());
  llvm::StringRef name = s.intern(method);
  Value rule = classAttribute(s, cls, name);
  auto isOf = [&](const char *base) { // the same function, of which tuple has a slot of its own
    return rule == classAttribute(s, builtinType(s, base), name);
  };
  if (!host::isUnchangingType(type) && !isOf("object") && !isOf("tuple"))
    refuse(s, diag::Kind::UnsupportedFunction, {type + "." + method.str()});
}

// What every object of the type has, in C, and the stage does not know.
static void refuseHidden(Stage &s, Value object, llvm::StringRef name) {
  Handle type = nullptr;
  if (isClass(s, object))
    type = typeOf(s, object).handle();
  else if (object.isStatic())
    type = classOf(s, object.handle()).handle();
  else if (auto *made = s.find<InstanceObject>(object))
    for (const char *descriptor : {"property", "classmethod", "staticmethod"})
      if (made->cls == builtinType(s, descriptor))
        type = made->cls.handle();
  if (type && llvm::any_of(mroOf(s, Value::ofStatic(type)),
                           [&](Value base) { return hasClassEntry(s, base.handle(), name); }))
    refuse(s, diag::Kind::UnsupportedFunction, {s.host.qualifiedName(type) + "." + name.str()});
}

Result getattr(Stage &s, Value object, llvm::StringRef name) {
  if (object.isUnion() || (object.isBox() && !object.types()->isAny()))
    return forEachAlternative(s, object, [&](Value one) { return getattr(s, one, name); });
  Result found = findAttribute(s, object, name);
  if (!found)
    return found;
  if (found->isUndefined())
    refuseHidden(s, object, name);
  return defined(s, *found, [&] { raise(s, "AttributeError", missingAttribute(s, object, name)); });
}

bool isMemberDescriptor(Stage &s, Value entry) {
  return entry.isStatic() &&
         classOf(s, entry.handle()) == builtinType(s, "types.MemberDescriptorType");
}

// The type of an object whose slot is empty: with its module, from Python 3.13 on.
static std::string typeNameOfSlot(Stage &s, Value object, llvm::StringRef name) {
  Value cls = typeOf(s, object);
  std::string full = cls.isStatic() ? s.host.qualifiedName(cls.handle()) : "";
  bool isShort = llvm::StringRef(full).starts_with("__main__.");
  return !full.empty() && !isShort && isPython(s, 13) &&
                 isMemberDescriptor(s, classAttribute(s, cls, name))
             ? full
             : typeName(s, object);
}

std::string missingAttribute(Stage &s, Value object, llvm::StringRef name) {
  if (object.isStatic() && s.kindOf(object) == Kind::Module)
    return "module '" + s.host.qualifiedName(object.handle()) + "' has no attribute '" +
           name.str() + "'";
  if (isClass(s, object))
    return "type object '" + classNameInMessages(s, object) + "' has no attribute '" + name.str() +
           "'";
  bool isMethod = object.isCallable() ? object.callable().form == CallableData::Form::BoundMethod
                                      : object.isStatic() && s.kindOf(object) == Kind::BoundMethod;
  bool mayHaveSlot = s.find<InstanceObject>(object);
  std::string type = isMethod      ? "function" // which a method asks
                     : mayHaveSlot ? typeNameOfSlot(s, object, name)
                                   : typeName(s, object);
  return "'" + type + "' object has no attribute '" + name.str() + "'";
}

Result findAttribute(Stage &s, Value object, llvm::StringRef name) {
  if (object.isUnion() || object.isBox()) {
    if (object.isBox() && object.types()->isAny())
      refuse(s, diag::Kind::UnknownAttribute, {std::string_view(name)});
    return forEachAlternative(
        s, object, [&](Value alternative) { return findAttribute(s, alternative, name); });
  }
  if (s.find<InstanceObject>(object)) {
    Value user = classAttribute(s, typeOf(s, object), s.intern("__getattribute__"));
    if (user.isCallable() || (user.isStatic() && s.kindOf(user) == Kind::Function))
      return call(s, user, {object, s.string(name)});
  }
  refuseOwnRule(s, object, "__getattribute__");
  if (name == "__class__")
    guardTensorClass(s, object);
  if (name == "__class__" && !s.find<InstanceObject>(object))
    return object.isScalar(ScalarType::Exception) ? exceptionType(s, object) : typeSeen(s, object);
  if (object.isRef()) {
    if (s.find<TensorObject>(object))
      return findTensorAttribute(s, object, name);
    if (isMapped(s, object))
      return mappedAttribute(s, object, name);
    if (s.find<InstanceObject>(object))
      return findInstanceAttribute(s, object, name);
    if (s.find<ClassObject>(object))
      return findClassAttribute(s, object, name);
    if (s.find<CellObject>(object) && name == "cell_contents")
      return defined(s, cellContents(s, object), [&] { raise(s, "ValueError", "Cell is empty"); });
    return findBuiltinAttribute(s, object, name);
  }
  if (object.isCallable())
    return findCallableAttribute(s, object, name);
  if (object.isStatic())
    return findStaticAttribute(s, object, name);
  return findBuiltinAttribute(s, object, name);
}

// What torch.Tensor has under the name of a method, which may have been replaced; the prelude
// stands for code in C, which does not look.
static Result methodOfTensor(Stage &s, Value tensor, llvm::StringRef name,
                             const Primitive &primitive) {
  Value cls = typeOf(s, tensor);
  bool isPrelude = s.activation && s.activation->globals.isUndefined();
  Value method = isPrelude ? Value() : classAttribute(s, cls, name);
  if (!method.isStatic())
    return s.boundPrimitive(&primitive, tensor);
  const Primitive *held = s.session.primitiveOf(method.handle());
  return held ? s.boundPrimitive(held, tensor) : bindAttribute(s, method, tensor, cls);
}

// A property that somebody has put into torch.Tensor; undefined: there is none.
static Value propertyInPlace(Stage &s, Value tensor, llvm::StringRef name) {
  if (!s.activation || s.activation->globals.isUndefined()) // the prelude means PyTorch's
    return {};
  Value entry = classAttribute(s, typeOf(s, tensor), name);
  if (!entry.isStatic() || s.kindOf(entry) != Kind::Property)
    return {};
  Handle get = s.host.propertyFunctions(entry.handle())[0];
  bool isTorchs = get && llvm::StringRef(s.host.qualifiedName(get)).starts_with("torch.");
  return isTorchs ? Value() : entry;
}

Result findTensorAttribute(Stage &s, Value tensor, llvm::StringRef name) {
  if (Value other = propertyInPlace(s, tensor, name); !other.isUndefined())
    return bindAttribute(s, other, tensor, typeOf(s, tensor));
  Result value = tensorAttribute(s, tensor, name);
  if (!value || !value->isUndefined())
    return value;
  if (const Primitive *primitive = Registry::instance().find(("Tensor." + name).str()))
    return methodOfTensor(s, tensor, name, *primitive);
  Address holder = s.find<TensorObject>(tensor)->attributes;
  if (holder != NoAddress) {
    auto *held = s.state.heap.find<InstanceObject>(holder);
    if (!held) // set where the tensor is another one
      refuse(s, diag::Kind::UnsupportedExpression,
             {"an attribute of a tensor that is one of several"});
    if (const Value *own = held->find(name))
      return *own;
  }
  if (Value own = initialAttribute(s, tensor.address(), name); !own.isUndefined())
    return own;
  Value cls = typeOf(s, tensor);
  Value entry = classAttribute(s, cls, name);
  return entry.isUndefined() ? Result(entry) : bindAttribute(s, entry, tensor, cls);
}

// Whether Python's own type has the attribute: then it is not missing, Lith only lacks it.
bool isAttributeOfType(Stage &s, Value object, llvm::StringRef name) {
  if (object.isScalar(ScalarType::Exception) ||
      (object.isStatic() && s.kindOf(object) == Kind::Module))
    return false;
  Value cls = typeOf(s, object);
  return cls.isStatic() && llvm::any_of(mroOf(s, cls), [&](Value base) {
           return hasClassEntry(s, base.handle(), name);
         });
}

// list, dict, str, int ... : methods of the registry, by the name of the type.
// `"".maketrans`, `{}.fromkeys`: a function that does not take the object; undefined: it does.
static Value unboundOf(Stage &s, Value object, llvm::StringRef name) {
  Value cls = typeOf(s, object);
  Value entry = cls.isStatic() ? initialClassEntry(s, cls.handle(), name) : Value();
  if (!entry.isStatic())
    return {};
  if (classOf(s, entry.handle()) == builtinType(s, "types.ClassMethodDescriptorType"))
    return entry;
  bool isUnbound = s.kindOf(entry) == Kind::StaticMethod || s.kindOf(entry) == Kind::ClassMethod;
  return isUnbound ? Value::ofStatic(s.host.boundFunction(entry.handle())) : Value();
}

Result attributeInside(Stage &s, Value object, Value payload, llvm::StringRef name) {
  if (s.find<DictObject>(payload) && name == "__getitem__") // asks `__missing__` of the class
    return s.boundPrimitive(Registry::instance().find("dict.__getitem__"), object);
  return findBuiltinAttribute(s, payload, name);
}

Result findBuiltinAttribute(Stage &s, Value object, llvm::StringRef name) {
  if (object.isUnion() || (object.isBox() && !object.types()->isAny())) // a payload of several
    return forEachAlternative(
        s, object, [&](Value alternative) { return findBuiltinAttribute(s, alternative, name); });
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
      if (Value field = namedField(s, object, name); !field.isUndefined())
        return field;
      Value entry = classAttribute(s, cls, name);
      if (!entry.isUndefined())
        return bindAttribute(s, entry, object, cls);
    }
  }
  bool isIterator = s.find<IteratorObject>(object) && !isView(s, object);
  if (isIterator && (name == "__next__" || name == "__iter__"))
    return s.boundPrimitive(
        Registry::instance().find(name == "__next__" ? "builtins.next" : "builtins.iter"), object);
  if (isIterator && name.starts_with("__") && name != "__class__")
    refuse(s, diag::Kind::UnsupportedFunction, {"the attribute " + name.str() + " of an iterator"});
  std::string type = typeName(s, object);
  if (!object.isCallable()) // methods are registered without the module of their type
    type.erase(0, type.rfind('.') + 1);
  if (type == "mappingproxy")
    type = "dict"; // whose methods that read are its own
  if (const Primitive *primitive = Registry::instance().find(type + "." + name.str())) {
    Value function = unboundOf(s, object, name);
    return function.isUndefined() ? s.boundPrimitive(primitive, object) : function;
  }
  if (object.isTuple() && !classAttribute(s, typeOf(s, object), name).isUndefined())
    if (const Primitive *primitive = Registry::instance().find("tuple." + name.str()))
      return s.boundPrimitive(primitive, object);
  if (const Primitive *primitive = Registry::instance().find("object." + name.str()))
    return s.boundPrimitive(primitive, object);
  if (object.isScalar(ScalarType::Exception))
    return exceptionAttribute(s, object, name);
  bool isWhole = isIndex(s, object) && (name == "numerator" || name == "denominator");
  if (isWhole || (isNumber(s, object) && (name == "real" || name == "imag")))
    return numberPart(s, object, name);
  if (isView(s, object) && name == "isdisjoint") {
    Result keys = makeSet(s, s.list({}), false);
    return keys && callPrelude(s, "set_update", {*keys, object})
               ? findBuiltinAttribute(s, *keys, name)
               : std::nullopt;
  }
  if ((isView(s, object) && name == "mapping") || isAttributeOfType(s, object, name))
    refuse(s, diag::Kind::UnsupportedFunction, {type + "." + name.str()});
  return Value();
}

Value fieldNames(Stage &s, Value cls) {
  Value fields = classAttribute(s, cls, s.intern("_fields"));
  if (fields.isUndefined() && !classAttribute(s, cls, s.intern("n_sequence_fields")).isUndefined())
    fields = classAttribute(s, cls, s.intern("__match_args__")); // a named result of C
  return fields.isTuple() ? fields : Value();
}

Value namedField(Stage &s, Value object, llvm::StringRef name) {
  Value fields = fieldNames(s, object.tuple().cls);
  if (!fields.isUndefined())
    for (auto [i, field] : llvm::enumerate(fields.tuple().elements))
      if (s.asStr(field) == name)
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

// What `__getattr__` of the class says.
static Result askFallback(Stage &s, Value fallback, Value object, llvm::StringRef name) {
  std::optional<Value> module = moduleEntry(s, object, name);
  if (!module)
    return call(s, fallback, {object, s.string(name)});
  return module->isUndefined() ? raise(s, "AttributeError",
                                       "'" + className(s, s.find<InstanceObject>(object)->cls) +
                                           "' object has no attribute '" + name + "'")
                               : Result(*module);
}

// What a descriptor gives: `__getattr__`, where the class has one, answers its AttributeError.
static Result boundOrFallback(Stage &s, Value entry, Value object, llvm::StringRef name) {
  Value cls = s.find<InstanceObject>(object)->cls;
  Value fallback = classAttribute(s, cls, s.intern("__getattr__"));
  auto bind = [&] { return bindAttribute(s, entry, object, cls); };
  if (!isUserFunction(s, fallback) || isUserFunction(s, entry))
    return bind();
  Edges missing, done;
  Result own = untilRaises(s, "AttributeError", missing, bind);
  if (missing.empty())
    return own;
  if (own)
    done.push_back({std::move(s.state), {*own}});
  join(s, std::move(missing));
  if (Result other = askFallback(s, fallback, object, name))
    done.push_back({std::move(s.state), {*other}});
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

bool definesClass(Stage &s, Value object) {
  const InstanceObject *instance = s.find<InstanceObject>(object);
  if (!instance || instance->cls == builtinType(s, "super"))
    return false;
  Value entry = classAttribute(s, instance->cls, s.intern("__class__"));
  return !entry.isUndefined() && !isSlot(s, entry);
}

// What a module of TorchScript has by its class, and that which stands for it lacks.
static void refuseUnseen(Stage &s, Value object, llvm::StringRef name) {
  Value cls = s.find<InstanceObject>(object)->cls, seen = typeSeen(s, object);
  if (seen == cls)
    return;
  bool isMissing = instanceEntry(s, object, name).isUndefined() &&
                   classAttribute(s, cls, name).isUndefined() &&
                   !classAttribute(s, seen, name).isUndefined();
  if (isMissing)
    refuse(s, diag::Kind::UnsupportedFunction,
           {s.host.qualifiedName(seen.handle()) + "." + name.str()});
}

Result findInstanceAttribute(Stage &s, Value object, llvm::StringRef name) {
  if (name == "__class__" && !definesClass(s, object))
    return typeSeen(s, object);
  if (name == "__doc__" || name == "__module__")
    if (Value seen = typeSeen(s, object); seen != s.find<InstanceObject>(object)->cls)
      return findAttribute(s, seen, name);
  refuseUnseen(s, object, name);
  Value cls = s.find<InstanceObject>(object)->cls;
  if (cls == builtinType(s, "super"))
    return findSuperAttribute(s, object, name);
  if (!exceptionOfType(s, object).isUndefined() && instanceEntry(s, object, name).isUndefined())
    refuse(s, diag::Kind::UnsupportedFunction,
           {name.str() + " of the class of an exception of run time"});
  if (name == "__dict__")
    return hasDict(s, cls) ? attributesDict(s, object) : Value();
  if (Result shared = attributeOfWrapped(s, object, name); !shared || !shared->isUndefined())
    return shared;
  Value entry = classAttribute(s, cls, name);
  if (isNumpyObject(s, object)) {
    if (entry.isUndefined()) // nor does the tensor inside have it
      return entry;
    if (isNumpyProperty(name))
      return call(s, entry, object);
    if (entry.isStatic() && !name.starts_with("__"))
      refuse(s, diag::Kind::UnsupportedFunction, {"numpy.ndarray." + name.str()});
  }
  if (!entry.isUndefined() && readsItself(s, entry))
    return boundOrFallback(s, entry, object, name);
  Value own = instanceEntry(s, object, name);
  if (!mayBeUndefined(own))
    return own;
  if (own.isUndefined())
    return inheritedAttribute(s, object, name, entry);
  bool inherits = !entry.isUndefined() || !s.find<InstanceObject>(object)->payload.isUndefined() ||
                  !classAttribute(s, cls, s.intern("__getattr__")).isUndefined();
  if (!inherits)
    return own;
  return forEachAlternative(s, own, [&](Value alternative) -> Result {
    return alternative.isUndefined() ? inheritedAttribute(s, object, name, entry) : alternative;
  });
}

// What an instance has that does not have the attribute itself.
static Result inheritedAttribute(Stage &s, Value object, llvm::StringRef name, Value entry) {
  Value cls = s.find<InstanceObject>(object)->cls;
  if (isException(s, object))
    if (Result special = knownExceptionAttribute(s, object, name); !special->isUndefined())
      return special;
  Value payload = s.find<InstanceObject>(object)->payload;
  if (isSlot(s, entry) && !payload.isUndefined() && !isFromKeys(s, entry)) {
    const Primitive *primitive = s.session.primitiveOf(entry.handle());
    if (primitive && llvm::StringRef(primitive->spelling).starts_with("collections."))
      return s.boundPrimitive(primitive, object); // what the class has of its own, not of its base
    Result inner = attributeInside(s, object, payload, name);
    if (!inner || !inner->isUndefined())
      return inner;
  }
  // A member of __slots__ that holds nothing is missing.
  bool isEmptyMember =
      isMemberDescriptor(s, entry) && initialSlot(s, object, entry.handle()).isUndefined();
  if (isEmptyMember && isException(s, object)) // of a built-in class, in C
    refuse(s, diag::Kind::UnsupportedFunction, {name.str() + " of an exception"});
  if (!entry.isUndefined() && !isEmptyMember)
    return boundOrFallback(s, entry, object, name);
  if (!payload.isUndefined() && !isException(s, object)) { // arguments are no base of it
    Result inner = attributeInside(s, object, payload, name);
    if (!inner || !inner->isUndefined())
      return inner;
  }
  std::optional<Value> module = moduleEntry(s, object, name);
  if (module && !module->isUndefined())
    return *module;
  Value fallback = classAttribute(s, cls, s.intern("__getattr__"));
  if (!module && !fallback.isUndefined())
    return call(s, fallback, {object, s.string(name)});
  if (const Primitive *primitive = Registry::instance().find(("object." + name).str()))
    return s.boundPrimitive(primitive, object);
  return Value();
}

// The instance's own attribute: set by the program, or what it had before the call.
Value instanceEntry(Stage &s, Value object, llvm::StringRef name) {
  const InstanceObject *instance = s.find<InstanceObject>(object);
  if (instance->isRuntime())
    return recordField(s, object, name);
  if (const Value *own = instance->find(name))
    return *own;
  return initialAttribute(s, object.address(), name);
}

} // namespace lith::stage

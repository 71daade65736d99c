// TypeNames.cpp: type(x), its name, and the relations of classes.
#include "stage/Impl.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

Value Stage::builtinType(llvm::StringRef name) {
  auto [it, isNew] = impl->builtinTypes.try_emplace(name);
  if (isNew) {
    std::string dotted = name.contains('.') ? name.str() : "builtins." + name.str();
    Handle handle = host.lookup(dotted);
    it->second = handle ? Value::ofStatic(handle) : Value();
  }
  return it->second;
}

bool Stage::isClass(Value value) {
  return find<ClassObject>(value) || (value.isStatic() && kindOf(value) == Kind::Class);
}

bool Stage::isException(Value value) {
  if (value.isScalar(ScalarType::Exception))
    return true;
  if (!find<InstanceObject>(value))
    return false;
  return isSubclass(typeOf(value), builtinType("BaseException")).value_or(false);
}

// type(value) of a value with one alternative.
Value Stage::typeOf(Value value) {
  switch (value.kind()) {
  case Value::Kind::Static:
    return Value::ofStatic(host.classOf(value.handle()));
  case Value::Kind::Scalar:
    switch (value.scalarType()) {
    case ScalarType::Int:
      return builtinType("int");
    case ScalarType::Float:
      return builtinType("float");
    case ScalarType::Bool:
      return builtinType("bool");
    case ScalarType::Complex:
      return builtinType("complex");
    case ScalarType::Str:
      return builtinType("str");
    default:
      return builtinType("Exception");
    }
  case Value::Kind::Tuple:
    switch (value.tuple().form) {
    case TupleData::Form::Tuple:
      return builtinType("tuple");
    case TupleData::Form::Size:
      return builtinType("torch.Size");
    case TupleData::Form::Slice:
      return builtinType("slice");
    case TupleData::Form::Range:
      return builtinType("range");
    case TupleData::Form::Subclass:
      return value.tuple().cls;
    }
    return {};
  case Value::Kind::Callable:
    switch (value.callable().form) {
    case CallableData::Form::Function:
      return builtinType("types.FunctionType");
    case CallableData::Form::BoundMethod:
      return builtinType("types.MethodType");
    case CallableData::Form::Partial:
      return builtinType("functools.partial");
    default:
      return builtinType("types.BuiltinFunctionType");
    }
  case Value::Kind::Ref:
    return typeOfObject(value);
  default:
    refuse(diag::Kind::UnknownType);
  }
}

Value Stage::typeOfObject(Value value) {
  const Object *object = state.heap.find(value.address());
  switch (object->kind) {
  case ObjectKind::Tensor: {
    auto *tensor = static_cast<const TensorObject *>(object);
    return tensor->cls ? Value::ofStatic(tensor->cls) : builtinType("torch.Tensor");
  }
  case ObjectKind::List:
    return builtinType(static_cast<const ListObject *>(object)->frozen ? "tuple" : "list");
  case ObjectKind::Dict:
    return builtinType("dict");
  case ObjectKind::Set:
    return builtinType(static_cast<const SetObject *>(object)->frozen ? "frozenset" : "set");
  case ObjectKind::Instance:
    return static_cast<const InstanceObject *>(object)->cls;
  case ObjectKind::Class:
    return static_cast<const ClassObject *>(object)->metaclass;
  case ObjectKind::Iterator:
    return iteratorType(static_cast<const IteratorObject *>(object)->form);
  default:
    return builtinType("object");
  }
}

Value Stage::iteratorType(IteratorObject::Form form) {
  switch (form) {
  case IteratorObject::Form::Zip:
    return builtinType("zip");
  case IteratorObject::Form::Enumerate:
    return builtinType("enumerate");
  case IteratorObject::Form::Map:
    return builtinType("map");
  case IteratorObject::Form::Filter:
    return builtinType("filter");
  case IteratorObject::Form::Reversed:
    return builtinType("reversed");
  case IteratorObject::Form::Generator:
    return builtinType("types.GeneratorType");
  default:
    return builtinType("object");
  }
}

std::string Stage::className(Value cls) {
  if (auto *object = find<ClassObject>(cls))
    return object->name;
  std::string name = host.qualifiedName(cls.handle());
  return name.substr(name.rfind('.') + 1);
}

std::string Stage::typeName(Value value) {
  if (value.isUndefined())
    return "undefined";
  if (value.isUnion() || value.isBox())
    return "object";
  if (value.isCallable())
    return value.callable().form == CallableData::Form::Function      ? "function"
           : value.callable().form == CallableData::Form::BoundMethod ? "method"
           : value.callable().form == CallableData::Form::Partial ? "functools.partial"
                                                                  : "builtin_function_or_method";
  if (isNone(value))
    return "NoneType";
  Value cls = typeOf(value);
  return cls.isUndefined() ? "object" : className(cls);
}

// The methods that make any class a subclass of an abstract one of the standard library.
static llvm::StringRef methodsOf(llvm::StringRef abstract) {
  return llvm::StringSwitch<llvm::StringRef>(abstract)
      .Case("collections.abc.Hashable", "__hash__")
      .Case("collections.abc.Iterable", "__iter__")
      .Case("collections.abc.Iterator", "__iter__ __next__")
      .Case("collections.abc.Reversible", "__reversed__ __iter__")
      .Case("collections.abc.Generator", "__iter__ __next__ send throw close")
      .Case("collections.abc.Sized", "__len__")
      .Case("collections.abc.Container", "__contains__")
      .Case("collections.abc.Collection", "__len__ __iter__ __contains__")
      .Case("collections.abc.Callable", "__call__")
      .Case("contextlib.AbstractContextManager", "__enter__ __exit__")
      .Case("os.PathLike", "__fspath__")
      .Default("");
}

// Whether the class has the method: one that is set to None it has not.
static bool hasMethod(Stage &s, Value cls, llvm::StringRef name) {
  for (Value base : s.mroOf(cls)) {
    const ClassObject *made = s.find<ClassObject>(base);
    const Value *own = made ? made->find(s.intern(name)) : nullptr;
    Value entry = own ? *own : made ? Value() : s.hostClassEntry(base.handle(), s.intern(name));
    if (!entry.isUndefined())
      return !s.isNone(entry);
  }
  return false;
}

// A class that the program made, and an abstract one that existed before.
static bool isAbstractlyOf(Stage &s, Value cls, Value base) {
  if (llvm::StringRef methods = methodsOf(s.host.qualifiedName(base.handle())); !methods.empty()) {
    llvm::SmallVector<llvm::StringRef, 5> names;
    methods.split(names, ' ');
    if (llvm::all_of(names, [&](llvm::StringRef name) { return hasMethod(s, cls, name); }))
      return true;
  } else if (s.host.classEntry(base.handle(), "__subclasshook__") &&
             base != s.builtinType("object")) {
    s.refuse(diag::Kind::UnsupportedFunction,
             {"issubclass and isinstance with " + s.host.qualifiedName(base.handle()) +
              ", of a class that the program makes"});
  }
  return llvm::any_of(s.mroOf(cls), [&](Value own) {
    return own.isStatic() && own != s.builtinType("object") && s.virtualSubclass(own, base);
  });
}

std::optional<bool> Stage::isSubclass(Value cls, Value base) {
  if (!isClass(cls) || !isClass(base))
    return std::nullopt;
  if (cls == base)
    return true;
  for (Value entry : mroOf(cls))
    if (entry == base)
      return true;
  if (base.isStatic() && cls.isStatic()) // ABCs and virtual subclasses
    return virtualSubclass(cls, base);
  if (find<InstanceObject>(classAttribute(base, intern("__subclasshook__"))))
    refuse(diag::Kind::UnsupportedFunction,
           {"issubclass and isinstance with a class that has __subclasshook__"});
  return base.isStatic() && isAbstractlyOf(*this, cls, base);
}

// A base class that overrides issubclass: the abstract ones of the standard library.
bool Stage::virtualSubclass(Value cls, Value base) {
  Value meta = Value::ofStatic(host.metaclass(base.handle()));
  if (meta == builtinType("type"))
    return false;
  bool isAbstract = isSubclass(meta, Value::ofStatic(host.lookup("abc.ABCMeta"))).value_or(false);
  if (!isAbstract)
    return false;
  host::Outcome outcome =
      host.call(host.lookup("builtins.issubclass"), {cls.handle(), base.handle()}, {});
  return outcome.ok() && asBool(ofHandle(outcome.value)).value_or(false);
}

// The built-in value inside an instance of a subclass of a built-in; else the value itself.
Value Stage::payloadOf(Value value) {
  if (auto *instance = find<InstanceObject>(value))
    if (!instance->payload.isUndefined() && !instance->payload.isLazy())
      return instance->payload;
  return value;
}

} // namespace lith::stage

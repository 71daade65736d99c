// TypeNames.cpp: type(x), its name, and the relations of classes.
#include "stage/classes/TypeNames.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Stage.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/emit/Refusals.h"
#include "stage/model/GeneratorBody.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

static Value typeOfObject(Stage &, Value value);
static Value iteratorType(Stage &, const IteratorObject &iterator);
static Value viewType(Stage &, IteratorObject::Form form);
static bool virtualSubclass(Stage &, Value cls, Value base);

Value builtinType(Stage &s, llvm::StringRef name) {
  auto [it, isNew] = s.classes.builtinTypes.try_emplace(name);
  if (isNew) {
    std::string dotted = name.contains('.') ? name.str() : "builtins." + name.str();
    Handle handle = lookup(s, dotted);
    it->second = handle ? Value::ofStatic(handle) : Value();
  }
  return it->second;
}

bool isClass(Stage &s, Value value) {
  return s.find<ClassObject>(value) || (value.isStatic() && s.kindOf(value) == Kind::Class);
}

bool isException(Stage &s, Value value) {
  if (value.isScalar(ScalarType::Exception))
    return true;
  if (!s.find<InstanceObject>(value))
    return false;
  return isSubclass(s, typeOf(s, value), builtinType(s, "BaseException")).value_or(false);
}

// type(value) of a value with one alternative.
Value typeOf(Stage &s, Value value) {
  switch (value.kind()) {
  case Value::Kind::Static:
    return classOf(s, value.handle());
  case Value::Kind::Scalar:
    switch (value.scalarType()) {
    case ScalarType::Int:
      return builtinType(s, "int");
    case ScalarType::Float:
      return builtinType(s, "float");
    case ScalarType::Bool:
      return builtinType(s, "bool");
    case ScalarType::Complex:
      return builtinType(s, "complex");
    case ScalarType::Str:
      return builtinType(s, "str");
    default:
      return builtinType(s, "Exception");
    }
  case Value::Kind::Tuple:
    switch (value.tuple().form) {
    case TupleData::Form::Tuple:
      return builtinType(s, "tuple");
    case TupleData::Form::Size:
      return builtinType(s, "torch.Size");
    case TupleData::Form::Slice:
      return builtinType(s, "slice");
    case TupleData::Form::Range:
      return builtinType(s, "range");
    case TupleData::Form::Subclass:
      return value.tuple().cls;
    }
    return {};
  case Value::Kind::Callable:
    switch (value.callable().form) {
    case CallableData::Form::Function:
      return builtinType(s, "types.FunctionType");
    case CallableData::Form::BoundMethod:
      return builtinType(s, "types.MethodType");
    case CallableData::Form::Partial:
      return builtinType(s, "functools.partial");
    default:
      return builtinType(s, "types.BuiltinFunctionType");
    }
  case Value::Kind::Ref:
    return typeOfObject(s, value);
  default:
    refuse(s, diag::Kind::UnknownType);
  }
}

static Value typeOfObject(Stage &s, Value value) {
  const Object *object = s.state.heap.find(value.address());
  switch (object->kind) {
  case ObjectKind::Tensor: {
    auto *tensor = static_cast<const TensorObject *>(object);
    host::Handle cls = tensor->cls ? tensor->cls : tensor->contained;
    return cls ? Value::ofStatic(cls) : builtinType(s, "torch.Tensor");
  }
  case ObjectKind::List:
    return builtinType(s, static_cast<const ListObject *>(object)->frozen ? "tuple" : "list");
  case ObjectKind::Dict: {
    bool isProxy = isOutside(s, value.address()) &&
                   s.host.kind(outsideHandle(s, value.address())) == Kind::MappingProxy;
    return builtinType(s, isProxy ? "types.MappingProxyType" : "dict");
  }
  case ObjectKind::Set:
    return builtinType(s, static_cast<const SetObject *>(object)->frozen ? "frozenset" : "set");
  case ObjectKind::Instance:
    return static_cast<const InstanceObject *>(object)->cls;
  case ObjectKind::Class:
    return static_cast<const ClassObject *>(object)->metaclass;
  case ObjectKind::Iterator: {
    auto *iterator = static_cast<const IteratorObject *>(object);
    return isView(s, value) ? viewType(s, iterator->form) : iteratorType(s, *iterator);
  }
  default:
    return builtinType(s, "object");
  }
}

static Value viewType(Stage &s, IteratorObject::Form form) {
  bool isOfKeys = form == IteratorObject::Form::Keys,
       isOfItems = form == IteratorObject::Form::Items;
  llvm::StringRef of = isOfKeys ? "keys" : isOfItems ? "items" : "values";
  return builtinType(s, ("_collections_abc.dict_" + of).str());
}

// Of what goes over a list, tuple or text by position.
static Value sequenceIteratorType(Stage &s, Value source) {
  if (source.isUnion() || source.isBox())
    return builtinType(s, "object");
  std::string name = className(s, typeOf(s, source));
  bool isKnown = llvm::is_contained({"list", "tuple", "str", "bytes"}, name);
  return builtinType(s, isKnown ? "_collections_abc." + name + "_iterator" : "object");
}

static Value iteratorType(Stage &s, const IteratorObject &iterator) {
  switch (iterator.form) {
  case IteratorObject::Form::Sequence:
    return sequenceIteratorType(s, iterator.sources[0]);
  case IteratorObject::Form::Keys:
    return builtinType(s, "_collections_abc.dict_keyiterator");
  case IteratorObject::Form::Values:
    return builtinType(s, "_collections_abc.dict_valueiterator");
  case IteratorObject::Form::Items:
    return builtinType(s, "_collections_abc.dict_itemiterator");
  case IteratorObject::Form::Range:
    return builtinType(s, "_collections_abc.range_iterator");
  case IteratorObject::Form::Set:
    return builtinType(s, "_collections_abc.set_iterator");
  case IteratorObject::Form::Zip:
    return builtinType(s, "zip");
  case IteratorObject::Form::Enumerate:
    return builtinType(s, "enumerate");
  case IteratorObject::Form::Map:
    return builtinType(s, "map");
  case IteratorObject::Form::Filter:
    return builtinType(s, "filter");
  case IteratorObject::Form::Reversed:
    return builtinType(s, "reversed");
  case IteratorObject::Form::Generator:
    return builtinType(s, "types.GeneratorType");
  default:
    return builtinType(s, "object");
  }
}

bool isOfLibrary(Stage &s, Value value) {
  using Form = IteratorObject::Form;
  if (auto *iterator = s.find<IteratorObject>(value))
    switch (iterator->form) {
    case Form::Generator:
      return iterator->body && iterator->body->code && iterator->body->globals.isUndefined();
    case Form::GetItem:
    case Form::Deque:
    case Form::Reversed:
    case Form::Sentinel:
      return true;
    default:
      return false;
    }
  return value.isCallable() && value.callable().form == CallableData::Form::Function &&
         value.callable().globals.isUndefined();
}

Value typeSeen(Stage &s, Value value) {
  if (isOfLibrary(s, value))
    refuse(s, diag::Kind::UnsupportedFunction,
           {"the class of an iterator, getter or reference of the library"});
  Value cls = typeOf(s, value);
  return cls.isStatic() ? Value::ofStatic(s.host.classSeen(cls.handle())) : cls;
}

std::string className(Stage &s, Value cls) {
  if (auto *object = s.find<ClassObject>(cls))
    return object->name;
  std::string name = s.host.qualifiedName(cls.handle());
  return name.substr(name.rfind('.') + 1);
}

std::string classNameInMessages(Stage &s, Value cls) {
  return cls.isStatic() ? s.host.typeName(cls.handle()) : className(s, cls);
}

std::string typeName(Stage &s, Value value) {
  if (value.isUndefined())
    return "undefined";
  if (value.isUnion() || value.isBox())
    return "object";
  if (value.isCallable() && !isOfLibrary(s, value))
    return value.callable().form == CallableData::Form::Function      ? "function"
           : value.callable().form == CallableData::Form::BoundMethod ? "method"
           : value.callable().form == CallableData::Form::Partial ? "functools.partial"
                                                                  : "builtin_function_or_method";
  if (s.isNone(value))
    return "NoneType";
  if (isView(s, value)) {
    IteratorObject::Form form = s.find<IteratorObject>(value)->form;
    return form == IteratorObject::Form::Keys     ? "dict_keys"
           : form == IteratorObject::Form::Values ? "dict_values"
                                                  : "dict_items";
  }
  Value cls = isOfLibrary(s, value) && !value.isCallable() ? typeOf(s, value) : typeSeen(s, value);
  return cls.isUndefined() ? "object" : classNameInMessages(s, cls);
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
  for (Value base : mroOf(s, cls)) {
    const ClassObject *made = s.find<ClassObject>(base);
    const Value *own = made ? made->find(s.intern(name)) : nullptr;
    Value entry = own ? *own : made ? Value() : hostClassEntry(s, base.handle(), s.intern(name));
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
  } else if (hasClassEntry(s, base.handle(), "__subclasshook__") &&
             base != builtinType(s, "object")) {
    refuse(s, diag::Kind::UnsupportedFunction,
           {"issubclass and isinstance with " + s.host.qualifiedName(base.handle()) +
            ", of a class that the program makes"});
  }
  return llvm::any_of(mroOf(s, cls), [&](Value own) {
    return own.isStatic() && own != builtinType(s, "object") && virtualSubclass(s, own, base);
  });
}

std::optional<bool> isSubclass(Stage &s, Value cls, Value base) {
  if (!isClass(s, cls) || !isClass(s, base))
    return std::nullopt;
  if (cls == base)
    return true;
  for (Value entry : mroOf(s, cls))
    if (entry == base)
      return true;
  if (base.isStatic() && cls.isStatic()) // ABCs and virtual subclasses
    return virtualSubclass(s, cls, base);
  if (s.find<InstanceObject>(classAttribute(s, base, s.intern("__subclasshook__"))))
    refuse(s, diag::Kind::UnsupportedFunction,
           {"issubclass and isinstance with a class that has __subclasshook__"});
  return base.isStatic() && isAbstractlyOf(s, cls, base);
}

// A base class that overrides issubclass: the abstract ones of the standard library.
static bool virtualSubclass(Stage &s, Value cls, Value base) {
  Value meta = metaclassOf(s, base.handle());
  if (meta == builtinType(s, "type"))
    return false;
  bool isAbstract = isSubclass(s, meta, Value::ofStatic(lookup(s, "abc.ABCMeta"))).value_or(false);
  if (!isAbstract)
    return false;
  host::Outcome outcome =
      runInHost(s, lookup(s, "builtins.issubclass"), {cls.handle(), base.handle()}, {});
  return outcome.ok() && s.asBool(s.ofHandle(outcome.value)).value_or(false);
}

// The built-in value inside an instance of a subclass of a built-in; else the value itself.
Value payloadOf(Stage &s, Value value) {
  auto *instance = s.find<InstanceObject>(value);
  bool has = instance && !instance->payload.isUndefined() && !instance->payload.isLazy();
  return has && !isException(s, value) ? instance->payload : value;
}

} // namespace lith::stage

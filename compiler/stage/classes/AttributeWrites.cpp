// AttributeWrites.cpp: x.name = value and del x.name.
#include "stage/language/ClassStatements.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/runtime/Records.h"

#include <lith/program.h>

namespace lith::stage {

using host::Handle;
using host::Kind;

// Whether what a class has as this special method is not what every object has: a function, or
// another slot (`__setattr__ = dict.__setitem__`).
static bool isOwnSlot(Stage &s, Value method, llvm::StringRef name) {
  if (!s.isSlot(method))
    return !method.isUndefined() && (method.isCallable() || s.kindOf(method) == Kind::Function);
  return !llvm::StringRef(s.host.qualifiedName(method.handle())).ends_with(("." + name).str());
}

// A field of a named tuple.
static bool isTupleField(Stage &s, Value object, llvm::StringRef name) {
  return object.isTuple() && object.tuple().form == TupleData::Form::Subclass &&
         !s.classAttribute(object.tuple().cls, s.intern("_fields")).isUndefined() &&
         !s.namedField(object, name).isUndefined();
}

// Whether Python would put the attribute of a tuple into a dict of its own.
static bool hasDict(Stage &s, Value object, llvm::StringRef name) {
  if (!object.isTuple() || object.tuple().form != TupleData::Form::Subclass)
    return false;
  Value cls = object.tuple().cls;
  return s.classAttribute(cls, name).isUndefined() && !excludesAttribute(s, cls, name);
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
  if (isNumpyObject(*this, object))
    refuse(diag::Kind::UnsupportedFunction, {"setting " + name.str() + " of an array of NumPy"});
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
  if (find<ClassObject>(object))
    return setClassAttribute(*this, object, name, value);
  if (object.isCallable() && object.callable().attributes != NoAddress)
    return setOwnAttribute(attributesOf(*this, object.callable()), name, value);
  if (object.isCallable() && object.callable().form == CallableData::Form::Function) {
    // It came out of a container without a place for them; then there are no more of this kind.
    if (!hasIdentity(*this, *object.callable().code) || object.callable().globals.isUndefined())
      needIdentity(*this, *object.callable().code);
    ir::UnreachableOp::create(builder(), loc());
    return false;
  }
  if (!find<InstanceObject>(object)) {
    if (object.isStatic() && (kindOf(object) == Kind::Class || kindOf(object) == Kind::Module ||
                              kindOf(object) == Kind::Function))
      return setOutsideAttribute(object, name, value);
    if (hasDict(*this, object, name))
      refuse(diag::Kind::UnsupportedFunction, {"attributes of an instance of a subclass of tuple"});
    raise("AttributeError", isTupleField(*this, object, name) ? "can't set attribute"
                                                              : missingAttribute(object, name));
    return false;
  }
  Value cls = find<InstanceObject>(object)->cls;
  Value user = classAttribute(cls, intern("__setattr__"));
  if (isOwnSlot(*this, user, "__setattr__"))
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

// What a property does with a write or a deletion; false: the path ended.
static bool byProperty(Stage &s, Value function, llvm::StringRef what, Value object,
                       llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  if (!s.isNone(function))
    return s.call(function, arguments).has_value();
  Value cls = s.find<InstanceObject>(object)->cls;
  s.raise("AttributeError", "property '" + name + "' of '" + *s.asStr(qualifiedNameOf(s, cls)) +
                                "' object has no " + what);
  return false;
}

// fset or fdel of a property; undefined: the value is no property.
static Value functionOf(Stage &s, Value property, size_t index) {
  if (property.isStatic() && s.kindOf(property) == Kind::Property) {
    Handle function = s.host.propertyFunctions(property.handle())[index];
    return function ? Value::ofStatic(function) : s.none();
  }
  auto *made = s.find<InstanceObject>(property);
  if (!made || made->cls != s.builtinType("property"))
    return {};
  return *made->find(s.intern(index == 1 ? "fset" : "fdel"));
}

// A write (`__set__`) or deletion (`__delete__`) by the descriptor of the user's that the class has
// under this name; none: it has no such descriptor.
static std::optional<bool> byDescriptor(Stage &s, Value entry, llvm::StringRef method,
                                        llvm::StringRef other, llvm::ArrayRef<Value> arguments) {
  const InstanceObject *descriptor = s.find<InstanceObject>(entry);
  if (!descriptor)
    return std::nullopt;
  Value cls = descriptor->cls;
  if (Value function = s.classAttribute(cls, s.intern(method)); !function.isUndefined()) {
    llvm::SmallVector<Value> all{entry};
    llvm::append_range(all, arguments);
    return s.call(function, all).has_value();
  }
  if (s.classAttribute(cls, s.intern(other)).isUndefined())
    return std::nullopt;
  s.raise("AttributeError", method);
  return false;
}

static std::string readOnly(Stage &s, Value object, llvm::StringRef name) {
  return "'" + s.typeName(object) + "' object attribute '" + name.str() + "' is read-only";
}

// object.__setattr__
bool Stage::setInstanceAttribute(Value object, llvm::StringRef name, Value value) {
  Value cls = find<InstanceObject>(object)->cls;
  Value entry = classAttribute(cls, name);
  if (Value setter = functionOf(*this, entry, 1); !setter.isUndefined())
    return byProperty(*this, setter, "setter", object, name, {object, value});
  if (auto done = byDescriptor(*this, entry, "__set__", "__delete__", {object, value}))
    return *done;
  if (!excludesAttribute(*this, cls, name))
    return setOwnAttribute(object, name, value);
  raise("AttributeError",
        entry.isUndefined() ? missingAttribute(object, name) : readOnly(*this, object, name));
  return false;
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
  if (name == "__class__" || name == "__dict__")
    refuse(diag::Kind::UnsupportedFunction, {"setting " + name.str()});
  bool isChain = (name == "__cause__" || name == "__context__") && isException(object);
  if (isChain && !value.isUnion() && !value.isBox() && !isNone(value) && !isException(value)) {
    raise("TypeError",
          "exception " + name.trim('_') + " must be None or derive from BaseException");
    return false;
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
  if (object.isUnion() || object.isBox())
    return forEachAlternative(object,
                              [&](Value alternative) -> Result {
                                return delattr(alternative, name) ? Result(none()) : std::nullopt;
                              })
        .has_value();
  if (const ClassObject *cls = find<ClassObject>(object); cls && cls->find(name)) {
    llvm::erase_if(write<ClassObject>(object).entries,
                   [&](auto &entry) { return entry.first.data() == name.data(); });
    return true;
  }
  if (object.isCallable() && object.callable().attributes != NoAddress)
    if (Value holder = attributesOf(*this, object.callable());
        !instanceEntry(holder, name).isUndefined())
      return delattr(holder, name);
  if (object.isStatic() && (kindOf(object) == Kind::Class || kindOf(object) == Kind::Module ||
                            kindOf(object) == Kind::Function))
    refuse(diag::Kind::OutsideWrite, {"attribute '" + name.str() + "'"});
  if (!find<InstanceObject>(object)) {
    raise("AttributeError", missingAttribute(object, name));
    return false;
  }
  Value user = classAttribute(find<InstanceObject>(object)->cls, intern("__delattr__"));
  if (isOwnSlot(*this, user, "__delattr__"))
    return call(user, {object, string(name)}).has_value();
  Value entry = classAttribute(find<InstanceObject>(object)->cls, name);
  if (Value deleter = functionOf(*this, entry, 2); !deleter.isUndefined())
    return byProperty(*this, deleter, "deleter", object, name, object);
  if (auto done = byDescriptor(*this, entry, "__delete__", "__set__", object))
    return *done;
  bool isReadOnly =
      !entry.isUndefined() && excludesAttribute(*this, find<InstanceObject>(object)->cls, name);
  Value own = instanceEntry(object, name);
  Result present = defined(own, [&] {
    raise("AttributeError",
          isReadOnly ? readOnly(*this, object, name) : missingAttribute(object, name));
  });
  if (!present)
    return false;
  deleteOwnAttribute(object, name);
  return true;
}

void Stage::deleteOwnAttribute(Value object, llvm::StringRef name) {
  if (isOutside(object.address()))
    hostOperation(int(HostOperation::DeleteAttribute), object, string(name));
  if (find<InstanceObject>(object)->isRuntime())
    setRecordField(*this, object, name, {});
  else
    write<InstanceObject>(object).set(name, {});
}

} // namespace lith::stage

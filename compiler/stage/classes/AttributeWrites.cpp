// AttributeWrites.cpp: x.name = value and del x.name.
#include "stage/classes/AttributeWrites.h"
#include "stage/Arrays.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/OutsideWrites.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

#include <lith/program.h>

namespace lith::stage {

using host::Handle;
using host::Kind;

static bool setOutsideAttribute(Stage &, Value object, llvm::StringRef name, Value value);

// Whether what a class has as this special method is not what every object has: a function, or
// another slot (`__setattr__ = dict.__setitem__`).
static bool isOwnSlot(Stage &s, Value method, llvm::StringRef name) {
  if (!isSlot(s, method))
    return !method.isUndefined() && (method.isCallable() || s.kindOf(method) == Kind::Function);
  return !llvm::StringRef(s.host.qualifiedName(method.handle())).ends_with(("." + name).str());
}

// A field of a named tuple.
static bool isTupleField(Stage &s, Value object, llvm::StringRef name) {
  return object.isTuple() && object.tuple().form == TupleData::Form::Subclass &&
         !classAttribute(s, object.tuple().cls, s.intern("_fields")).isUndefined() &&
         !namedField(s, object, name).isUndefined();
}

// Whether Python would put the attribute of a tuple into a dict of its own.
static bool hasDict(Stage &s, Value object, llvm::StringRef name) {
  if (!object.isTuple() || object.tuple().form != TupleData::Form::Subclass)
    return false;
  Value cls = object.tuple().cls;
  return classAttribute(s, cls, name).isUndefined() && !excludesAttribute(s, cls, name);
}

// Of an object that has no dict to hold the attribute.
static std::string noPlace(Stage &s, Value object, llvm::StringRef name) {
  return missingAttribute(s, object, name) +
         (isPython(s, 13) ? " and no __dict__ for setting new attributes" : "");
}

// Whether it is an exception that an operation raised, which has no place for the attribute.
static bool hasNoAttribute(Value object, llvm::StringRef name) {
  return object.isScalar(ScalarType::Exception) &&
         !llvm::is_contained({"args", "__cause__", "__context__"}, name);
}

bool setattr(Stage &s, Value object, llvm::StringRef name, Value value) {
  if (name == "__traceback__" && isException(s, object))
    return true; // what a traceback shows is where the exception was raised
  if (object.isUnion() || object.isBox()) {
    auto set = [&](Value one) -> Result {
      bool isKept = object.isBox() && !object.ssa().getDefiningOp<ir::BoxOp>(); // not just caught
      if (isKept && hasNoAttribute(one, name)) // which may be there in theory only
        return raise(s, "NotImplementedError", "setting " + name + " of an exception of run time");
      return setattr(s, one, name, value) ? Result(s.none()) : std::nullopt;
    };
    return forEachAlternative(s, object, set).has_value();
  }
  if (isException(s, object) && (name == "__cause__" || name == "__context__"))
    return setLink(s, object, name, value);
  if (object.isScalar(ScalarType::Exception) && name == "args")
    return setArguments(s, object, value);
  if (hasNoAttribute(object, name) || name == "__suppress_context__")
    refuse(s, diag::Kind::UnsupportedStatement, {"setting " + name.str() + " of an exception"});
  if (isNumpyObject(s, object))
    refuse(s, diag::Kind::UnsupportedFunction, {"setting " + name.str() + " of an array of NumPy"});
  if (s.find<TensorObject>(object)) {
    Result handled = tensorSetAttribute(s, object, name, value);
    if (!handled)
      return false;
    if (s.asBool(*handled) != false)
      return true;
    if (isOutside(s, object.address()))
      writeOutside(s, object, name, value);
    TensorObject &tensor = s.write<TensorObject>(object);
    if (tensor.attributes == NoAddress) {
      auto holder = std::make_shared<InstanceObject>();
      holder->cls = builtinType(s, "object");
      tensor.attributes = s.allocate(std::move(holder));
    }
    s.state.heap.write<InstanceObject>(tensor.attributes).set(name, value);
    return true;
  }
  if (s.find<ClassObject>(object))
    return setClassAttribute(s, object, name, value);
  if (isOfLibrary(s, object))
    refuse(s, diag::Kind::UnsupportedFunction,
           {"setting an attribute of a getter or reference of the library"});
  if (object.isCallable() && object.callable().attributes != NoAddress)
    return setOwnAttribute(s, attributesOf(s, object.callable()), name, value);
  if (object.isCallable() && object.callable().form == CallableData::Form::Function) {
    // It came out of a container without a place for them; then there are no more of this kind.
    if (!hasIdentity(s, *object.callable().code) || object.callable().globals.isUndefined())
      needIdentity(s, *object.callable().code);
    ir::UnreachableOp::create(s.builder(), s.loc());
    return false;
  }
  if (!s.find<InstanceObject>(object)) {
    if (object.isStatic() && (s.kindOf(object) == Kind::Class || s.kindOf(object) == Kind::Module ||
                              s.kindOf(object) == Kind::Function))
      return setOutsideAttribute(s, object, name, value);
    if (hasDict(s, object, name))
      refuse(s, diag::Kind::UnsupportedFunction,
             {"attributes of an instance of a subclass of tuple"});
    if (object.isStatic() && hasDict(s, typeOf(s, object)))
      refuse(s, diag::Kind::UnsupportedFunction, {"setting attributes of " + typeName(s, object)});
    refuseOwnRule(s, object, "__setattr__");
    raise(s, "AttributeError",
          isTupleField(s, object, name) ? "can't set attribute" : noPlace(s, object, name));
    return false;
  }
  Value cls = s.find<InstanceObject>(object)->cls;
  Value user = classAttribute(s, cls, s.intern("__setattr__"));
  if (isOwnSlot(s, user, "__setattr__"))
    return call(s, user, {object, s.string(name), value}).has_value();
  return setInstanceAttribute(s, object, name, value);
}

// Of a class, module or function that existed before the call.
static bool setOutsideAttribute(Stage &s, Value object, llvm::StringRef name, Value value) {
  Handle handle = object.handle();
  bool isClass = s.kindOf(object) == Kind::Class;
  Value meta = isClass ? metaclassOf(s, handle) : Value();
  if (isClass && (isUserFunction(s, classAttribute(s, meta, s.intern("__setattr__"))) ||
                  isDataDescriptor(s, classAttribute(s, meta, name))))
    refuse(s, diag::Kind::OutsideWrite,
           {"attribute '" + name.str() + "' of a class whose metaclass sees to it"});
  return setOutsideEntry(
      s, isClass ? outsideNamespace(s, handle, rootPath(s, handle)) : namespaceOf(s, handle), name,
      value);
}

// What a property does with a write or a deletion; false: the path ended.
static bool byProperty(Stage &s, Value function, llvm::StringRef what, Value object,
                       llvm::StringRef name, llvm::ArrayRef<Value> arguments) {
  if (!s.isNone(function))
    return call(s, function, arguments).has_value();
  Value cls = s.find<InstanceObject>(object)->cls;
  raise(s, "AttributeError",
        "property '" + name + "' of '" + *s.asStr(qualifiedNameOf(s, cls)) + "' object has no " +
            what);
  return false;
}

// fset or fdel of a property; undefined: the value is no property.
static Value functionOf(Stage &s, Value property, size_t index) {
  if (property.isStatic() && s.kindOf(property) == Kind::Property) {
    Handle function = s.host.propertyFunctions(property.handle())[index];
    return function ? Value::ofStatic(function) : s.none();
  }
  auto *made = s.find<InstanceObject>(property);
  if (!made || made->cls != builtinType(s, "property"))
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
  if (Value function = classAttribute(s, cls, s.intern(method)); !function.isUndefined()) {
    llvm::SmallVector<Value> all{entry};
    llvm::append_range(all, arguments);
    return call(s, function, all).has_value();
  }
  if (classAttribute(s, cls, s.intern(other)).isUndefined())
    return std::nullopt;
  raise(s, "AttributeError", method);
  return false;
}

static std::string readOnly(Stage &s, Value object, llvm::StringRef name) {
  return "'" + typeName(s, object) + "' object attribute '" + name.str() + "' is read-only";
}

// object.__setattr__
bool setInstanceAttribute(Stage &s, Value object, llvm::StringRef name, Value value) {
  Value cls = s.find<InstanceObject>(object)->cls;
  Value entry = classAttribute(s, cls, name);
  if (Value setter = functionOf(s, entry, 1); !setter.isUndefined())
    return byProperty(s, setter, "setter", object, name, {object, value});
  if (auto done = byDescriptor(s, entry, "__set__", "__delete__", {object, value}))
    return *done;
  if (!excludesAttribute(s, cls, name))
    return setOwnAttribute(s, object, name, value);
  raise(s, "AttributeError",
        entry.isUndefined() ? noPlace(s, object, name) : readOnly(s, object, name));
  return false;
}

// In the instance's __dict__.
// The dicts that `__dict__` of the object gave before show the attribute as it is now.
static void noteInDicts(Stage &s, Value object, llvm::StringRef name, Value value) {
  llvm::SmallVector<Address> dicts;
  if (s.readsDicts)
    Heap::diff(Heap(), s.state.heap, [&](Address address) {
      auto *dict = s.state.heap.find<DictObject>(address);
      if (dict && dict->owner == object)
        dicts.push_back(address);
    });
  for (Address address : dicts) {
    if (s.state.heap.find<DictObject>(address)->isRuntime()) {
      if (value.isUndefined())
        refuse(s, diag::Kind::UnsupportedFunction,
               {"an attribute deleted beside a __dict__ that only run time knows"});
      setRuntimeEntry(s, Value::ref(address), s.string(name), value);
      continue;
    }
    auto &entries = s.write<DictObject>(Value::ref(address)).entries;
    auto entry = llvm::find_if(entries, [&](auto &each) { return s.asStr(each.first) == name; });
    if (value.isUndefined() && entry != entries.end())
      entries.erase(entry);
    else if (entry != entries.end())
      entry->second = value;
    else if (!value.isUndefined())
      entries.push_back({s.string(name), value});
  }
}

bool setOwnAttribute(Stage &s, Value object, llvm::StringRef name, Value value) {
  if (name == "args" && isException(s, object))
    return setArguments(s, object, value);
  if (name == "__class__" || name == "__dict__")
    refuse(s, diag::Kind::UnsupportedFunction, {"setting " + name.str()});
  bool isChain = (name == "__cause__" || name == "__context__") && isException(s, object);
  if (isChain && !value.isUnion() && !value.isBox() && !s.isNone(value) && !isException(s, value)) {
    raise(s, "TypeError",
          "exception " + name.trim('_') + " must be None or derive from BaseException");
    return false;
  }
  if (isOutside(s, object.address()) && !writeOutside(s, object, name, value))
    return false;
  if (s.find<InstanceObject>(object)->isRuntime())
    setRecordField(s, object, name, value);
  else
    s.write<InstanceObject>(object).set(name, value);
  noteInDicts(s, object, name, value);
  return true;
}

// What an instance holds under the name, in its dict or in a slot.
static Value heldAttribute(Stage &s, Value object, llvm::StringRef name, bool inSlot) {
  const InstanceObject *instance = s.find<InstanceObject>(object);
  bool isInitial =
      inSlot && isOutside(s, object.address()) && !instance->isRuntime() && !instance->find(name);
  return isInitial ? slotOfObject(s, object.address(), name) : instanceEntry(s, object, name);
}

bool delattr(Stage &s, Value object, llvm::StringRef name) {
  if (object.isUnion() || object.isBox())
    return forEachAlternative(s, object,
                              [&](Value alternative) -> Result {
                                return delattr(s, alternative, name) ? Result(s.none())
                                                                     : std::nullopt;
                              })
        .has_value();
  if (const ClassObject *cls = s.find<ClassObject>(object); cls && cls->find(name)) {
    llvm::erase_if(s.write<ClassObject>(object).entries,
                   [&](auto &entry) { return entry.first.data() == name.data(); });
    return true;
  }
  if (object.isCallable() && object.callable().attributes != NoAddress)
    if (Value holder = attributesOf(s, object.callable());
        !instanceEntry(s, holder, name).isUndefined())
      return delattr(s, holder, name);
  if (object.isStatic() && (s.kindOf(object) == Kind::Class || s.kindOf(object) == Kind::Module ||
                            s.kindOf(object) == Kind::Function))
    refuse(s, diag::Kind::OutsideWrite, {"attribute '" + name.str() + "'"});
  if (!s.find<InstanceObject>(object)) {
    if (object.isScalar(ScalarType::Exception))
      refuse(s, diag::Kind::UnsupportedStatement, {"deleting " + name.str() + " of an exception"});
    if (s.isTensor(object))
      refuse(s, diag::Kind::UnsupportedFunction, {"`del` of an attribute of a tensor"});
    refuseOwnRule(s, object, "__delattr__");
    raise(s, "AttributeError",
          object.isCallable() ? missingAttribute(s, object, name) : noPlace(s, object, name));
    return false;
  }
  Value user = classAttribute(s, s.find<InstanceObject>(object)->cls, s.intern("__delattr__"));
  if (isOwnSlot(s, user, "__delattr__"))
    return call(s, user, {object, s.string(name)}).has_value();
  Value entry = classAttribute(s, s.find<InstanceObject>(object)->cls, name);
  if (Value deleter = functionOf(s, entry, 2); !deleter.isUndefined())
    return byProperty(s, deleter, "deleter", object, name, object);
  if (auto done = byDescriptor(s, entry, "__delete__", "__set__", object))
    return *done;
  bool isExcluded = excludesAttribute(s, s.find<InstanceObject>(object)->cls, name);
  bool inSlot = isMemberDescriptor(s, entry);
  Value own = heldAttribute(s, object, name, inSlot);
  Result present = defined(s, own, [&] {
    raise(s, "AttributeError",
          inSlot                               ? name.str()
          : isExcluded && !entry.isUndefined() ? readOnly(s, object, name)
          : isExcluded                         ? noPlace(s, object, name)
                                               : missingAttribute(s, object, name));
  });
  if (!present)
    return false;
  deleteOwnAttribute(s, object, name);
  return true;
}

llvm::StringRef deletedAttribute(Stage &s, llvm::StringRef name) {
  return s.intern(" deleted " + name.str());
}

void deleteOwnAttribute(Stage &s, Value object, llvm::StringRef name) {
  if (isOutside(s, object.address())) {
    hostOperation(s, int(HostOperation::DeleteAttribute), object, s.string(name));
    s.write<InstanceObject>(object).set(deletedAttribute(s, name), s.none());
  }
  if (s.find<InstanceObject>(object)->isRuntime())
    setRecordField(s, object, name, {});
  else
    s.write<InstanceObject>(object).set(name, {});
  noteInDicts(s, object, name, {});
}

} // namespace lith::stage

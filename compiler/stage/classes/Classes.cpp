// Classes.cpp: making instances, class statements and super().
#include "stage/classes/Classes.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Descriptors.h"
#include "stage/classes/GeneratedClasses.h"
#include "stage/classes/OSErrors.h"
#include "stage/classes/Payloads.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/HostFunctions.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;
using host::Kind;

static std::string abstractMethods(Stage &, Value cls);
static Result slotMethod(Stage &, Value self, Value, llvm::StringRef name);

bool isUserFunction(Stage &s, Value value) {
  if (value.isCallable())
    return true;
  if (!value.isStatic())
    return false;
  Kind kind = s.kindOf(value);
  if (kind == Kind::StaticMethod || kind == Kind::ClassMethod)
    return isUserFunction(s, Value::ofStatic(s.host.boundFunction(value.handle())));
  return kind == Kind::Function;
}

bool isGeneratedNew(Stage &s, Value cls, Value creator) {
  if (classAttribute(s, cls, s.intern("_fields")).isUndefined() ||
      !isSubclass(s, cls, builtinType(s, "tuple")).value_or(false) || !creator.isStatic())
    return false;
  if (s.kindOf(creator) == Kind::StaticMethod)
    creator = Value::ofStatic(s.host.boundFunction(creator.handle()));
  std::string error;
  return s.kindOf(creator) != Kind::Function || !s.session.codeOf(creator.handle(), error);
}

// np.str_ and np.bytes_.
static bool isNumpyText(Stage &s, Value cls) {
  Value generic = builtinType(s, "numpy.generic");
  return !generic.isUndefined() && isSubclass(s, cls, generic).value_or(false) &&
         (isSubclass(s, cls, builtinType(s, "str")).value_or(false) ||
          isSubclass(s, cls, builtinType(s, "bytes")).value_or(false));
}

// What `type` does when the class is called; `byMetaclass`: from the __call__ of its metaclass.
Result instantiate(Stage &s, Value cls, Arguments arguments, bool byMetaclass) {
  cls = classOfOSError(s, cls, arguments);
  if (cls.isStatic()) {
    if (const Primitive *primitive = s.session.primitiveOf(cls.handle()))
      return callPrimitive(s, *primitive, std::move(arguments));
    if (isNumpyClass(s, cls)) {
      if (areConstants(s, arguments))
        return callHost(s, cls, std::move(arguments));
      arguments.positional.insert(arguments.positional.begin(), cls);
      return callPrimitive(s, *Registry::instance().find("numpy.generic"), std::move(arguments));
    }
    if (isNumpyText(s, cls)) // refused of what is no constant
      return callHost(s, cls, std::move(arguments));
    if (!hostClassEntry(s, cls.handle(), s.intern("_member_map_")).isUndefined() ||
        !classAttribute(s, cls, s.intern("_member_map_")).isUndefined())
      return enumMember(s, cls, arguments);
    if (Value made = metaMethod(s, cls, "__call__"); !made.isUndefined() && !byMetaclass) {
      arguments.positional.insert(arguments.positional.begin(), cls);
      return call(s, made, std::move(arguments));
    }
    // `__call__ = dict`, as metaclasses of typing have it, is bound to nothing.
    if (Value made = classAttribute(s, metaclassOf(s, cls.handle()), s.intern("__call__"));
        isClass(s, made))
      return call(s, made, std::move(arguments));
  }
  Value creator = classAttribute(s, cls, s.intern("__new__"));
  if (isGeneratedNew(s, cls, creator))
    return makeNamedTuple(s, cls, arguments);
  Value object;
  if (isUserFunction(s, creator)) {
    if (creator.isStatic() && s.kindOf(creator) == Kind::StaticMethod)
      creator = Value::ofStatic(s.host.boundFunction(creator.handle()));
    Arguments all = arguments;
    all.positional.insert(all.positional.begin(), cls);
    Result made = call(s, creator, std::move(all));
    if (!made)
      return made;
    object = *made;
    if (!s.find<InstanceObject>(object) || !isSubclass(s, typeOf(s, object), cls).value_or(false))
      return object;
  }
  if (object.isUndefined()) {
    if (std::string missing = abstractMethods(s, cls); !missing.empty())
      return raise(s, "TypeError",
                   "Can't instantiate abstract class " + className(s, cls) + missing);
    bool isOfTuple =
        creator == hostClassEntry(s, builtinType(s, "tuple").handle(), s.intern("__new__"));
    if (isOfTuple && isSubclass(s, cls, builtinType(s, "tuple")).value_or(false)) {
      arguments.positional.insert(arguments.positional.begin(), cls);
      return call(s, s.boundPrimitive(Registry::instance().find("tuple.__new__"), {}),
                  std::move(arguments));
    }
    Result made = newInstance(s, cls, arguments);
    if (!made)
      return made;
    object = *made;
  }
  Value init = classAttribute(s, cls, s.intern("__init__"));
  if (init.isUndefined() || isSlot(s, init))
    return initBuiltin(s, object, cls, arguments) ? Result(object) : std::nullopt;
  if (Value generated = generatedInit(s, init, cls); !generated.isUndefined())
    init = generated;
  arguments.positional.insert(arguments.positional.begin(), object);
  Result done = call(s, init, std::move(arguments));
  if (done && !done->isUnion() && !done->isBox() && !s.isNone(*done))
    return raise(s, "TypeError", "__init__() should return None, not '" + typeName(s, *done) + "'");
  return done ? Result(object) : done;
}

bool hasMetaclass(Stage &s, Value cls) {
  return isClass(s, cls) && cls.isStatic() &&
         metaclassOf(s, cls.handle()) != builtinType(s, "type");
}

// A special method of Python code that the class of a class defines, as that of enums does.
Value metaMethod(Stage &s, Value cls, llvm::StringRef name) {
  if (!isClass(s, cls) || !cls.isStatic())
    return {};
  Value method = classAttribute(s, metaclassOf(s, cls.handle()), s.intern(name));
  return isUserFunction(s, method) ? method : Value();
}

// A special method that the user's subclass of tuple defines; undefined for another value.
Value tupleMethod(Stage &s, Value value, llvm::StringRef name) {
  if (!value.isTuple() || value.tuple().form != TupleData::Form::Subclass)
    return {};
  Value method = classAttribute(s, value.tuple().cls, s.intern(name));
  if (!isUserFunction(s, method))
    return {};
  std::string error;
  bool isGenerated = method.isStatic() && s.kindOf(method) == Kind::Function &&
                     !s.session.codeOf(method.handle(), error);
  return isGenerated ? Value() : method;
}

Value tensorMethod(Stage &s, Value value, llvm::StringRef name) {
  bool isUsers = s.activation && !s.activation->globals.isUndefined();
  return isUsers && s.isTensor(value) ? methodInPlace(s, typeOf(s, value), name) : Value();
}

Value methodInPlace(Stage &s, Value cls, llvm::StringRef name) {
  Value method = classAttribute(s, cls, s.intern(name));
  bool isTorchs = method.isStatic() &&
                  llvm::StringRef(s.host.qualifiedName(method.handle())).starts_with("torch.");
  return isUserFunction(s, method) && !isTorchs ? method : Value();
}

// What has to be defined before the class can have instances, as the end of the message; "":
// nothing. Where the metaclass is not abc's, nothing has to be.
static std::string abstractMethods(Stage &s, Value cls) {
  if (!isSubclass(s, typeOf(s, cls), Value::ofStatic(lookup(s, "abc.ABCMeta"))).value_or(false))
    return "";
  std::set<std::string> names;
  auto isAbstract = [&](Value entry) {
    if (auto *descriptor = s.find<InstanceObject>(entry)) // a property, a class method
      if (const Value *function = descriptor->find(s.intern("fget")))
        entry = *function;
    llvm::StringRef flag = s.intern("__isabstractmethod__");
    if (entry.isCallable()) {
      Address holder = entry.callable().attributes;
      return s.state.heap.find(holder) &&
             s.asBool(instanceEntry(s, Value::ref(holder), flag)) == true;
    }
    if (!entry.isStatic())
      return false;
    Value own = namespaceEntry(s, entry.handle(), flag);
    return s.asBool(own.isUndefined() ? slotOf(s, entry.handle(), flag) : own) == true;
  };
  for (Value base : mroOf(s, cls)) {
    if (const ClassObject *made = s.find<ClassObject>(base)) {
      for (auto &[name, value] : made->entries)
        if (name != "__doc__")
          names.insert(name.str());
      continue;
    }
    Value declared = hostClassEntry(s, base.handle(), s.intern("__abstractmethods__"));
    if (auto *set = s.find<SetObject>(declared))
      for (Value name : set->elements)
        names.insert(s.asStr(name)->str());
  }
  std::string text, quote = isPython(s, 12) ? "'" : "";
  bool several = false;
  for (const std::string &name : names)
    if (isAbstract(classAttribute(s, cls, s.intern(name)))) {
      several = !text.empty();
      text += (several ? ", " : "") + quote + name + quote;
    }
  std::string what = isPython(s, 12) ? " without an implementation for" : " with";
  return text.empty() ? "" : what + " abstract method" + (several ? "s " : " ") + text;
}

// --- super()

// `super()` without arguments reads the first argument and the class of its frame.
bool callSpecial(Stage &s, const syntax::Call *expression, Result &result) {
  auto *name = dyn_cast<Name>(expression->func);
  if (!name || name->id != "super" || !expression->args.empty() || !expression->keywords.empty())
    return false;
  Result callee = eval(s, expression->func);
  if (!callee || *callee != builtinType(s, "super"))
    return false;
  const FunctionCode &code = *s.activation->code;
  NamePlace place = code.place(s.intern("__class__"));
  if (place.kind != NamePlace::Kind::Cell || code.parameters.empty()) {
    result = raise(s, "RuntimeError", "super(): no arguments");
    return true;
  }
  Value cls = cellContents(s, s.state.frame(s.activation->frame).slots[place.index]);
  Result self = loadName(s, code.parameters[0].name);
  result = self ? makeSuper(s, cls, *self) : self;
  return true;
}

Result makeSuper(Stage &s, Value cls, Value self) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = builtinType(s, "super");
  instance->set(s.intern("__thisclass__"), cls);
  instance->set(s.intern("__self__"), self);
  return s.make(std::move(instance));
}

Result findSuperAttribute(Stage &s, Value object, llvm::StringRef name) {
  const InstanceObject *proxy = s.find<InstanceObject>(object);
  Value after = *proxy->find(s.intern("__thisclass__")), self = *proxy->find(s.intern("__self__"));
  bool onClass = isClass(s, self);
  if (onClass && !isSubclass(s, self, after).value_or(false) && self.isStatic())
    onClass = false; // in a method of a metaclass, the class is the instance
  Value cls = onClass ? self : isClass(s, self) ? metaclassOf(s, self.handle()) : typeOf(s, self);
  Value entry = classAttribute(s, cls, name, after);
  if (entry.isUndefined()) {
    return Value();
  }
  if (Value init = name == "__init__" ? generatedInit(s, entry, cls, after) : Value();
      !init.isUndefined())
    return onClass ? init : s.boundMethod(init, self);
  if (isSlot(s, entry) && !onClass)
    if (Result inherited = slotMethod(s, self, entry, name); inherited && !inherited->isUndefined())
      return inherited;
  if (onClass && name == "__new__" && isGeneratedNew(s, self, entry))
    return s.boundPrimitive(Registry::instance().find("namedtuple.__new__"), {});
  if (onClass && name == "__new__")
    return entry.isStatic() && s.kindOf(entry) == Kind::StaticMethod
               ? Value::ofStatic(s.host.boundFunction(entry.handle()))
               : entry;
  return bindAttribute(s, entry, onClass ? Value() : self, cls);
}

// A slot of a built-in base: it acts on the payload.
static Result slotMethod(Stage &s, Value self, Value, llvm::StringRef name) {
  if (const Primitive *primitive = Registry::instance().find(("object." + name).str()))
    return s.boundPrimitive(primitive, self);
  Value payload = payloadOf(s, self);
  return payload == self ? Result(Value()) : attributeInside(s, self, payload, name);
}

// --- torch.nn.Module

// Parameters, buffers and submodules, as Module.__getattr__ finds them; it is not staged itself, as
// its `self.__dict__` would be a dict of run time where some paths have set an attribute.
std::optional<Value> moduleEntry(Stage &s, Value object, llvm::StringRef name) {
  Value base = builtinType(s, "torch.nn.Module");
  Value cls = s.find<InstanceObject>(object)->cls;
  if (base.isUndefined() || !isSubclass(s, cls, base).value_or(false) || name.starts_with("__"))
    return std::nullopt;
  if (classAttribute(s, cls, s.intern("__getattr__")) !=
      hostClassEntry(s, base.handle(), s.intern("__getattr__")))
    return std::nullopt;
  for (llvm::StringRef dict : {"_parameters", "_buffers", "_modules"}) {
    Value entries = instanceEntry(s, object, s.intern(dict));
    if (entries.isUndefined())
      continue;
    if (entries.isUnion() || entries.isBox())
      return std::nullopt;
    if (typeOf(s, entries) == builtinType(s, "collections.OrderedDict")) // before PyTorch 2.5
      entries = payloadOf(s, entries);
    auto *held = s.find<DictObject>(entries);
    if (!held || held->isRuntime())
      return std::nullopt;
    Result found = dictLookup(s, entries, s.string(name));
    if (found && !found->isUndefined())
      return *found;
  }
  return Value();
}

// The attributes that an instance may have, by name; lazy where it has them from before the call.
static std::vector<std::pair<llvm::StringRef, Value>> ownAttributes(Stage &s, Value object) {
  std::vector<std::pair<llvm::StringRef, Value>> entries;
  const InstanceObject *instance = s.find<InstanceObject>(object);
  if (instance->isRuntime()) {
    for (auto &[name, value] : recordFields(s, object))
      entries.push_back({name, value});
    return entries;
  }
  if (instance->find(s.intern(InstanceObject::Reordered)))
    refuse(s, diag::Kind::UnsupportedExpression, {"attributes whose order paths differ in"});
  // Those of before the call come first, in the order of then, unless they were deleted since.
  llvm::DenseSet<const char *> before;
  if (isOutside(s, object.address()))
    for (llvm::StringRef name : attributeNames(s, object.address())) {
      if (s.find<InstanceObject>(object)->find(deletedAttribute(s, name)))
        continue;
      const Value *now = s.find<InstanceObject>(object)->find(name);
      before.insert(name.data());
      entries.push_back({name, now ? *now : Value::lazy()});
    }
  for (auto &[name, value] : s.find<InstanceObject>(object)->attributes)
    if (!value.isUndefined() && !name.starts_with(" ") && !before.contains(name.data()))
      entries.push_back({name, value});
  return entries;
}

// Whether the name is in the `__slots__` of a class, whose instances hold it beside their dict.
static bool isInSlot(Stage &s, Value object, llvm::StringRef name) {
  Value entry = classAttribute(s, typeOf(s, object), name);
  return entry.isStatic() && typeOf(s, entry) == builtinType(s, "types.MemberDescriptorType");
}

// obj.__dict__ as a dict: a copy, through which attributes can be set.
Result attributesDict(Stage &s, Value object, bool withSlots) {
  auto attributes = ownAttributes(s, object);
  if (!withSlots)
    llvm::erase_if(attributes, [&](auto &entry) { return isInSlot(s, object, entry.first); });
  bool isKnown = llvm::all_of(attributes, [](auto &entry) {
    return entry.second.isLazy() || !mayBeUndefined(entry.second);
  });
  Value made = s.dict({});
  if (!isKnown)
    makeRuntime(s, made);
  for (auto &[name, given] : attributes) {
    Value key = s.string(name), value = given;
    if (isKnown) {
      s.write<DictObject>(made).entries.push_back({key, value});
      continue;
    }
    if (value.isLazy())
      value = initialAttribute(s, object.address(), name);
    Result present = isDefined(s, value);
    choose(
        s, *present, [&]() -> Result { return setRuntimeEntry(s, made, key, value), s.none(); },
        [&]() -> Result { return s.none(); });
  }
  s.write<DictObject>(made).owner = object;
  s.readsDicts = true;
  return made;
}

} // namespace lith::stage

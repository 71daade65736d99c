// Classes.cpp: making instances, class statements and super().
#include "stage/classes/OSErrors.h"
#include "stage/language/ClassStatements.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;
using host::Kind;

bool Stage::isUserFunction(Value value) {
  if (value.isCallable())
    return true;
  if (!value.isStatic())
    return false;
  Kind kind = kindOf(value);
  if (kind == Kind::StaticMethod || kind == Kind::ClassMethod)
    return isUserFunction(Value::ofStatic(host.boundFunction(value.handle())));
  return kind == Kind::Function;
}

bool isGeneratedNew(Stage &s, Value cls, Value creator) {
  if (s.classAttribute(cls, s.intern("_fields")).isUndefined() ||
      !s.isSubclass(cls, s.builtinType("tuple")).value_or(false) || !creator.isStatic())
    return false;
  if (s.kindOf(creator) == Kind::StaticMethod)
    creator = Value::ofStatic(s.host.boundFunction(creator.handle()));
  std::string error;
  return s.kindOf(creator) != Kind::Function || !s.session.codeOf(creator.handle(), error);
}

// What `type` does when the class is called; `byMetaclass`: from the __call__ of its metaclass.
Result Stage::instantiate(Value cls, Arguments arguments, bool byMetaclass) {
  cls = classOfOSError(*this, cls, arguments);
  if (cls.isStatic()) {
    if (const Primitive *primitive = session.primitiveOf(cls.handle()))
      return callPrimitive(*primitive, std::move(arguments));
    if (isNumpyClass(*this, cls)) {
      if (areConstants(arguments))
        return callHost(cls, std::move(arguments));
      arguments.positional.insert(arguments.positional.begin(), cls);
      return callPrimitive(*Registry::instance().find("numpy.generic"), std::move(arguments));
    }
    if (!hostClassEntry(cls.handle(), intern("_member_map_")).isUndefined() ||
        !classAttribute(cls, intern("_member_map_")).isUndefined())
      return enumMember(cls, arguments);
    if (Value made = metaMethod(cls, "__call__"); !made.isUndefined() && !byMetaclass) {
      arguments.positional.insert(arguments.positional.begin(), cls);
      return call(made, std::move(arguments));
    }
  }
  Value creator = classAttribute(cls, intern("__new__"));
  if (isGeneratedNew(*this, cls, creator))
    return makeNamedTuple(cls, arguments);
  Value object;
  if (isUserFunction(creator)) {
    if (creator.isStatic() && kindOf(creator) == Kind::StaticMethod)
      creator = Value::ofStatic(host.boundFunction(creator.handle()));
    if (!isGenericNew(creator)) {
      Arguments all = arguments;
      all.positional.insert(all.positional.begin(), cls);
      Result made = call(creator, std::move(all));
      if (!made)
        return made;
      object = *made;
      if (!find<InstanceObject>(object) || !isSubclass(typeOf(object), cls).value_or(false))
        return object;
    }
  }
  if (object.isUndefined()) {
    if (std::string missing = abstractMethods(cls); !missing.empty())
      return raise("TypeError",
                   "Can't instantiate abstract class " + className(cls) + " with abstract method" +
                       (missing.find(',') == std::string::npos ? " " : "s ") + missing);
    bool isOfTuple = creator == hostClassEntry(builtinType("tuple").handle(), intern("__new__"));
    if (isOfTuple && isSubclass(cls, builtinType("tuple")).value_or(false)) {
      arguments.positional.insert(arguments.positional.begin(), cls);
      return call(boundPrimitive(Registry::instance().find("tuple.__new__"), {}),
                  std::move(arguments));
    }
    Result made = newInstance(cls, arguments);
    if (!made)
      return made;
    object = *made;
  }
  Value init = classAttribute(cls, intern("__init__"));
  if (init.isUndefined() || isSlot(init))
    return initBuiltin(object, cls, arguments) ? Result(object) : std::nullopt;
  if (Value generated = generatedInit(*this, init, cls); !generated.isUndefined())
    init = generated;
  arguments.positional.insert(arguments.positional.begin(), object);
  Result done = call(init, std::move(arguments));
  if (done && !done->isUnion() && !done->isBox() && !isNone(*done))
    return raise("TypeError", "__init__() should return None, not '" + typeName(*done) + "'");
  return done ? Result(object) : done;
}

// A special method of Python code that the class of a class defines, as that of enums does.
Value Stage::metaMethod(Value cls, llvm::StringRef name) {
  if (!isClass(cls) || !cls.isStatic())
    return {};
  Value method = classAttribute(Value::ofStatic(host.metaclass(cls.handle())), intern(name));
  return isUserFunction(method) ? method : Value();
}

// A special method that the user's subclass of tuple defines; undefined for another value.
Value Stage::tupleMethod(Value value, llvm::StringRef name) {
  if (!value.isTuple() || value.tuple().form != TupleData::Form::Subclass)
    return {};
  Value method = classAttribute(value.tuple().cls, intern(name));
  if (!isUserFunction(method))
    return {};
  std::string error;
  bool isGenerated = method.isStatic() && kindOf(method) == Kind::Function &&
                     !session.codeOf(method.handle(), error);
  return isGenerated ? Value() : method;
}

// What has to be defined before the class can have instances, in order: "" for an ordinary one.
// Where the metaclass is not abc's, nothing has to be.
std::string Stage::abstractMethods(Value cls) {
  if (!isSubclass(typeOf(cls), Value::ofStatic(host.lookup("abc.ABCMeta"))).value_or(false))
    return "";
  std::set<std::string> names;
  auto isAbstract = [&](Value entry) {
    if (auto *descriptor = find<InstanceObject>(entry)) // a property, a class method
      if (const Value *function = descriptor->find(intern("fget")))
        entry = *function;
    llvm::StringRef flag = intern("__isabstractmethod__");
    if (entry.isCallable()) {
      Address holder = entry.callable().attributes;
      return state.heap.find(holder) && asBool(instanceEntry(Value::ref(holder), flag)) == true;
    }
    if (!entry.isStatic())
      return false;
    Handle dict = host.instanceDict(entry.handle());
    Handle own = dict ? host.dictGet(dict, host.str({flag.data(), flag.size()}))
                      : host.slot(entry.handle(), {flag.data(), flag.size()});
    return own == host.boolean(true);
  };
  for (Value base : mroOf(cls)) {
    if (const ClassObject *made = find<ClassObject>(base)) {
      for (auto &[name, value] : made->entries)
        if (name != "__doc__")
          names.insert(name.str());
      continue;
    }
    Handle declared = host.classEntry(base.handle(), "__abstractmethods__");
    for (Handle name : declared ? host.elements(declared) : std::vector<Handle>())
      names.insert(std::string(host.asStr(name)));
  }
  std::string text;
  for (const std::string &name : names)
    if (isAbstract(classAttribute(cls, intern(name))))
      text += (text.empty() ? "" : ", ") + name;
  return text;
}

// typing.Generic and abc do nothing of their own at `__new__`.
bool Stage::isGenericNew(Value creator) {
  if (!creator.isStatic())
    return false;
  std::string name = host.qualifiedName(creator.handle());
  return name.rfind("typing.", 0) == 0;
}

// --- super()

// `super()` without arguments reads the first argument and the class of its frame.
bool Stage::callSpecial(const syntax::Call *expression, Result &result) {
  auto *name = dyn_cast<Name>(expression->func);
  if (!name || name->id != "super" || !expression->args.empty() || !expression->keywords.empty())
    return false;
  Result callee = eval(expression->func);
  if (!callee || *callee != builtinType("super"))
    return false;
  const FunctionCode &code = *activation->code;
  NamePlace place = code.place(intern("__class__"));
  if (place.kind != NamePlace::Kind::Cell || code.parameters.empty()) {
    result = raise("RuntimeError", "super(): no arguments");
    return true;
  }
  Value cls = cellContents(state.frame(activation->frame).slots[place.index]);
  Result self = loadName(code.parameters[0].name);
  result = self ? makeSuper(cls, *self) : self;
  return true;
}

Result Stage::makeSuper(Value cls, Value self) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = builtinType("super");
  instance->set(intern("__thisclass__"), cls);
  instance->set(intern("__self__"), self);
  return make(std::move(instance));
}

Result Stage::findSuperAttribute(Value object, llvm::StringRef name) {
  const InstanceObject *proxy = find<InstanceObject>(object);
  Value after = *proxy->find(intern("__thisclass__")), self = *proxy->find(intern("__self__"));
  bool onClass = isClass(self);
  if (onClass && !isSubclass(self, after).value_or(false) && self.isStatic())
    onClass = false; // in a method of a metaclass, the class is the instance
  Value cls = onClass         ? self
              : isClass(self) ? Value::ofStatic(host.metaclass(self.handle()))
                              : typeOf(self);
  Value entry = classAttribute(cls, name, after);
  if (entry.isUndefined()) {
    return Value();
  }
  if (Value init = name == "__init__" ? generatedInit(*this, entry, cls, after) : Value();
      !init.isUndefined())
    return onClass ? init : boundMethod(init, self);
  if (isSlot(entry) && !onClass)
    if (Result inherited = slotMethod(self, entry, name); inherited && !inherited->isUndefined())
      return inherited;
  if (onClass && name == "__new__" && isGeneratedNew(*this, self, entry))
    return boundPrimitive(Registry::instance().find("namedtuple.__new__"), {});
  if (onClass && name == "__new__")
    return entry.isStatic() && kindOf(entry) == Kind::StaticMethod
               ? Value::ofStatic(host.boundFunction(entry.handle()))
               : entry;
  return bindAttribute(entry, onClass ? Value() : self, cls);
}

// A slot of a built-in base: it acts on the payload.
Result Stage::slotMethod(Value self, Value, llvm::StringRef name) {
  if (const Primitive *primitive = Registry::instance().find(("object." + name).str()))
    return boundPrimitive(primitive, self);
  Value payload = payloadOf(self);
  return payload == self ? Result(Value()) : findBuiltinAttribute(payload, name);
}

// --- torch.nn.Module

// Parameters, buffers and submodules, as Module.__getattr__ finds them; it is not staged itself, as
// its `self.__dict__` would be a dict of run time where some paths have set an attribute.
std::optional<Value> Stage::moduleEntry(Value object, llvm::StringRef name) {
  Value base = builtinType("torch.nn.Module");
  Value cls = find<InstanceObject>(object)->cls;
  if (base.isUndefined() || !isSubclass(cls, base).value_or(false) || name.starts_with("__"))
    return std::nullopt;
  if (classAttribute(cls, intern("__getattr__")) !=
      hostClassEntry(base.handle(), intern("__getattr__")))
    return std::nullopt;
  for (llvm::StringRef dict : {"_parameters", "_buffers", "_modules"}) {
    Value entries = instanceEntry(object, intern(dict));
    auto *held = find<DictObject>(entries);
    if (held && held->isRuntime())
      return std::nullopt;
    if (!held)
      continue;
    Result found = dictLookup(entries, string(name));
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
  if (s.isOutside(object.address())) {
    Handle outside = s.outsideHandle(object.address());
    s.impl->noteRead(outside, "");
    if (Handle dict = s.host.instanceDict(outside))
      for (auto &[key, value] : s.host.items(dict)) {
        std::string_view name = s.host.asStr(key);
        llvm::StringRef interned = s.intern({name.data(), name.size()});
        if (!instance->find(interned))
          entries.push_back({interned, Value::lazy()});
      }
  }
  for (auto &[name, value] : s.find<InstanceObject>(object)->attributes)
    if (!value.isUndefined() && !name.starts_with(" "))
      entries.push_back({name, value});
  return entries;
}

// obj.__dict__ as a dict: a copy, through which attributes can be set.
Result Stage::attributesDict(Value object) {
  auto attributes = ownAttributes(*this, object);
  bool isKnown = llvm::all_of(attributes, [](auto &entry) {
    return entry.second.isLazy() || !mayBeUndefined(entry.second);
  });
  Value made = dict({});
  if (!isKnown)
    makeRuntime(made);
  for (auto &[name, given] : attributes) {
    Value key = string(name), value = given;
    if (isKnown) {
      write<DictObject>(made).entries.push_back({key, value});
      continue;
    }
    if (value.isLazy())
      value = initialAttribute(object.address(), name);
    Result present = isDefined(value);
    choose(
        *present, [&]() -> Result { return setRuntimeEntry(made, key, value), none(); },
        [&]() -> Result { return none(); });
  }
  write<DictObject>(made).owner = object;
  return made;
}

} // namespace lith::stage

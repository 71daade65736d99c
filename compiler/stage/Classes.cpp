// Classes.cpp: making instances, class statements and super().
#include "stage/Records.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;
using host::Kind;

// The value of a built-in base class in a new instance: undefined when there is none.
Value Stage::emptyPayload(Value cls) {
  for (Value base : mroOf(cls)) {
    if (base == builtinType("dict"))
      return dict({});
    if (base == builtinType("list") || base == builtinType("collections.deque"))
      return list({});
    if (base == builtinType("set"))
      return *makeSet(list({}), false);
    if (base == builtinType("tuple") || base == builtinType("BaseException"))
      return tuple({});
    if (base == builtinType("str"))
      return string("");
    if (base == builtinType("int"))
      return integer(0);
    if (base == builtinType("float"))
      return real(0);
  }
  return {};
}

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

Result Stage::instantiate(Value cls, Arguments arguments) {
  if (cls.isStatic()) {
    if (const Primitive *primitive = session.primitiveOf(cls.handle()))
      return callPrimitive(*primitive, std::move(arguments));
    if (!hostClassEntry(cls.handle(), intern("_member_map_")).isUndefined() ||
        !classAttribute(cls, intern("_member_map_")).isUndefined())
      return enumMember(cls, arguments);
    if (!metaMethod(cls, "__call__").isUndefined())
      refuse(diag::Kind::UnsupportedFunction,
             {"instances of " + className(cls) + ", which its metaclass makes"});
    if (!classAttribute(cls, intern("_fields")).isUndefined() &&
        isSubclass(cls, builtinType("tuple")).value_or(false))
      return makeNamedTuple(cls, arguments);
  }
  Value creator = classAttribute(cls, intern("__new__"));
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
    object = newInstance(cls, arguments);
  }
  Value init = classAttribute(cls, intern("__init__"));
  if (init.isUndefined() || isSlot(init))
    return initBuiltin(object, cls, arguments) ? Result(object) : std::nullopt;
  if (init.isStatic() && kindOf(init) == Kind::Function) {
    std::string error;
    if (!session.codeOf(init.handle(), error) && dataclassFields(cls))
      return initDataclass(object, cls, arguments) ? Result(object) : std::nullopt;
  }
  arguments.positional.insert(arguments.positional.begin(), object);
  Result done = call(init, std::move(arguments));
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
std::string Stage::abstractMethods(Value cls) {
  std::set<std::string> names;
  auto isAbstract = [&](Value entry) {
    llvm::StringRef flag = intern("__isabstractmethod__");
    if (entry.isCallable()) {
      auto *holder = state.heap.find<InstanceObject>(entry.callable().attributes);
      const Value *own = holder ? holder->find(flag) : nullptr;
      return own && asBool(*own) == true;
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

Value Stage::newInstance(Value cls, const Arguments &arguments) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = cls;
  instance->payload = emptyPayload(cls);
  if (isSubclass(cls, builtinType("BaseException")).value_or(false))
    instance->payload = tuple(arguments.positional);
  return make(std::move(instance));
}

// The `__init__` of object, dict, list and exceptions.
bool Stage::initBuiltin(Value object, Value cls, const Arguments &given) {
  Value payload = payloadOf(object);
  Arguments arguments = given;
  if (isSubclass(cls, builtinType("collections.deque")).value_or(false)) {
    const Primitive *init = Registry::instance().find("collections.deque.__init__");
    return call(boundPrimitive(init, object), std::move(arguments)).has_value();
  }
  if (isSubclass(cls, builtinType("collections.defaultdict")).value_or(false)) {
    auto &positional = arguments.positional;
    write<InstanceObject>(object).set(intern("default_factory"),
                                      positional.empty() ? none() : positional[0]);
    if (!positional.empty())
      positional.erase(positional.begin());
  }
  if (find<DictObject>(payload)) {
    for (Value source : arguments.positional)
      if (!updateDict(payload, source))
        return false;
    for (auto &[name, value] : arguments.keywords)
      if (!setitem(payload, string(name), value))
        return false;
    return true;
  }
  if (find<ListObject>(payload)) {
    if (arguments.positional.empty())
      return true;
    return forEach(arguments.positional[0], site(), [&](Value element) {
      append(payload, element);
      return true;
    });
  }
  if (payload != object)
    return true;
  Value creator = classAttribute(cls, intern("__new__"));
  bool isUsers = isUserFunction(creator) && !isGenericNew(creator);
  if (!isUsers && !isGenericNew(creator) &&
      creator != hostClassEntry(builtinType("object").handle(), intern("__new__")))
    refuse(diag::Kind::UnsupportedFunction, {className(cls)}); // made by code in C
  if (!isUsers && !(arguments.positional.empty() && arguments.keywords.empty())) {
    raise("TypeError", className(cls) + "() takes no arguments");
    return false;
  }
  return true;
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
  Value cls = onClass ? self : typeOf(self);
  Value entry = classAttribute(cls, name, after);
  if (entry.isUndefined()) {
    return Value();
  }
  if (isSlot(entry) && !onClass)
    if (Result inherited = slotMethod(self, entry, name); inherited && !inherited->isUndefined())
      return inherited;
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

// Parameters, buffers and submodules, as Module.__getattr__ finds them.
Value Stage::moduleEntry(Value object, llvm::StringRef name) {
  Value base = builtinType("torch.nn.Module");
  Value cls = find<InstanceObject>(object)->cls;
  if (base.isUndefined() || !isSubclass(cls, base).value_or(false) || name.starts_with("_"))
    return {};
  if (classAttribute(cls, intern("__getattr__")) !=
      hostClassEntry(base.handle(), intern("__getattr__")))
    return {};
  for (llvm::StringRef dict : {"_parameters", "_buffers", "_modules"}) {
    Value entries = instanceEntry(object, intern(dict));
    if (!find<DictObject>(entries))
      continue;
    Result found = dictLookup(entries, string(name));
    if (found && !found->isUndefined())
      return *found;
  }
  return {};
}

// --- class statements

// C3 linearisation of the bases.
std::vector<Value> Stage::linearise(llvm::ArrayRef<Value> bases) {
  std::vector<std::vector<Value>> lists;
  for (Value base : bases)
    lists.push_back(mroOf(base).vec());
  lists.push_back(bases.vec());
  std::vector<Value> out;
  while (true) {
    llvm::erase_if(lists, [](auto &list) { return list.empty(); });
    if (lists.empty())
      return out;
    Value next;
    for (auto &list : lists) {
      bool blocked = llvm::any_of(lists, [&](auto &other) {
        return llvm::is_contained(llvm::ArrayRef<Value>(other).drop_front(), list[0]);
      });
      if (!blocked) {
        next = list[0];
        break;
      }
    }
    if (next.isUndefined())
      return out;
    out.push_back(next);
    for (auto &list : lists)
      if (list[0] == next)
        list.erase(list.begin());
  }
}

// The class is made as `type` makes it.
static void checkBase(Stage &s, const ClassDef *definition, Value base) {
  if (!s.isClass(base))
    s.refuseAt(definition, diag::Kind::UnsupportedStatement,
               {"class with a base that is no class"});
  if (!base.isStatic())
    return;
  std::string meta = s.host.qualifiedName(s.host.metaclass(base.handle()));
  if (meta != "builtins.type" && meta != "abc.ABCMeta")
    s.refuseAt(definition, diag::Kind::UnsupportedStatement, {"class with a metaclass"});
}

bool Stage::execClassDef(const ClassDef *definition) {
  std::vector<Value> decorators, bases;
  for (const Expr *decorator : definition->decorator_list) {
    Result value = eval(decorator);
    if (!value)
      return false;
    decorators.push_back(*value);
  }
  Value runtime;
  if (!evalElements(definition->bases, bases, runtime))
    return false;
  if (!definition->keywords.empty())
    refuseAt(definition, diag::Kind::UnsupportedStatement, {"class with keywords"});
  for (Value base : bases)
    checkBase(*this, definition, base);
  if (bases.empty())
    bases.push_back(builtinType("object"));
  const FunctionCode *code = session.codeOf(definition, *activation->code);
  auto cls = std::make_shared<ClassObject>();
  cls->name = std::string(definition->name);
  cls->qualname = code->qualname.str();
  cls->site = site();
  cls->bases = bases;
  Value made = make(std::move(cls));
  std::vector<Value> mro = linearise(bases);
  mro.insert(mro.begin(), made);
  write<ClassObject>(made).mro = mro;
  Value cell;
  Result done = inScope(code, comprehensionCells(*code), activation, [&]() -> Result {
    activation->ownerClass = made;
    size_t frame = activation->frame;
    NamePlace place = code->place(intern("__class__"));
    if (place.kind == NamePlace::Kind::Cell)
      cell = state.frame(frame).slots[place.index];
    if (!exec(definition->body))
      return std::nullopt;
    for (auto [i, name] : llvm::enumerate(code->slots)) {
      Value value = state.frame(frame).slots[i];
      if (i < code->firstFree() && !code->isCell[i] && !value.isUndefined())
        write<ClassObject>(made).entries.push_back({name, value});
    }
    return made;
  });
  if (!done)
    return false;
  if (!cell.isUndefined())
    setCell(cell, made);
  Result result = made;
  for (size_t i = decorators.size(); result && i-- > 0;)
    result = call(decorators[i], *result);
  return result && storeName(intern(definition->name), *result);
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
  if (s.isOutside(object.address()))
    if (Handle dict = s.host.instanceDict(s.outsideHandle(object.address())))
      for (auto &[key, value] : s.host.items(dict)) {
        std::string_view name = s.host.asStr(key);
        llvm::StringRef interned = s.intern({name.data(), name.size()});
        if (!instance->find(interned))
          entries.push_back({interned, Value::lazy()});
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

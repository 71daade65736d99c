// Objects.cpp: object.__new__, tuple.__new__, object.__setattr__ and the like,
// property, classmethod, staticmethod, functools.partial, torch.Size.
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/calls/Calls.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Payloads.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Dicts.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/PlainValues.h"
#include "stage/objects/Texts.h"
#include "stage/paths/Conditions.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

// The class's own method, where it is not the one that every object has.
static bool overrides(Stage &s, Value cls, llvm::StringRef name) {
  return classAttribute(s, cls, s.intern(name)) !=
         hostClassEntry(s, builtinType(s, "object").handle(), s.intern(name));
}

// object.__new__ and object.__init__ take further arguments where the class has the other one of
// its own, and not this.
static bool takesRest(Stage &s, Value cls, const Arguments &rest, bool isNew) {
  if (rest.positional.empty() && rest.keywords.empty())
    return true;
  bool hasNew = overrides(s, cls, "__new__"), hasInit = overrides(s, cls, "__init__");
  if (isNew ? hasNew : hasInit)
    raise(s, "TypeError",
          isNew ? "object.__new__() takes exactly one argument (the type to "
                  "instantiate)"
                : "object.__init__() takes exactly one argument (the instance to "
                  "initialize)");
  else if (isNew && !hasInit)
    raise(s, "TypeError", className(s, cls) + "() takes no arguments");
  else if (!isNew && !hasNew)
    raise(s, "TypeError",
          className(s, cls) + ".__init__() takes exactly one argument (the instance "
                              "to initialize)");
  else
    return true;
  return false;
}

static Result newObject(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    return raise(s, "TypeError", "object.__new__(): not enough arguments");
  Arguments rest = info.args;
  Value cls = rest.positional[0];
  rest.positional.erase(rest.positional.begin());
  bool isOfObject = llvm::StringRef(info.primitive.spelling) == "object.__new__";
  if (isOfObject && !takesRest(s, cls, rest, true))
    return std::nullopt;
  rest.keywords.clear();
  return newInstance(s, cls, rest);
}

// type.__call__(cls, ...): what a metaclass's own __call__ comes to.
static Result callClass(Stage &s, const CallInfo &info) {
  Arguments rest = info.args;
  if (rest.positional.empty() || !isClass(s, rest.positional[0]))
    refuse(s, diag::Kind::UnsupportedFunction, {"type.__call__ of what is no class"});
  Value cls = rest.positional[0];
  rest.positional.erase(rest.positional.begin());
  return instantiate(s, cls, std::move(rest), true);
}

// tuple.__new__(cls, iterable)
static Result newTuple(Stage &s, const CallInfo &info) {
  Value cls = info.args.positional[0];
  std::optional<std::vector<Value>> elements = std::vector<Value>();
  if (info.args.positional.size() > 1 && !collect(s, info.args.positional[1], elements))
    return std::nullopt;
  if (!elements)
    refuse(s, diag::Kind::DynamicArguments);
  return cls == builtinType(s, "tuple") ? s.tuple(*elements)
                                        : s.structure(TupleData::Form::Subclass, *elements, cls);
}

static Result makeSize(Stage &s, const CallInfo &info) {
  std::optional<std::vector<Value>> elements = std::vector<Value>();
  if (!info.args.positional.empty() && !collect(s, info.args.positional[0], elements))
    return std::nullopt;
  if (!elements)
    refuse(s, diag::Kind::DynamicArguments);
  return s.size(*elements);
}

static Result setAttributeOfObject(Stage &s, const CallInfo &info) {
  const auto &args = info.args.positional;
  if (args.size() != 3)
    return raise(s, "TypeError", "expected 2 arguments, got " + llvm::Twine(int(args.size()) - 1));
  auto name = pinStr(s, args[1], "the name of an attribute");
  if (!name)
    return std::nullopt;
  if (isClass(s, args[0]))
    return raise(s, "TypeError", "can't apply this __setattr__ to type object");
  bool isInstance = s.find<InstanceObject>(args[0]);
  bool isSet = isInstance ? setInstanceAttribute(s, args[0], s.intern(*name), args[2])
                          : setattr(s, args[0], s.intern(*name), args[2]);
  return isSet ? Result(s.none()) : std::nullopt;
}

static Result deleteAttributeOfObject(Stage &s, const CallInfo &info) {
  auto name = pinStr(s, info.args.positional[1], "the name of an attribute");
  Value self = info.args.positional[0];
  if (!name || !s.find<InstanceObject>(self))
    return name ? raise(s, "AttributeError", missingAttribute(s, self, *name)) : std::nullopt;
  Result present = defined(s, instanceEntry(s, self, s.intern(*name)),
                           [&] { raise(s, "AttributeError", missingAttribute(s, self, *name)); });
  if (present)
    deleteOwnAttribute(s, self, s.intern(*name));
  return present ? Result(s.none()) : std::nullopt;
}

static Result getAttributeOfObject(Stage &s, const CallInfo &info) {
  auto name = pinStr(s, info.args.positional[1], "the name of an attribute");
  if (!name)
    return std::nullopt;
  Value self = info.args.positional[0];
  if (!s.find<InstanceObject>(self))
    return getattr(s, self, s.intern(*name));
  Result found =
      findInstanceAttribute(s, self, s.intern(*name)); // not the class's own __getattribute__
  return found ? defined(s, *found,
                         [&] { raise(s, "AttributeError", missingAttribute(s, self, *name)); })
               : found;
}

// Whether the `__init__` behind those of the user's is the one that every object has.
static bool isInitOfObject(Stage &s, Value cls) {
  for (Value base : mroOf(s, cls))
    if (base.isStatic() && isSlot(s, hostClassEntry(s, base.handle(), s.intern("__init__"))))
      return base == builtinType(s, "object");
  return true;
}

static Result initObject(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    return s.none();
  Arguments rest = info.args;
  Value self = rest.positional[0];
  rest.positional.erase(rest.positional.begin());
  if (isException(s, self) && s.find<InstanceObject>(self)) {
    Value payload = s.tuple(rest.positional);
    s.write<InstanceObject>(self).payload = payload;
    return s.none();
  }
  if (auto *set = s.find<SetObject>(payloadOf(s, self)); set && set->frozen)
    return s.none(); // it has its elements since it was made
  bool isContainer =
      s.find<ListObject>(self) || s.find<DictObject>(self) || s.find<SetObject>(self);
  if (!s.find<InstanceObject>(self) && !isContainer)
    return s.none();
  if (!isContainer && payloadOf(s, self) == self && isInitOfObject(s, typeOf(s, self)))
    return takesRest(s, typeOf(s, self), rest, false) ? Result(s.none()) : std::nullopt;
  return initBuiltin(s, self, typeOf(s, self), rest) ? Result(s.none()) : std::nullopt;
}

static Result nothing(Stage &s, const CallInfo &) { return s.none(); }

// __doc__ of a property: what it is given, else its getter's, where that is known.
static void setDocumentation(Stage &s, InstanceObject &property, Value given) {
  llvm::StringRef name = s.intern("__doc__");
  Value getter = *property.find(s.intern("fget"));
  bool isGiven = !given.isUndefined() && !s.isNone(given);
  if (isGiven || property.find(s.intern(" documented"))) {
    property.set(s.intern(" documented"), s.boolean(true));
    property.set(name, isGiven ? given : *property.find(name));
  } else if (getter.isCallable() || s.isNone(getter))
    property.set(name, s.isNone(getter) ? s.none() : *getattr(s, getter, name));
}

// property(f), classmethod(f), staticmethod(f): the class is the primitive's data.
static Result makeDescriptor(Stage &s, const CallInfo &info) {
  llvm::StringRef name = static_cast<const char *>(info.primitive.data);
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = builtinType(s, name);
  auto args = name == "property"
                  ? bindArguments(s, info, name,
                                  {{"fget", true}, {"fset", true}, {"fdel", true}, {"doc", true}})
                  : bindArguments(s, info, name, {{"/fget"}});
  if (!args)
    return std::nullopt;
  static constexpr llvm::StringRef parts[] = {"fget", "fset", "fdel"};
  for (size_t i = 0; i < 3; ++i)
    instance->set(s.intern(parts[i]),
                  i < args->size() && !(*args)[i].isUndefined() ? (*args)[i] : s.none());
  if (name == "property")
    setDocumentation(s, *instance, (*args)[3]);
  return s.make(std::move(instance));
}

// p.setter(f): a property with another fset.
static Result withFunction(Stage &s, const CallInfo &info) {
  llvm::StringRef part = static_cast<const char *>(info.primitive.data);
  Value made =
      s.make(std::make_shared<InstanceObject>(*s.find<InstanceObject>(info.args.positional[0])));
  s.write<InstanceObject>(made).set(s.intern(part), info.args.positional[1]);
  if (part == "fget")
    setDocumentation(s, s.write<InstanceObject>(made), {});
  return made;
}

static Result makePartial(Stage &s, const CallInfo &info) {
  if (info.args.positional.empty())
    return raise(s, "TypeError", "type 'partial' takes at least one argument");
  CallableData data;
  data.form = CallableData::Form::Partial;
  data.function = info.args.positional[0];
  Arguments given = info.args;
  given.positional.erase(given.positional.begin());
  Value inner = data.function;
  if (inner.isStatic() && s.kindOf(inner) == host::Kind::Partial)
    inner = partialOf(s, inner.handle());
  if (inner.isCallable() && inner.callable().form == CallableData::Form::Partial) {
    given = withPartial(inner.callable(), std::move(given)); // one of all, as Python makes it
    data.function = inner.callable().function;
  }
  llvm::SmallVector<Value> values(given.positional.begin(), given.positional.end());
  llvm::SmallVector<llvm::StringRef> names;
  for (auto &[name, value] : given.keywords) {
    names.push_back(name);
    values.push_back(value);
  }
  data.values = s.keep<Value>(values);
  data.names = s.keep<llvm::StringRef>(names);
  return Value::callable(s.arena.make<CallableData>(data));
}

static Result makeSuper(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() != 2)
    refuse(s, diag::Kind::UnsupportedFunction, {"super with other than two arguments"});
  Value cls = info.args.positional[0], self = info.args.positional[1];
  if (!isClass(s, cls))
    return raise(s, "TypeError", "super() argument 1 must be a type, not " + typeName(s, cls));
  bool isOfClass = isClass(s, self) && isSubclass(s, self, cls).value_or(false);
  bool isKnown = !self.isUnion() && !self.isBox();
  if (isKnown && !isOfClass && !isSubclass(s, typeOf(s, self), cls).value_or(false))
    return raise(s, "TypeError",
                 isPython(s, 13)
                     ? "super(type, obj): obj (" +
                           (isClass(s, self) ? "type " + className(s, self)
                                             : "instance of " + typeName(s, self)) +
                           ") is not an instance or subtype of type (" + className(s, cls) + ")."
                     : "super(type, obj): obj must be an instance or subtype of type");
  return stage::makeSuper(s, cls, self);
}

// The function of the host behind a callable, bound to its object; to another in place of one that
// the program makes, as a signature does not tell them apart.
static host::Handle hostCallable(Stage &s, Value callable) {
  if (callable.isStatic())
    return callable.handle();
  if (!callable.isCallable() || callable.callable().form != CallableData::Form::BoundMethod)
    return nullptr;
  Value function = callable.callable().function, self = callable.callable().self;
  if (!function.isStatic())
    return nullptr;
  bool isKnown = self.isRef() && isOutside(s, self.address());
  host::Handle object = isKnown ? outsideHandle(s, self.address()) : s.host.integer(0);
  host::Outcome bound =
      runInHost(s, lookup(s, "types.MethodType"), {function.handle(), object}, {});
  return bound.value;
}

// inspect.signature of a function of the host: what the host says.
static Result signatureOf(Stage &s, Value function) {
  if (function.isUnion())
    return forEachAlternative(s, function, [&](Value one) { return signatureOf(s, one); });
  host::Handle callable = hostCallable(s, function);
  if (!callable)
    refuse(s, diag::Kind::UnsupportedFunction, {"inspect.signature of a function of the program"});
  if (s.host.kind(callable) == host::Kind::Function)
    functionParts(s, callable);
  return hostResult(s, runInHost(s, lookup(s, "inspect.signature"), {callable}));
}
static Result signature(Stage &s, const CallInfo &info) {
  return signatureOf(s, info.args.positional.empty() ? Value() : info.args.positional[0]);
}

// Whether each call has the same object there: of a tensor, only what it is like is guarded.
static bool isGuardedByIdentity(Stage &s, Value object) {
  auto known = s.outside.objects.find(object.address());
  return known != s.outside.objects.end() && known->second.handle && !s.isTensor(object) &&
         known->second.path.argument < 0 && !known->second.isReplaced &&
         !s.request.options.forArtifact;
}

// Whether only run time tells which object it is.
static bool isOneOfRunTime(Stage &s, Value value) {
  if (value.isBox())
    return llvm::all_of(value.types()->types, [](const Type &type) {
      return type.kind == Type::Kind::List || type.kind == Type::Kind::Dict ||
             type.kind == Type::Kind::Set || type.kind == Type::Kind::Record;
    });
  if (!value.isRef())
    return false;
  if (s.isTensor(value))
    return isCellOfRunTime(s, value);
  return isRuntime(*s.state.heap.find(value.address()));
}

// An object whose number may be asked for again when run time holds it is one of run time from
// here.
static void makeOneOfRunTime(Stage &s, Value value) {
  if (!value.isRef() || isOutside(s, value.address()))
    return;
  if (isContainer(s, value))
    makeRuntime(s, value);
  else if (s.find<InstanceObject>(value) && canBeRecord(s, value))
    makeRecord(s, value);
}

static Result identityNumber(Stage &s, const CallInfo &info);

// prim.number_of_place(x): a number for each object that the compiler tells apart; those that one
// place makes, or a container of run time holds, share it. For library code that numbers what it is
// inside of.
static Result numberOfPlace(Stage &s, const CallInfo &info) {
  Value value = info.args.positional[0];
  return value.isRef() ? Result(s.integer(int64_t(value.address()) * 16)) : identityNumber(s, info);
}

// id(x): a number that is the object's own.
static Result identityNumber(Stage &s, const CallInfo &info) {
  Value value = info.args.positional[0];
  if (value.isUnion() || (value.isBox() && !isOneOfRunTime(s, value)))
    return forEachAlternative(s, value, [&](Value one) {
      CallInfo each = info;
      each.args.positional = {one};
      return identityNumber(s, each);
    });
  if (value.isStatic())
    return s.integer(static_cast<int64_t>(reinterpret_cast<uintptr_t>(value.handle()) >> 1));
  if (value.isRef() && isGuardedByIdentity(s, value)) // what the interpreter says, for dicts of ids
    return s.ofHandle(
        runInHost(s, lookup(s, "builtins.id"), {outsideHandle(s, value.address())}).value);
  Site ids = idOf<Site>("numbers of objects that run time knows");
  if (s.facts.has(FactKind::Identities, ids))
    makeOneOfRunTime(s, value);
  if (isOneOfRunTime(s, value) && !s.facts.has(FactKind::Identities, ids))
    restart(s, FactKind::Identities, ids);
  if (isOneOfRunTime(s, value))
    return s.intScalar(rtPlain(s, "value_identity", {toBox(s, value)}, s.builder().getI64Type()));
  if (value.isRef())
    return s.integer(int64_t(value.address()) * 16);
  refuse(s, diag::Kind::UnsupportedFunction, {"id of a value that has no identity"});
}

// The slots of built-in containers, called by name: they act on the payload.
static bool takes(Stage &s, const CallInfo &info, size_t count) {
  if (info.args.positional.size() == count + 1)
    return true;
  raise(s, "TypeError",
        "expected " + llvm::Twine(count) + (count == 1 ? " argument" : " arguments") + ", got " +
            llvm::Twine(info.args.positional.size() - 1));
  return false;
}
static bool isIndexOf(Stage &s, Value object, Value index) {
  return !isDeque(s, object) || checkIndex(s, object, index);
}
// The built-in value itself, without what a subclass makes of it.
static Value plainOf(Stage &s, Value object) {
  Value value = payloadOf(s, object);
  bool isSubclass = value.isTuple() && value.tuple().form == TupleData::Form::Subclass;
  return isSubclass ? s.tuple(value.tuple().elements) : value;
}
static Result slotGetItem(Stage &s, const CallInfo &info) {
  const auto &args = info.args.positional;
  if (!takes(s, info, 1) || !isIndexOf(s, args[0], args[1]))
    return std::nullopt;
  return itemInside(s, args[0], plainOf(s, args[0]), args[1]);
}
static Result slotSetItem(Stage &s, const CallInfo &info) {
  const auto &args = info.args.positional;
  return takes(s, info, 2) && isIndexOf(s, args[0], args[1]) &&
                 setitem(s, plainOf(s, args[0]), args[1], args[2])
             ? Result(s.none())
             : std::nullopt;
}
static Result slotDeleteItem(Stage &s, const CallInfo &info) {
  const auto &args = info.args.positional;
  bool is = takes(s, info, 1) && isIndexOf(s, args[0], args[1]);
  if (is && isDeque(s, args[0]))
    countChange(s, args[0]);
  return is && delitem(s, plainOf(s, args[0]), args[1]) ? Result(s.none()) : std::nullopt;
}
static Result slotLength(Stage &s, const CallInfo &info) {
  return length(s, plainOf(s, info.args.positional[0]));
}
static Result slotContains(Stage &s, const CallInfo &info) {
  if (!takes(s, info, 1))
    return std::nullopt;
  return contains(s, plainOf(s, info.args.positional[0]), info.args.positional[1]);
}
static Result slotIterator(Stage &s, const CallInfo &info) {
  return iterator(s, plainOf(s, info.args.positional[0]));
}
static Result slotEqual(Stage &s, const CallInfo &info) {
  const auto &args = info.args.positional;
  if (!takes(s, info, 1))
    return std::nullopt;
  std::string owner = llvm::StringRef(info.primitive.spelling).rsplit('.').first.str();
  return forEachAlternative(s, args[1], [&](Value other) -> Result {
    auto isOf = [&](llvm::StringRef type) {
      return isSubclass(s, typeOf(s, other), builtinType(s, type)).value_or(true);
    };
    bool isOfSets = owner == "set" || owner == "frozenset";
    if (!(isOfSets ? isOf("set") || isOf("frozenset") : isOf(owner)))
      return s.ofHandle(s.host.notImplemented());
    return compare(s, syntax::CmpOperator::Eq, plainOf(s, args[0]), plainOf(s, other));
  });
}
static Result slotRepr(Stage &s, const CallInfo &info) {
  Value self = info.args.positional[0];
  return isException(s, self) ? exceptionRepr(s, self) : repr(s, plainOf(s, self));
}

// int.__repr__ and float.__repr__, as json.dumps calls them: the text of the number inside.
static Result numberRepr(Stage &s, const CallInfo &info) {
  return forEachAlternative(s, info.args.positional[0], [&](Value one) -> Result {
    Result number = plainValue(s, one);
    return number ? repr(s, *number) : number;
  });
}

// prim.payload(x): the built-in value inside an instance of a subclass of a built-in type.
static Result payload(Stage &s, const CallInfo &info) {
  return payloadOf(s, info.args.positional[0]);
}

// prim.count_change(deque): iterators over it are void from here on.
static Result noteChange(Stage &s, const CallInfo &info) {
  countChange(s, info.args.positional[0]);
  return s.none();
}

// prim.host("module.name"): an object of the standard library.
static Result hostObject(Stage &s, const CallInfo &info) {
  return s.ofHandle(lookup(s, *s.asStr(info.args.positional[0])));
}

// collections.namedtuple: the class is made while the program is compiled.
static Result makeNamedTuple(Stage &s, const CallInfo &info) {
  auto constant = [&](Value value) {
    const ListObject *list = s.find<ListObject>(value);
    return pin(s, list && !list->isRuntime() ? s.tuple(listElements(s, value)) : value,
               "collections.namedtuple");
  };
  std::vector<host::Handle> positional;
  std::vector<std::pair<std::string, host::Handle>> keywords;
  for (Value argument : info.args.positional)
    positional.push_back(constant(argument));
  for (auto &[name, argument] : info.args.keywords)
    keywords.push_back({name.str(), constant(argument)});
  bool isNamed = llvm::any_of(keywords, [](auto &keyword) { return keyword.first == "module"; });
  Value module = isNamed || s.activation->globals.isUndefined()
                     ? Value()
                     : outsideEntry(s, s.activation->globals, s.intern("__name__"));
  if (!module.isUndefined()) // code that was given to exec() may have none
    keywords.push_back({"module", s.toHandle(module)});
  return hostResult(s, runInHost(s, lookup(s, "collections.namedtuple"), positional, keywords));
}

static void registerSlots(Registry &registry) {
  for (const char *type : {"dict", "list", "tuple", "str", "set", "frozenset",
                           "collections.OrderedDict", "collections.deque"}) {
    std::string prefix = std::string(type) + ".";
    registry.add(prefix + "__getitem__", slotGetItem);
    registry.add(prefix + "__setitem__", slotSetItem);
    registry.add(prefix + "__delitem__", slotDeleteItem);
    registry.add(prefix + "__len__", slotLength);
    registry.add(prefix + "__contains__", slotContains);
    registry.add(prefix + "__iter__", slotIterator);
    if (!llvm::StringRef(type).starts_with("collections.")) { // these differ from their payload's
      registry.add(prefix + "__eq__", slotEqual);
      registry.add(prefix + "__repr__", slotRepr);
    }
    if (llvm::StringRef(type) != "collections.deque")
      registry.add(prefix + "__init__", initObject);
  }
  for (const char *number : {"int.__repr__", "float.__repr__"})
    registry.add(number, numberRepr);
  registry.add("prim.payload", payload);
  registry.add("prim.count_change", noteChange);
  registry.add("collections.namedtuple", makeNamedTuple);
  registry.add("prim.host", hostObject);
}

void registerObjects(Registry &registry) {
  registerSlots(registry);
  registry.add("inspect.signature", signature);
  registry.add("builtins.id", identityNumber);
  registry.add("prim.number_of_place", numberOfPlace);
  registry.add("object.__new__", newObject);
  registry.add("tuple.__new__", newTuple);
  for (const char *base : {"str", "int", "float", "complex", "list", "dict", "set"})
    registry.add(std::string(base) + ".__new__", newObject);
  registry.add("type.__call__", callClass);
  registry.add("torch.Size", makeSize);
  registry.add("object.__setattr__", setAttributeOfObject);
  registry.add("object.__delattr__", deleteAttributeOfObject);
  registry.add("object.__getattribute__", getAttributeOfObject);
  registry.add("object.__init__", initObject);
  registry.add("object.__init_subclass__", nothing);
  registry.add("builtins.property", makeDescriptor, "property");
  registry.add("builtins.classmethod", makeDescriptor, "classmethod");
  registry.add("builtins.staticmethod", makeDescriptor, "staticmethod");
  registry.add("builtins.property.getter", withFunction, "fget");
  registry.add("builtins.property.setter", withFunction, "fset");
  registry.add("builtins.property.deleter", withFunction, "fdel");
  registry.add("functools.partial", makePartial);
  registry.add("builtins.super", makeSuper);
}

} // namespace lith::stage

// ClassTests.cpp: isinstance and issubclass.
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/Attributes.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

// What typing.Callable, typing.List and their like, or a typing.Union, stand for; else undefined.
static Value behindTyping(Stage &s, Value type) {
  host::Handle handle = type.isStatic() ? type.handle() : nullptr;
  if (auto *made = s.find<InstanceObject>(type); made && made->cls.isStatic())
    if (s.host.qualifiedName(made->cls.handle()) == "typing._UnionGenericAlias")
      if (const Value *members = made->find(s.intern("__args__")); members && !members->isLazy())
        return *members;
  if (type.isRef() && isOutside(s, type.address()))
    handle = outsideHandle(s, type.address());
  std::string kind = handle ? s.host.qualifiedName(classOf(s, handle).handle()) : "";
  bool isUnion = kind == "typing._UnionGenericAlias";
  if (!isUnion && kind != "typing._SpecialGenericAlias" && kind != "typing._CallableType" &&
      kind != "typing._TupleType")
    return {};
  return namespaceEntry(s, handle, s.intern(isUnion ? "__args__" : "__origin__"));
}

// torch.FloatTensor and its like stand for the tensors of their dtype.
static bool isOfTensorType(Stage &s, Value object, Value type) {
  host::Handle dtype =
      s.find<TensorObject>(object) ? fixedSlot(s, type.handle(), "dtype") : nullptr;
  if (!dtype || fixedSlot(s, type.handle(), "is_cuda") != s.host.boolean(false) ||
      fixedSlot(s, type.handle(), "is_sparse") != s.host.boolean(false))
    return false;
  Result own = getattr(s, object, s.intern("dtype"));
  return own && *own == Value::ofStatic(dtype);
}

static bool isProtocol(Stage &s, Value cls) {
  if (!cls.isStatic() || s.kindOf(cls) != host::Kind::Class ||
      s.host.qualifiedName(metaclassOf(s, cls.handle()).handle()) != "typing._ProtocolMeta")
    return false;
  return s.asBool(hostClassEntry(s, cls.handle(), s.intern("_is_protocol"))) == true;
}

// An object is an instance of a protocol where it has the attributes that the protocol names.
static Result hasMembers(Stage &s, Value object, Value protocol) {
  if (s.asBool(hostClassEntry(s, protocol.handle(), s.intern("_is_runtime_protocol"))) != true)
    return raise(s, "TypeError",
                 "Instance and class checks can only be used with "
                 "@runtime_checkable protocols");
  host::Outcome names =
      runInHost(s, lookup(s, "typing._get_protocol_attrs"), {protocol.handle()}, {});
  if (!names.ok())
    return hostResult(s, names);
  Value hasAttribute = Value::ofStatic(lookup(s, "builtins.hasattr"));
  Result all = s.boolean(true);
  for (host::Handle name : madeElements(s, names.value)) {
    Value member = s.ofHandle(name);
    all = choose(
        s, *all, [&] { return call(s, hasAttribute, {object, member}); },
        [&]() -> Result { return s.boolean(false); });
    if (!all)
      return all;
  }
  return all;
}

namespace {

/// One question: of which class an object is, or, without an object, what a class derives from.
struct ClassTest {
  Stage &s;
  Value object, cls;
  llvm::StringRef name() const { return object.isUndefined() ? "issubclass" : "isinstance"; }

  Result against(Value bases);
  Result againstAny(llvm::ArrayRef<Value> bases);
  Result againstOne(Value base);
  Result byMetaclass(Value base);
  Result byClaimedClass(Value base);
};

Result ClassTest::againstAny(llvm::ArrayRef<Value> bases) {
  if (bases.empty())
    return s.boolean(false);
  Result found = against(bases.front());
  if (!found)
    return found;
  return choose(
      s, *found, [&]() -> Result { return s.boolean(true); },
      [&] { return againstAny(bases.drop_front()); });
}

/// Whether some tensors are of the class and others are not.
bool mayTellTensors(Stage &s, Value cls) {
  Value tensor = builtinType(s, "torch.Tensor");
  return cls != tensor && cls.isStatic() && s.kindOf(cls) == host::Kind::Class &&
         isSubclass(s, cls, tensor) == true;
}

/// A class, a tuple of such, or a union (int | str), also one that only run time chooses.
Result ClassTest::against(Value bases) {
  if (bases.isUnion() || (bases.isBox() && !bases.types()->isAny()))
    return forEachAlternative(s, bases, [&](Value one) { return against(one); });
  if (bases.isTuple())
    return againstAny(bases.tuple().elements);
  if (bases.isStatic() && s.kindOf(bases) == host::Kind::Tuple)
    return against(s.ofHandle(bases.handle()));
  if (bases.isStatic() &&
      s.host.qualifiedName(classOf(s, bases.handle()).handle()) == "types.GenericAlias")
    return raise(s, "TypeError", name() + "() argument 2 cannot be a parameterized generic");
  if (bases.isStatic())
    if (host::Handle members = fixedSlot(s, bases.handle(), "__args__"))
      if (s.host.kind(members) == host::Kind::Tuple)
        return against(s.ofHandle(members));
  if (Value behind = behindTyping(s, bases); !behind.isUndefined())
    return against(behind);
  if (mayTellTensors(s, bases) && !object.isUndefined())
    guardTensorClass(s, object);
  if (!object.isUndefined() && cls == bases)
    return s.boolean(true);
  if (!object.isUndefined()) // whose `__class__` code in C says
    refuseOwnRule(s, object, "__getattribute__");
  if (!object.isUndefined() && isProtocol(s, bases) && !llvm::is_contained(mroOf(s, cls), bases))
    return hasMembers(s, object, bases);
  if (Result answer = byMetaclass(bases); !answer || !answer->isUndefined())
    return answer;
  return againstOne(bases);
}

/// What protocols ask goes by the class; `isSubclass` lets Python answer it.
bool isOfTyping(Stage &s, Value function) {
  return function.isStatic() &&
         llvm::StringRef(s.host.qualifiedName(function.handle())).starts_with("typing.");
}

/// What the metaclass of the base says, where it has a function of its own; else undefined.
Result ClassTest::byMetaclass(Value base) {
  Value function =
      metaMethod(s, base, object.isUndefined() ? "__subclasscheck__" : "__instancecheck__");
  if (function.isUndefined() || isOfTyping(s, function))
    return Value();
  Arguments arguments;
  arguments.positional = {base, object.isUndefined() ? cls : object};
  Result answer = call(s, function, std::move(arguments));
  return answer ? truth(s, *answer) : answer;
}

/// What the object says by a `__class__` of its class, as mocks and proxies do.
Result ClassTest::byClaimedClass(Value base) {
  Result claimed = getattr(s, object, s.intern("__class__"));
  if (!claimed)
    return claimed;
  bool is = isClass(s, *claimed) && isSubclass(s, *claimed, base) == true;
  return s.boolean(is);
}

/// Where the class in Python is another than the one that stands for it, what hangs on that is
/// refused.
void checkTypeIsKnown(Stage &s, Value object, Value cls, Value base) {
  if (object.isUndefined() || !isOfLibrary(s, object) || !base.isStatic())
    return;
  std::string name = s.host.qualifiedName(base.handle());
  bool isAbstract =
      llvm::StringRef(name).starts_with("collections.abc.") || name == "builtins.object";
  bool isRelated = llvm::StringRef(name).starts_with("itertools.") ||
                   llvm::StringRef(name).starts_with("operator.") ||
                   isSubclass(s, cls, base) == true;
  if (isRelated && !isAbstract)
    refuse(s, diag::Kind::UnsupportedFunction,
           {"isinstance() of an iterator or getter of the library"});
}

Result ClassTest::againstOne(Value base) {
  checkTypeIsKnown(s, object, cls, base);
  if (base.isStatic() && !object.isUndefined() && isClass(s, base) &&
      s.host.qualifiedName(metaclassOf(s, base.handle()).handle()) == "torch.tensortype")
    return s.boolean(isOfTensorType(s, object, base));
  if (auto known = isSubclass(s, cls, base)) {
    bool asksObject = !*known && !object.isUndefined() && definesClass(s, object);
    return asksObject ? byClaimedClass(base) : Result(s.boolean(*known));
  }
  if (s.find<InstanceObject>(base) && isOutside(s, base.address()))
    refuse(s, diag::Kind::UnsupportedFunction,
           {(name() + " with an object of type " + typeName(s, base)).str()});
  return raise(s, "TypeError",
               object.isUndefined()
                   ? "issubclass() arg 2 must be a class, a tuple of classes, or a union"
                   : "isinstance() arg 2 must be a type, a tuple of types, or a union");
}

} // namespace

// Of what the library stands for by another class, the test itself looks at what it is against.
static Value classToTest(Stage &s, Value value) {
  return isOfLibrary(s, value) ? typeOf(s, value) : typeSeen(s, value);
}

Result isInstance(Stage &s, Value object, Value classes) {
  return forEachAlternative(s, object, [&](Value value) {
    if (value.isScalar(ScalarType::Exception))
      return exceptionMatches(s, value, classes);
    return ClassTest{s, value, classToTest(s, value)}.against(classes);
  });
}

static Result isInstance(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "isinstance", {{"/obj"}, {"/class_or_tuple"}});
  return args ? stage::isInstance(s, (*args)[0], (*args)[1]) : std::nullopt;
}

static Result isSubclass(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "issubclass", {{"/cls"}, {"/class_or_tuple"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value cls) -> Result {
    if (Value exception = exceptionOfType(s, cls); !exception.isUndefined())
      return exceptionMatches(s, exception, (*args)[1]);
    if (!isClass(s, cls))
      return raise(s, "TypeError", "issubclass() arg 1 must be a class");
    return ClassTest{s, {}, cls}.against((*args)[1]);
  });
}

// What `super().__instancecheck__(x)` of a metaclass means: the answer without a metaclass.
static Result instanceCheck(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "__instancecheck__", {{"/self"}, {"/instance"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[1], [&](Value object) {
    return ClassTest{s, object, classToTest(s, object)}.againstOne((*args)[0]);
  });
}

static Result subclassCheck(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "__subclasscheck__", {{"/self"}, {"/subclass"}});
  return args ? ClassTest{s, {}, (*args)[1]}.againstOne((*args)[0]) : std::nullopt;
}

void registerClassTests(Registry &registry) {
  registry.add("builtins.isinstance", isInstance);
  registry.add("builtins.issubclass", isSubclass);
  for (llvm::StringRef metaclass : {"type", "abc.ABCMeta"}) {
    registry.add((metaclass + ".__instancecheck__").str(), instanceCheck);
    registry.add((metaclass + ".__subclasscheck__").str(), subclassCheck);
  }
}

} // namespace lith::stage

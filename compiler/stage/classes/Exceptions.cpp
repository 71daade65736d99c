// Exceptions.cpp: raise, and exceptions as values: an Instance that the program made, or an SSA
// !lith.exception that an operation raised.
#include "stage/classes/Exceptions.h"
#include "stage/Boxing.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/OSErrors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/ExceptionChains.h"
#include "stage/emit/Handlers.h"
#include "stage/emit/Managers.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

#include <lith/objects.h>

namespace lith::stage {

using namespace lith::syntax;

namespace {
struct BuiltinException {
  llvm::StringRef name;
  int32_t id;
};
const BuiltinException builtinExceptions[] = {
#define LITH_EXCEPTION_CLASS(name, base) {#name, LITH_CLASS_##name},
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
};
} // namespace

// The number by which run time knows an exception class.
int32_t classId(Stage &s, Value cls) {
  if (cls.isStatic()) {
    if (auto it = s.classes.ids.find(cls.handle()); it != s.classes.ids.end())
      return it->second;
    std::string name = s.host.qualifiedName(cls.handle());
    if (name.rfind("builtins.", 0) == 0)
      name = name.substr(9);
    for (const BuiltinException &known : builtinExceptions)
      if (known.name == name)
        return s.classes.ids[cls.handle()] = known.id;
  } else if (auto it = s.classes.idsOfProgram.find(cls.address());
             it != s.classes.idsOfProgram.end()) {
    return it->second;
  }
  ProgramClass made;
  made.handle = cls.isStatic() ? cls.handle() : nullptr;
  made.name =
      cls.isStatic() ? s.host.qualifiedName(cls.handle()) : s.find<ClassObject>(cls)->qualname;
  llvm::SmallVector<Value> mro(mroOf(s, cls));
  for (Value base : llvm::drop_begin(mro))
    if (isSubclass(s, base, builtinType(s, "BaseException")).value_or(false))
      made.bases.push_back(classId(s, base));
  int32_t id = LITH_FIRST_PROGRAM_CLASS + static_cast<int32_t>(s.classes.ofProgram.size());
  s.classes.ofProgram.push_back(std::move(made));
  if (cls.isStatic())
    s.classes.ids[cls.handle()] = id;
  else
    s.classes.idsOfProgram[cls.address()] = id;
  return id;
}

Result raise(Stage &s, llvm::StringRef exceptionClass, const llvm::Twine &message) {
  return raiseClass(s, exceptionClass, s.string(message.str()));
}

Result raiseClass(Stage &s, llvm::StringRef exceptionClass, llvm::ArrayRef<Value> arguments) {
  return raiseInstance(s, builtinType(s, exceptionClass), arguments);
}

Result raiseInstance(Stage &s, Value cls, llvm::ArrayRef<Value> arguments,
                     std::vector<std::pair<llvm::StringRef, Value>> attributes) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = cls;
  instance->attributes = std::move(attributes);
  instance->payload = s.tuple(arguments);
  Value exception = s.make(std::move(instance));
  setContext(s, exception);
  return raiseValue(s, exception);
}

// A name that no Python attribute has: the place where the program first raised the exception.
static llvm::StringRef placeAttribute(Stage &s) { return s.intern(" raised"); }

Result raiseValue(Stage &s, Value exception) {
  Raising way = exception.isUnion() ? s.exits.raising : wayOfRaise(s, exception);
  if (way.edges) {
    if (auto *instance = s.find<InstanceObject>(exception);
        instance && !instance->isRuntime() && !instance->find(placeAttribute(s))) {
      mlir::Value place = ir::ConstantOp::create(s.builder(), s.loc(), s.builder().getI64Type(),
                                                 mlir::LocationAttr(s.loc()));
      s.write<InstanceObject>(exception).set(placeAttribute(s), s.intScalar(place));
    }
    leaveManagers(s, way);
    s.state.frames.truncate(way.frames);
    way.edges->push_back({std::move(s.state), {exception}});
    s.body.sharedWay.edges = nullptr;
    return std::nullopt;
  }
  if (exception.isUnion()) {
    splitUnion(s, exception, [&](size_t, Value alternative) { raiseValue(s, alternative); });
    return std::nullopt;
  }
  mlir::Value value = exceptionValue(s, exception);
  ir::RaiseOp::create(s.builder(), s.loc(), value);
  return std::nullopt;
}

bool isOfUsers(Stage &s, Value exception) {
  return classId(s, s.find<InstanceObject>(exception)->cls) >= LITH_FIRST_PROGRAM_CLASS;
}

// In memory an exception of a built-in class has what its class defines, and links.
static void checkAttributes(Stage &s, const InstanceObject &instance) {
  for (auto &[name, value] : instance.attributes)
    if (!name.starts_with(" ") && classAttribute(s, instance.cls, name).isUndefined())
      refuse(s, diag::Kind::UnsupportedStatement,
             {"an exception of a built-in class that has the attribute " + name.str() +
              " becomes a value of run time"});
}

// The !lith.tuple of arguments.
static mlir::Value argumentTuple(Stage &s, Value arguments) {
  mlir::Type type = ir::TupleType::get(&s.context);
  if (!arguments.isTuple()) // one of several
    return ir::UnboxOp::create(s.builder(), s.loc(), type, toBox(s, arguments));
  llvm::SmallVector<mlir::Value> operands;
  for (Value argument : arguments.tuple().elements)
    operands.push_back(toBox(s, argument));
  return rtPlain(s, "tuple_new", operands, type);
}

mlir::Value newException(Stage &s, Value exception) {
  const InstanceObject *instance = s.find<InstanceObject>(exception);
  if (!isOfUsers(s, exception))
    checkAttributes(s, *instance);
  Value cls = instance->cls, arguments = instance->payload;
  const Value *place = instance->find(placeAttribute(s));
  std::optional<Value> raisedAt = place ? std::optional<Value>(*place) : std::nullopt;
  mlir::Value made =
      rtPlain(s, "exception_new", {constantInt(s, classId(s, cls)), argumentTuple(s, arguments)},
              ir::ExceptionType::get(&s.context));
  if (raisedAt && raisedAt->isScalar())
    rtPlain(s, "exception_locate", {made, raisedAt->ssa()});
  return made;
}

// The SSA !lith.exception of an exception. One of a class of the user is in memory from now on,
// with its attributes.
mlir::Value exceptionValue(Stage &s, Value exception) {
  if (exception.isScalar())
    return exception.ssa();
  if (exception.isBox())
    return ir::UnboxOp::create(s.builder(), s.loc(), ir::ExceptionType::get(&s.context),
                               exception.ssa());
  if (canBeRecord(s, exception)) {
    makeRecord(s, exception);
    return s.find<InstanceObject>(exception)->exception.ssa();
  }
  mlir::Value made = newException(s, exception);
  setLinks(s, made, exception);
  return made;
}

// An exception of the class, as `raise` and `throw` make it.
Result exceptionOf(Stage &s, Value cls) {
  if (!isSubclass(s, cls, builtinType(s, "BaseException")).value_or(false))
    return raise(s, "TypeError", "exceptions must derive from BaseException");
  Result made = instantiate(s, cls, {});
  if (!made || made->isUnion() || made->isBox() || isException(s, *made))
    return made;
  auto named = [&](Value one) {
    Result module = findAttribute(s, one, s.intern("__module__"));
    std::string path = module && s.asStr(*module) && *s.asStr(*module) != "builtins"
                           ? s.asStr(*module)->str() + "."
                           : "";
    return "<class '" + path + s.asStr(qualifiedNameOf(s, one))->str() + "'>";
  };
  return raise(s, "TypeError",
               "calling " + named(cls) +
                   " should have returned an instance of BaseException, not " +
                   named(typeOf(s, *made)));
}

// Whether it is an exception, whichever of its alternatives it is.
static bool isAlwaysException(Stage &s, Value value) {
  if (!value.isUnion())
    return isException(s, value);
  return llvm::all_of(value.oneOf().alternatives,
                      [&](Value one) { return one.isAbsent() || isException(s, one); });
}

// Raises an exception or one of several, as a statement does.
static void raiseNew(Stage &s, Value exception) {
  if (exception.isUnion() && !s.body.handled.empty()) {
    splitUnion(s, exception, [&](size_t, Value one) { raiseNew(s, one); });
    return;
  }
  setContext(s, exception);
  raiseValue(s, exception);
}

// The value of the clause `from`; nullopt: the path ended.
static Result causeOf(Stage &s, const Raise *statement) {
  Result cause = eval(s, statement->cause);
  if (cause)
    cause = forEachAlternative(s, *cause, [&](Value one) {
      return isClass(s, one) ? instantiate(s, one, {}) : Result(one);
    });
  s.activation->at = statement;
  bool isOne = cause && !cause->isUnion() && !cause->isBox();
  if (isOne && !s.isNone(*cause) && !isException(s, *cause))
    return raise(s, "TypeError", "exception causes must derive from BaseException");
  return cause;
}

// The cause of one that run time has is set there.
static void setCause(Stage &s, Value exception, Value cause) {
  auto *instance = s.find<InstanceObject>(exception);
  if (exception.isScalar(ScalarType::Exception) || (instance && !instance->exception.isUndefined()))
    rtPlain(s, "exception_set_cause", {exceptionValue(s, exception), toBox(s, cause)});
  else if (instance)
    s.write<InstanceObject>(exception).set(s.intern("__cause__"), cause);
}

bool setArguments(Stage &s, Value exception, Value value) {
  Result parts = call(s, builtinType(s, "tuple"), value);
  if (!parts)
    return false;
  auto *instance = s.find<InstanceObject>(exception);
  if (instance && !parts->isTuple())
    refuse(s, diag::Kind::UnsupportedFunction,
           {"as many arguments of an exception as run time says"});
  Value inMemory = instance ? instance->exception : exception;
  if (exception.isScalar()) { // whose text is not of its arguments
    mlir::Value is =
        rtPlain(s, "exception_is", {exception.ssa(), constantInt(s, LITH_CLASS_OSError)},
                s.builder().getI1Type());
    mlir::Value isNot = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, is,
                                              constantBool(s, false));
    if (!check(s, isNot, "NotImplementedError", "setting args of an OSError of run time"))
      return false;
  }
  if (!inMemory.isUndefined())
    rtPlain(s, "exception_set_args", {inMemory.ssa(), argumentTuple(s, *parts)});
  if (instance)
    s.write<InstanceObject>(exception).payload = *parts;
  return true;
}

bool setLink(Stage &s, Value exception, llvm::StringRef name, Value value) {
  bool isCause = name == "__cause__";
  auto set = [&](Value one) -> Result {
    if (!s.isNone(one) && !isException(s, one))
      return raise(s, "TypeError",
                   "exception " + llvm::Twine(isCause ? "cause" : "context") +
                       " must be None or derive from BaseException");
    if (isCause)
      setCause(s, exception, one);
    else
      setContext(s, exception, one);
    return s.none();
  };
  return forEachAlternative(s, value, set).has_value();
}

// Raises what a statement names, a class or an exception.
static void raiseNamed(Stage &s, const Raise *statement, Value named) {
  Result exception = isClass(s, named) ? exceptionOf(s, named) : Result(named);
  if (exception && statement->cause) {
    Result cause = causeOf(s, statement);
    if (!cause)
      return;
    setCause(s, *exception, *cause);
  }
  if (!exception)
    return;
  s.activation->at = statement;
  if (!isAlwaysException(s, *exception))
    raise(s, "TypeError", "exceptions must derive from BaseException");
  else
    raiseNew(s, *exception);
}

bool execRaise(Stage &s, const Raise *statement) {
  if (!statement->exc) {
    if (s.body.handled.empty())
      raise(s, "RuntimeError", "No active exception to reraise");
    else
      raiseValue(s, s.body.handled.back().exception);
    return false;
  }
  Result exception = eval(s, statement->exc);
  if (!exception)
    return false;
  s.activation->at = statement;
  if (isAlwaysException(s, *exception))
    raiseNamed(s, statement, *exception);
  else
    forEachAlternative(s, *exception, [&](Value one) -> Result {
      raiseNamed(s, statement, one);
      return std::nullopt;
    });
  return false;
}

// Whether the exception is an instance of the class, or of one of a tuple of classes.
Result exceptionMatches(Stage &s, Value exception, Value cls) {
  if (cls.isTuple()) {
    Result matched = s.boolean(false);
    for (Value one : cls.tuple().elements) {
      Result more = exceptionMatches(s, exception, one);
      matched = choose(s, *matched, [&] { return matched; }, [&] { return more; });
    }
    return matched;
  }
  if (!isClass(s, cls))
    return raise(s, "TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union");
  if (!isSubclass(s, cls, builtinType(s, "BaseException")).value_or(false))
    return s.boolean(cls == builtinType(s, "object"));
  if (exception.isScalar()) {
    if (cls == builtinType(s, "BaseException"))
      return s.boolean(true);
    if (neverMatches(s, exception, cls))
      return s.boolean(false);
    return s.boolScalar(rtPlain(s, "exception_is",
                                {exception.ssa(), constantInt(s, classId(s, cls))},
                                s.builder().getI1Type()));
  }
  return s.boolean(isSubclass(s, typeOf(s, exception), cls).value_or(false));
}

Result exceptionAttribute(Stage &s, Value exception, llvm::StringRef name) {
  if (name == "args") {
    mlir::Value tuple =
        rtPlain(s, "exception_args", {exception.ssa()}, ir::TupleType::get(&s.context));
    return Value::box(ir::BoxOp::create(s.builder(), s.loc(), ir::BoxType::get(&s.context), tuple),
                      s.facts.types.any());
  }
  if (name == "__cause__" || name == "__context__") {
    Type none{}, raised{};
    none.kind = Type::Kind::None;
    raised.kind = Type::Kind::Exception;
    return unbox(s,
                 rtPlain(s, name == "__cause__" ? "exception_cause" : "exception_context",
                         {exception.ssa()}, ir::BoxType::get(&s.context)),
                 s.facts.types.set({none, raised}));
  }
  if (name == "__suppress_context__")
    refuse(s, diag::Kind::UnsupportedFunction, {name.str() + " of an exception of run time"});
  if (name == "__traceback__")
    return s.none();
  std::string method = "builtins.BaseException." + name.str();
  if (const Primitive *primitive = Registry::instance().find(method))
    return s.boundPrimitive(primitive, exception);
  if (hasClassEntry(s, builtinType(s, "BaseException").handle(), name))
    refuse(s, diag::Kind::UnsupportedFunction, {method});
  for (const BuiltinException &known : builtinExceptions) { // such as `errno`
    if (!hasClassEntry(s, builtinType(s, known.name).handle(), name))
      continue;
    mlir::Value is = rtPlain(s, "exception_is", {exception.ssa(), constantInt(s, known.id)},
                             s.builder().getI1Type());
    mlir::Value isNot = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, is,
                                              constantBool(s, false));
    if (!check(s, isNot, "NotImplementedError", name.str() + " of an exception of run time"))
      return std::nullopt;
  }
  return Value();
}

Result knownExceptionAttribute(Stage &s, Value exception, llvm::StringRef name) {
  if (Value own = s.find<InstanceObject>(exception)->exception;
      !own.isUndefined() && name.starts_with("__"))
    return exceptionAttribute(s, Value::scalar(ScalarType::Exception, own.ssa()), name);
  Value arguments = s.find<InstanceObject>(exception)->payload;
  const Value *own = s.find<InstanceObject>(exception)->find(s.intern("__cause__"));
  if (name == "value" && arguments.isTuple() &&
      isSubclass(s, typeOf(s, exception), builtinType(s, "StopIteration")).value_or(false))
    return arguments.tuple().elements.empty() ? s.none() : arguments.tuple().elements[0];
  if (Value part = attributeOfOSError(s, exception, name); !part.isUndefined())
    return part;
  if (name == "__suppress_context__")
    return isDefined(s, own ? *own : Value());
  if (name == "__cause__" || name == "__context__" || name == "__traceback__")
    return s.none();
  return Value();
}

// A class in C with a text of its own: of what could not be decoded, of a place in a source.
// No facts: the classes whose texts are of the arguments, as below.
static void refuseOwnText(Stage &s, Value exception, Value function) {
  if (!function.isStatic())
    return;
  std::string name = s.host.qualifiedName(function.handle());
  auto isOf = [&](const char *known) { return llvm::StringRef(name).contains(known); };
  bool isKnown = llvm::any_of(llvm::ArrayRef({"BaseException.", "KeyError.", "OSError.", "object.",
                                              "ImportError.", "NameError.", "AttributeError."}),
                              isOf);
  Value arguments = s.find<InstanceObject>(exception)->payload;
  bool isMessage =
      isOf("SyntaxError.") && arguments.isTuple() && arguments.tuple().elements.size() < 2;
  if (!isKnown && !isMessage)
    refuse(s, diag::Kind::UnsupportedFunction, {name});
}

Result exceptionStr(Stage &s, Value exception) {
  Value function = classAttribute(s, typeOf(s, exception), s.intern("__str__"));
  if (!function.isUndefined() && !isSlot(s, function))
    return textOfMethod(s, call(s, function, exception), "__str__");
  refuseOwnText(s, exception, function);
  if (Value own = s.find<InstanceObject>(exception)->exception; !own.isUndefined())
    return str(s, Value::scalar(ScalarType::Exception, own.ssa()));
  Value arguments = s.find<InstanceObject>(exception)->payload;
  if (arguments.isUnion())
    return forEachAlternative(s, arguments, [&](Value alternative) {
      s.write<InstanceObject>(exception).payload = alternative;
      return exceptionStr(s, exception);
    });
  auto elements = arguments.isTuple() ? arguments.tuple().elements : llvm::ArrayRef<Value>();
  if (elements.empty())
    return s.string("");
  if (auto parts = partsOfOSError(s, exception); !parts.empty())
    return textOfOSError(s, parts);
  if (elements.size() > 1)
    return repr(s, arguments);
  return isSubclass(s, typeOf(s, exception), builtinType(s, "KeyError")).value_or(false)
             ? repr(s, elements[0])
             : str(s, elements[0]);
}

} // namespace lith::stage

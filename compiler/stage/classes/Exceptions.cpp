// Exceptions.cpp: raise, and exceptions as values: an Instance that the program made, or an SSA
// !lith.exception that an operation raised.
#include "stage/Impl.h"
#include "stage/builtins/Support.h"
#include "stage/classes/OSErrors.h"
#include "stage/language/ClassStatements.h"
#include "stage/runtime/Records.h"

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
int32_t Stage::classId(Value cls) {
  if (cls.isStatic()) {
    if (auto it = impl->classIds.find(cls.handle()); it != impl->classIds.end())
      return it->second;
    std::string name = host.qualifiedName(cls.handle());
    if (name.rfind("builtins.", 0) == 0)
      name = name.substr(9);
    for (const BuiltinException &known : builtinExceptions)
      if (known.name == name)
        return impl->classIds[cls.handle()] = known.id;
  } else if (auto it = impl->programClassIds.find(cls.address());
             it != impl->programClassIds.end()) {
    return it->second;
  }
  ProgramClass made;
  made.handle = cls.isStatic() ? cls.handle() : nullptr;
  made.name = cls.isStatic() ? host.qualifiedName(cls.handle()) : find<ClassObject>(cls)->qualname;
  llvm::SmallVector<Value> mro(mroOf(cls));
  for (Value base : llvm::drop_begin(mro))
    if (isSubclass(base, builtinType("BaseException")).value_or(false))
      made.bases.push_back(classId(base));
  int32_t id = LITH_FIRST_PROGRAM_CLASS + static_cast<int32_t>(impl->classes.size());
  impl->classes.push_back(std::move(made));
  if (cls.isStatic())
    impl->classIds[cls.handle()] = id;
  else
    impl->programClassIds[cls.address()] = id;
  return id;
}

Result Stage::raise(llvm::StringRef exceptionClass, const llvm::Twine &message) {
  return raiseClass(exceptionClass, string(message.str()));
}

Result Stage::raiseClass(llvm::StringRef exceptionClass, llvm::ArrayRef<Value> arguments) {
  return raiseInstance(builtinType(exceptionClass), arguments);
}

Result Stage::raiseInstance(Value cls, llvm::ArrayRef<Value> arguments) {
  auto instance = std::make_shared<InstanceObject>();
  instance->cls = cls;
  instance->payload = tuple(arguments);
  Value exception = make(std::move(instance));
  setContext(*this, exception);
  return raiseValue(exception);
}

// A name that no Python attribute has: the place where the program first raised the exception.
static llvm::StringRef placeAttribute(Stage &s) { return s.intern(" raised"); }

Result Stage::raiseValue(Value exception) {
  Raising way = exception.isUnion() ? exits.raising : wayOfRaise(exception);
  if (way.edges) {
    if (auto *instance = find<InstanceObject>(exception);
        instance && !instance->find(placeAttribute(*this))) {
      mlir::Value place = ir::ConstantOp::create(builder(), loc(), builder().getI64Type(),
                                                 mlir::LocationAttr(loc()));
      write<InstanceObject>(exception).set(placeAttribute(*this), intScalar(place));
    }
    state.frames.truncate(way.frames);
    way.edges->push_back({std::move(state), {exception}});
    impl->lastRaises = nullptr;
    return std::nullopt;
  }
  if (exception.isUnion()) {
    splitUnion(exception, [&](size_t, Value alternative) { raiseValue(alternative); });
    return std::nullopt;
  }
  mlir::Value value = exceptionValue(exception);
  ir::RaiseOp::create(builder(), loc(), value);
  return std::nullopt;
}

// The attributes that the instance has beside its arguments go with it.
static void setExceptionAttributes(Stage &stage, mlir::Value made, int32_t id, Value exception) {
  if (id < LITH_FIRST_PROGRAM_CLASS)
    return;
  mlir::Value record;
  auto attributes = stage.find<InstanceObject>(exception)->attributes;
  for (auto &[name, value] : attributes) {
    if (value.isUndefined() || name.starts_with("__"))
      continue;
    if (!record)
      record = stage.rtPlain("exception_attributes", {made}, ir::RecordType::get(&stage.context));
    auto &fields = stage.impl->classes[size_t(id - LITH_FIRST_PROGRAM_CLASS)].fields;
    auto place = llvm::find(fields, name);
    size_t index = size_t(place - fields.begin());
    if (place == fields.end())
      fields.push_back(name.str());
    stage.rtPlain("record_set", {record, stage.constantInt(int64_t(index)), stage.toBox(value)});
  }
}

// The SSA !lith.exception of an exception.
mlir::Value Stage::exceptionValue(Value exception) {
  if (exception.isScalar())
    return exception.ssa();
  if (exception.isBox())
    return ir::UnboxOp::create(builder(), loc(), ir::ExceptionType::get(&context), exception.ssa());
  const InstanceObject *instance = find<InstanceObject>(exception);
  Value cls = instance->cls, arguments = instance->payload;
  const Value *place = instance->find(placeAttribute(*this));
  std::optional<Value> raisedAt = place ? std::optional<Value>(*place) : std::nullopt;
  mlir::Value tuple;
  if (arguments.isTuple()) {
    llvm::SmallVector<mlir::Value> operands;
    for (Value argument : arguments.tuple().elements)
      operands.push_back(toBox(argument));
    tuple = rtPlain("tuple_new", operands, ir::TupleType::get(&context));
  } else { // one of several
    tuple = ir::UnboxOp::create(builder(), loc(), ir::TupleType::get(&context), toBox(arguments));
  }
  mlir::Value made = rtPlain("exception_new", {constantInt(classId(cls)), tuple},
                             ir::ExceptionType::get(&context));
  if (raisedAt && raisedAt->isScalar())
    rtPlain("exception_locate", {made, raisedAt->ssa()});
  setExceptionAttributes(*this, made, classId(cls), exception);
  setLinks(*this, made, exception);
  return made;
}

// An exception of the class, as `raise` and `throw` make it.
Result exceptionOf(Stage &s, Value cls) {
  if (!s.isSubclass(cls, s.builtinType("BaseException")).value_or(false))
    return s.raise("TypeError", "exceptions must derive from BaseException");
  Result made = s.instantiate(cls, {});
  if (!made || made->isUnion() || made->isBox() || s.isException(*made))
    return made;
  auto named = [&](Value one) {
    Result module = s.findAttribute(one, s.intern("__module__"));
    std::string path = module && s.asStr(*module) && *s.asStr(*module) != "builtins"
                           ? s.asStr(*module)->str() + "."
                           : "";
    return "<class '" + path + s.asStr(qualifiedNameOf(s, one))->str() + "'>";
  };
  return s.raise("TypeError", "calling " + named(cls) +
                                  " should have returned an instance of BaseException, not " +
                                  named(s.typeOf(*made)));
}

// Raises an exception or one of several, as a statement does.
static void raiseNew(Stage &s, Value exception) {
  if (exception.isUnion() && !s.impl->handled.empty()) {
    s.splitUnion(exception, [&](size_t, Value one) { raiseNew(s, one); });
    return;
  }
  setContext(s, exception);
  s.raiseValue(exception);
}

bool Stage::execRaise(const Raise *statement) {
  if (!statement->exc) {
    if (impl->handled.empty())
      raise("RuntimeError", "No active exception to reraise");
    else
      raiseValue(impl->handled.back().exception);
    return false;
  }
  Result exception = eval(statement->exc);
  if (!exception)
    return false;
  activation->at = statement;
  if (isClass(*exception)) {
    exception = exceptionOf(*this, *exception);
    if (!exception)
      return false;
  }
  if (statement->cause) {
    Result cause = eval(statement->cause);
    if (cause)
      cause = forEachAlternative(
          *cause, [&](Value one) { return isClass(one) ? instantiate(one, {}) : Result(one); });
    if (!cause)
      return false;
    activation->at = statement;
    if (!cause->isUnion() && !cause->isBox() && !isNone(*cause) && !isException(*cause)) {
      raise("TypeError", "exception causes must derive from BaseException");
      return false;
    }
    if (find<InstanceObject>(*exception))
      write<InstanceObject>(*exception).set(intern("__cause__"), *cause);
  }
  activation->at = statement;
  if (!exception->isUnion() && !exception->isBox() && !isException(*exception))
    raise("TypeError", "exceptions must derive from BaseException");
  else
    raiseNew(*this, *exception);
  return false;
}

// Whether the exception is an instance of the class, or of one of a tuple of classes.
Result Stage::exceptionMatches(Value exception, Value cls) {
  if (cls.isTuple()) {
    Result matched = boolean(false);
    for (Value one : cls.tuple().elements) {
      Result more = exceptionMatches(exception, one);
      matched = choose(*matched, [&] { return matched; }, [&] { return more; });
    }
    return matched;
  }
  if (!isClass(cls))
    return raise("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union");
  if (!isSubclass(cls, builtinType("BaseException")).value_or(false))
    return boolean(cls == builtinType("object"));
  if (exception.isScalar()) {
    if (cls == builtinType("BaseException"))
      return boolean(true);
    if (neverMatches(exception, cls))
      return boolean(false);
    return boolScalar(rtPlain("exception_is", {exception.ssa(), constantInt(classId(cls))},
                              builder().getI1Type()));
  }
  return boolean(isSubclass(typeOf(exception), cls).value_or(false));
}

Result Stage::exceptionAttribute(Value exception, llvm::StringRef name) {
  if (name == "args") {
    mlir::Value tuple = rtPlain("exception_args", {exception.ssa()}, ir::TupleType::get(&context));
    return Value::box(ir::BoxOp::create(builder(), loc(), ir::BoxType::get(&context), tuple),
                      impl->types.any());
  }
  if (name == "__cause__" || name == "__context__") {
    Type none{}, raised{};
    none.kind = Type::Kind::None;
    raised.kind = Type::Kind::Exception;
    return unbox(rtPlain(name == "__cause__" ? "exception_cause" : "exception_context",
                         {exception.ssa()}, ir::BoxType::get(&context)),
                 impl->types.set({none, raised}));
  }
  if (name == "__suppress_context__")
    refuse(diag::Kind::UnsupportedFunction, {name.str() + " of an exception of run time"});
  if (name == "__traceback__")
    return none();
  std::string method = "builtins.BaseException." + name.str();
  if (const Primitive *primitive = Registry::instance().find(method))
    return boundPrimitive(primitive, exception);
  if (host.classEntry(builtinType("BaseException").handle(), {name.data(), name.size()}))
    refuse(diag::Kind::UnsupportedFunction, {method});
  return Value();
}

Result Stage::knownExceptionAttribute(Value exception, llvm::StringRef name) {
  Value arguments = find<InstanceObject>(exception)->payload;
  const Value *own = find<InstanceObject>(exception)->find(intern("__cause__"));
  if (name == "value" && arguments.isTuple() &&
      isSubclass(typeOf(exception), builtinType("StopIteration")).value_or(false))
    return arguments.tuple().elements.empty() ? none() : arguments.tuple().elements[0];
  if (Value part = attributeOfOSError(*this, exception, name); !part.isUndefined())
    return part;
  if (name == "__suppress_context__")
    return isDefined(own ? *own : Value());
  if (name == "__cause__" || name == "__context__" || name == "__traceback__")
    return none();
  return Value();
}

Result Stage::exceptionStr(Value exception) {
  Value function = classAttribute(typeOf(exception), intern("__str__"));
  if (!function.isUndefined() && !isSlot(function))
    return textOfMethod(*this, call(function, exception), "__str__");
  Value arguments = find<InstanceObject>(exception)->payload;
  if (arguments.isUnion())
    return forEachAlternative(arguments, [&](Value alternative) {
      write<InstanceObject>(exception).payload = alternative;
      return exceptionStr(exception);
    });
  auto elements = arguments.isTuple() ? arguments.tuple().elements : llvm::ArrayRef<Value>();
  if (elements.empty())
    return string("");
  if (auto parts = partsOfOSError(*this, exception); !parts.empty())
    return textOfOSError(*this, parts);
  if (elements.size() > 1)
    return repr(arguments);
  return isSubclass(typeOf(exception), builtinType("KeyError")).value_or(false) ? repr(elements[0])
                                                                                : str(elements[0]);
}

} // namespace lith::stage

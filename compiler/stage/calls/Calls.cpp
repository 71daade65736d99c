// Calls.cpp: f(*args, **keywords), and what calling each kind of object does.
#include "stage/calls/Calls.h"
#include "host/HostFunctions.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Gradients.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/calls/CompilerWrappers.h"
#include "stage/calls/Dispatch.h"
#include "stage/calls/Functions.h"
#include "stage/calls/MethodArguments.h"
#include "stage/calls/PlainArguments.h"
#include "stage/calls/Spread.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Operators.h"
#include "stage/objects/PlainValues.h"
#include "stage/outside/Caches.h"
#include "stage/outside/HostFunctions.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Kind;

static bool spreadKeywords(Stage &, Value mapping, Arguments &arguments, Value callee);
static std::string calleeName(Stage &, Value callee);
static Result callCallable(Stage &, const CallableData &callee, Arguments arguments);
static Result callStatic(Stage &, Value callee, Arguments arguments);

// Adds the keywords from the first of `keywords` on and calls, with the elements of `sequence`,
// where there is one, as further positional arguments. `**mapping` of one of several dicts is a
// call for each of them: they may have different keys.
static Result callWithKeywords(Stage &s, Value callee, llvm::ArrayRef<Keyword *> keywords,
                               llvm::ArrayRef<Value> values, Arguments arguments, Value sequence) {
  for (size_t i = 0; i < keywords.size(); ++i) {
    if (keywords[i]->arg.data()) {
      arguments.keywords.push_back({s.intern(keywords[i]->arg), values[i]});
      continue;
    }
    if (values[i].isUnion())
      return forEachAlternative(s, values[i], [&](Value alternative) {
        llvm::SmallVector<Value> rest(values.drop_front(i));
        rest[0] = alternative;
        return callWithKeywords(s, callee, keywords.drop_front(i), rest, arguments, sequence);
      });
    const DictObject *dict = s.find<DictObject>(payloadOf(s, values[i]));
    bool isOpen = callee.isUnion() || (callee.isBox() && !callee.types()->isAny());
    if (dict && dict->isRuntime() && isOpen) // each has parameters of its own
      return forEachAlternative(s, callee, [&](Value alternative) {
        return callWithKeywords(s, alternative, keywords.drop_front(i), values.drop_front(i),
                                arguments, sequence);
      });
    auto isNamed = [](const Keyword *keyword) { return keyword->arg.data() != nullptr; };
    if (dict && dict->isRuntime() && llvm::any_of(keywords.drop_front(i), isNamed)) {
      // What is given by name is known before the dict is looked through.
      llvm::SmallVector<Keyword *> order;
      llvm::SmallVector<Value> given;
      for (bool named : {true, false})
        for (size_t j = i; j < keywords.size(); ++j)
          if (isNamed(keywords[j]) == named) {
            order.push_back(keywords[j]);
            given.push_back(values[j]);
          }
      arguments.isReordered = true;
      return callWithKeywords(s, callee, order, given, std::move(arguments), sequence);
    }
    if (!spreadKeywords(s, values[i], arguments, callee))
      return std::nullopt;
  }
  return sequence.isUndefined() ? call(s, callee, std::move(arguments))
                                : callSpread(s, callee, std::move(arguments), sequence);
}

// The tuples that an iterator gives the elements of, where they are several: `zip(*rows)` gives
// columns, or none.
static Value severalTuples(Stage &s, Value iterator) {
  auto *object = s.find<IteratorObject>(iterator);
  bool isFresh = object && object->form == IteratorObject::Form::Sequence &&
                 s.asInt(object->position) == 0 && object->sources[0].isUnion();
  if (!isFresh)
    return {};
  Value tuples = object->sources[0];
  auto isTuple = [](Value one) { return one.isTuple() || one.isAbsent(); };
  return llvm::all_of(tuples.oneOf().alternatives, isTuple) ? tuples : Value();
}

// f(*values): of each tuple that it may be there is a call, so that its elements stay known.
static Result callWithAll(Stage &s, Value callee, Value values) {
  if (Value tuples = severalTuples(s, values); !tuples.isUndefined())
    return forEachAlternative(s, tuples,
                              [&](Value tuple) { return call(s, callee, tuple.tuple().elements); });
  std::optional<std::vector<Value>> elements;
  Result sequence = collect(s, values, elements);
  if (!sequence || elements)
    return sequence ? call(s, callee, *elements) : sequence;
  Value all = s.list({});
  makeRuntime(s, all);
  return extend(s, all, *sequence) ? callSpread(s, callee, {}, all) : std::nullopt;
}

Result evalCall(Stage &s, const syntax::Call *expression) {
  if (Result special; callSpecial(s, expression, special))
    return special;
  Result callee = eval(s, expression->func);
  if (!callee)
    return callee;
  if (expression->args.size() == 1 && expression->keywords.size() == 0)
    if (auto *starred = dyn_cast<Starred>(expression->args[0])) {
      Result values = eval(s, starred->value);
      return values ? callWithAll(s, *callee, *values) : values;
    }
  Arguments arguments;
  std::vector<Value> positional;
  Value runtime;
  if (!evalElements(s, expression->args, positional, runtime))
    return std::nullopt;
  arguments.positional.assign(positional.begin(), positional.end());
  llvm::SmallVector<Value> keywords;
  for (const Keyword *keyword : expression->keywords) {
    Result value = eval(s, keyword->value);
    if (!value)
      return value;
    keywords.push_back(*value);
  }
  return callWithKeywords(s, *callee, {expression->keywords.begin(), expression->keywords.size()},
                          keywords, std::move(arguments), runtime);
}

// f(**mapping)
static bool spreadKeywords(Stage &s, Value mapping, Arguments &arguments, Value callee) {
  Value source = payloadOf(s, mapping);
  const DictObject *dict = s.find<DictObject>(source);
  if (!dict)
    refuse(s, diag::Kind::DynamicArguments);
  if (dict->isRuntime())
    return spreadRuntimeKeywords(s, source, arguments, callee);
  std::vector<std::pair<Value, Value>> entries = dictEntries(s, source);
  for (auto &[key, value] : entries) {
    Result plain = plainValue(s, key);
    auto name = plain ? s.asStr(*plain) : std::nullopt;
    if (!name) {
      raise(s, "TypeError", "keywords must be strings");
      return false;
    }
    llvm::StringRef interned = s.intern(*name);
    if (*plain != key && !readsKeyword(s, callee, interned)) // its dict would have this very key
      refuse(s, diag::Kind::UnsupportedFunction,
             {"further keywords named by an instance of " + typeName(s, key)});
    for (auto &[given, ignored] : arguments.keywords)
      if (given.data() == interned.data()) {
        raise(s, "TypeError",
              calleeName(s, callee) + "() got multiple values for keyword argument '" + interned +
                  "'");
        return false;
      }
    arguments.keywords.push_back({interned, value});
  }
  return true;
}

static std::string calleeName(Stage &s, Value callee) {
  if (callee.isCallable() && callee.callable().code)
    return callee.callable().code->qualname.str();
  if (callee.isCallable() && callee.callable().form == CallableData::Form::BoundMethod)
    return calleeName(s, callee.callable().function);
  if (callee.isStatic())
    return s.host.qualifiedName(callee.handle());
  return typeName(s, callee);
}

Result call(Stage &s, Value callee, llvm::ArrayRef<Value> positional) {
  Arguments arguments;
  arguments.positional.assign(positional.begin(), positional.end());
  return call(s, callee, std::move(arguments));
}

Result callMethod(Stage &s, Value object, llvm::StringRef name, llvm::ArrayRef<Value> positional) {
  Result method = getattr(s, object, s.intern(name));
  return method ? call(s, *method, positional) : method;
}

static bool isOperator(llvm::StringRef spelling) {
  return spelling.starts_with("torch.") || spelling.starts_with("Tensor.") ||
         spelling.starts_with("prim.") || spelling.starts_with("prelude.") ||
         spelling.starts_with("math.");
}

// Primitives that compute on tensors, and so have to know of those that vmap maps over. What is
// elementwise or a composite sees to it itself.
static bool takesWholes(const Primitive &primitive) {
  llvm::StringRef name = primitive.spelling;
  return isOperator(name) && !name.starts_with("prim.vmap_") && !primitive.takesMapped &&
         !tensor::handlesMapped(primitive);
}

static bool isNumberFunction(llvm::StringRef name) {
  return llvm::is_contained({"builtins.int", "builtins.float", "builtins.complex", "builtins.len",
                             "builtins.abs", "builtins.round", "builtins.pow", "builtins.divmod"},
                            name);
}

static bool takesNumbers(llvm::StringRef spelling) {
  return (isOperator(spelling) && !spelling.starts_with("prelude.")) ||
         llvm::is_contained({"builtins.int", "builtins.float", "builtins.complex", "builtins.range",
                             "builtins.max", "builtins.min", "builtins.divmod", "builtins.pow"},
                            spelling);
}

static bool hasMapped(Stage &s, const Primitive &primitive, const Arguments &arguments) {
  if (!takesWholes(primitive))
    return isNumberFunction(primitive.spelling) && !arguments.positional.empty() &&
           isMapped(s, arguments.positional[0]);
  return anyMapped(s, arguments.positional) || llvm::any_of(arguments.keywords, [&](auto &keyword) {
           return anyMapped(s, keyword.second);
         });
}

/// The position of an argument that is known to be no tensor where the primitive needs one.
static std::optional<unsigned> missingTensor(Stage &s, const Primitive &primitive,
                                             llvm::ArrayRef<Value> arguments) {
  for (unsigned i = 0; i < arguments.size() && primitive.tensors >> i; ++i) {
    const Value &value = arguments[i];
    if (primitive.tensors >> i & 1 && !value.isUnion() && !value.isBox() && !s.isTensor(value))
      return i;
  }
  return std::nullopt;
}

void refuseOverload(Stage &s, Value argument) {
  const InstanceObject *object = s.find<InstanceObject>(argument);
  if (!object || object->cls == builtinType(s, "torch.Tensor")) // what vmap maps over
    return;
  Value overload = classAttribute(s, object->cls, s.intern("__torch_function__"));
  if (overload.isStatic() && s.kindOf(overload) == Kind::ClassMethod) // a mode has a method
    refuse(s, diag::Kind::UnsupportedFunction,
           {"an operator given an object of a class with __torch_function__"});
}

// What an operator gives has a history where its arguments require a gradient.
static Result callNative(Stage &s, const CallInfo &info) {
  Result made = info.primitive.function(s, info);
  if (!made || !info.primitive.isRecorded)
    return made;
  const auto &op = *static_cast<const ops::Operator *>(info.primitive.data);
  record(s, op, info.args.positional,
         made->isTuple() ? made->tuple().elements : llvm::ArrayRef<Value>(*made));
  return made;
}

// Operators take values of one type: each alternative of an argument is a call of its own.
Result callPrimitive(Stage &s, const Primitive &primitive, Arguments arguments) {
  if (!fitsSlot(s, primitive, arguments))
    return std::nullopt;
  if (takesNumbers(primitive.spelling) && !primitive.takesNumpy)
    replaceNumpyNumbers(s, primitive.spelling, arguments);
  if (!readByParser(s, primitive.spelling, arguments))
    return std::nullopt;
  if (isOperator(primitive.spelling)) {
    if (auto result = callOpen(s, primitive, arguments))
      return *result;
    if (!checkArguments(s, primitive.spelling, arguments))
      return std::nullopt;
    autocast(s, primitive.spelling, arguments);
    for (Value argument : arguments.positional)
      refuseOverload(s, argument);
  }
  if (primitive.function && !s.mapped.empty())
    if (auto drawn = drawMapped(s, primitive, arguments))
      return *drawn;
  if (primitive.function && hasMapped(s, primitive, arguments))
    return callMapped(s, primitive, arguments);
  if (auto at = missingTensor(s, primitive, arguments.positional))
    return raise(s, "TypeError",
                 llvm::Twine(llvm::StringRef(primitive.spelling).rsplit('.').second) +
                     "(): argument (position " + llvm::Twine(*at + 1) + ") must be Tensor, not " +
                     typeName(s, arguments.positional[*at]));
  if (primitive.function)
    return callNative(s, CallInfo{primitive, std::move(arguments)});
  const FunctionCode *code = s.session.prelude(primitive.prelude);
  if (!code)
    refuse(s, diag::Kind::UnsupportedFunction, {primitive.spelling});
  if (llvm::StringRef(primitive.spelling).starts_with("numpy."))
    checkNumpyArguments(s, primitive.spelling, *code, arguments);
  return callFunction(s, preludeFunction(s, code).callable(), std::move(arguments));
}

static Result notCallable(Stage &s, Value callee) {
  return raise(s, "TypeError", "'" + typeName(s, callee) + "' object is not callable");
}

Result call(Stage &s, Value callee, Arguments arguments) {
  switch (callee.kind()) {
  case Value::Kind::Callable:
    return callCallable(s, callee.callable(), std::move(arguments));
  case Value::Kind::Static:
    return callStatic(s, callee, std::move(arguments));
  case Value::Kind::Union:
  case Value::Kind::Box:
    if (callee.isBox() && callee.types()->isAny())
      refuse(s, diag::Kind::UnknownCallee);
    return forEachAlternative(s, callee,
                              [&](Value alternative) { return call(s, alternative, arguments); });
  case Value::Kind::Ref:
    if (s.find<ClassObject>(callee))
      return instantiate(s, callee, std::move(arguments));
    if (s.find<InstanceObject>(callee)) {
      Value function = classAttribute(s, typeOf(s, callee), s.intern("__call__"));
      if (s.find<InstanceObject>(function) && typeOf(s, function) == typeOf(s, callee))
        return raise(s, "RecursionError", "maximum recursion depth exceeded");
      if (!function.isUndefined()) {
        if (!isClass(s, function)) // which is bound to nothing
          arguments.positional.insert(arguments.positional.begin(), callee);
        return call(s, function, std::move(arguments));
      }
    }
    break;
  default:
    break;
  }
  return notCallable(s, callee);
}

Arguments withPartial(const CallableData &partial, Arguments arguments) {
  size_t count = partial.values.size() - partial.names.size();
  arguments.positional.insert(arguments.positional.begin(), partial.values.begin(),
                              partial.values.begin() + count);
  auto given = std::exchange(arguments.keywords, {});
  for (auto [name, value] : llvm::zip(partial.names, partial.values.drop_front(count)))
    arguments.keywords.push_back({name, value});
  for (auto &keyword : given) {
    auto *held = llvm::find_if(
        arguments.keywords, [&](auto &each) { return each.first.data() == keyword.first.data(); });
    if (held == arguments.keywords.end())
      arguments.keywords.push_back(keyword);
    else
      held->second = keyword.second;
  }
  arguments.moreAfter += arguments.keywords.size() - given.size();
  return arguments;
}

static Result callCallable(Stage &s, const CallableData &callee, Arguments arguments) {
  if (callee.self.isUnion() || (callee.self.isBox() && !callee.self.types()->isAny()))
    return forEachAlternative(s, callee.self, [&](Value self) {
      CallableData one = callee;
      one.self = self;
      return callCallable(s, one, arguments);
    });
  switch (callee.form) {
  case CallableData::Form::Function:
    if (auto method = s.classes.numpyMethods.find(callee.code);
        method != s.classes.numpyMethods.end())
      checkNumpyArguments(s, method->second, *callee.code, arguments);
    return callFunction(s, callee, std::move(arguments));
  case CallableData::Form::BoundMethod:
    arguments.positional.insert(arguments.positional.begin(), callee.self);
    return call(s, callee.function, std::move(arguments));
  case CallableData::Form::Primitive:
    if (!callee.self.isUndefined())
      arguments.positional.insert(arguments.positional.begin(), callee.self);
    return callPrimitive(s, *callee.primitive, std::move(arguments));
  case CallableData::Form::Partial:
    return call(s, callee.function, withPartial(callee, std::move(arguments)));
  }
  return std::nullopt;
}

// A built-in method that Python has bound already (`func = a.add`); undefined: another function.
static Value boundBuiltin(Stage &s, host::Handle function) {
  host::Handle self = s.host.boundSelf(function);
  if (!self || !llvm::is_contained({Kind::Tensor, Kind::Parameter, Kind::List, Kind::Dict,
                                    Kind::Set, Kind::FrozenSet, Kind::Tuple, Kind::Str},
                                   s.host.kind(self)))
    return {};
  std::string name = s.host.qualifiedName(function);
  Result method = getattr(s, outside(s, self, rootPath(s, self)),
                          s.intern(llvm::StringRef(name).rsplit('.').second));
  return method ? *method : Value();
}

// Functions of torch.nn.functional that stand for Python code take tensors. What PyTorch says of
// anything else, its own code says.
static bool needsOwnCode(Stage &s, Value callee, const Primitive &primitive,
                         const Arguments &arguments) {
  if (!llvm::StringRef(primitive.spelling).starts_with("torch.nn.functional."))
    return false;
  auto isTensor = [](auto &keyword) { return keyword.first.starts_with("input"); };
  if (arguments.positional.empty())
    return llvm::none_of(arguments.keywords, isTensor);
  Value first = arguments.positional.front();
  return isNumber(s, first) || s.isNone(first) || isString(s, first) || first.isTuple() ||
         s.find<ListObject>(first) || s.find<DictObject>(first);
}

static Result callStatic(Stage &s, Value callee, Arguments arguments) {
  host::Handle handle = callee.handle();
  const Primitive *primitive = s.session.primitiveOf(handle);
  if (primitive && s.kindOf(callee) == Kind::Function &&
      (needsOwnCode(s, callee, *primitive, arguments) || !isAsShipped(s, handle)))
    primitive = nullptr;
  if (primitive) {
    if (!fitsMethod(s, callee, arguments))
      return std::nullopt;
    llvm::StringRef spelling = primitive->spelling;
    bool isOfConstants = spelling.starts_with("numpy.") || spelling.starts_with("int.__") ||
                         spelling.starts_with("float.__");
    if (isOfConstants && areConstants(s, arguments) && host::isPure(s.host.qualifiedName(handle)))
      return callHost(s, callee, std::move(arguments));
    return callPrimitive(s, *primitive, std::move(arguments));
  }
  switch (s.kindOf(callee)) {
  case Kind::Function:
    if (host::isPure(s.host.qualifiedName(handle)) && areConstants(s, arguments))
      return callHost(s, callee, std::move(arguments));
    if (std::optional<Result> chosen = dispatch(s, handle, arguments))
      return *chosen;
    if (Value inner = behindCompiler(s, handle); !inner.isUndefined())
      return call(s, inner, std::move(arguments));
    return callCallable(s, hostFunction(s, handle).callable(), std::move(arguments));
  case Kind::Class:
    return instantiate(s, callee, std::move(arguments));
  case Kind::BoundMethod: {
    Value self = outside(s, s.host.boundSelf(handle), rootPath(s, s.host.boundSelf(handle)));
    arguments.positional.insert(arguments.positional.begin(), self);
    return callStatic(s, Value::ofStatic(s.host.boundFunction(handle)), std::move(arguments));
  }
  case Kind::StaticMethod:
    return call(s, Value::ofStatic(s.host.boundFunction(handle)), std::move(arguments));
  case Kind::Partial:
    return callCallable(s, partialOf(s, handle).callable(), std::move(arguments));
  case Kind::Other:
    if (isCache(s, callee))
      return callCached(s, callee, std::move(arguments));
    if (s.host.qualifiedName(classOf(s, handle).handle()) == "weakref.ReferenceType" &&
        arguments.positional.empty() && arguments.keywords.empty())
      return referentOf(s, handle);
    if (Value origin = classBehind(s, callee); origin != callee)
      return instantiate(s, origin, std::move(arguments));
    if (isForeign(s, callee) && !definesAny(s, callee, {"__call__"}))
      return notCallable(s, callee);
    return callHost(s, callee, std::move(arguments));
  case Kind::BuiltinFunction:
    if (Value method = boundBuiltin(s, handle); !method.isUndefined())
      return call(s, method, std::move(arguments));
    [[fallthrough]];
  case Kind::SlotWrapper:
  case Kind::Instance:
    return callHost(s, callee, std::move(arguments));
  default:
    return notCallable(s, callee);
  }
}

Value partialOf(Stage &s, host::Handle handle) {
  CallableData data;
  data.form = CallableData::Form::Partial;
  data.function =
      outside(s, s.host.boundFunction(handle), rootPath(s, s.host.boundFunction(handle)));
  llvm::SmallVector<Value> values;
  llvm::SmallVector<llvm::StringRef> names;
  host::Handle args = s.host.partialArgs(handle);
  for (size_t i = 0, n = s.host.count(args); i < n; ++i)
    values.push_back(outside(s, s.host.part(args, i), rootPath(s, s.host.part(args, i))));
  for (auto &[name, value] : partialKeywords(s, handle)) {
    names.push_back(name);
    values.push_back(value);
  }
  data.values = s.keep<Value>(values);
  data.names = s.keep<llvm::StringRef>(names);
  return Value::callable(s.arena.make<CallableData>(data));
}

bool areConstants(Stage &s, const Arguments &arguments) {
  return llvm::all_of(arguments.positional,
                      [&](Value value) { return s.toHandle(value) != nullptr; }) &&
         llvm::all_of(arguments.keywords,
                      [&](auto &keyword) { return s.toHandle(keyword.second) != nullptr; });
}

// Runs a function of the pure table now, on constants.
Result callHost(Stage &s, Value callee, Arguments arguments) {
  std::string name = s.host.qualifiedName(callee.handle());
  bool isUnbound = classOf(s, callee.handle()) == builtinType(s, "types.ClassMethodDescriptorType");
  if (isUnbound || !host::isPure(name))
    refuse(s, diag::Kind::UnsupportedFunction, {name});
  std::vector<host::Handle> positional;
  std::vector<std::pair<std::string, host::Handle>> keywords;
  for (Value argument : arguments.positional)
    positional.push_back(pinForHost(s, argument, name));
  for (auto &[keyword, argument] : arguments.keywords)
    keywords.push_back({keyword.str(), pinForHost(s, argument, name)});
  return hostResult(s, runInHost(s, callee.handle(), positional, keywords));
}

} // namespace lith::stage

// Iterators.cpp: iter, next, zip, enumerate, map, filter, reversed.
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/MethodResults.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Generators.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/objects/PlainValues.h"
#include "stage/objects/Ranges.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using Form = IteratorObject::Form;

// iter() of each; empty: one is not iterable.
static std::optional<llvm::SmallVector<Value>> iteratorsOf(Stage &s,
                                                           llvm::ArrayRef<Value> iterables) {
  llvm::SmallVector<Value> iterators;
  for (Value iterable : iterables) {
    Result iterator = stage::iterator(s, iterable);
    if (!iterator)
      return std::nullopt;
    iterators.push_back(*iterator);
  }
  return iterators;
}

// What a program gets of an iterator: one of the user's is the object itself.
static Result seenIterator(Stage &s, Result iterator) {
  if (!iterator)
    return iterator;
  return forEachAlternative(s, *iterator, [&](Value one) -> Result {
    auto *object = s.find<IteratorObject>(one);
    return object && object->form == Form::User ? object->sources[0] : one;
  });
}

static Result iter(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "iter", {{"/object"}, {"/sentinel", true}});
  if (!args)
    return std::nullopt;
  if ((*args)[1].isUndefined())
    return seenIterator(s, iterator(s, (*args)[0]));
  Result callable = call(s, Value::ofStatic(lookup(s, "builtins.callable")), (*args)[0]);
  if (!callable || s.asBool(*callable) == false)
    return callable ? raise(s, "TypeError",
                            isPython(s, 12) && !isPython(s, 13)
                                ? "iter(object, sentinel): object must be callable"
                                : "iter(v, w): v must be callable")
                    : callable;
  return makeIterator(s, Form::Sentinel, *args);
}

// StopIteration, with what a generator returned.
static void raiseExhausted(Stage &s, Value iterator) {
  auto *object = s.find<IteratorObject>(iterator);
  bool isFunction = object && object->form == Form::Generator && !object->body->expression;
  Value returned = isFunction ? returnedBy(s, iterator) : Value();
  if (returned.isUndefined())
    returned = s.none();
  forEachAlternative(s, returned, [&](Value value) {
    return s.isNone(value) ? raiseClass(s, "StopIteration", {})
                           : raiseClass(s, "StopIteration", {value});
  });
}

// The element; where there is none the fallback or, without one, StopIteration.
static Result orWhenExhausted(Stage &s, Value iterator, Result element, Edges exhausted,
                              Value fallback) {
  Edges done;
  if (element)
    done.push_back({s.state, {*element}});
  if (join(s, std::move(exhausted))) {
    if (fallback.isUndefined())
      raiseExhausted(s, iterator);
    else
      done.push_back({s.state, {fallback}});
  }
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

static Result next(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "next", {{"/iterator"}, {"/default", true}});
  if (!args)
    return std::nullopt;
  if ((*args)[0].isUnion())
    return forEachAlternative(s, (*args)[0], [&](Value alternative) {
      CallInfo one = info;
      one.args.positional[0] = alternative;
      return next(s, one);
    });
  if (!s.find<IteratorObject>((*args)[0])) {
    Result method = specialMethod(s, (*args)[0], "__next__");
    if (!method)
      return std::nullopt;
    if (method->isUndefined()) {
      refuseIterator(s, (*args)[0]);
      return raise(s, "TypeError", "'" + typeName(s, (*args)[0]) + "' object is not an iterator");
    }
    if ((*args)[1].isUndefined())
      return call(s, *method, Arguments());
  }
  Edges exhausted;
  Result item = nextOfDropped(s, (*args)[0], exhausted);
  return orWhenExhausted(s, (*args)[0], item, std::move(exhausted), (*args)[1]);
}

static Result send(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "send", {{"/generator"}, {"/arg"}});
  if (!args)
    return std::nullopt;
  Value generator = (*args)[0];
  if (s.find<IteratorObject>(generator)->body->expression)
    refuse(s, diag::Kind::GeneratorInParts);
  Edges exhausted;
  Result item = resumeGenerator(s, generator, (*args)[1], exhausted);
  return orWhenExhausted(s, generator, item, std::move(exhausted), {});
}

// Raises in the generator, where it stands; what it then yields.
static Result throwInto(Stage &s, const CallInfo &info) {
  auto args =
      bindArguments(s, info, "throw", {{"/generator"}, {"/typ"}, {"/val", true}, {"/tb", true}});
  if (!args)
    return std::nullopt;
  Value generator = (*args)[0], value = (*args)[2];
  if (s.find<IteratorObject>(generator)->body->expression)
    refuse(s, diag::Kind::GeneratorInParts);
  if (value.isUndefined() || s.isNone(value))
    value = (*args)[1];
  Edges exhausted;
  Result item = forEachAlternative(s, value, [&](Value one) -> Result {
    Result exception = isClass(s, one) ? exceptionOf(s, one) : Result(one);
    if (exception && !exception->isUnion() && !exception->isBox() && !isException(s, *exception))
      return raise(s, "TypeError",
                   "exceptions must be classes or instances deriving from "
                   "BaseException, not " +
                       typeName(s, one));
    return exception ? resumeGenerator(s, generator, s.none(), exhausted, *exception) : exception;
  });
  return orWhenExhausted(s, generator, item, std::move(exhausted), {});
}

// Ends the generator as if it were dropped. One that yields once more is refused.
static Result close(Stage &s, const CallInfo &info) {
  Value generator = info.args.positional[0];
  if (s.find<IteratorObject>(generator)->body->expression)
    refuse(s, diag::Kind::GeneratorInParts);
  if (auto at = s.asInt(s.find<IteratorObject>(generator)->position);
      at == position::Fresh || at == position::Finished || at == position::LeftByLoop) {
    s.write<IteratorObject>(generator).position = s.integer(position::Finished);
    return s.none();
  }
  auto exit = std::make_shared<InstanceObject>();
  exit->cls = builtinType(s, "GeneratorExit");
  exit->payload = s.tuple({});
  Value thrown = s.make(std::move(exit));
  Edges ended;
  Result yielded = untilRaises(s, "GeneratorExit", ended, [&] {
    return resumeGenerator(s, generator, s.none(), ended, thrown);
  });
  if (yielded)
    refuse(s, diag::Kind::GeneratorInParts);
  return join(s, std::move(ended)) ? Result(s.none()) : std::nullopt;
}

static Result zip(Stage &s, const CallInfo &info) {
  bool strict = false;
  for (auto &[name, value] : info.args.keywords) {
    if (name != "strict")
      return raise(s, "TypeError", "zip() got an unexpected keyword argument '" + name + "'");
    Result truth = stage::truth(s, value);
    if (!truth)
      return std::nullopt;
    strict = pinBool(s, *truth, "zip's argument strict");
  }
  auto sources = iteratorsOf(s, info.args.positional);
  if (!sources)
    return std::nullopt;
  Value made = makeIterator(s, Form::Zip, *sources, s.integer(0));
  s.write<IteratorObject>(made).strict = strict;
  return made;
}

static Result enumerate(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "enumerate", {{"iterable"}, {"start", true}});
  if (!args)
    return std::nullopt;
  auto source = iteratorsOf(s, {(*args)[0]});
  if (!source)
    return std::nullopt;
  Result plain = (*args)[1].isUndefined() ? s.integer(0) : plainValue(s, (*args)[1]);
  if (!plain)
    return plain;
  Value start = *plain;
  if (!isPlainNumber(s, start) || isFloat(s, start))
    return raise(s, "TypeError",
                 "'" + typeName(s, start) + "' object cannot be interpreted as an integer");
  return makeIterator(s, Form::Enumerate, *source, start);
}

static Result map(Stage &s, const CallInfo &info) {
  if (info.args.positional.size() < 2)
    return raise(s, "TypeError", "map() must have at least two arguments.");
  auto sources = iteratorsOf(s, llvm::ArrayRef<Value>(info.args.positional).drop_front());
  if (!sources)
    return std::nullopt;
  sources->insert(sources->begin(), info.args.positional[0]);
  return makeIterator(s, Form::Map, *sources, s.integer(0));
}

static Result filter(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "filter", {{"/function"}, {"/iterable"}});
  if (!args)
    return std::nullopt;
  auto source = iteratorsOf(s, {(*args)[1]});
  if (!source)
    return std::nullopt;
  return makeIterator(s, Form::Filter, {(*args)[0], (*source)[0]}, s.integer(0));
}

// Counts a range backwards: range(last, start - step, -step).
static Result reversedRange(Stage &s, Value range) {
  using syntax::Operator;
  auto parts = range.tuple().elements;
  Result size = rangeLength(s, range);
  Result step = size ? unary(s, syntax::UnaryOperator::USub, parts[2]) : size;
  if (!step)
    return step;
  Value last = rangeElement(s, range, *scalarOrConstant(s, Operator::Add, *size, s.integer(-1)));
  Value end = *scalarOrConstant(s, Operator::Add, parts[0], *step);
  Value backwards = s.structure(TupleData::Form::Range, {last, end, *step});
  return makeIterator(s, Form::Range, {backwards, *size}, s.integer(0));
}

// From the last position, as it is now, down to 0; `deque` is what the list is in.
static Result reversedSequence(Stage &s, Value sequence, Value deque = {}) {
  Result size = length(s, sequence);
  if (!size)
    return size;
  Value last = *scalarOrConstant(s, syntax::Operator::Add, *size, s.integer(-1));
  if (!deque.isUndefined())
    return makeIterator(s, Form::Reversed, {sequence, deque, changesOf(s, deque)}, last);
  return makeIterator(s, Form::Reversed, {sequence}, last);
}

static Result reversedDict(Stage &s, Value dict) {
  std::optional<std::vector<Value>> keys;
  if (!isView(s, dict))
    loadContents(s, dict);
  Result list = collect(s, dict, keys);
  if (!list)
    return list;
  return reversedSequence(s, keys ? s.list(*keys) : *list);
}

static Result reversed(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "reversed", {{"/sequence"}});
  if (!args)
    return std::nullopt;
  return forEachAlternative(s, (*args)[0], [&](Value value) -> Result {
    Value sequence = payloadOf(s, value);
    if (sequence.isTuple() && sequence.tuple().form == TupleData::Form::Range)
      return reversedRange(s, sequence);
    if (sequence.isTuple() || s.find<ListObject>(sequence) || isString(s, sequence))
      return reversedSequence(s, sequence, isDeque(s, value) ? value : Value());
    if (s.find<DictObject>(sequence) || isView(s, sequence))
      return reversedDict(s, sequence);
    if (s.find<InstanceObject>(value)) { // found on the class, as all special methods are
      Value function = classAttribute(s, typeOf(s, value), s.intern("__reversed__"));
      return function.isUndefined() ? callPrelude(s, "reversed_sequence", {value})
                                    : call(s, function, {value});
    }
    Result method = specialMethod(s, value, "__reversed__");
    if (!method)
      return std::nullopt;
    if (!method->isUndefined())
      return call(s, *method, Arguments());
    return callPrelude(s, "reversed_sequence", {value});
  });
}

void registerIterators(Registry &registry) {
  registry.add("builtins.iter", iter);
  registry.add("builtins.next", next);
  registry.add("generator.send", send);
  registry.add("generator.throw", throwInto);
  registry.add("generator.close", close);
  registry.add("builtins.zip", zip);
  registry.add("builtins.enumerate", enumerate);
  registry.add("builtins.map", map);
  registry.add("builtins.filter", filter);
  registry.add("builtins.reversed", reversed);
}

} // namespace lith::stage

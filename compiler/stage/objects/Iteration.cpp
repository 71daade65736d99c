// Iteration.cpp: iterators: iter(x), next(it), and all elements at once.
#include "stage/objects/Iteration.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/classes/Classes.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/language/Generators.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Ranges.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;
using Form = IteratorObject::Form;

static void zipEnds(Stage &, llvm::ArrayRef<Value> sources, size_t index, Edges &&ended,
                    Edges &exhausted, bool goesOn);
static Result nextOfSequence(Stage &, Value value, Edges &exhausted);
static Result userNext(Stage &, Value function, Value self, Edges &exhausted);
static Result nextOfGenerator(Stage &, Value value, Edges &exhausted);

Value makeIterator(Stage &s, Form form, llvm::ArrayRef<Value> sources, Value position) {
  auto object = std::make_shared<IteratorObject>();
  object->form = form;
  object->sources = sources.vec();
  object->position = position.isUndefined() ? s.integer(0) : position;
  return s.make(std::move(object));
}

void endAt(Stage &s, Value iterator, int64_t position, Edges &&ends, Edges &exhausted) {
  for (Edge &edge : ends) {
    edge.state.heap.write<IteratorObject>(iterator.address()).position = s.integer(position);
    exhausted.push_back(std::move(edge));
  }
}

bool mayBeList(Stage &s, Value sequence) {
  if (sequence.isUnion())
    return llvm::any_of(sequence.oneOf().alternatives,
                        [&](Value alternative) { return mayBeList(s, alternative); });
  return sequence.isBox() || s.find<ListObject>(sequence);
}

// Whether a list still has an element at this position; other sequences keep theirs.
static Result hasStill(Stage &s, Value sequence, Value position) {
  if (sequence.isUnion() || sequence.isBox())
    return forEachAlternative(
        s, sequence, [&](Value alternative) { return hasStill(s, alternative, position); });
  if (!s.find<ListObject>(sequence))
    return s.boolean(true);
  return compareNumbers(s, CmpOperator::Lt, position, *length(s, sequence));
}

// What a user's __iter__ gave: an object with __next__, which may be the iterable itself.
static Result userIterator(Stage &s, Value made) {
  if (made.isUnion() || made.isBox())
    return forEachAlternative(s, made,
                              [&](Value alternative) { return userIterator(s, alternative); });
  if (s.find<IteratorObject>(made) && !isView(s, made))
    return made;
  if (s.find<InstanceObject>(made) &&
      !classAttribute(s, typeOf(s, made), s.intern("__next__")).isUndefined())
    return makeIterator(s, Form::User, made);
  return raise(s, "TypeError", "iter() returned non-iterator of type '" + typeName(s, made) + "'");
}

Result iterator(Stage &s, Value iterable) {
  if (iterable.isUnion())
    return forEachAlternative(s, iterable,
                              [&](Value alternative) { return iterator(s, alternative); });
  if (iterable.isBox()) {
    if (!iterable.types()->isAny())
      return forEachAlternative(s, iterable,
                                [&](Value alternative) { return iterator(s, alternative); });
    return runtimeIterator(s, iterable.ssa(), s.facts.types.any());
  }
  if (auto *object = s.find<IteratorObject>(iterable)) {
    if (!isView(s, iterable))
      return iterable;
    Form form = object->form;
    Value dict = object->sources[0];
    if (!isRuntimeDict(s, dict))
      return dictIterator(s, form, dict);
    int64_t part = form == Form::Keys ? 0 : form == Form::Values ? 1 : 2;
    const DictObject *source = s.find<DictObject>(dict);
    const TypeSet *keys = s.facts.types.read(source->key),
                  *values = s.facts.types.read(source->element);
    mlir::Value view = rtPlain(s, "dict_view", {source->runtime.ssa(), constantInt(s, part)},
                               ir::BoxType::get(&s.context));
    Type pair{};
    pair.kind = Type::Kind::Tuple;
    pair.elements = s.facts.types.keep<const TypeSet *>({keys, values});
    return runtimeIterator(s, view, part == 0 ? keys : part == 1 ? values : typeSet(s, pair));
  }
  if (s.isTensor(iterable)) {
    if (s.asInt(*tensorAttribute(s, iterable, "ndim")) == 0)
      return raise(s, "TypeError", "iteration over a 0-d tensor");
    Result size = length(s, iterable);
    return makeIterator(s, Form::Sequence, {iterable, *size});
  }
  if (iterable.isTuple() && iterable.tuple().form == TupleData::Form::Range) {
    Result size = rangeLength(s, iterable);
    return size ? Result(makeIterator(s, Form::Range, {iterable, *size})) : size;
  }
  if (Value method = tupleMethod(s, iterable, "__iter__"); !method.isUndefined()) {
    Result result = call(s, method, iterable);
    return result ? userIterator(s, *result) : result;
  }
  if (!tupleMethod(s, iterable, "__getitem__").isUndefined()) // which iteration does not ask
    return makeIterator(s, Form::Sequence, {s.tuple(iterable.tuple().elements)});
  if (iterable.isTuple() || isString(s, iterable) || s.find<ListObject>(iterable))
    return makeIterator(s, Form::Sequence, {iterable});
  if (s.find<DictObject>(iterable)) {
    loadContents(s, iterable);
    if (isRuntimeDict(s, iterable))
      return runtimeIterator(s, toBox(s, iterable),
                             s.facts.types.read(s.find<DictObject>(iterable)->key));
    return dictIterator(s, Form::Keys, iterable);
  }
  if (s.find<SetObject>(iterable))
    return setIterator(s, iterable);
  if (s.find<InstanceObject>(iterable)) {
    Value function = classAttribute(s, typeOf(s, iterable), s.intern("__iter__"));
    if (s.isNone(function))
      return raise(s, "TypeError", "'" + typeName(s, iterable) + "' object is not iterable");
    if (!function.isUndefined() && !isSlot(s, function)) {
      Result result = call(s, function, iterable);
      return result ? userIterator(s, *result) : result;
    }
    if (Value payload = payloadOf(s, iterable); payload != iterable)
      return isDeque(s, iterable) ? dequeIterator(s, iterable) : iterator(s, payload);
    if (!function.isUndefined() && // a slot of an iterator's
        !classAttribute(s, typeOf(s, iterable), s.intern("__next__")).isUndefined())
      return makeIterator(s, Form::User, iterable);
    function = classAttribute(s, typeOf(s, iterable), s.intern("__getitem__"));
    if (!function.isUndefined())
      return makeIterator(s, Form::GetItem, {iterable});
  }
  if (isClass(s, iterable)) {
    Result all = enumMembers(s, iterable);
    if (all)
      return makeIterator(s, Form::Sequence, *all);
    if (Value method = metaMethod(s, iterable, "__iter__"); !method.isUndefined()) {
      Result made = call(s, method, iterable);
      return made ? userIterator(s, *made) : made;
    }
  }
  if (iterable.isStatic() && s.kindOf(iterable) == host::Kind::Bytes) {
    std::vector<Value> numbers;
    for (char byte : s.host.asStr(iterable.handle()))
      numbers.push_back(s.integer(static_cast<unsigned char>(byte)));
    return makeIterator(s, Form::Sequence, s.tuple(numbers));
  }
  refuseForeign(s, iterable, "__iter__");
  refuseIterator(s, iterable);
  return raise(s, "TypeError", "'" + typeName(s, iterable) + "' object is not iterable");
}

// dict.keys(), .values(), .items(), not an iterator over them.
bool isView(Stage &s, Value value) {
  auto *object = s.find<IteratorObject>(value);
  return object && object->position.isUndefined() &&
         (object->form == Form::Keys || object->form == Form::Values ||
          object->form == Form::Items);
}

// The members of an enum class as a tuple; empty for another class.
Result enumMembers(Stage &s, Value cls) {
  if (!cls.isStatic())
    return std::nullopt;
  Value names = hostClassEntry(s, cls.handle(), s.intern("_member_names_"));
  Value map = hostClassEntry(s, cls.handle(), s.intern("_member_map_"));
  if (!s.find<ListObject>(names) || !s.find<DictObject>(map))
    return std::nullopt;
  llvm::SmallVector<Value> members;
  for (Value name : listElements(s, names))
    members.push_back(*dictLookup(s, map, name));
  return s.tuple(members);
}

Value runtimeIterator(Stage &s, mlir::Value box, const TypeSet *types) {
  auto object = std::make_shared<IteratorObject>();
  object->form = Form::Sequence;
  object->extra = Value::raw(rt(s, "iterator_new", {box}, ir::IteratorType::get(&s.context)));
  object->elementTypes = types;
  return s.make(std::move(object));
}

// How many elements are left at most, when that is known: `isRange` tells that nothing but
// numbers depends on the position.
std::optional<int64_t> knownCount(Stage &stage, Value value, bool &isRange) {
  const IteratorObject *object = stage.find<IteratorObject>(value);
  if (!object) // one of several, which an iterator pulls from
    return std::nullopt;
  auto position = object->position.isUndefined() ? std::nullopt : stage.asInt(object->position);
  switch (object->form) {
  case Form::Range: {
    auto size = stage.asInt(object->sources[1]);
    return size && position ? std::optional<int64_t>(*size - *position) : std::nullopt;
  }
  case Form::Sequence: {
    if (!object->extra.isUndefined() || !position)
      return std::nullopt;
    Value source = object->sources[0];
    if (stage.isTensor(source)) {
      auto size = stage.asInt(object->sources[1]);
      return size ? std::optional<int64_t>(*size - *position) : std::nullopt;
    }
    isRange = false;
    if (auto *list = stage.find<ListObject>(source))
      return list->isRuntime() ? std::nullopt
                               : std::optional<int64_t>(std::max<int64_t>(
                                     int64_t(list->elements.size()) - *position, 0));
    if (source.isTuple())
      return int64_t(source.tuple().elements.size()) - *position;
    if (stage.asStr(source))
      return int64_t(stage.host.count(source.handle())) - *position;
    return std::nullopt;
  }
  case Form::Keys:
  case Form::Values:
  case Form::Items: {
    isRange = false;
    if (!position)
      return std::nullopt;
    auto *dict = stage.find<DictObject>(object->sources[0]);
    return dict->isRuntime() || !position
               ? std::nullopt
               : std::optional<int64_t>(int64_t(dict->entries.size()) - *position);
  }
  case Form::Set:
    isRange = false;
    return position ? std::optional<int64_t>(int64_t(object->sources[1].tuple().elements.size()) -
                                             *position)
                    : std::nullopt;
  case Form::Deque: {
    isRange = false;
    auto *list = stage.find<ListObject>(payloadOf(stage, object->sources[0]));
    return list->isRuntime() || !position
               ? std::nullopt
               : std::optional<int64_t>(int64_t(list->elements.size()) - *position);
  }
  case Form::Zip: {
    std::optional<int64_t> least;
    std::vector<Value> sources = object->sources;
    for (Value source : sources)
      if (auto count = knownCount(stage, source, isRange))
        least = least ? std::min(*least, *count) : *count;
    return least;
  }
  case Form::Enumerate:
    return knownCount(stage, object->sources[0], isRange);
  case Form::Reversed:
    isRange = false;
    return position ? std::optional<int64_t>(*position + 1) : std::nullopt;
  case Form::Map:
  case Form::Filter:
    return knownCount(stage, object->sources[1], isRange);
  default:
    return std::nullopt;
  }
}

// The next element by the old protocol.
static Result nextByGetItem(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  Value source = object->sources[0], position = object->position;
  if (!goOnIf(s, *compareNumbers(s, CmpOperator::GtE, position, s.integer(0)), exhausted))
    return std::nullopt;
  s.write<IteratorObject>(value).position =
      *scalarOrConstant(s, Operator::Add, position, s.integer(1));
  Edges ends;
  Result element = untilRaises(s, "StopIteration", ends, [&] {
    return untilRaises(s, "IndexError", ends, [&] { return getitem(s, source, position); });
  });
  endAt(s, value, -1, std::move(ends), exhausted);
  return element;
}

Result next(Stage &stage, Value value, Edges &exhausted) {
  if (value.isUnion())
    return forEachAlternative(
        stage, value, [&](Value alternative) { return next(stage, alternative, exhausted); });
  const IteratorObject *object = stage.find<IteratorObject>(value);
  if (!object) {
    Value function = stage.find<InstanceObject>(value)
                         ? classAttribute(stage, typeOf(stage, value), stage.intern("__next__"))
                         : Value();
    if (function.isUndefined()) {
      refuseIterator(stage, value);
      return raise(stage, "TypeError",
                   "'" + typeName(stage, value) + "' object is not an iterator");
    }
    return userNext(stage, function, value, exhausted);
  }
  switch (object->form) {
  case Form::Range:
    return nextPosition(stage, value, object->sources[1], exhausted, [&](Value position) -> Result {
      return rangeElement(stage, stage.find<IteratorObject>(value)->sources[0], position);
    });
  case Form::Sequence:
    return nextOfSequence(stage, value, exhausted);
  case Form::GetItem:
    return nextByGetItem(stage, value, exhausted);
  case Form::Keys:
  case Form::Values:
  case Form::Items:
    return nextOfDict(stage, value, exhausted);
  case Form::Set:
    return nextOfSet(stage, value, exhausted);
  case Form::Deque:
    return nextOfDeque(stage, value, exhausted);
  case Form::Zip: {
    std::vector<Value> sources = object->sources;
    if (sources.empty()) {
      exhausted.push_back({std::move(stage.state), {}});
      return std::nullopt;
    }
    bool strict = object->strict;
    llvm::SmallVector<Value> elements;
    for (size_t i = 0; i < sources.size(); ++i) {
      Edges shorter;
      Result element = next(stage, sources[i], strict ? shorter : exhausted);
      if (strict)
        zipEnds(stage, sources, i, std::move(shorter), exhausted, element.has_value());
      if (!element)
        return element;
      elements.push_back(*element);
    }
    return stage.tuple(elements);
  }
  case Form::Enumerate: {
    Result element = next(stage, object->sources[0], exhausted);
    return element ? Result(numbered(stage, value, *element)) : element;
  }
  case Form::Map: {
    std::vector<Value> sources(object->sources.begin() + 1, object->sources.end());
    Value function = object->sources[0];
    llvm::SmallVector<Value> elements;
    for (Value source : sources) {
      Result element = next(stage, source, exhausted);
      if (!element)
        return element;
      elements.push_back(*element);
    }
    return call(stage, function, elements);
  }
  case Form::Reversed: {
    Value position = object->position, source = object->sources[0];
    auto sources = object->sources;
    Result going = compareNumbers(stage, CmpOperator::GtE, position, stage.integer(0));
    if (!goOnIf(stage, *going, exhausted))
      return std::nullopt;
    if (sources.size() > 1 && !checkUnchanged(stage, sources[1], sources[2]))
      return std::nullopt;
    if (mayBeList(stage, source)) { // may have become shorter
      Result inside = hasStill(stage, source, position);
      Edges ends;
      bool goesOn = goOnIf(stage, *inside, ends);
      endAt(stage, value, -1, std::move(ends), exhausted);
      if (!goesOn)
        return std::nullopt;
    }
    stage.write<IteratorObject>(value).position =
        *scalarOrConstant(stage, Operator::Add, position, stage.integer(-1));
    return getitem(stage, source, position);
  }
  case Form::Filter: {
    std::vector<Value> sources = object->sources;
    return untilRaises(stage, "StopIteration", exhausted,
                       [&] { return callPrelude(stage, "next_that_passes", sources); });
  }
  case Form::User:
    return userNext(
        stage, classAttribute(stage, typeOf(stage, object->sources[0]), stage.intern("__next__")),
        object->sources[0], exhausted);
  case Form::Generator:
    return nextOfGenerator(stage, value, exhausted);
  case Form::Sentinel:
    return nextOfSentinel(stage, value, exhausted);
  default:
    refuse(stage, diag::Kind::UnsupportedFunction, {"next of this iterator"});
  }
}

// zip(strict=True): where iterable `index` ends, all have to; the current path is kept.
static void zipEnds(Stage &s, llvm::ArrayRef<Value> sources, size_t index, Edges &&ended,
                    Edges &exhausted, bool goesOn) {
  State after;
  if (goesOn)
    after = std::move(s.state);
  auto others = [](size_t count) {
    return count == 1 ? std::string("argument 1") : "arguments 1-" + std::to_string(count);
  };
  if (join(s, std::move(ended))) {
    if (index > 0) {
      raise(s, "ValueError",
            "zip() argument " + llvm::Twine(index + 1) + " is shorter than " + others(index));
    } else {
      bool alive = true;
      for (size_t k = 1; alive && k < sources.size(); ++k) {
        Edges done;
        if (next(s, sources[k], done))
          raise(s, "ValueError",
                "zip() argument " + llvm::Twine(k + 1) + " is longer than " + others(k));
        alive = join(s, std::move(done));
      }
      if (alive)
        exhausted.push_back({std::move(s.state), {}});
    }
  }
  if (goesOn)
    s.state = std::move(after);
}

Value numbered(Stage &s, Value enumerate, Value element) {
  Value number = s.find<IteratorObject>(enumerate)->position;
  s.write<IteratorObject>(enumerate).position =
      *scalarOrConstant(s, Operator::Add, number, s.integer(1));
  return s.tuple({number, element});
}

// Continues where the condition holds; where not, the iterator is exhausted.
bool goOnIf(Stage &s, Value condition, Edges &exhausted) {
  if (auto known = s.asBool(condition)) {
    if (!*known)
      exhausted.push_back({std::move(s.state), {}});
    return *known;
  }
  State yes, no;
  branch(s, toBool(s, condition), yes, no);
  exhausted.push_back({std::move(no), {}});
  s.state = std::move(yes);
  return true;
}

Result nextPosition(Stage &s, Value iterator, Value size, Edges &exhausted,
                    llvm::function_ref<Result(Value)> element) {
  Value position = s.find<IteratorObject>(iterator)->position;
  if (!goOnIf(s, *compareNumbers(s, CmpOperator::Lt, position, size), exhausted))
    return std::nullopt;
  s.write<IteratorObject>(iterator).position =
      *scalarOrConstant(s, Operator::Add, position, s.integer(1));
  return element(position);
}

static Result nextOfSequence(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  if (!object->extra.isUndefined()) {
    const TypeSet *types = object->elementTypes;
    mlir::Value box = rt(s, "iterator_next", {object->extra.ssa()}, ir::BoxType::get(&s.context));
    mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), box);
    mlir::Value there =
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ne, tag, constantInt(s, 0));
    goOnIf(s, s.boolScalar(there), exhausted);
    return unbox(s, box, types);
  }
  Value source = object->sources[0];
  Edges ends;
  Result size = s.isTensor(source) ? Result(object->sources[1]) : length(s, source);
  if (!size)
    return size;
  Result element = nextPosition(s, value, *size, mayBeList(s, source) ? ends : exhausted,
                                [&](Value position) { return getitem(s, source, position); });
  endAt(s, value, pastAll, std::move(ends), exhausted);
  return element;
}

static Result userNext(Stage &s, Value function, Value self, Edges &exhausted) {
  return untilRaises(s, "StopIteration", exhausted, [&] { return call(s, function, self); });
}

// The first value of a generator is taken where its body is staged. A generator expression with one
// `for` goes on where its iterable is; any other generator is then known to be consumed in parts.
static Result nextOfGenerator(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  const Expr *expression = object->body->expression;
  bool isFresh = s.asInt(object->position) == position::Fresh;
  if (!expression && (!isFresh || s.facts.has(FactKind::Suspended, object->body->site)))
    return resumeGenerator(s, value, s.none(), exhausted);
  if (expression && !isFresh && cast<GeneratorExp>(expression)->generators.size() != 1)
    refuse(s, diag::Kind::GeneratorInParts);
  size_t frames = s.state.frames.size();
  Edges found;
  Result end;
  {
    Exits own = s.exits;
    own.yields = &found;
    Scoped<Exits> ways(s.exits, own);
    auto leave = [&](Value element) -> Result {
      found.push_back({std::move(s.state), {element}});
      return std::nullopt;
    };
    end = runGenerator(s, value, leave, false, true);
  }
  if (end && !expression)
    s.write<IteratorObject>(value).sources.back() = *end;
  if (end)
    exhausted.push_back({std::move(s.state), {}});
  truncateFrames(found, frames);
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(found), joined) ? Result(joined[0]) : std::nullopt;
}

} // namespace lith::stage

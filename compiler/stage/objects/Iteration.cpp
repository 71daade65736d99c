// Iteration.cpp: iterators: iter(x), next(it), and all elements at once.
#include "stage/objects/Iteration.h"
#include "stage/Impl.h"
#include "stage/builtins/Support.h"
#include "stage/language/Generators.h"

namespace lith::stage {

using namespace lith::syntax;
using Form = IteratorObject::Form;

Value Stage::makeIterator(Form form, llvm::ArrayRef<Value> sources, Value position) {
  auto object = std::make_shared<IteratorObject>();
  object->form = form;
  object->sources = sources.vec();
  object->position = position.isUndefined() ? integer(0) : position;
  return make(std::move(object));
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
    return s.forEachAlternative(
        sequence, [&](Value alternative) { return hasStill(s, alternative, position); });
  if (!s.find<ListObject>(sequence))
    return s.boolean(true);
  return s.compareNumbers(CmpOperator::Lt, position, *s.length(sequence));
}

// What a user's __iter__ gave: an object with __next__, which may be the iterable itself.
static Result userIterator(Stage &s, Value made) {
  if (made.isUnion() || made.isBox())
    return s.forEachAlternative(made,
                                [&](Value alternative) { return userIterator(s, alternative); });
  if (s.find<IteratorObject>(made) && !s.isView(made))
    return made;
  if (s.find<InstanceObject>(made) &&
      !s.classAttribute(s.typeOf(made), s.intern("__next__")).isUndefined())
    return s.makeIterator(Form::User, made);
  return s.raise("TypeError", "iter() returned non-iterator of type '" + s.typeName(made) + "'");
}

Result Stage::iterator(Value iterable) {
  if (iterable.isUnion())
    return forEachAlternative(iterable, [&](Value alternative) { return iterator(alternative); });
  if (iterable.isBox()) {
    if (!iterable.types()->isAny())
      return forEachAlternative(iterable, [&](Value alternative) { return iterator(alternative); });
    return runtimeIterator(iterable.ssa(), impl->types.any());
  }
  if (auto *object = find<IteratorObject>(iterable)) {
    if (!isView(iterable))
      return iterable;
    Form form = object->form;
    Value dict = object->sources[0];
    if (!isRuntimeDict(*this, dict))
      return dictIterator(*this, form, dict);
    int64_t part = form == Form::Keys ? 0 : form == Form::Values ? 1 : 2;
    const DictObject *source = find<DictObject>(dict);
    const TypeSet *keys = impl->types.read(source->key),
                  *values = impl->types.read(source->element);
    mlir::Value view = rtPlain("dict_view", {source->runtime.ssa(), constantInt(part)},
                               ir::BoxType::get(&context));
    Type pair{};
    pair.kind = Type::Kind::Tuple;
    pair.elements = impl->types.keep<const TypeSet *>({keys, values});
    return runtimeIterator(view, part == 0 ? keys : part == 1 ? values : typeSet(pair));
  }
  if (isTensor(iterable)) {
    if (asInt(*tensorAttribute(*this, iterable, "ndim")) == 0)
      return raise("TypeError", "iteration over a 0-d tensor");
    Result size = length(iterable);
    return makeIterator(Form::Sequence, {iterable, *size});
  }
  if (iterable.isTuple() && iterable.tuple().form == TupleData::Form::Range) {
    Result size = rangeLength(iterable);
    return size ? Result(makeIterator(Form::Range, {iterable, *size})) : size;
  }
  if (Value method = tupleMethod(iterable, "__iter__"); !method.isUndefined()) {
    Result result = call(method, iterable);
    return result ? userIterator(*this, *result) : result;
  }
  if (!tupleMethod(iterable, "__getitem__").isUndefined()) // which iteration does not ask
    return makeIterator(Form::Sequence, {tuple(iterable.tuple().elements)});
  if (iterable.isTuple() || isString(iterable) || find<ListObject>(iterable))
    return makeIterator(Form::Sequence, {iterable});
  if (find<DictObject>(iterable)) {
    loadContents(iterable);
    if (isRuntimeDict(*this, iterable))
      return runtimeIterator(toBox(iterable), impl->types.read(find<DictObject>(iterable)->key));
    return dictIterator(*this, Form::Keys, iterable);
  }
  if (find<SetObject>(iterable))
    return setIterator(*this, iterable);
  if (find<InstanceObject>(iterable)) {
    Value function = classAttribute(typeOf(iterable), intern("__iter__"));
    if (isNone(function))
      return raise("TypeError", "'" + typeName(iterable) + "' object is not iterable");
    if (!function.isUndefined() && !isSlot(function)) {
      Result result = call(function, iterable);
      return result ? userIterator(*this, *result) : result;
    }
    if (Value payload = payloadOf(iterable); payload != iterable)
      return isDeque(*this, iterable) ? dequeIterator(*this, iterable) : iterator(payload);
    if (!function.isUndefined() && // a slot of an iterator's
        !classAttribute(typeOf(iterable), intern("__next__")).isUndefined())
      return makeIterator(Form::User, iterable);
    function = classAttribute(typeOf(iterable), intern("__getitem__"));
    if (!function.isUndefined())
      return makeIterator(Form::GetItem, {iterable});
  }
  if (isClass(iterable)) {
    Result all = enumMembers(iterable);
    if (all)
      return makeIterator(Form::Sequence, *all);
    if (Value method = metaMethod(iterable, "__iter__"); !method.isUndefined()) {
      Result made = call(method, iterable);
      return made ? userIterator(*this, *made) : made;
    }
  }
  if (iterable.isStatic() && kindOf(iterable) == host::Kind::Bytes) {
    std::vector<Value> numbers;
    for (char byte : host.asStr(iterable.handle()))
      numbers.push_back(integer(static_cast<unsigned char>(byte)));
    return makeIterator(Form::Sequence, tuple(numbers));
  }
  refuseForeign(*this, iterable, "__iter__");
  refuseIterator(*this, iterable);
  return raise("TypeError", "'" + typeName(iterable) + "' object is not iterable");
}

// dict.keys(), .values(), .items(), not an iterator over them.
bool Stage::isView(Value value) {
  auto *object = find<IteratorObject>(value);
  return object && object->position.isUndefined() &&
         (object->form == Form::Keys || object->form == Form::Values ||
          object->form == Form::Items);
}

// The members of an enum class as a tuple; empty for another class.
Result Stage::enumMembers(Value cls) {
  if (!cls.isStatic())
    return std::nullopt;
  Value names = hostClassEntry(cls.handle(), intern("_member_names_"));
  Value map = hostClassEntry(cls.handle(), intern("_member_map_"));
  if (!find<ListObject>(names) || !find<DictObject>(map))
    return std::nullopt;
  llvm::SmallVector<Value> members;
  for (Value name : listElements(names))
    members.push_back(*dictLookup(map, name));
  return tuple(members);
}

Value Stage::runtimeIterator(mlir::Value box, const TypeSet *types) {
  auto object = std::make_shared<IteratorObject>();
  object->form = Form::Sequence;
  object->extra = Value::raw(rt("iterator_new", {box}, ir::IteratorType::get(&context)));
  object->elementTypes = types;
  return make(std::move(object));
}

// How many elements are left at most, when that is known: `isRange` tells that nothing but
// numbers depends on the position.
std::optional<int64_t> Stage::knownCount(Value value, bool &isRange) {
  const IteratorObject *object = find<IteratorObject>(value);
  if (!object) // one of several, which an iterator pulls from
    return std::nullopt;
  auto position = object->position.isUndefined() ? std::nullopt : asInt(object->position);
  switch (object->form) {
  case Form::Range: {
    auto size = asInt(object->sources[1]);
    return size && position ? std::optional<int64_t>(*size - *position) : std::nullopt;
  }
  case Form::Sequence: {
    if (!object->extra.isUndefined() || !position)
      return std::nullopt;
    Value source = object->sources[0];
    if (isTensor(source)) {
      auto size = asInt(object->sources[1]);
      return size ? std::optional<int64_t>(*size - *position) : std::nullopt;
    }
    isRange = false;
    if (auto *list = find<ListObject>(source))
      return list->isRuntime() ? std::nullopt
                               : std::optional<int64_t>(std::max<int64_t>(
                                     int64_t(list->elements.size()) - *position, 0));
    if (source.isTuple())
      return int64_t(source.tuple().elements.size()) - *position;
    if (asStr(source))
      return int64_t(host.length(source.handle())) - *position;
    return std::nullopt;
  }
  case Form::Keys:
  case Form::Values:
  case Form::Items: {
    isRange = false;
    if (!position)
      return std::nullopt;
    auto *dict = find<DictObject>(object->sources[0]);
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
    auto *list = find<ListObject>(payloadOf(object->sources[0]));
    return list->isRuntime() || !position
               ? std::nullopt
               : std::optional<int64_t>(int64_t(list->elements.size()) - *position);
  }
  case Form::Zip: {
    std::optional<int64_t> least;
    std::vector<Value> sources = object->sources;
    for (Value source : sources)
      if (auto count = knownCount(source, isRange))
        least = least ? std::min(*least, *count) : *count;
    return least;
  }
  case Form::Enumerate:
    return knownCount(object->sources[0], isRange);
  case Form::Reversed:
    isRange = false;
    return position ? std::optional<int64_t>(*position + 1) : std::nullopt;
  case Form::Map:
  case Form::Filter:
    return knownCount(object->sources[1], isRange);
  default:
    return std::nullopt;
  }
}

// The next element by the old protocol.
static Result nextByGetItem(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  Value source = object->sources[0], position = object->position;
  if (!s.goOnIf(*s.compareNumbers(CmpOperator::GtE, position, s.integer(0)), exhausted))
    return std::nullopt;
  s.write<IteratorObject>(value).position =
      *s.scalarOrConstant(Operator::Add, position, s.integer(1));
  Edges ends;
  Result element = s.untilRaises("StopIteration", ends, [&] {
    return s.untilRaises("IndexError", ends, [&] { return s.getitem(source, position); });
  });
  endAt(s, value, -1, std::move(ends), exhausted);
  return element;
}

Result Stage::next(Value value, Edges &exhausted) {
  if (value.isUnion())
    return forEachAlternative(value,
                              [&](Value alternative) { return next(alternative, exhausted); });
  const IteratorObject *object = find<IteratorObject>(value);
  if (!object) {
    Value function =
        find<InstanceObject>(value) ? classAttribute(typeOf(value), intern("__next__")) : Value();
    if (function.isUndefined()) {
      refuseIterator(*this, value);
      return raise("TypeError", "'" + typeName(value) + "' object is not an iterator");
    }
    return userNext(function, value, exhausted);
  }
  switch (object->form) {
  case Form::Range:
    return nextPosition(value, object->sources[1], exhausted, [&](Value position) -> Result {
      return rangeElement(find<IteratorObject>(value)->sources[0], position);
    });
  case Form::Sequence:
    return nextOfSequence(value, exhausted);
  case Form::GetItem:
    return nextByGetItem(*this, value, exhausted);
  case Form::Keys:
  case Form::Values:
  case Form::Items:
    return nextOfDict(*this, value, exhausted);
  case Form::Set:
    return nextOfSet(*this, value, exhausted);
  case Form::Deque:
    return nextOfDeque(*this, value, exhausted);
  case Form::Zip: {
    std::vector<Value> sources = object->sources;
    if (sources.empty()) {
      exhausted.push_back({std::move(state), {}});
      return std::nullopt;
    }
    bool strict = object->strict;
    llvm::SmallVector<Value> elements;
    for (size_t i = 0; i < sources.size(); ++i) {
      Edges shorter;
      Result element = next(sources[i], strict ? shorter : exhausted);
      if (strict)
        zipEnds(sources, i, std::move(shorter), exhausted, element.has_value());
      if (!element)
        return element;
      elements.push_back(*element);
    }
    return tuple(elements);
  }
  case Form::Enumerate: {
    Result element = next(object->sources[0], exhausted);
    return element ? Result(numbered(value, *element)) : element;
  }
  case Form::Map: {
    std::vector<Value> sources(object->sources.begin() + 1, object->sources.end());
    Value function = object->sources[0];
    llvm::SmallVector<Value> elements;
    for (Value source : sources) {
      Result element = next(source, exhausted);
      if (!element)
        return element;
      elements.push_back(*element);
    }
    return call(function, elements);
  }
  case Form::Reversed: {
    Value position = object->position, source = object->sources[0];
    auto sources = object->sources;
    Result going = compareNumbers(CmpOperator::GtE, position, integer(0));
    if (!goOnIf(*going, exhausted))
      return std::nullopt;
    if (sources.size() > 1 && !checkUnchanged(*this, sources[1], sources[2]))
      return std::nullopt;
    if (mayBeList(*this, source)) { // may have become shorter
      Result inside = hasStill(*this, source, position);
      Edges ends;
      bool goesOn = goOnIf(*inside, ends);
      endAt(*this, value, -1, std::move(ends), exhausted);
      if (!goesOn)
        return std::nullopt;
    }
    write<IteratorObject>(value).position = *scalarOrConstant(Operator::Add, position, integer(-1));
    return getitem(source, position);
  }
  case Form::Filter: {
    std::vector<Value> sources = object->sources;
    return untilRaises("StopIteration", exhausted,
                       [&] { return callPrelude(*this, "next_that_passes", sources); });
  }
  case Form::User:
    return userNext(classAttribute(typeOf(object->sources[0]), intern("__next__")),
                    object->sources[0], exhausted);
  case Form::Generator:
    return nextOfGenerator(value, exhausted);
  case Form::Sentinel:
    return nextOfSentinel(*this, value, exhausted);
  default:
    refuse(diag::Kind::UnsupportedFunction, {"next of this iterator"});
  }
}

// zip(strict=True): where iterable `index` ends, all have to; the current path is kept.
void Stage::zipEnds(llvm::ArrayRef<Value> sources, size_t index, Edges &&ended, Edges &exhausted,
                    bool goesOn) {
  State after;
  if (goesOn)
    after = std::move(state);
  auto others = [](size_t count) {
    return count == 1 ? std::string("argument 1") : "arguments 1-" + std::to_string(count);
  };
  if (join(std::move(ended))) {
    if (index > 0) {
      raise("ValueError",
            "zip() argument " + llvm::Twine(index + 1) + " is shorter than " + others(index));
    } else {
      bool alive = true;
      for (size_t k = 1; alive && k < sources.size(); ++k) {
        Edges done;
        if (next(sources[k], done))
          raise("ValueError",
                "zip() argument " + llvm::Twine(k + 1) + " is longer than " + others(k));
        alive = join(std::move(done));
      }
      if (alive)
        exhausted.push_back({std::move(state), {}});
    }
  }
  if (goesOn)
    state = std::move(after);
}

Value Stage::numbered(Value enumerate, Value element) {
  Value number = find<IteratorObject>(enumerate)->position;
  write<IteratorObject>(enumerate).position = *scalarOrConstant(Operator::Add, number, integer(1));
  return tuple({number, element});
}

// Continues where the condition holds; where not, the iterator is exhausted.
bool Stage::goOnIf(Value condition, Edges &exhausted) {
  if (auto known = asBool(condition)) {
    if (!*known)
      exhausted.push_back({std::move(state), {}});
    return *known;
  }
  State yes, no;
  branch(toBool(condition), yes, no);
  exhausted.push_back({std::move(no), {}});
  state = std::move(yes);
  return true;
}

Result Stage::nextPosition(Value iterator, Value size, Edges &exhausted,
                           llvm::function_ref<Result(Value)> element) {
  Value position = find<IteratorObject>(iterator)->position;
  if (!goOnIf(*compareNumbers(CmpOperator::Lt, position, size), exhausted))
    return std::nullopt;
  write<IteratorObject>(iterator).position = *scalarOrConstant(Operator::Add, position, integer(1));
  return element(position);
}

Result Stage::nextOfSequence(Value value, Edges &exhausted) {
  const IteratorObject *object = find<IteratorObject>(value);
  if (!object->extra.isUndefined()) {
    const TypeSet *types = object->elementTypes;
    mlir::Value box = rt("iterator_next", {object->extra.ssa()}, ir::BoxType::get(&context));
    mlir::Value tag = ir::TagOp::create(builder(), loc(), box);
    mlir::Value there =
        ir::CompareOp::create(builder(), loc(), ir::CompareKind::ne, tag, constantInt(0));
    goOnIf(boolScalar(there), exhausted);
    return unbox(box, types);
  }
  Value source = object->sources[0];
  Edges ends;
  Result size = isTensor(source) ? Result(object->sources[1]) : length(source);
  if (!size)
    return size;
  Result element = nextPosition(value, *size, mayBeList(*this, source) ? ends : exhausted,
                                [&](Value position) { return getitem(source, position); });
  endAt(*this, value, pastAll, std::move(ends), exhausted);
  return element;
}

Result Stage::userNext(Value function, Value self, Edges &exhausted) {
  return untilRaises("StopIteration", exhausted, [&] { return call(function, self); });
}

// The first value of a generator is taken where its body is staged. A generator expression with one
// `for` goes on where its iterable is; any other generator is then known to be consumed in parts.
Result Stage::nextOfGenerator(Value value, Edges &exhausted) {
  const IteratorObject *object = find<IteratorObject>(value);
  const Expr *expression = object->body->expression;
  bool isFresh = asInt(object->position) == position::Fresh;
  if (!expression && (!isFresh || facts.has(FactKind::Suspended, object->body->site)))
    return resumeGenerator(*this, value, none(), exhausted);
  if (expression && !isFresh && cast<GeneratorExp>(expression)->generators.size() != 1)
    refuse(diag::Kind::GeneratorInParts);
  size_t frames = state.frames.size();
  Edges found;
  Result end;
  {
    Exits own = exits;
    own.yields = &found;
    Scoped<Exits> ways(exits, own);
    auto leave = [&](Value element) -> Result {
      found.push_back({std::move(state), {element}});
      return std::nullopt;
    };
    end = runGenerator(value, leave, false, true);
  }
  if (end && !expression)
    write<IteratorObject>(value).sources.back() = *end;
  if (end)
    exhausted.push_back({std::move(state), {}});
  truncateFrames(found, frames);
  llvm::SmallVector<Value, 1> joined;
  return join(std::move(found), joined) ? Result(joined[0]) : std::nullopt;
}

} // namespace lith::stage

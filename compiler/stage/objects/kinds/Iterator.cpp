// Iterator.cpp: iterators, by their form.
#include "stage/Gradients.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"
#include "stage/objects/Ranges.h"
#include "stage/objects/Texts.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;

static Result iteratorOfIterator(Stage &, Value iterator) { return iterator; }

static Result nextOfRange(Stage &s, Value value, Edges &exhausted) {
  Value range = s.find<IteratorObject>(value)->sources[0];
  return nextPosition(s, value, s.find<IteratorObject>(value)->sources[1], exhausted,
                      [&](Value position) -> Result { return rangeElement(s, range, position); });
}

// Of an iterator that run time made.
static Result nextOfRuntime(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  const TypeSet *types = object->elementTypes;
  mlir::Value box = rt(s, "iterator_next", {object->extra.ssa()}, ir::BoxType::get(&s.context));
  mlir::Value tag = ir::TagOp::create(s.builder(), s.loc(), box);
  mlir::Value there =
      ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::ne, tag, constantInt(s, 0));
  goOnIf(s, s.boolScalar(there), exhausted);
  return unbox(s, box, types);
}

// Rows of a tensor are what `unbind` gave when the iteration began.
static Result elementAt(Stage &s, Value iterator, Value sequence, Value position) {
  Result element = getitem(s, sequence, position);
  if (!element || !s.isTensor(sequence) || !s.isTensor(*element))
    return element;
  markSeveral(s, *element, "Unbind", unsigned(s.asInt(position).value_or(0)));
  if (s.find<IteratorObject>(iterator)->version != versionOf(s, sequence))
    s.write<TensorObject>(*element).stale = s.none(); // or another path, or trip, wrote it
  return element;
}

static Result nextOfSequence(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  if (!object->extra.isUndefined())
    return nextOfRuntime(s, value, exhausted);
  Value source = object->sources[0];
  Edges ends;
  Result size = s.isTensor(source) ? Result(object->sources[1]) : length(s, source);
  if (!size)
    return size;
  Result element =
      nextPosition(s, value, *size, mayBeList(s, source) ? ends : exhausted,
                   [&](Value position) { return elementAt(s, value, source, position); });
  endAt(s, value, pastAll, std::move(ends), exhausted);
  return element;
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

Result userNext(Stage &s, Value function, Value self, Edges &exhausted) {
  return untilRaises(s, "StopIteration", exhausted, [&] { return call(s, function, self); });
}

static Result nextOfUser(Stage &s, Value value, Edges &exhausted) {
  Value source = s.find<IteratorObject>(value)->sources[0];
  Value function = classAttribute(s, typeOf(s, source), s.intern("__next__"));
  return userNext(s, function, source, exhausted);
}

static Result nextInParts(Stage &s, Value generator, Edges &exhausted) {
  return nextOfGenerator(s, generator, exhausted, false);
}

static Result nextOfIterator(Stage &s, Value value, Edges &exhausted) {
  using Next = Result (*)(Stage &, Value, Edges &);
  // In the order of IteratorObject::Form.
  static constexpr Next forms[] = {nextOfSequence, nextByGetItem,   nextOfRange, nextOfDict,
                                   nextOfDict,     nextOfDict,      nextOfSet,   nextOfDeque,
                                   nextOfZip,      nextOfEnumerate, nextOfMap,   nextOfFilter,
                                   nextOfReversed, nextOfUser,      nextInParts, nextOfSentinel};
  return forms[size_t(s.find<IteratorObject>(value)->form)](s, value, exhausted);
}

static Result iteratorContains(Stage &s, Value iterator, Value item) {
  return containsByIteration(s, iterator, item);
}

const Slots iteratorKind = {.contains = iteratorContains,
                            .iterator = iteratorOfIterator,
                            .next = nextOfIterator,
                            .compare = compareByIdentity};

// --- iterators of the host, which a program would use up

static Result refuseContains(Stage &s, Value value, Value) {
  refuseIterator(s, value);
  return std::nullopt;
}

static Result refuseIteration(Stage &s, Value value) {
  refuseIterator(s, value);
  return std::nullopt;
}

static Result refuseNext(Stage &s, Value value, Edges &) {
  refuseIterator(s, value);
  return std::nullopt;
}

const Slots hostIteratorKind = {.contains = refuseContains,
                                .iterator = refuseIteration,
                                .next = refuseNext,
                                .compare = compareByIdentity,
                                .repr = reprOfConstant};

} // namespace lith::stage

// ComposedIterators.cpp: iterators that take from others: zip, enumerate, map, filter, reversed.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Ranges.h"
#include "stage/paths/Join.h"

namespace lith::stage {

using namespace lith::syntax;

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

Result nextOfZip(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  std::vector<Value> sources = object->sources;
  if (sources.empty()) {
    exhausted.push_back({std::move(s.state), {}});
    return std::nullopt;
  }
  bool strict = object->strict;
  llvm::SmallVector<Value> elements;
  for (size_t i = 0; i < sources.size(); ++i) {
    Edges shorter;
    Result element = next(s, sources[i], strict ? shorter : exhausted);
    if (strict)
      zipEnds(s, sources, i, std::move(shorter), exhausted, element.has_value());
    if (!element)
      return element;
    elements.push_back(*element);
  }
  return s.tuple(elements);
}

Value numbered(Stage &s, Value enumerate, Value element) {
  Value number = s.find<IteratorObject>(enumerate)->position;
  s.write<IteratorObject>(enumerate).position =
      *scalarOrConstant(s, Operator::Add, number, s.integer(1));
  return s.tuple({number, element});
}

Result nextOfEnumerate(Stage &s, Value value, Edges &exhausted) {
  Result element = next(s, s.find<IteratorObject>(value)->sources[0], exhausted);
  return element ? Result(numbered(s, value, *element)) : element;
}

Result nextOfMap(Stage &s, Value value, Edges &exhausted) {
  std::vector<Value> sources = s.find<IteratorObject>(value)->sources;
  llvm::SmallVector<Value> elements;
  for (Value source : llvm::drop_begin(sources)) {
    Result element = next(s, source, exhausted);
    if (!element)
      return element;
    elements.push_back(*element);
  }
  return call(s, sources[0], elements);
}

Result nextOfFilter(Stage &s, Value value, Edges &exhausted) {
  std::vector<Value> sources = s.find<IteratorObject>(value)->sources;
  return untilRaises(s, "StopIteration", exhausted,
                     [&] { return callPrelude(s, "next_that_passes", sources); });
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

Result nextOfReversed(Stage &s, Value value, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(value);
  Value position = object->position, source = object->sources[0];
  auto sources = object->sources;
  Result going = compareNumbers(s, CmpOperator::GtE, position, s.integer(0));
  if (!goOnIf(s, *going, exhausted))
    return std::nullopt;
  if (sources.size() > 1 && !checkUnchanged(s, sources[1], sources[2]))
    return std::nullopt;
  if (mayBeList(s, source)) { // may have become shorter
    Result inside = hasStill(s, source, position);
    Edges ends;
    bool goesOn = goOnIf(s, *inside, ends);
    endAt(s, value, -1, std::move(ends), exhausted);
    if (!goesOn)
      return std::nullopt;
  }
  s.write<IteratorObject>(value).position =
      *scalarOrConstant(s, Operator::Add, position, s.integer(-1));
  return getitem(s, source, position);
}

} // namespace lith::stage

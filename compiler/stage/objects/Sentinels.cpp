// Sentinels.cpp: iter(function, sentinel): what the function returns until it is the sentinel.
#include "stage/objects/Iteration.h"

namespace lith::stage {

// The position is 1 once the sentinel has been met: the function is not called again.
Result nextOfSentinel(Stage &s, Value iterator, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(iterator);
  Value function = object->sources[0], sentinel = object->sources[1];
  Result goesOn = s.compareNumbers(syntax::CmpOperator::Eq, object->position, s.integer(0));
  if (!s.goOnIf(*goesOn, exhausted))
    return std::nullopt;
  auto end = [&] {
    s.write<IteratorObject>(iterator).position = s.integer(1);
    exhausted.push_back({std::move(s.state), {}});
  };
  Result element =
      s.untilRaises("StopIteration", exhausted, [&] { return s.call(function, Arguments()); });
  Result met = element ? s.anyEqual(sentinel, *element) : element;
  if (!met || s.asBool(*met) == false)
    return met ? element : met;
  if (s.asBool(*met) == true) {
    end();
    return std::nullopt;
  }
  State ended, rest;
  s.branch(s.toBool(*met), ended, rest);
  s.state = std::move(ended);
  end();
  s.state = std::move(rest);
  return element;
}

} // namespace lith::stage

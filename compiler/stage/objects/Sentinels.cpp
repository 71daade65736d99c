// Sentinels.cpp: iter(function, sentinel): what the function returns until it is the sentinel.
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

// The position is 1 once the sentinel has been met: the function is not called again.
Result nextOfSentinel(Stage &s, Value iterator, Edges &exhausted) {
  const IteratorObject *object = s.find<IteratorObject>(iterator);
  Value function = object->sources[0], sentinel = object->sources[1];
  Result goesOn = compareNumbers(s, syntax::CmpOperator::Eq, object->position, s.integer(0));
  if (!goOnIf(s, *goesOn, exhausted))
    return std::nullopt;
  auto end = [&] {
    s.write<IteratorObject>(iterator).position = s.integer(1);
    exhausted.push_back({std::move(s.state), {}});
  };
  Result element =
      untilRaises(s, "StopIteration", exhausted, [&] { return call(s, function, Arguments()); });
  Result met = element ? anyEqual(s, sentinel, *element) : element;
  if (!met || s.asBool(*met) == false)
    return met ? element : met;
  if (s.asBool(*met) == true) {
    end();
    return std::nullopt;
  }
  State ended, rest;
  branch(s, toBool(s, *met), ended, rest);
  s.state = std::move(ended);
  end();
  s.state = std::move(rest);
  return element;
}

} // namespace lith::stage

// Deque.cpp: collections.deque: an instance around a list that counts its changes.
#include "stage/Protocols.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result iteratorOfDeque(Stage &s, Value deque) {
  bool isOwn = userMethod(s, deque, "__iter__").isUndefined();
  return isOwn ? Result(dequeIterator(s, deque)) : iteratorOfInstance(s, deque);
}

const Slots dequeKind = {.truth = truthOfInstance,
                         .length = lengthOfInstance,
                         .contains = instanceContains,
                         .iterator = iteratorOfDeque,
                         .next = nextOfInstance,
                         .compare = compareInstances,
                         .precedence = 2};

} // namespace lith::stage

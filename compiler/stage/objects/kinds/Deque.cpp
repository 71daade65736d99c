// Deque.cpp: collections.deque: an instance around a list that counts its changes.
#include "stage/Protocols.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result iteratorOfDeque(Stage &s, Value deque) {
  bool isOwn = userMethod(s, deque, "__iter__").isUndefined();
  return isOwn ? Result(dequeIterator(s, deque)) : iteratorOfInstance(s, deque);
}

// The list inside a deque does not say what a deque says of an index out of its range.
static Result itemOfDeque(Stage &s, Value deque, Value index) {
  bool isOwn = userMethod(s, deque, "__getitem__").isUndefined();
  if (isOwn && !checkIndex(s, deque, index))
    return std::nullopt;
  return itemOfInstance(s, deque, index);
}

static bool setDequeItem(Stage &s, Value deque, Value index, Value value) {
  bool isOwn = userMethod(s, deque, "__setitem__").isUndefined();
  return (!isOwn || checkIndex(s, deque, index)) && setInstanceItem(s, deque, index, value);
}

static bool deleteDequeItem(Stage &s, Value deque, Value index) {
  if (userMethod(s, deque, "__delitem__").isUndefined()) {
    if (!checkIndex(s, deque, index))
      return false;
    countChange(s, deque);
  }
  return deleteInstanceItem(s, deque, index);
}

const Slots dequeKind = {.truth = truthOfInstance,
                         .length = lengthOfInstance,
                         .contains = instanceContains,
                         .iterator = iteratorOfDeque,
                         .next = nextOfInstance,
                         .getitem = itemOfDeque,
                         .setitem = setDequeItem,
                         .delitem = deleteDequeItem,
                         .takesOpenIndex = true,
                         .compare = compareInstances,
                         .unary = unaryOfInstance,
                         .str = strOfInstance,
                         .repr = reprOfInstance,
                         .format = formatOfInstance,
                         .precedence = 2};

} // namespace lith::stage

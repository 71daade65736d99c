// TupleSubclass.cpp: named tuples and other subclasses of tuple: what a class of the user's
// defines, else what tuples do.
#include "stage/Protocols.h"
#include "stage/classes/Classes.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result truthOfSubclass(Stage &s, Value value) {
  Value method = tupleMethod(s, value, "__bool__");
  return method.isUndefined() ? truthByLength(s, value) : checkedTruth(s, call(s, method, value));
}

static Result lengthOfSubclass(Stage &s, Value value) {
  Value method = tupleMethod(s, value, "__len__");
  return method.isUndefined() ? tupleKind.length(s, value)
                              : checkedLength(s, call(s, method, value));
}

static Result subclassContains(Stage &s, Value value, Value item) {
  Value method = tupleMethod(s, value, "__contains__");
  if (method.isUndefined())
    return containsByElements(s, s.tuple(value.tuple().elements), item);
  Result given = call(s, method, {value, item});
  return given ? truth(s, *given) : given;
}

static Result iteratorOfSubclass(Stage &s, Value value) {
  if (Value method = tupleMethod(s, value, "__iter__"); !method.isUndefined())
    return checkedIterator(s, call(s, method, value));
  bool hasItems = !tupleMethod(s, value, "__getitem__").isUndefined() ||
                  !tupleMethod(s, value, "__len__").isUndefined(); // iteration asks neither
  return sequenceIterator(s, hasItems ? s.tuple(value.tuple().elements) : value);
}

const Slots tupleSubclassKind = {.truth = truthOfSubclass,
                                 .length = lengthOfSubclass,
                                 .contains = subclassContains,
                                 .iterator = iteratorOfSubclass,
                                 .compare = compareInstances,
                                 .precedence = 2};

} // namespace lith::stage

// RuntimeTuple.cpp: tuples whose length only run time knows: the list of their elements, frozen.
#include "stage/objects/Kinds.h"
#include "stage/objects/Lists.h"
#include "stage/objects/Texts.h"
#include "stage/objects/Tuples.h"

namespace lith::stage {

static Result reprOfRuntimeTuple(Stage &s, Value tuple) {
  return textOfContents(s, tuple, "tuple_text", tuple);
}

const Slots runtimeTupleKind = {.truth = truthByLength,
                                .length = lengthOfList,
                                .contains = listContains,
                                .iterator = sequenceIterator,
                                .getitem = itemOfList,
                                .compare = compareTuples,
                                .repr = reprOfRuntimeTuple};

} // namespace lith::stage

// RuntimeTuple.cpp: tuples whose length only run time knows: the list of their elements, frozen.
#include "stage/objects/Kinds.h"
#include "stage/objects/Lists.h"
#include "stage/objects/Tuples.h"

namespace lith::stage {

const Slots runtimeTupleKind = {.truth = truthByLength,
                                .length = lengthOfList,
                                .contains = listContains,
                                .iterator = sequenceIterator,
                                .compare = compareTuples};

} // namespace lith::stage

// Mapped.cpp: tensors that torch.vmap maps over: instances around the whole tensor.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result truthOfMapped(Stage &s, Value) { return mappedTruth(s); }

const Slots mappedKind = {.truth = truthOfMapped,
                          .length = lengthOfInstance,
                          .contains = instanceContains,
                          .iterator = iteratorOfInstance,
                          .next = nextOfInstance,
                          .compare = tensorCompare,
                          .precedence = 3};

} // namespace lith::stage

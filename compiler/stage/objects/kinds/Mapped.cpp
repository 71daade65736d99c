// Mapped.cpp: tensors that torch.vmap maps over: instances around the whole tensor.
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Kinds.h"

namespace lith::stage {

static Result truthOfMapped(Stage &s, Value) { return mappedTruth(s); }

static bool setMappedItem(Stage &s, Value, Value, Value) {
  refuse(s, diag::Kind::UnsupportedParameter, {"torch.vmap", "writing at an index"});
}

const Slots mappedKind = {.truth = truthOfMapped,
                          .length = lengthOfInstance,
                          .contains = instanceContains,
                          .iterator = iteratorOfInstance,
                          .next = nextOfInstance,
                          .getitem = mappedGetItem,
                          .setitem = setMappedItem,
                          .takesOpenIndex = true,
                          .compare = tensorCompare,
                          .unary = tensorUnary,
                          .str = strOfInstance,
                          .repr = reprOfInstance,
                          .format = formatOfInstance,
                          .precedence = 3};

} // namespace lith::stage

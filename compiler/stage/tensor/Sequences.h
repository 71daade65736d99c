// Sequences.h: what tensors and their indices take for a sequence, as PySequence_Check does.
#ifndef LITH_STAGE_TENSOR_SEQUENCES_H
#define LITH_STAGE_TENSOR_SEQUENCES_H

#include "stage/Stage.h"

namespace lith::stage::tensor {

/// Whether the value has items by position: no tensor, number or mapping.
bool hasItems(Stage &, Value value);
/// The list or tuple inside an instance whose class reads it as they do; another value as it is.
Value plainSequence(Stage &, Value value);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_SEQUENCES_H

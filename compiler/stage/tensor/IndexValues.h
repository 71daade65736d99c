// IndexValues.h: what sequences are as indices of a tensor.
#ifndef LITH_STAGE_TENSOR_INDEXVALUES_H
#define LITH_STAGE_TENSOR_INDEXVALUES_H

#include "stage/Stage.h"

namespace lith::stage::tensor {

/// Whether the index, or a part of it, may be one of several values.
bool isOpen(Value index);
/// Whether it is a tuple of indices, no slice or range.
bool isIndexTuple(Value index);
/// A sequence that stands for a tuple of indices as that tuple, an object with `__index__` as its
/// int, any other index as it is. Empty: it raised.
Result indexOf(Stage &, Value index);
/// The tensor that a sequence is as the index of dimension `dim` of `view`.
Result indexOfSequence(Stage &, Value sequence, Value view, unsigned dim);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_INDEXVALUES_H

// IndexValues.h: what sequences are as indices of a tensor.
#ifndef LITH_STAGE_TENSOR_INDEXVALUES_H
#define LITH_STAGE_TENSOR_INDEXVALUES_H

#include "stage/Stage.h"

namespace lith::stage::tensor {

/// A list that stands for a tuple of indices as that tuple, any other index as it is.
Value indexOf(Stage &, Value index);
/// The tensor that a sequence is as the index of dimension `dim` of `view`.
Result indexOfSequence(Stage &, Value sequence, Value view, unsigned dim);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_INDEXVALUES_H

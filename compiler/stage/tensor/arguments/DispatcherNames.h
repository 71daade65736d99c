// DispatcherNames.h: operators by the names that PyTorch's dispatcher has for them.
#ifndef LITH_STAGE_TENSOR_DISPATCHERNAMES_H
#define LITH_STAGE_TENSOR_DISPATCHERNAMES_H

#include "stage/Stage.h"

namespace lith::stage::tensor {

/// What `aten::name` is here; null: nothing.
const Primitive *operatorOfName(llvm::StringRef name);
/// A dtype by its number in c10::ScalarType; undefined: Lith lacks it.
Value dtypeOfNumber(Stage &, int64_t number);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_DISPATCHERNAMES_H

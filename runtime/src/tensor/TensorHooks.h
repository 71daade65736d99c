// TensorHooks.h: what operations on boxes ask of the tensor functions.
#ifndef LITH_TENSOR_TENSORHOOKS_H
#define LITH_TENSOR_TENSORHOOKS_H

#include "core/Object.h"

namespace lith {

/// Each gives an owned value or LITH_NULL with an exception pending; at least one operand is a
/// tensor. A null pointer means that boxes of tensors do not support the operation.
struct TensorHooks {
  lith_value (*binary)(lith_ctx *ctx, lith_binary_op op, lith_value a, lith_value b);
  lith_value (*inplace)(lith_ctx *ctx, lith_binary_op op, lith_value a, lith_value b);
  lith_value (*unary)(lith_ctx *ctx, lith_unary_op op, lith_tensor *a);
  lith_value (*compare)(lith_ctx *ctx, lith_compare_op op, lith_value a, lith_value b);
  lith_value (*getItem)(lith_ctx *ctx, lith_tensor *tensor, lith_value key);
  void (*setItem)(lith_ctx *ctx, lith_tensor *tensor, lith_value key, lith_value value);
  lith_value (*method)(lith_ctx *ctx, lith_tensor *tensor, lith_str *name, int64_t count,
                       const lith_value *arguments);
};
extern const TensorHooks tensorHooks;

} // namespace lith

#endif // LITH_TENSOR_TENSORHOOKS_H

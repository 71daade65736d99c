// Math.h: mathematical functions on lanes of float or double.
//
// Each function takes and returns vectors of the builder's lane count; two-operand ones need equal
// types. Errors, in units of the last place of float: at most 2.5 for the polynomials, the C
// library's elsewhere. Special values are those of the C library. Rounding mode nearest, exceptions
// ignored.
#ifndef LITH_CODEGEN_KERNELS_MATH_H
#define LITH_CODEGEN_KERNELS_MATH_H

#include "codegen/kernels/VectorBuilder.h"

namespace lith::codegen::math {

using llvm::Value;

Value *exp(VectorBuilder &v, Value *x);
Value *exp2(VectorBuilder &v, Value *x);
Value *expm1(VectorBuilder &v, Value *x);
Value *log(VectorBuilder &v, Value *x);
Value *log2(VectorBuilder &v, Value *x);
Value *log10(VectorBuilder &v, Value *x);
Value *log1p(VectorBuilder &v, Value *x);
Value *pow(VectorBuilder &v, Value *x, Value *y);
Value *tanh(VectorBuilder &v, Value *x);
Value *sigmoid(VectorBuilder &v, Value *x);
Value *erf(VectorBuilder &v, Value *x);
Value *sin(VectorBuilder &v, Value *x);
Value *cos(VectorBuilder &v, Value *x);
Value *atan(VectorBuilder &v, Value *x);
Value *atan2(VectorBuilder &v, Value *y, Value *x);
Value *asin(VectorBuilder &v, Value *x);
Value *acos(VectorBuilder &v, Value *x);
Value *sinh(VectorBuilder &v, Value *x);
Value *cosh(VectorBuilder &v, Value *x);
Value *asinh(VectorBuilder &v, Value *x);
Value *acosh(VectorBuilder &v, Value *x);
Value *atanh(VectorBuilder &v, Value *x);
Value *hypot(VectorBuilder &v, Value *x, Value *y);
Value *fmod(VectorBuilder &v, Value *x, Value *y);

/// Whether the vector unit can look up coefficients in registers, as the two functions below do.
bool hasTables(const VectorBuilder &v, Value *x);
Value *tanhByTable(VectorBuilder &v, Value *x);
Value *erfByTable(VectorBuilder &v, Value *x);

} // namespace lith::codegen::math

#endif // LITH_CODEGEN_KERNELS_MATH_H

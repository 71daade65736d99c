// MathTable.cpp: tanh and erf of floats by pieces, for vectors of 64 bytes.
//
//   f(x) = ± p_k(t - k·w), t = |x|, k the nearest whole number to t / w, k < 32; ±1 beyond
//
// p_0 is odd, so that the error is relative down to the smallest t. The coefficients come from
// tables in registers, a shuffle each: 22 instructions for 16 floats, half of what an exponential
// needs.
#include "codegen/kernels/Interpolation.h"
#include "codegen/kernels/Math.h"

#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace lith::codegen::math {

namespace {
constexpr unsigned Pieces = 32;

template <unsigned Terms> struct Table {
  float width;
  std::array<Polynomial<Terms>, Pieces> pieces;

  template <typename F> Table(F f, float width) : width(width) {
    for (unsigned k = 0; k < Pieces; ++k)
      pieces[k] = interpolate<Terms>(f, k * double(width), double(width) / 2);
    for (unsigned power = 0; power < Terms; power += 2)
      pieces[0][power] = 0; // but for rounding
  }

  /// The coefficients of one power, of 16 pieces.
  Constant *half(LLVMContext &context, unsigned power, unsigned first) const {
    float values[Pieces / 2];
    for (unsigned k = 0; k < Pieces / 2; ++k)
      values[k] = float(pieces[first + k][power]);
    return ConstantDataVector::get(context, ArrayRef<float>(values));
  }
};

template <unsigned Terms> Value *evaluate(VectorBuilder &v, const Table<Terms> &table, Value *x) {
  IRBuilder<> &b = v.b;
  Value *t = v.abs(x), *one = v.number(x, 1);
  // Adding this leaves the nearest whole number in the low bits.
  Value *magic = v.number(x, 12582912.0);
  Value *shifted = v.fma(t, v.number(x, 1 / double(table.width)), magic);
  Value *u = v.fma(b.CreateFSub(shifted, magic), v.number(x, -double(table.width)), t);
  Value *index = v.bits(shifted), *p = nullptr;
  for (unsigned power = Terms; power-- > 0;) {
    Value *c = b.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_ps_512, {},
                                 {table.half(b.getContext(), power, 0), index,
                                  table.half(b.getContext(), power, Pieces / 2)});
    p = p ? v.fma(p, u, c) : c;
  }
  Value *inside = b.CreateSelect(b.CreateFCmpOGT(p, one), one, p);
  // At the end itself the nearest whole number may be the one that there is no piece for.
  Value *isBeyond = b.CreateFCmpOGE(t, v.number(x, (Pieces - 0.5) * double(table.width)));
  return v.copysign(b.CreateSelect(isBeyond, one, inside), x);
}
} // namespace

bool hasTables(const VectorBuilder &v, Value *x) {
  return v.target.avx512 && v.lanes == 16 && x->getType()->getScalarType()->isFloatTy();
}

// Both widths let the last piece end where the nearest float to the result is 1.
Value *tanhByTable(VectorBuilder &v, Value *x) {
  static const Table<7> table([](double t) { return std::tanh(t); }, 0.2890625f);
  return evaluate(v, table, x);
}

Value *erfByTable(VectorBuilder &v, Value *x) {
  static const Table<6> table([](double t) { return std::erf(t); }, 0.125f);
  return evaluate(v, table, x);
}

} // namespace lith::codegen::math

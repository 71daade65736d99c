// VectorBuilder.h: LLVM instructions on vectors of a fixed number of lanes.
//
// A thin layer over IRBuilder that knows the lane count and the target. Values that it makes live
// in the block at which the builder stands; helpers that need control flow leave the builder in the
// block that follows.
#ifndef LITH_CODEGEN_KERNELS_VECTORBUILDER_H
#define LITH_CODEGEN_KERNELS_VECTORBUILDER_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include <lith/abi.h>

namespace lith::codegen {

/// The vector unit that kernels are generated for.
struct KernelTarget {
  unsigned vectorBytes = 32;
  bool avx512 = false;
};

class VectorBuilder {
public:
  VectorBuilder(llvm::IRBuilder<> &builder, unsigned lanes, KernelTarget target)
      : b(builder), lanes(lanes), target(target) {}

  llvm::IRBuilder<> &b;
  const unsigned lanes;
  const KernelTarget target;

  /// The type in which elements of `dtype` are computed: f16 and bf16 as float, bool as i1. For
  /// complex the type of one part.
  llvm::Type *computeType(lith_dtype dtype);
  /// The type of one element in memory (bool as i8); for complex, of one part.
  llvm::Type *memoryType(lith_dtype dtype);
  llvm::VectorType *vec(llvm::Type *element) { return llvm::FixedVectorType::get(element, lanes); }

  llvm::Value *splat(llvm::Value *scalar) { return b.CreateVectorSplat(lanes, scalar); }
  /// A constant of the same type as `like`.
  llvm::Value *number(llvm::Value *like, double value);
  llvm::Value *integer(llvm::Value *like, int64_t value);
  /// 0, 1, 2, … as i32 or the given type.
  llvm::Value *iota(llvm::Type *element);

  llvm::Value *fma(llvm::Value *x, llvm::Value *y, llvm::Value *z);
  /// c[0]*x^(n-1) + … + c[n-1].
  llvm::Value *polynomial(llvm::Value *x, llvm::ArrayRef<double> highFirst);
  llvm::Value *unary(llvm::Intrinsic::ID id, llvm::Value *x) {
    return b.CreateUnaryIntrinsic(id, x);
  }
  llvm::Value *abs(llvm::Value *x) { return unary(llvm::Intrinsic::fabs, x); }
  llvm::Value *copysign(llvm::Value *magnitude, llvm::Value *sign) {
    return b.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, magnitude, sign);
  }
  llvm::Value *isNan(llvm::Value *x) { return b.CreateFCmpUNO(x, x); }
  /// The bits of a float vector as integers of the same width, and back.
  llvm::Value *bits(llvm::Value *x);
  llvm::Value *fromBits(llvm::Value *x);
  /// x * 2^n for a whole n given as float; any n, gradual underflow and overflow as in scalbn.
  llvm::Value *scale(llvm::Value *x, llvm::Value *n);
  /// floor(log2(x)) as float and the mantissa in [1/2, 1) of positive finite x, subnormals
  /// included.
  std::pair<llvm::Value *, llvm::Value *> splitExponent(llvm::Value *x);

  /// Calls the C function `name` (with the suffix "f" for float) for each lane.
  llvm::Value *callPerLane(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments);
  /// `fast`, but lanes where `cold` holds get the C function's value instead.
  llvm::Value *patchPerLane(llvm::Value *fast, llvm::Value *cold, llvm::StringRef name,
                            llvm::ArrayRef<llvm::Value *> arguments);

  /// Rounds float lanes to f16 or bf16 precision; identity for other types.
  llvm::Value *roundTo(lith_dtype dtype, llvm::Value *x);
  /// Compute form of memory lanes and the reverse.
  llvm::Value *fromMemory(lith_dtype dtype, llvm::Value *x);
  llvm::Value *toMemory(lith_dtype dtype, llvm::Value *x);

private:
  llvm::Value *bf16Bits(llvm::Value *x);
};

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_VECTORBUILDER_H

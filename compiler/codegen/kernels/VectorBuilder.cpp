// VectorBuilder.cpp: lane types, constants, bit manipulation, calls per lane.
#include "codegen/kernels/VectorBuilder.h"

#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace lith::codegen {

Type *VectorBuilder::computeType(lith_dtype dtype) {
  switch (dtype) {
  case LITH_BOOL8:
    return b.getInt1Ty();
  case LITH_FLOAT16:
  case LITH_BFLOAT16:
    return b.getFloatTy();
  default:
    return memoryType(dtype);
  }
}

Type *VectorBuilder::memoryType(lith_dtype dtype) {
  switch (dtype) {
  case LITH_BOOL8:
  case LITH_UINT8:
  case LITH_INT8:
    return b.getInt8Ty();
  case LITH_INT16:
  case LITH_BFLOAT16:
    return b.getInt16Ty();
  case LITH_INT32:
    return b.getInt32Ty();
  case LITH_INT64:
    return b.getInt64Ty();
  case LITH_FLOAT16:
    return b.getHalfTy();
  case LITH_FLOAT32:
  case LITH_COMPLEX64:
    return b.getFloatTy();
  case LITH_FLOAT64:
  case LITH_COMPLEX128:
    return b.getDoubleTy();
  }
  return nullptr;
}

Value *VectorBuilder::number(Value *like, double value) {
  return ConstantFP::get(like->getType(), value);
}

Value *VectorBuilder::integer(Value *like, int64_t value) {
  return ConstantInt::getSigned(like->getType(), value);
}

Value *VectorBuilder::iota(Type *element) {
  SmallVector<Constant *> values;
  for (unsigned i = 0; i < lanes; ++i)
    values.push_back(ConstantInt::get(element, i));
  return ConstantVector::get(values);
}

Value *VectorBuilder::fma(Value *x, Value *y, Value *z) {
  return b.CreateIntrinsic(Intrinsic::fma, {x->getType()}, {x, y, z});
}

Value *VectorBuilder::polynomial(Value *x, ArrayRef<double> highFirst) {
  Value *result = number(x, highFirst.front());
  for (double c : highFirst.drop_front())
    result = fma(result, x, number(x, c));
  return result;
}

Value *VectorBuilder::bits(Value *x) {
  unsigned width = x->getType()->getScalarSizeInBits();
  return b.CreateBitCast(x, x->getType()->getWithNewType(b.getIntNTy(width)));
}

Value *VectorBuilder::fromBits(Value *x) {
  bool isDouble = x->getType()->getScalarSizeInBits() == 64;
  return b.CreateBitCast(x,
                         x->getType()->getWithNewType(isDouble ? b.getDoubleTy() : b.getFloatTy()));
}

Value *VectorBuilder::scale(Value *x, Value *n) {
  bool isDouble = x->getType()->getScalarType()->isDoubleTy();
  unsigned total = lanes * (isDouble ? 64 : 32);
  if (target.avx512 && total == 512) {
    Value *mask = ConstantInt::getAllOnesValue(b.getIntNTy(lanes));
    return b.CreateIntrinsic(isDouble ? Intrinsic::x86_avx512_mask_scalef_pd_512
                                      : Intrinsic::x86_avx512_mask_scalef_ps_512,
                             {x, n, x, mask, b.getInt32(4)});
  }
  // Two factors, so that neither leaves the normal range on the way.
  unsigned mantissa = isDouble ? 52 : 23;
  double bound = isDouble ? 2098 : 278;
  Type *intType = bits(x)->getType();
  Value *clamped = b.CreateMinNum(b.CreateMaxNum(n, number(n, -bound)), number(n, bound));
  Value *whole = b.CreateFPToSI(clamped, intType);
  Value *half = b.CreateAShr(whole, integer(whole, 1));
  auto power = [&](Value *e) {
    Value *biased = b.CreateAdd(e, integer(e, isDouble ? 1023 : 127));
    return fromBits(b.CreateShl(biased, integer(e, mantissa)));
  };
  return b.CreateFMul(b.CreateFMul(x, power(half)), power(b.CreateSub(whole, half)));
}

std::pair<Value *, Value *> VectorBuilder::splitExponent(Value *x) {
  bool isDouble = x->getType()->getScalarType()->isDoubleTy();
  unsigned mantissa = isDouble ? 52 : 23;
  Value *tiny = b.CreateFCmpOLT(x, number(x, isDouble ? 0x1p-1022 : 0x1p-126));
  Value *scaled = b.CreateSelect(tiny, b.CreateFMul(x, number(x, isDouble ? 0x1p54 : 0x1p25)), x);
  Value *raw = bits(scaled);
  Value *exponent = b.CreateLShr(raw, integer(raw, mantissa));
  Value *bias = b.CreateSelect(tiny, integer(raw, isDouble ? 1022 + 54 : 126 + 25),
                               integer(raw, isDouble ? 1022 : 126));
  Value *power = b.CreateSIToFP(b.CreateSub(exponent, bias), x->getType());
  Value *fraction = b.CreateAnd(raw, integer(raw, (int64_t(1) << mantissa) - 1));
  Value *one = integer(raw, isDouble ? int64_t(1022) << 52 : int64_t(126) << 23);
  return {power, fromBits(b.CreateOr(fraction, one))};
}

Value *VectorBuilder::callPerLane(StringRef name, ArrayRef<Value *> arguments) {
  Type *element = arguments[0]->getType()->getScalarType();
  SmallVector<Type *> types(arguments.size(), element);
  std::string symbol = name.str() + (element->isFloatTy() ? "f" : "");
  Module *module = b.GetInsertBlock()->getModule();
  auto function = module->getOrInsertFunction(symbol, FunctionType::get(element, types, false));
  cast<Function>(function.getCallee())->setDoesNotThrow();
  Value *result = PoisonValue::get(arguments[0]->getType());
  for (unsigned i = 0; i < lanes; ++i) {
    SmallVector<Value *> lane;
    for (Value *argument : arguments)
      lane.push_back(b.CreateExtractElement(argument, i));
    result = b.CreateInsertElement(result, b.CreateCall(function, lane), i);
  }
  return result;
}

Value *VectorBuilder::patchPerLane(Value *fast, Value *cold, StringRef name,
                                   ArrayRef<Value *> arguments) {
  BasicBlock *from = b.GetInsertBlock();
  Function *function = from->getParent();
  BasicBlock *slow = BasicBlock::Create(b.getContext(), "cold", function);
  BasicBlock *next = BasicBlock::Create(b.getContext(), "next", function);
  b.CreateCondBr(b.CreateOrReduce(cold), slow, next,
                 MDBuilder(b.getContext()).createUnlikelyBranchWeights());
  b.SetInsertPoint(slow);
  Value *patched = b.CreateSelect(cold, callPerLane(name, arguments), fast);
  b.CreateBr(next);
  BasicBlock *slowEnd = b.GetInsertBlock();
  b.SetInsertPoint(next);
  PHINode *phi = b.CreatePHI(fast->getType(), 2);
  phi->addIncoming(fast, from);
  phi->addIncoming(patched, slowEnd);
  return phi;
}

Value *VectorBuilder::bf16Bits(Value *x) {
  Value *raw = bits(x);
  Value *odd = b.CreateAnd(b.CreateLShr(raw, integer(raw, 16)), integer(raw, 1));
  Value *rounded = b.CreateAdd(raw, b.CreateAdd(odd, integer(raw, 0x7fff)));
  Value *high = b.CreateLShr(rounded, integer(raw, 16));
  return b.CreateSelect(isNan(x), integer(raw, 0x7fc0), high);
}

Value *VectorBuilder::roundTo(lith_dtype dtype, Value *x) {
  if (dtype == LITH_FLOAT16)
    return b.CreateFPExt(b.CreateFPTrunc(x, vec(b.getHalfTy())), x->getType());
  if (dtype == LITH_BFLOAT16) {
    Value *high = bf16Bits(x);
    return fromBits(b.CreateShl(high, integer(high, 16)));
  }
  return x;
}

Value *VectorBuilder::fromMemory(lith_dtype dtype, Value *x) {
  switch (dtype) {
  case LITH_BOOL8:
    return b.CreateICmpNE(x, integer(x, 0));
  case LITH_FLOAT16:
    return b.CreateFPExt(x, vec(b.getFloatTy()));
  case LITH_BFLOAT16: {
    Value *wide = b.CreateZExt(x, vec(b.getInt32Ty()));
    return fromBits(b.CreateShl(wide, integer(wide, 16)));
  }
  default:
    return x;
  }
}

Value *VectorBuilder::toMemory(lith_dtype dtype, Value *x) {
  switch (dtype) {
  case LITH_BOOL8:
    return b.CreateZExt(x, vec(b.getInt8Ty()));
  case LITH_FLOAT16:
    return b.CreateFPTrunc(x, vec(b.getHalfTy()));
  case LITH_BFLOAT16:
    return b.CreateTrunc(bf16Bits(x), vec(b.getInt16Ty()));
  default:
    return x;
  }
}

} // namespace lith::codegen

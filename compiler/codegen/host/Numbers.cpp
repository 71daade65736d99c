// Numbers.cpp: arithmetic on Python's numbers as machine instructions.
//
// What would raise branches to cold code that calls the runtime's function of the
// same operation, so that class and message are made in one place. Where that is
// followed by `lith.raised` the code goes on, so nothing here may trap on the
// operands that raise.

#include "codegen/host/FunctionEmitter.h"

#include "llvm/IR/Intrinsics.h"

using namespace mlir;
using namespace lith::codegen;
using lith::ir::BinaryKind;
using lith::ir::CompareKind;
using lith::ir::UnaryKind;
using llvm::Intrinsic::ID;
namespace Intrinsic = llvm::Intrinsic;

namespace {

/// One operation of one or two numbers.
struct Arithmetic {
  FunctionEmitter &emitter;
  llvm::IRBuilder<> &b;
  Operation *op;
  llvm::Value *x, *y; ///< y is null for one operand
  bool isSafe;

  /// Raises what the runtime's `function` raises on these operands when `condition` holds.
  void raiseIf(llvm::Value *condition, llvm::StringRef function) {
    if (!isSafe)
      emitter.raiseIf(condition, op, [&] { call(function); });
  }

  llvm::Value *call(llvm::StringRef function) {
    return y ? emitter.callRuntime(function, {x, y}) : emitter.callRuntime(function, x);
  }

  /// The whole operation as a call, which may raise.
  llvm::Value *checkedCall(llvm::StringRef function) {
    llvm::Value *result = call(function);
    bool isHandled = op->getNextNode() && isa<lith::ir::RaisedOp>(op->getNextNode());
    if (!isHandled && !isSafe)
      emitter.exitIfRaised(op);
    return result;
  }

  llvm::Value *overflowing(ID intrinsic, llvm::Value *left, llvm::Value *right) {
    llvm::Value *pair = b.CreateBinaryIntrinsic(intrinsic, left, right);
    overflowIf(b.CreateExtractValue(pair, 1));
    return b.CreateExtractValue(pair, 0);
  }

  void overflowIf(llvm::Value *condition) {
    auto raise = [&] {
      emitter.raiseFormat("OverflowError", "integer result of this operation leaves 64 bits", {});
    };
    if (!isSafe)
      emitter.raiseIf(condition, op, raise, "overflow");
  }

  llvm::Value *integer(int64_t value) { return b.getInt64(value); }

  /// Floor division or its remainder: C's, corrected where the signs differ.
  llvm::Value *floorDivision(bool wantsRemainder) {
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(y);
        constant && constant->getValue().isPowerOf2() && !constant->isNegative())
      return wantsRemainder ? b.CreateAnd(x, integer(constant->getSExtValue() - 1))
                            : b.CreateAShr(x, constant->getValue().logBase2());
    // By -1 the quotient of the least int overflows; the remainder is 0, as by 1.
    llvm::Value *isZero = b.CreateICmpEQ(y, integer(0)),
                *isMinusOne = b.CreateICmpEQ(y, integer(-1));
    llvm::Value *overflows = b.CreateAnd(b.CreateICmpEQ(x, integer(INT64_MIN)), isMinusOne);
    llvm::Value *raises = wantsRemainder ? isZero : b.CreateOr(isZero, overflows);
    raiseIf(raises, wantsRemainder ? "int_mod" : "int_floordiv");
    llvm::Value *traps = wantsRemainder ? b.CreateOr(isZero, isMinusOne) : raises;
    llvm::Value *divisor = b.CreateSelect(traps, integer(1), y);
    llvm::Value *quotient = b.CreateSDiv(x, divisor);
    llvm::Value *remainder = b.CreateSub(x, b.CreateMul(quotient, divisor));
    llvm::Value *differs = b.CreateICmpSLT(b.CreateXor(remainder, divisor), integer(0));
    llvm::Value *adjusts = b.CreateAnd(b.CreateICmpNE(remainder, integer(0)), differs);
    return wantsRemainder ? b.CreateAdd(remainder, b.CreateSelect(adjusts, divisor, integer(0)))
                          : b.CreateSub(quotient, b.CreateZExt(adjusts, b.getInt64Ty()));
  }

  llvm::Value *rightShift() {
    raiseIf(b.CreateICmpSLT(y, integer(0)), "int_rshift");
    return b.CreateAShr(x, b.CreateBinaryIntrinsic(Intrinsic::umin, y, integer(63)));
  }

  llvm::Value *onInts(BinaryKind kind) {
    switch (kind) {
    case BinaryKind::add:
      return overflowing(Intrinsic::sadd_with_overflow, x, y);
    case BinaryKind::sub:
      return overflowing(Intrinsic::ssub_with_overflow, x, y);
    case BinaryKind::mul:
      return overflowing(Intrinsic::smul_with_overflow, x, y);
    case BinaryKind::truediv:
      return checkedCall("int_truediv");
    case BinaryKind::floordiv:
      return floorDivision(false);
    case BinaryKind::mod:
      return floorDivision(true);
    case BinaryKind::pow:
      return checkedCall("int_pow");
    case BinaryKind::band:
      return b.CreateAnd(x, y);
    case BinaryKind::bor:
      return b.CreateOr(x, y);
    case BinaryKind::bxor:
      return b.CreateXor(x, y);
    case BinaryKind::shl:
      return checkedCall("int_lshift");
    case BinaryKind::shr:
      return rightShift();
    case BinaryKind::minimum:
      return b.CreateBinaryIntrinsic(Intrinsic::smin, x, y);
    case BinaryKind::maximum:
      return b.CreateBinaryIntrinsic(Intrinsic::smax, x, y);
    }
    llvm_unreachable("verified");
  }

  llvm::Value *onFloats(BinaryKind kind) {
    switch (kind) {
    case BinaryKind::add:
      return b.CreateFAdd(x, y);
    case BinaryKind::sub:
      return b.CreateFSub(x, y);
    case BinaryKind::mul:
      return b.CreateFMul(x, y);
    case BinaryKind::truediv:
      raiseIf(b.CreateFCmpOEQ(y, llvm::ConstantFP::get(y->getType(), 0)), "float_truediv");
      return b.CreateFDiv(x, y);
    case BinaryKind::floordiv:
      return checkedCall("float_floordiv");
    case BinaryKind::mod:
      return checkedCall("float_mod");
    case BinaryKind::pow:
      return checkedCall("float_pow");
    case BinaryKind::minimum: // the first, unless the second is less: also for nan
      return b.CreateSelect(b.CreateFCmpOLT(y, x), y, x);
    case BinaryKind::maximum:
      return b.CreateSelect(b.CreateFCmpOGT(y, x), y, x);
    default:
      llvm_unreachable("verified");
    }
  }

  llvm::Value *unary(UnaryKind kind) {
    bool isFloat = x->getType()->isDoubleTy();
    switch (kind) {
    case UnaryKind::neg:
      return isFloat ? b.CreateFNeg(x) : overflowing(Intrinsic::ssub_with_overflow, integer(0), x);
    case UnaryKind::abs:
      if (isFloat)
        return b.CreateUnaryIntrinsic(Intrinsic::fabs, x);
      overflowIf(b.CreateICmpEQ(x, integer(INT64_MIN)));
      return b.CreateBinaryIntrinsic(Intrinsic::abs, x, b.getFalse());
    case UnaryKind::invert:
    case UnaryKind::lnot:
      return b.CreateNot(x);
    case UnaryKind::floor:
      return b.CreateUnaryIntrinsic(Intrinsic::floor, x);
    case UnaryKind::ceil:
      return b.CreateUnaryIntrinsic(Intrinsic::ceil, x);
    case UnaryKind::trunc:
      return b.CreateUnaryIntrinsic(Intrinsic::trunc, x);
    case UnaryKind::sqrt:
      raiseIf(b.CreateFCmpOLT(x, llvm::ConstantFP::get(x->getType(), 0)), "math_sqrt");
      return b.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
    }
    llvm_unreachable("verified");
  }

  /// int(x): cold when x is nan, infinite or leaves 64 bits.
  llvm::Value *floatToInt() {
    auto real = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
    llvm::Value *fits =
        b.CreateAnd(b.CreateFCmpOGE(x, real(-0x1p63)), b.CreateFCmpOLT(x, real(0x1p63)));
    raiseIf(b.CreateNot(fits), "float_to_int");
    return b.CreateFreeze(b.CreateFPToSI(x, b.getInt64Ty()));
  }
};

} // namespace

static FunctionEmitter &host(Emitter &emitter) { return static_cast<FunctionEmitter &>(emitter); }

static void emitBinary(Emitter &emitter, Operation *op) {
  auto binary = cast<lith::ir::BinaryOp>(op);
  Arithmetic arithmetic{host(emitter),
                        emitter.b,
                        op,
                        emitter.get(binary.getLhs()),
                        emitter.get(binary.getRhs()),
                        isMemoryEffectFree(op)};
  bool isFloat = binary.getLhs().getType().isF64();
  emitter.set(binary, isFloat ? arithmetic.onFloats(binary.getKind())
                              : arithmetic.onInts(binary.getKind()));
}

static void emitUnary(Emitter &emitter, Operation *op) {
  auto unary = cast<lith::ir::UnaryOp>(op);
  Arithmetic arithmetic{
      host(emitter),         emitter.b, op, emitter.get(unary.getOperand()), nullptr,
      isMemoryEffectFree(op)};
  emitter.set(unary, arithmetic.unary(unary.getKind()));
}

static void emitConvert(Emitter &emitter, Operation *op) {
  llvm::IRBuilder<> &b = emitter.b;
  llvm::Value *x = emitter.get(op->getOperand(0));
  llvm::Type *to = emitter.type(op->getResult(0).getType());
  llvm::Value *result;
  if (to->isIntegerTy(1))
    result = x->getType()->isDoubleTy() ? b.CreateFCmpUNE(x, llvm::ConstantFP::get(x->getType(), 0))
                                        : b.CreateIsNotNull(x);
  else if (x->getType()->isIntegerTy(1))
    result = to->isDoubleTy() ? b.CreateUIToFP(x, to) : b.CreateZExt(x, to);
  else if (to->isDoubleTy())
    result = b.CreateSIToFP(x, to);
  else
    result = Arithmetic{host(emitter), b, op, x, nullptr, false}.floatToInt();
  emitter.set(op->getResult(0), result);
}

static llvm::CmpInst::Predicate predicate(CompareKind kind, Type type) {
  using P = llvm::CmpInst::Predicate;
  static constexpr P ints[] = {P::ICMP_EQ,  P::ICMP_NE,  P::ICMP_SLT,
                               P::ICMP_SLE, P::ICMP_SGT, P::ICMP_SGE};
  static constexpr P bools[] = {P::ICMP_EQ,  P::ICMP_NE,  P::ICMP_ULT,
                                P::ICMP_ULE, P::ICMP_UGT, P::ICMP_UGE};
  static constexpr P floats[] = {P::FCMP_OEQ, P::FCMP_UNE, P::FCMP_OLT,
                                 P::FCMP_OLE, P::FCMP_OGT, P::FCMP_OGE};
  return (type.isF64() ? floats : type.isInteger(1) ? bools : ints)[unsigned(kind)];
}

static void emitCompare(Emitter &emitter, Operation *op) {
  auto compare = cast<lith::ir::CompareOp>(op);
  emitter.set(compare,
              emitter.b.CreateCmp(predicate(compare.getKind(), compare.getLhs().getType()),
                                  emitter.get(compare.getLhs()), emitter.get(compare.getRhs())));
}

static void emitChoose(Emitter &emitter, Operation *op) {
  auto choose = cast<lith::ir::ChooseOp>(op);
  emitter.set(choose,
              emitter.b.CreateSelect(emitter.get(choose.getCondition()),
                                     emitter.get(choose.getYes()), emitter.get(choose.getNo())));
}

void lith::codegen::addNumberHandlers(HandlerTable &handlers) {
  handlers[lith::ir::BinaryOp::getOperationName()] = emitBinary;
  handlers[lith::ir::UnaryOp::getOperationName()] = emitUnary;
  handlers[lith::ir::ConvertOp::getOperationName()] = emitConvert;
  handlers[lith::ir::CompareOp::getOperationName()] = emitCompare;
  handlers[lith::ir::ChooseOp::getOperationName()] = emitChoose;
}

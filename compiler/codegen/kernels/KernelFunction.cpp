// KernelFunction.cpp: memory access, loops and evaluation of graphs.
#include "codegen/kernels/KernelFunction.h"

using namespace llvm;

namespace lith::codegen {

KernelFunction::KernelFunction(Module &module, StringRef name, ArrayRef<Type *> parameters,
                               const Graph *graph, unsigned lanes, KernelTarget target)
    : b(module.getContext()), v(b, lanes, target), graph(graph) {
  auto *type = FunctionType::get(b.getVoidTy(), parameters, false);
  function = Function::Create(type, Function::InternalLinkage, name, module);
  function->setDoesNotThrow();
  std::string bits = std::to_string(target.vectorBytes * 8);
  function->addFnAttr("prefer-vector-width", bits);
  function->addFnAttr("min-legal-vector-width", bits);
  b.SetInsertPoint(BasicBlock::Create(module.getContext(), "entry", function));
}

Value *KernelFunction::pointerAt(Value *array, unsigned i) {
  return b.CreateLoad(b.getPtrTy(), b.CreateConstInBoundsGEP1_64(b.getPtrTy(), array, i));
}

Value *KernelFunction::int64At(Value *array, unsigned i) {
  return b.CreateLoad(b.getInt64Ty(), b.CreateConstInBoundsGEP1_64(b.getInt64Ty(), array, i));
}

Value *KernelFunction::slot(uint64_t bytes) {
  IRBuilder<> entry(&function->getEntryBlock(), function->getEntryBlock().begin());
  AllocaInst *a = entry.CreateAlloca(ArrayType::get(b.getInt8Ty(), bytes));
  a->setAlignment(Align(64));
  return a;
}

BasicBlock *KernelFunction::block(const char *name) {
  return BasicBlock::Create(b.getContext(), name, function);
}

Value *KernelFunction::mask(Value *count) {
  Value *bounded = b.CreateBinaryIntrinsic(Intrinsic::umin, count, i64(v.lanes));
  Type *type = v.lanes > 16 ? b.getInt8Ty() : b.getInt32Ty();
  return b.CreateICmpULT(v.iota(type), v.splat(b.CreateTrunc(bounded, type)));
}

Value *KernelFunction::lanesIn(Value *mask) {
  if (!mask)
    return i64(v.lanes);
  return b.CreateZExt(b.CreateAddReduce(b.CreateZExt(mask, v.vec(b.getInt32Ty()))), b.getInt64Ty());
}

Lanes KernelFunction::load(lith_dtype dtype, Value *pointer, Value *mask) {
  if (isComplex(dtype))
    return loadStrided(dtype, pointer, i64(elementSize(dtype)), lanesIn(mask));
  bool half = dtype == LITH_FLOAT16;
  VectorType *type = v.vec(half ? b.getInt16Ty() : v.memoryType(dtype));
  Align align(elementSize(dtype));
  Value *raw = mask ? static_cast<Value *>(b.CreateMaskedLoad(type, pointer, align, mask,
                                                              Constant::getNullValue(type)))
                    : b.CreateAlignedLoad(type, pointer, align);
  if (half)
    raw = b.CreateBitCast(raw, v.vec(b.getHalfTy()));
  return {v.fromMemory(dtype, raw)};
}

void KernelFunction::store(lith_dtype dtype, Lanes x, Value *pointer, Value *mask) {
  if (isComplex(dtype)) {
    storeStrided(dtype, x, pointer, i64(elementSize(dtype)), lanesIn(mask));
    return;
  }
  Value *raw = v.toMemory(dtype, x.re);
  if (dtype == LITH_FLOAT16)
    raw = b.CreateBitCast(raw, v.vec(b.getInt16Ty()));
  Align align(elementSize(dtype));
  if (mask)
    b.CreateMaskedStore(raw, pointer, align, mask);
  else
    b.CreateAlignedStore(raw, pointer, align);
}

static Type *rawType(VectorBuilder &v, lith_dtype dtype) {
  return dtype == LITH_FLOAT16 ? v.b.getInt16Ty() : v.memoryType(dtype);
}

std::pair<VectorType *, Value *> KernelFunction::pairs(lith_dtype dtype, Value *count) {
  auto *type = FixedVectorType::get(v.memoryType(dtype), 2 * v.lanes);
  SmallVector<Constant *> places;
  for (unsigned i = 0; i < 2 * v.lanes; ++i)
    places.push_back(b.getInt32(i));
  Value *twice = b.CreateTrunc(b.CreateShl(count, i64(1)), b.getInt32Ty());
  return {type,
          b.CreateICmpULT(ConstantVector::get(places), b.CreateVectorSplat(2 * v.lanes, twice))};
}

Lanes KernelFunction::loadPairs(lith_dtype dtype, Value *pointer, Value *count) {
  auto [type, inside] = pairs(dtype, count);
  Value *both = b.CreateMaskedLoad(type, pointer, Align(elementSize(dtype) / 2), inside,
                                   Constant::getNullValue(type));
  SmallVector<int> even, odd;
  for (unsigned i = 0; i < v.lanes; ++i) {
    even.push_back(int(2 * i));
    odd.push_back(int(2 * i + 1));
  }
  return {b.CreateShuffleVector(both, even), b.CreateShuffleVector(both, odd)};
}

void KernelFunction::storePairs(lith_dtype dtype, Lanes x, Value *pointer, Value *count) {
  SmallVector<int> order;
  for (unsigned i = 0; i < v.lanes; ++i) {
    order.push_back(int(i));
    order.push_back(int(v.lanes + i));
  }
  b.CreateMaskedStore(b.CreateShuffleVector(x.re, x.im, order), pointer,
                      Align(elementSize(dtype) / 2), pairs(dtype, count).second);
}

Lanes KernelFunction::loadStrided(lith_dtype dtype, Value *pointer, Value *stride, Value *count) {
  if (!isComplex(dtype))
    return loadElements(dtype, pointer, stride, count);
  BasicBlock *dense = block("dense"), *apart = block("apart"), *next = block("next");
  b.CreateCondBr(b.CreateICmpEQ(stride, i64(elementSize(dtype))), dense, apart);
  b.SetInsertPoint(dense);
  Lanes whole = loadPairs(dtype, pointer, count);
  b.CreateBr(next);
  b.SetInsertPoint(apart);
  Lanes single = loadElements(dtype, pointer, stride, count);
  b.CreateBr(next);
  apart = b.GetInsertBlock();
  b.SetInsertPoint(next);
  auto joined = [&](Value *fast, Value *slow) -> Value * {
    PHINode *phi = b.CreatePHI(fast->getType(), 2);
    phi->addIncoming(fast, dense);
    phi->addIncoming(slow, apart);
    return phi;
  };
  return {joined(whole.re, single.re), joined(whole.im, single.im)};
}

Lanes KernelFunction::loadElements(lith_dtype dtype, Value *pointer, Value *stride, Value *count) {
  unsigned parts = isComplex(dtype) ? 2 : 1, size = elementSize(dtype) / parts;
  Type *element = rawType(v, dtype);
  Value *buffer = slot(uint64_t(size) * v.lanes * parts);
  loop(i64(0), count, i64(1), {}, [&](Value *i, ArrayRef<Value *>) -> SmallVector<Value *> {
    Value *from = offset(pointer, b.CreateMul(i, stride));
    for (unsigned part = 0; part < parts; ++part) {
      Value *x = b.CreateAlignedLoad(element, offset(from, i64(part * size)), Align(size));
      Value *to =
          offset(buffer, b.CreateAdd(b.CreateMul(i, i64(size)), i64(part * size * v.lanes)));
      b.CreateAlignedStore(x, to, Align(size));
    }
    return {};
  });
  if (parts == 1)
    return load(dtype, buffer, mask(count));
  lith_dtype real = dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
  Value *inside = mask(count);
  Value *re = load(real, buffer, inside).re;
  return {re, load(real, offset(buffer, i64(size * v.lanes)), inside).re};
}

void KernelFunction::storeStrided(lith_dtype dtype, Lanes x, Value *pointer, Value *stride,
                                  Value *count) {
  if (!isComplex(dtype)) {
    storeElements(dtype, x, pointer, stride, count);
    return;
  }
  BasicBlock *dense = block("dense"), *apart = block("apart"), *next = block("next");
  b.CreateCondBr(b.CreateICmpEQ(stride, i64(elementSize(dtype))), dense, apart);
  b.SetInsertPoint(dense);
  storePairs(dtype, x, pointer, count);
  b.CreateBr(next);
  b.SetInsertPoint(apart);
  storeElements(dtype, x, pointer, stride, count);
  b.CreateBr(next);
  b.SetInsertPoint(next);
}

void KernelFunction::storeElements(lith_dtype dtype, Lanes x, Value *pointer, Value *stride,
                                   Value *count) {
  unsigned parts = isComplex(dtype) ? 2 : 1, size = elementSize(dtype) / parts;
  Type *element = rawType(v, dtype);
  Value *buffer = slot(uint64_t(size) * v.lanes * parts);
  lith_dtype part0 = parts == 1 ? dtype : dtype == LITH_COMPLEX64 ? LITH_FLOAT32 : LITH_FLOAT64;
  store(part0, {x.re}, buffer, nullptr);
  if (parts == 2)
    store(part0, {x.im}, offset(buffer, i64(size * v.lanes)), nullptr);
  loop(i64(0), count, i64(1), {}, [&](Value *i, ArrayRef<Value *>) -> SmallVector<Value *> {
    Value *to = offset(pointer, b.CreateMul(i, stride));
    for (unsigned part = 0; part < parts; ++part) {
      Value *from =
          offset(buffer, b.CreateAdd(b.CreateMul(i, i64(size)), i64(part * size * v.lanes)));
      b.CreateAlignedStore(b.CreateAlignedLoad(element, from, Align(size)),
                           offset(to, i64(part * size)), Align(size));
    }
    return {};
  });
}

void KernelFunction::fill(lith_dtype dtype, Value *buffer, Value *pointer) {
  unsigned size = elementSize(dtype);
  Type *type = b.getIntNTy(size * 8);
  Value *element = b.CreateAlignedLoad(type, pointer, Align(isComplex(dtype) ? size / 2 : size));
  b.CreateAlignedStore(v.splat(element), buffer, Align(64));
}

SmallVector<Value *>
KernelFunction::loop(Value *begin, Value *end, Value *step, ArrayRef<Value *> carried,
                     function_ref<SmallVector<Value *>(Value *, ArrayRef<Value *>)> body) {
  BasicBlock *before = b.GetInsertBlock(), *inside = block("loop"), *after = block("after");
  b.CreateCondBr(b.CreateICmpSLT(begin, end), inside, after);
  b.SetInsertPoint(inside);
  PHINode *i = b.CreatePHI(begin->getType(), 2);
  i->addIncoming(begin, before);
  SmallVector<Value *> current;
  for (Value *value : carried) {
    PHINode *phi = b.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, before);
    current.push_back(phi);
  }
  SmallVector<Value *> next = body(i, current);
  Value *following = b.CreateAdd(i, step, "", true, true);
  BasicBlock *latch = b.GetInsertBlock();
  i->addIncoming(following, latch);
  for (auto [phi, value] : zip(current, next))
    cast<PHINode>(phi)->addIncoming(value, latch);
  b.CreateCondBr(b.CreateICmpSLT(following, end), inside, after);
  b.SetInsertPoint(after);
  SmallVector<Value *> results;
  for (auto [value, last] : zip(carried, next)) {
    PHINode *phi = b.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, before);
    phi->addIncoming(last, latch);
    results.push_back(phi);
  }
  return results;
}

Lanes KernelFunction::constant(const Node &node) {
  Type *type = v.vec(v.computeType(node.dtype));
  bool isFloat = node.operandDtype == LITH_FLOAT64;
  double real = isFloat ? bit_cast<double>(node.immediate) : double(node.immediate);
  if (isFloating(node.dtype) || isComplex(node.dtype)) {
    Lanes r{ConstantFP::get(type, real)};
    if (isComplex(node.dtype))
      r.im = Constant::getNullValue(type);
    return r;
  }
  int64_t whole = isFloat ? int64_t(real) : node.immediate;
  if (node.dtype == LITH_BOOL8)
    return {ConstantInt::get(type, whole != 0)};
  return {ConstantInt::get(type, uint64_t(whole), false, true)};
}

Lanes KernelFunction::scalarInput(lith_dtype dtype, Value *pointer) {
  if (dtype == LITH_COMPLEX128) {
    Value *re = b.CreateLoad(b.getDoubleTy(), pointer);
    return {v.splat(re), v.splat(b.CreateLoad(b.getDoubleTy(), offset(pointer, i64(8))))};
  }
  if (dtype == LITH_BOOL8)
    return {v.splat(b.CreateICmpNE(b.CreateLoad(b.getInt8Ty(), pointer), b.getInt8(0)))};
  Type *type = dtype == LITH_FLOAT64 ? b.getDoubleTy() : static_cast<Type *>(b.getInt64Ty());
  return {v.splat(b.CreateLoad(type, pointer))};
}

/// A scalar meets the type that the operator computes in, unrounded for f16 and bf16, as in
/// PyTorch.
Lanes KernelFunction::coerced(const Values &values, const Node &node, unsigned operand) {
  uint32_t index = node.operands[operand];
  lith_dtype from = graph->nodes[index].dtype, to = node.operandDtype;
  if (node.op == KernelOp::Cast || from == to || (node.op == KernelOp::Where && operand == 0))
    return values[index];
  if (to == LITH_FLOAT16 || to == LITH_BFLOAT16)
    to = LITH_FLOAT32;
  if (from == LITH_FLOAT16 || from == LITH_BFLOAT16)
    from = LITH_FLOAT32;
  return from == to ? values[index] : emitCast(v, values[index], from, to);
}

void KernelFunction::evaluate(Values &values, ArrayRef<uint32_t> sinks,
                              function_ref<Lanes(uint32_t)> leaf) {
  values.resize(graph->nodes.size());
  SmallVector<bool> needed(graph->nodes.size(), false);
  for (uint32_t sink : sinks)
    needed[sink] = true;
  for (size_t i = graph->nodes.size(); i-- > 0;)
    if (needed[i] && !values[i].re && graph->nodes[i].op != KernelOp::Reduce)
      for (uint32_t operand : graph->nodes[i].operands)
        needed[operand] = true;
  for (uint32_t i = 0; i < graph->nodes.size(); ++i) {
    const Node &node = graph->nodes[i];
    if (!needed[i] || values[i].re)
      continue;
    if (node.op == KernelOp::Constant)
      values[i] = constant(node);
    else if (node.op == KernelOp::Input)
      values[i] = leaf(i);
    else {
      SmallVector<Lanes, 3> operands;
      for (unsigned k = 0; k < node.operands.size(); ++k)
        operands.push_back(coerced(values, node, k));
      values[i] = emitElementwise(v, node, operands);
    }
  }
}

Function *KernelFunction::finish() {
  b.CreateRetVoid();
  return function;
}

unsigned lanesFor(const Graph &graph, KernelTarget target) {
  unsigned widest = 1;
  for (const Node &node : graph.nodes) {
    bool scalar = node.op == KernelOp::Constant ||
                  (node.op == KernelOp::Input && graph.inputs[node.immediate].scalar);
    if (scalar)
      continue;
    unsigned size = elementSize(node.dtype) / (isComplex(node.dtype) ? 2 : 1);
    bool widened = node.dtype == LITH_FLOAT16 || node.dtype == LITH_BFLOAT16 ||
                   (node.op == KernelOp::Reduce && node.immediate >= int64_t(ReduceKind::ArgMax) &&
                    node.immediate <= int64_t(ReduceKind::ArgMin));
    if (node.op == KernelOp::Reduce && widened)
      size = elementSize(node.operandDtype);
    widest = std::max(widest, widened ? std::max(4u, size) : size);
  }
  return target.vectorBytes / widest;
}

bool isExpensive(KernelOp op) {
  switch (op) {
  case KernelOp::Div:
  case KernelOp::FloorDivide:
  case KernelOp::TruncDivide:
  case KernelOp::Remainder:
  case KernelOp::Fmod:
  case KernelOp::Pow:
  case KernelOp::Atan2:
  case KernelOp::Hypot:
    return true;
  default:
    return op >= KernelOp::Exp && op <= KernelOp::Lgamma;
  }
}

unsigned costOf(const Graph &graph) {
  unsigned cost = 0;
  for (const Node &node : graph.nodes)
    cost += isExpensive(node.op) ? 20 : isComplex(node.dtype) ? 10 : 1;
  return cost;
}

} // namespace lith::codegen

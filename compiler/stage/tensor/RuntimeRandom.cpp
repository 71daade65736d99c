// RuntimeRandom.cpp: primitives of the runtime that draw random numbers.
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

namespace {

Result random(Stage &stage, const CallInfo &info) { // random, random_normal: (sizes, dtype)
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[1]);
  SSAs operands{constantInt(stage, dtype)}, sizes;
  if (!call.integers(0, sizes))
    return std::nullopt;
  operands.append(sizes);
  return call.result(llvm::StringRef(info.primitive.spelling).drop_front(5), operands,
                     ofSizes(stage, sizes, dtype), false);
}

Result randomInt(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[3]);
  SSAs operands{constantInt(stage, dtype), call.integer(0), call.integer(1)}, sizes;
  if (!call.integers(2, sizes))
    return std::nullopt;
  operands.append(sizes);
  return call.result("random_int", operands, ofSizes(stage, sizes, dtype), false);
}

Result bernoulli(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[1]);
  mlir::Value p = call.tensor(0);
  return call.result("random_bernoulli", {p, constantInt(stage, dtype)}, like(stage, p, dtype),
                     false);
}

Result inMemoryOrder(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value values = call.tensor(0);
  if (isContiguous(stage, info.args.positional[1]))
    return info.args.positional[0];
  return call.result("in_memory_order", {values, call.tensor(1)},
                     like(stage, values, dtypeOf(values)), false);
}

Result permutation(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value n = call.integer(0);
  return call.result("random_permutation", {n}, ofSizes(stage, {n}, LITH_INT64), false);
}

Result multinomial(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value weights = call.tensor(0), count = call.integer(1);
  Shape shape = shapeOf(stage, weights);
  shape.back() = stage.sizes.ofInt(count);
  return call.result("multinomial", {weights, count, call.boolean(2)},
                     makeType(stage, shape, LITH_INT64), false);
}

} // namespace

void addRandomPrimitives(PrimitiveTable &table) {
  table["random"] = random;
  table["random_normal"] = random;
  table["random_int"] = randomInt;
  table["random_bernoulli"] = bernoulli;
  table["in_memory_order"] = inMemoryOrder;
  table["random_permutation"] = permutation;
  table["multinomial"] = multinomial;
}

} // namespace lith::stage::tensor

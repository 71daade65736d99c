// RuntimeRandom.cpp: primitives of the runtime that draw random numbers.
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Tensor.h"

#include <lith/random.h>

namespace lith::stage::tensor {

namespace {

/// (sizes, dtype); `mode` goes to the runtime in the bits above the dtype.
template <typename Op, int mode = 0> Result random(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[1]);
  SSAs operands{constantInt(stage, dtype | mode)}, sizes;
  if (!call.integers(0, sizes))
    return std::nullopt;
  operands.append(sizes);
  return call.result<Op>(operands, ofSizes(stage, sizes, dtype), false);
}

Result randomInt(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  int dtype = dtypeArgument(stage, call[3]);
  SSAs operands{constantInt(stage, dtype), call.integer(0), call.integer(1)}, sizes;
  if (!call.integers(2, sizes))
    return std::nullopt;
  operands.append(sizes);
  return call.result<RandomIntOp>(operands, ofSizes(stage, sizes, dtype), false);
}

Result inMemoryOrder(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value values = call.tensor(0);
  if (isContiguous(stage, info.args.positional[1]))
    return info.args.positional[0];
  return call.result<InMemoryOrderOp>({values, call.tensor(1)},
                                      like(stage, values, dtypeOf(values)), false);
}

Result multinomial(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value weights = call.tensor(0), count = call.integer(1);
  Shape shape = shapeOf(stage, weights);
  shape.back() = stage.sizes.ofInt(count);
  return call.result<MultinomialOp>({weights, count, call.boolean(2)},
                                    makeType(stage, shape, LITH_INT64), false);
}

} // namespace

Result normalOneByOne(Stage &stage, const CallInfo &info) {
  return random<RandomNormalOp, DrawsOneByOne>(stage, info);
}

Result normalBySixteen(Stage &stage, const CallInfo &info) {
  return random<RandomNormalOp, DrawsBySixteen>(stage, info);
}

void addRandomPrimitives(PrimitiveTable &table) {
  table["random"] = random<RandomOp>;
  table["random_normal"] = random<RandomNormalOp>;
  table["random_int"] = randomInt;
  table["in_memory_order"] = inMemoryOrder;
  table["multinomial"] = multinomial;
}

} // namespace lith::stage::tensor

// RuntimeOrder.cpp: primitives of the runtime about order: scans, sorting, sets.
#include "stage/Protocols.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

namespace {

Result scan(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.result("scan", {self, call.constantDim(1), call.constantDim(2)}, self.getType());
}

Result scanIndex(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.result("scan_index", {self, call.constantDim(1), call.boolean(2)},
                     like(stage, self, LITH_INT64), false);
}

Result argsort(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.result("argsort", {self, call.constantDim(1), call.boolean(2), call.boolean(3)},
                     like(stage, self, LITH_INT64), false);
}

Result topkIndex(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), count = call.integer(1);
  Shape shape = shapeOf(stage, self);
  if (!shape.empty())
    shape[call.constant(2)] = stage.sizes.ofInt(count);
  return call.result("topk_index",
                     {self, count, call.constantDim(2), call.boolean(3), call.boolean(4)},
                     makeType(stage, shape, LITH_INT64), false);
}

/// An index for each line along a dimension, which keeps its place with size 1.
Result indexOfLine(Stage &stage, const CallInfo &info) { // kth_index, median_index, mode_index
  Call call(stage, info);
  llvm::StringRef name = llvm::StringRef(info.primitive.spelling).drop_front(5);
  bool isKth = name == "kth_index";
  mlir::Value self = call.tensor(0);
  unsigned dim = isKth ? 2 : 1;
  SSAs operands{self};
  if (isKth)
    operands.push_back(call.integer(1));
  operands.push_back(call.constantDim(dim));
  if (name == "median_index")
    operands.push_back(call.boolean(2));
  Shape shape = shapeOf(stage, self);
  shape[call.constant(dim)] = Size(1);
  return call.result(name, operands, makeType(stage, shape, LITH_INT64), false);
}

Result unique(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.results("unique", {self, call.boolean(1)},
                      {dynamic(stage, 1, dtypeOf(self)), like(stage, self, LITH_INT64),
                       dynamic(stage, 1, LITH_INT64)});
}

Result searchsorted(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value values = call.tensor(1);
  return call.result("searchsorted", {call.tensor(0), values, call.boolean(2)},
                     like(stage, values, LITH_INT64), false);
}

Result bincount(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  return call.result("bincount", {call.index(0), call.integer(1)}, dynamic(stage, 1, LITH_INT64),
                     false);
}

} // namespace

void addOrderPrimitives(PrimitiveTable &table) {
  table["scan"] = scan;
  table["scan_index"] = scanIndex;
  table["argsort"] = argsort;
  table["topk_index"] = topkIndex;
  table["kth_index"] = indexOfLine;
  table["median_index"] = indexOfLine;
  table["mode_index"] = indexOfLine;
  table["unique"] = unique;
  table["searchsorted"] = searchsorted;
  table["bincount"] = bincount;
}

} // namespace lith::stage::tensor

// RuntimeNumeric.cpp: primitives of the runtime that compute: convolution, pooling, FFT, systems.
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/tensor/RuntimeCall.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

namespace {

unsigned spatialRank(mlir::Value tensor) { return unsigned(rankedType(tensor).getRank()) - 2; }

/// A pooled size of which only the runtime knows more.
mlir::RankedTensorType pooled(Stage &stage, mlir::Value self, Size channels, int dtype) {
  Shape shape{stage.sizes.of(self, 0), channels};
  for (unsigned i = 0; i < spatialRank(self); ++i)
    shape.push_back(Size::symbol({nullptr, int(i)}));
  return makeType(stage, shape, dtype);
}

Result conv(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value input = call.tensor(0), weight = call.tensor(1);
  mlir::Value bias =
      stage.isTensor(call[2])
          ? call.tensor(2)
          : NullOp::create(stage.builder(), stage.loc(), weight.getType()).getResult();
  SSAs operands{input, weight, bias};
  if (!call.integers(3, operands))
    return std::nullopt;
  bool transposed = stage.sizes.ofInt(operands[3]).constant() == 1;
  Size channels = transposed ? stage.sizes.of(weight, 1) * stage.sizes.ofInt(operands[4])
                             : stage.sizes.of(weight, 0);
  return call.result("conv", operands, pooled(stage, input, channels, dtypeOf(input)));
}

Result maxPool(Stage &stage, const CallInfo &info) { // max_pool, adaptive_max_pool
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  SSAs operands{self};
  if (!call.integers(1, operands))
    return std::nullopt;
  Size channels = stage.sizes.of(self, 1);
  llvm::StringRef name = llvm::StringRef(info.primitive.spelling).drop_front(5);
  return call.results(
      name, operands,
      {pooled(stage, self, channels, dtypeOf(self)), pooled(stage, self, channels, LITH_INT64)});
}

Result pool(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  SSAs operands{self};
  if (!call.integers(1, operands))
    return std::nullopt;
  return call.result(llvm::StringRef(info.primitive.spelling).drop_front(5), operands,
                     pooled(stage, self, stage.sizes.of(self, 1), dtypeOf(self)));
}

Result fft(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  SSAs operands{call.tensor(0), call.boolean(1), toFloat(stage, call[2])};
  return call.integers(3, operands) ? call.result("fft", operands, operands[0].getType())
                                    : std::nullopt;
}

/// The sizes of `self` with another one in a dimension.
mlir::RankedTensorType resized(Stage &stage, mlir::Value self, int64_t dim, mlir::Value size,
                               int dtype) {
  Shape shape = shapeOf(stage, self);
  shape[size_t(dim)] = stage.sizes.ofInt(size);
  return makeType(stage, shape, dtype);
}

Result rfft(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), size = call.integer(2);
  int dtype = dtypeOf(self) == LITH_FLOAT64 ? LITH_COMPLEX128 : LITH_COMPLEX64;
  return call.result("rfft",
                     {self, call.constantDim(1), size, call.boolean(3), toFloat(stage, call[4])},
                     resized(stage, self, call.constant(1), size, dtype));
}

Result irfft(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), size = call.integer(2);
  int dtype = dtypeOf(self) == LITH_COMPLEX128 ? LITH_FLOAT64 : LITH_FLOAT32;
  return call.result("irfft", {self, call.constantDim(1), size, toFloat(stage, call[3])},
                     resized(stage, self, call.constant(1), size, dtype));
}

/// The type of something that each matrix of a batch has.
mlir::RankedTensorType perMatrix(Stage &stage, mlir::Value self, llvm::ArrayRef<Size> sizes,
                                 int dtype) {
  Shape shape = shapeOf(stage, self);
  shape.truncate(shape.size() - 2);
  shape.append(sizes.begin(), sizes.end());
  return makeType(stage, shape, dtype);
}

Result decomposition(Stage &stage, const CallInfo &info) { // lu, cholesky
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  Size rows = shapeOf(stage, self)[rankedType(self).getRank() - 2];
  mlir::Type failures = perMatrix(stage, self, {}, LITH_INT32);
  if (info.primitive.spelling == "prim.cholesky")
    return call.results("cholesky", {self}, {self.getType(), failures});
  return call.results("lu", {self},
                      {self.getType(), perMatrix(stage, self, {rows}, LITH_INT64),
                       perMatrix(stage, self, {}, dtypeOf(self)), failures});
}

Result qr(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), size = call.integer(1);
  unsigned rank = rankedType(self).getRank();
  Size rows = stage.sizes.of(self, rank - 2), columns = stage.sizes.of(self, rank - 1);
  return call.results("qr", {self, size},
                      {perMatrix(stage, self, {rows, stage.sizes.ofInt(size)}, dtypeOf(self)),
                       perMatrix(stage, self, {stage.sizes.ofInt(size), columns}, dtypeOf(self))});
}

Result lstsq(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), right = call.tensor(1);
  unsigned rank = rankedType(self).getRank();
  mlir::Type solution =
      perMatrix(stage, self, {stage.sizes.of(self, rank - 1), stage.sizes.of(right, rank - 1)},
                dtypeOf(self));
  return call.results("lstsq", {self, right, toFloat(stage, call[2])},
                      {solution, perMatrix(stage, self, {}, LITH_INT64)});
}

Result spectrum(Stage &stage, const CallInfo &info) { // eigh, eigvalsh, svd, svdvals
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  int dtype = dtypeOf(self);
  unsigned rank = rankedType(self).getRank();
  Size rows = stage.sizes.of(self, rank - 2), columns = stage.sizes.of(self, rank - 1);
  llvm::StringRef name = llvm::StringRef(info.primitive.spelling).drop_front(5);
  mlir::Type failures = perMatrix(stage, self, {}, LITH_INT32);
  mlir::Type eigenvalues = perMatrix(stage, self, {rows}, dtype);
  if (name == "eigh")
    return call.results(name, {self}, {eigenvalues, self.getType(), failures});
  if (name == "eigvalsh")
    return call.results(name, {self}, {eigenvalues, failures});
  bool isKnown = rows.constant() && columns.constant();
  Size least =
      isKnown ? Size(std::min(*rows.constant(), *columns.constant())) : Size::symbol({nullptr, 0});
  mlir::Type values = perMatrix(stage, self, {least}, dtype);
  if (name == "svdvals")
    return call.results(name, {self}, {values, failures});
  mlir::Value left = call.integer(1), right = call.integer(2);
  return call.results(name, {self, left, right},
                      {perMatrix(stage, self, {rows, stage.sizes.ofInt(left)}, dtype), values,
                       perMatrix(stage, self, {stage.sizes.ofInt(right), columns}, dtype),
                       failures});
}

Result solveTriangular(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value right = call.tensor(1);
  return call.result("solve_triangular", {call.tensor(0), right, call.boolean(2), call.boolean(3)},
                     right.getType());
}

} // namespace

void addNumericPrimitives(PrimitiveTable &table) {
  table["conv"] = conv;
  table["max_pool"] = maxPool;
  table["max_pool_values"] = pool;
  table["avg_pool"] = pool;
  table["adaptive_avg_pool"] = pool;
  table["adaptive_max_pool"] = maxPool;
  table["fft"] = fft;
  table["rfft"] = rfft;
  table["irfft"] = irfft;
  table["lu"] = decomposition;
  table["cholesky"] = decomposition;
  table["qr"] = qr;
  table["lstsq"] = lstsq;
  table["eigh"] = spectrum;
  table["eigvalsh"] = spectrum;
  table["svd"] = spectrum;
  table["svdvals"] = spectrum;
  table["solve_triangular"] = solveTriangular;
}

} // namespace lith::stage::tensor

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
  return call.result<ConvOp>(operands, pooled(stage, input, channels, dtypeOf(input)));
}

Result convWeight(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value input = call.tensor(0), gradient = call.tensor(1);
  SSAs operands{input, gradient};
  if (!call.integers(2, operands))
    return std::nullopt;
  Shape shape;
  for (unsigned i = 0; i < unsigned(rankedType(input).getRank()); ++i)
    shape.push_back(stage.sizes.ofInt(operands[2 + i]));
  return call.result<ConvWeightOp>(operands, makeType(stage, shape, dtypeOf(input)));
}

template <typename Op> Result maxPool(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  SSAs operands{self};
  if (!call.integers(1, operands))
    return std::nullopt;
  Size channels = stage.sizes.of(self, 1);
  return call.results<Op>(operands, {pooled(stage, self, channels, dtypeOf(self)),
                                     pooled(stage, self, channels, LITH_INT64)});
}

template <typename Op> Result pool(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  SSAs operands{self};
  if (!call.integers(1, operands))
    return std::nullopt;
  return call.result<Op>(operands, pooled(stage, self, stage.sizes.of(self, 1), dtypeOf(self)));
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
  return call.result<RfftOp>(
      {self, call.constantDim(1), size, call.boolean(3), toFloat(stage, call[4])},
      resized(stage, self, call.constant(1), size, dtype));
}

Result irfft(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), size = call.integer(2);
  int dtype = dtypeOf(self) == LITH_COMPLEX128 ? LITH_FLOAT64 : LITH_FLOAT32;
  return call.result<IrfftOp>({self, call.constantDim(1), size, toFloat(stage, call[3])},
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

Result cholesky(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.results<CholeskyOp>({self}, {self.getType(), perMatrix(stage, self, {}, LITH_INT32)});
}

Result lu(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  Size rows = shapeOf(stage, self)[rankedType(self).getRank() - 2];
  return call.results<LuOp>({self}, {self.getType(), perMatrix(stage, self, {rows}, LITH_INT64),
                                     perMatrix(stage, self, {}, dtypeOf(self)),
                                     perMatrix(stage, self, {}, LITH_INT32)});
}

Result qr(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), size = call.integer(1);
  unsigned rank = rankedType(self).getRank();
  Size rows = stage.sizes.of(self, rank - 2), columns = stage.sizes.of(self, rank - 1);
  return call.results<QrOp>(
      {self, size}, {perMatrix(stage, self, {rows, stage.sizes.ofInt(size)}, dtypeOf(self)),
                     perMatrix(stage, self, {stage.sizes.ofInt(size), columns}, dtypeOf(self))});
}

Result lstsq(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), right = call.tensor(1);
  unsigned rank = rankedType(self).getRank();
  mlir::Type solution =
      perMatrix(stage, self, {stage.sizes.of(self, rank - 1), stage.sizes.of(right, rank - 1)},
                dtypeOf(self));
  return call.results<LstsqOp>({self, right, toFloat(stage, call[2])},
                               {solution, perMatrix(stage, self, {}, LITH_INT64)});
}

Result eigh(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  Size rows = stage.sizes.of(self, rankedType(self).getRank() - 2);
  return call.results<EighOp>({self}, {perMatrix(stage, self, {rows}, dtypeOf(self)),
                                       self.getType(), perMatrix(stage, self, {}, LITH_INT32)});
}

Result eigvalsh(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  Size rows = stage.sizes.of(self, rankedType(self).getRank() - 2);
  return call.results<EigvalshOp>({self}, {perMatrix(stage, self, {rows}, dtypeOf(self)),
                                           perMatrix(stage, self, {}, LITH_INT32)});
}

/// The type of the singular values of a batch of matrices.
mlir::RankedTensorType singularValues(Stage &stage, mlir::Value self) {
  unsigned rank = rankedType(self).getRank();
  Size rows = stage.sizes.of(self, rank - 2), columns = stage.sizes.of(self, rank - 1);
  bool isKnown = rows.constant() && columns.constant();
  Size least =
      isKnown ? Size(std::min(*rows.constant(), *columns.constant())) : Size::symbol({nullptr, 0});
  return perMatrix(stage, self, {least}, dtypeOf(self));
}

Result svd(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0), left = call.integer(1), right = call.integer(2);
  unsigned rank = rankedType(self).getRank();
  Size rows = stage.sizes.of(self, rank - 2), columns = stage.sizes.of(self, rank - 1);
  int dtype = dtypeOf(self);
  return call.results<SvdOp>({self, left, right},
                             {perMatrix(stage, self, {rows, stage.sizes.ofInt(left)}, dtype),
                              singularValues(stage, self),
                              perMatrix(stage, self, {stage.sizes.ofInt(right), columns}, dtype),
                              perMatrix(stage, self, {}, LITH_INT32)});
}

Result svdvals(Stage &stage, const CallInfo &info) {
  Call call(stage, info);
  mlir::Value self = call.tensor(0);
  return call.results<SvdvalsOp>(
      {self}, {singularValues(stage, self), perMatrix(stage, self, {}, LITH_INT32)});
}

} // namespace

void addNumericPrimitives(PrimitiveTable &table) {
  table["conv"] = conv;
  table["conv_weight"] = convWeight;
  table["max_pool"] = maxPool<MaxPoolOp>;
  table["max_pool_values"] = pool<MaxPoolValuesOp>;
  table["avg_pool"] = pool<AvgPoolOp>;
  table["adaptive_avg_pool"] = pool<AdaptiveAvgPoolOp>;
  table["adaptive_max_pool"] = maxPool<AdaptiveMaxPoolOp>;
  table["rfft"] = rfft;
  table["irfft"] = irfft;
  table["lu"] = lu;
  table["cholesky"] = cholesky;
  table["qr"] = qr;
  table["lstsq"] = lstsq;
  table["eigh"] = eigh;
  table["eigvalsh"] = eigvalsh;
  table["svd"] = svd;
  table["svdvals"] = svdvals;
}

} // namespace lith::stage::tensor

// Indexer.h: the parts of tensor[index], one by one.
#ifndef LITH_STAGE_TENSOR_INDEXER_H
#define LITH_STAGE_TENSOR_INDEXER_H

#include "stage/Stage.h"

namespace lith::stage::tensor {

/// Applies the parts of an index one by one; `advanced` collects what selects by tensors.
class Indexer {
public:
  Indexer(Stage &stage, Value tensor) : view(tensor), stage(stage) {}
  bool run(Value index);
  Value view;
  std::vector<mlir::Value> advanced; ///< one per dimension of `view`; null: the whole dimension
  bool isBytes() const { return masksOfBytes == 1 && tensors == 1; } ///< one mask, of uint8

private:
  Stage &stage;
  unsigned dim = 0;
  size_t place = 0; ///< of the item, among those of the subscript
  unsigned tensors = 0, masksOfBytes = 0;
  bool apply(Value item, unsigned remaining);
  bool applyInt(Value item);
  bool applySlice(const TupleData &slice);
  bool applyBool(mlir::Value condition);
  bool applyTensor(Value item);
  bool applySequence(Value item);
  bool raiseOfNumber(Value index);
  bool isNoBound(Value bound);
  unsigned consumes(Value item);
  void addAdvanced(mlir::Value index);
};

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_INDEXER_H

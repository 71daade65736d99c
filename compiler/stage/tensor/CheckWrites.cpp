// CheckWrites.cpp: what an in-place operation and an assignment to indexed elements may read.
//
// Eager refuses operands that share memory with what is written, each operator by a rule of its
// own: the same elements in the same order (elementwise), nothing at all (scattered writes).
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage::tensor {

using namespace lith::ir;

// Where it is one number, eager fills by the mask, which takes bools only.
bool checkBytes(Stage &stage, Value item) {
  mlir::Value isOther = constantBool(stage, false);
  if (stage.isTensor(item))
    isOther = intCompare(stage, CompareKind::ne, numel(stage, tensorContents(stage, item)),
                         constantInt(stage, 1));
  return check(stage, isOther, "RuntimeError",
               "masked_fill_ only supports boolean masks, but got mask with dtype unsigned char");
}

// Eager puts elements of the tensor's dtype only, but fills what one mask names with any number.
bool checkPut(Stage &stage, Value view, llvm::ArrayRef<mlir::Value> advanced, Value self,
              Value item) {
  bool isMask = llvm::any_of(
      advanced, [](mlir::Value index) { return index && dtypeOf(index) == LITH_BOOL8; });
  int dtype = dtypeOf(stage, self);
  if (!stage.isTensor(item))
    return true;
  if (dtypeOf(stage, item) == dtype) {
    if (!isMask || rankOf(stage, item) > 0) // a mask is filled with one number
      checkApart(stage, view, item, Overlap::None);
    return true;
  }
  std::string message = "Index put requires the source and destination dtypes match, got " +
                        std::string(dtypes::className(dtype)) + " for the destination and " +
                        std::string(dtypes::className(dtypeOf(stage, item))) + " for the source.";
  mlir::Value isOne = constantBool(stage, false);
  if (isMask)
    isOne = intCompare(stage, CompareKind::eq, numel(stage, tensorContents(stage, item)),
                       constantInt(stage, 1));
  return check(stage, isOne, "RuntimeError", message) &&
         callPrelude(stage, "check_fill", {self, item});
}

void checkInPlaceOperands(Stage &stage, ops::InPlace kind, const Arguments &arguments) {
  using ops::InPlace;
  if (kind == InPlace::Product)
    return;
  Value self = arguments.positional[0];
  bool isMask = kind == InPlace::Mask, isFill = kind == InPlace::IndexFill;
  bool isPut = isMask || isFill || kind == InPlace::Put || kind == InPlace::IndexPut;
  Overlap overlap = isPut ? Overlap::None : Overlap::Whole;
  llvm::ArrayRef<Value> given = arguments.positional;
  given = isMask ? given.slice(1, std::min<size_t>(given.size() - 1, 1)) : given.drop_front();
  for (Value each : given)
    if (!(isFill && stage.isTensor(each) && rankOf(stage, each) == 0))
      checkApart(stage, self, each, overlap);
  for (const auto &keyword : arguments.keywords)
    if (!isMask)
      checkApart(stage, self, keyword.second, overlap);
}

} // namespace lith::stage::tensor

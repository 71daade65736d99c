// TextEnds.cpp: what is known of a text that run time puts together.
#include "stage/builtins/TextEnds.h"

#include "ir/Dialect.h"

namespace lith::stage {

// The constant at one end of a text; empty where that end is of run time too.
static llvm::StringRef constantAt(mlir::Value text, bool isBeginning) {
  if (auto box = text.getDefiningOp<ir::BoxOp>())
    text = box.getOperand();
  if (auto constant = text.getDefiningOp<ir::ConstantOp>()) {
    auto known = llvm::dyn_cast<mlir::StringAttr>(constant.getValue());
    return known ? known.getValue() : "";
  }
  auto call = text.getDefiningOp<ir::RtOp>();
  if (!call || (call.getCallee() != "str_concat" && call.getCallee() != "str_join"))
    return "";
  return constantAt(isBeginning ? call.getOperands().front() : call.getOperands().back(),
                    isBeginning);
}

TextEnds endsOf(mlir::Value text) { return {constantAt(text, true), constantAt(text, false)}; }

} // namespace lith::stage

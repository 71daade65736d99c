// Constants.cpp: lith.constant.

#include "ir/Dialect.h"

using namespace mlir;
using namespace lith::ir;

/// Whether `value` may be a constant of `type` (C1).
static bool isConstantOf(Attribute value, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getType() == type && (type.isInteger(64) || type.isInteger(1));
  if (auto real = dyn_cast<FloatAttr>(value))
    return real.getType() == type && type.isF64();
  if (auto parts = dyn_cast<DenseF64ArrayAttr>(value))
    return isa<ComplexType>(type) && parts.size() == 2;
  return (isa<StringAttr>(value) && isa<StrType>(type)) ||
         (isa<UnitAttr>(value) && isa<BoxType>(type));
}

LogicalResult ConstantOp::verify() {
  if (!isConstantOf(getValue(), getType()))
    return emitOpError("C1: ") << getValue() << " is not a constant of type " << getType();
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

// lith.constant 1 : i64, lith.constant true, lith.constant "text" : !lith.str,
// lith.constant None
void ConstantOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (isa<UnitAttr>(getValue())) {
    printer << "None";
  } else {
    printer.printAttribute(getValue()); // with its type, for numbers
    if (!isa<IntegerAttr, FloatAttr>(getValue()))
      printer << " : " << getType();
  }
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  Attribute value;
  Type type;
  if (succeeded(parser.parseOptionalKeyword("None"))) {
    value = parser.getBuilder().getUnitAttr();
    type = BoxType::get(parser.getContext());
  } else {
    if (parser.parseAttribute(value))
      return failure();
    if (auto typed = dyn_cast<TypedAttr>(value); typed && isa<IntegerAttr, FloatAttr>(value))
      type = typed.getType();
    else if (parser.parseColonType(type))
      return failure();
  }
  state.addAttribute("value", value);
  state.addTypes(type);
  return parser.parseOptionalAttrDict(state.attributes);
}

void ConstantOp::build(OpBuilder &builder, OperationState &state, int64_t value) {
  build(builder, state, builder.getI64Type(), builder.getI64IntegerAttr(value));
}
void ConstantOp::build(OpBuilder &builder, OperationState &state, double value) {
  build(builder, state, builder.getF64Type(), builder.getF64FloatAttr(value));
}
void ConstantOp::build(OpBuilder &builder, OperationState &state, bool value) {
  build(builder, state, builder.getI1Type(), builder.getBoolAttr(value));
}
void ConstantOp::build(OpBuilder &builder, OperationState &state, StringRef value) {
  build(builder, state, StrType::get(builder.getContext()), builder.getStringAttr(value));
}
void ConstantOp::build(OpBuilder &builder, OperationState &state, const char *value) {
  build(builder, state, StringRef(value));
}

// Constants.cpp: lith.constant. A location is a constant too: its i64 is what tracebacks hold.

#include "ir/Dialect.h"

using namespace mlir;
using namespace lith::ir;

/// The only type that `value` is a constant of; null for none.
static Type typeOf(Attribute value) {
  MLIRContext *context = value.getContext();
  if (isa<UnitAttr>(value))
    return BoxType::get(context);
  if (isa<StringAttr>(value))
    return StrType::get(context);
  if (isa<DenseF64ArrayAttr>(value))
    return ComplexType::get(Float64Type::get(context));
  if (isa<LocationAttr>(value))
    return IntegerType::get(context, 64);
  auto typed = dyn_cast<TypedAttr>(value);
  return typed ? typed.getType() : Type();
}

LogicalResult ConstantOp::verify() {
  bool number = !isa<IntegerAttr, FloatAttr>(getValue()) || getType().isInteger(64) ||
                getType().isInteger(1) || getType().isF64();
  if (typeOf(getValue()) != getType() || !number)
    return emitOpError("C1: ") << getValue() << " is not a constant of type " << getType();
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

// lith.constant 1 : i64, lith.constant true, lith.constant "text", lith.constant None
void ConstantOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (isa<UnitAttr>(getValue()))
    printer << "None";
  else
    printer.printAttribute(getValue());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  Attribute value;
  SMLoc where = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("None")))
    value = parser.getBuilder().getUnitAttr();
  else if (parser.parseAttribute(value))
    return failure();
  Type type = typeOf(value);
  if (!type)
    return parser.emitError(where, "not a constant");
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

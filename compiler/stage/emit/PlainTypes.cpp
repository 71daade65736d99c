// PlainTypes.cpp: types of the IR and of run time without parameters.
#include "stage/emit/PlainTypes.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

Type plainType(Type::Kind kind) {
  Type type{};
  type.kind = kind;
  return type;
}

mlir::Type boxType(Stage &s) { return ir::BoxType::get(&s.context); }

mlir::Type i64Type(Stage &s) { return s.emission.builder.getI64Type(); }

mlir::Type i1Type(Stage &s) { return s.emission.builder.getI1Type(); }

mlir::Type f64Type(Stage &s) { return s.emission.builder.getF64Type(); }

mlir::Type strType(Stage &s) { return ir::StrType::get(&s.context); }

mlir::Type listType(Stage &s) { return ir::ListType::get(&s.context); }

} // namespace lith::stage

// Types.cpp: the dialect's types and their relation to dtypes and tags.

#include "ir/Dialect.h"

#include <lith/abi.h>

#define GET_TYPEDEF_CLASSES
#include "ir/LithTypes.cpp.inc"

using namespace mlir;
using namespace lith::ir;

void LithDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "ir/LithTypes.cpp.inc"
      >();
}

TensorType lith::ir::tensorType(Type type) {
  if (auto storage = dyn_cast<StorageType>(type))
    return storage.getTensor();
  return dyn_cast<TensorType>(type);
}

int lith::ir::dtypeOf(Type element) {
  return TypeSwitch<Type, int>(element)
      .Case([](IntegerType type) {
        switch (type.getWidth()) {
        case 1:
          return int(LITH_BOOL8);
        case 8:
          return int(type.isUnsigned() ? LITH_UINT8 : LITH_INT8);
        case 16:
          return int(LITH_INT16);
        case 32:
          return int(LITH_INT32);
        case 64:
          return int(LITH_INT64);
        default:
          return -1;
        }
      })
      .Case([](Float16Type) { return int(LITH_FLOAT16); })
      .Case([](BFloat16Type) { return int(LITH_BFLOAT16); })
      .Case([](Float32Type) { return int(LITH_FLOAT32); })
      .Case([](Float64Type) { return int(LITH_FLOAT64); })
      .Case([](ComplexType type) {
        return int(type.getElementType().isF64() ? LITH_COMPLEX128 : LITH_COMPLEX64);
      })
      .Default([](Type) { return -1; });
}

Type lith::ir::elementType(MLIRContext *context, int dtype) {
  Builder builder(context);
  switch (dtype) {
  case LITH_UINT8:
    return builder.getIntegerType(8, false);
  case LITH_INT8:
    return builder.getI8Type();
  case LITH_INT16:
    return builder.getI16Type();
  case LITH_INT32:
    return builder.getI32Type();
  case LITH_INT64:
    return builder.getI64Type();
  case LITH_FLOAT16:
    return builder.getF16Type();
  case LITH_BFLOAT16:
    return builder.getBF16Type();
  case LITH_FLOAT32:
    return builder.getF32Type();
  case LITH_FLOAT64:
    return builder.getF64Type();
  case LITH_COMPLEX64:
    return ComplexType::get(builder.getF32Type());
  case LITH_COMPLEX128:
    return ComplexType::get(builder.getF64Type());
  case LITH_BOOL8:
    return builder.getI1Type();
  default:
    return {};
  }
}

int64_t lith::ir::dtypeBytes(int dtype) {
  switch (dtype) {
  case LITH_COMPLEX128:
    return 16;
  case LITH_INT64:
  case LITH_FLOAT64:
  case LITH_COMPLEX64:
    return 8;
  case LITH_INT32:
  case LITH_FLOAT32:
    return 4;
  case LITH_INT16:
  case LITH_FLOAT16:
  case LITH_BFLOAT16:
    return 2;
  default:
    return 1;
  }
}

int lith::ir::tagOf(Type type) {
  return TypeSwitch<Type, int>(type)
      .Case([](IntegerType type) { return int(type.getWidth() == 1 ? LITH_BOOL : LITH_INT); })
      .Case([](FloatType) { return int(LITH_FLOAT); })
      .Case([](ComplexType) { return int(LITH_COMPLEX); })
      .Case<TensorType, StorageType>([](Type) { return int(LITH_TENSOR); })
      .Case([](StrType) { return int(LITH_STR); })
      .Case([](ListType) { return int(LITH_LIST); })
      .Case([](TupleType) { return int(LITH_TUPLE); })
      .Case([](DictType) { return int(LITH_DICT); })
      .Case([](SetType) { return int(LITH_SET); })
      .Case([](RecordType) { return int(LITH_RECORD); })
      .Case([](CellType) { return int(LITH_CELL); })
      .Case([](ExceptionType) { return int(LITH_EXCEPTION); })
      .Case([](IteratorType) { return int(LITH_ITERATOR); })
      .Case([](ClosureType) { return int(LITH_CLOSURE); })
      .Case([](NodeType) { return int(LITH_NODE); })
      .Default([](Type) { return -1; });
}

bool lith::ir::isCounted(Type type) { return isa<BoxType>(type) || tagOf(type) >= LITH_REF_FIRST; }

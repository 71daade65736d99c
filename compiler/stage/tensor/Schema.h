// Schema.h: the parameters of an operator's schema.
#ifndef LITH_STAGE_TENSOR_SCHEMA_H
#define LITH_STAGE_TENSOR_SCHEMA_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <string_view>
#include <vector>

namespace lith::stage::tensor {

struct SchemaParameter {
  enum class Type : uint8_t {
    Other,
    Tensor,
    Index,  ///< a tensor of integers, which become int64
    Mask,   ///< a tensor whose elements become bool
    Int,    ///< known while the program is compiled
    SymInt, ///< of run time too
    Ints,   ///< a list of either
    Float,
    Bool,
    Dtype
  } type;
  std::string name;
  bool keywordOnly;
  bool isTensor() const { return type >= Type::Tensor && type <= Type::Mask; }
};

/// The parameters of "add(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor".
std::vector<SchemaParameter> parametersOf(std::string_view schema);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_SCHEMA_H

// OperatorTable.h: the operator table as data, for the stage.
//
// Generated from the records of compiler/ops and the functions of prelude; all
// strings live as long as the process.
#ifndef LITH_OPS_OPERATORTABLE_H
#define LITH_OPS_OPERATORTABLE_H

#include <cstdint>
#include <span>
#include <string_view>

namespace lith::ops {

/// How the result's dtype follows from the arguments' (see TensorBase.td).
enum class DtypeRule : uint8_t {
  Same,
  Float,
  Promote,
  PromoteFloat,
  Bool,
  Int64,
  Real,
  Given,
  Python
};
/// Which dtypes an operator accepts.
enum class Domain : uint8_t { Any, Number, Real, RealNumber, Integral, Integer, Floating, Complex };

struct Operator {
  enum class Kind : uint8_t {
    Operation, ///< an operation `lith.<name>`
    Runtime,   ///< a call of the runtime function <name>
    Composite  ///< the function <name> of the prelude's `file`
  } kind;
  std::string_view name, file, schema;
  DtypeRule dtypeRule;
  Domain domain;
};

struct Spelling {
  std::string_view text; ///< "torch.add", "Tensor.add", "+", "unary -"
  const Operator *op;
};

struct PreludeFile {
  std::string_view name, text;
};

std::span<const Operator> operators();
/// Every spelling, sorted.
std::span<const Spelling> spellings();
std::span<const PreludeFile> preludeFiles();

/// The operator that a Python name or operator symbol calls; null: none.
const Operator *findOperator(std::string_view spelling);
/// The primitive `prim.<name>`; null: none.
const Operator *findPrimitive(std::string_view name);

} // namespace lith::ops

#endif // LITH_OPS_OPERATORTABLE_H

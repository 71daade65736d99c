// TensorBase.td: what every tensor primitive's entry says
//
// An entry is the only source of its operator's facts. Beside the usual ODS
// parts it has
//   spellings   the Python names (and operator symbols) that call it directly;
//               names that need argument handling belong to a prelude function
//   schema      the signature in PyTorch's schema form
//   dtypeRule   how the result's dtype follows from the arguments':
//                 same           that of `self`
//                 float          that of `self`; ints and bools give the default dtype
//                 promote        torch.result_type of all operands
//                 promote_float  promote, then as float
//                 bool | int64   always
//                 real           that of `self`; complex gives its real dtype
//                 sum            that of `self`; ints and bools give int64
//                 given          the argument `dtype` says
//   domain      the dtypes that are accepted: any, number (not bool), real (not
//               complex), realnumber, integral (ints and bool), floating (not
//               ints; with rule `float` ints were converted before)
//   shapeRule   same, broadcast, or a phrase for the documentation
//   examples    `call == result` in Python on tensors, tested against eager PyTorch
//   rejects     `Cn: call`, tested to raise what eager raises
//
// Operands of an elementwise operator have ONE dtype and broadcast right
// aligned; scalars are operands as they are. Shape checks are operations of
// their own, so these never raise.
//===----------------------------------------------------------------------===//
#ifndef LITH_OPS_TENSORBASE_TD
#define LITH_OPS_TENSORBASE_TD

include "ir/LithBase.td"

// Facts beside the ODS parts, the same for operations and for runtime functions.
class Lith_OperatorFacts {
  string schema = "";
  string domain = "any";
}

// An operator that is a call of the runtime function `lith_rt_<function>`:
// no operation of the dialect, but the same facts. Several results come as a
// tuple.
class Lith_RuntimeOperator<string text, string schemaText> : Lith_OperatorFacts {
  string summary = text;
  string description = "";
  let schema = schemaText;
  string dtypeRule = "same";
  list<string> spellings = [];
  string shapeRule = "";
  list<string> examples = [];
  list<string> rejects = [];
}

#endif // LITH_OPS_TENSORBASE_TD

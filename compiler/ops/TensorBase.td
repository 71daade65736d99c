// TensorBase.td: what every tensor primitive's entry says
//
// An entry is the only source of its operator's facts. Beside the usual ODS
// parts it has
//   spellings   the Python names (and operator symbols) that call it directly;
//               names that need argument handling belong to a prelude function
//   schema      the signature in PyTorch's schema form
//   dtypeRule   how the result's dtype follows from the arguments'
//   domain      the dtypes that are accepted
//   shape       the sizes of what a runtime function gives, by its operands (facts.py, SHAPES)
//   callees     the runtime functions that give its result; of a runtime operator the one of its
//               name, where nothing else is said
//   aliases     whether that result may share the memory of a tensor argument
//   layout, effects, cost, autocast, out, inPlace, dims, vmap, numpy, numbers, checked, nonEmpty,
//   divides, kernel
//               as OperatorTable.h explains them: it has the words of each key. The decorator
//               of a prelude function takes the same keys, as in `in_place="put"`
//   gradient    the rule of its gradient
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
  string shape = "";
  list<string> callees = [];
  bit aliases = 0;
  string layout = "unknown";
  string effects = "none";
  string cost = "dear";
  string autocast = "none";
  string out = "converted";
  string inPlace = "elements";
  string dims = "own";
  string vmap = "rule";
  string numpy = "numbers";
  bit numbers = 0;
  bit checked = 0;
  bit nonEmpty = 0;
  bit divides = 0;
  string kernel = "";
  string gradient = "none yet";
}

// An operator that the stage makes of other operations: none of the dialect,
// but the same facts.
class Lith_StagedOperator<string text, string schemaText> : Lith_OperatorFacts {
  string summary = text;
  string description = "";
  let schema = schemaText;
  string dtypeRule = "same";
  list<string> spellings = [];
  string shapeRule = "";
  list<string> examples = [];
  list<string> rejects = [];
}

// One that is a call of the runtime function `lith_rt_<function>`. Several
// results come as a tuple.
class Lith_RuntimeOperator<string text, string schemaText>
    : Lith_StagedOperator<text, schemaText>;

#endif // LITH_OPS_TENSORBASE_TD

// TensorBase.td: what every tensor primitive's entry says
//
// An entry is the only source of its operator's facts. Beside the usual ODS
// parts it has
//   spellings   the Python names (and operator symbols) that call it directly;
//               names that need argument handling belong to a prelude function
//   schema      the signature in PyTorch's schema form, with two types more: an `Index` is a tensor
//               of integers, which become int64, the elements of a `Mask` become bool
//   dtypeRule   how the result's dtype follows from the arguments'
//   domain      the dtypes that are accepted
//   shape       the sizes of what a runtime function gives, by its operands (facts.py, SHAPES)
//   callees     the runtime functions that give its result; of a runtime operator the one of its
//               name, where nothing else is said
//   aliases     whether that result may share the memory of a tensor argument
//   layout, effects, exact, cost, autocast, out, inPlace, dims, vmap, numpy, numbers, checked, nonEmpty,
//   divides, restores, kernel
//               as OperatorTable.h explains them: it has the words of each key. The decorator
//               of a prelude function takes the same keys, as in `in_place="put"`
//   gradient    the rule of its gradient: a function of prelude/gradients (gradients.py there says
//               what it takes), `zero`, `none` (no result has one), or `view`. What gives tensors
//               says one of them
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
include "ops/TensorOperator.td"

// Facts beside the ODS parts, the same for operations and for runtime functions.
class Lith_OperatorFacts {
  string schema = "";
  string domain = "any";
  string shape = "";
  list<string> callees = [];
  bit aliases = 0;
  string layout = "unknown";
  string effects = "none";
  string exact = "nothing";
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
  bit restores = 0;
  string kernel = "";
  string gradient = "";
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

/// Elementwise operators: operands of one dtype (numbers take the tensors'), broadcast right-aligned.
/// They never raise: shapes are checked by operations of their own.
class Lith_Elementwise<string mnemonic, list<Trait> traits = []>
    : Lith_Op<mnemonic, !listconcat([Pure, Lith_ElementwiseTrait, Lith_TensorOperatorInterface], traits)> {
  let results = (outs Lith_Tensor:$result);
}
class Lith_ElementwiseUnary<string mnemonic, list<Trait> traits = []>
    : Lith_Elementwise<mnemonic, traits> {
  let arguments = (ins Lith_Operand:$operand);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
class Lith_ElementwiseBinary<string mnemonic, list<Trait> traits = []>
    : Lith_Elementwise<mnemonic, traits> {
  let arguments = (ins Lith_Operand:$lhs, Lith_Operand:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}

/// Reductions over the dimensions `dims` (empty: all), kept as size 1 with `keepdim`.
class Lith_Reduction<string mnemonic, list<Trait> traits = []>
    : Lith_Op<mnemonic, !listconcat([Pure, Lith_ReductionInterface, Lith_TensorOperatorInterface], traits)> {
  let arguments = (ins Lith_Tensor:$operand, DenseI64ArrayAttr:$dims, BoolAttr:$keepdim);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

/// Views: the same elements under another geometry, of a tensor value or of a storage.
class Lith_View<string mnemonic, list<Trait> traits = []>
    : Lith_Op<mnemonic, !listconcat([Pure, Lith_ViewTrait, Lith_TensorOperatorInterface], traits)> {
  let results = (outs Lith_TensorLike:$result);
}

/// Operators that become a runtime call or a kernel of their own.
class Lith_TensorOp<string mnemonic, list<Trait> traits = []>
    : Lith_Op<mnemonic, !listconcat([Pure, Lith_TensorOperatorInterface], traits)>;

/// A call of the runtime function of its name. The build compares operands and results with those
/// of lith/functions.def.
class Lith_RuntimeCall<string function, string text, dag operands,
                       dag outcome = (outs Lith_Tensor:$result), list<Trait> traits = []>
    : Lith_Op<function, !listconcat([Lith_RuntimeCallInterface,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>], traits)> {
  let summary = text;
  let arguments = operands;
  let results = outcome;
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      addRuntimeEffects(*this, getFunction(), effects);
    }
  }];
}

/// One that is an operator as well, the primitive `prim.<function>` of the prelude. Several results
/// come as a tuple.
class Lith_RuntimeOp<string function, string text, string schemaText, dag operands,
                     dag outcome = (outs Lith_Tensor:$result)>
    : Lith_RuntimeCall<function, text, operands, outcome, [Lith_TensorOperatorInterface]>,
      Lith_OperatorFacts {
  let schema = schemaText;
  let dtypeRule = "same";
}

#endif // LITH_OPS_TENSORBASE_TD

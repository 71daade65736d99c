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

// The words of a record's key are the enumerators of the enum of its name, in snake case:
// `autocast = "lower"` is Autocast::Lower. facts.py reads them here, and refuses other words.

/// How the result's dtype follows from the arguments'.
enum class DtypeRule : uint8_t {
  Same,         ///< that of `self`
  Float,        ///< that of `self`; ints and bools give the default dtype
  Promote,      ///< torch.result_type of all operands
  PromoteFloat, ///< promote, then as float
  Bool,         ///< always bool
  Int64,        ///< always int64
  Real,         ///< that of `self`; complex gives its real dtype
  Given,        ///< the argument `dtype` says
  Python        ///< a number of Python
};
/// Which dtypes an operator accepts.
enum class Domain : uint8_t {
  Any,
  Number,     ///< not bool
  Real,       ///< not complex
  RealNumber, ///< neither
  Integral,   ///< ints and bool
  Integer,    ///< ints
  Floating,   ///< not ints; with the rule `float` ints were converted before
  Complex
};
/// How the result of a runtime function lies in memory.
enum class Layout : uint8_t {
  Unknown,
  Rows,    ///< in row-major order
  First,   ///< as its first operand
  Second,  ///< as its second operand
  Channels ///< in row-major order; images and volumes with channels last where all operands are
};
/// What a runtime function does beside giving its result.
enum class Effects : uint8_t {
  None,
  Draws ///< takes numbers from the generator, or sets it
};
/// What torch.autocast does with floating arguments, as PyTorch's lists for the CPU say.
enum class Autocast : uint8_t {
  None,
  Lower,  ///< converts them to the dtype of the region; in place it is refused
  Single, ///< converts them to float32
  Widest, ///< converts them to float32 where one of them has it
  Refused ///< Lith does not know
};
/// What `out=` does with a result of another dtype than `out` has.
enum class Out : uint8_t {
  Converted,
  Computed, ///< the operator computes in the dtype of `out`
  Numbers,  ///< the same, laid into an `out` of as many elements
  Type,     ///< error: Expected out type to be ...
  BoolOnly, ///< error: ... only supports bool tensor for result
  Match,    ///< error: Expected the dtype for input and out to match
  Found,    ///< error: Found dtype ... but expected ...
  Expected  ///< error: Expected out tensor to have dtype ...
};
/// What `x.f_()` writes in x, and so what of x its other arguments may share.
enum class InPlace : uint8_t {
  Elements,  ///< each element at its place: the same elements in the same order, or nothing
  Product,   ///< a product that was computed before: anything
  Put,       ///< elements anywhere: nothing
  IndexPut,  ///< as Put; only warns where elements of x share their place
  IndexFill, ///< as IndexPut, but the value that is filled in may be an element of x
  Mask,      ///< as IndexPut, of the first argument only
  Geometry,  ///< other sizes and strides over its memory, and no elements
  Squeeze    ///< as Geometry; nothing where no dimension is left out
};
/// What the dimensions that arguments name count.
enum class Dims : uint8_t {
  Own,     ///< those of the first tensor
  OneMore, ///< those of the result, which has one more
  Widest,  ///< those of the tensor among the arguments that has most
  Number   ///< none: an argument says how many
};
/// What torch.vmap does with a tensor that is mapped over.
enum class Vmap : uint8_t {
  Rule,  ///< calls `_map_<name>` of prelude/vmap.py, where there is one
  Whole, ///< calls the operator on the whole tensor, which stays mapped
  Raises ///< raises what eager says of a single number
};
/// What becomes of arrays and numbers of NumPy among the arguments.
enum class Numpy : uint8_t {
  Numbers, ///< numbers of Python; an array is refused
  Dtype,   ///< data, which brings its dtype along
  Array    ///< nothing
};
/// Which operands that are numbers, or tensors without dimensions (the last operand only), beside
/// tensors of half precision eager's kernels take as floats; others are rounded to it first.
enum class Exact : uint8_t { Nothing, Last, All };
/// What one element costs, for the choice of what is fused.
enum class Cost : uint8_t {
  Dear,  ///< more than a few instructions for a vector: worth computing once only
  Cheap, ///< computed again rather than stored
  Call   ///< a call for each element: never fused
};

/// The sizes of what a runtime function gives, by its operands.
struct ShapeRule {
  enum class Kind : uint8_t {
    Unknown,
    Like,     ///< those of the operand `tensor`
    Sizes,    ///< the operands from `size` on
    Size,     ///< one dimension of the operand `size`
    Vector,   ///< one dimension of any size
    Along,    ///< as Like, but the operand `size` (-1: 1) at the dimension that `dim` says
    Rows,     ///< as Like, but any number of rows
    Padded,   ///< as Like, and two amounts for each dimension from `size` on
    Selected, ///< as Like, but the sizes of the operand `size` in place of the dimension `dim`
    Joined    ///< as Like, but the sum of the sizes of all from `tensor` on at `dim`
  } kind = Kind::Unknown;
  int8_t tensor = 0, size = 0, dim = 0;
};

struct Operator {
  enum class Kind : uint8_t {
    Operation, ///< an operation `lith.<name>`
    Runtime,   ///< the same, which calls the runtime function <name>
    Staged,    ///< made of other operations by the stage
    Composite  ///< the function <name> of the prelude's `file`
  } kind;
  std::string_view name, file = "", schema;
  std::string_view kernel = ""; ///< what messages call eager's kernel; empty: as the operator
  /// The function of the prelude that gives the gradients of `tensors`; or "zero", "none", "view".
  /// Empty: it gives no tensors; of a composite: its body is differentiated.
  std::string_view gradient = "";
  /// The parameters that hold tensors, with a space between: what `needs` of a rule and what it
  /// returns have entries for, in this order. Empty where there is no rule.
  std::string_view tensors = "";
  DtypeRule dtypeRule = DtypeRule::Same;
  Domain domain = Domain::Any;
  Layout layout = Layout::Unknown;
  Effects effects = Effects::None;
  Autocast autocast = Autocast::None;
  Out out = Out::Converted;
  InPlace inPlace = InPlace::Elements;
  Dims dims = Dims::Own;
  Vmap vmap = Vmap::Rule;
  Numpy numpy = Numpy::Numbers;
  Exact exact = Exact::Nothing;
  Cost cost = Cost::Dear;
  ShapeRule shape = {};
  bool aliases = false;  ///< the result of the runtime function may share a tensor's memory
  bool numbers = false;  ///< PyTorch takes numbers where the signature says Tensor
  bool checked = false;  ///< RuntimeError of a dtype that it does not take, as it looks first
  bool nonEmpty = false; ///< folds one element at least
  bool divides = false;  ///< raises where an integer is divided by 0
  /// The `__exit__` of a manager that takes no part in exceptions: all it does, whatever was
  /// raised, is to set ambient values to what it or the manager knows.
  bool restores = false;
};

struct Spelling {
  std::string_view text; ///< "torch.add", "Tensor.add", "+", "unary -"
  const Operator *op;
};

struct Callee {
  std::string_view name; ///< of the runtime function
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
/// The same, also for the in-place form `Tensor.add_` of a name; null: none.
const Operator *recordOf(std::string_view spelling);
/// The composite that is this function of the prelude; null: it is none.
const Operator *findComposite(std::string_view name);
/// The record of the primitive `prim.<name>`, and of the operation `lith.<name>`; null: none.
const Operator *findPrimitive(std::string_view name);
/// The record whose runtime function `lith_rt_<callee>` is; null: none.
const Operator *findCallee(std::string_view callee);
/// The record of the operation `lith.<name>`, or of the runtime function that it calls; it has one.
const Operator &recordOfOperation(std::string_view operation);

} // namespace lith::ops

#endif // LITH_OPS_OPERATORTABLE_H

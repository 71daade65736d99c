// LithOps.td: the operations of the language: numbers, boxes, runtime calls,
// control flow, exceptions, constants, tensor objects, fused groups, counting.
// Tensor operators are in compiler/ops.
#ifndef LITH_IR_LITHOPS_TD
#define LITH_IR_LITHOPS_TD

include "ir/LithBase.td"
include "ir/Gradients.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"

//===-- Numbers ---------------------------------------------------------===//

def Lith_Number : AnyTypeOf<[I64, F64, I1], "int, float or bool">;

class Lith_Enum<string name, list<string> cases>
    : I32EnumAttr<name, "", !foreach(i, !range(!size(cases)), I32EnumAttrCase<cases[i], i>)> {
  let cppNamespace = "::lith::ir";
}
def Lith_UnaryKind : Lith_Enum<"UnaryKind",
    ["neg", "abs", "invert", "lnot", "floor", "ceil", "trunc", "sqrt"]>;
def Lith_BinaryKind : Lith_Enum<"BinaryKind",
    ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "band", "bor", "bxor", "shl", "shr",
     "minimum", "maximum"]>;
def Lith_CompareKind : Lith_Enum<"CompareKind", ["eq", "ne", "lt", "le", "gt", "ge"]>;

def Lith_UnaryOp : Lith_Op<"unary", [SameOperandsAndResultType,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A number from a number, as Python computes it";
  let description = [{
    neg and abs of the least int raise OverflowError; sqrt of a negative float raises ValueError.
    `safe`: proved not to raise.
    - C1: `invert` takes ints, `lnot` bools, floor, ceil, trunc and sqrt floats, neg and abs both numbers.
  }];
  let arguments = (ins Lith_UnaryKind:$kind, Lith_Number:$operand, UnitAttr:$safe);
  let results = (outs Lith_Number:$result);
  let assemblyFormat = "$kind $operand (`safe` $safe^)? attr-dict `:` type($operand)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Lith_BinaryOp : Lith_Op<"binary", [AllTypesMatch<["lhs", "rhs"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A number from two numbers of one type, as Python computes it";
  let description = [{
    An int result outside 64 bits raises OverflowError, a zero divisor ZeroDivisionError, a negative
    shift ValueError. `truediv` of ints gives a float, `pow` of ints takes no negative exponent, `pow` of
    floats gives no complex number. `safe`: proved not to raise.
    - C1: add, sub, mul, truediv, floordiv, mod, pow, minimum, maximum take ints or floats.
    - C2: band, bor, bxor take ints or bools; shl, shr ints.
    - C3: the result has the operands' type, except that truediv of ints gives f64.
  }];
  let arguments = (ins Lith_BinaryKind:$kind, Lith_Number:$lhs, Lith_Number:$rhs,
                       UnitAttr:$safe);
  let results = (outs Lith_Number:$result);
  let builders = [OpBuilder<(ins "BinaryKind":$kind, "::mlir::Value":$lhs, "::mlir::Value":$rhs)>];
  let assemblyFormat = "$kind $lhs `,` $rhs (`safe` $safe^)? attr-dict `:` type($lhs) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Lith_CompareOp : Lith_Op<"compare", [Pure, AllTypesMatch<["lhs", "rhs"]>]> {
  let summary = "Compares two numbers of one type; a comparison with nan is false, except ne";
  let arguments = (ins Lith_CompareKind:$kind, Lith_Number:$lhs,
                       Lith_Number:$rhs);
  let results = (outs I1:$result);
  let assemblyFormat = "$kind $lhs `,` $rhs attr-dict `:` type($lhs)";
  let hasFolder = 1;
}

def Lith_ConvertOp : Lith_Op<"convert", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "int(), float() or bool() of a number";
  let description = [{
    int of nan raises ValueError, of an infinity OverflowError, as does what 64 bits cannot hold.
    - C1: int, float and bool only, to another type.
  }];
  let arguments = (ins Lith_Number:$operand);
  let results = (outs Lith_Number:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Lith_ChooseOp : Lith_Op<"choose", [Pure, AllTypesMatch<["yes", "no", "result"]>]> {
  let summary = "One of two numbers";
  let arguments = (ins I1:$condition, Lith_Number:$yes, Lith_Number:$no);
  let results = (outs Lith_Number:$result);
  let assemblyFormat = "$condition `,` $yes `,` $no attr-dict `:` type($result)";
  let hasFolder = 1;
}

//===-- Constants -------------------------------------------------------===//

def Lith_ConstantOp : Lith_Op<"constant", [Pure, ConstantLike]> {
  let summary = "A number, a string, or a boxed None";
  let description = [{
    - C1: an integer attribute of the result's type for i64 and i1, a float for f64, two floats for a
      complex, a string for !lith.str, unit for !lith.box (None).
  }];
  let arguments = (ins AnyAttr:$value);
  let results = (outs Lith_Value:$result);
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "int64_t":$value)>, OpBuilder<(ins "double":$value)>,
                  OpBuilder<(ins "bool":$value)>, OpBuilder<(ins "::llvm::StringRef":$value)>,
                  OpBuilder<(ins "const char *":$value)>];
}

def Lith_ConstTensorOp : Lith_Op<"const_tensor", [Pure]> {
  let summary = "The tensor `index` of the program's constants";
  let arguments = (ins I64Attr:$index, DenseI64ArrayAttr:$sizes);
  let results = (outs Lith_TensorLike:$result);
  let assemblyFormat = "$index $sizes attr-dict `:` type($result)";
}

def Lith_PackedTensorOp : Lith_Op<"packed_tensor", [Pure]> {
  let summary = "The matrix `index` of the program's constants, in panels for products with it from the right";
  let description = [{
    `transposed`: the constant is the matrix's transpose. The layout is described at LITH_PANEL_COLUMNS (lith/abi.h);
    only `lith.matmul_packed` reads it.
  }];
  let arguments = (ins I64Attr:$index, UnitAttr:$transposed);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "$index (`transposed` $transposed^)? attr-dict `:` type($result)";
}

def Lith_OpaqueOp : Lith_Op<"opaque", [Pure]> {
  let summary = "A boxed host object: its index in the program's table of opaque objects";
  let arguments = (ins I64Attr:$index);
  let results = (outs Lith_BoxType:$result);
  let assemblyFormat = "$index attr-dict";
}

def Lith_StateOp : Lith_Op<"state", [MemoryEffects<[MemRead]>]> {
  let summary = "The tensor `index` of the instance's mutable state";
  let arguments = (ins I64Attr:$index);
  let results = (outs Lith_StorageType:$result);
  let assemblyFormat = "$index attr-dict `:` type($result)";
}

def Lith_DataOp : Lith_Op<"data", [Pure]> {
  let summary = "Bytes of the program, zero-terminated, for runtime functions";
  let arguments = (ins StrAttr:$bytes);
  let results = (outs Lith_PtrType:$result);
  let assemblyFormat = "$bytes attr-dict";
}

def Lith_FunctionPointerOp : Lith_Op<"function_pointer", [Pure]> {
  let summary = "The address of a function of the module, for runtime functions";
  let arguments = (ins FlatSymbolRefAttr:$callee);
  let results = (outs Lith_PtrType:$result);
  let assemblyFormat = "$callee attr-dict";
}

//===-- Boxes -----------------------------------------------------------===//

def Lith_UndefOp : Lith_Op<"undef", [Pure]> {
  let summary = "A null box: a name or arm that holds nothing";
  let results = (outs Lith_BoxType:$result);
  let assemblyFormat = "attr-dict";
}

def Lith_NullOp : Lith_Op<"null", [Pure]> {
  let summary = "The null or zero of a type, for a variable that one path leaves undefined";
  let results = (outs Lith_Value:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Lith_BoxOp : Lith_Op<"box", [Pure]> {
  let summary = "Adds the tag of its type to a value";
  let arguments = (ins Lith_Value:$operand);
  let results = (outs Lith_BoxType:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let hasFolder = 1;
}

def Lith_UnboxOp : Lith_Op<"unbox", [Pure]> {
  let summary = "The value in a box whose tag is known; not checked";
  let arguments = (ins Lith_BoxType:$box);
  let results = (outs Lith_Value:$result);
  let assemblyFormat = "$box attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Lith_TagOp : Lith_Op<"tag", [Pure]> {
  let summary = "The tag of a box (lith_tag); of a tensor or storage box LITH_TENSOR";
  let arguments = (ins Lith_BoxType:$box);
  let results = (outs I64:$result);
  let assemblyFormat = "$box attr-dict";
  let hasFolder = 1;
}

//===-- Calls -----------------------------------------------------------===//

def Lith_RtOp : Lith_Op<"rt", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<Lith_RuntimeCallInterface, ["getFunction", "getArrayLengths"]>]> {
  let summary = "Calls a function of the runtime that is about Python's objects";
  let description = [{
    Everything about the function is in lith/functions.def. An array of its signature takes any number
    of operands in place of its count; where there are several counts, `segments` gives them.
    - C1: the callee is in the table.   - C2: the operands are those of its signature.
    - C3: the result is that of its signature.   - C4: no operation of its own calls the function.
  }];
  let arguments = (ins StrAttr:$callee, Variadic<Lith_Value>:$args,
                       OptionalAttr<DenseI64ArrayAttr>:$segments);
  let results = (outs Optional<Lith_Value>:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Lith_CallOp : Lith_Op<"call", [Lith_MayRaise, MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Calls a function of the module, which may raise; arguments are borrowed";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Lith_Value>:$args);
  let results = (outs Variadic<Lith_Value>:$outputs);
  let assemblyFormat = "$callee `(` $args `)` attr-dict `:` functional-type($args, $outputs)";
}

def Lith_KeyMethodsOp : Lith_Op<"key_methods", [MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "Names the functions that hash and compare keys with methods of the user's";
  let description = [{
    Such keys are records of the classes, and objects of before the call, that `which` says:
    numbers of classes, and of objects, the latter inverted.
    What `captured` has is passed on behind each key, and has to live until the function returns.
    - C1: `hash` takes a box and gives one, `equal` takes two; both take `captured` behind them.
  }];
  let arguments = (ins FlatSymbolRefAttr:$hash, FlatSymbolRefAttr:$equal,
                       DenseI64ArrayAttr:$which, Variadic<Lith_Value>:$captured);
  let assemblyFormat =
      "$hash `,` $equal `,` $which (`(` $captured^ `:` type($captured) `)`)? attr-dict";
}

//===-- Exceptions and checks -------------------------------------------===//

def Lith_CheckOp : Lith_Op<"check", [Lith_MayRaise, MemoryEffects<[MemWrite]>]> {
  let summary = "Raises when the condition is false";
  let description = [{
    {0}, {1} ... in `message` are the arguments as str() gives them, {{ and }} are braces.
    - C1: `exception` names a built-in class.
  }];
  let arguments = (ins I1:$condition, StrAttr:$exception, StrAttr:$message,
                       Variadic<Lith_Value>:$args);
  let assemblyFormat =
      "$condition `,` $exception $message (`(` $args^ `:` type($args) `)`)? attr-dict";
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def Lith_RaiseOp : Lith_Op<"raise", [Terminator, Lith_ConsumesOperands, MemoryEffects<[MemWrite]>]> {
  let summary = "Leaves the function with an exception";
  let arguments = (ins Lith_ExceptionType:$exception);
  let assemblyFormat = "$exception attr-dict";
}

def Lith_UnreachableOp : Lith_Op<"unreachable", [Terminator]> {
  let summary = "Ends a block that is never entered";
  let assemblyFormat = "attr-dict";
}

def Lith_RaisedOp : Lith_Op<"raised", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Whether the operation before it raised";
  let description = [{
    - C1: stands directly after an operation that may raise, and no other use of that operation's
      results is reached while the exception is pending.
  }];
  let results = (outs I1:$result);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Lith_PollOp : Lith_Op<"poll", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Leaves the function where a signal's handler raises, past the handlers of the program";
  let assemblyFormat = "attr-dict";
}

def Lith_CatchOp : Lith_Op<"catch", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Takes the pending exception, so that none is pending";
  let results = (outs Lith_ExceptionType:$result);
  let assemblyFormat = "attr-dict";
}

//===-- Tensor objects --------------------------------------------------===//

def Lith_DimOp : Lith_Op<"dim", [Pure]> {
  let summary = "The size of one dimension";
  let description = [{ - C1: 0 <= dim < rank. }];
  let arguments = (ins Lith_TensorLike:$operand, I64Attr:$dim);
  let results = (outs I64:$result);
  let assemblyFormat = "$operand `[` $dim `]` attr-dict `:` type($operand)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Lith_RefineOp : Lith_Op<"refine", [Pure, Lith_ViewTrait]> {
  let summary = "The same tensor with other static sizes in its type; not checked";
  let description = [{ - C1: equal element types.   - C2: equal ranks, where both have one. }];
  let arguments = (ins Lith_TensorLike:$operand);
  let results = (outs Lith_TensorLike:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `to` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Lith_InsertOp : Lith_Op<"insert", [Pure, TypesMatchWith<
    "the result has the base's type", "base", "result", "$_self">]> {
  let summary = "`base` with the elements that `view` addresses replaced by `value`";
  let description = [{
    `view` is derived from `base` by views; both are consumed. `value` has the dtype of `view` and
    broadcasts to it. In place when nothing else refers to the storage, else on a copy.
  }];
  let arguments = (ins Lith_Tensor:$base, Lith_Tensor:$view, Lith_Operand:$value);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "$base `,` $view `,` $value attr-dict `:` type($base) `,` type($view) `,` type($value)";
}

def Lith_NewStorageOp : Lith_Op<"new_storage", [Lith_ConsumesOperands, MemoryEffects<[MemAlloc]>]> {
  let summary = "A new tensor object with the given contents";
  let arguments = (ins Lith_Tensor:$contents);
  let results = (outs Lith_StorageType:$result);
  let assemblyFormat = "$contents attr-dict `:` type($contents) `->` type($result)";
}

def Lith_LoadOp : Lith_Op<"load", [MemoryEffects<[MemRead]>]> {
  let summary = "The contents of a storage now";
  let description = [{
    With `alias` the result shares the storage's memory: every use comes before the next write to it.
    A pass sets it. - C1: the result's type is the storage's.
  }];
  let arguments = (ins Lith_StorageType:$storage, UnitAttr:$alias);
  let results = (outs Lith_Tensor:$result);
  let assemblyFormat = "$storage (`alias` $alias^)? attr-dict `:` type($storage) `->` type($result)";
}

def Lith_StoreOp : Lith_Op<"store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Replaces the elements of a storage; `value` broadcasts";
  let arguments = (ins Lith_StorageType:$storage, Lith_Operand:$value);
  let assemblyFormat = "$storage `,` $value attr-dict `:` type($storage) `,` type($value)";
}

//===-- Fused groups ----------------------------------------------------===//

def Lith_GroupOp : Lith_Op<"group", [Pure, Lith_TakesOwned, IsolatedFromAbove, SingleBlock]> {
  let summary = "Tensor operators that become one kernel";
  let description = [{
    The block's arguments are the operands; its yield gives the results.
    - C1: one block argument for each operand, of its type.   - C2: the yield's types are the results'.
  }];
  let arguments = (ins StrAttr:$kind, Variadic<Lith_Value>:$inputs);
  let results = (outs Variadic<Lith_Value>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat =
      "$kind `(` $inputs `)` attr-dict-with-keyword `:` functional-type($inputs, $outputs) $body";
  let hasRegionVerifier = 1;
}

def Lith_YieldOp : Lith_Op<"yield", [Terminator, Pure, HasParent<"GroupOp">]> {
  let summary = "The results of a group";
  let arguments = (ins Variadic<Lith_Value>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

//===-- Counting --------------------------------------------------------===//

def Lith_RetainOp : Lith_Op<"retain", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "One more owner; made by the refcount pass";
  let arguments = (ins Lith_Object:$object);
  let assemblyFormat = "$object attr-dict `:` type($object)";
}
def Lith_ReleaseOp : Lith_Op<"release", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "One owner less; null is ignored; made by the refcount pass";
  let arguments = (ins Lith_Object:$object);
  let assemblyFormat = "$object attr-dict `:` type($object)";
}
def Lith_ReleaseOthersOp : Lith_Op<"release_others", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All that the function owns but these is released; made by the refcount pass, on the way to a handler";
  let arguments = (ins Variadic<Lith_Object>:$kept);
  let assemblyFormat = "($kept^ `:` type($kept))? attr-dict";
}

#endif // LITH_IR_LITHOPS_TD

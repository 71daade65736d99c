// LithBase.td: the dialect, its types and the classes that every operation
// derives from. LithOps.td defines the operations of the language itself,
// compiler/ops/*.td the tensor operators; both form one dialect.
#ifndef LITH_IR_LITHBASE_TD
#define LITH_IR_LITHBASE_TD

include "ir/Interfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

def Lith_Dialect : Dialect {
  let name = "lith";
  let summary = "Python programs over tensors, on a control-flow graph";
  let cppNamespace = "::lith::ir";
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::cf::ControlFlowDialect"];
  let extraClassDeclaration = [{
    /// Add the operations of compiler/ops; defined there.
    void registerTensorOps();
    void registerRuntimeOps();
    /// Adds the types; in Types.cpp.
    void registerTypes();
  }];
}

//===-- Types -----------------------------------------------------------===//

class Lith_Type<string cppName, string typeMnemonic, string text> : TypeDef<Lith_Dialect, cppName> {
  let mnemonic = typeMnemonic;
  let summary = text;
}

def Lith_StrType : Lith_Type<"Str", "str", "a Python string">;
def Lith_ListType : Lith_Type<"List", "list", "a runtime list">;
def Lith_TupleType : Lith_Type<"Tuple", "tuple", "a runtime tuple">;
def Lith_DictType : Lith_Type<"Dict", "dict", "a runtime dict">;
def Lith_SetType : Lith_Type<"Set", "set", "a runtime set">;
def Lith_RecordType : Lith_Type<"Record", "record", "an instance: class and fields">;
def Lith_CellType : Lith_Type<"Cell", "cell", "one mutable value">;
def Lith_ExceptionType : Lith_Type<"Exception", "exception", "an exception instance">;
def Lith_IteratorType : Lith_Type<"Iterator", "iterator", "an iterator">;
def Lith_ClosureType : Lith_Type<"Closure", "closure", "code and its captured values">;
def Lith_NodeType : Lith_Type<"Node", "node", "a step of a computation, for its gradients; may be null">;
def Lith_BoxType : Lith_Type<"Box", "box", "any value with its tag; two registers">;
def Lith_PtrType : Lith_Type<"Ptr", "ptr", "bytes of the program, never counted">;
def Lith_StorageType : Lith_Type<"Storage", "storage", "a tensor object with identity"> {
  let description = [{
    Mutable memory seen through a geometry: `lith.load` gives its contents,
    `lith.store` replaces them, views map storages to storages that share them.
  }];
  let parameters = (ins "::mlir::TensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
}

def Lith_Complex : Complex<F64>;
/// Python's numbers. An int is checked: what leaves 64 bits raises.
def Lith_Scalar : AnyTypeOf<[I64, F64, I1, Lith_Complex], "Python number">;
def Lith_Element : AnyTypeOf<[I1, UI8, I8, I16, I32, I64, F16, BF16, F32, F64,
                              Complex<F32>, Complex<F64>], "dtype of a tensor">;
def Lith_Tensor : TensorOf<[Lith_Element]>;
/// What views apply to: a tensor value, or the storage behind a tensor object.
def Lith_TensorLike : AnyTypeOf<[Lith_Tensor, Lith_StorageType], "tensor or storage">;
/// What elementwise operators apply to, and what is written into a tensor.
def Lith_Operand : AnyTypeOf<[Lith_Tensor, I64, F64, I1, Lith_Complex], "tensor or number">;
def Lith_Object : AnyTypeOf<[Lith_StrType, Lith_ListType, Lith_TupleType, Lith_DictType,
    Lith_SetType, Lith_RecordType, Lith_CellType, Lith_ExceptionType, Lith_IteratorType,
    Lith_ClosureType, Lith_NodeType, Lith_BoxType, Lith_TensorLike, Lith_Complex], "counted value">;
def Lith_Value : AnyTypeOf<[Lith_Scalar, Lith_Object, Lith_PtrType], "value of a program">;

//===-- Traits ----------------------------------------------------------===//

class Lith_Trait<string name> : NativeOpTrait<name> { let cppNamespace = "::lith::ir"; }
/// One result element for each broadcast operand element; fuses.
def Lith_ElementwiseTrait : Lith_Trait<"Elementwise">;
/// The result shares the first operand's memory.
def Lith_ViewTrait : Lith_Trait<"View">;
/// May leave an exception pending, always: see mayRaise() for what depends on the operation.
def Lith_MayRaise : Lith_Trait<"MayRaise">;
/// Takes over its counted operands; see consumes().
def Lith_ConsumesOperands : Lith_Trait<"ConsumesOperands">;
/// Reuses an operand's memory where it is given the last reference: the refcount pass lists such
/// operands in the attribute `owned`, and the operation then takes them over.
def Lith_TakesOwned : Lith_Trait<"TakesOwned">;

//===-- Operations ------------------------------------------------------===//

/// The class of every operation. Everything said about an operator is in its record: the fields
/// are read by the generator of Python names, stubs, docs and tests (see ops/TensorBase.td).
class Lith_Op<string mnemonic, list<Trait> traits = []> : Op<Lith_Dialect, mnemonic, traits> {
  list<string> spellings = [];
  string dtypeRule = "";
  string shapeRule = "";
  list<string> examples = [];
  list<string> rejects = [];
}

#endif // LITH_IR_LITHBASE_TD

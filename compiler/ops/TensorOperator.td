// TensorOperator.td: operations whose facts stand in a record.
#ifndef LITH_OPS_TENSOROPERATOR_TD
#define LITH_OPS_TENSOROPERATOR_TD

include "mlir/IR/OpBase.td"

def Lith_TensorOperatorInterface : OpInterface<"TensorOperator"> {
  let description = [{
    Gives the result of an operator of the table (OperatorTable.h). Passes ask the operation for a
    fact, never for its name.
  }];
  let cppNamespace = "::lith::ops";
  let methods = [
    InterfaceMethod<"The record.", "const ::lith::ops::Operator &", "getRecord", (ins), "", [{
        static const Operator &record = recordOfOperation(ConcreteOp::getOperationName());
        return record;
      }]>,
    InterfaceMethod<"The sizes of the result, by the operands.",
      "const ::lith::ops::ShapeRule &", "getShapeRule", (ins), "", [{
        return $_op.getRecord().shape;
      }]>,
    InterfaceMethod<"How the result lies in memory.", "::lith::ops::Layout", "getLayout", (ins), "",
      [{ return $_op.getRecord().layout; }]>,
    InterfaceMethod<"Whether the result may share the memory of a tensor operand.", "bool",
      "mayAlias", (ins), "", [{ return $_op.getRecord().aliases; }]>,
    InterfaceMethod<"Whether it takes numbers from the generator, or sets it.", "bool", "draws",
      (ins), "", [{ return $_op.getRecord().effects == Effects::Draws; }]>,
    InterfaceMethod<"What one element costs.", "::lith::ops::Cost", "getCost", (ins), "",
      [{ return $_op.getRecord().cost; }]>,
  ];
}

#endif // LITH_OPS_TENSOROPERATOR_TD

// Interfaces.td: what operations of several classes have in common.
#ifndef LITH_IR_INTERFACES_TD
#define LITH_IR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def Lith_RuntimeCallInterface : OpInterface<"RuntimeCall"> {
  let description = [{
    Calls one function of lith/functions.def with its operands, in their order. What the operation
    reads, writes, consumes and raises is what the table says of the function.
  }];
  let cppNamespace = "::lith::ir";
  let methods = [
    InterfaceMethod<"The function; that of the operation's name, where nothing else is said.",
      "const ::lith::ir::RuntimeFunction &", "getFunction", (ins), "", [{
        static const RuntimeFunction &function = functionOf(ConcreteOp::getOperationName());
        return function;
      }]>,
    InterfaceMethod<"The length of each array of the signature; empty where it has one at most.",
      "::llvm::ArrayRef<int64_t>", "getArrayLengths", (ins), "", [{ return {}; }]>,
  ];
}

def Lith_ReductionInterface : OpInterface<"Reduction"> {
  let description = "Folds the elements along some dimensions; fuses.";
  let cppNamespace = "::lith::ir";
  let methods = [
    InterfaceMethod<"The dimensions, sorted; empty: all.", "::llvm::ArrayRef<int64_t>", "getDims">,
    InterfaceMethod<"Whether they stay, with size 1.", "bool", "getKeepdim">,
  ];
}

#endif // LITH_IR_INTERFACES_TD

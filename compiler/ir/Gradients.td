// Gradients.td: nodes of graphs of gradients (lith/grad.h), and the histories of tensors. What else is
// done with nodes are calls of the runtime by `lith.rt`: lith/functions/gradients.def.
#ifndef LITH_IR_GRADIENTS_TD
#define LITH_IR_GRADIENTS_TD

include "ir/LithBase.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"

/// A new object of its own: it may go where nothing uses it, but is not merged with an equal one.
def Lith_NewNode : Res<Lith_NodeType, "", [MemAlloc]>;
def Lith_Saved : AnyTypeOf<[Lith_Scalar, Lith_Object], "value with a tag">;

def Lith_GradNodeOp : Lith_Op<"grad_node", [Lith_ConsumesOperands, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A node whose gradients the function `callee` computes, which may raise";
  let description = [{
    The function takes what is saved, and the gradient of each output; it gives one for each edge.
    None is the gradient that did not come, or of what gets none. Edge i leads to output `ports[i]`
    of node `edges[i]`, which may be null. The node lives as long as what it saved is needed, and
    then gives it to the function: nothing else calls that.
    `again` does the same with gradients that have histories, as those have that it gives; without
    it, no gradient of this node's gradients can be had. `observed`: the function runs code of the
    user's, also where no gradient came, as long as the node was reached. `keeps`: eager keeps
    something for these gradients, so that they are computed once only unless the graph is kept.
    `raises`: the function may raise, and what is saved is still there after it then.
    - C1: callee and again : (types of saved..., box for each output) -> (box for each edge).
    - C2: one port for each edge.   - C3: the function reads no `lith.state`: it may run in another call.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<Lith_Saved>:$saved,
                       Variadic<Lith_NodeType>:$edges, Variadic<I64>:$ports, I64Attr:$outputs,
                       OptionalAttr<FlatSymbolRefAttr>:$again, UnitAttr:$observed, UnitAttr:$keeps,
                       UnitAttr:$raises);
  let results = (outs Lith_NewNode:$result);
  let assemblyFormat = [{
    $callee `(` ($saved^ `:` type($saved))? `)` (`edges` `(` $edges^ `)` `ports` `(` $ports `)`)?
    `outputs` $outputs (`again` $again^)? (`observed` $observed^)?
    (`keeps` $keeps^)? (`raises` $raises^)? attr-dict
  }];
}

def Lith_GradLeafOp : Lith_Op<"grad_leaf"> {
  let summary = "A node without code, which collects the gradients that arrive at each output";
  let arguments = (ins I64Attr:$outputs);
  let results = (outs Lith_NewNode:$result);
  let assemblyFormat = "$outputs attr-dict";
}

def Lith_WithHistoryOp : Lith_Op<"with_history", [Pure, Lith_ViewTrait, Lith_ConsumesOperands,
    AllTypesMatch<["tensor", "result"]>]> {
  let summary = "A tensor object over the same memory whose history is output `port` of `node`";
  let description = "A null node: no history, of which the port may say why (abi.h). Views and what is computed have none until this gives them one. A null tensor stays null.";
  let arguments = (ins Lith_TensorLike:$tensor, Lith_NodeType:$node, I64:$port);
  let results = (outs Lith_TensorLike:$result);
  let assemblyFormat = "$tensor `,` $node `,` $port attr-dict `:` type($tensor)";
}

#endif // LITH_IR_GRADIENTS_TD

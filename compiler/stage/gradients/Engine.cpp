// Engine.cpp: a backward through a graph that run time knows: its engine runs all of it, and what
// arrived is taken from the leaves.
#include "stage/gradients/Backward.h"

#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/runtime/Types.h"

#include "ir/Dialect.h"

namespace lith::stage::gradients {

/// All leaves that there are: any of them may have been reached.
static std::set<Address> allLeaves(Stage &s) {
  std::set<Address> leaves;
  auto consider = [&](Address address, const Object *object) {
    if (!object || object->kind != ObjectKind::Tensor)
      return;
    const History &own = static_cast<const TensorObject *>(object)->own;
    if (own.isKnown() && own.at == address)
      leaves.insert(address);
  };
  Heap::diff(Heap(), s.state.heap,
             [&](Address address) { consider(address, s.state.heap.find(address)); });
  for (auto &[address, initial] : s.outside.initialObjects)
    if (!s.state.heap.find(address))
      consider(address, initial.get());
  return leaves;
}

/// What arrived at a leaf: a tensor like it, or None.
static Value taken(Stage &s, Address leaf) {
  ensureOutside(s, Value::ref(leaf)); // this path may not have met it yet
  const TensorObject &tensor = *s.state.heap.find<TensorObject>(leaf);
  Type type{};
  type.kind = Type::Kind::Tensor;
  auto ranked = llvm::cast<mlir::RankedTensorType>(tensor.type);
  type.dtype = uint8_t(ir::dtypeOf(ranked.getElementType()));
  type.rank = int8_t(ranked.getRank());
  Type none{};
  none.kind = Type::Kind::None;
  mlir::Value box = rt(s, "grad_take", {tensor.own.node.ssa()}, ir::BoxType::get(&s.context));
  return unbox(s, box, typeSet(s, {none, type}));
}

bool Backward::runByEngine() {
  if (request.creates)
    refuse(s, diag::Kind::UnknownGradient,
           {"a gradient, of a graph that differs from path to path or from trip to trip,"});
  std::vector<History> histories;
  for (const Root &root : request.roots)
    histories.push_back(root.history);
  std::vector<History> roots = atRunTime(s, histories);
  llvm::SmallVector<mlir::Value> operands{constantBool(s, request.keeps)}, ports, gradients;
  for (auto [root, history] : llvm::zip(request.roots, roots)) {
    operands.push_back(toBox(s, history.node));
    ports.push_back(history.port.ssa());
    gradients.push_back(toBox(s, root.gradient));
  }
  operands.append(ports);
  operands.append(gradients);
  rt(s, "grad_run", operands);
  for (Address leaf : allLeaves(s)) {
    Value gradient = taken(s, leaf);
    bool isInput = !request.inputs || llvm::any_of(*request.inputs, [&](const History &input) {
      return input.at == leaf;
    });
    if (!isInput)
      continue;
    if (request.inputs)
      arrived[placeOf({true, leaf})] = gradient;
    Result done = forEachAlternative(s, gradient, [&](Value one) -> Result {
      bool goesOn = s.isNone(one) || accumulate(Value::ref(leaf), one);
      return goesOn ? Result(s.none()) : std::nullopt;
    });
    if (!done)
      return false;
  }
  return true;
}

} // namespace lith::stage::gradients

// Functions.cpp: private functions that nothing names any more go.

#include "passes/simplify/Simplify.h"

using namespace mlir;

/// The functions that an operation in `function` names.
static llvm::SmallVector<func::FuncOp> namedBy(func::FuncOp function, SymbolTable &symbols) {
  llvm::SmallVector<func::FuncOp> named;
  function.walk([&](Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      if (auto name = dyn_cast<FlatSymbolRefAttr>(attribute.getValue()))
        if (auto found = symbols.lookup<func::FuncOp>(name.getValue()))
          named.push_back(found);
  });
  return named;
}

void lith::passes::eraseUnnamedFunctions(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::SetVector<Operation *> kept;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isPrivate())
      kept.insert(function);
  for (size_t i = 0; i < kept.size(); ++i)
    for (func::FuncOp named : namedBy(cast<func::FuncOp>(kept[i]), symbols))
      kept.insert(named);
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (!kept.contains(function))
      function.erase();
}

// Later.cpp: code of nodes of gradients, in an image of its own.
#include "driver/Later.h"

#include "codegen/Codegen.h"
#include "driver/Compile.h"
#include "passes/Passes.h"

#include <atomic>

using namespace lith;
using mlir::func::FuncOp;

namespace {

/// What a function names, and what that names, is needed where the function is.
class Reached {
public:
  explicit Reached(mlir::ModuleOp module) : symbols(module) {}

  void add(FuncOp function) {
    llvm::SmallVector<FuncOp> left{function};
    while (!left.empty()) {
      FuncOp next = left.pop_back_val();
      if (all.insert(next))
        next.walk([&](mlir::Operation *op) { addNamed(op, left); });
    }
  }
  llvm::SetVector<mlir::Operation *> all, ofNodes; ///< ofNodes: named by nodes

private:
  void addNamed(mlir::Operation *op, llvm::SmallVectorImpl<FuncOp> &left) {
    for (mlir::NamedAttribute attribute : op->getAttrs()) {
      auto name = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(attribute.getValue());
      auto named = name ? symbols.lookup<FuncOp>(name.getValue()) : FuncOp();
      if (named && llvm::isa<ir::GradNodeOp>(op))
        ofNodes.insert(named);
      else if (named)
        left.push_back(named);
    }
  }
  mlir::SymbolTable symbols;
};

bool runsNodes(mlir::ModuleOp module) {
  return module
      .walk([](ir::RtOp call) {
        return call.getCallee() == "grad_run" ? mlir::WalkResult::interrupt()
                                              : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

void declare(FuncOp function, mlir::Attribute number) {
  mlir::OpBuilder builder(function);
  auto declaration =
      FuncOp::create(builder, function.getLoc(), function.getName(), function.getFunctionType());
  declaration.setPrivate();
  declaration->setAttr(codegen::nodeFunction, number);
}

/// The functions, and then their code.
struct Pending {
  mlir::OwningOpRef<mlir::ModuleOp> functions;
  Image tables;
  std::shared_ptr<const Executable> code;
  std::atomic<const Executable *> made = nullptr; ///< `code`, without the lock
  std::string error;                              ///< why there is no code

  void make() {
    auto image = std::make_shared<Image>(std::move(tables));
    bool isDone = passes::runPasses(*functions) && codegen::generate(*functions, *image, error);
    functions = nullptr;
    if (isDone)
      made = (code = Executable::load(image, error)).get();
    else if (error.empty())
      error = "the graph of the gradients is not consistent";
  }
};

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> driver::takeNodeFunctions(mlir::ModuleOp module) {
  if (runsNodes(module))
    return nullptr;
  Reached program(module), nodes(module);
  program.add(module.lookupSymbol<FuncOp>(codegen::entryName));
  for (size_t i = 0; i < program.ofNodes.size(); ++i) {
    nodes.add(llvm::cast<FuncOp>(program.ofNodes[i]));
    program.ofNodes.insert(nodes.ofNodes.begin(), nodes.ofNodes.end()); // nodes make nodes
  }
  if (program.ofNodes.empty())
    return nullptr;
  mlir::Builder attributes(module.getContext());
  mlir::OwningOpRef<mlir::ModuleOp> taken = mlir::ModuleOp::create(module.getLoc());
  for (auto [i, op] : llvm::enumerate(program.ofNodes)) {
    mlir::Attribute number = attributes.getI64IntegerAttr(int64_t(i));
    declare(llvm::cast<FuncOp>(op), number);
    op->setAttr(codegen::nodeFunction, number);
    op->setAttr(ir::takesArguments, attributes.getUnitAttr());
    llvm::cast<FuncOp>(op).setPublic();
  }
  for (mlir::Operation *op : nodes.all) {
    if (program.all.contains(op)) {
      taken->push_back(op->clone());
      continue;
    }
    op->remove();
    taken->push_back(op);
  }
  return taken;
}

Executable::Later driver::makeLater(mlir::OwningOpRef<mlir::ModuleOp> functions,
                                    mlir::ModuleOp module, Image tables) {
  int32_t count = 0;
  for (auto function : llvm::make_early_inc_range(functions->getOps<FuncOp>())) {
    if (!function->hasAttr(codegen::nodeFunction))
      continue;
    ++count;
    if (!module.lookupSymbol<FuncOp>(function.getName()))
      function.setPrivate(); // which passes erase
  }
  tables.nodeFunctions = count;
  auto pending = std::make_shared<Pending>();
  pending->functions = std::move(functions);
  pending->tables = std::move(tables);
  return [pending](std::string &error) -> const Executable * {
    if (const Executable *made = pending->made)
      return made;
    std::lock_guard lock(Compiler::instance().lock);
    try {
      if (pending->functions)
        pending->make();
    } catch (const std::exception &defect) {
      pending->error = defect.what();
    }
    error = pending->error;
    return pending->code.get();
  };
}

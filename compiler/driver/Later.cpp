// Later.cpp: code of nodes of gradients, in images of their own: one for what the nodes of a call
// run first, one for what their gradients of gradients and the nodes of those run, and so on. A
// function has one number in all of them; the first image that defines it has its code.
#include "driver/Later.h"

#include "codegen/Codegen.h"
#include "driver/Compile.h"
#include "passes/Passes.h"

#include <atomic>

using namespace lith;
using mlir::func::FuncOp;

namespace {

/// Marks what has its code made with the next module that is, and not one later still.
constexpr llvm::StringLiteral isNext = "lith.node_next";

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
  llvm::SetVector<mlir::Operation *> all;
  llvm::SetVector<mlir::Operation *> ofNodes;     ///< what a node runs first
  llvm::SetVector<mlir::Operation *> ofGradients; ///< what it runs for gradients of gradients

private:
  void addNamed(mlir::Operation *op, llvm::SmallVectorImpl<FuncOp> &left) {
    if (auto node = llvm::dyn_cast<ir::GradNodeOp>(op)) {
      ofNodes.insert(symbols.lookup(node.getCallee()));
      if (std::optional<llvm::StringRef> again = node.getAgain())
        ofGradients.insert(symbols.lookup(*again));
      return;
    }
    for (mlir::NamedAttribute attribute : op->getAttrs())
      if (auto name = llvm::dyn_cast<mlir::FlatSymbolRefAttr>(attribute.getValue()))
        if (auto named = symbols.lookup<FuncOp>(name.getValue()))
          left.push_back(named);
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

/// What a module is made for: the program, or functions of nodes.
llvm::SmallVector<FuncOp> rootsOf(mlir::ModuleOp module) {
  if (auto entry = module.lookupSymbol<FuncOp>(codegen::entryName))
    return {entry};
  llvm::SmallVector<FuncOp> roots;
  for (FuncOp function : module.getOps<FuncOp>())
    if (function.isPublic() && function->hasAttr(isNext))
      roots.push_back(function);
  return roots;
}

/// Functions of nodes that are for gradients of gradients of the module before.
llvm::SetVector<mlir::Operation *> waitingIn(mlir::ModuleOp module, const Reached &now) {
  llvm::SetVector<mlir::Operation *> waiting;
  for (FuncOp function : module.getOps<FuncOp>())
    if (function.isPublic() && function->hasAttr(codegen::nodeFunction) &&
        !now.all.contains(function))
      waiting.insert(function);
  return waiting;
}

/// How many numbers of functions of nodes are taken.
int64_t nodeFunctionsOf(mlir::ModuleOp module) {
  int64_t count = 0;
  for (FuncOp function : module.getOps<FuncOp>())
    if (auto number = function->getAttrOfType<mlir::IntegerAttr>(codegen::nodeFunction))
      count = std::max(count, number.getInt() + 1);
  return count;
}

/// Takes `functions`, and all that they lead to, out of the module; what is needed `now` stays too.
mlir::OwningOpRef<mlir::ModuleOp> moveOut(mlir::ModuleOp module,
                                          const llvm::SetVector<mlir::Operation *> &functions,
                                          const Reached &now) {
  Reached later(module);
  for (mlir::Operation *op : functions)
    later.add(llvm::cast<FuncOp>(op));
  for (size_t i = 0; i < later.ofNodes.size(); ++i) { // nodes make nodes
    later.ofNodes.insert(later.ofGradients.begin(), later.ofGradients.end());
    later.add(llvm::cast<FuncOp>(later.ofNodes[i]));
  }
  mlir::OwningOpRef<mlir::ModuleOp> taken = mlir::ModuleOp::create(module.getLoc());
  for (mlir::Operation *op : later.all) {
    if (now.all.contains(op)) {
      taken->push_back(op->clone());
      continue;
    }
    op->remove();
    taken->push_back(op);
  }
  return taken;
}

/// The functions, and then their code.
struct Pending {
  mlir::OwningOpRef<mlir::ModuleOp> functions;
  Image tables;
  std::shared_ptr<const Executable> code;
  std::atomic<const Executable *> made = nullptr; ///< `code`, without the lock
  std::string error;                              ///< why there is no code

  void make() {
    int64_t first = nodeFunctionsOf(*functions);
    mlir::OwningOpRef<mlir::ModuleOp> ofThese = driver::takeNodeFunctions(*functions);
    bool isDone = passes::runPasses(*functions);
    auto image = std::make_shared<Image>(tables);
    Executable::Later later;
    if (isDone && ofThese)
      later = driver::makeLater(std::move(ofThese), *functions, std::move(tables), first);
    isDone = isDone && codegen::generate(*functions, *image, error);
    functions = nullptr;
    if (isDone)
      made = (code = Executable::load(image, error, std::move(later))).get();
    else if (error.empty())
      error = "the graph of the gradients is not consistent";
  }
};

} // namespace

mlir::OwningOpRef<mlir::ModuleOp> driver::takeNodeFunctions(mlir::ModuleOp module) {
  if (module.lookupSymbol(codegen::entryName) && runsNodes(module))
    return nullptr;
  Reached now(module);
  for (FuncOp root : rootsOf(module))
    now.add(root);
  llvm::SetVector<mlir::Operation *> waited = waitingIn(module, now), named = now.ofNodes;
  named.insert(now.ofGradients.begin(), now.ofGradients.end());
  named.remove_if([&](mlir::Operation *op) { return now.all.contains(op); }); // it is here already
  if (named.empty() && waited.empty())
    return nullptr;
  int64_t count = nodeFunctionsOf(module);
  mlir::Builder attributes(module.getContext());
  for (mlir::Operation *op : named) {
    if (!op->hasAttr(codegen::nodeFunction))
      op->setAttr(codegen::nodeFunction, attributes.getI64IntegerAttr(count++));
    declare(llvm::cast<FuncOp>(op), op->getAttr(codegen::nodeFunction));
    op->setAttr(ir::takesArguments, attributes.getUnitAttr());
    llvm::cast<FuncOp>(op).setPublic();
  }
  for (const auto &next : {now.ofNodes, waited})
    for (mlir::Operation *op : next)
      op->setAttr(isNext, attributes.getUnitAttr());
  named.insert(waited.begin(), waited.end());
  return moveOut(module, named, now);
}

Executable::Later driver::makeLater(mlir::OwningOpRef<mlir::ModuleOp> functions,
                                    mlir::ModuleOp module, Image tables, int64_t first) {
  for (FuncOp function : functions->getOps<FuncOp>()) {
    auto number = function->getAttrOfType<mlir::IntegerAttr>(codegen::nodeFunction);
    bool isOfModule = number && number.getInt() >= first;
    if (isOfModule && !module.lookupSymbol<FuncOp>(function.getName()))
      function.setPrivate(); // which passes erase
  }
  tables.nodeFunctions = int32_t(nodeFunctionsOf(*functions));
  auto pending = std::make_shared<Pending>();
  pending->functions = std::move(functions);
  pending->tables = std::move(tables);
  return [pending](std::string &error) -> const Executable * {
    if (const Executable *made = pending->made)
      return made;
    CompilerLock lock;
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

// Codegen.cpp: every function of the module, then LLVM.

#include "codegen/Codegen.h"
#include "codegen/Target.h"
#include "codegen/host/FunctionEmitter.h"

#include "llvm/Support/raw_ostream.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith;
using namespace lith::codegen;

/// A function whose code is made when it is called.
static void emitLater(ProgramEmitter &program, func::FuncOp function) {
  llvm::Function *entry = program.entry(function);
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(entry->getContext(), "", entry));
  auto number = function->getAttrOfType<IntegerAttr>(nodeFunction);
  llvm::Value *status =
      b.CreateCall(program.runtime(*ir::findRuntimeFunction("grad_later")),
                   {entry->getArg(0), b.getInt64(number.getInt()),
                    b.getInt64(function.getNumArguments()), entry->getArg(1), entry->getArg(2)});
  b.CreateRet(b.CreateTrunc(status, b.getInt32Ty()));
}

/// Emits the forms of each function that are in use: the one with boxes, which the host and nodes
/// call, and the one without, which the rest of the program calls.
static void emitFunctions(ProgramEmitter &program, ModuleOp module) {
  llvm::DenseSet<StringAttr> entries{StringAttr::get(module.getContext(), entryName)}, called;
  auto uses = SymbolTable::getSymbolUses(&module.getBodyRegion());
  for (const SymbolTable::SymbolUse &use : *uses)
    (isa<ir::GradNodeOp>(use.getUser()) ? entries : called)
        .insert(use.getSymbolRef().getLeafReference());
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isEntry = entries.contains(function.getNameAttr()) || function->hasAttr(nodeFunction);
    if (function.isExternal())
      emitLater(program, function);
    else if (isEntry)
      FunctionEmitter(program, function, program.entry(function), true).run();
    if (called.contains(function.getNameAttr()))
      FunctionEmitter(program, function, program.function(function), false).run();
  }
}

static bool isCallable(ir::RtOp call) {
  const ir::RuntimeFunction *function = ir::findRuntimeFunction(call.getCallee());
  return function && function->split(call.getArgs().size(), call.getArrayLengths());
}

/// An operation without code, if there is one.
static Operation *findUnsupported(ModuleOp module) {
  Operation *unsupported = nullptr;
  module.walk([&](Operation *op) {
    if (isa<ModuleOp, func::FuncOp, ir::YieldOp>(op) || op->getParentOfType<ir::GroupOp>() ||
        op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    auto call = dyn_cast<ir::RtOp>(op);
    bool hasRank = !op->hasTrait<ir::View>() || isa<ir::RefineOp>(op) ||
                   ir::tensorType(op->getOperand(0).getType()).hasRank();
    bool isHandled = handlerTable().contains(op->getName().getStringRef()) && hasRank;
    if ((call ? isCallable(call) : isHandled) ||
        ir::findRuntimeFunction(op->getName().stripDialect()))
      return WalkResult::advance();
    unsupported = op;
    return WalkResult::interrupt();
  });
  return unsupported;
}

static bool translate(ModuleOp module, llvm::Module &target, llvm::TargetMachine &machine,
                      Image &image, std::string &error) {
  if (Operation *op = findUnsupported(module)) {
    auto call = dyn_cast<ir::RtOp>(op);
    error =
        "no code is generated for " +
        (call ? "a call of the runtime function " + call.getCallee() : op->getName().getStringRef())
            .str();
    return false;
  }
  target.setTargetTriple(machine.getTargetTriple());
  target.setDataLayout(machine.createDataLayout());
  ProgramEmitter program(target, machine, image);
  emitFunctions(program, module);
  if (auto entry = module.lookupSymbol<func::FuncOp>(entryName))
    image.resultCount = entry.getNumResults();
  return true;
}

bool lith::codegen::generate(ModuleOp module, Image &image, std::string &error,
                             llvm::StringRef target) {
  llvm::LLVMContext context;
  llvm::Module made("lith", context);
  llvm::TargetMachine &machine = machineOf(target);
  if (!translate(module, made, machine, image, error))
    return false;
  optimise(made, machine);
  image.object = emitObject(made, machine, error);
  return !image.object.empty();
}

std::string lith::codegen::generateText(ModuleOp module, bool optimised) {
  llvm::LLVMContext context;
  llvm::Module target("lith", context);
  Image image;
  std::string text;
  llvm::TargetMachine &machine = machineOf(nativeTarget());
  if (!translate(module, target, machine, image, text))
    return text;
  if (optimised)
    optimise(target, machine);
  llvm::raw_string_ostream stream(text);
  target.print(stream, nullptr);
  return text;
}

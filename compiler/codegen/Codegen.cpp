// Codegen.cpp: every function of the module, then LLVM.

#include "codegen/Codegen.h"
#include "codegen/Target.h"
#include "codegen/host/FunctionEmitter.h"

#include "llvm/Support/raw_ostream.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith;
using namespace lith::codegen;

/// Whether something calls the function, so that it needs a form without boxes.
static bool isCalled(func::FuncOp function, ModuleOp module) {
  auto uses = SymbolTable::getSymbolUses(function, module);
  return !uses || !uses->empty();
}

static llvm::Function *declareEntry(llvm::Module &module) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  auto *type =
      llvm::FunctionType::get(llvm::Type::getInt32Ty(context), {pointer, pointer, pointer}, false);
  auto *entry = llvm::Function::Create(type, llvm::Function::ExternalLinkage, "lith_main", module);
  entry->setDoesNotThrow();
  for (unsigned i = 0; i < 3; ++i)
    entry->addParamAttr(i, llvm::Attribute::NoAlias);
  return entry;
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

static bool translate(ModuleOp module, llvm::Module &target, Image &image, std::string &error) {
  if (Operation *op = findUnsupported(module)) {
    auto call = dyn_cast<ir::RtOp>(op);
    error =
        "no code is generated for " +
        (call ? "a call of the runtime function " + call.getCallee() : op->getName().getStringRef())
            .str();
    return false;
  }
  llvm::TargetMachine &machine = hostTarget();
  target.setTargetTriple(machine.getTargetTriple());
  target.setDataLayout(machine.createDataLayout());
  ProgramEmitter program(target, machine, image);
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isEntry = function.getName() == entryName;
    if (isEntry) {
      FunctionEmitter(program, function, declareEntry(target), true).run();
      image.resultCount = function.getNumResults();
    }
    if (!isEntry || isCalled(function, module))
      FunctionEmitter(program, function, program.function(function), false).run();
  }
  return true;
}

bool lith::codegen::generate(ModuleOp module, Image &image, std::string &error) {
  llvm::LLVMContext context;
  llvm::Module target("lith", context);
  if (!translate(module, target, image, error))
    return false;
  optimise(target);
  image.object = emitObject(target, error);
  return !image.object.empty();
}

std::string lith::codegen::generateText(ModuleOp module, bool optimised) {
  llvm::LLVMContext context;
  llvm::Module target("lith", context);
  Image image;
  std::string text;
  if (!translate(module, target, image, text))
    return text;
  if (optimised)
    optimise(target);
  llvm::raw_string_ostream stream(text);
  target.print(stream, nullptr);
  return text;
}

// Harness.cpp: module to machine code by LLVM's own loader.
#include "Harness.h"

#include "llvm/ExecutionEngine/RuntimeDyld.h"
#include "llvm/ExecutionEngine/SectionMemoryManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

#include <chrono>
#include <cstdlib>

using namespace llvm;

namespace lith::test {

struct Code::Implementation {
  SectionMemoryManager memory;
  RuntimeDyld linker{memory, memory};
  std::unique_ptr<MemoryBuffer> buffer;
  std::unique_ptr<object::ObjectFile> object;
};

static std::unique_ptr<TargetMachine> machineFor(StringRef extra) {
  static bool ready = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    sys::DynamicLibrary::LoadLibraryPermanently("libm.so.6");
    return true;
  }();
  (void)ready;
  std::string features;
  for (const auto &[name, on] : sys::getHostCPUFeatures())
    features += (features.empty() ? "" : ",") + std::string(on ? "+" : "-") + name.str();
  if (!extra.empty())
    features += "," + extra.str();
  Triple triple(sys::getProcessTriple());
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  return std::unique_ptr<TargetMachine>(
      target->createTargetMachine(triple, sys::getHostCPUName(), features, TargetOptions(),
                                  Reloc::PIC_, CodeModel::Small, CodeGenOptLevel::Less));
}

static void optimise(Module &module, TargetMachine &machine) {
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  for (Function &function : module)
    if (!function.isDeclaration())
      passes.run(function, functions);
}

Code::Code(Build build, StringRef features) : implementation(std::make_unique<Implementation>()) {
  LLVMContext context;
  Module module("test", context);
  std::unique_ptr<TargetMachine> machine = machineFor(features);
  module.setDataLayout(machine->createDataLayout());
  module.setTargetTriple(machine->getTargetTriple());
  auto start = std::chrono::steady_clock::now();
  build(module, codegen::kernelTargetOf(*machine));
  for (Function &function : module)
    function.setLinkage(Function::ExternalLinkage);
  if (verifyModule(module, &errs()))
    abort();
  optimise(module, *machine);
  if (getenv("LITH_DUMP_KERNELS"))
    module.print(errs(), nullptr);
  SmallVector<char> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager emission;
  machine->addPassesToEmitFile(emission, stream, nullptr, CodeGenFileType::ObjectFile);
  emission.run(module);
  seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  implementation->buffer = MemoryBuffer::getMemBufferCopy({bytes.data(), bytes.size()});
  implementation->object =
      cantFail(object::ObjectFile::createObjectFile(implementation->buffer->getMemBufferRef()));
  implementation->linker.loadObject(*implementation->object);
  implementation->linker.resolveRelocations();
  if (implementation->linker.hasError()) {
    errs() << implementation->linker.getErrorString() << "\n";
    abort();
  }
  implementation->memory.finalizeMemory();
}

Code::~Code() = default;

void *Code::find(StringRef name) const {
  return reinterpret_cast<void *>(implementation->linker.getSymbol(name).getAddress());
}

static void buildGraph(const codegen::Graph &graph, Module &module, codegen::KernelTarget target) {
  switch (graph.kind) {
  case codegen::GraphKind::Map:
    codegen::buildMapKernel(module, "kernel", graph, target);
    return;
  case codegen::GraphKind::Row:
    codegen::buildRowKernel(module, "kernel", graph, target);
    return;
  case codegen::GraphKind::Column:
    codegen::buildColumnKernel(module, "kernel", graph, target);
    return;
  }
}

Kernel::Kernel(const codegen::Graph &graph, StringRef features)
    : code([&](Module &module, codegen::KernelTarget target) { buildGraph(graph, module, target); },
           features),
      slots(graph.kind == codegen::GraphKind::Row ? codegen::rowScratchSlots(graph) : 0) {}

void Kernel::map(std::vector<void *> pointers, std::vector<int64_t> strides, int64_t n) const {
  using Function = void (*)(void **, const int64_t *, int64_t, const int64_t *, int64_t);
  reinterpret_cast<Function>(code.find("kernel"))(pointers.data(), strides.data(), n,
                                                  strides.data(), 1);
}

void Kernel::row(std::vector<void *> pointers, std::vector<int64_t> rowStrides,
                 std::vector<int64_t> elementStrides, int64_t rows,
                 std::vector<int64_t> counts) const {
  using Function =
      void (*)(void **, const int64_t *, const int64_t *, int64_t, const int64_t *, void *);
  size_t bytes = slots * size_t(counts[0] * 8 + 128) + 64;
  void *scratch = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  reinterpret_cast<Function>(code.find("kernel"))(
      pointers.data(), rowStrides.data(), elementStrides.data(), rows, counts.data(), scratch);
  std::free(scratch);
}

void Kernel::column(std::vector<void *> pointers, std::vector<int64_t> reducedStrides,
                    std::vector<int64_t> keptStrides, int64_t reduced, int64_t kept) const {
  using Function = void (*)(void **, const int64_t *, const int64_t *, int64_t, int64_t);
  reinterpret_cast<Function>(code.find("kernel"))(pointers.data(), reducedStrides.data(),
                                                  keptStrides.data(), reduced, kept);
}

} // namespace lith::test

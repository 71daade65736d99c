// Target.cpp: vectorising is done by whoever writes the code, so five function
// passes and the quick code generator are enough: LLVM's default pipelines take
// several times as long for code that runs no faster.

#include "codegen/Target.h"
#include "codegen/Split.h"
#include "codegen/Targets.h"

#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BasicAliasAnalysis.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LastRunTrackingAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemorySSA.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

static void setOption(StringRef name, unsigned value) {
  auto &options = cl::getRegisteredOptions();
  auto known = options.find(name);
  assert(known != options.end() && "an option of this LLVM");
  static_cast<cl::opt<unsigned> *>(known->second)->setValue(value);
}

static void limitAnalyses() {
  // The scheduler compares each access to memory with those before it in its region: by default
  // with 1,000 of them, of which each comparison looks through the dependences found so far.
  setOption("dag-maps-huge-region", 100);
  // How often a loop runs is not found by running it: for each exit, as at each sum that may
  // overflow, that would be 100 trips with all of its variables.
  setOption("scalar-evolution-max-iterations", 0);
}

static void initialise() {
  limitAnalyses();
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
}

static TargetMachine *makeMachine(StringRef description) {
  static const bool isReady = (initialise(), true);
  (void)isReady;
  bool isArm = lith::codegen::isArm(description);
  Triple triple(isArm ? "aarch64-unknown-linux-gnu" : "x86_64-unknown-linux-gnu");
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  assert(target && "this build has the backend of each target");
  auto [name, features] = description.split(',');
  StringRef cpu = isArm ? "generic" : name;
  TargetOptions options;
  return target->createTargetMachine(triple, cpu, features, options, Reloc::PIC_, CodeModel::Small,
                                     CodeGenOptLevel::Less);
}

TargetMachine &lith::codegen::machineOf(StringRef target) {
  static StringMap<std::unique_ptr<TargetMachine>> machines;
  std::unique_ptr<TargetMachine> &machine = machines[target];
  if (!machine)
    machine.reset(makeMachine(target));
  return *machine;
}

/// In blocks. A loop with thousands of exits costs LICM time that grows with their square.
static constexpr size_t largestLoopFunction = 1000;

static void registerAnalyses(FunctionAnalysisManager &functions, LoopAnalysisManager &loops,
                             ModuleAnalysisManager &modules, TargetMachine &target) {
  functions.registerPass([&] { return PassInstrumentationAnalysis(); });
  functions.registerPass([&] { return TargetIRAnalysis(target.getTargetIRAnalysis()); });
  functions.registerPass(
      [&] { return TargetLibraryAnalysis(TargetLibraryInfoImpl(target.getTargetTriple())); });
  functions.registerPass([&] { return AssumptionAnalysis(); });
  functions.registerPass([&] { return DominatorTreeAnalysis(); });
  functions.registerPass([&] { return PostDominatorTreeAnalysis(); });
  functions.registerPass([&] { return LoopAnalysis(); });
  functions.registerPass([&] { return ScalarEvolutionAnalysis(); });
  functions.registerPass([&] { return MemorySSAAnalysis(); });
  functions.registerPass([&] { return BasicAA(); });
  functions.registerPass([&] { return OptimizationRemarkEmitterAnalysis(); });
  functions.registerPass([&] { return BlockFrequencyAnalysis(); });
  functions.registerPass([&] { return BranchProbabilityAnalysis(); });
  functions.registerPass([&] { return LastRunTrackingAnalysis(); });
  functions.registerPass([&] {
    AAManager aliases;
    aliases.registerFunctionAnalysis<BasicAA>();
    return aliases;
  });
  functions.registerPass([&] { return LoopAnalysisManagerFunctionProxy(loops); });
  functions.registerPass([&] { return ModuleAnalysisManagerFunctionProxy(modules); });
  loops.registerPass([&] { return PassInstrumentationAnalysis(); });
  loops.registerPass([&] { return FunctionAnalysisManagerLoopProxy(functions); });
  modules.registerPass([&] { return PassInstrumentationAnalysis(); });
  modules.registerPass([&] { return ProfileSummaryAnalysis(); });
  modules.registerPass([&] { return FunctionAnalysisManagerModuleProxy(functions); });
}

void lith::codegen::optimise(Module &module, TargetMachine &machine) {
  splitLargeFunctions(module);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  ModuleAnalysisManager modules;
  registerAnalyses(functions, loops, modules, machine);
  FunctionPassManager passes, loopPasses;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  loopPasses.addPass(
      createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    passes.run(function, functions);
    if (function.size() <= largestLoopFunction)
      loopPasses.run(function, functions);
  }
}

std::vector<uint8_t> lith::codegen::emitObject(Module &module, TargetMachine &machine,
                                               std::string &error) {
  SmallVector<char, 0> buffer;
  raw_svector_ostream stream(buffer);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile)) {
    error = "this build of LLVM cannot write objects";
    return {};
  }
  passes.run(module);
  return std::vector<uint8_t>(buffer.begin(), buffer.end());
}

// Target.cpp: vectorising is done by whoever writes the code, so five function
// passes and the quick code generator are enough: LLVM's default pipelines take
// several times as long for code that runs no faster.

#include "codegen/Target.h"
#include "codegen/Split.h"

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
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

std::string lith::codegen::hostFeatures() {
  std::string features = sys::getHostCPUName().str();
  SmallVector<StringRef> names;
  StringMap<bool> all = sys::getHostCPUFeatures();
  for (const auto &feature : all)
    if (feature.second)
      names.push_back(feature.first());
  llvm::sort(names);
  for (StringRef name : names)
    features += ",+" + name.str();
  return features;
}

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

static TargetMachine *makeTarget() {
  limitAnalyses();
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  Triple triple("x86_64-unknown-linux-gnu");
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  assert(target && "this build has the x86 backend");
  std::string host = lith::codegen::hostFeatures();
  auto [cpu, features] = StringRef(host).split(',');
  TargetOptions options;
  return target->createTargetMachine(triple, cpu, features, options, Reloc::PIC_, CodeModel::Small,
                                     CodeGenOptLevel::Less);
}

TargetMachine &lith::codegen::hostTarget() {
  static std::unique_ptr<TargetMachine> target(makeTarget());
  return *target;
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

void lith::codegen::optimise(Module &module) {
  splitLargeFunctions(module);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  ModuleAnalysisManager modules;
  registerAnalyses(functions, loops, modules, hostTarget());
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

std::vector<uint8_t> lith::codegen::emitObject(Module &module, std::string &error) {
  SmallVector<char, 0> buffer;
  raw_svector_ostream stream(buffer);
  legacy::PassManager passes;
  if (hostTarget().addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile)) {
    error = "this build of LLVM cannot write objects";
    return {};
  }
  passes.run(module);
  return std::vector<uint8_t>(buffer.begin(), buffer.end());
}

// WithoutSelectors.cpp: instruction selectors of LLVM that no compilation here uses.
//
// Code is selected by the DAG, but for the parts of large functions on x86-64, which are not
// optimised and whose fast selector takes a third of its time. The other selectors serve LLVM's -O0
// alone, and are two megabytes of tables; since these functions are defined here, the linker leaves
// the archives' own out. A selector that is asked for all the same is null, which LLVM takes for
// "none".

namespace llvm {

class FastISel;
class FunctionLoweringInfo;
class InstructionSelector;
class TargetLibraryInfo;

namespace AArch64 {
FastISel *createFastISel(FunctionLoweringInfo &, const TargetLibraryInfo *) { return nullptr; }
} // namespace AArch64

class X86TargetMachine;
class X86Subtarget;
class X86RegisterBankInfo;
InstructionSelector *createX86InstructionSelector(const X86TargetMachine &, const X86Subtarget &,
                                                  const X86RegisterBankInfo &) {
  return nullptr;
}

class AArch64TargetMachine;
class AArch64Subtarget;
class AArch64RegisterBankInfo;
InstructionSelector *createAArch64InstructionSelector(const AArch64TargetMachine &,
                                                      const AArch64Subtarget &,
                                                      const AArch64RegisterBankInfo &) {
  return nullptr;
}

} // namespace llvm

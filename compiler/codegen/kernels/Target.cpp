// Target.cpp: the vector unit of a target machine.
#include "codegen/kernels/Kernels.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace lith::codegen {

KernelTarget kernelTargetOf(const llvm::TargetMachine &machine) {
  if (machine.getTargetTriple().isAArch64())
    return {16, false};
  const llvm::MCSubtargetInfo &info = *machine.getMCSubtargetInfo();
  bool wide = info.checkFeatures("+avx512f,+avx512bw,+avx512dq,+avx512vl");
  if (wide)
    return {64, true};
  return {info.checkFeatures("+avx2") ? 32u : 16u, false};
}

} // namespace lith::codegen

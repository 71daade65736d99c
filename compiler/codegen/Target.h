// Target.h: LLVM's part: the target machine, the function passes, the object.
#ifndef LITH_CODEGEN_TARGET_H
#define LITH_CODEGEN_TARGET_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

#include <string>
#include <vector>

namespace lith::codegen {

/// The machine of a target as Targets.h describes it; made once, used by one thread at a time.
llvm::TargetMachine &machineOf(llvm::StringRef target);

/// SROA, EarlyCSE, InstCombine, SimplifyCFG and LICM on every function.
void optimise(llvm::Module &module, llvm::TargetMachine &machine);

/// A relocatable ELF object; empty with `error` set when LLVM cannot make one.
std::vector<uint8_t> emitObject(llvm::Module &module, llvm::TargetMachine &machine,
                                std::string &error);

} // namespace lith::codegen

#endif // LITH_CODEGEN_TARGET_H

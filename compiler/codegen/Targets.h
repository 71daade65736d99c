// Targets.h: what machine code can be made for.
//
// A target is described by the name of a processor and what its code may use beyond the baseline of
// the architecture: "x86-64-v3,+avx,+avx2,...". That is what an artifact holds of it, and what
// lith::processorHas compares with the processor that it runs on.
#ifndef LITH_CODEGEN_TARGETS_H
#define LITH_CODEGEN_TARGETS_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace lith::codegen {

/// The processor that the compiler runs on.
const std::string &nativeTarget();
/// By the names that users have; empty: there is none of this name.
std::string targetNamed(llvm::StringRef name);
/// Those names, for a message.
std::string targetNames();
/// The native target, and the level of x86-64 that most machines have where the native one is more.
std::vector<std::string> defaultTargets();
/// Whether it is aarch64; else it is x86-64.
bool isArm(llvm::StringRef target);

} // namespace lith::codegen

#endif // LITH_CODEGEN_TARGETS_H

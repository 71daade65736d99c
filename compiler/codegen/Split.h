// Split.h: a large function becomes several.
//
// Requires: no allocas outside of the entry block. Ensures: what the function does, in parts that
// the code generator takes one by one, as its time grows faster than a function's length.
#ifndef LITH_CODEGEN_SPLIT_H
#define LITH_CODEGEN_SPLIT_H

namespace llvm {
class Module;
}

namespace lith::codegen {

void splitLargeFunctions(llvm::Module &module);

} // namespace lith::codegen

#endif // LITH_CODEGEN_SPLIT_H

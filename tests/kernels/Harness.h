// Harness.h: builds kernels for this machine and runs them, without the rest of Lith.
#ifndef LITH_TESTS_KERNELS_HARNESS_H
#define LITH_TESTS_KERNELS_HARNESS_H

#include "codegen/kernels/Kernels.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

namespace lith::test {

/// Machine code of one module; functions are found by name.
class Code {
public:
  using Build = llvm::function_ref<void(llvm::Module &, codegen::KernelTarget)>;
  /// `features` are added to this machine's ("-avx512f" to test narrower vectors).
  explicit Code(Build build, llvm::StringRef features = "");
  ~Code();
  void *find(llvm::StringRef name) const;
  double seconds = 0; ///< time spent on compilation

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation;
};

/// A kernel of one graph. Call with pointers of inputs then outputs.
class Kernel {
public:
  explicit Kernel(const codegen::Graph &graph, llvm::StringRef features = "");
  /// Contiguous operands; a stride is given in bytes where it differs.
  void map(std::vector<void *> pointers, std::vector<int64_t> strides, int64_t n) const;
  void row(std::vector<void *> pointers, std::vector<int64_t> rowStrides,
           std::vector<int64_t> elementStrides, int64_t rows, std::vector<int64_t> counts) const;
  void column(std::vector<void *> pointers, std::vector<int64_t> reducedStrides,
              std::vector<int64_t> keptStrides, int64_t reduced, int64_t kept) const;

private:
  Code code;
  unsigned slots;
};

} // namespace lith::test

#endif // LITH_TESTS_KERNELS_HARNESS_H

// RegisterRows.h: rows of a few vectors, whose values stay in registers from one pass to the next.
#ifndef LITH_CODEGEN_KERNELS_REGISTERROWS_H
#define LITH_CODEGEN_KERNELS_REGISTERROWS_H

#include "codegen/kernels/KernelFunction.h"
#include "codegen/kernels/RowPlan.h"

namespace lith::codegen {

/// Computes what depends on `scalars` only, the values that are the same along a row.
void evaluateScalars(KernelFunction &k, const RowPlan &plan, KernelFunction::Values &scalars);
/// Writes the outputs that a row has one of.
void storeScalars(KernelFunction &k, const RowPlan &plan, const KernelFunction::Values &scalars,
                  llvm::ArrayRef<llvm::Value *> row);

/// Rows of up to `vectors` vectors whose elements lie side by side.
class RegisterRows {
public:
  RegisterRows(KernelFunction &k, const RowPlan &plan, const KernelFunction::Values &scalars,
               unsigned vectors)
      : k(k), graph(*k.graph), plan(plan), atEntry(scalars), vectors(vectors) {}

  /// All `rows` of `n` elements: pointers to the operands and their strides between rows.
  void emit(llvm::Value *rows, llvm::Value *n, llvm::ArrayRef<llvm::Value *> bases,
            llvm::ArrayRef<llvm::Value *> rowStrides);

private:
  void emitRow(llvm::ArrayRef<llvm::Value *> row);
  void emitPass(const RowPass &pass, llvm::ArrayRef<llvm::Value *> row);
  Lanes reduced(uint32_t reduction);
  llvm::Value *place(llvm::Value *pointer, lith_dtype dtype, unsigned vector);

  KernelFunction &k;
  const Graph &graph;
  const RowPlan &plan;
  const KernelFunction::Values &atEntry;
  unsigned vectors;
  llvm::SmallVector<llvm::Value *> masks;             // by vector
  llvm::SmallVector<KernelFunction::Values> elements; // by vector
  KernelFunction::Values scalars;
};

/// Whether a graph's rows may be held in registers at all.
bool fitsRegisters(const Graph &graph);

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_REGISTERROWS_H

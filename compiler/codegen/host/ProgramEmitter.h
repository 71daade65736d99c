// ProgramEmitter.h: what the functions of one program share while their code is
// written: the LLVM module, and the tables of the Image that the code refers to by
// index (constants, locations).
#ifndef LITH_CODEGEN_HOST_PROGRAMEMITTER_H
#define LITH_CODEGEN_HOST_PROGRAMEMITTER_H

#include "codegen/Emitter.h"
#include "ir/RuntimeTable.h"

#include <lith/program.h>

#include <array>
#include <map>

namespace lith::codegen {

class ProgramEmitter {
public:
  ProgramEmitter(llvm::Module &module, const llvm::TargetMachine &target, Image &image);

  llvm::Module &module;
  const llvm::TargetMachine &target;
  llvm::StringMap<llvm::Function *> kernels;
  llvm::StructType *const boxType; ///< {i64 tag, i64 bits}

  Handler handlerOf(mlir::Operation *op) const;

  /// The declaration of lith_rt_<name>.
  llvm::FunctionCallee runtime(const ir::RuntimeFunction &function);
  /// The definition that a function of the IR becomes: a box of its results' types after ctx and
  /// its arguments.
  llvm::Function *function(mlir::func::FuncOp function);
  /// The definition of its form with the signature lith_entry. That of the program has a name that
  /// the loader finds.
  llvm::Function *entry(mlir::func::FuncOp function);

  /// Index in ctx->constants of a string; equal strings share one.
  int64_t stringConstant(llvm::StringRef text);
  int64_t complexConstant(double real, double imaginary);
  /// Index of the location in Image::locations, -1 where nothing is known.
  int32_t location(mlir::Location location);
  llvm::Constant *data(llvm::StringRef bytes);
  llvm::Type *type(mlir::Type type);

private:
  int32_t locationString(llvm::StringRef text);
  int32_t numberOf(const Location &place);

  Image &image;
  llvm::DenseMap<const ir::RuntimeFunction *, llvm::FunctionCallee> declared;
  llvm::DenseMap<mlir::Operation *, llvm::Function *> functions, entries;
  llvm::StringMap<int64_t> strings;
  llvm::StringMap<int32_t> locationStrings;
  llvm::StringMap<llvm::Constant *> bytes;
  llvm::DenseMap<mlir::Attribute, int32_t> locations;
  std::map<std::array<int32_t, 7>, int32_t> places; ///< those of the image, by what they hold
};

/// The handlers of all operations that are not runtime calls by default.
const HandlerTable &handlerTable();

// The families of operations, each in its own file.
void addNumberHandlers(HandlerTable &handlers);
void addConstantHandlers(HandlerTable &handlers);
void addBoxHandlers(HandlerTable &handlers);
void addCallHandlers(HandlerTable &handlers);
void addRaiseHandlers(HandlerTable &handlers);
void addCatchHandlers(HandlerTable &handlers);
void addGradientHandlers(HandlerTable &handlers);
void addObjectHandlers(HandlerTable &handlers);
void addViewHandlers(HandlerTable &handlers);

} // namespace lith::codegen

#endif // LITH_CODEGEN_HOST_PROGRAMEMITTER_H

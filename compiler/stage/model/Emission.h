// Emission.h: where operations of the program go.
#ifndef LITH_STAGE_MODEL_EMISSION_H
#define LITH_STAGE_MODEL_EMISSION_H

#include "stage/model/Activation.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace lith::stage {

/// The location of the last operation, and what it was made of.
struct LastPlace {
  const syntax::Node *node = nullptr; ///< null: it has to be made anew
  const Activation *activation = nullptr;
  CallPath path{};
  mlir::LocationAttr location;
};

struct Emission {
  explicit Emission(mlir::MLIRContext &context) : builder(&context) {}

  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::Block *entry = nullptr; ///< of `main`: its arguments are the inputs
  LastPlace place;
};

/// Constants of the host, one handle each.
struct Constants {
  std::unordered_map<int64_t, host::Handle> integers;
  std::unordered_map<uint64_t, host::Handle> reals; ///< by their bits
  llvm::StringMap<host::Handle> strings;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_EMISSION_H

// Program.h: the entry of the stage: from a request to a module of lith IR.
#ifndef LITH_STAGE_PROGRAM_H
#define LITH_STAGE_PROGRAM_H

#include "contract/Program.h"
#include "contract/Request.h"
#include "diagnostics/Diagnostic.h"
#include "stage/model/Classes.h"

#include "mlir/IR/BuiltinOps.h"

namespace lith::stage {

class Session;

/// The staged program: a module whose function `main` takes the inputs and returns the results.
struct Staged {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<contract::Input> inputs;
  std::vector<contract::Guard> guards;
  std::vector<contract::Path> dropped;
  std::vector<contract::Place> frozen, written; ///< see contract::Program
  bool readsStorages = false;                   ///< see contract::Program
  bool writesContents = false;                  ///< see contract::Program
  std::vector<contract::Path> ordered;          ///< see contract::Program
  contract::Output output;
  contract::Gradients gradients; ///< see contract::Program
  std::vector<contract::GradientNote> gradientNotes;
  std::vector<host::Handle> constants; ///< tensors, by index of lith.const_tensor
  std::vector<host::Handle> opaques;   ///< host objects, by index of lith.opaque
  std::vector<ProgramClass> classes;
  std::vector<diag::Diagnostic> diagnostics; ///< an error: there is no program
};

Staged stageProgram(Session &session, mlir::MLIRContext &context, const contract::Request &request);

} // namespace lith::stage

#endif // LITH_STAGE_PROGRAM_H

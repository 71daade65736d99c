// Passes.cpp: the pipeline.

#include "passes/Passes.h"
#include "passes/catches/Catches.h"
#include "passes/counts/Counts.h"
#include "passes/fuse/Fuse.h"
#include "passes/implied/Implied.h"
#include "passes/items/Items.h"
#include "passes/loads/Loads.h"
#include "passes/poll/Poll.h"
#include "passes/simplify/Simplify.h"

#include <cstdlib>

using namespace lith::passes;

llvm::ArrayRef<NamedPass> lith::passes::pipeline() {
  static constexpr NamedPass passes[] = {
      {"merge-catches", mergeCatches},   {"simplify", simplify},
      {"remove-implied", removeImplied}, {"simplify", simplify},
      {"merge-catches", mergeCatches},   {"fuse", fuse},
      {"read-items", readItems},         {"elide-loads", elideLoads},
      {"insert-counts", insertCounts},   {"poll-signals", pollSignals},
  };
  return passes;
}

bool lith::passes::runPasses(mlir::ModuleOp module) {
  const char *setting = std::getenv("LITH_VERIFY");
  bool verifies = setting && *setting == '1';
  if (verifies && failed(mlir::verify(module)))
    return false;
  for (const NamedPass &pass : pipeline()) {
    pass.run(module);
    if (verifies && failed(mlir::verify(module))) {
      module.emitError("after the pass ") << pass.name;
      return false;
    }
  }
  return !verifies || succeeded(verifyCounts(module));
}

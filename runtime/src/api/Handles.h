// Handles.h: what the pointers of the C interface lead to.
#ifndef LITH_API_HANDLES_H
#define LITH_API_HANDLES_H

#include <lith/artifact.h>
#include <lith/lith_c.h>

struct lith_program {
  std::shared_ptr<lith::Model> model;
  std::string method; ///< that calls are of
  std::string code;
  std::shared_ptr<const lith::ArtifactData> described; ///< what the texts below tell of
  std::string schema, manifest, graph;
};

struct lith_error {
  lith_error_kind kind = LITH_ERROR_NONE;
  std::string message, className, traceback;
};

namespace lith {

lith_error_kind kindOf(ArtifactStatus status);
/// Sets `*error`, which the caller releases; null: nobody asks.
void report(lith_error **error, lith_error_kind kind, std::string message);

} // namespace lith

#endif // LITH_API_HANDLES_H

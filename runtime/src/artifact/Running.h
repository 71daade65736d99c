// Running.h: one program on flat inputs.
#ifndef LITH_ARTIFACT_RUNNING_H
#define LITH_ARTIFACT_RUNNING_H

#include "artifact/Match.h"
#include "core/Program.h"

namespace lith {

/// What a program does to what is outside of it.
struct Effects {
  std::vector<lith_value> mirrored;                  ///< lists and dicts of the caller, borrowed
  std::vector<std::pair<size_t, lith_value>> stored; ///< number of an input, what it is from now on
};

/// Runs one program on flat inputs that match it. The result is owned by the caller.
lith_value runProgram(const Executable &executable, const ArtifactData &data,
                      const ArtifactProgram &program, std::span<const lith_value> leaves,
                      std::span<const lith_value> weights, std::span<const lith_value> values,
                      const Model::Print &print, CallFailure &failure, Effects &effects);

} // namespace lith

#endif // LITH_ARTIFACT_RUNNING_H

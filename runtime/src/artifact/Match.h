// Match.h: the arguments of a call against the arguments that a program takes, and
// its results as the function returns them.
#ifndef LITH_ARTIFACT_MATCH_H
#define LITH_ARTIFACT_MATCH_H

#include "core/Object.h"

#include <lith/artifact.h>

namespace lith {

/// Fills `leaves` (borrowed values) with the flat inputs of a call; false with what does not fit
/// in `mismatch`. `made` (owned by the caller) keeps what is made for it: defaults.
bool matchArguments(const ArtifactData &data, const ArtifactProgram &program,
                    std::span<const lith_value> positional, std::span<const NamedValue> keywords,
                    std::vector<lith_value> &leaves, std::vector<lith_value> &made,
                    std::string &mismatch);
/// The same from flat inputs, which may leave out all arguments that have defaults. Numbers that
/// come as tensors are unpacked into `leaves`, and lists and dicts are made.
bool matchFlat(const ArtifactData &data, const ArtifactProgram &program,
               std::span<const lith_value> inputs, std::vector<lith_value> &leaves,
               std::vector<lith_value> &made, std::string &mismatch);
/// Whether the arguments that so many flat inputs leave out are at their defaults.
bool leavesOutDefaults(const ArtifactProgram &program, size_t count);

/// Whether it is an object that has a name; see NamedObject.
bool isNamedObject(const Constant &constant);

/// The function's result (owned) from the program's results, which stay owned by the caller.
lith_value buildResult(lith_ctx *ctx, const ArtifactProgram &program,
                       std::span<const lith_value> results, std::span<const lith_value> leaves,
                       std::span<const lith_value> weights);

} // namespace lith

#endif // LITH_ARTIFACT_MATCH_H

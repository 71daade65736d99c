// Outside.h: weights that are in files beside an artifact.
#ifndef LITH_ARTIFACT_OUTSIDE_H
#define LITH_ARTIFACT_OUTSIDE_H

#include <lith/artifact.h>

namespace lith {

/// Maps the files that `data.outside` names and points its weights at what they hold. False where
/// one is missing or holds something else, or where a weight stays without memory.
bool findOutside(const std::string &artifact, ArtifactData &data, ArtifactStatus &status,
                 std::string &message);

} // namespace lith

#endif // LITH_ARTIFACT_OUTSIDE_H

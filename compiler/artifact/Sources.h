// Sources.h: what of the user's sources a file holds.
#ifndef LITH_ARTIFACT_SOURCES_H
#define LITH_ARTIFACT_SOURCES_H

#include <lith/artifact.h>

namespace lith::artifact {

/// Leaves the lines of `data.sources` that messages of its programs can show, at their numbers: all
/// others become empty, and files of which none is shown go. With `strip`, all of them go.
[[gnu::visibility("default")]] void keepShown(ArtifactData &data, bool strip);

} // namespace lith::artifact

#endif // LITH_ARTIFACT_SOURCES_H

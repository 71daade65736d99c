// Beside.h: what a file holds beside programs: examples, and where weights are that it does not
// hold.
#ifndef LITH_PYTHON_ARTIFACT_BESIDE_H
#define LITH_PYTHON_ARTIFACT_BESIDE_H

#include <lith/artifact.h>

#include <nanobind/nanobind.h>

namespace lith::python {

/// Adds `examples`, a list of (method, args, kwargs), with what the programs give for them; and, of
/// the safetensors file or index `weights`, those weights that are in it by name and bytes, as
/// seen from `folder`. Throws Python's ValueError.
void addBeside(ArtifactData &data, nanobind::dict beside);
void bindExamples(nanobind::module_ &m);

} // namespace lith::python

#endif // LITH_PYTHON_ARTIFACT_BESIDE_H

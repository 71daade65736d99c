// Module.h: the parts of the modules, one function each.
#ifndef LITH_PYTHON_MODULE_MODULE_H
#define LITH_PYTHON_MODULE_MODULE_H

#include <lith/artifact.h>

#include <nanobind/nanobind.h>

namespace lith::python {

/// Adds Model, load and what else takes no compiler. `recompile` may be empty.
void bindPrograms(nanobind::module_ &m, const Recompile &recompile);
void bindState(nanobind::module_ &m);
/// (agrees, absolute, relative, seconds, message).
nanobind::tuple tupleOf(const Verified &outcome);

/// Adds all of that, and what saves and imports.
void bindArtifacts(nanobind::module_ &m);
void bindSaving(nanobind::module_ &m);
/// Adds what shows graphs and trees.
void bindViews(nanobind::module_ &m);

} // namespace lith::python

#endif // LITH_PYTHON_MODULE_MODULE_H

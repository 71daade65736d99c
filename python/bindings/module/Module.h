// Module.h: the parts of the module _lith, one function each.
#ifndef LITH_PYTHON_MODULE_MODULE_H
#define LITH_PYTHON_MODULE_MODULE_H

#include <nanobind/nanobind.h>

namespace lith::python {

/// Adds Model, load and save.
void bindArtifacts(nanobind::module_ &m);
void bindSaving(nanobind::module_ &m);
void bindState(nanobind::module_ &m);
/// Adds what shows graphs and trees.
void bindViews(nanobind::module_ &m);

} // namespace lith::python

#endif // LITH_PYTHON_MODULE_MODULE_H

// Elements.h: what the elements of containers of before the call have in common.
#ifndef LITH_STAGE_OUTSIDE_ELEMENTS_H
#define LITH_STAGE_OUTSIDE_ELEMENTS_H

#include "contract/Guard.h"
#include "stage/Stage.h"

namespace lith::stage {

/// What all elements of a list are; nullopt: they are of several types. `within` are the lists in
/// it.
std::optional<contract::ElementType> elementsOf(Stage &, host::Handle list,
                                                llvm::DenseSet<host::Handle> &within);
std::optional<contract::ElementType> elementsOf(Stage &, const contract::Argument &list);
/// A pair of what the keys and the values of a dict are, likewise.
std::optional<contract::ElementType> entriesOf(Stage &, host::Handle dict);
/// With what other programs of the file put into the container of this place, which is state.
std::optional<contract::ElementType> stateElements(Stage &, const contract::Path &path,
                                                   std::optional<contract::ElementType> elements);
/// Whether some list in it is always empty or of None, so that nothing is known of what it may
/// hold.
bool isVague(const contract::ElementType &type);
bool holdsTensors(const contract::ElementType &type);
/// The input that gives an open container, and the guard that says what it holds.
mlir::Value addOpenInput(Stage &, const contract::Path &path,
                         const contract::ElementType &elements);
/// Has a type variable hold such elements; lists among them have variables named by `site`.
TypeVariable variableOf(Stage &, const contract::ElementType &elements, TypeVariable variable,
                        Site site);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_ELEMENTS_H

// OutsideContents.h: what objects that exist before the call hold then: items, entries, attributes,
// and the namespaces of modules.
#ifndef LITH_STAGE_OUTSIDE_OUTSIDECONTENTS_H
#define LITH_STAGE_OUTSIDE_OUTSIDECONTENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// The value that an attribute of an outside object had before the call; else undefined.
Value initialAttribute(Stage &, Address address, llvm::StringRef name);
ObjectPtr initialObject(Stage &, host::Handle handle, const contract::Path &path, Address address);
Value initialItem(Stage &, Address address, size_t index);
Value initialEntry(Stage &, Address address, Value key);
Value initialCell(Stage &, Address address);
Value initialSlot(Stage &, Value object, host::Handle descriptor);
Value outsideNamespace(Stage &, host::Handle dict, const contract::Path &path);
Value writtenEntry(Stage &, host::Handle space, llvm::StringRef name);
Value outsideEntry(Stage &, Value dict, llvm::StringRef name);
void loadContents(Stage &, Value container);
Value builtinName(Stage &, llvm::StringRef name);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_OUTSIDECONTENTS_H

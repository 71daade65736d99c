// AttributeWrites.h: x.name = value and del x.name.
#ifndef LITH_STAGE_CLASSES_ATTRIBUTEWRITES_H
#define LITH_STAGE_CLASSES_ATTRIBUTEWRITES_H

#include "stage/Stage.h"

namespace lith::stage {

bool setInstanceAttribute(Stage &, Value object, llvm::StringRef name, Value value);
bool setOwnAttribute(Stage &, Value object, llvm::StringRef name, Value value);
void deleteOwnAttribute(Stage &, Value object, llvm::StringRef name);
/// The hidden attribute of an object of before the call that says that it lost `name` since.
llvm::StringRef deletedAttribute(Stage &, llvm::StringRef name);

} // namespace lith::stage

#endif // LITH_STAGE_CLASSES_ATTRIBUTEWRITES_H

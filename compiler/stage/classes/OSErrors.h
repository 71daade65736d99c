// OSErrors.h: exceptions of a number and a text, which choose their class.
#ifndef LITH_STAGE_OSERRORS_H
#define LITH_STAGE_OSERRORS_H

#include "stage/Stage.h"

namespace lith::stage {

/// The class that an OSError of these arguments has: `OSError(2, "…")` is a FileNotFoundError.
Value classOfOSError(Stage &, Value cls, const Arguments &);
/// The number, the text and the files that an OSError was made of; empty: it, or another exception,
/// was made of something else.
llvm::ArrayRef<Value> partsOfOSError(Stage &, Value exception);
/// str(x) of one with such parts.
Result textOfOSError(Stage &, llvm::ArrayRef<Value> parts);
/// errno, strerror, filename, filename2 and args of a known exception; undefined: it has none.
Value attributeOfOSError(Stage &, Value exception, llvm::StringRef name);

} // namespace lith::stage

#endif // LITH_STAGE_OSERRORS_H

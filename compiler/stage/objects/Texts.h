// Texts.h: str(x), repr(x), format(x, spec): what the text slots of several kinds share.
#ifndef LITH_STAGE_OBJECTS_TEXTS_H
#define LITH_STAGE_OBJECTS_TEXTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// What BaseException.__repr__ gives (InstanceTexts.cpp).
Result exceptionRepr(Stage &, Value exception);

/// A text that a function of the runtime makes; where it may show tensors, as they are shown now.
Value textAtRunTime(Stage &, llvm::StringRef function, llvm::ArrayRef<mlir::Value> operands,
                    bool hasTensors);

/// After how many columns the text of a tensor goes on in another line.
int64_t lineWidthOfTexts(Stage &);

/// The text slots of what run time shows, and of what the host does.
Result reprAtRunTime(Stage &, Value);
Result reprOfConstant(Stage &, Value);

/// Elements with ", " between them, so that what is known of them stays known.
Result textOfElements(Stage &, llvm::StringRef open, llvm::ArrayRef<Value> elements,
                      llvm::StringRef close);
/// Whether the text of a container can be made here; one that holds itself becomes one of run time,
/// which ends its text with "[...]".
bool hasKnownText(Stage &, Value container);
/// Of a container of run time: the function of the prelude where a part's text is a method of the
/// program's.
Result textOfContents(Stage &, Value container, llvm::StringRef prelude,
                      llvm::ArrayRef<Value> arguments);

/// format(x, spec) of a number or text, and as `object` does it.
Result formatOfValue(Stage &, Value, Value spec);
Result formatOfObject(Stage &, Value, Value spec);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_TEXTS_H

// Templates.h: str % values and str.format where a value's text is a method of the user's.
#ifndef LITH_STAGE_BUILTINS_TEMPLATES_H
#define LITH_STAGE_BUILTINS_TEMPLATES_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the runtime, which knows no methods of the user's, does not show one of the values as it
/// is.
bool needsOwnText(Stage &, llvm::ArrayRef<Value> values);
/// template % value, where the value is an operand or a tuple of them. The texts of what needs
/// methods go in instead of it; the template must be known then.
Result percent(Stage &, Value text, Value value);
/// template.format(*values, **keywords), field by field.
Result formatFields(Stage &, Value text, const Arguments &values);

} // namespace lith::stage

#endif // LITH_STAGE_BUILTINS_TEMPLATES_H

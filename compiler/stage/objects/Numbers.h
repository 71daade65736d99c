// Numbers.h: kinds of Python numbers, known or of run time.
#ifndef LITH_STAGE_NUMBERS_H
#define LITH_STAGE_NUMBERS_H

#include "stage/Stage.h"

namespace lith::stage {

/// An int of 64 bits, a float or a bool.
bool isPlainNumber(Stage &, Value value);
bool isFloat(Stage &, Value value);
bool isLong(Stage &, Value value);        ///< a constant int past 64 bits
Result longAsFloat(Stage &, Value value); ///< as arithmetic with a float takes it, or raises
bool isBoolean(Stage &, Value value);
bool isComplexNumber(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_NUMBERS_H

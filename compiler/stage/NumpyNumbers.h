// NumpyNumbers.h: numbers of NumPy among the constants of a program.
//
// They count as the number of Python that they stand for where an operator or a function takes a
// number. Arithmetic with numbers of run time would give numbers of NumPy, and is refused.
#ifndef LITH_STAGE_NUMPYNUMBERS_H
#define LITH_STAGE_NUMPYNUMBERS_H

#include "stage/Impl.h"

namespace lith::stage {

/// Whether the class is that of numbers of NumPy of one dtype.
bool isNumpyClass(Stage &stage, Value cls);
bool isNumpyNumber(Stage &stage, Value value);
/// The number of Python that a number of NumPy stands for; any other value as it is.
Value pythonNumber(Stage &stage, Value value);
/// The same for each argument, and for the elements of tuples and known lists among them.
/// A constructor of tensors that reads the dtype off its data is told it.
void replaceNumpyNumbers(Stage &stage, llvm::StringRef spelling, Arguments &arguments);
/// Refuses a number of NumPy together with a number of run time.
void refuseNumpyArithmetic(Stage &stage, Value left, Value right);

} // namespace lith::stage

#endif // LITH_STAGE_NUMPYNUMBERS_H

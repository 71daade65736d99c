// Arrays.h: numbers and arrays of NumPy.
//
// Numbers among the constants of a program stay constants; what run time knows is an instance of
// its class around a tensor, and what is done to it is prelude/numpy. Both count as the number
// of Python that they stand for where an operator or a function takes a number.
#ifndef LITH_STAGE_ARRAYS_H
#define LITH_STAGE_ARRAYS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the class is that of numbers of NumPy of one dtype.
bool isNumpyClass(Stage &stage, Value cls);
bool isNumpyNumber(Stage &stage, Value value);
/// A constant number, text or other scalar of NumPy.
bool isNumpyScalar(Stage &stage, Value value);
/// The number of Python that a number of NumPy stands for; any other value as it is.
Value pythonNumber(Stage &stage, Value value);
/// The same for each argument, and for the elements of tuples and known lists among them.
/// A constructor of tensors that reads the dtype off its data is told it.
void replaceNumpyNumbers(Stage &stage, llvm::StringRef spelling, Arguments &arguments);
/// An array or number of run time.
bool isNumpyObject(Stage &stage, Value value);
/// The object around a tensor: a number where it has no dimensions, unless an array is wanted.
Value numpyObject(Stage &stage, Value tensor, bool isArray);
/// An array that existed before the call: an input, or its elements as they are, under a guard.
/// Undefined: none, or one of another dtype.
Value outsideArray(Stage &stage, host::Handle handle, const contract::Path &path);
/// A number of NumPy that the call gives. Undefined: it is none, or a constant.
Value givenNumber(Stage &stage, host::Handle handle, const contract::Path &path);
/// Of two arrays that the call gives, and the program compares by `is`: another call may give one
/// array twice.
void noteArraysApart(Stage &stage, Value left, Value right);
/// What a constant number of NumPy is in containers of run time, and where paths meet.
Value numberOfRunTime(Stage &stage, Value constant);
/// Whether what shares memory with the tensor may be written and given: not with an array that is a
/// constant. It becomes an input where that can be, by a restart.
bool sharesMemory(Stage &stage, Value tensor);
/// The tensor that an array or number is, a constant or not.
Result numpyTensor(Stage &stage, Value value);
/// What the prelude defines under a name for arrays and numbers; undefined: nothing, or the class
/// is another.
Value numpyMember(Stage &stage, Value cls, llvm::StringRef name);
bool isNumpyProperty(llvm::StringRef name);
/// Refuses what a function of NumPy takes and that of the prelude does not.
void checkNumpyArguments(Stage &stage, llvm::StringRef spelling, const FunctionCode &code,
                         const Arguments &arguments);
/// Before an operator on both: beside a tensor the number that one stands for, beside a number of
/// run time an object of run time.
void matchNumpy(Stage &stage, Value &left, Value &right);
/// An index with the tensors and numbers of Python that arrays and numbers in it stand for.
Value plainIndex(Stage &stage, Value index);
void registerNumpy(Registry &registry);

/// Arrays of before the call that were read as constants are inputs where these tensors of before
/// the call, which the program writes, are over the same memory.
void shareWrittenArrays(Stage &, llvm::ArrayRef<host::Handle> written);

} // namespace lith::stage

#endif // LITH_STAGE_ARRAYS_H

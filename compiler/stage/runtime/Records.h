// Records.h: objects that are known only at run time: instances as records,
// variables of closures as cells, and callables as closures.
//
// A record has a class number and fields by position; the order of a class's
// fields is its layout (Facts::layouts). What a field, a cell or a captured value
// may be is a type variable (Types.h), one for each name of a class, for each
// variable of a function, for each captured value of a shape.
#ifndef LITH_STAGE_RECORDS_H
#define LITH_STAGE_RECORDS_H

#include "stage/Stage.h"

namespace lith::stage {

/// Whether the object is an instance whose fields can be those of a record: the program made it,
/// and it is no exception of a built-in class, which has none.
bool canBeRecord(Stage &, Value instance);
/// Whether the program defines this special method for instances of the class, or the class has one
/// that a decorator of the standard library generated.
bool definesMethod(Stage &, Value cls, llvm::StringRef name);

/// Moves an instance, or a cell, into memory: all its references share it from now on.
void makeRecord(Stage &, Value instance);
void makeCell(Stage &, Value cell);
/// An attribute of an instance in its runtime form: undefined where its class has no such field.
Value recordField(Stage &, Value instance, llvm::StringRef name);
void setRecordField(Stage &, Value instance, llvm::StringRef name, Value value);
/// An attribute that only the compiler knows, whose name begins with a space, of an instance in
/// either form; undefined: it has none.
Value hiddenAttribute(Stage &, Value instance, llvm::StringRef name);
void setHiddenAttribute(Stage &, Value instance, llvm::StringRef name, Value value);
/// All fields, by name.
std::vector<std::pair<llvm::StringRef, Value>> recordFields(Stage &, Value instance);

/// A callable as a !lith.box that holds a closure; its variables become cells of run time.
mlir::Value boxCallable(Stage &, Value callable);
/// A cell that the callable refers to and that is still known.
std::optional<Value> firstKnownOf(Stage &, const CallableData &callable);

/// An exception, with its class and its attributes where the type tells them.
Value unboxException(Stage &, mlir::Value box, const Type &type);

/// An exception of run time that a handler of `caught`, a class or a tuple of them, has caught: one
/// of the user's classes that are known to have been raised is told by its class.
Value withClass(Stage &, Value exception, Value caught);

/// Types of these objects, what tests a box for them, and back.
const TypeSet *typesOfInstance(Stage &, Value instance);
const TypeSet *typesOfCell(Stage &, Value cell);
const TypeSet *typesOfCallable(Stage &, Value callable);
mlir::Value testRuntimeObject(Stage &, mlir::Value box, const Type &type);
Value unboxRuntimeObject(Stage &, mlir::Value box, const Type &type);
/// The value of an object that existed before the call, by its handle.
Value ofOpaque(Stage &, host::Handle handle);

/// The exception that `raise` and `throw` make of a class (Exceptions.cpp).
Result exceptionOf(Stage &, Value cls);
/// Whether the class of an instance is an exception of a user: it has attributes (Exceptions.cpp).
bool isOfUsers(Stage &, Value exception);
/// The SSA !lith.exception of an instance, without its attributes and links (Exceptions.cpp).
mlir::Value newException(Stage &, Value exception);
/// type(e) of an exception of run time: its name is known at run time, its identity is compared.
Value exceptionType(Stage &, Value exception);
/// The exception whose type the value is; undefined: it is another value.
Value exceptionOfType(Stage &, Value type);

/// The number that a tuple of run time carries for its class (lith_tuple_class).
int64_t tupleClass(Stage &, const TupleData &tuple);

/// The names of the fields in order; other code may rely on their number from now on.
std::vector<llvm::StringRef> &usedLayout(Stage &, LayoutKey key);
inline constexpr llvm::StringRef PayloadField = "";
TypeVariable fieldVariable(LayoutKey layout, llvm::StringRef name);
/// The class that the records of a type have, and its number.
Value classOfRecord(Stage &, const Type &type);
int64_t classOfRecords(Stage &, const Type &type);

/// Refuses a key whose hash and equality only its identity before it was boxed can tell; where the
/// user's methods tell them, they become functions of the program (Keys.h).
void checkKey(Stage &, Value key);
/// Whether values of these types may be, or hold, records whose class defines one of the methods.
/// Who asks for `__eq__` compares: functions among them get identities.
bool mayHoldRecords(Stage &, const TypeSet *types, llvm::ArrayRef<llvm::StringRef> methods);
bool mayHoldRecords(Stage &, Value container, llvm::ArrayRef<llvm::StringRef> methods);
/// Whether functions of this code that the program makes have an object of their own from the
/// beginning.
bool hasIdentity(Stage &, const FunctionCode &code);
/// One of them is in a container of run time and has, or gets, attributes: staging restarts.
void needIdentity(Stage &, const FunctionCode &code);
/// Run time has to tell functions of this type from each other: staging restarts where it cannot.
void noteIdentities(Stage &, const Type &callable);
/// Whether two functions are one, as `is` and `==` say.
Result sameFunction(Stage &, Value left, Value right);
/// Whether the value may be, or hold, a function that the program made: Python has no object for
/// it.
bool mayHoldFunctions(Stage &, Value value);
/// The same of an object of a class that the program makes.
bool mayHoldProgramClasses(Stage &, Value value);
/// Whether it holds tensors of which some require a gradient.
bool mayRequireGrad(Stage &, Value value);
/// Whether there may be a tensor in it.
bool mayHoldTensors(Stage &, Value value);

} // namespace lith::stage

#endif // LITH_STAGE_RECORDS_H

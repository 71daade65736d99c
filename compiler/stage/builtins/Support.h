// Support.h: what the built-in functions and methods share: binding of
// arguments, payloads of instances, elements of runtime containers, and effects
// on containers that existed before the call.
#ifndef LITH_STAGE_BUILTINS_SUPPORT_H
#define LITH_STAGE_BUILTINS_SUPPORT_H

#include "stage/Stage.h"
#include "stage/classes/TypeNames.h"

namespace lith::stage {

/// A formal parameter of a built-in: a name that starts with '*' is keyword-only, one that
/// starts with '/' is positional-only. Required unless `optional`.
struct Formal {
  const char *name;
  bool optional = false;
};

/// The arguments of a call by formal parameter; undefined where an optional one is not given.
/// Empty when the call does not fit: TypeError was raised.
std::optional<llvm::SmallVector<Value, 4>>
bindArguments(Stage &, const CallInfo &, llvm::StringRef function, llvm::ArrayRef<Formal> formals);

/// payloadOf, with all elements of an outside list or dict read: for what moves them about.
Value loadedPayloadOf(Stage &, Value value);

/// An element read from a runtime container whose elements are described by `variable`.
Value elementOf(Stage &, mlir::Value box, uint64_t variable);
/// To be called before `value` is put into a runtime container: its boxed form.
mlir::Value elementFor(Stage &, Value value, uint64_t variable);
/// A list of run time with elements of these types.
Value runtimeList(Stage &, mlir::Value list, const TypeSet *elements);

mlir::Type boxType(Stage &);
mlir::Type i64Type(Stage &);
mlir::Type i1Type(Stage &);
mlir::Type f64Type(Stage &);
mlir::Type strType(Stage &);
mlir::Type listType(Stage &);

/// A type without parameters.
Type plainType(Type::Kind kind);

/// Whether a value is a constant whose equality, hash and order the host may decide now.
bool isConstant(Stage &, Value value);

/// Calls a built-in callable of the host (by dotted name, such as "builtins.str.upper") on
/// constants; an exception that it raises is raised in the program.
Result callHost(Stage &, host::Handle callable, llvm::ArrayRef<Value> args,
                llvm::ArrayRef<std::pair<llvm::StringRef, Value>> keywords = {});
/// A result of the host as a value of the program; a fresh list, dict or set is allocated anew.
Value importResult(Stage &, host::Handle handle);

/// The prelude function `name`, called.
Result callPrelude(Stage &, llvm::StringRef name, llvm::ArrayRef<Value> args);

/// A special method of a value, as built-in functions look for it: `__getattr__` is not asked.
Result specialMethod(Stage &, Value value, llvm::StringRef name);

/// What a special method gave, where that has to be of a built-in type: of another one, TypeError
/// with the message for its name.
Result resultOfMethod(Stage &, Result given, llvm::StringRef type,
                      llvm::function_ref<std::string(llvm::StringRef)> message);
/// The same of `__int__` and `__index__`: an int, no bool.
Result wholeOfMethod(Stage &, Result given, llvm::StringRef method);
/// The same of `__str__` and `__repr__`.
Result textOfMethod(Stage &, Result given, llvm::StringRef method);

/// To be called after each change of a list, dict or set: one that existed before the call is
/// changed there too, at this place of the program.
void contentsChanged(Stage &, Value container);

/// Gives a dict the entries of a mapping that is no dict, or whose `__iter__` is the user's, by
/// `keys` and `__getitem__`; false: the path ended; none: it is no such mapping.
std::optional<bool> updateByKeys(Stage &, Value dict, Value source);

/// a == b as containers compare (identity first): a Static or Scalar bool.
Result equalItems(Stage &, Value a, Value b);

} // namespace lith::stage

#endif // LITH_STAGE_BUILTINS_SUPPORT_H

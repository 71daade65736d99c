// Protocols.h: Python's protocols, which any part of the stage may ask for; each is defined in a
// room above.
#ifndef LITH_STAGE_PROTOCOLS_H
#define LITH_STAGE_PROTOCOLS_H

#include "stage/Stage.h"

namespace lith::stage {

bool exec(Stage &, syntax::Seq<syntax::Stmt *> body);
/// Of a construct that holds no objects meanwhile.
bool execPart(Stage &, syntax::Seq<syntax::Stmt *> body);
bool exec(Stage &, const syntax::Stmt *statement);
Result eval(Stage &, const syntax::Expr *expression);
bool assign(Stage &, const syntax::Expr *target, Value value);
Result loadName(Stage &, llvm::StringRef name);
bool storeName(Stage &, llvm::StringRef name, Value value);
bool deleteName(Stage &, llvm::StringRef name);
Result call(Stage &, Value callee, Arguments arguments);
Result call(Stage &, Value callee, llvm::ArrayRef<Value> positional);
Result callMethod(Stage &, Value object, llvm::StringRef name, llvm::ArrayRef<Value> positional);
Result getattr(Stage &, Value object, llvm::StringRef name);
/// Undefined when there is no such attribute, instead of AttributeError.
Result findAttribute(Stage &, Value object, llvm::StringRef name);
bool setattr(Stage &, Value object, llvm::StringRef name, Value value);
bool delattr(Stage &, Value object, llvm::StringRef name);
Result getitem(Stage &, Value object, Value index);
bool setitem(Stage &, Value object, Value index, Value value);
bool delitem(Stage &, Value object, Value index);
Result binary(Stage &, syntax::Operator op, Value left, Value right, bool inPlace = false);
Result unary(Stage &, syntax::UnaryOperator op, Value operand);
Result compare(Stage &, syntax::CmpOperator op, Value left, Value right);
/// A Static or Scalar bool.
Result truth(Stage &, Value value);
/// A Static or Scalar int.
Result length(Stage &, Value value);
Result contains(Stage &, Value container, Value item);
/// str(value): a Static or Scalar str.
Result str(Stage &, Value value);
Result repr(Stage &, Value value);
Result format(Stage &, Value value, Value spec);
/// Where a value's attributes are looked for: type(value), but of what stands for a module of
/// TorchScript its own. Of a union only inside forEachAlternative.
Value typeOf(Stage &, Value value);
/// What a program sees as type(value).
Value typeSeen(Stage &, Value value);
std::optional<bool> isSubclass(Stage &, Value cls, Value base);
/// `is`.
Result identical(Stage &, Value left, Value right);
/// Whether a tensor that the program made is one object, which only its own address stands for.
bool isOneObject(Stage &, Value tensor);
/// Whether a tensor is one object of its own in a container of run time.
bool isCellOfRunTime(Stage &, Value tensor);
Result isInstance(Stage &, Value object, Value classes);
/// Of a list's elements.
Result makeSet(Stage &, Value list, bool frozen);
/// iter(x).
Result iterator(Stage &, Value iterable);
/// The next element of an iterator: `exhausted` gets the paths on which there is none.
Result next(Stage &, Value iterator, Edges &exhausted);
/// All elements of an iterable whose length is known now; empty Result: the path ended. When the
/// length is known only at run time `elements` is not set and the value is a runtime list.
Result collect(Stage &, Value iterable, std::optional<std::vector<Value>> &elements);
/// Runs `body` for each element as a `for` loop does; false: the path ended.
bool forEach(Stage &, Value iterable, Site site, llvm::function_ref<bool(Value)> body);

// --- calls

Result callHost(Stage &, Value callee, Arguments arguments);
Result hostResult(Stage &, const host::Outcome &outcome);
Value ofFresh(Stage &, host::Handle handle);
/// The prelude function `name`, called.
Result callPrelude(Stage &, llvm::StringRef name, llvm::ArrayRef<Value> args);

// --- types

Value builtinType(Stage &, llvm::StringRef name);
bool isClass(Stage &, Value value);
bool isException(Stage &, Value value);
/// __name__ of a class.
std::string className(Stage &, Value cls);
/// What messages of Python call a class, and the class of a value: one in C with its module.
std::string classNameInMessages(Stage &, Value cls);
std::string typeName(Stage &, Value value);
Value classAttribute(Stage &, Value cls, llvm::StringRef name, Value after = {});
bool isUserFunction(Stage &, Value value);
bool isSlot(Stage &, Value function);
/// __qualname__ of a class, a str that is known.
Value qualifiedNameOf(Stage &, Value cls);

// --- exceptions

/// raise exception(message): ends the path.
Result raise(Stage &, llvm::StringRef exceptionClass, const llvm::Twine &message);
/// Runs; the paths on which an exception of the class is raised become edges, with the exception
/// where that is asked for. Gives the result of the others.
Result untilRaises(Stage &, llvm::StringRef cls, Edges &caught, llvm::function_ref<Result()> run,
                   bool withException = false);
Result defined(Stage &, Value value, llvm::function_ref<void()> missing);

// --- contents of lists, dicts and tuples

std::vector<Value> listElements(Stage &, Value list);
std::vector<std::pair<Value, Value>> dictEntries(Stage &, Value dict, bool all = false);
/// The same where the order of the keys is not looked at: loaded programs take any.
std::vector<std::pair<Value, Value>> entriesByKey(Stage &, Value dict, bool all = false);
/// That the order of the keys of a dict shows, which may be an argument.
void noteOrder(Stage &, Value dict);
Result dictLookup(Stage &, Value dict, Value key);
std::optional<size_t> findEntry(Stage &, Value dict, Value key);
Value lookedUp(Stage &, Value key);
Value runtimeTuple(Stage &, Value elements, mlir::Value whole = {});
bool isIndex(Stage &, Value value);

// --- what is asked of calls

Value preludeFunction(Stage &, const FunctionCode *code);
Result runFunction(Stage &, const CallableData &function, llvm::ArrayRef<Value> bound);
Result callPrimitive(Stage &, const Primitive &primitive, Arguments arguments);
bool areConstants(Stage &, const Arguments &arguments);
Value partialOf(Stage &, host::Handle handle);

// --- what is asked of exceptions and variables

int32_t classId(Stage &, Value cls);
mlir::Value exceptionValue(Stage &, Value exception);
Result isDefined(Stage &, Value value);
Value cellContents(Stage &, Value cell);
bool evalElements(Stage &, syntax::Seq<syntax::Expr *> expressions, std::vector<Value> &out,
                  Value &runtime);
Result unpackParts(Stage &, Value value, size_t needed, int64_t star);

// --- what is asked of objects

Value joinText(Stage &, llvm::ArrayRef<Value> parts);
void append(Stage &, Value list, Value element);
bool updateDict(Stage &, Value dict, Value other);
bool isView(Stage &, Value value);
Result enumMembers(Stage &, Value cls);
/// The attribute that counts the changes of a deque; no attribute in Python has the name.
llvm::StringRef changesAttribute(Stage &);

// --- what a call asks of the language

Value comprehensionCells(Stage &, const FunctionCode &code);
Result makeGenerator(Stage &, const CallableData &function, llvm::ArrayRef<Value> bound);

} // namespace lith::stage

#endif // LITH_STAGE_PROTOCOLS_H

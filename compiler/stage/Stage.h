// Stage.h: the partial evaluator: one attempt at staging one program.
//
// Everything that evaluates takes the current path from `state` and leaves the
// path that follows there. A Result without value (and `false` from a function
// that returns bool "whether the path goes on") means that no path follows:
// an exception was raised, or all arms returned. The caller then returns too,
// and `state` is not to be used until an enclosing construct puts another.
//
// Values in C++ variables stay valid across joins: SSA values dominate what
// follows, addresses keep their meaning.
//
// Member functions are grouped by the file that implements them.
#ifndef LITH_STAGE_STAGE_H
#define LITH_STAGE_STAGE_H

#include "diagnostics/Diagnostic.h"
#include "ir/Dialect.h"
#include "stage/Facts.h"
#include "stage/Session.h"
#include "stage/State.h"
#include "stage/tensor/Protocol.h"
#include "stage/tensor/Sizes.h"
#include "syntax/Arena.h"

namespace lith::stage {

/// The vectors that paths leaving a construct are put into; null: cannot leave this way.
struct Exits {
  Edges *breaks = nullptr;
  Edges *continues = nullptr;
  Edges *returns = nullptr; ///< extra: the result
  Edges *raises = nullptr;  ///< extra: the exception; null: leaves the program
  size_t raiseFrames = 0;   ///< frames that the handler has
};

/// A call that is being staged.
struct Activation {
  const FunctionCode *code;
  size_t frame;         ///< index in State::frames
  Value globals;        ///< the globals dict (a Ref to an outside dict); undefined in the prelude
  Activation *caller;
  mlir::Location callLocation;
  uint64_t path;        ///< call path: a hash of the call sites that led here
  Value ownerClass;     ///< for super() without arguments
  const syntax::Node *at = nullptr; ///< statement or expression that is being staged
};

/// What a loop site remembers between restagings (loops.cpp).
struct HeaderMemo;
/// One enclosing loop whose trips are known but which is staged as a loop.
struct LoopFrame {
  uint64_t site;
  bool unrollable;
};

/// The user's program cannot be compiled. Nothing but stageProgram catches it.
struct Refused {
  diag::Diagnostic diagnostic;
};

class Stage {
public:
  Stage(Session &session, mlir::MLIRContext &context, Facts &facts, const driver::Request &request);
  ~Stage();
  Staged run();

  // --- context
  Session &session;
  host::Host &host;
  mlir::MLIRContext &context;
  Facts &facts;
  const driver::Request &request;
  State state;
  Exits exits;
  Activation *activation = nullptr;
  std::vector<LoopFrame> loops;
  syntax::Arena arena;
  Address nextAddress = 1;
  Sizes sizes; ///< of tensors and ints; cleared whenever operations are erased

  // --- values (values.cpp)
  Value none() const { return noneValue; }
  Value boolean(bool value) const { return value ? trueValue : falseValue; }
  Value integer(int64_t value);
  Value real(double value);
  Value string(llvm::StringRef text);
  Value ofHandle(host::Handle handle); ///< of an immutable host object: constants, tuples of them, classes ...
  Value tuple(llvm::ArrayRef<Value> elements);
  Value size(llvm::ArrayRef<Value> elements); ///< torch.Size
  Value structure(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls = {});
  Value boundPrimitive(const Primitive *primitive, Value self);
  Value boundMethod(Value function, Value self);
  Value intScalar(mlir::Value i64) { return Value::scalar(ScalarType::Int, i64); }
  Value floatScalar(mlir::Value f64) { return Value::scalar(ScalarType::Float, f64); }
  Value boolScalar(mlir::Value i1) { return Value::scalar(ScalarType::Bool, i1); }
  Value strScalar(mlir::Value str) { return Value::scalar(ScalarType::Str, str); }
  llvm::StringRef intern(llvm::StringRef name) { return session.names.intern(name); }
  template <class T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> elements) {
    auto copy = arena.copy(elements.data(), elements.size());
    return {copy.begin(), copy.size()};
  }

  bool isNone(Value value) const { return value == noneValue; }
  std::optional<bool> asBool(Value value);       ///< of a static bool
  std::optional<int64_t> asInt(Value value);     ///< of a static int or bool
  std::optional<double> asFloat(Value value);    ///< of a static float, int or bool
  std::optional<llvm::StringRef> asStr(Value value);
  host::Kind kindOf(Value value) { return host.kind(value.handle()); }
  /// Equality of constants (hash-and-equal, as dict keys compare); both Static or tuples of such.
  bool sameConstant(Value a, Value b);
  /// The host object of a constant: a Static, or a tuple of such built now; null: not a constant.
  host::Handle toHandle(Value value);

  // --- heap
  Address allocate(ObjectPtr object);
  template <class T> Value make(std::shared_ptr<T> object) {
    return Value::ref(allocate(std::move(object)));
  }
  template <class T> const T *find(Value value) const { ///< null: another kind of value
    return value.isRef() ? state.heap.find<T>(value.address()) : nullptr;
  }
  template <class T> T &write(Value value) { return state.heap.write<T>(value.address()); }
  Value list(llvm::ArrayRef<Value> elements);
  Value dict(llvm::ArrayRef<std::pair<Value, Value>> entries);
  bool isTensor(Value value) const { return find<TensorObject>(value) != nullptr; }
  /// Tensors that are not known here may share this storage: a write to it restarts staging with
  /// the fact that keeps them apart.
  void markShared(Address storage, FactKind fact, uint64_t site);
  /// To be called before each write of a storage.
  void beforeWrite(Address storage);
  /// Turns a known list, dict or set, with all that it holds, into one of run time; a storage into
  /// a cell.
  void makeRuntime(Value object);
  /// A known object inside `value` that has to become one of run time before it can be boxed.
  std::optional<Value> firstKnown(Value value);
  static bool isRuntime(const Object &container);
  void uniteElementTypes(const Object &a, const Object &b); ///< of runtime containers that meet
  /// The value that an attribute of an outside object had before the call; else undefined.
  Value initialAttribute(Address address, llvm::StringRef name);

  // --- emission (emit.cpp)
  mlir::OpBuilder &builder(); ///< at the end of the current block
  mlir::Location loc();       ///< of activation->at, with the chain of calls
  mlir::Value constantInt(int64_t value);
  mlir::Value constantFloat(double value);
  mlir::Value constantBool(bool value);
  /// A number or string as an SSA value of this type, converted from its static value; int to float
  /// and bool to int where Python's arithmetic does so. The value must be of a type that allows it.
  mlir::Value toInt(Value value);
  mlir::Value toFloat(Value value);
  mlir::Value toBool(Value value);
  mlir::Value toStr(Value value);
  /// Any value as a !lith.box: known objects become runtime objects.
  mlir::Value toBox(Value value);
  /// Calls a runtime function of functions.def. In a `try` what it raises goes to the handler, so
  /// null means that the path ended; without a result type the result is not to be used.
  mlir::Value rt(llvm::StringRef callee, mlir::ValueRange operands, mlir::Type result = {});
  /// The same for a function that never raises.
  mlir::Value rtPlain(llvm::StringRef callee, mlir::ValueRange operands, mlir::Type result = {});
  /// To be called right after building an operation that may raise.
  void mayRaise();
  /// Raises when `condition` is false; false: it always is, the path ended. {0} ... are operands.
  bool check(mlir::Value condition, llvm::StringRef exception, llvm::StringRef message,
             llvm::ArrayRef<Value> operands = {});
  mlir::Block *newBlock();
  void branch(mlir::Value condition, State &whenTrue, State &whenFalse); ///< forks `state`

  // --- exceptions (exceptions.cpp)
  /// raise exception(message): ends the path.
  Result raise(llvm::StringRef exceptionClass, const llvm::Twine &message);
  Result raiseValue(Value exception);
  /// Refuses the program at activation->at.
  [[noreturn]] void refuse(diag::Kind kind, std::initializer_list<std::string_view> arguments = {});
  [[noreturn]] void refuseAt(const syntax::Node *node, diag::Kind kind,
                             std::initializer_list<std::string_view> arguments = {});
  [[noreturn]] void restart(FactKind kind, uint64_t site); ///< records the fact

  // --- needing a value now (pin.cpp)
  /// The value of a constant. A number of run time is pinned (when it is an argument) or makes the
  /// enclosing loop unroll, both by restarting; else the program is refused: `what` needs it.
  host::Handle pin(Value value, std::string_view what);
  int64_t pinInt(Value value, std::string_view what);
  bool pinBool(Value value, std::string_view what);
  std::optional<std::string> pinStr(Value value, std::string_view what); ///< none: it is not a str

  // --- joins (join.cpp)
  /// Continues in a new block after all edges (one edge continues as it is); `extra` receives the
  /// joined values that travelled along. False: there was no edge.
  bool join(Edges &&edges, llvm::SmallVectorImpl<Value> &extra);
  bool join(Edges &&edges);
  /// Runs `run` for each alternative of a union or box, as an arm of its own, and joins the results;
  /// for any other value just runs it.
  Result forEachAlternative(Value value, llvm::function_ref<Result(Value)> run);
  /// if condition: yes else: no, where condition is a Static or Scalar bool; joins the results.
  Result choose(Value condition, llvm::function_ref<Result()> yes, llvm::function_ref<Result()> no);

  // --- types of runtime values (types.cpp)
  const TypeSet *typeSet(llvm::ArrayRef<Type> types);
  const TypeSet *typesOf(Value value);
  Value unbox(mlir::Value box, const TypeSet *types); ///< a precise value where one type remains
  /// Like forEachAlternative for a box: tests its tag, dtype and rank.
  Result forEachType(Value box, llvm::function_ref<Result(Value)> run);

  // --- statements and expressions
  bool exec(llvm::ArrayRef<syntax::Stmt *> body);
  bool exec(const syntax::Stmt *statement);
  Result eval(const syntax::Expr *expression);
  bool assign(const syntax::Expr *target, Value value);

  // --- names (names.cpp)
  Result loadName(llvm::StringRef name);
  bool storeName(llvm::StringRef name, Value value);
  bool deleteName(llvm::StringRef name);

  // --- protocols; all accept any value, also unions and boxes
  Result call(Value callee, Arguments arguments);
  Result call(Value callee, llvm::ArrayRef<Value> positional);
  Result callMethod(Value object, llvm::StringRef name, llvm::ArrayRef<Value> positional);
  Result getattr(Value object, llvm::StringRef name);
  /// Undefined when there is no such attribute, instead of AttributeError.
  Result findAttribute(Value object, llvm::StringRef name);
  bool setattr(Value object, llvm::StringRef name, Value value);
  bool delattr(Value object, llvm::StringRef name);
  Result getitem(Value object, Value index);
  bool setitem(Value object, Value index, Value value);
  bool delitem(Value object, Value index);
  Result binary(syntax::Operator op, Value left, Value right, bool inPlace = false);
  Result unary(syntax::UnaryOperator op, Value operand);
  Result compare(syntax::CmpOperator op, Value left, Value right);
  Result truth(Value value);   ///< a Static or Scalar bool
  Result length(Value value);  ///< a Static or Scalar int
  Result contains(Value container, Value item);
  Result str(Value value);     ///< str(value): a Static or Scalar str
  Result repr(Value value);
  Result format(Value value, llvm::StringRef spec);
  Value typeOf(Value value);   ///< type(value); of a union only inside forEachAlternative
  std::optional<bool> isSubclass(Value cls, Value base);
  Result identical(Value left, Value right); ///< `is`

  // --- iteration (iteration.cpp)
  Result iterator(Value iterable); ///< iter(x)
  /// The next element of an iterator: `exhausted` gets the paths on which there is none.
  Result next(Value iterator, Edges &exhausted);
  /// All elements of an iterable whose length is known now; empty Result: the path ended. When the
  /// length is known only at run time `elements` is not set and the value is a runtime list.
  Result collect(Value iterable, std::optional<std::vector<Value>> &elements);
  /// Runs `body` for each element as a `for` loop does; false: the path ended.
  bool forEach(Value iterable, uint64_t site, llvm::function_ref<bool(Value)> body);

  // --- outside state (outside.cpp)
  /// The value of a host object that `path` reached, with the guard that makes it so.
  Value outside(host::Handle object, const driver::Path &path);
  Value ambient(llvm::StringRef name);
  void setAmbient(llvm::StringRef name, Value value);

  /// A hash of the call path and the node that is being staged: names an allocation or a loop.
  uint64_t site() const;

private:
  Value noneValue, trueValue, falseValue;
  struct Impl;
  friend struct Impl;

public:
  std::unique_ptr<Impl> impl; ///< what only the implementation files share (Impl.h)
};

/// Puts another activation, exits or syntax node in place for a C++ scope.
template <class T> class Scoped {
public:
  Scoped(T &place, T value) : place(place), saved(std::move(place)) { place = std::move(value); }
  ~Scoped() { place = std::move(saved); }
  Scoped(const Scoped &) = delete;

private:
  T &place;
  T saved;
};

} // namespace lith::stage

#endif // LITH_STAGE_STAGE_H

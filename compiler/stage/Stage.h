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

#include "ir/Dialect.h"
#include "stage/model/Activation.h"
#include "stage/model/Facts.h"
#include "stage/model/Sizes.h"
#include "stage/model/State.h"
#include "stage/source/Session.h"
#include "stage/tensor/Protocol.h"
#include "syntax/Arena.h"

namespace lith::stage {

class Stage {
public:
  Stage(Session &session, mlir::MLIRContext &context, Facts &facts,
        const contract::Request &request);
  ~Stage();
  Staged run();

  // --- context
  Session &session;
  host::Host &host;
  mlir::MLIRContext &context;
  Facts &facts;
  const contract::Request &request;
  State state;
  Exits exits;
  Activation *activation = nullptr;
  std::vector<LoopFrame> loops;
  syntax::Arena arena;
  Address nextAddress = 1;
  Sizes sizes; ///< of tensors and ints; cleared whenever operations are erased

  // --- values (Values.cpp)
  Value none() const { return noneValue; }
  Value boolean(bool value) const { return value ? trueValue : falseValue; }
  Value integer(int64_t value);
  Value real(double value);
  Value string(llvm::StringRef text);
  Value ofHandle(
      host::Handle handle); ///< of an immutable host object: constants, tuples of them, classes ...
  Value tuple(llvm::ArrayRef<Value> elements);
  Value size(llvm::ArrayRef<Value> elements); ///< torch.Size
  Value structure(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls = {},
                  mlir::Value whole = {}, bool isJoined = false);
  /// A tuple that the program makes: an object of run time from the start where some program asks
  /// which of several it is.
  Value newTuple(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls = {});
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
  std::optional<bool> asBool(Value value);    ///< of a static bool
  std::optional<int64_t> asInt(Value value);  ///< of a static int or bool
  std::optional<double> asFloat(Value value); ///< of a static float, int or bool
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

  // --- emission (Emit.cpp)
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
  void goOnUnlessRaised(mlir::Block *handler);
  /// Where what the operation raises may be handled first.
  Raising wayOfRaise(mlir::Operation *op);
  Raising wayOfRaise(Value exception);
  /// Whether the exception is certainly no instance of the class.
  bool neverMatches(Value exception, Value cls);
  /// Raises when `condition` is false; false: it always is, the path ended. {0} ... are operands.
  bool check(mlir::Value condition, llvm::StringRef exception, llvm::StringRef message,
             llvm::ArrayRef<Value> operands = {});
  mlir::Block *newBlock();
  void branch(mlir::Value condition, State &whenTrue, State &whenFalse); ///< forks `state`

  // --- exceptions (Exceptions.cpp)
  /// raise exception(message): ends the path.
  Result raise(llvm::StringRef exceptionClass, const llvm::Twine &message);
  Result raiseValue(Value exception);
  /// Refuses the program at activation->at.
  [[noreturn]] void refuse(diag::Kind kind, std::initializer_list<std::string_view> arguments = {});
  [[noreturn]] void refuseAt(const syntax::Node *node, diag::Kind kind,
                             std::initializer_list<std::string_view> arguments = {});
  [[noreturn]] void restart(FactKind kind, uint64_t site); ///< records the fact
  /// Records the fact; staging goes on, to find others, and starts again at its end. For facts that
  /// change how memory is held, and no value that is known.
  void restartLater(FactKind kind, uint64_t site);
  void requireCell(Address storage); ///< which is not one

  // --- needing a value now (Refusals.cpp)
  /// The value of a constant. A number of run time is pinned (when it is an argument) or makes the
  /// enclosing loop unroll, both by restarting; else the program is refused: `what` needs it.
  host::Handle pin(Value value, std::string_view what);
  int64_t pinInt(Value value, std::string_view what);
  bool pinBool(Value value, std::string_view what);
  bool canPin(Value value) const; ///< or it is one that only run time knows
  std::optional<std::string> pinStr(Value value, std::string_view what); ///< none: it is not a str

  // --- joins (Join.cpp)
  /// Continues in a new block after all edges (one edge continues as it is); `extra` receives the
  /// joined values that travelled along. False: there was no edge.
  bool join(Edges &&edges, llvm::SmallVectorImpl<Value> &extra);
  bool join(Edges &&edges);
  /// Runs `run` for each alternative of a union or box, as an arm of its own, and joins the
  /// results; for any other value just runs it.
  Result forEachAlternative(Value value, llvm::function_ref<Result(Value)> run);
  /// if condition: yes else: no, where condition is a Static or Scalar bool; joins the results.
  Result choose(Value condition, llvm::function_ref<Result()> yes, llvm::function_ref<Result()> no);

  // --- types of runtime values (Types.cpp)
  const TypeSet *typeSet(llvm::ArrayRef<Type> types);
  const TypeSet *typesOf(Value value);
  Value unbox(mlir::Value box, const TypeSet *types); ///< a precise value where one type remains
  /// Like forEachAlternative for a box: tests its tag, dtype and rank.
  Result forEachType(Value box, llvm::function_ref<Result(Value)> run);

  // --- statements and expressions
  bool exec(syntax::Seq<syntax::Stmt *> body);
  /// Of a construct that holds no objects meanwhile.
  bool execPart(syntax::Seq<syntax::Stmt *> body);
  bool exec(const syntax::Stmt *statement);
  Result eval(const syntax::Expr *expression);
  bool assign(const syntax::Expr *target, Value value);

  // --- names (Names.cpp)
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
  Result truth(Value value);  ///< a Static or Scalar bool
  Result length(Value value); ///< a Static or Scalar int
  Result contains(Value container, Value item);
  Result str(Value value); ///< str(value): a Static or Scalar str
  Result repr(Value value);
  Result format(Value value, Value spec);
  Value typeOf(Value value); ///< type(value); of a union only inside forEachAlternative
  std::optional<bool> isSubclass(Value cls, Value base);
  Result identical(Value left, Value right); ///< `is`
  Result isInstance(Value object, Value classes);
  Result makeSet(Value list, bool frozen); ///< of a list's elements
  Result containerBinary(syntax::Operator op, Value left, Value right, bool inPlace);
  Result compareContainers(syntax::CmpOperator op, Value left, Value right);

  // --- iteration (Iteration.cpp)
  Result iterator(Value iterable); ///< iter(x)
  /// The next element of an iterator: `exhausted` gets the paths on which there is none.
  Result next(Value iterator, Edges &exhausted);
  /// All elements of an iterable whose length is known now; empty Result: the path ended. When the
  /// length is known only at run time `elements` is not set and the value is a runtime list.
  Result collect(Value iterable, std::optional<std::vector<Value>> &elements);
  /// Runs `body` for each element as a `for` loop does; false: the path ended.
  bool forEach(Value iterable, uint64_t site, llvm::function_ref<bool(Value)> body);

  // --- outside state (Outside.cpp)
  /// The value of a host object that `path` reached, with the guard that makes it so.
  Value outside(host::Handle object, const contract::Path &path);
  Value ambient(llvm::StringRef name);
  void setAmbient(llvm::StringRef name, Value value);

  /// A hash of the call path and the node that is being staged: names an allocation or a loop.
  uint64_t site() const;

  // --- Assign.cpp
  bool execAssign(const syntax::Assign *statement);
  bool unpack(syntax::Seq<syntax::Expr *> targets, Value value);
  bool assignParts(syntax::Seq<syntax::Expr *> targets, Value parts);
  Result unpackParts(Value value, size_t needed, int64_t star);
  Result unpackRuntime(Value sequence, size_t needed, int64_t star);
  bool execAugAssign(const syntax::AugAssign *statement);
  bool deleteTarget(const syntax::Expr *target);

  // --- AttributeWrites.cpp
  bool setOutsideAttribute(Value object, llvm::StringRef name, Value value);
  bool setInstanceAttribute(Value object, llvm::StringRef name, Value value);
  bool setOwnAttribute(Value object, llvm::StringRef name, Value value);
  void deleteOwnAttribute(Value object, llvm::StringRef name);

  // --- Attributes.cpp
  Result bindAttribute(Value attribute, Value object, Value cls);
  Result bindProgramDescriptor(Value attribute, Value object, Value cls);
  std::string missingAttribute(Value object, llvm::StringRef name);
  Result findTensorAttribute(Value tensor, llvm::StringRef name);
  Result findBuiltinAttribute(Value object, llvm::StringRef name);
  Value namedField(Value object, llvm::StringRef name);
  Result findInstanceAttribute(Value object, llvm::StringRef name);
  Value instanceEntry(Value object, llvm::StringRef name);

  // --- Boxes.cpp
  bool isContainer(Value value);
  void growTypes(uint64_t variable, Value value);
  /// What the one container holds is put into the other.
  void flowTypes(uint64_t from, uint64_t to);
  /// The type variable of a copy of a container that is made here.
  uint64_t variableOfCopy(uint64_t source);
  void setRuntimeEntry(Value dict, Value key, Value element);
  int64_t opaqueIndex(host::Handle handle);
  mlir::Value boxStatic(Value value);
  mlir::Value boxTuple(Value value);
  mlir::Value boxObject(Value value);
  bool isTupleOfRunTime(Value value); ///< its length is known only then

  // --- Calls.cpp
  Result evalCall(const syntax::Call *expression);
  bool spreadKeywords(Value mapping, Arguments &arguments, Value callee);
  std::string calleeName(Value callee);
  Result callPrimitive(const Primitive &primitive, Arguments arguments);
  Result callCallable(const CallableData &callee, Arguments arguments);
  Result callStatic(Value callee, Arguments arguments);
  Value partialOf(host::Handle handle);
  Result callHost(Value callee, Arguments arguments);
  Result hostResult(const host::Outcome &outcome);
  Value ofFresh(host::Handle handle);
  bool areConstants(const Arguments &arguments);

  // --- ClassAttributes.cpp
  llvm::ArrayRef<Value> mroOf(Value cls);
  Value classAttribute(Value cls, llvm::StringRef name, Value after = {});
  Value hostClassEntry(host::Handle cls, llvm::StringRef name);
  Value classEntryOrAbsent(host::Handle cls, llvm::StringRef name);
  Value initialClassEntry(host::Handle cls, llvm::StringRef name);
  Result findClassAttribute(Value cls, llvm::StringRef name);
  Value outsideSlot(host::Handle object, llvm::StringRef name, host::Handle slot);
  Result findStaticAttribute(Value object, llvm::StringRef name);
  Result findCallableAttribute(Value object, llvm::StringRef name);

  // --- ClassStatements.cpp
  bool execClassDef(const syntax::ClassDef *definition);

  // --- Classes.cpp
  bool isUserFunction(Value value);
  Result instantiate(Value cls, Arguments arguments, bool byMetaclass = false);
  bool isGenericNew(Value creator);
  Value metaMethod(Value cls, llvm::StringRef name);
  Value tupleMethod(Value value, llvm::StringRef name);
  std::string abstractMethods(Value cls);
  bool callSpecial(const syntax::Call *expression, Result &result);
  Result makeSuper(Value cls, Value self);
  Result findSuperAttribute(Value object, llvm::StringRef name);
  Result slotMethod(Value self, Value, llvm::StringRef name);
  /// Undefined: it has none of this name. Nothing: `__getattr__` has to be called.
  std::optional<Value> moduleEntry(Value object, llvm::StringRef name);
  Result attributesDict(Value object);

  // --- Comparisons.cpp
  Result compareNumbers(syntax::CmpOperator op, Value left, Value right);
  Result compareObjects(syntax::CmpOperator op, Value left, Value right);
  Result compareSequences(syntax::CmpOperator op, Value left, Value right, llvm::ArrayRef<Value> a,
                          llvm::ArrayRef<Value> b);
  Result sameElements(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b);

  // --- Comprehensions.cpp
  bool runClauses(const syntax::Node *node, size_t index, Value firstIterable,
                  llvm::function_ref<bool()> body);
  Value comprehensionCells(const FunctionCode &code);
  Result inScope(const FunctionCode *code, Value cells, Activation *outer,
                 llvm::function_ref<Result()> run);
  Result evalComprehension(const syntax::Expr *expression);

  // --- Conditions.cpp
  void splitUnion(Value value, llvm::function_ref<void(size_t, Value)> arm);
  void condition(const syntax::Expr *test, Edges &whenTrue, Edges &whenFalse);
  void testSplit(const syntax::Expr *test, llvm::ArrayRef<const syntax::Expr *> places,
                 Edges &whenTrue, Edges &whenFalse);
  void testValue(Result value, Edges &whenTrue, Edges &whenFalse);
  bool execIf(const syntax::If *statement);
  Result evalIfExp(const syntax::IfExp *expression);
  Result evalBoolOp(const syntax::BoolOp *expression);
  bool splitTested(const syntax::Expr *place, llvm::function_ref<void()> arm);

  // --- ContainerWrites.cpp
  void append(Value list, Value element);
  bool extend(Value list, Value other);
  bool setListItem(Value object, Value index, Value value);
  bool setListSlice(Value object, Value slice, Value value);
  bool setDictItem(Value object, Value key, Value value);
  Result checkHashable(Value key);
  bool updateDict(Value dict, Value other);

  // --- Containers.cpp
  std::vector<Value> listElements(Value list);
  std::vector<std::pair<Value, Value>> dictEntries(Value dict, bool all = false);
  Value runtimeTuple(Value elements, mlir::Value whole = {});
  bool isIndex(Value value);
  std::optional<llvm::SmallVector<size_t>> sliceIndices(Value slice, size_t size);
  llvm::SmallVector<mlir::Value> sliceOperands(Value slice);
  Result tupleItem(Value object, Value index);
  Result indexValue(Value value);
  Result dynamicItem(llvm::ArrayRef<Value> elements, Value index, llvm::StringRef message);
  bool unrollInstead(llvm::ArrayRef<Value> elements);
  Result listItem(Value object, Value index);
  Value runtimeList(mlir::Value ssa, uint64_t element);
  Result stringItem(Value object, Value index);
  std::optional<size_t> findEntry(Value dict, Value key);
  bool isConstantKey(Value key);
  Value lookedUp(Value key);
  Result dictLookup(Value dict, Value key);
  Result dictGet(Value dict, Value key, Value owner);

  // --- Eval.cpp
  Result evalConstant(const syntax::ConstantValue &constant);
  Result evalCompare(const syntax::Compare *expression);
  bool evalElements(syntax::Seq<syntax::Expr *> expressions, std::vector<Value> &out,
                    Value &runtime);
  Result evalDisplay(const syntax::Expr *expression);
  Result evalDict(const syntax::Dict *expression);
  Result evalFormattedValue(const syntax::FormattedValue *expression);
  Result evalJoinedStr(const syntax::JoinedStr *expression);
  Result preludePrimitive(std::string_view name);

  // --- Exceptions.cpp
  Result knownExceptionAttribute(Value exception, llvm::StringRef name);
  int32_t classId(Value cls);
  Result raiseClass(llvm::StringRef exceptionClass, llvm::ArrayRef<Value> arguments);
  Result raiseInstance(Value cls, llvm::ArrayRef<Value> arguments);
  mlir::Value exceptionValue(Value exception);
  bool execRaise(const syntax::Raise *statement);
  Result exceptionMatches(Value exception, Value cls);
  Result exceptionAttribute(Value exception, llvm::StringRef name);
  Result exceptionStr(Value exception);

  // --- Exec.cpp
  bool execAssert(const syntax::Assert *statement);
  bool execImport(const syntax::Stmt *statement);
  std::string importBase(const syntax::ImportFrom *from);
  Result importName(const syntax::Stmt *statement, const std::string &dotted,
                    std::string_view name);

  // --- Functions.cpp
  bool execFunctionDef(const syntax::FunctionDef *definition);
  bool evalDefaults(const FunctionCode &code, const syntax::Arguments *args,
                    llvm::SmallVectorImpl<Value> &out);
  Result makeFunction(const syntax::Node *node, const syntax::Arguments *args);
  Value preludeFunction(const FunctionCode *code);
  Value hostFunction(host::Handle function);
  void pushFrame(const FunctionCode &code, llvm::ArrayRef<Value> cells);
  bool missingArguments(const FunctionCode &code, llvm::ArrayRef<llvm::StringRef> names,
                        llvm::StringRef kind);
  bool tooManyArguments(const FunctionCode &code, llvm::ArrayRef<Value> defaults, size_t given,
                        size_t keywordOnly);
  bool bind(const FunctionCode &code, llvm::ArrayRef<Value> defaults, const Arguments &arguments,
            llvm::SmallVectorImpl<Value> &bound);
  Result callFunction(const CallableData &function, Arguments arguments);
  void pushBound(const CallableData &function, llvm::ArrayRef<Value> bound);
  Result runFunction(const CallableData &function, llvm::ArrayRef<Value> bound);
  Result runBody(Activation &inner);

  // --- Dataclasses.cpp
  std::optional<Value> dataclassFields(Value cls);
  bool initDataclass(Value object, Value cls, const Arguments &arguments);

  // --- GeneratedClasses.cpp
  Result makeNamedTuple(Value cls, const Arguments &arguments);
  Result enumMember(Value cls, const Arguments &arguments);

  // --- Generators.cpp
  Result runInline(const GeneratorBody &body, std::vector<Value> slots, GeneratorRun &run,
                   Value generator);
  Result runGeneratorBody(const GeneratorBody &body, std::vector<Value> slots, GeneratorRun &run,
                          uint64_t point);
  Result makeGenerator(const CallableData &function, llvm::ArrayRef<Value> bound);
  Result makeGeneratorExpression(const syntax::Expr *expression, const FunctionCode *code,
                                 Value cells, Value iterable);
  Result runGenerator(Value generator, llvm::function_ref<Result(Value)> consume,
                      bool raisesInside = false, bool leaves = false);
  Result evalYield(const syntax::Expr *expression);

  // --- Iteration.cpp
  bool isView(Value value);
  void zipEnds(llvm::ArrayRef<Value> sources, size_t index, Edges &&ended, Edges &exhausted,
               bool goesOn);
  Value makeIterator(IteratorObject::Form form, llvm::ArrayRef<Value> sources, Value position = {});
  Result enumMembers(Value cls);
  Value runtimeIterator(mlir::Value box, const TypeSet *types);
  std::optional<int64_t> knownCount(Value value, bool &isRange);
  Value numbered(Value enumerate, Value element);
  bool goOnIf(Value condition, Edges &exhausted);
  Result nextPosition(Value iterator, Value size, Edges &exhausted,
                      llvm::function_ref<Result(Value)> element);
  Result nextOfSequence(Value value, Edges &exhausted);
  Result userNext(Value function, Value self, Edges &exhausted);
  Result nextOfGenerator(Value value, Edges &exhausted);
  Result collectUnion(Value iterable, std::optional<std::vector<Value>> &elements);

  // --- LoopStatements.cpp
  static void truncateFrames(Edges &edges, size_t count);
  bool forEachOf(Value iterator, uint64_t site, llvm::function_ref<bool(Value)> body);
  bool iterate(Value iterator, uint64_t site, llvm::function_ref<bool(Value)> body);
  bool execFor(const syntax::For *statement);
  bool forOver(const syntax::For *statement, Value iterable);
  bool execWhile(const syntax::While *statement);
  void unrollWhile(uint64_t site, const syntax::Expr *test, llvm::function_ref<bool(Edges &)> trip,
                   Edges &exhausted);

  // --- Loops.cpp
  enum class LoopEnd { Done, Dead, LostPrecision, Fills };
  LoopEnd runLoop(uint64_t site, bool unrollable, llvm::function_ref<bool(Edges &)> trip,
                  Edges &exhausted, bool peelable = false);
  bool hasOneOutcome(const syntax::Expr *test);

  // --- Match.cpp
  bool execMatch(const syntax::Match *statement);
  bool matchIf(Result test, Edges &failed);
  struct Capture {
    llvm::StringRef name;
    Value value;
  };
  bool matchPattern(const syntax::Pattern *pattern, Value subject, std::vector<Capture> &captures,
                    Edges &failed);
  bool matchOr(const syntax::MatchOr *pattern, Value subject, std::vector<Capture> &captures,
               Edges &failed);
  bool matchAlternatives(Value open, std::vector<Capture> &captures,
                         llvm::function_ref<bool(Value, std::vector<Capture> &)> match);
  std::optional<std::vector<Value>> sequenceParts(const syntax::MatchSequence *pattern, Value whole,
                                                  Value size, size_t star);
  bool matchSequence(const syntax::MatchSequence *pattern, Value subject,
                     std::vector<Capture> &captures, Edges &failed);
  bool matchMapping(const syntax::MatchMapping *pattern, Value subject,
                    std::vector<Capture> &captures, Edges &failed);
  std::optional<std::vector<Value>> positionalNames(const syntax::MatchClass *pattern, Value cls);
  std::optional<std::vector<Value>> matchedAttributes(const syntax::MatchClass *pattern, Value cls,
                                                      Value subject, Edges &failed);
  bool matchClass(const syntax::MatchClass *pattern, Value cls, Value subject,
                  std::vector<Capture> &captures, Edges &failed);

  // --- Names.cpp
  Result defined(Value value, llvm::function_ref<void()> missing);
  Value without(Value value, size_t index);
  Result loadGlobal(llvm::StringRef name);
  Value cellContents(Value cell);
  void setCell(Value cell, Value value);

  // --- Operators.cpp
  bool isNumber(Value value);
  bool isString(Value value);
  Result scalarBinary(syntax::Operator op, Value left, Value right);
  Result floatPower(syntax::Operator op, Value left, Value right,
                    llvm::function_ref<Value()> plain);
  Result unsupportedOperands(llvm::StringRef symbol, Value left, Value right);
  Result binaryOf(syntax::Operator op, Value left, Value right, bool inPlace);
  Result userBinary(llvm::StringRef method, llvm::StringRef reflected, llvm::StringRef inPlace,
                    Value left, Value right, bool isInPlace);
  Result stringBinary(syntax::Operator op, Value left, Value right);

  // --- Outside.cpp
  bool isNamespace(Address address) const;
  bool isOutside(Address address) const;
  contract::Path rootPath(host::Handle handle);
  void addGuard(contract::Guard guard);
  void guard(contract::Guard::Kind kind, const contract::Path &path, host::Handle expected,
             int64_t number = 0);
  mlir::BlockArgument addInput(const contract::Path &path, contract::Input::Kind kind,
                               mlir::Type type, std::string name);
  void ensureOutside(Value value);
  void insertOutside(Address address, State &into);
  Value readOutside(host::Handle handle, const contract::Path &path);
  Value readNumber(host::Handle handle, const contract::Path &path);
  Value readTuple(host::Handle handle, const contract::Path &path);
  void insertInitial(Address address, ObjectPtr object);
  Value readTensor(host::Handle handle, const contract::Path &path);
  Value insertTensor(host::Handle handle, const contract::Path &path, mlir::RankedTensorType type,
                     bool requiresGrad, host::Handle cls);
  /// `given`: what the request says of an argument, where it is a structure of descriptions.
  Value readObject(host::Handle handle, const contract::Path &path,
                   const contract::Argument *given = nullptr);
  host::Handle outsideHandle(Address address);

  // --- OutsideContents.cpp
  ObjectPtr initialObject(host::Handle handle, const contract::Path &path, Address address);
  Value initialItem(Address address, size_t index);
  Value initialEntry(Address address, Value key);
  Value initialCell(Address address);
  Value initialSlot(Value object, host::Handle descriptor);
  Value outsideNamespace(host::Handle dict, const contract::Path &path);
  Value writtenEntry(host::Handle space, llvm::StringRef name);
  Value outsideEntry(Value dict, llvm::StringRef name);
  void loadContents(Value container);
  Value builtinName(llvm::StringRef name);

  // --- OutsideWrites.cpp
  bool setOutsideEntry(Value dict, llvm::StringRef name, Value value);
  mlir::Value outsideOperand(Value object);
  void hostOperation(int operation, Value object, llvm::ArrayRef<Value> operands);
  mlir::Value outsideValue(Value value);
  bool writeOutside(Value object, llvm::StringRef name, Value value);
  bool writeOutsideItem(Value object, Value index, Value value);
  void writeOutsideCell(Value cell, Value value);

  // --- Payloads.cpp
  Value emptyPayload(Value cls);
  Result newInstance(Value cls, const Arguments &arguments);
  bool initBuiltin(Value object, Value cls, const Arguments &arguments);

  // --- Program.cpp
  void removeUnreachable();
  contract::Output describe(Value value, llvm::SmallVectorImpl<mlir::Value> &results);
  const contract::Path &outsidePath(Address address);

  // --- Queries.cpp
  bool isSlot(Value function);
  Result anyEqual(llvm::ArrayRef<Value> elements, Value item);
  Result callMethodOfTensor(Value tensor, llvm::StringRef name, Value argument);
  Result isDefined(Value value);
  Result containerRepr(Value value);
  Result namedTupleRepr(Value value);
  Value joinText(llvm::ArrayRef<Value> parts);

  // --- Ranges.cpp
  Result rangeLength(Value range);
  Value rangeElement(Value range, Value position);
  Result scalarOrConstant(syntax::Operator op, Value left, Value right);
  Result rangeItem(Value range, Value index);
  Result rangeContains(Value range, Value item);

  // --- Refusals.cpp
  diag::Diagnostic diagnostic(const syntax::Node *node, diag::Kind kind,
                              std::initializer_list<std::string_view> arguments);
  void pinScalar(Value value, std::string_view what);
  /// Restarts with the innermost loop unrolled that can be; returns where there is none.
  void unrollInnermost();
  std::optional<uint64_t> inputOf(Value value) const;
  bool mayUnroll(const LoopFrame &loop) const;

  // --- States.cpp
  /// A write in a saved program (States.cpp); false: it cannot be kept. `read` gives what the place
  /// holds before the call.
  bool writeState(const contract::Path &path, Value value, llvm::function_ref<Value()> read);

  // --- Try.cpp
  void handle(const syntax::Try *statement, Value exception, Edges &done);
  bool tryBody(const syntax::Try *statement);
  bool execTry(const syntax::Try *statement);
  Result untilRaises(llvm::StringRef cls, Edges &caught, llvm::function_ref<Result()> run);

  // --- TypeNames.cpp
  Value builtinType(llvm::StringRef name);
  bool isClass(Value value);
  bool isException(Value value);
  Value typeOfObject(Value value);
  Value iteratorType(IteratorObject::Form form);
  std::string className(Value cls);
  std::string typeName(Value value);
  bool virtualSubclass(Value cls, Value base);
  Value payloadOf(Value value);

  // --- With.cpp
  bool guarded(llvm::function_ref<bool()> body, llvm::function_ref<Result(Value)> leave,
               Value manager = {});
  bool execWith(const syntax::With *statement, size_t index);
  Value generatorOf(Value manager);
  bool withGenerator(Value generator, llvm::function_ref<bool(Value)> body);
  bool takeWay(Value way, Value result);

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

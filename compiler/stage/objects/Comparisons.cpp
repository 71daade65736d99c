// Comparisons.cpp: comparison and identity of values of every kind.
#include "stage/objects/Comparisons.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/classes/Classes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/PlainTypes.h"
#include "stage/emit/Refusals.h"
#include "stage/model/Dtypes.h"
#include "stage/objects/ContainerOperators.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/objects/Operators.h"
#include "stage/outside/OpenLists.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;

static Result compareObjects(Stage &, syntax::CmpOperator op, Value left, Value right);
static Result compareSequences(Stage &, syntax::CmpOperator op, Value left, Value right,
                               llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b);

namespace {

struct CompareNames {
  llvm::StringRef symbol, method, reflected;
  ir::CompareKind kind;
  int runtime; ///< lith_compare_op
};
// Eq, NotEq, Lt, LtE, Gt, GtE
const CompareNames compareNames[] = {
    {"==", "__eq__", "__eq__", ir::CompareKind::eq, 2},
    {"!=", "__ne__", "__ne__", ir::CompareKind::ne, 3},
    {"<", "__lt__", "__gt__", ir::CompareKind::lt, 0},
    {"<=", "__le__", "__ge__", ir::CompareKind::le, 1},
    {">", "__gt__", "__lt__", ir::CompareKind::gt, 4},
    {">=", "__ge__", "__le__", ir::CompareKind::ge, 5},
};

} // namespace

// Versions are compared by code that is all about text, and that notes in them what it has worked
// out: the host runs it.
static host::Handle versionOrConstant(Stage &s, Value value, bool &isVersion) {
  if (!s.find<InstanceObject>(value) || !isOutside(s, value.address()))
    return s.toHandle(value);
  host::Handle handle = outsideHandle(s, value.address());
  std::string cls = s.host.qualifiedName(classOf(s, handle).handle());
  bool is = cls == "torch.torch_version.TorchVersion" || cls == "packaging.version.Version" ||
            cls == "torch._vendor.packaging.version.Version";
  isVersion |= is;
  return is ? handle : nullptr;
}

static std::optional<Result> compareVersions(Stage &s, llvm::StringRef symbol, Value left,
                                             Value right) {
  bool isVersion = false;
  host::Handle a = versionOrConstant(s, left, isVersion);
  host::Handle b = versionOrConstant(s, right, isVersion);
  if (!isVersion || !a || !b)
    return std::nullopt;
  return hostResult(s, s.host.apply(symbol.str(), {a, b}));
}

// An object that the host compares, and whose class is none that the stage knows.
static bool comparesInC(Stage &s, Value value, llvm::StringRef method) {
  if (isForeign(s, value))
    return definesAny(s, value, method);
  if (!s.find<InstanceObject>(value) || payloadOf(s, value) != value || isNumpyObject(s, value))
    return false;
  Value entry = classAttribute(s, typeOf(s, value), s.intern(method));
  return entry.isStatic() && s.kindOf(entry) == host::Kind::SlotWrapper &&
         entry != hostClassEntry(s, builtinType(s, "object").handle(), s.intern(method)) &&
         !ofCollection(s, entry);
}

static std::optional<Result> compareInC(Stage &s, const CompareNames &names, Value left,
                                        Value right) {
  bool isLeft = comparesInC(s, left, names.method);
  if (!isLeft && !comparesInC(s, right, names.reflected))
    return std::nullopt;
  if (auto answer = operatorInHost(s, names.symbol, {left, right}))
    return hostResult(s, *answer);
  refuse(
      s, diag::Kind::UnsupportedFunction,
      {typeName(s, isLeft ? left : right) + "." + (isLeft ? names.method : names.reflected).str()});
}

static Result unordered(Stage &s, CmpOperator op, Value left, Value right) {
  return raise(s, "TypeError",
               "'" + compareNames[size_t(op)].symbol + "' not supported between instances of '" +
                   typeName(s, left) + "' and '" + typeName(s, right) + "'");
}

// Two numbers, one of which is a constant int past 64 bits: an int of run time is to it as zero is,
// a float is compared with the float that it is.
static Result compareLong(Stage &s, CmpOperator op, Value left, Value right) {
  Value &number = isLong(s, left) ? left : right, &other = isLong(s, left) ? right : left;
  if (!other.isStatic() && isFloat(s, other)) {
    Result real = longAsFloat(s, number);
    if (!real || !s.host.equal(real->handle(), number.handle()))
      refuse(s, diag::Kind::UnsupportedExpression,
             {"a number of run time with an int past 64 bits"});
    number = *real;
    return compareNumbers(s, op, left, right);
  }
  if (!other.isStatic())
    other = s.integer(0);
  return hostResult(s,
                    s.host.apply(compareNames[size_t(op)].symbol, {left.handle(), right.handle()}));
}

static bool nestsTuples(Value value) { return value.isBox() && nestsTuples(value.types()); }

static bool mayBeTensor(Stage &s, Value value) {
  return llvm::any_of(typesOf(s, value)->types,
                      [](const Type &type) { return type.kind == Type::Kind::Tensor; });
}

// Of a tuple: a part is a tensor, or more tuples without end.
static bool nestsTensors(Stage &s, Value tuple) {
  return llvm::any_of(tuple.tuple().elements, [&](Value element) {
    return nestsTuples(element) && mayBeTensor(s, element);
  });
}

// Tuples in tuples without end, part by part at run time; here each part would be two of its own.
static Result compareNested(Stage &s, const CompareNames &names, Value left, Value right) {
  llvm::StringRef methods[] = {"__eq__", names.method, names.reflected};
  if (mayHoldRecords(s, left, methods) || mayHoldRecords(s, right, methods))
    refuse(s, diag::Kind::UnsupportedExpression, {"comparison of containers of instances"});
  mlir::Value box =
      rt(s, "value_compare", {constantInt(s, names.runtime), toBox(s, left), toBox(s, right)},
         ir::BoxType::get(&s.context));
  return unbox(s, box, typeSet(s, plainType(Type::Kind::Bool)));
}

Result compare(Stage &s, CmpOperator op, Value left, Value right) {
  switch (op) {
  case CmpOperator::Is:
    return identical(s, left, right);
  case CmpOperator::IsNot: {
    Result same = identical(s, left, right);
    return same ? unary(s, UnaryOperator::Not, *same) : same;
  }
  case CmpOperator::In:
    return contains(s, right, left);
  case CmpOperator::NotIn: {
    Result found = contains(s, right, left);
    return found ? unary(s, UnaryOperator::Not, *found) : found;
  }
  default:
    break;
  }
  matchNumpy(s, left, right);
  const CompareNames &names = compareNames[size_t(op)];
  bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
  if (any)
    return Value::box(rt(s, "value_compare",
                         {constantInt(s, names.runtime), toBox(s, left), toBox(s, right)},
                         ir::BoxType::get(&s.context)),
                      s.facts.types.any());
  if ((nestsTuples(left) || nestsTuples(right)) && !mayBeTensor(s, left) &&
      !mayBeTensor(s, right)) // the comparison of a tensor is one
    return compareNested(s, names, left, right);
  if (left.isUnion() || left.isBox() || right.isUnion() || right.isBox())
    return forEachAlternative(s, left, [&](Value a) {
      return forEachAlternative(s, right, [&](Value b) { return compare(s, op, a, b); });
    });
  bool leftReal = isPlainNumber(s, left), rightReal = isPlainNumber(s, right);
  if (leftReal && rightReal)
    return compareNumbers(s, op, left, right);
  if ((isLong(s, left) && rightReal) || (leftReal && isLong(s, right)))
    return compareLong(s, op, left, right);
  if (left.isStatic() || right.isStatic())
    preferText(s, left.isStatic() ? right : left);
  bool mapped = isMapped(s, left) || isMapped(s, right);
  auto isUsers = [&](Value value, llvm::StringRef method) {
    return s.find<InstanceObject>(value) || !tupleMethod(s, value, method).isUndefined() ||
           !tupleMethod(s, value, "__eq__").isUndefined();
  };
  if (std::optional<Result> answer = compareVersions(s, names.symbol, left, right))
    return *answer;
  if ((left.isRef() && isForeign(s, left)) || (right.isRef() && isForeign(s, right)))
    if (std::optional<Result> answer = compareInC(s, names, left, right))
      return *answer;
  if (!mapped && (isUsers(left, names.method) || isUsers(right, names.reflected))) {
    Result value = userBinary(s, names.method, names.reflected, "", left, right, false);
    if (!value || !value->isUndefined())
      return value;
    if (std::optional<Result> answer = compareInC(s, names, left, right))
      return *answer;
    if (isDeque(s, left) != isDeque(s, right)) { // a deque equals no list
      if (op == CmpOperator::Eq || op == CmpOperator::NotEq)
        return s.boolean(op == CmpOperator::NotEq);
      return unordered(s, op, left, right);
    }
    if (!isException(s, left) && !isException(s, right) &&
        (payloadOf(s, left) != left || payloadOf(s, right) != right))
      return compare(s, op, payloadOf(s, left), payloadOf(s, right));
  }
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (mapped || s.isTensor(left) || s.isTensor(right)) {
    if (!isNumpyNumber(s, left))
      refuseForeign(s, left, names.method);
    if (!isNumpyNumber(s, right))
      refuseForeign(s, right, names.reflected);
    Result value = tensorCompare(s, op, left, right);
    if (!value || !value->isUndefined())
      return value;
    if (equality)
      return s.boolean(op == CmpOperator::NotEq);
  } else {
    if (left.isScalar() || right.isScalar()) {
      refuseForeign(s, left, names.method);
      refuseForeign(s, right, names.reflected);
    }
    Result value = compareObjects(s, op, left, right);
    if (!value || !value->isUndefined())
      return value;
  }
  return unordered(s, op, left, right);
}

// Whether a number is such that an int may be rounded before it is compared with it.
static bool comparesRounded(Stage &s, Value value) {
  constexpr double Exact = 9007199254740992.0; // ints below it are floats
  auto number = s.asFloat(value);
  return isBoolean(s, value) || (number && !(std::abs(*number) >= Exact));
}

// Of an int with a float, without rounding the int.
static mlir::Value compareExactly(Stage &s, CmpOperator op, Value left, Value right) {
  bool isReversed = isFloat(s, left);
  mlir::Value number = toInt(s, isReversed ? right : left);
  mlir::Value real = toFloat(s, isReversed ? left : right);
  mlir::Value order = rtPlain(s, "int_compare_float", {number, real}, s.builder().getI64Type());
  auto is = [&](ir::CompareKind kind, int64_t other) -> mlir::Value {
    return ir::CompareOp::create(s.builder(), s.loc(), kind, order, constantInt(s, other));
  };
  bool isLess = op == CmpOperator::Lt || op == CmpOperator::LtE;
  if (op == CmpOperator::Eq || op == CmpOperator::NotEq)
    return is(op == CmpOperator::Eq ? ir::CompareKind::eq : ir::CompareKind::ne, 0);
  mlir::Value strictly = is(ir::CompareKind::eq, isLess != isReversed ? -1 : 1);
  if (op == CmpOperator::Lt || op == CmpOperator::Gt)
    return strictly;
  return ir::BinaryOp::create(s.builder(), s.loc(), s.builder().getI1Type(), ir::BinaryKind::bor,
                              strictly, is(ir::CompareKind::eq, 0));
}

Result compareNumbers(Stage &s, CmpOperator op, Value left, Value right) {
  const CompareNames &names = compareNames[size_t(op)];
  if (left.isStatic() && right.isStatic())
    return hostResult(s, s.host.apply(names.symbol, {left.handle(), right.handle()}));
  bool leftFloat = isFloat(s, left), rightFloat = isFloat(s, right);
  bool bools = isBoolean(s, left) && isBoolean(s, right);
  mlir::Value a, b;
  if (leftFloat != rightFloat && !comparesRounded(s, left) && !comparesRounded(s, right))
    return s.boolScalar(compareExactly(s, op, left, right));
  if (leftFloat || rightFloat) {
    a = toFloat(s, left);
    b = toFloat(s, right);
  } else if (bools && (op == CmpOperator::Eq || op == CmpOperator::NotEq)) {
    a = toBool(s, left);
    b = toBool(s, right);
  } else {
    a = toInt(s, left);
    b = toInt(s, right);
  }
  return s.boolScalar(ir::CompareOp::create(s.builder(), s.loc(), names.kind, a, b));
}

// A constant of a subclass of tuple that the host has, such as sys.version_info.
static bool isOtherTuple(Stage &s, Value value) {
  return value.isStatic() &&
         isSubclass(s, typeOf(s, value), builtinType(s, "tuple")).value_or(false);
}

static bool isMethod(Value value) {
  return value.isCallable() && value.callable().form == CallableData::Form::BoundMethod;
}

static bool isComplex(Stage &s, Value value) {
  return value.isScalar(ScalarType::Complex) ||
         (value.isStatic() && s.kindOf(value) == host::Kind::Complex);
}

// Whether two numbers, one of which is complex, have the same parts.
static Result sameParts(Stage &s, Value left, Value right) {
  auto same = [&](llvm::StringRef part) -> Result {
    Result a = getattr(s, left, s.intern(part)), b = getattr(s, right, s.intern(part));
    return a && b ? compareNumbers(s, CmpOperator::Eq, *a, *b) : std::nullopt;
  };
  Result real = same("real"), imaginary = same("imag");
  return choose(s, *real, [&] { return imaginary; }, [&]() -> Result { return s.boolean(false); });
}

// Undefined when the order of these types is not defined.
static Result compareObjects(Stage &stage, CmpOperator op, Value left, Value right) {
  const CompareNames &names = compareNames[size_t(op)];
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (isString(stage, left) && isString(stage, right)) {
    if (left.isStatic() && right.isStatic())
      return hostResult(stage, stage.host.apply(names.symbol, {left.handle(), right.handle()}));
    if (equality) {
      Value same =
          stage.boolScalar(rtPlain(stage, "str_equal", {toStr(stage, left), toStr(stage, right)},
                                   stage.builder().getI1Type()));
      return op == CmpOperator::Eq ? Result(same) : unary(stage, UnaryOperator::Not, same);
    }
    Value order =
        stage.intScalar(rtPlain(stage, "str_compare", {toStr(stage, left), toStr(stage, right)},
                                stage.builder().getI64Type()));
    return compareNumbers(stage, op, order, stage.integer(0));
  }
  auto is = [](Value value, TupleData::Form form) {
    return value.isTuple() && value.tuple().form == form;
  };
  for (TupleData::Form form : {TupleData::Form::Slice, TupleData::Form::Range})
    if (is(left, form) != is(right, form) && left.isTuple() && right.isTuple())
      return equality ? Result(stage.boolean(op == CmpOperator::NotEq)) : Value();
  if (is(left, TupleData::Form::Range) && is(right, TupleData::Form::Range)) {
    Result same = equality ? callPrelude(stage, "ranges_equal", {left, right}) : Value();
    return op == CmpOperator::NotEq && same ? unary(stage, UnaryOperator::Not, *same) : same;
  }
  if (left.isTuple() && right.isTuple() &&
      (nestsTensors(stage, left) || nestsTensors(stage, right)))
    return compareNested(stage, names, left, right);
  if (left.isTuple() && right.isTuple())
    return compareSequences(stage, op, left, right, left.tuple().elements, right.tuple().elements);
  if (left.isTuple() && isTupleOfRunTime(stage, right))
    return compareObjects(stage, op, runtimeTuple(stage, left), right);
  if (right.isTuple() && isTupleOfRunTime(stage, left))
    return compareObjects(stage, op, left, runtimeTuple(stage, right));
  const ListObject *a = stage.find<ListObject>(left), *b = stage.find<ListObject>(right);
  if (a && b && !a->isRuntime() && !b->isRuntime()) {
    std::vector<Value> leftElements = listElements(stage, left),
                       rightElements = listElements(stage, right);
    return compareSequences(stage, op, left, right, leftElements, rightElements);
  }
  auto isComparable = [&](Value value) {
    return isContainer(stage, value) ||
           (isView(stage, value) &&
            stage.find<IteratorObject>(value)->form != IteratorObject::Form::Values);
  };
  if (isComparable(left) && isComparable(right))
    return compareContainers(stage, op, left, right);
  if (left.isStatic() && right.isStatic())
    if (std::optional<Result> answer = compareInC(stage, names, left, right))
      return *answer;
  if (left.isStatic() && right.isStatic() && stage.kindOf(left) == stage.kindOf(right) &&
      isNumber(stage, left))
    return hostResult(stage, stage.host.apply(names.symbol, {left.handle(), right.handle()}));
  if (isOtherTuple(stage, left) || isOtherTuple(stage, right)) {
    host::Handle a = stage.toHandle(left), b = stage.toHandle(right);
    host::Outcome outcome = a && b ? stage.host.apply(names.symbol, {a, b}) : host::Outcome();
    if (outcome.ok())
      return ofFresh(stage, outcome.value);
  }
  if (!equality) {
    if (left.isStatic() && right.isStatic()) {
      host::Outcome outcome = stage.host.apply(names.symbol, {left.handle(), right.handle()});
      if (outcome.ok())
        return ofFresh(stage, outcome.value);
    }
    return Value();
  }
  if (isNumber(stage, left) && isNumber(stage, right) &&
      (isComplex(stage, left) || isComplex(stage, right)) &&
      (left.isScalar() || right.isScalar())) {
    Result same = sameParts(stage, left, right);
    return op == CmpOperator::Eq ? same : unary(stage, UnaryOperator::Not, *same);
  }
  if (isMethod(left) && isMethod(right)) { // of one object, made at each look
    const CallableData &a = left.callable(), &b = right.callable();
    bool isOne = a.function == b.function && a.primitive == b.primitive;
    Result same = isOne ? identical(stage, a.self, b.self) : Result(stage.boolean(false));
    return !same || op == CmpOperator::Eq ? same : unary(stage, UnaryOperator::Not, *same);
  }
  bool areFunctions = left.isCallable() && right.isCallable() && left.callable().code;
  if (left.isRef() || right.isRef() || areFunctions) {
    Result same = identical(stage, left, right);
    return !same || op == CmpOperator::Eq ? same : unary(stage, UnaryOperator::Not, *same);
  }
  bool same;
  if (left.isStatic() && right.isStatic())
    same = stage.host.equal(left.handle(), right.handle());
  else
    same = left == right;
  return stage.boolean(same == (op == CmpOperator::Eq));
}

static Result joinResults(Stage &s, Edges &&done) {
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

// Whether two elements of containers are one object or equal; an object's `__eq__` is not asked
// about itself.
static Result identicalOrEqual(Stage &s, Value x, Value y) {
  if (x == y)
    return s.boolean(true);
  auto equal = [&]() -> Result {
    Result same = compare(s, CmpOperator::Eq, x, y);
    return same ? truth(s, *same) : same;
  };
  auto mayHaveMethod = [&](Value value) {
    return mayHoldRecords(s, value, {"__eq__"}) && !mayBeTensor(s, value);
  };
  if (!mayHaveMethod(x) || !mayHaveMethod(y))
    return equal();
  Result one = identical(s, x, y);
  return one ? choose(s, *one, [&]() -> Result { return s.boolean(true); }, equal) : one;
}

// Goes on where two elements are identical or equal; where they are not, `result` leaves.
static bool equalOrLeave(Stage &s, Value x, Value y, Edges &done,
                         llvm::function_ref<Result()> result) {
  Scoped<unsigned> deeper(s.body.nesting, s.body.nesting + 1);
  if (s.body.nesting > s.body.MaxNesting) {
    raise(s, "RecursionError", "maximum recursion depth exceeded in comparison");
    return false;
  }
  Result equal = identicalOrEqual(s, x, y);
  if (!equal)
    return false;
  auto known = s.asBool(*equal);
  if (known == true)
    return true;
  State same;
  if (!known) {
    State differ;
    branch(s, toBool(s, *equal), same, differ);
    s.state = std::move(differ);
  }
  if (Result left = result())
    done.push_back({std::move(s.state), {*left}});
  if (known)
    return false;
  s.state = std::move(same);
  return true;
}

// Lexicographic, element by element.
static Result compareSequences(Stage &stage, CmpOperator op, Value left, Value right,
                               llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (equality) {
    if (a.size() != b.size())
      return stage.boolean(op == CmpOperator::NotEq);
    if (a.empty())
      return stage.boolean(op == CmpOperator::Eq);
    Result same = sameElements(stage, a, b);
    return !same || op == CmpOperator::Eq ? same : unary(stage, UnaryOperator::Not, *same);
  }
  Edges done;
  for (auto [x, y] : llvm::zip(a, b)) {
    bool goesOn = equalOrLeave(stage, x, y, done, [&] { return compare(stage, op, x, y); });
    if (!goesOn)
      return joinResults(stage, std::move(done));
  }
  Result shorter =
      compareNumbers(stage, op, stage.integer(int64_t(a.size())), stage.integer(int64_t(b.size())));
  done.push_back({std::move(stage.state), {*shorter}});
  return joinResults(stage, std::move(done));
}

// Whether all elements are identical or equal, as containers compare.
Result sameElements(Stage &stage, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  Edges done;
  for (auto [x, y] : llvm::zip(a, b)) {
    bool goesOn = equalOrLeave(stage, x, y, done, [&]() -> Result { return stage.boolean(false); });
    if (!goesOn)
      return joinResults(stage, std::move(done));
  }
  done.push_back({std::move(stage.state), {stage.boolean(true)}});
  return joinResults(stage, std::move(done));
}

// Two tensors with addresses of their own: only if both come from, or went into, containers of run
// time can they be one, and then they are cells, which their pointers tell apart.
static Result sameTensor(Stage &s, Value left, Value right) {
  auto escaped = [&](Value tensor) {
    auto it = s.sharing.marks.find(s.find<TensorObject>(tensor)->storage);
    return it != s.sharing.marks.end() && llvm::any_of(it->second, [](auto &mark) {
             return mark.first == FactKind::EscapedCells;
           });
  };
  if (!s.facts.has(FactKind::EscapedCells, Everywhere)) {
    if (escaped(left) || escaped(right))
      restart(s, FactKind::EscapedCells, Everywhere);
    return s.boolean(false);
  }
  const TensorObject *a = s.find<TensorObject>(left), *b = s.find<TensorObject>(right);
  if (a->unknownIdentity || b->unknownIdentity)
    refuse(s, diag::Kind::UnsupportedExpression, {"identity of a tensor that is one of several"});
  for (const TensorObject *tensor : {a, b})
    if (!s.state.heap.find<StorageObject>(tensor->storage)->isCell)
      return s.boolean(false);
  if (a->storage == b->storage)
    return s.boolean(false);
  if (!a->chain.empty() || !b->chain.empty())
    refuse(s, diag::Kind::UnsupportedExpression, {"identity of a view in a container of run time"});
  return s.boolScalar(rtPlain(s, "value_identical", {toBox(s, left), toBox(s, right)},
                              s.emission.builder.getI1Type()));
}

// Two tuples with elements that are not one abstract value: which objects they are is known where
// run time made them, or where neither went through a join or a container.
static Result sameTuple(Stage &s, Value left, Value right) {
  const TupleData &a = left.tuple(), &b = right.tuple();
  if (a.form != b.form || a.cls != b.cls || a.elements.size() != b.elements.size())
    return s.boolean(false);
  mlir::Value first = s.state.tupleObject(a), second = s.state.tupleObject(b);
  if (first && second)
    return s.boolScalar(rtPlain(s, "value_identical", {first, second}, s.builder().getI1Type()));
  if (!first && !second && !a.isJoined && !b.isJoined)
    return s.boolean(false);
  if (!s.facts.has(FactKind::TupleObjects, Everywhere))
    restart(s, FactKind::TupleObjects, Everywhere);
  refuse(s, diag::Kind::UnsupportedExpression, {"identity of a tuple that is one of several"});
}

Result identical(Stage &s, Value left, Value right) {
  if (left.isUnion() || left.isBox() || right.isUnion() || right.isBox()) {
    bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
    if (any)
      return s.boolScalar(rtPlain(s, "value_identical", {toBox(s, left), toBox(s, right)},
                                  s.builder().getI1Type()));
    return forEachAlternative(s, left, [&](Value a) {
      return forEachAlternative(s, right, [&](Value b) { return identical(s, a, b); });
    });
  }
  if (left.isRef() && right.isRef() && left != right) {
    const TensorObject *a = s.find<TensorObject>(left), *b = s.find<TensorObject>(right);
    bool unknown = false;
    for (const TensorObject *tensor : {a, b})
      if (a && b && tensor->unknownIdentity) {
        for (auto [fact, site] : s.sharing.marks[tensor->storage])
          if (fact == FactKind::Separate && !s.facts.has(fact, site))
            restartLater(s, fact, site);
        unknown = true;
      }
    auto leftKnown = s.outside.objects.find(left.address()),
         rightKnown = s.outside.objects.find(right.address());
    bool bothOutside =
        leftKnown != s.outside.objects.end() && rightKnown != s.outside.objects.end();
    if (bothOutside && a && b && s.request.options.forArtifact)
      unknown = true;       // one program for all calls
    else if (bothOutside) { // of a call in which these two are one there is another program
      leftKnown->second.identityMatters = rightKnown->second.identityMatters = true;
      if (a && b)
        s.outside.compared.push_back({left.address(), right.address()});
    }
    if (a && b && !unknown)
      return sameTensor(s, left, right);
    bool runtime = isRuntime(*s.state.heap.find(left.address())) &&
                   isRuntime(*s.state.heap.find(right.address()));
    if (runtime || unknown)
      return s.boolScalar(rtPlain(s, "value_identical", {toBox(s, left), toBox(s, right)},
                                  s.builder().getI1Type()));
  }
  if (left == right)
    return s.boolean(true);
  if (left.isTuple() && right.isTuple() && !left.tuple().elements.empty())
    return sameTuple(s, left, right);
  for (auto [type, cls] : {std::pair(left, right), std::pair(right, left)})
    if (Value exception = exceptionOfType(s, type); !exception.isUndefined()) {
      if (Value other = exceptionOfType(s, cls); !other.isUndefined())
        return s.boolScalar(ir::CompareOp::create(
            s.builder(), s.loc(), ir::CompareKind::eq,
            rtPlain(s, "exception_class", {exception.ssa()}, s.builder().getI64Type()),
            rtPlain(s, "exception_class", {other.ssa()}, s.builder().getI64Type())));
      if (!isSubclass(s, cls, builtinType(s, "BaseException")).value_or(false))
        return s.boolean(false);
      return s.boolScalar(ir::CompareOp::create(
          s.builder(), s.loc(), ir::CompareKind::eq,
          rtPlain(s, "exception_class", {exception.ssa()}, s.builder().getI64Type()),
          constantInt(s, classId(s, cls))));
    }
  if (left.isCallable() && right.isCallable() && left.callable().code)
    return sameFunction(s, left, right);
  if (left.isScalar(ScalarType::Exception) && right.isScalar(ScalarType::Exception))
    return s.boolScalar(
        rtPlain(s, "value_identical", {toBox(s, left), toBox(s, right)}, s.builder().getI1Type()));
  // Numbers and texts are values here, and which object Python has for one is no part of them.
  bool areNumbers = isNumber(s, left) && isNumber(s, right) && typeOf(s, left) == typeOf(s, right);
  if (areNumbers || (isString(s, left) && isString(s, right)))
    return compare(s, CmpOperator::Eq, left, right);
  return s.boolean(false);
}

} // namespace lith::stage

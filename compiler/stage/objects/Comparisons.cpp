// Comparisons.cpp: comparison and identity of values of every kind.
#include "stage/builtins/Support.h"
#include "stage/numpy/NumpyNumbers.h"
#include "stage/objects/Iteration.h"
#include "stage/objects/Numbers.h"
#include "stage/outside/OpenLists.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage {

using namespace lith::syntax;

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
  if (!s.find<InstanceObject>(value) || !s.isOutside(value.address()))
    return s.toHandle(value);
  host::Handle handle = s.outsideHandle(value.address());
  std::string cls = s.host.qualifiedName(s.host.classOf(handle));
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
  return s.hostResult(s.host.apply(symbol.str(), {a, b}));
}

// An object whose class compares in C, and is none that the stage knows.
static bool comparesInC(Stage &s, Value value, llvm::StringRef method) {
  bool isInstance = s.find<InstanceObject>(value) && s.payloadOf(value) == value;
  bool isForeign = value.isStatic() && s.kindOf(value) == host::Kind::Other;
  if ((!isInstance && !isForeign) || isNumpyObject(s, value) || isNumpyNumber(s, value))
    return false;
  Value entry = s.classAttribute(s.typeOf(value), s.intern(method));
  return entry.isStatic() && s.kindOf(entry) == host::Kind::SlotWrapper &&
         entry != s.hostClassEntry(s.builtinType("object").handle(), s.intern(method)) &&
         !ofCollection(s, entry);
}

// A constant, or an object from outside, that never changes.
static host::Handle unchanging(Stage &s, Value value) {
  bool isOutside = s.find<InstanceObject>(value) && s.isOutside(value.address());
  host::Handle handle = isOutside ? s.outsideHandle(value.address()) : s.toHandle(value);
  if (!handle || (!isOutside && s.kindOf(value) != host::Kind::Other))
    return handle;
  std::string cls = s.host.qualifiedName(s.host.classOf(handle));
  if (!cls.starts_with("datetime.") && !cls.starts_with("types.") && !cls.starts_with("typing.") &&
      !llvm::is_contained({"decimal.Decimal", "re.Pattern"}, cls))
    return nullptr;
  if (isOutside)
    s.guard(contract::Guard::Kind::Identity, s.outsidePath(value.address()), handle);
  return handle;
}

static std::optional<Result> compareInC(Stage &s, const CompareNames &names, Value left,
                                        Value right) {
  bool isLeft = comparesInC(s, left, names.method);
  if (!isLeft && !comparesInC(s, right, names.reflected))
    return std::nullopt;
  host::Handle a = unchanging(s, left), b = unchanging(s, right);
  if (!a || !b)
    s.refuse(diag::Kind::UnsupportedFunction, {s.typeName(isLeft ? left : right) + "." +
                                               (isLeft ? names.method : names.reflected).str()});
  return s.hostResult(s.host.apply(names.symbol.str(), {a, b}));
}

static Result unordered(Stage &s, CmpOperator op, Value left, Value right) {
  return s.raise("TypeError", "'" + compareNames[size_t(op)].symbol +
                                  "' not supported between instances of '" + s.typeName(left) +
                                  "' and '" + s.typeName(right) + "'");
}

// Two numbers, one of which is a constant int past 64 bits: an int of run time is to it as zero is,
// a float is compared with the float that it is.
static Result compareLong(Stage &s, CmpOperator op, Value left, Value right) {
  Value &number = isLong(s, left) ? left : right, &other = isLong(s, left) ? right : left;
  if (!other.isStatic() && isFloat(s, other)) {
    Result real = longAsFloat(s, number);
    if (!real || !s.host.equal(real->handle(), number.handle()))
      s.refuse(diag::Kind::UnsupportedExpression,
               {"a number of run time with an int past 64 bits"});
    number = *real;
    return s.compareNumbers(op, left, right);
  }
  if (!other.isStatic())
    other = s.integer(0);
  return s.hostResult(
      s.host.apply(compareNames[size_t(op)].symbol, {left.handle(), right.handle()}));
}

static bool nestsTuples(Value value) { return value.isBox() && nestsTuples(value.types()); }

static bool mayBeTensor(Stage &s, Value value) {
  return llvm::any_of(s.typesOf(value)->types,
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
    s.refuse(diag::Kind::UnsupportedExpression, {"comparison of containers of instances"});
  mlir::Value box =
      s.rt("value_compare", {s.constantInt(names.runtime), s.toBox(left), s.toBox(right)},
           ir::BoxType::get(&s.context));
  return s.unbox(box, s.typeSet(plainType(Type::Kind::Bool)));
}

Result Stage::compare(CmpOperator op, Value left, Value right) {
  switch (op) {
  case CmpOperator::Is:
    return identical(left, right);
  case CmpOperator::IsNot: {
    Result same = identical(left, right);
    return same ? unary(UnaryOperator::Not, *same) : same;
  }
  case CmpOperator::In:
    return contains(right, left);
  case CmpOperator::NotIn: {
    Result found = contains(right, left);
    return found ? unary(UnaryOperator::Not, *found) : found;
  }
  default:
    break;
  }
  matchNumpy(*this, left, right);
  const CompareNames &names = compareNames[size_t(op)];
  bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
  if (any)
    return Value::box(rt("value_compare", {constantInt(names.runtime), toBox(left), toBox(right)},
                         ir::BoxType::get(&context)),
                      impl->types.any());
  if ((nestsTuples(left) || nestsTuples(right)) && !mayBeTensor(*this, left) &&
      !mayBeTensor(*this, right)) // the comparison of a tensor is one
    return compareNested(*this, names, left, right);
  if (left.isUnion() || left.isBox() || right.isUnion() || right.isBox())
    return forEachAlternative(left, [&](Value a) {
      return forEachAlternative(right, [&](Value b) { return compare(op, a, b); });
    });
  bool leftReal = isPlainNumber(*this, left), rightReal = isPlainNumber(*this, right);
  if (leftReal && rightReal)
    return compareNumbers(op, left, right);
  if ((isLong(*this, left) && rightReal) || (leftReal && isLong(*this, right)))
    return compareLong(*this, op, left, right);
  if (left.isStatic() || right.isStatic())
    preferText(*this, left.isStatic() ? right : left);
  bool mapped = isMapped(*this, left) || isMapped(*this, right);
  auto isUsers = [&](Value value, llvm::StringRef method) {
    return find<InstanceObject>(value) || !tupleMethod(value, method).isUndefined() ||
           !tupleMethod(value, "__eq__").isUndefined();
  };
  if (std::optional<Result> answer = compareVersions(*this, names.symbol, left, right))
    return *answer;
  if (!mapped && (isUsers(left, names.method) || isUsers(right, names.reflected))) {
    Result value = userBinary(names.method, names.reflected, "", left, right, false);
    if (!value || !value->isUndefined())
      return value;
    if (std::optional<Result> answer = compareInC(*this, names, left, right))
      return *answer;
    if (isDeque(*this, left) != isDeque(*this, right)) { // a deque equals no list
      if (op == CmpOperator::Eq || op == CmpOperator::NotEq)
        return boolean(op == CmpOperator::NotEq);
      return unordered(*this, op, left, right);
    }
    if (!isException(left) && !isException(right) &&
        (payloadOf(left) != left || payloadOf(right) != right))
      return compare(op, payloadOf(left), payloadOf(right));
  }
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (mapped || isTensor(left) || isTensor(right)) {
    if (!isNumpyNumber(*this, left))
      refuseForeign(*this, left, names.method);
    if (!isNumpyNumber(*this, right))
      refuseForeign(*this, right, names.reflected);
    Result value = tensorCompare(*this, op, left, right);
    if (!value || !value->isUndefined())
      return value;
    if (equality)
      return boolean(op == CmpOperator::NotEq);
  } else {
    if (left.isScalar() || right.isScalar()) {
      refuseForeign(*this, left, names.method);
      refuseForeign(*this, right, names.reflected);
    }
    Result value = compareObjects(op, left, right);
    if (!value || !value->isUndefined())
      return value;
  }
  return unordered(*this, op, left, right);
}

Result Stage::compareNumbers(CmpOperator op, Value left, Value right) {
  const CompareNames &names = compareNames[size_t(op)];
  if (left.isStatic() && right.isStatic())
    return hostResult(host.apply(names.symbol, {left.handle(), right.handle()}));
  bool leftFloat = isFloat(*this, left), rightFloat = isFloat(*this, right);
  bool bools = isBoolean(*this, left) && isBoolean(*this, right);
  mlir::Value a, b;
  if (leftFloat || rightFloat) {
    a = toFloat(left);
    b = toFloat(right);
  } else if (bools && (op == CmpOperator::Eq || op == CmpOperator::NotEq)) {
    a = toBool(left);
    b = toBool(right);
  } else {
    a = toInt(left);
    b = toInt(right);
  }
  return boolScalar(ir::CompareOp::create(builder(), loc(), names.kind, a, b));
}

// A constant of a subclass of tuple that the host has, such as sys.version_info.
static bool isOtherTuple(Stage &s, Value value) {
  return value.isStatic() && s.isSubclass(s.typeOf(value), s.builtinType("tuple")).value_or(false);
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
    Result a = s.getattr(left, s.intern(part)), b = s.getattr(right, s.intern(part));
    return a && b ? s.compareNumbers(CmpOperator::Eq, *a, *b) : std::nullopt;
  };
  Result real = same("real"), imaginary = same("imag");
  return s.choose(*real, [&] { return imaginary; }, [&]() -> Result { return s.boolean(false); });
}

// Undefined when the order of these types is not defined.
Result Stage::compareObjects(CmpOperator op, Value left, Value right) {
  const CompareNames &names = compareNames[size_t(op)];
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (isString(left) && isString(right)) {
    if (left.isStatic() && right.isStatic())
      return hostResult(host.apply(names.symbol, {left.handle(), right.handle()}));
    if (equality) {
      Value same =
          boolScalar(rtPlain("str_equal", {toStr(left), toStr(right)}, builder().getI1Type()));
      return op == CmpOperator::Eq ? Result(same) : unary(UnaryOperator::Not, same);
    }
    Value order =
        intScalar(rtPlain("str_compare", {toStr(left), toStr(right)}, builder().getI64Type()));
    return compareNumbers(op, order, integer(0));
  }
  auto is = [](Value value, TupleData::Form form) {
    return value.isTuple() && value.tuple().form == form;
  };
  for (TupleData::Form form : {TupleData::Form::Slice, TupleData::Form::Range})
    if (is(left, form) != is(right, form) && left.isTuple() && right.isTuple())
      return equality ? Result(boolean(op == CmpOperator::NotEq)) : Value();
  if (is(left, TupleData::Form::Range) && is(right, TupleData::Form::Range)) {
    Result same = equality ? callPrelude(*this, "ranges_equal", {left, right}) : Value();
    return op == CmpOperator::NotEq && same ? unary(UnaryOperator::Not, *same) : same;
  }
  if (left.isTuple() && right.isTuple() &&
      (nestsTensors(*this, left) || nestsTensors(*this, right)))
    return compareNested(*this, names, left, right);
  if (left.isTuple() && right.isTuple())
    return compareSequences(op, left, right, left.tuple().elements, right.tuple().elements);
  if (left.isTuple() && isTupleOfRunTime(right))
    return compareObjects(op, runtimeTuple(left), right);
  if (right.isTuple() && isTupleOfRunTime(left))
    return compareObjects(op, left, runtimeTuple(right));
  const ListObject *a = find<ListObject>(left), *b = find<ListObject>(right);
  if (a && b && !a->isRuntime() && !b->isRuntime()) {
    std::vector<Value> leftElements = listElements(left), rightElements = listElements(right);
    return compareSequences(op, left, right, leftElements, rightElements);
  }
  auto isComparable = [&](Value value) {
    return isContainer(value) ||
           (isView(value) && find<IteratorObject>(value)->form != IteratorObject::Form::Values);
  };
  if (isComparable(left) && isComparable(right))
    return compareContainers(op, left, right);
  if (left.isStatic() && right.isStatic() && left != right)
    if (std::optional<Result> answer = compareInC(*this, names, left, right))
      return *answer;
  if (left.isStatic() && right.isStatic() && kindOf(left) == kindOf(right) && isNumber(left))
    return hostResult(host.apply(names.symbol, {left.handle(), right.handle()}));
  if (isOtherTuple(*this, left) || isOtherTuple(*this, right)) {
    host::Handle a = toHandle(left), b = toHandle(right);
    host::Outcome outcome = a && b ? host.apply(names.symbol, {a, b}) : host::Outcome();
    if (outcome.ok())
      return ofFresh(outcome.value);
  }
  if (!equality) {
    if (left.isStatic() && right.isStatic()) {
      host::Outcome outcome = host.apply(names.symbol, {left.handle(), right.handle()});
      if (outcome.ok())
        return ofFresh(outcome.value);
    }
    return Value();
  }
  if (isNumber(left) && isNumber(right) && (isComplex(*this, left) || isComplex(*this, right)) &&
      (left.isScalar() || right.isScalar())) {
    Result same = sameParts(*this, left, right);
    return op == CmpOperator::Eq ? same : unary(UnaryOperator::Not, *same);
  }
  if (isMethod(left) && isMethod(right)) { // of one object, made at each look
    const CallableData &a = left.callable(), &b = right.callable();
    bool isOne = a.function == b.function && a.primitive == b.primitive;
    Result same = isOne ? identical(a.self, b.self) : Result(boolean(false));
    return !same || op == CmpOperator::Eq ? same : unary(UnaryOperator::Not, *same);
  }
  bool areFunctions = left.isCallable() && right.isCallable() && left.callable().code;
  if (left.isRef() || right.isRef() || areFunctions) {
    Result same = identical(left, right);
    return !same || op == CmpOperator::Eq ? same : unary(UnaryOperator::Not, *same);
  }
  bool same;
  if (left.isStatic() && right.isStatic())
    same = host.equal(left.handle(), right.handle());
  else
    same = left == right;
  return boolean(same == (op == CmpOperator::Eq));
}

static Result joinResults(Stage &s, Edges &&done) {
  llvm::SmallVector<Value, 1> joined;
  return s.join(std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

// Whether two elements of containers are one object or equal; an object's `__eq__` is not asked
// about itself.
static Result identicalOrEqual(Stage &s, Value x, Value y) {
  if (x == y)
    return s.boolean(true);
  auto equal = [&]() -> Result {
    Result same = s.compare(CmpOperator::Eq, x, y);
    return same ? s.truth(*same) : same;
  };
  auto mayHaveMethod = [&](Value value) {
    return mayHoldRecords(s, value, {"__eq__"}) && !mayBeTensor(s, value);
  };
  if (!mayHaveMethod(x) || !mayHaveMethod(y))
    return equal();
  Result one = s.identical(x, y);
  return one ? s.choose(*one, [&]() -> Result { return s.boolean(true); }, equal) : one;
}

// Goes on where two elements are identical or equal; where they are not, `result` leaves.
static bool equalOrLeave(Stage &s, Value x, Value y, Edges &done,
                         llvm::function_ref<Result()> result) {
  Scoped<unsigned> deeper(s.impl->nesting, s.impl->nesting + 1);
  if (s.impl->nesting > s.impl->MaxNesting) {
    s.raise("RecursionError", "maximum recursion depth exceeded in comparison");
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
    s.branch(s.toBool(*equal), same, differ);
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
Result Stage::compareSequences(CmpOperator op, Value left, Value right, llvm::ArrayRef<Value> a,
                               llvm::ArrayRef<Value> b) {
  bool equality = op == CmpOperator::Eq || op == CmpOperator::NotEq;
  if (equality) {
    if (a.size() != b.size())
      return boolean(op == CmpOperator::NotEq);
    if (a.empty())
      return boolean(op == CmpOperator::Eq);
    Result same = sameElements(a, b);
    return !same || op == CmpOperator::Eq ? same : unary(UnaryOperator::Not, *same);
  }
  Edges done;
  for (auto [x, y] : llvm::zip(a, b)) {
    bool goesOn = equalOrLeave(*this, x, y, done, [&] { return compare(op, x, y); });
    if (!goesOn)
      return joinResults(*this, std::move(done));
  }
  Result shorter = compareNumbers(op, integer(int64_t(a.size())), integer(int64_t(b.size())));
  done.push_back({std::move(state), {*shorter}});
  return joinResults(*this, std::move(done));
}

// Whether all elements are identical or equal, as containers compare.
Result Stage::sameElements(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  Edges done;
  for (auto [x, y] : llvm::zip(a, b)) {
    bool goesOn = equalOrLeave(*this, x, y, done, [&]() -> Result { return boolean(false); });
    if (!goesOn)
      return joinResults(*this, std::move(done));
  }
  done.push_back({std::move(state), {boolean(true)}});
  return joinResults(*this, std::move(done));
}

// Two tensors with addresses of their own: only if both come from, or went into, containers of run
// time can they be one, and then they are cells, which their pointers tell apart.
static Result sameTensor(Stage &s, Value left, Value right) {
  auto escaped = [&](Value tensor) {
    auto it = s.impl->sharedStorages.find(s.find<TensorObject>(tensor)->storage);
    return it != s.impl->sharedStorages.end() && llvm::any_of(it->second, [](auto &mark) {
             return mark.first == FactKind::EscapedCells;
           });
  };
  if (!s.facts.has(FactKind::EscapedCells, 0)) {
    if (escaped(left) || escaped(right))
      s.restart(FactKind::EscapedCells, 0);
    return s.boolean(false);
  }
  const TensorObject *a = s.find<TensorObject>(left), *b = s.find<TensorObject>(right);
  if (a->unknownIdentity || b->unknownIdentity)
    s.refuse(diag::Kind::UnsupportedExpression, {"identity of a tensor that is one of several"});
  for (const TensorObject *tensor : {a, b})
    if (!s.state.heap.find<StorageObject>(tensor->storage)->isCell)
      return s.boolean(false);
  if (a->storage == b->storage)
    return s.boolean(false);
  if (!a->chain.empty() || !b->chain.empty())
    s.refuse(diag::Kind::UnsupportedExpression, {"identity of a view in a container of run time"});
  return s.boolScalar(
      s.rtPlain("value_identical", {s.toBox(left), s.toBox(right)}, s.impl->builder.getI1Type()));
}

// Two tuples with elements that are not one abstract value: which objects they are is known where
// run time made them, or where neither went through a join or a container.
static Result sameTuple(Stage &s, Value left, Value right) {
  const TupleData &a = left.tuple(), &b = right.tuple();
  if (a.form != b.form || a.cls != b.cls || a.elements.size() != b.elements.size())
    return s.boolean(false);
  mlir::Value first = s.state.tupleObject(a), second = s.state.tupleObject(b);
  if (first && second)
    return s.boolScalar(s.rtPlain("value_identical", {first, second}, s.builder().getI1Type()));
  if (!first && !second && !a.isJoined && !b.isJoined)
    return s.boolean(false);
  if (!s.facts.has(FactKind::TupleObjects, 0))
    s.restart(FactKind::TupleObjects, 0);
  s.refuse(diag::Kind::UnsupportedExpression, {"identity of a tuple that is one of several"});
}

Result Stage::identical(Value left, Value right) {
  if (left.isUnion() || left.isBox() || right.isUnion() || right.isBox()) {
    bool any = (left.isBox() && left.types()->isAny()) || (right.isBox() && right.types()->isAny());
    if (any)
      return boolScalar(
          rtPlain("value_identical", {toBox(left), toBox(right)}, builder().getI1Type()));
    return forEachAlternative(left, [&](Value a) {
      return forEachAlternative(right, [&](Value b) { return identical(a, b); });
    });
  }
  if (left.isRef() && right.isRef() && left != right) {
    const TensorObject *a = find<TensorObject>(left), *b = find<TensorObject>(right);
    bool unknown = false;
    for (const TensorObject *tensor : {a, b})
      if (a && b && tensor->unknownIdentity) {
        for (auto [fact, site] : impl->sharedStorages[tensor->storage])
          if (fact == FactKind::Separate && !facts.has(fact, site))
            restartLater(fact, site);
        unknown = true;
      }
    auto leftKnown = impl->outside.find(left.address()),
         rightKnown = impl->outside.find(right.address());
    bool bothOutside = leftKnown != impl->outside.end() && rightKnown != impl->outside.end();
    if (bothOutside && a && b && request.options.forArtifact)
      unknown = true;     // one program for all calls
    else if (bothOutside) // of a call in which these two are one there is another program
      leftKnown->second.identityMatters = rightKnown->second.identityMatters = true;
    if (a && b && !unknown)
      return sameTensor(*this, left, right);
    bool runtime =
        isRuntime(*state.heap.find(left.address())) && isRuntime(*state.heap.find(right.address()));
    if (runtime || unknown)
      return boolScalar(
          rtPlain("value_identical", {toBox(left), toBox(right)}, builder().getI1Type()));
  }
  if (left == right)
    return boolean(true);
  if (left.isTuple() && right.isTuple() && !left.tuple().elements.empty())
    return sameTuple(*this, left, right);
  for (auto [type, cls] : {std::pair(left, right), std::pair(right, left)})
    if (Value exception = exceptionOfType(*this, type); !exception.isUndefined()) {
      if (Value other = exceptionOfType(*this, cls); !other.isUndefined())
        return boolScalar(ir::CompareOp::create(
            builder(), loc(), ir::CompareKind::eq,
            rtPlain("exception_class", {exception.ssa()}, builder().getI64Type()),
            rtPlain("exception_class", {other.ssa()}, builder().getI64Type())));
      if (!isSubclass(cls, builtinType("BaseException")).value_or(false))
        return boolean(false);
      return boolScalar(ir::CompareOp::create(
          builder(), loc(), ir::CompareKind::eq,
          rtPlain("exception_class", {exception.ssa()}, builder().getI64Type()),
          constantInt(classId(cls))));
    }
  if (left.isCallable() && right.isCallable() && left.callable().code)
    return sameFunction(*this, left, right);
  if (left.isScalar(ScalarType::Exception) && right.isScalar(ScalarType::Exception))
    return boolScalar(
        rtPlain("value_identical", {toBox(left), toBox(right)}, builder().getI1Type()));
  // Numbers and texts are values here, and which object Python has for one is no part of them.
  bool areNumbers = isNumber(left) && isNumber(right) && typeOf(left) == typeOf(right);
  if (areNumbers || (isString(left) && isString(right)))
    return compare(CmpOperator::Eq, left, right);
  return boolean(false);
}

} // namespace lith::stage

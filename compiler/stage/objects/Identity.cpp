// Identity.cpp: x is y.
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Operators.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;

// Whether a tensor comes from, or went into, a container of run time.
static bool hasEscaped(Stage &s, Value tensor) {
  auto it = s.sharing.marks.find(s.find<TensorObject>(tensor)->storage);
  return it != s.sharing.marks.end() &&
         llvm::any_of(it->second, [](auto &mark) { return mark.first == FactKind::EscapedCells; });
}

bool isOneObject(Stage &s, Value tensor) {
  const TensorObject *object = s.find<TensorObject>(tensor);
  return !object->unknownIdentity && object->perhaps == NoAddress && !hasEscaped(s, tensor);
}

bool isCellOfRunTime(Stage &s, Value tensor) {
  if (!s.facts.has(FactKind::EscapedCells, Everywhere) && hasEscaped(s, tensor))
    restart(s, FactKind::EscapedCells, Everywhere);
  const TensorObject *object = s.find<TensorObject>(tensor);
  return object->chain.empty() && s.facts.has(FactKind::EscapedCells, Everywhere) &&
         s.state.heap.find<StorageObject>(object->storage)->isCell;
}

// The tensor that this one may turn out to be, at the end of a chain of such.
static Address perhapsOf(Stage &s, Value tensor) {
  Address address = tensor.address();
  for (auto *object = s.find<TensorObject>(tensor); object && object->perhaps != NoAddress;
       object = s.state.heap.find<TensorObject>(address))
    address = object->perhaps;
  return address;
}

// Whether only run time knows if the two are one: they may be the same tensor, or one of them may
// be another tensor and the other one is any of several.
static bool isUntold(Stage &s, Value left, Value right) {
  auto isPerhaps = [&](Value value) { return s.find<TensorObject>(value)->perhaps != NoAddress; };
  auto isAny = [&](Value value) {
    return s.find<TensorObject>(value)->unknownIdentity || hasEscaped(s, value);
  };
  return perhapsOf(s, left) == perhapsOf(s, right) || (isPerhaps(left) && isAny(right)) ||
         (isPerhaps(right) && isAny(left));
}

// Two tensors with addresses of their own: only if both come from, or went into, containers of run
// time can they be one, and then they are cells, which their pointers tell apart.
static Result sameTensor(Stage &s, Value left, Value right) {
  if (!s.facts.has(FactKind::EscapedCells, Everywhere)) {
    if (hasEscaped(s, left) || hasEscaped(s, right))
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

// What the two objects share of before the call, and whether a tensor among them is one of several.
static bool hasUnknownIdentity(Stage &s, Value left, Value right) {
  const TensorObject *a = s.find<TensorObject>(left), *b = s.find<TensorObject>(right);
  bool unknown = false;
  for (const TensorObject *tensor : {a, b})
    if (a && b && tensor->unknownIdentity) {
      for (auto [fact, site] : s.sharing.marks[tensor->storage])
        if (fact == FactKind::Separate && !s.facts.has(fact, site))
          restartLater(s, fact, site);
      unknown = true;
    }
  noteArraysApart(s, left, right);
  auto leftKnown = s.outside.objects.find(left.address()),
       rightKnown = s.outside.objects.find(right.address());
  bool bothOutside = leftKnown != s.outside.objects.end() && rightKnown != s.outside.objects.end();
  if (bothOutside && a && b && s.request.options.forArtifact)
    return true;     // one program for all calls
  if (bothOutside) { // of a call in which these two are one there is another program
    leftKnown->second.identityMatters = rightKnown->second.identityMatters = true;
    if (a && b)
      s.outside.compared.push_back({left.address(), right.address()});
  }
  return unknown;
}

static Value identicalAtRunTime(Stage &s, Value left, Value right) {
  return s.boolScalar(
      rtPlain(s, "value_identical", {toBox(s, left), toBox(s, right)}, s.builder().getI1Type()));
}

// Two objects with addresses of their own. Undefined: they are two.
static Result sameObject(Stage &s, Value left, Value right) {
  if (s.isTensor(left) && s.isTensor(right) && isUntold(s, left, right))
    refuse(s, diag::Kind::UnsupportedExpression,
           {"identity of a tensor of which only run time knows whether it is a new one"});
  bool unknown = hasUnknownIdentity(s, left, right);
  if (s.isTensor(left) && s.isTensor(right) && !unknown)
    return sameTensor(s, left, right);
  const Object *a = s.state.heap.find(left.address()), *b = s.state.heap.find(right.address());
  bool areRuntime = a->kind == b->kind && isRuntime(*a) && isRuntime(*b);
  return areRuntime || unknown ? identicalAtRunTime(s, left, right) : Value();
}

// type(e) of an exception of run time, with another type. Undefined: neither is one.
static Value sameExceptionType(Stage &s, Value left, Value right) {
  for (auto [type, cls] : {std::pair(left, right), std::pair(right, left)}) {
    Value exception = exceptionOfType(s, type);
    if (exception.isUndefined())
      continue;
    auto number = [&](Value of) -> mlir::Value {
      return rtPlain(s, "exception_class", {of.ssa()}, s.builder().getI64Type());
    };
    Value other = exceptionOfType(s, cls);
    if (other.isUndefined() && !isSubclass(s, cls, builtinType(s, "BaseException")).value_or(false))
      return s.boolean(false);
    mlir::Value mine = number(exception);
    mlir::Value theirs = other.isUndefined() ? constantInt(s, classId(s, cls)) : number(other);
    return s.boolScalar(
        ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, mine, theirs));
  }
  return {};
}

// Ranges and slices are values here, as numbers are, but equal ones are often two objects.
static void refuseValues(Stage &s, Value left, Value right) {
  auto isOf = [&](TupleData::Form form) {
    return left.isTuple() && right.isTuple() && left.tuple().form == form &&
           right.tuple().form == form;
  };
  if ((isOf(TupleData::Form::Range) || isOf(TupleData::Form::Slice)) &&
      compare(s, CmpOperator::Eq, left, right) != s.boolean(false))
    refuse(s, diag::Kind::UnsupportedExpression, {"identity of a range or slice"});
}

// Two numbers of NumPy of one class: there are two bools; of the others each is an object, which
// two arguments may be. Undefined: no such two.
static Result sameNumber(Stage &s, Value left, Value right) {
  auto isNumber = [&](Value value) {
    return isNumpyNumber(s, value) ||
           (isNumpyObject(s, value) && typeOf(s, value) != builtinType(s, "numpy.ndarray"));
  };
  if (!isNumber(left) || !isNumber(right) || typeOf(s, left) != typeOf(s, right))
    return Value();
  if (typeOf(s, left) == builtinType(s, "numpy.bool"))
    return compare(s, CmpOperator::Eq, pythonNumber(s, left), pythonNumber(s, right));
  auto isGiven = [&](Value value) {
    auto *made = s.find<InstanceObject>(value); // over the tensor that was given
    return !made || isOutside(s, made->payload.address());
  };
  if (isGiven(left) && isGiven(right) && !(left.isStatic() && right.isStatic()))
    refuse(s, diag::Kind::UnsupportedExpression, {"identity of a number of NumPy"});
  return s.boolean(false);
}

static Result identicalValues(Stage &s, Value left, Value right) {
  if (left == right)
    return s.boolean(true);
  refuseValues(s, left, right);
  if (Result same = sameNumber(s, left, right); !same || !same->isUndefined())
    return same;
  if (left.isRef() && right.isRef())
    if (Result same = sameObject(s, left, right); !same || !same->isUndefined())
      return same;
  if (left.isTuple() && right.isTuple() && !left.tuple().elements.empty())
    return sameTuple(s, left, right);
  if (Value same = sameExceptionType(s, left, right); !same.isUndefined())
    return same;
  if (left.isCallable() && right.isCallable() && left.callable().code)
    return sameFunction(s, left, right);
  if (left.isScalar(ScalarType::Exception) && right.isScalar(ScalarType::Exception))
    return identicalAtRunTime(s, left, right);
  // Numbers and texts are values here, and which object Python has for one is no part of them.
  bool areNumbers = isNumber(s, left) && isNumber(s, right) && typeOf(s, left) == typeOf(s, right);
  if (areNumbers || (isString(s, left) && isString(s, right)))
    return compare(s, CmpOperator::Eq, left, right);
  return s.boolean(false);
}

Result identical(Stage &s, Value left, Value right) {
  auto isAny = [](Value value) { return value.isBox() && value.types()->isAny(); };
  if (isAny(left) || isAny(right))
    return identicalAtRunTime(s, left, right);
  if (!left.isUnion() && !left.isBox() && !right.isUnion() && !right.isBox())
    return identicalValues(s, left, right);
  return forEachAlternative(s, left, [&](Value a) {
    return forEachAlternative(s, right, [&](Value b) { return identical(s, a, b); });
  });
}

} // namespace lith::stage

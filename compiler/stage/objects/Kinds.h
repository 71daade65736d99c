// Kinds.h: kinds of values, and what each does under Python's operators: a table of slots for each
// kind, as in CPython's type objects.
//
// A verb of Protocols.h opens boxes and splits unions, finds the kind of the value and calls its
// slot (Dispatch.cpp): a slot never gets a box or a union to work on. Other operands, as an item or
// an index, may still be open unless the slot says otherwise.
//
// What an empty slot means is the same for all kinds. Where the value's type in Python defines the
// method, the program is refused; else the answer is Python's, mostly a TypeError.
#ifndef LITH_STAGE_OBJECTS_KINDS_H
#define LITH_STAGE_OBJECTS_KINDS_H

#include "stage/Stage.h"

namespace lith::stage {

struct Slots {
  /// bool(x); empty: true.
  Result (*truth)(Stage &, Value) = nullptr;
  Result (*length)(Stage &, Value) = nullptr;
  /// item in x; empty: what iteration finds, where there is an `iterator`.
  Result (*contains)(Stage &, Value container, Value item) = nullptr;
  Result (*iterator)(Stage &, Value) = nullptr;
  /// Paths on which the iterator has ended go to `exhausted`.
  Result (*next)(Stage &, Value, Edges &exhausted) = nullptr;
  Result (*getitem)(Stage &, Value, Value index) = nullptr;
  bool (*setitem)(Stage &, Value, Value index, Value value) = nullptr;
  bool (*delitem)(Stage &, Value, Value index) = nullptr;
  /// Whether the item slots take an index that is a box or a union; of another kind it is opened.
  bool takesOpenIndex = false;
  /// ==, != and order, where either operand is of the kind. Undefined: as NotImplemented, the other
  /// operand's kind is asked. Empty: an object is equal to itself only.
  Result (*compare)(Stage &, syntax::CmpOperator op, Value left, Value right) = nullptr;
  /// -x, +x and ~x.
  Result (*unary)(Stage &, syntax::UnaryOperator op, Value) = nullptr;
  /// str(x); empty: repr(x).
  Result (*str)(Stage &, Value) = nullptr;
  /// Empty: refused, as `object`'s text holds an address.
  Result (*repr)(Stage &, Value) = nullptr;
  /// Empty: as `object` does it, which knows the empty text only.
  Result (*format)(Stage &, Value, Value spec) = nullptr;
  /// The kind of the right operand is asked first where it precedes that of the left one.
  int precedence = 0;
};

/// The kind of a value that is neither a box nor a union.
const Slots &slotsOf(Stage &, Value value);

// --- the table of kinds, one file of kinds/ each

/// What holds nothing.
inline constexpr Slots undefinedKind;
extern const Slots bytesKind, classKind, constantKind, dequeKind, dictKind, exceptionKind,
    foreignKind, functionKind, hostIteratorKind, instanceKind, iteratorKind, listKind, mappedKind,
    noneKind, notImplementedKind, numberKind, rangeKind, runtimeTupleKind, setKind, sliceKind,
    tensorKind, textKind, tupleKind, tupleSubclassKind, viewKind;

// --- what several kinds share

/// Whether an element is the item or equal to it: a Static or Scalar bool.
Result anyEqual(Stage &, llvm::ArrayRef<Value> elements, Value item);
/// The same of all that an iterable gives.
Result containsByElements(Stage &, Value iterable, Value item);
/// The same one by one, for no more elements than needed.
Result containsByIteration(Stage &, Value iterable, Value item);

/// Whether there are elements.
Result truthByLength(Stage &, Value);
/// An iterator by position.
Result sequenceIterator(Stage &, Value);

/// A comparison slot of what is equal to itself only.
Result compareByIdentity(Stage &, syntax::CmpOperator op, Value left, Value right);

/// constant[index], where the host gives it for a constant index.
Result itemOfConstant(Stage &, Value, Value index);

/// What `__bool__`, `__len__` and `__iter__` of the user's gave, checked as Python checks it.
Result checkedTruth(Stage &, Result given);
Result checkedLength(Stage &, Result given);
Result checkedIterator(Stage &, Result given);

/// Refuses an operation that the value's type has in Python and its kind has not.
void refuseMethod(Stage &, Value value, llvm::StringRef method);
/// What an empty slot answers: a refusal, or Python's TypeError.
Result noLength(Stage &, Value);
Result notContainer(Stage &, Value);
Result notIterable(Stage &, Value);
Result notIterator(Stage &, Value);
Result notSubscriptable(Stage &, Value);
Result noUnary(Stage &, syntax::UnaryOperator op, Value);
bool noItemAssignment(Stage &, Value);            ///< false
bool noItemDeletion(Stage &, Value, Value index); ///< false

// --- slots of instances, which kinds of instances begin with (kinds/Instance.cpp)

/// The method of its class that is no slot of a built-in class; undefined: there is none.
Value userMethod(Stage &, Value instance, llvm::StringRef name);
Result truthOfInstance(Stage &, Value);
Result lengthOfInstance(Stage &, Value);
Result instanceContains(Stage &, Value, Value item);
Result iteratorOfInstance(Stage &, Value);
Result nextOfInstance(Stage &, Value, Edges &exhausted);
/// Also of subclasses of tuple: asks the methods of both operands.
Result compareInstances(Stage &, syntax::CmpOperator op, Value left, Value right);
Result itemOfInstance(Stage &, Value, Value index);
Result unaryOfInstance(Stage &, syntax::UnaryOperator op, Value);
Result strOfInstance(Stage &, Value);
Result reprOfInstance(Stage &, Value);
Result formatOfInstance(Stage &, Value, Value spec);
bool setInstanceItem(Stage &, Value, Value index, Value value);
bool deleteInstanceItem(Stage &, Value, Value index);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_KINDS_H

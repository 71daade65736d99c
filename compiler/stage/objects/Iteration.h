// Iteration.h: iterators: how they advance, by form.
#ifndef LITH_STAGE_ITERATION_H
#define LITH_STAGE_ITERATION_H

#include "stage/Stage.h"

namespace lith::stage {

/// A position past the end of any list: an iterator that has ended stays so where its list grows.
constexpr int64_t pastAll = INT32_MAX;
/// The paths on which an iterator ended, with the position that says so (Iteration.cpp).
void endAt(Stage &, Value iterator, int64_t position, Edges &&ends, Edges &exhausted);
/// Whether a sequence is a list, whose length changes meanwhile, or one of several that may be.
bool mayBeList(Stage &, Value sequence);

// --- ContainerIteration.cpp: what a container says when it changes meanwhile

/// Whether a dict is one of run time, or has to be one before an iteration over it.
bool isRuntimeDict(Stage &, Value dict);
Value dictIterator(Stage &, IteratorObject::Form, Value dict);
Result nextOfDict(Stage &, Value iterator, Edges &exhausted);
Result setIterator(Stage &, Value set);
Result nextOfSet(Stage &, Value iterator, Edges &exhausted);

bool isDeque(Stage &, Value value);
/// How often the elements of a deque moved, came or went.
Value changesOf(Stage &, Value deque);
void countChange(Stage &, Value deque);
void setChanges(Stage &, Value deque, Value count);
/// False: self[index] raised what a deque says of the index.
bool checkIndex(Stage &, Value deque, Value index);
Value dequeIterator(Stage &, Value deque);
Result nextOfDeque(Stage &, Value iterator, Edges &exhausted);
/// False: the deque changed since it had changed `before` times, and RuntimeError was raised.
bool checkUnchanged(Stage &, Value deque, Value before);

/// What a deque, a defaultdict or an OrderedDict has for this slot of its class, beside those of
/// the list or dict inside it (Payloads.cpp); null: nothing.
const Primitive *ofCollection(Stage &, Value slot);

/// The next result of iter(function, sentinel); paths that have met the sentinel go to `exhausted`.
Result nextOfSentinel(Stage &, Value iterator, Edges &exhausted);

Value makeIterator(Stage &, IteratorObject::Form form, llvm::ArrayRef<Value> sources,
                   Value position = {});
Value runtimeIterator(Stage &, mlir::Value box, const TypeSet *types);
/// self.__next__() by this function.
Result userNext(Stage &, Value function, Value self, Edges &exhausted);
/// How many elements are left at most, when that is known: `isRange` tells that nothing but
/// numbers depends on the position (IteratorCounts.cpp).
std::optional<int64_t> knownCount(Stage &, Value value, bool &isRange);
/// The next element of a generator, or the only one: it `ends` then (language/Generators.cpp).
Result nextOfGenerator(Stage &, Value generator, Edges &exhausted, bool ends);

// --- ComposedIterators.cpp

Result nextOfZip(Stage &, Value iterator, Edges &exhausted);
Result nextOfEnumerate(Stage &, Value iterator, Edges &exhausted);
Result nextOfMap(Stage &, Value iterator, Edges &exhausted);
Result nextOfFilter(Stage &, Value iterator, Edges &exhausted);
Result nextOfReversed(Stage &, Value iterator, Edges &exhausted);
Value numbered(Stage &, Value enumerate, Value element);

// --- advancing (Iteration.cpp)

/// Continues where the condition holds; where not, the iterator is exhausted.
bool goOnIf(Stage &, Value condition, Edges &exhausted);
/// The element at the iterator's position, which moves on, while it is below `size`.
Result nextPosition(Stage &, Value iterator, Value size, Edges &exhausted,
                    llvm::function_ref<Result(Value)> element);

} // namespace lith::stage

#endif // LITH_STAGE_ITERATION_H

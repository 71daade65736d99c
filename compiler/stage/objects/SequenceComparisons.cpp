// SequenceComparisons.cpp: comparison element by element.
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/objects/Comparisons.h"
#include "stage/paths/Join.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using namespace lith::syntax;

static Result joinResults(Stage &s, Edges &&done) {
  llvm::SmallVector<Value, 1> joined;
  return join(s, std::move(done), joined) ? Result(joined[0]) : std::nullopt;
}

// A tensor that may be one object with another and yet not equal to it: neither an int nor a bool.
static bool mayDifferFromItself(Stage &s, Value value) {
  auto *tensor = s.find<TensorObject>(value);
  auto type = tensor ? llvm::cast<mlir::RankedTensorType>(tensor->type) : mlir::RankedTensorType();
  return type && (type.getRank() > 0 || !type.getElementType().isInteger());
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
    return mayDifferFromItself(s, value) ||
           (mayHoldRecords(s, value, {"__eq__"}) && !mayBeTensor(s, value));
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

Result compareSequences(Stage &s, CmpOperator op, llvm::ArrayRef<Value> a,
                        llvm::ArrayRef<Value> b) {
  if (isEquality(op)) {
    if (a.size() != b.size() || a.empty())
      return ofEquality(s, op, a.size() == b.size());
    return ofEquality(s, op, sameElements(s, a, b));
  }
  Edges done;
  for (auto [x, y] : llvm::zip(a, b)) {
    bool goesOn = equalOrLeave(s, x, y, done, [&] { return compare(s, op, x, y); });
    if (!goesOn)
      return joinResults(s, std::move(done));
  }
  Result shorter =
      compareNumbers(s, op, s.integer(int64_t(a.size())), s.integer(int64_t(b.size())));
  done.push_back({std::move(s.state), {*shorter}});
  return joinResults(s, std::move(done));
}

Result sameElements(Stage &s, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  Edges done;
  for (auto [x, y] : llvm::zip(a, b)) {
    bool goesOn = equalOrLeave(s, x, y, done, [&]() -> Result { return s.boolean(false); });
    if (!goesOn)
      return joinResults(s, std::move(done));
  }
  done.push_back({std::move(s.state), {s.boolean(true)}});
  return joinResults(s, std::move(done));
}

} // namespace lith::stage

// Comparisons.h: ==, != and order: what the comparison slots of several kinds share.
#ifndef LITH_STAGE_OBJECTS_COMPARISONS_H
#define LITH_STAGE_OBJECTS_COMPARISONS_H

#include "ir/Dialect.h"
#include "stage/Stage.h"

namespace lith::stage {

struct CompareNames {
  llvm::StringRef symbol, method, reflected;
  ir::CompareKind kind;
  int runtime; ///< lith_compare_op
};
/// Of ==, !=, <, <=, > or >=.
const CompareNames &namesOf(syntax::CmpOperator);

inline bool isEquality(syntax::CmpOperator op) {
  return op == syntax::CmpOperator::Eq || op == syntax::CmpOperator::NotEq;
}
/// What == or != gives where it is known, or computed, whether the operands are equal.
Value ofEquality(Stage &, syntax::CmpOperator op, bool same);
Result ofEquality(Stage &, syntax::CmpOperator op, Result same);

/// Two plain numbers.
Result compareNumbers(Stage &, syntax::CmpOperator op, Value left, Value right);

// --- SequenceComparisons.cpp

/// Whether all elements are identical or equal, as containers compare.
Result sameElements(Stage &, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b);
/// Lexicographic, element by element.
Result compareSequences(Stage &, syntax::CmpOperator op, llvm::ArrayRef<Value> a,
                        llvm::ArrayRef<Value> b);

// --- RuntimeComparisons.cpp

/// Whether one of the values, or a part of one that is a tuple, is tuples that nest without end:
/// run time compares them part by part.
bool isNestedComparison(Stage &, Value left, Value right);
bool nestsTensors(Stage &, Value tuple);
bool mayBeTensor(Stage &, Value value);
Result compareNested(Stage &, syntax::CmpOperator op, Value left, Value right);
/// Two lists, tuples, dicts or sets, of which one is of run time.
Result compareContainers(Stage &, syntax::CmpOperator op, Value left, Value right);

// --- HostComparisons.cpp: undefined, where nothing of this is asked

/// An operand is an object whose class defines the method in C: the host's answer, or a refusal.
Result compareInC(Stage &, syntax::CmpOperator op, Value left, Value right);
/// An operand is a version.
Result compareVersions(Stage &, syntax::CmpOperator op, Value left, Value right);
/// Two constants, where the host compares them without an error.
Result compareConstants(Stage &, syntax::CmpOperator op, Value left, Value right);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_COMPARISONS_H

// Operators.h: arithmetic of numbers of run time, tensors and containers, and the user's __add__
// and the like.
#ifndef LITH_STAGE_OBJECTS_OPERATORS_H
#define LITH_STAGE_OBJECTS_OPERATORS_H

#include "ir/Dialect.h"
#include "stage/Stage.h"

namespace lith::stage {

struct OperatorNames {
  llvm::StringRef symbol, method, reflected, inPlace;
  std::optional<ir::BinaryKind> kind;
  int runtime; ///< lith_binary_op
};
const OperatorNames &namesOf(syntax::Operator);

struct UnaryNames {
  llvm::StringRef symbol, method;
  int runtime; ///< lith_unary_op
};
const UnaryNames &namesOf(syntax::UnaryOperator);

bool isNumber(Stage &, Value value);
bool isString(Stage &, Value value);
Result unsupportedOperands(Stage &, llvm::StringRef symbol, Value left, Value right);
/// Two numbers, of which one is of run time. Undefined: they have no such operator.
Result numberBinary(Stage &, syntax::Operator op, Value left, Value right);
/// What a method gave, but where that is NotImplemented what `next` gives. Undefined stands for
/// NotImplemented, on all paths.
Result orElse(Stage &, Result given, llvm::function_ref<Result()> next);
/// object's `__ne__` of what `__eq__` gave.
Result differs(Stage &, Result same);
/// What the methods of the operands' classes give, as `orElse` takes it; where Python asks one of a
/// built-in type, what `builtIn` gives, which knows the values inside.
Result userBinary(Stage &, llvm::StringRef method, llvm::StringRef reflected,
                  llvm::StringRef inPlace, Value left, Value right, bool isInPlace,
                  llvm::function_ref<Result()> builtIn);
/// The same of a comparison.
Result userCompare(Stage &, syntax::CmpOperator op, Value left, Value right,
                   llvm::function_ref<Result()> builtIn);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_OPERATORS_H

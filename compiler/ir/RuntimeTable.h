// RuntimeTable.h: lith/functions.def as data: what `lith.rt` may call, with
// signature, ownership and effects.
#ifndef LITH_IR_RUNTIMETABLE_H
#define LITH_IR_RUNTIMETABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace lith::ir {

struct RuntimeFunction {
  enum Flag : unsigned { Pure = 1, Read = 2, Write = 4, Raises = 8 };
  struct Parameter {
    char letter;
    bool consumed;
    bool isArray() const { return letter == 'P' || letter == 'V' || letter == 'T'; }
  };

  llvm::StringRef name;   ///< without the prefix lith_rt_
  char result;            ///< a letter of the table
  llvm::SmallVector<Parameter, 6> parameters; ///< an array stands for its count too
  unsigned flags;

  bool has(Flag flag) const { return flags & flag; }
  unsigned numArrays() const;
  /// Splits `count` operands among the parameters: 1 each, and what is left (or
  /// `segments`) for the arrays. None when the number does not fit.
  std::optional<llvm::SmallVector<unsigned>> split(unsigned count,
                                                   llvm::ArrayRef<int64_t> segments) const;
};

/// Null when the table has no such function.
const RuntimeFunction *findRuntimeFunction(llvm::StringRef name);
llvm::ArrayRef<RuntimeFunction> runtimeFunctions();

} // namespace lith::ir

#endif // LITH_IR_RUNTIMETABLE_H

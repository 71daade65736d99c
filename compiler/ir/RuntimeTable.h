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
  enum Flag : unsigned {
    Pure = 1,
    Read = 2,
    Write = 4,
    Raises = 8,
    Memory = 16,
    Elements = 32,
    Length = 64,
    Prints = 128
  };
  /// A parameter of the C function after ctx. An array belongs to the count nearest before it;
  /// several arrays may share one.
  struct Parameter {
    enum class Form : uint8_t { Single, Count, Array } form;
    char letter;
    bool consumed;
    unsigned group; ///< of counts and arrays: numbered from 0
  };

  llvm::StringRef name; ///< without the prefix lith_rt_
  char result;          ///< a letter of the table
  llvm::SmallVector<Parameter, 6> parameters;
  unsigned flags;
  unsigned groups; ///< counts that arrays belong to

  bool has(Flag flag) const { return flags & flag; }
  /// Splits `count` operands among the parameters: 1 for each single one, 0 for a count, and for
  /// the arrays what is left (or `segments`, one number a group). None when the number does not
  /// fit.
  std::optional<llvm::SmallVector<unsigned>> split(unsigned count,
                                                   llvm::ArrayRef<int64_t> segments) const;
};

/// Null when the table has no such function.
const RuntimeFunction *findRuntimeFunction(llvm::StringRef name);
llvm::ArrayRef<RuntimeFunction> runtimeFunctions();

} // namespace lith::ir

#endif // LITH_IR_RUNTIMETABLE_H

// Foreign.h: objects of C types that the stage has no rule for, as dates and numbers of NumPy; and
// instances of classes whose Python only fills caches, as paths.
//
// What such a type defines for a slot of Python's data model is never `object`'s default: the host
// is asked where no operand ever changes (LITH_UNCHANGING in host/pure.def), else the program is
// refused. The default is the answer where the type leaves the slot to `object`.
#ifndef LITH_STAGE_OBJECTS_FOREIGN_H
#define LITH_STAGE_OBJECTS_FOREIGN_H

#include "stage/Stage.h"

namespace lith::stage {

enum class Slot : uint8_t {
  Truth,
  Hash,
  Equality,
  Text,
  Repr,
  Format,
  Length,
  Contains,
  Index,
  Item
};

/// Whether the value is a constant of such a type.
bool isForeign(Stage &, Value value);
/// What the first class of the MRO before `object` has under the name; undefined: none of them.
Value entryBelowObject(Stage &, Value cls, llvm::StringRef name);
/// Whether the value is foreign and its type, not `object`, defines the slot.
bool definesSlot(Stage &, Value value, Slot slot);
/// The same of any of these methods.
bool definesAny(Stage &, Value value, llvm::ArrayRef<llvm::StringRef> methods);
/// The constant, where neither it nor a part of it ever changes; null: another value.
host::Handle unchanging(Stage &, Value value);
/// What the host answers for operands of which `owner` is foreign; none: its type leaves the slot
/// to `object`.
std::optional<host::Outcome> askHost(Stage &, Slot slot, Value owner,
                                     llvm::ArrayRef<Value> operands);
/// The same of a pure function, by its name, that asks its arguments for one of `methods`; none: no
/// argument is foreign. One that may change, and whose type has such a method, is refused.
std::optional<host::Outcome> functionInHost(Stage &, llvm::StringRef function,
                                            llvm::ArrayRef<Value> arguments,
                                            llvm::ArrayRef<llvm::StringRef> methods);
/// The operator of constants, one of them foreign; none: none is, or one may change. The outcome
/// without value says that the operator is not defined for them, or raised.
std::optional<host::Outcome> operatorInHost(Stage &, llvm::StringRef symbol,
                                            llvm::ArrayRef<Value> operands);
/// Whether two constants are one key of a dict: equal hashes, equal values. False where neither is
/// foreign.
bool sameForeignKey(Stage &, Value left, Value right);
/// Whether the value is foreign and cannot be a key.
bool isUnhashable(Stage &, Value value);
/// Refuses an operation that the type of a foreign object has in C, and that has no meaning here.
void refuseForeign(Stage &, Value value, llvm::StringRef method);

} // namespace lith::stage

#endif // LITH_STAGE_OBJECTS_FOREIGN_H

// Types.h: what values of run time may be: interned sets of types, and for each
// place where containers are made (a type variable, named by its site) the set of
// what they hold.
//
// A variable only grows. When it grows after it was read, what was staged is too
// narrow: staging restarts and begins with the larger set.
#ifndef LITH_STAGE_TYPES_H
#define LITH_STAGE_TYPES_H

#include "stage/model/Values.h"
#include "syntax/Arena.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lith::stage {

/// The `dtype` of a type of sets: whether they are frozensets. The tag does not tell them apart.
enum SetForm : uint8_t { Changeable, Frozen, EitherSet };

/// Whether `merged` holds more than the set that it was made from; variables that are one do not
/// count.
bool isWider(const TypeSet *merged, const TypeSet *part);

/// Whether some of the values are tuples that nest without end.
bool nestsTuples(const TypeSet *types);

class TypeTable {
public:
  const TypeSet *set(llvm::ArrayRef<Type> types); ///< without duplicates, interned
  const TypeSet *any();
  const TypeSet *merge(const TypeSet *a, const TypeSet *b);
  llvm::StringRef copy(llvm::StringRef text) {
    auto kept = arena.copy(std::string_view(text));
    return {kept.data(), kept.size()};
  }
  template <class T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> elements) {
    auto kept = arena.copy(elements.data(), elements.size());
    return {kept.begin(), kept.size()};
  }

  /// The type of tuples of any length whose elements are of this set, and the variable of a list of
  /// their elements.
  Type tupleOf(const TypeSet *elements);
  TypeVariable elementVariable(const Type &tuple);

  /// The set with the tuples in the place of the type that stands for them.
  const TypeSet *opened(const TypeSet *types);

  /// What containers of this variable may hold; marks it as read.
  const TypeSet *read(TypeVariable variable);
  /// Whether staging has to restart.
  bool grow(TypeVariable variable, const TypeSet *types);
  /// All that `from` holds, `to` may hold, also what it gets later; whether staging has to restart.
  bool flow(TypeVariable from, TypeVariable to);
  /// The same from one dict to another, key by key.
  bool flowEntries(TypeVariable from, TypeVariable to);
  /// What dicts of this variable may hold under a key that is known; marks it as read.
  const TypeSet *readEntry(TypeVariable variable, llvm::StringRef key);
  bool growEntry(TypeVariable variable, llvm::StringRef key, const TypeSet *types);
  /// The two name one set from now on; whether staging has to restart.
  bool unite(TypeVariable a, TypeVariable b);
  void startAttempt() { readVariables.clear(); }

private:
  static constexpr size_t MaxWidth = 12, MaxObjects = 256; ///< the latter where some are instances
  static constexpr size_t MaxLengths = 3; ///< of tuples in one set, before they are one type
  static constexpr size_t MaxDepth = 6;   ///< of tuples in tuples, which loops may nest without end
  llvm::SmallVector<Type> withOneTuple(llvm::ArrayRef<Type> types);
  llvm::SmallVector<Type> withOneNested(llvm::ArrayRef<Type> types);
  llvm::SmallVector<Type> folded(llvm::ArrayRef<Type> types, TypeVariable variable);
  TypeVariable representative(TypeVariable variable);
  /// Variables of the entries of a dict: for each known key what was put there, and what was put
  /// under keys of run time. The variable of the dict has all of it.
  struct Entries {
    TypeVariable others;
    std::map<std::string, TypeVariable> known;
    llvm::SmallVector<TypeVariable, 2> copies; ///< variables of dicts that get them
  };
  Entries &entriesOf(TypeVariable variable);
  TypeVariable entryVariable(TypeVariable variable, llvm::StringRef key);
  bool uniteEntries(TypeVariable a, TypeVariable b); ///< before the one becomes the other
  bool growWhole(TypeVariable representative, const TypeSet *types);
  const TypeSet *valueOf(TypeVariable representative);
  bool passOn(TypeVariable representative);   ///< to the copies; whether staging has to restart
  bool absorb(Type &known, const Type &type); ///< whether `known` now covers both
  syntax::Arena arena;
  std::vector<const TypeSet *> sets;
  std::unordered_map<TypeVariable, const TypeSet *> variables;
  std::unordered_map<TypeVariable, TypeVariable> parents;
  std::unordered_map<TypeVariable, llvm::SmallVector<TypeVariable, 2>> flows; ///< by what is copied
  std::unordered_map<TypeVariable, Entries> entries;                          ///< by representative
  std::unordered_map<TypeVariable, TypeVariable> dictOfEntry;
  std::unordered_set<TypeVariable> readVariables;
};

} // namespace lith::stage

#endif // LITH_STAGE_TYPES_H

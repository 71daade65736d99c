// Classes.h: classes that the program meets.
#ifndef LITH_STAGE_MODEL_CLASSES_H
#define LITH_STAGE_MODEL_CLASSES_H

#include "stage/model/Values.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lith::stage {

/// A class of the program that run time knows (raised, or of records). Its id is 256 + its index.
struct ProgramClass {
  host::Handle handle = nullptr; ///< null: defined by the program itself
  std::string name;
  std::vector<int32_t> bases;      ///< ids of all base classes that are known at run time
  std::vector<std::string> fields; ///< of records
};

/// What is known of classes in one attempt.
struct Classes {
  std::vector<ProgramClass> ofProgram; ///< those that run time knows, by id - 256
  std::unordered_map<host::Handle, int32_t> ids;
  std::unordered_map<Address, int32_t> idsOfProgram; ///< of classes that the program makes
  std::unordered_map<LayoutKey, Value> ofRecords;
  std::unordered_set<LayoutKey> usedLayouts;
  std::unordered_map<host::Handle, std::vector<Value>> mros;
  std::unordered_map<host::Handle, Value> metaclasses; ///< of those that were asked for
  /// What a class of the host had under a name before the call; undefined: nothing.
  std::map<std::pair<host::Handle, const char *>, Value> entries;
  llvm::StringMap<Value> builtinTypes;
  std::unordered_map<const char *, Value> builtinNames; ///< of the module builtins
  llvm::DenseMap<host::Handle, bool> ofNumpy;           ///< whether a class is one of NumPy
  /// The spellings of methods of arrays, by their code in the prelude.
  llvm::DenseMap<const FunctionCode *, llvm::StringRef> numpyMethods;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_CLASSES_H

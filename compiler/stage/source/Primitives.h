// Primitives.h: which objects of the host are the functions that the compiler knows.
//
// An object is what it says itself that it is: names of a library are where it is found, but a
// program, or a test, may have put another function there.
#ifndef LITH_STAGE_SOURCE_PRIMITIVES_H
#define LITH_STAGE_SOURCE_PRIMITIVES_H

#include "host/Host.h"
#include "stage/model/Registry.h"

#include <unordered_map>
#include <unordered_set>

namespace lith::stage {

class Primitives {
public:
  explicit Primitives(host::Host &host) : host(host) {}

  /// The primitive or prelude function that stands for this object of the host; null: none.
  const Primitive *of(host::Handle callable);
  /// The object that is known to be this function, whatever its name holds now; null: none yet.
  host::Handle original(llvm::StringRef dottedName);
  /// Whether a Python function of the host was written in this package ("torch").
  bool isOf(host::Handle function, llvm::StringRef package);

private:
  struct Entry {
    const Primitive *primitive = nullptr; ///< null: it is none
    int fit = 0;                          ///< how well the object's own name agrees
    std::string name;                     ///< by which it was found
  };

  /// What holds the name, where it is what the name says; null: nothing, or somebody else's.
  host::Handle find(const std::string &name);
  /// Notes it as what holds the name, where it does and no other name fits better.
  void consider(host::Handle callable, const std::string &name, const Primitive *primitive,
                Entry &entry);
  Entry entryOf(host::Handle callable);
  int fitOf(host::Handle object, llvm::StringRef name);
  std::string ownName(host::Handle object);
  const Primitive *byOwnName(host::Handle callable);
  bool isReplacement(host::Handle function, llvm::StringRef spelling);

  host::Host &host;
  std::unordered_map<host::Handle, Entry> entries;
  std::unordered_set<host::Handle> confirmed; ///< that are the library's functions
  llvm::StringMap<host::Handle> originals;    ///< by name, also those that hold none: null
};

} // namespace lith::stage

#endif // LITH_STAGE_SOURCE_PRIMITIVES_H

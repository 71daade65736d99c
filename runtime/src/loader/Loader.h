// Loader.h: maps a relocatable ELF object of this processor into this process.
//
// Takes what LLVM emits for position-independent code in the small code model.
// Sections are copied into one mapping (code, constants, data, each on pages of
// its own), relocated, and the code made executable and read-only. Calls out
// go through stubs, so the object may lie anywhere. Nothing of the input is
// trusted: every offset is checked, and a bad object gives a status.
#ifndef LITH_LOADER_LOADER_H
#define LITH_LOADER_LOADER_H

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lith {

enum class LoadStatus {
  Ok,
  NotAnObject,           ///< no relocatable ELF file of this processor
  Malformed,             ///< an offset or index leads outside
  UnsupportedRelocation, ///< `detail` holds its number
  UndefinedSymbol,       ///< `detail` holds its name
  OutOfMemory
};

/// The address of a symbol that the object does not define; null when there is none.
using SymbolResolver = std::function<void *(std::string_view name)>;

class LoadedObject {
public:
  /// Null unless `status` is Ok.
  static std::unique_ptr<LoadedObject> load(std::span<const uint8_t> object,
                                            const SymbolResolver &resolve, LoadStatus &status,
                                            std::string &detail);
  ~LoadedObject();
  LoadedObject(const LoadedObject &) = delete;
  LoadedObject &operator=(const LoadedObject &) = delete;

  /// The address of a global symbol of the object; null when it defines none of that name.
  void *symbol(std::string_view name) const;

private:
  friend class ObjectLoader;
  LoadedObject(void *mapping, size_t bytes) : mapping(mapping), bytes(bytes) {}
  void *mapping;
  size_t bytes;
  std::unordered_map<std::string, void *> symbols;
};

/// The functions that generated code may call: functions.def, symbols.def.
void *resolveRuntimeSymbol(std::string_view name);

} // namespace lith

#endif // LITH_LOADER_LOADER_H

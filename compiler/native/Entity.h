// Entity.h: an object of the native host: a constant, a container, a class, a function, a module or
// an example tensor.
#ifndef LITH_NATIVE_ENTITY_H
#define LITH_NATIVE_ENTITY_H

#include "host/Host.h"
#include "syntax/Parser.h"

#include <memory>
#include <unordered_map>

namespace lith::native {

struct Entity;

/// A function of a source.
struct Definition {
  const syntax::FunctionDef *node;
  const syntax::File *file; ///< that has the node
  std::string module;       ///< `__name__` of the module around it
  std::vector<host::Parameter> parameters;
  Entity *globals;
  std::vector<std::pair<std::string, Entity *>> closure; ///< name -> Cell
};

struct Entity {
  host::Kind kind = host::Kind::Other;
  Entity *cls = nullptr;
  /// Text of Str and Bytes, digits of an int past 64 bits, qualified name of a class, function or
  /// module, text of repr of all other named objects.
  std::string text;
  int64_t integer = 0; ///< of Bool and Int; the number of a dtype
  bool isBig = false;  ///< an Int past 64 bits
  double real = 0, imaginary = 0;
  /// Elements; start, stop and step; contents of a Cell; function of a StaticMethod and the like;
  /// the method resolution order of a Class, itself first.
  std::vector<Entity *> children;
  std::vector<std::pair<Entity *, Entity *>> entries; ///< of a Dict
  bool isOpen = false; ///< a Dict: Python has more entries than this host knows
  std::unordered_map<const Entity *, size_t> places; ///< of its keys in `entries`
  /// The namespace of a Class or Module, the attributes of an Instance: a Dict.
  Entity *space = nullptr;
  bool hasInstances = false; ///< a Class: there are instances of before the call
  std::unique_ptr<Definition> definition;
  std::unique_ptr<host::TensorInfo> tensor;
};

inline host::Handle handleOf(const Entity *entity) {
  return reinterpret_cast<host::Handle>(entity);
}
inline Entity *entityOf(host::Handle handle) {
  return const_cast<Entity *>(reinterpret_cast<const Entity *>(handle));
}

} // namespace lith::native

#endif // LITH_NATIVE_ENTITY_H

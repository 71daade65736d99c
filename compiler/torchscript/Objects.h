// Objects.h: the classes, functions and objects of an archive as objects of the native host.
#ifndef LITH_TORCHSCRIPT_OBJECTS_H
#define LITH_TORCHSCRIPT_OBJECTS_H

#include "native/NativeHost.h"
#include "torchscript/Archive.h"

#include <unordered_map>

namespace lith::torchscript {

using native::Entity;

/// Makes the objects of one archive; the archive has to live as long as the host. Throws
/// CannotRead.
class ObjectLoader {
public:
  ObjectLoader(native::NativeHost &host, const Archive &archive);
  /// The module that was saved.
  Entity *root();
  /// What a method of the module is, bound to it; null: it has none of this name.
  Entity *method(Entity *object, const std::string &name);
  /// The code as it is compiled, by file.
  const std::vector<std::unique_ptr<syntax::File>> &files() const { return parsed; }

private:
  void defineNames();
  void defineOperators();
  void defineCode();
  void defineMembers(const syntax::ClassDef *node, Entity *cls);
  Entity *objectOf(const Item *item);
  Entity *make(const Item *item);
  Entity *tensor(const Item &item);
  Entity *otherDevice(const std::string &name);
  Entity *instance(const Item &item);
  Entity *member(const Item &item);
  Entity *classNamed(const std::string &name);

  native::NativeHost &host;
  const Archive &archive;
  Entity *globals;
  std::vector<std::unique_ptr<syntax::File>> parsed;
  std::unordered_map<const Item *, Entity *> made;
};

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_OBJECTS_H

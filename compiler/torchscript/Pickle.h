// Pickle.h: the objects of a pickle of protocol 2, as torch.jit.save writes it.
//
// The opcodes and globals are those of the format, and what they do is built in: nothing is
// looked up, imported or called. Memory is bounded by limits on opcodes and objects, the stack of
// the process by working through lists; what is given is finite, without cycles, and not nested
// more deeply than a reader can follow by recursion.
#ifndef LITH_TORCHSCRIPT_PICKLE_H
#define LITH_TORCHSCRIPT_PICKLE_H

#include "torchscript/Archive.h"

#include <deque>
#include <functional>
#include <string_view>

namespace lith::torchscript {

/// A name that pickles refer to, and what it stands for.
struct Global {
  enum class Call : uint8_t {
    Class, ///< of the archive's code
    StorageType,
    Tensor,
    Parameter,
    Typed, ///< a list of the type `tag`
    Tagged,
    Device,
    Complex,
    OrderedDict
  } call;
  std::string_view tag = {};
  lith_dtype dtype = LITH_FLOAT32; ///< of a StorageType
};

/// An object, or what stands for one while a pickle is read.
struct Node : Item {
  const Global *global = nullptr; ///< of the name `text`; no object
  bool isStorage = false;         ///< `storage`; no object

  // Of the check: how deeply objects nest in it, 0 before it is known, and how many there are when
  // each place counts.
  uint32_t depth = 0;
  uint64_t places = 0;
};

struct Limits {
  static constexpr size_t Opcodes = 4 << 20, Nodes = 1 << 20; ///< of a pickle; of an archive
  static constexpr uint32_t Depth = 500;
  static constexpr uint64_t Places = 64 << 20;
};

/// Owns the objects of an archive.
class Arena {
public:
  /// Throws CannotRead when there are too many.
  Node &make(Item::Kind kind);

private:
  std::deque<Node> nodes;
};

/// The storage of a record with so many elements. Throws CannotRead.
using FindStorage =
    std::function<const Storage *(const std::string &key, lith_dtype dtype, int64_t count)>;

/// The object of the pickle, which messages call `name`. Throws CannotRead.
const Item *readPickle(std::string_view bytes, const std::string &name, Arena &arena,
                       const FindStorage &findStorage);

/// What a global stands for. Throws CannotRead for one that is no part of the format or of Lith.
const Global &globalNamed(const std::string &qualifiedName, const std::string &pickle);
/// The same of an opcode that is no part of the format, as Python calls it.
std::string opcodeName(uint8_t opcode);

/// What calling the global gives: a new object, or one of `arguments`.
Node *reduce(const Node &callee, Node &arguments, const std::string &pickle, Arena &arena);
/// The storage that a persistent id names.
Node *persistent(const Node &id, const std::string &pickle, Arena &arena,
                 const FindStorage &findStorage);

/// Throws CannotRead if `root` is no finite tree of objects with the children that they may have.
void checkObjects(Node &root, const std::string &pickle);

} // namespace lith::torchscript

#endif // LITH_TORCHSCRIPT_PICKLE_H

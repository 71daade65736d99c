// Guard.h: what a program relies on, and a call checks.
#ifndef LITH_CONTRACT_GUARD_H
#define LITH_CONTRACT_GUARD_H

#include "contract/Path.h"

namespace lith::contract {

/// What all elements of a list are, however many it has.
struct ElementType {
  enum class Kind : uint8_t {
    None, ///< of an empty list: there are none; with orNone: all are None
    Bool,
    Int, ///< of 64 bits
    Float,
    Str,
    Tensor, ///< an exact torch.Tensor of `dtype` and `rank` that requires no gradient
    List,   ///< of parts[0], each a list of its own
    Tuple   ///< of these parts
  } kind = Kind::None;
  bool orNone = false; ///< some may be None
  int dtype = -1, rank = -1;
  std::vector<ElementType> parts;
};

/// An assumption that the program rests on.
struct Guard {
  enum class Kind : uint8_t {
    Identity,    ///< the object is `expected`
    Equal,       ///< an exact built-in constant equal to `expected` (and of its exact type)
    ClassIs,     ///< type(object) is `expected`
    Absent,      ///< the path's last step finds nothing
    Lacks,       ///< the object's own namespace has none of `names`; bases are not asked
    Length,      ///< len(list or tuple or dict or set) == number
    Keys,        ///< list(dict) equals the tuple `expected`
    Elements,    ///< a list of `number` elements or more, which are `elements`; their tensors share
                 ///< no memory with those that the program writes (flag)
    TensorType,  ///< a tensor of dtype `dtype` and rank `number`; requires_grad as `flag`; the
                 ///< dimensions of `ones` (a bit each) are of size 1
    SameStorage, ///< `path` and `other` are one object (flag) or are not, and share no memory
                 ///< (!flag)
    Distinct,    ///< `path` and `other` are not one object; they may share memory
    Ambient      ///< ambient value `name` (grad mode, default dtype, ...) equals `expected`
  } kind;
  Path path, other;
  host::Handle expected = nullptr;
  int dtype = -1;
  int64_t number = 0;
  uint32_t ones = 0;
  bool flag = false;
  std::string name;
  std::vector<std::string> names;
  ElementType elements;
};

/// The word for a kind of guard that reports show.
[[gnu::visibility("default")]] const char *nameOf(Guard::Kind kind);

} // namespace lith::contract

#endif // LITH_CONTRACT_GUARD_H

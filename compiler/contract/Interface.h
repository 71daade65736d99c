// Interface.h: what goes into a program, and what comes out.
#ifndef LITH_CONTRACT_INTERFACE_H
#define LITH_CONTRACT_INTERFACE_H

#include "contract/Path.h"

namespace lith::contract {

/// One input of the native program, in order: where the caller finds it and what it becomes.
struct Input {
  Path path;
  enum class Kind : uint8_t {
    Tensor,
    Int,
    Float,
    Bool,
    Complex,
    Str,
    List,  ///< a list of any length: the runtime list that stands for it, and gives it its
           ///< contents when the call ends
    Object ///< the object itself, for HostOperation: LITH_OPAQUE with bits = opaques.size() + this
           ///< input's number
  } kind;
  bool written = false; ///< the program writes this tensor's memory
  bool replaced =
      false; ///< a saved program puts another tensor in its place (HostOperation::SetState)
  bool isState = false; ///< a parameter or buffer: a constant (or state) of a saved artifact
  std::string name;
};

/// How the caller rebuilds the Python result from the program's flat results.
struct Output {
  enum class Kind : uint8_t {
    Value, ///< results[index], boxed: tensor, number, str, or a runtime list/dict/tuple/record tree
    Constant, ///< the host object `constant`
    Existing, ///< the object at `path` (an input or an outside object, same identity)
    Tuple,
    List,
    Dict,
    Set,
    Slice,    ///< children; Dict alternates key, value
    Instance, ///< class `constant`, children alternate attribute name (Constant str) and value;
              ///< payload last if hasPayload
    Shared    ///< the same object as the output numbered `index` in preorder
  } kind;
  int index = -1;
  /// Value: what it is known to be.
  enum class Type : uint8_t {
    Unknown,
    Tensor,
    Int,
    Float,
    Bool,
    Complex,
    Str
  } type = Type::Unknown;
  int dtype = -1;                  ///< of a Tensor
  std::vector<int64_t> sizes;      ///< of a Tensor; -1: only run time knows it
  host::Handle constant = nullptr; ///< Value: the class of a parameter that the program made
  Path path;
  bool hasPayload = false;
  bool mayFollow = true; ///< Value: false for a tensor that certainly requires no gradient
  std::vector<Output> children;
};

} // namespace lith::contract

#endif // LITH_CONTRACT_INTERFACE_H

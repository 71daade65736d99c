// Path.h: how a call reaches an object that existed before it.
#ifndef LITH_CONTRACT_PATH_H
#define LITH_CONTRACT_PATH_H

#include "host/Host.h"

#include <string>
#include <vector>

namespace lith::contract {

/// How the call reaches an object that exists outside of it. A path is evaluated
/// natively before each call: Argument(i) or Root(handle), then steps.
struct Step {
  enum class Kind : uint8_t {
    Attribute, ///< raw instance, class or module dictionary entry `name`
    Slot,      ///< C-level attribute `name` of a built-in or torch object
    Item,      ///< element `index` of a tuple or list
    Key,       ///< entry `key` of a dict
    Cell,      ///< contents of a closure cell
    Class,     ///< type(object)
    Payload,   ///< built-in value inside an instance of a subclass of a built-in
    Tensor,    ///< the tensor of torch over the memory of an array of NumPy
    Referent   ///< what a weak reference refers to: None once it is gone
  } kind;
  std::string name;
  int64_t index = 0;
  host::Handle key = nullptr;
  bool operator==(const Step &) const = default;
};
struct Path {
  int argument = -1; ///< flattened top-level argument index (positional, then keywords), or -1:
  host::Handle root =
      nullptr; ///< an object of the host that is always the same (module, globals dict, closure)
  std::vector<Step> steps;
  bool operator==(const Path &) const = default;
};

/// A tensor outside of the arguments, which nothing here keeps alive.
struct Place {
  std::string path; ///< equal for equal paths
  host::Handle tensor = nullptr;
  const char *begin = nullptr, *end = nullptr; ///< the memory of its elements; null: it has none
};

/// `tensor` as the place at `path`.
Place placeOf(host::Host &host, std::string path, host::Handle tensor);
/// Whether both are one place, one tensor, or tensors that share memory.
bool meet(const Place &one, const Place &other);

} // namespace lith::contract

#endif // LITH_CONTRACT_PATH_H

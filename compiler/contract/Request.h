// Request.h: what to compile, and the arguments of the call to compile it for.
#ifndef LITH_CONTRACT_REQUEST_H
#define LITH_CONTRACT_REQUEST_H

#include "contract/Guard.h"
#include "contract/Path.h"

#include <cstdint>
#include <utility>

namespace lith::contract {

/// What a size of a specification may be.
struct SizeBounds {
  int64_t low = 0, high = INT64_MAX, multiple = 1; ///< `high` is within
  bool isAny() const { return low <= 0 && high == INT64_MAX && multiple == 1; }
  bool holds(int64_t size) const { return size >= low && size <= high && size % multiple == 0; }
};

/// One argument of the call to compile for.
struct Argument {
  enum class Kind : uint8_t {
    Object, ///< the host object as it is: a tensor gives dtype and rank, int and float stay
            ///< dynamic, the rest is read under guard
    Pinned, ///< the host object, by value (lith.Static)
    Tensor, ///< an InputSpec: `dtype` and `sizes`, -1 symbolic
    Tuple,
    List,
    Dict ///< a structure that contains one of the kinds above; Dict has `keys`
  } kind = Kind::Object;
  /// What it is in this call: two arguments with one object are one. Of a structure one of its kind
  /// and length; of a Tensor a tensor, or any object that stands for it, or null for one of its
  /// own.
  host::Handle object = nullptr;
  int dtype = -1;
  std::vector<int64_t> sizes;
  std::vector<std::string> sizeNames; ///< per dimension, empty: no name
  std::vector<SizeBounds> sizeBounds; ///< per dimension
  std::string name;
  bool isExample = false; ///< List: of a call; its length is not what somebody specified
  std::vector<Argument> children;
  std::vector<host::Handle> keys;
};

struct Options {
  bool freeze = false;      ///< weights are constants: later changes are not seen
  bool forArtifact = false; ///< reads of outside state are frozen, only tensor state may be written
  bool keepText = true;     ///< keep the IR's text for .graph
  bool mustReturn = false;  ///< of no call yet: refused where every one would raise
};

/// What to compile: `callable` applied to the arguments. Argument numbers in a Path count
/// `positional` first, then `keywords`.
struct Request {
  host::Handle callable = nullptr;
  std::vector<Argument> positional;
  std::vector<std::pair<std::string, Argument>> keywords;
  std::vector<Path> changing; ///< numbers, lists, dicts and sets outside of the arguments that
                              ///< earlier calls saw replaced, and lists that had other lengths
  std::vector<std::pair<Path, ElementType>> elements; ///< of a file: what its programs put into
                                                      ///< lists of `changing`; of dicts, pairs
  std::vector<Place> written; ///< with `freeze`: what other programs write, which is no constant
  Options options;
};

} // namespace lith::contract

#endif // LITH_CONTRACT_REQUEST_H

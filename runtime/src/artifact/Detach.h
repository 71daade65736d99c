// Detach.h: results that outlive the program that made them.
#ifndef LITH_ARTIFACT_DETACH_H
#define LITH_ARTIFACT_DETACH_H

#include "core/Object.h"

#include <unordered_map>
#include <vector>

namespace lith {

/// Another tensor of the same elements, a parameter where `value` is one.
lith_value copyOfTensor(lith_value value);

/// Makes results independent of constants and weights, which go with the program: what is shared of
/// them is copied, once each, so that one object stays one object.
class Detacher {
public:
  ~Detacher();
  /// Whether it goes with the program.
  static bool isShared(lith_value value);
  /// Takes the value over and gives the one to use instead, owned by the caller.
  lith_value detach(lith_value value);
  void detach(lith_exception *exception);

private:
  /// The same, and its parts later: structures may be deep.
  lith_value detachOne(lith_value value);
  void detachAll(lith_value *values, int64_t count);
  void detachParts(lith_value value);

  std::unordered_map<const lith_object *, lith_value> done; ///< object -> what it became
  std::vector<lith_value> replaced, pending;
};

} // namespace lith

#endif // LITH_ARTIFACT_DETACH_H

// Program.cpp: what programs share, and the words for guards.
#include "contract/Program.h"

namespace lith::contract {

const char *nameOf(Guard::Kind kind) {
  static constexpr const char *Names[] = {"identity", "equal",   "class",    "absent",
                                          "lacks",    "length",  "keys",     "elements",
                                          "tensor",   "storage", "distinct", "ambient"};
  return Names[size_t(kind)];
}

bool shareTensor(const std::vector<Place> &first, const std::vector<Place> &second) {
  for (const Place &one : first)
    for (const Place &other : second)
      if (one.tensor == other.tensor || one.path == other.path)
        return true;
  return false;
}

} // namespace lith::contract

// Program.cpp: what programs share.
#include "contract/Program.h"

namespace lith::contract {

bool shareTensor(const std::vector<Place> &first, const std::vector<Place> &second) {
  for (const Place &one : first)
    for (const Place &other : second)
      if (one.tensor == other.tensor || one.path == other.path)
        return true;
  return false;
}

} // namespace lith::contract

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
      if (meet(one, other))
        return true;
  return false;
}

bool meet(const Place &one, const Place &other) {
  return one.tensor == other.tensor || one.path == other.path ||
         (one.begin < other.end && other.begin < one.end);
}

Place placeOf(host::Host &host, std::string path, host::Handle tensor) {
  Place place{std::move(path), tensor};
  host::TensorInfo info = host.tensor(tensor);
  if (!info.supported || !info.data)
    return place;
  int64_t low = 0, high = 1;
  for (size_t d = 0; d < info.sizes.size(); ++d) {
    if (info.sizes[d] == 0)
      return place;
    (info.strides[d] < 0 ? low : high) += (info.sizes[d] - 1) * info.strides[d];
  }
  int64_t bytes = lith_dtype_bytes(info.dtype);
  place.begin = static_cast<const char *>(info.data) + low * bytes;
  place.end = static_cast<const char *>(info.data) + high * bytes;
  return place;
}

} // namespace lith::contract

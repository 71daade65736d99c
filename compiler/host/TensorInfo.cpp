// TensorInfo.cpp: how the elements of a tensor lie in memory.
#include "host/Host.h"

#include <algorithm>
#include <functional>

namespace lith::host {

std::vector<int64_t> TensorInfo::stridesWithoutGaps() const {
  std::vector<int64_t> inOrder(sizes.size());
  std::vector<size_t> order; // dimensions with several indices
  int64_t step = 1;
  for (size_t d = sizes.size(); d-- > 0; step *= sizes[d]) {
    if (sizes[d] == 0)
      return {};
    inOrder[d] = step;
    if (sizes[d] > 1)
      order.push_back(d);
  }
  if (strides == inOrder)
    return {};
  std::ranges::sort(order, std::less(), [&](size_t d) { return strides[d]; });
  step = 1;
  for (size_t d : order) {
    if (strides[d] != step)
      return {};
    step *= sizes[d];
  }
  return strides;
}

} // namespace lith::host

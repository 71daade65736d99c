// TensorTest.h: a test that makes tensors, which are released when it ends.
#ifndef LITH_TESTS_KERNELS_TENSORTEST_H
#define LITH_TESTS_KERNELS_TENSORTEST_H

#include "core/Object.h"
#include "tensor/Tensor.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace lith::test {

class TensorTest : public testing::Test {
protected:
  ~TensorTest() override {
    for (lith_tensor *tensor : owned)
      release(&context, tensor);
  }
  /// Takes a reference over; a result that is an operand itself is one already.
  lith_tensor *keep(lith_tensor *tensor) {
    if (std::find(owned.begin(), owned.end(), tensor) == owned.end())
      owned.push_back(tensor);
    return tensor;
  }
  lith_tensor *transposed(lith_tensor *tensor, int first, int second) {
    std::vector<int64_t> sizes(tensor->sizes, tensor->sizes + tensor->head.rank),
        strides(tensor->strides, tensor->strides + tensor->head.rank);
    std::swap(sizes[first], sizes[second]);
    std::swap(strides[first], strides[second]);
    return keep(viewTensor(&context, tensor, sizes, strides, 0));
  }
  Context context;

private:
  std::vector<lith_tensor *> owned;
};

} // namespace lith::test

#endif // LITH_TESTS_KERNELS_TENSORTEST_H

// Constants.cpp: tensors of the host become constants of the program.

#include "driver/Compile.h"

#include "llvm/Support/MathExtras.h"

#include <lith/abi.h>

#include <cstring>
#include <new>

using namespace lith;

static std::shared_ptr<char> allocate(int64_t bytes) {
  constexpr std::align_val_t alignment{64};
  auto *memory =
      static_cast<char *>(::operator new(size_t(std::max<int64_t>(bytes, 1)), alignment));
  return {memory, [](char *pointer) { ::operator delete(pointer, std::align_val_t{64}); }};
}

/// Copies one dimension after the other, without recursion: `index` counts through all but the
/// last.
static void copyStrided(const host::TensorInfo &info, int64_t elementBytes, char *to) {
  size_t rank = info.sizes.size();
  std::vector<int64_t> index(rank, 0);
  const char *from = static_cast<const char *>(info.data);
  int64_t row = rank ? info.sizes[rank - 1] : 1, stride = rank ? info.strides[rank - 1] : 1;
  while (true) {
    int64_t offset = 0;
    for (size_t d = 0; d + 1 < rank; ++d)
      offset += index[d] * info.strides[d];
    const char *start = from + offset * elementBytes;
    if (stride == 1)
      std::memcpy(to, start, size_t(row * elementBytes));
    else
      for (int64_t i = 0; i < row; ++i)
        std::memcpy(to + i * elementBytes, start + i * stride * elementBytes, size_t(elementBytes));
    to += row * elementBytes;
    size_t d = rank > 1 ? rank - 1 : 0;
    while (d > 0 && ++index[d - 1] == info.sizes[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

Constant driver::constantOf(host::Host &host, host::Handle tensor) {
  host::TensorInfo info = host.tensor(tensor);
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = lith_dtype(info.dtype);
  constant.sizes = info.sizes;
  int64_t bytes = constant.dataBytes(), elements = 1;
  for (int64_t size : info.sizes)
    elements *= size;
  std::shared_ptr<char> memory = allocate(bytes);
  if (elements > 0)
    copyStrided(info, bytes / elements, memory.get());
  constant.data = memory.get();
  constant.owner = memory;
  return constant;
}

/// One panel of a packed matrix, as lith/abi.h describes it; strides in elements.
template <typename T>
static T *packPanel(const T *from, int64_t rows, int64_t columns, int64_t rowStride,
                    int64_t columnStride, T *to) {
  int64_t width = llvm::alignTo<LITH_PANEL_STEP>(columns);
  // Columns that lie along k are read a line of the cache at a time.
  constexpr int64_t line = 64 / sizeof(T);
  for (int64_t begin = 0; begin < rows; begin += line) {
    int64_t end = std::min(begin + line, rows);
    for (int64_t column = 0; column < width; ++column)
      for (int64_t row = begin; row < end; ++row)
        to[row * width + column] =
            column < columns ? from[row * rowStride + column * columnStride] : T(0);
  }
  return to + rows * width;
}

template <typename T>
static void packPanels(const host::TensorInfo &info, bool transposed, T *to) {
  const T *from = static_cast<const T *>(info.data);
  int64_t rows = info.sizes[transposed], columns = info.sizes[!transposed];
  int64_t rowStride = info.strides[transposed], columnStride = info.strides[!transposed];
  for (int64_t column = 0; column < columns; column += LITH_PANEL_COLUMNS)
    to = packPanel<T>(from + column * columnStride, rows,
                      std::min<int64_t>(LITH_PANEL_COLUMNS, columns - column), rowStride,
                      columnStride, to);
}

Constant driver::packedConstantOf(host::Host &host, host::Handle tensor, bool transposed) {
  host::TensorInfo info = host.tensor(tensor);
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = lith_dtype(info.dtype);
  constant.sizes = {info.sizes[transposed] *
                    int64_t(llvm::alignTo<LITH_PANEL_STEP>(info.sizes[!transposed]))};
  std::shared_ptr<char> memory = allocate(constant.dataBytes());
  if (constant.dtype == LITH_FLOAT32)
    packPanels(info, transposed, reinterpret_cast<float *>(memory.get()));
  else
    packPanels(info, transposed, reinterpret_cast<double *>(memory.get()));
  constant.data = memory.get();
  constant.owner = memory;
  return constant;
}

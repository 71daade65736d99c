// Constants.cpp: tensors of the host become constants of the program.

#include "driver/Compile.h"
#include "driver/Computed.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

#include <lith/abi.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <sys/mman.h>

using namespace lith;
using driver::Layout;

/// Memory of all constants of a program, side by side: kernels fetch the next ones ahead, and large
/// pages spare the processor a table look-up every 4 KB.
static std::shared_ptr<char> allocate(size_t bytes) {
  constexpr size_t hugePage = 2 << 20;
  size_t alignment = bytes >= 2 * hugePage ? hugePage : 64;
  size_t rounded = llvm::alignTo(std::max<size_t>(bytes, 1), alignment);
  auto *memory = static_cast<char *>(std::aligned_alloc(alignment, rounded));
  if (!memory)
    throw std::bad_alloc();
  if (alignment == hugePage)
    madvise(memory, rounded, MADV_HUGEPAGE); // a wish: works without, too
  return {memory, std::free};
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

template <typename T> static void packPanels(const host::TensorInfo &info, bool transposed, T *to) {
  const T *from = static_cast<const T *>(info.data);
  int64_t rows = info.sizes[transposed], columns = info.sizes[!transposed];
  int64_t rowStride = info.strides[transposed], columnStride = info.strides[!transposed];
  for (int64_t column = 0; column < columns; column += LITH_PANEL_COLUMNS)
    to = packPanel<T>(from + column * columnStride, rows,
                      std::min<int64_t>(LITH_PANEL_COLUMNS, columns - column), rowStride,
                      columnStride, to);
}

static void fill(const host::TensorInfo &info, Layout layout, const Constant &constant, char *to) {
  bool transposed = layout == Layout::PackedTransposed;
  int64_t elements = 1;
  for (int64_t size : info.sizes)
    elements *= size;
  if (layout == Layout::Plain && elements > 0)
    copyStrided(info, constant.dataBytes() / elements, to);
  else if (layout != Layout::Plain && constant.dtype == LITH_FLOAT32)
    packPanels(info, transposed, reinterpret_cast<float *>(to));
  else if (layout != Layout::Plain)
    packPanels(info, transposed, reinterpret_cast<double *>(to));
}

static Constant describe(const host::TensorInfo &info, Layout layout) {
  bool transposed = layout == Layout::PackedTransposed;
  Constant constant;
  constant.tag = LITH_TENSOR;
  constant.dtype = lith_dtype(info.dtype);
  constant.sizes = info.sizes;
  if (layout == Layout::Plain)
    constant.strides = info.stridesWithoutGaps();
  else
    constant.sizes = {info.sizes[transposed] *
                      int64_t(llvm::alignTo<LITH_PANEL_STEP>(info.sizes[!transposed]))};
  return constant;
}

/// What a derived constant is computed from; the host keeps the tensors.
static driver::Computed computed(host::Host &host, llvm::ArrayRef<host::Handle> tensors,
                                 const passes::Derived &derived) {
  host::TensorInfo first = host.tensor(tensors[derived.first]);
  std::optional<host::TensorInfo> second;
  if (derived.second >= 0)
    second = host.tensor(tensors[derived.second]);
  switch (derived.kind) {
  case passes::Derived::Kind::Product:
    return driver::productOf(first, *second, derived.transposed);
  case passes::Derived::Kind::Codes:
    return driver::codesOf(first);
  case passes::Derived::Kind::Bounds:
    return driver::boundsOf(first, second);
  }
  llvm_unreachable("no such kind");
}

std::vector<Constant> driver::constantsOf(host::Host &host, llvm::ArrayRef<host::Handle> tensors,
                                          llvm::ArrayRef<passes::Derived> derived,
                                          llvm::ArrayRef<Layout> layouts) {
  std::vector<Constant> constants;
  for (size_t i = 0; i < tensors.size(); ++i)
    constants.push_back(describe(host.tensor(tensors[i]), layouts[i]));
  std::vector<Computed> parts;
  for (const passes::Derived &each : derived) {
    parts.push_back(computed(host, tensors, each));
    constants.push_back(parts.back().constant);
  }
  size_t bytes = 0;
  for (const Constant &constant : constants)
    bytes += llvm::alignTo<64>(constant.dataBytes());
  std::shared_ptr<char> memory = allocate(bytes);
  char *to = memory.get();
  for (size_t i = 0; i < constants.size(); ++i) {
    if (i < tensors.size())
      fill(host.tensor(tensors[i]), layouts[i], constants[i], to);
    else
      parts[i - tensors.size()].fill(to);
    constants[i].data = to;
    constants[i].owner = memory;
    to += llvm::alignTo<64>(constants[i].dataBytes());
  }
  return constants;
}

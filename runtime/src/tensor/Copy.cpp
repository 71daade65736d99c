// Copy.cpp: elements from one geometry to another of the same sizes.
//
// Dimensions are ordered by the destination's memory and joined where both sides allow. Runs are
// copied whole; where the source runs along another dimension than the destination, both are
// walked together in square tiles, so that a line of memory is used while it is in the cache.
#include "tensor/Tensor.h"

#include <algorithm>
#include <cstring>

using namespace lith;

namespace {

struct Dim {
  int64_t size, to, from; // steps in bytes
};

template <int Width> void copyElement(char *to, const char *from) { std::memcpy(to, from, Width); }

/// `n` elements at a constant step of the source, which the compiler turns into shuffles.
template <int Width, int Step> void copySteps(char *to, const char *from, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    copyElement<Width>(to + i * Width, from + i * Step * Width);
}

/// Four elements of four runs of the source, as four runs of the destination.
void transposeFour(char *to, int64_t toStep, const char *from, int64_t fromStep) {
  typedef uint32_t Four __attribute__((vector_size(16)));
  Four x[4];
  for (int i = 0; i < 4; ++i)
    std::memcpy(&x[i], from + i * fromStep, 16);
  Four low01 = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5);
  Four low23 = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
  Four high01 = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7);
  Four high23 = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
  Four y[4] = {__builtin_shufflevector(low01, low23, 0, 1, 4, 5),
               __builtin_shufflevector(low01, low23, 2, 3, 6, 7),
               __builtin_shufflevector(high01, high23, 0, 1, 4, 5),
               __builtin_shufflevector(high01, high23, 2, 3, 6, 7)};
  for (int i = 0; i < 4; ++i)
    std::memcpy(to + i * toStep, &y[i], 16);
}

/// `rows` by `columns` elements, both sides with any steps.
template <int Width>
void copyTile(char *to, const char *from, const Dim &outer, const Dim &inner, int64_t rows,
              int64_t columns) {
  int64_t done = 0; // rows that are copied
  if (Width == 4 && outer.from == Width && inner.to == Width && columns % 4 == 0)
    for (; done + 4 <= rows; done += 4)
      for (int64_t c = 0; c < columns; c += 4)
        transposeFour(to + done * outer.to + c * Width, outer.to,
                      from + done * outer.from + c * inner.from, inner.from);
  for (int64_t r = done; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      copyElement<Width>(to + r * outer.to + c * inner.to, from + r * outer.from + c * inner.from);
}

template <int Width> void copyRows(char *to, const char *from, const Dim &outer, const Dim &inner) {
  constexpr int64_t Tile = 16;
  if (inner.to == Width && (inner.from == Width || outer.from != Width)) {
    void (*copy)(char *, const char *, int64_t) = nullptr;
    if (inner.from == Width)
      copy = inner.size * Width <= 64 ? copySteps<Width, 1> : nullptr;
    else if (inner.from == -Width)
      copy = copySteps<Width, -1>;
    else if (inner.from == 2 * Width)
      copy = copySteps<Width, 2>;
    if (copy || inner.from == Width) {
      for (int64_t i = 0; i < outer.size; ++i)
        if (copy)
          copy(to + i * outer.to, from + i * outer.from, inner.size);
        else
          std::memcpy(to + i * outer.to, from + i * outer.from, size_t(inner.size * Width));
      return;
    }
  }
  int64_t tile = outer.from == Width ? Tile : outer.size;
  for (int64_t i = 0; i < outer.size; i += tile)
    for (int64_t j = 0; j < inner.size; j += Tile)
      copyTile<Width>(to + i * outer.to + j * inner.to, from + i * outer.from + j * inner.from,
                      outer, inner, std::min(tile, outer.size - i), std::min(Tile, inner.size - j));
}

class Copier {
public:
  Copier(lith_tensor *destination, const lith_tensor *source) : width(elementBytes(destination)) {
    for (int d = 0; d < destination->head.rank; ++d)
      if (destination->sizes[d] != 1)
        dims[rank++] = {destination->sizes[d], destination->strides[d] * width,
                        source->strides[d] * width};
    std::sort(dims, dims + rank, [](const Dim &a, const Dim &b) { return a.to > b.to; });
    int last = 0;
    for (int d = 1; d < rank; ++d) {
      const Dim &inner = dims[d];
      if (dims[last].to == inner.to * inner.size && dims[last].from == inner.from * inner.size)
        dims[last] = {dims[last].size * inner.size, inner.to, inner.from};
      else
        dims[++last] = inner;
    }
    rank = rank ? last + 1 : 0;
    // The dimension along which the source runs is walked together with the innermost one.
    for (int d = 0; d + 2 < rank; ++d)
      if (dims[d].from == width && dims[rank - 1].from != width)
        std::swap(dims[d], dims[rank - 2]);
    while (rank < 2) {
      std::copy_backward(dims, dims + rank, dims + rank + 1);
      dims[0] = {1, 0, 0};
      if (++rank == 1)
        dims[0] = {1, width, width};
    }
  }

  void run(char *to, const char *from, int d = 0) const {
    if (d + 2 == rank)
      return rows(to, from);
    for (int64_t i = 0; i < dims[d].size; ++i)
      run(to + i * dims[d].to, from + i * dims[d].from, d + 1);
  }

private:
  void rows(char *to, const char *from) const {
    const Dim &outer = dims[rank - 2], &inner = dims[rank - 1];
    switch (width) {
    case 1:
      return copyRows<1>(to, from, outer, inner);
    case 2:
      return copyRows<2>(to, from, outer, inner);
    case 4:
      return copyRows<4>(to, from, outer, inner);
    case 8:
      return copyRows<8>(to, from, outer, inner);
    default:
      return copyRows<16>(to, from, outer, inner);
    }
  }

  int64_t width;
  int rank = 0;
  Dim dims[LITH_MAX_RANK + 2];
};

} // namespace

void lith::copyElements(lith_tensor *destination, const lith_tensor *source) {
  int64_t count = elementCount(destination);
  if (count == 0)
    return;
  if (isContiguous(destination) && isContiguous(source))
    std::memcpy(destination->data, source->data, size_t(count * elementBytes(destination)));
  else
    Copier(destination, source).run(destination->data, source->data);
}

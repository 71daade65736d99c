// Layout.cpp: planes with padded rows, split by the stride.
#include "kernels/convolution/Layout.h"

#include <algorithm>

namespace lith::kernels {

template <typename T> Layout<T>::Layout(const ops::Window &window) : w(window) {
  const int64_t *padding = w.padding, step = w.stride[2];
  identity = padding[0] == 0 && padding[1] == 0 && padding[2] == 0 && step == 1;
  rows[0] = w.in[0] + 2 * padding[0];
  rows[1] = w.in[1] + 2 * padding[1];
  phaseLength = (w.in[2] + 2 * padding[2] + step - 1) / step;
  rowLength = phaseLength * step;
  length = rows[0] * rows[1] * rowLength;
  if (!identity)
    length += kernelsFor<T>().lanes;
  if (step != 1)
    split();
  for (int64_t z = 0; z < w.size[0]; ++z)
    for (int64_t y = 0; y < w.size[1]; ++y)
      for (int64_t x = 0; x < w.size[2]; ++x) {
        int64_t row = z * w.dilation[0] * rows[1] + y * w.dilation[1], at = x * w.dilation[2];
        int64_t offset = row * rowLength + at % step * phaseLength + at / step;
        tapOffsets.push_back(offset * int64_t(sizeof(T)));
      }
}

template <typename T> bool Layout<T>::isSeen(int dim, int64_t index) const {
  for (int64_t tap = 0; tap < w.size[dim]; ++tap)
    if ((index - tap * w.dilation[dim]) % w.stride[dim] == 0)
      return true;
  return false;
}

template <typename T> void Layout<T>::split() {
  int64_t step = w.stride[2];
  for (int64_t phase = 0; phase < step; ++phase) {
    if (!isSeen(2, phase))
      continue;
    // The first element of the phase that is not padding.
    int64_t first = std::max<int64_t>(0, (w.padding[2] - phase + step - 1) / step);
    int64_t x = first * step + phase - w.padding[2];
    int64_t count = x < w.in[2] ? (w.in[2] - x + step - 1) / step : 0;
    phases.push_back({x, phase * phaseLength, first, count});
  }
  for (int64_t y = 0; y < w.in[1]; ++y)
    seenRows.push_back(isSeen(1, y + w.padding[1]));
}

template <typename T, int Step> static void copySteps(const T *from, T *to, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    to[i] = from[i * Step];
}

template <typename T> void Layout<T>::laySplit(const T *row, T *to) const {
  for (const Phase &phase : phases) {
    T *at = to + phase.to, *last = at + phaseLength - 1;
    if (phase.first > 1 || phase.first + phase.count < phaseLength - 1)
      std::fill(at, last, T(0));
    *at = *last = T(0); // less than a call takes
    if (w.stride[2] == 2)
      copySteps<T, 2>(row + phase.from, at + phase.first, phase.count);
    else
      for (int64_t i = 0; i < phase.count; ++i)
        at[phase.first + i] = row[phase.from + i * w.stride[2]];
  }
}

template <typename T> void Layout<T>::lay(const T *plane, T *to) const {
  int64_t slice = rows[1] * rowLength, above = w.padding[1] * rowLength;
  std::fill_n(to, w.padding[0] * slice, T(0));
  to += w.padding[0] * slice;
  for (int64_t z = 0; z < w.in[0]; ++z, to += slice, plane += w.in[1] * w.in[2]) {
    std::fill_n(to, above, T(0));
    if (w.stride[2] == 1)
      kernelsFor<T>().pad({reinterpret_cast<const char *>(plane),
                           reinterpret_cast<char *>(to + above), w.in[1], w.in[2], w.padding[2],
                           rowLength});
    else
      for (int64_t y = 0; y < w.in[1]; ++y)
        if (seenRows[size_t(y)])
          laySplit(plane + y * w.in[2], to + above + y * rowLength);
    std::fill_n(to + above + w.in[1] * rowLength, above, T(0));
  }
  std::fill_n(to, w.padding[0] * slice, T(0));
}

template class Layout<float>;
template class Layout<double>;

} // namespace lith::kernels

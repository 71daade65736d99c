// Single.cpp: Fourier transforms of float.
#include "kernels/transforms/Transforms.inc"

template struct lith::kernels::Transforms<float>;

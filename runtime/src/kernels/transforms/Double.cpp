// Double.cpp: Fourier transforms of double.
//
// Vectors of two lanes would double the size of the code. The library gets another namespace, since
// its parts differ with this.
#define POCKETFFT_NO_VECTORS
#define pocketfft pocketfft_double
#include "kernels/transforms/Transforms.inc"

template struct lith::kernels::Transforms<double>;

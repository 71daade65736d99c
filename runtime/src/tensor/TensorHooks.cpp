// TensorHooks.cpp: the tensor functions that operations on boxes reach.
#include "tensor/TensorHooks.h"

const lith::TensorHooks lith::tensorHooks = {};

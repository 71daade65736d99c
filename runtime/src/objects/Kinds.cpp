// Kinds.cpp: what generated code asks of a box whose type is one of several.
#include "objects/Containers.h"

using namespace lith;

extern "C" {

bool lith_rt_value_is_tensor(lith_ctx *, lith_value value, int64_t dtype, int64_t rank) {
  return value.tag == LITH_TENSOR && objectOf(value)->dtype == dtype && objectOf(value)->rank == rank;
}

bool lith_rt_value_is_tuple(lith_ctx *, lith_value value, int64_t length) {
  return value.tag == LITH_TUPLE && as<lith_tuple>(value)->length == length;
}

} // extern "C"

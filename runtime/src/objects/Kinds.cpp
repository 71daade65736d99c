// Kinds.cpp: what generated code asks of a box whose type is one of several.
#include "objects/Containers.h"

using namespace lith;

extern "C" {

bool lith_rt_value_is_tensor(lith_ctx *, lith_value value, int64_t dtype, int64_t rank) {
  return value.tag == LITH_TENSOR && objectOf(value)->dtype == dtype &&
         (rank < 0 || objectOf(value)->rank == rank);
}

bool lith_rt_value_is_tuple(lith_ctx *, lith_value value, int64_t length, int64_t subclass) {
  return value.tag == LITH_TUPLE && (length < 0 || as<lith_tuple>(value)->length == length) &&
         lith_tuple_class(as<lith_tuple>(value)) == subclass;
}

bool lith_rt_value_is_record(lith_ctx *, lith_value value, int64_t classId) {
  if (value.tag == LITH_EXCEPTION)
    return as<lith_exception>(value)->class_id == classId;
  return value.tag == LITH_RECORD && as<lith_record>(value)->class_id == classId;
}

bool lith_rt_value_is_closure(lith_ctx *, lith_value value, int64_t code) {
  return value.tag == LITH_CLOSURE && as<lith_closure>(value)->code == code;
}

} // extern "C"

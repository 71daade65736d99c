// making.h: the functions of generated code that the Python module calls as well, to make values of
// Python's types. Each is as functions.def says; results are owned by the caller.
#ifndef LITH_MAKING_H
#define LITH_MAKING_H

#include <lith/objects.h>

#pragma GCC visibility push(default) // the Python module is another library
extern "C" {
lith_list *lith_rt_list_new(lith_ctx *, int64_t, const lith_value *);
lith_tuple *lith_rt_tuple_new(lith_ctx *, int64_t, const lith_value *);
lith_dict *lith_rt_dict_new(lith_ctx *, int64_t, const lith_value *);
lith_set *lith_rt_set_new(lith_ctx *, int64_t, const lith_value *);
lith_complex *lith_rt_complex_new(lith_ctx *, double, double);
lith_value lith_rt_range_new(lith_ctx *, int64_t, int64_t, int64_t);
lith_value lith_rt_slice_new(lith_ctx *, int64_t, const lith_value *);
lith_exception *lith_rt_exception_new(lith_ctx *, int64_t, lith_tuple *);
void lith_rt_raise(lith_ctx *, lith_exception *);
}
#pragma GCC visibility pop

#endif // LITH_MAKING_H

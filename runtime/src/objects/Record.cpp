// Record.cpp: instances, cells, closures and the small immutable objects.
#include "core/Program.h"
#include "objects/Containers.h"
#include "objects/Str.h"

using namespace lith;

int64_t lith::rangeLength(const lith_range *range) {
  uint64_t start = static_cast<uint64_t>(range->start), stop = static_cast<uint64_t>(range->stop),
           step = static_cast<uint64_t>(range->step);
  if (range->step > 0 && range->start < range->stop)
    return static_cast<int64_t>((stop - start - 1) / step + 1);
  if (range->step < 0 && range->start > range->stop)
    return static_cast<int64_t>((start - stop - 1) / (0 - step) + 1);
  return 0;
}

extern "C" {

lith_record *lith_rt_record_new(lith_ctx *ctx, int64_t classId, int64_t count) {
  auto *record =
      static_cast<lith_record *>(allocate(ctx, sizeof(lith_record) + count * sizeof(lith_value)));
  initialize(record->head, LITH_RECORD);
  record->class_id = static_cast<int32_t>(classId);
  record->count = static_cast<int32_t>(count);
  for (int64_t i = 0; i < count; ++i)
    record->fields[i] = nullValue();
  return record;
}

int64_t lith_rt_record_class(lith_ctx *, lith_record *record) { return record->class_id; }

lith_value lith_rt_record_get(lith_ctx *, lith_record *record, int64_t index) {
  return static_cast<uint64_t>(index) < static_cast<uint64_t>(record->count)
             ? retained(record->fields[index])
             : nullValue();
}

void lith_rt_record_set(lith_ctx *ctx, lith_record *record, int64_t index, lith_value value) {
  if (static_cast<uint64_t>(index) < static_cast<uint64_t>(record->count))
    std::swap(record->fields[index], value);
  release(ctx, value);
}

lith_value lith_rt_record_find(lith_ctx *ctx, lith_record *record, lith_str *name) {
  return lith_rt_record_get(ctx, record, fieldIndex(ctx, record->class_id, textOf(name)));
}

bool lith_rt_record_assign(lith_ctx *ctx, lith_record *record, lith_str *name, lith_value value) {
  int index = fieldIndex(ctx, record->class_id, textOf(name));
  lith_rt_record_set(ctx, record, index, value);
  return index >= 0 && index < record->count;
}

lith_cell *lith_rt_cell_new(lith_ctx *ctx, lith_value value) {
  auto *cell = static_cast<lith_cell *>(allocate(ctx, sizeof(lith_cell)));
  initialize(cell->head, LITH_CELL);
  cell->value = value;
  return cell;
}

lith_value lith_rt_cell_get(lith_ctx *, lith_cell *cell) { return retained(cell->value); }

void lith_rt_cell_set(lith_ctx *ctx, lith_cell *cell, lith_value value) {
  std::swap(cell->value, value);
  release(ctx, value);
}

lith_closure *lith_rt_closure_new(lith_ctx *ctx, int64_t code, int64_t count,
                                  const lith_value *captured) {
  auto *closure =
      static_cast<lith_closure *>(allocate(ctx, sizeof(lith_closure) + count * sizeof(lith_value)));
  initialize(closure->head, LITH_CLOSURE);
  closure->code = static_cast<int32_t>(code);
  closure->count = static_cast<int32_t>(count);
  for (int64_t i = 0; i < count; ++i)
    closure->captured[i] = retained(captured[i]);
  return closure;
}

int64_t lith_rt_closure_code(lith_ctx *, lith_closure *closure) { return closure->code; }

lith_value lith_rt_closure_get(lith_ctx *, lith_closure *closure, int64_t index) {
  return retained(closure->captured[index]);
}

lith_value lith_rt_slice_new(lith_ctx *ctx, int64_t, const lith_value *bounds) {
  auto *slice = static_cast<lith_slice *>(allocate(ctx, sizeof(lith_slice)));
  initialize(slice->head, LITH_SLICE);
  slice->start = retained(bounds[0]);
  slice->stop = retained(bounds[1]);
  slice->step = retained(bounds[2]);
  return box(slice);
}

lith_value lith_rt_range_new(lith_ctx *ctx, int64_t start, int64_t stop, int64_t step) {
  if (step == 0) {
    raise(ctx, LITH_CLASS_ValueError, "range() arg 3 must not be zero");
    return nullValue();
  }
  auto *range = static_cast<lith_range *>(allocate(ctx, sizeof(lith_range)));
  initialize(range->head, LITH_RANGE);
  range->start = start;
  range->stop = stop;
  range->step = step;
  return box(range);
}

lith_complex *lith_rt_complex_new(lith_ctx *ctx, double re, double im) {
  auto *complex = static_cast<lith_complex *>(allocate(ctx, sizeof(lith_complex)));
  initialize(complex->head, LITH_COMPLEX);
  complex->re = re;
  complex->im = im;
  return complex;
}

} // extern "C"

/* sample.c: what generated code looks like: calls of runtime and library functions, constants,
 * tables of addresses, mutable data. */
#include <lith/objects.h>

extern lith_tensor *lith_rt_tensor_empty(lith_ctx *, int64_t, int64_t, const int64_t *);
extern void lith_rt_print(lith_ctx *, lith_str *);
extern void lith_rt_raise_format(lith_ctx *, int64_t, lith_str *, int64_t, const lith_value *);
extern void lith_rt_traceback(lith_ctx *, int64_t);
extern void lith_rt_retain_value(lith_ctx *, lith_value);
extern float tanhf(float);

static const float scales[4] = {1.0f, 2.0f, 3.0f, 4.0f};
static float twice(float x) { return x * 2; }
static float negated(float x) { return -x; }
static float (*const functions[2])(float) = {twice, negated};
int64_t calls = 0;

float sample_apply(int which, float x) { return functions[which & 1](x) * scales[which & 3]; }
int64_t sample_count(void) { return ++calls; }
double sample_tanh(float x) { return tanhf(x); }

/* main(x: float32 tensor, n: int, weight: float32[1]) -> (x * n + weight[0], n + 1); raises
 * ValueError for n < 0, prints constant 0. */
int32_t lith_main(lith_ctx *ctx, const lith_value *arguments, lith_value *results) {
  lith_tensor *x = (lith_tensor *)arguments[0].bits;
  int64_t n = (int64_t)arguments[1].bits;
  lith_tensor *weight = (lith_tensor *)arguments[2].bits;
  if (n < 0) {
    lith_rt_raise_format(ctx, LITH_CLASS_ValueError, (lith_str *)ctx->constants[1].bits, 1,
                         &arguments[1]);
    lith_rt_traceback(ctx, 0);
    return 1;
  }
  lith_rt_print(ctx, (lith_str *)ctx->constants[0].bits);
  lith_tensor *y = lith_rt_tensor_empty(ctx, LITH_FLOAT32, x->head.rank, x->sizes);
  if (!y)
    return 1;
  int64_t count = 1;
  for (int d = 0; d < x->head.rank; ++d)
    count *= x->sizes[d];
  for (int64_t i = 0; i < count; ++i)
    ((float *)y->data)[i] = ((float *)x->data)[i] * (float)n + ((float *)weight->data)[0];
  results[0].tag = LITH_TENSOR;
  results[0].bits = (uint64_t)y;
  results[1].tag = LITH_INT;
  results[1].bits = (uint64_t)(n + 1);
  if (ctx->constants[2].bits)
    ((float *)weight->data)[0] += (float)ctx->constants[2].bits;
  return 0;
}

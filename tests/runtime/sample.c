/* sample.c: what generated code looks like: calls of runtime and library functions, constants,
 * tables of addresses, mutable data. */
#include <lith/kernels.h>
#include <lith/objects.h>

extern void lith_rt_kernel_map(lith_ctx *, const void *, const void *, const void *, const void *);
extern lith_tensor *lith_rt_tensor_view(lith_ctx *, lith_tensor *, int64_t, const int64_t *,
                                        const int64_t *, int64_t);
extern lith_list *lith_rt_list_new(lith_ctx *, int64_t, const lith_value *);
extern void lith_rt_list_append(lith_ctx *, lith_list *, lith_value);
extern lith_dict *lith_rt_dict_new(lith_ctx *, int64_t, const lith_value *);
extern void lith_rt_dict_set(lith_ctx *, lith_dict *, lith_value, lith_value);
extern lith_str *lith_rt_value_repr(lith_ctx *, lith_value);
extern void lith_rt_retain(lith_ctx *, void *);
extern void lith_rt_release(lith_ctx *, void *);
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

/* One fused group: x * n + weight. */
static void scale_kernel(char **pointers, const int64_t *steps, int64_t count) {
  int64_t n = *(const int64_t *)pointers[1];
  for (int64_t i = 0; i < count; ++i) {
    float x = *(const float *)(pointers[0] + i * steps[0]);
    float w = *(const float *)(pointers[2] + i * steps[2]);
    *(float *)(pointers[3] + i * steps[3]) = x * (float)n + w;
  }
}
static const lith_group scale = {
    .input_count = 3,
    .output_count = 1,
    .cost = 8,
    .scalars = 1u << 1,
    .dtypes = {LITH_FLOAT32, LITH_INT64, LITH_FLOAT32, LITH_FLOAT32},
    .output_inputs = {5},
};

/* Containers that live within the call, over objects that all threads share. */
static void churn(lith_ctx *ctx, lith_tensor *x) {
  lith_value shared = {LITH_TENSOR, (uint64_t)x};
  lith_list *list = lith_rt_list_new(ctx, 0, 0);
  lith_dict *dict = lith_rt_dict_new(ctx, 0, 0);
  for (int i = 0; i < 4; ++i) {
    lith_rt_retain(ctx, x);
    lith_rt_list_append(ctx, list, shared);
    lith_rt_list_append(ctx, list, ctx->constants[i & 1]);
    lith_rt_dict_set(ctx, dict, ctx->constants[i & 1], shared);
    lith_tensor *row =
        lith_rt_tensor_view(ctx, x, x->head.rank - 1, x->sizes + 1, x->strides + 1, 0);
    lith_rt_release(ctx, row);
  }
  lith_value all = {LITH_LIST, (uint64_t)list};
  lith_rt_release(ctx, lith_rt_value_repr(ctx, all));
  lith_rt_release(ctx, dict);
  lith_rt_release(ctx, list);
}

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
  churn(ctx, x);
  const uint64_t operands[3] = {(uint64_t)x, (uint64_t)n, (uint64_t)weight};
  lith_tensor *y = 0;
  lith_rt_kernel_map(ctx, (const void *)scale_kernel, &scale, operands, &y);
  if (!y)
    return 1;
  results[0].tag = LITH_TENSOR;
  results[0].bits = (uint64_t)y;
  results[1].tag = LITH_INT;
  results[1].bits = (uint64_t)(n + 1);
  if (ctx->constants[2].bits)
    ((float *)weight->data)[0] += (float)ctx->constants[2].bits;
  return 0;
}

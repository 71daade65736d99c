/* kernels.h: what generated kernels and their drivers agree on.
 *
 * A driver (lith_rt_kernel_*) gets the kernel, a constant description of the call, an array of operand
 * words and an array for the results. An operand word is a lith_tensor* or, for a number of the host
 * program, its eight bytes (int64, double, or a bool in the low byte). A result word is an owned
 * lith_tensor*.
 */
#ifndef LITH_KERNELS_H
#define LITH_KERNELS_H

#include <lith/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most operands (inputs and outputs together), reductions and outputs of a group. */
#define LITH_GROUP_OPERANDS 24
#define LITH_GROUP_RESULTS 8

/* A fused group of elementwise operators and reductions. */
typedef struct lith_group {
  uint8_t input_count;
  uint8_t output_count;
  uint8_t reduction_count;
  uint8_t scratch_slots; /* rows of scratch of a row kernel, eight bytes an element */
  uint8_t dim_count;     /* reduced dimensions, counted from the last (0 is the last); 0: all */
  uint8_t keepdim;
  uint8_t cost;          /* nanoseconds for 64 elements, about */
  uint8_t reduced;       /* bit per output: has the reduced shape */
  uint32_t scalars;      /* bit per input: a number, not a tensor */
  uint32_t owned;        /* bit per input: the driver takes over the reference */
  uint8_t dims[LITH_MAX_RANK];
  uint8_t dtypes[LITH_GROUP_OPERANDS];
  uint32_t output_inputs[LITH_GROUP_RESULTS];    /* the inputs that give an output its shape */
  uint32_t output_folded[LITH_GROUP_RESULTS];    /* those that do so through a reduction */
  uint32_t reduction_inputs[LITH_GROUP_RESULTS]; /* the inputs that a reduction runs over */
} lith_group;

/* Reductions along an outer dimension: `kept` columns of `reduced` rows. Strides in bytes. */
typedef void (*lith_column_kernel)(char **pointers, const int64_t *reduced_strides,
                                   const int64_t *kept_strides, int64_t reduced, int64_t kept);

/* One matrix product c[m, n] (+)= sum over k of a[m, k] * b[k, n]. Strides in bytes.
 *
 * Outer-product kernels want consecutive columns of b and of c side by side; b_row is the stride between
 * rows of b. Dot-product kernels want a and b side by side along k; b_row is the stride between columns
 * of b, and a_k is not read. */
typedef struct lith_product {
  const char *a, *b;
  char *c;
  int64_t m, n, k;
  int64_t a_row, a_k, b_row, c_row;
  int64_t accumulate; /* 0: c is written, 1: c is added to */
  /* Outer products fetch the b of the next product into the cache: the bytes from b to it, and how many
   * of its bytes go with each row of a and step of k. */
  int64_t ahead, ahead_step;
} lith_product;
typedef void (*lith_product_kernel)(const lith_product *product);

/* Writes up to 64 columns of b, each side by side along k, as k rows of LITH_PANEL_COLUMNS elements; k is
 * rounded up to a vector's lanes. Columns past `columns` get any values. */
#define LITH_PANEL_COLUMNS 64
typedef void (*lith_pack_kernel)(const char *b, int64_t column_stride, char *panel, int64_t k,
                                 int64_t columns);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LITH_KERNELS_H */

/* kernels.h: what generated kernels and their drivers agree on.
 *
 * A driver (lith_rt_kernel_*) gets the kernel, a constant description of the call, an array of
 * operand words and an array for the results. An operand word is a lith_tensor* or, for a number of
 * the host program, its eight bytes (int64, double, or a bool in the low byte). A result word is an
 * owned lith_tensor*, or the element itself where the description says so.
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

/* A fused group of elementwise operators and reductions.
 *
 * Behind the description lie `layout_nodes` operators that tell how results lie in memory, then a
 * reference for each output. An operator is a byte (how many operands in the low two bits, and the
 * flags below) and a reference for each operand: the number of an input, or LITH_GROUP_OPERANDS
 * and the number of an operator before. Without any, each output is one operator of its inputs. */
#define LITH_LAYOUT_IN_ORDER 4   /* row-major, whatever its operands are */
#define LITH_LAYOUT_REDUCES 8    /* folds the group's dimensions; row-major */
#define LITH_LAYOUT_NUMBER 16    /* has a number as an operand */
#define LITH_LAYOUT_IN_FORMAT 32 /* channels last as its second operand, else row-major */
#define LITH_LAYOUT_NODES 64     /* most operators */
typedef struct lith_group {
  uint8_t input_count;
  uint8_t output_count;
  uint8_t reduction_count;
  uint8_t scratch_slots; /* rows of scratch of a row kernel, eight bytes an element */
  uint8_t dim_count;     /* reduced dimensions, counted from the last (0 is the last); 0: all */
  uint8_t keepdim;
  uint8_t cost;     /* nanoseconds for 64 elements, about */
  uint8_t reduced;  /* bit per output: has the reduced shape */
  uint32_t scalars; /* bit per input: a number, not a tensor */
  uint32_t owned;   /* bit per input: the driver takes over the reference */
  uint8_t dims[LITH_MAX_RANK];
  uint8_t dtypes[LITH_GROUP_OPERANDS];
  uint32_t output_inputs[LITH_GROUP_RESULTS];    /* the inputs that give an output its shape */
  uint32_t output_folded[LITH_GROUP_RESULTS];    /* those that do so through a reduction */
  uint32_t reduction_inputs[LITH_GROUP_RESULTS]; /* the inputs that a reduction runs over */
  uint32_t numbers; /* bit per output: one element, stored in the result word itself */
  uint32_t layout_nodes;
} lith_group;

/* Reductions along an outer dimension: `kept` columns of `reduced` rows. Strides in bytes. */
typedef void (*lith_column_kernel)(char **pointers, const int64_t *reduced_strides,
                                   const int64_t *kept_strides, int64_t reduced, int64_t kept);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LITH_KERNELS_H */

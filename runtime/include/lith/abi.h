/* abi.h: what generated code and the runtime share.
 *
 * Generated host programs read these structs at fixed offsets and call the
 * functions of functions.def. The layout is frozen by the assertions in
 * runtime/src/core/abi_check.cpp; a change of it needs a new LITH_ABI_VERSION.
 *
 * Ownership: every counted object starts with lith_object. Arguments of runtime
 * functions are borrowed unless functions.def marks them consumed; results are
 * owned by the caller.
 *
 * Errors: a function that may raise stores an exception in ctx->pending and
 * returns zero. Generated code tests ctx->pending after such a call.
 */
#ifndef LITH_ABI_H
#define LITH_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LITH_ABI_VERSION 15
#define LITH_MAX_RANK 8

/* A packed matrix [k, n] lies as panels of LITH_PANEL_COLUMNS columns, one behind the other, each
 * with its k rows side by side. The last panel has as many columns as are left, rounded up to a
 * multiple of LITH_PANEL_STEP with zeros. */
#define LITH_PANEL_COLUMNS 64
#define LITH_PANEL_STEP 16

/* A matrix [n, k] in codes: elements of a row as multiples of the row's scale in 8 bits, each row
 * filled up with zeros to a multiple of LITH_CODE_STEP. Its bounds are float [4, n]: scales;
 * lengths of what the codes leave of the rows, of the rows themselves, both rounded up; what is
 * added. */
#define LITH_CODE_STEP 32

/* The numbers are those of PyTorch's archives. */
typedef enum lith_dtype {
  LITH_UINT8 = 0,
  LITH_INT8 = 1,
  LITH_INT16 = 2,
  LITH_INT32 = 3,
  LITH_INT64 = 4,
  LITH_FLOAT16 = 5,
  LITH_FLOAT32 = 6,
  LITH_FLOAT64 = 7,
  LITH_COMPLEX64 = 9,
  LITH_COMPLEX128 = 10,
  LITH_BOOL8 = 11,
  LITH_BFLOAT16 = 15
} lith_dtype;

/* Bytes of one element; 0 for a number that is no dtype. */
static inline int lith_dtype_bytes(int dtype) {
  switch (dtype) {
  case LITH_UINT8:
  case LITH_INT8:
  case LITH_BOOL8:
    return 1;
  case LITH_INT16:
  case LITH_FLOAT16:
  case LITH_BFLOAT16:
    return 2;
  case LITH_INT32:
  case LITH_FLOAT32:
    return 4;
  case LITH_INT64:
  case LITH_FLOAT64:
  case LITH_COMPLEX64:
    return 8;
  case LITH_COMPLEX128:
    return 16;
  default:
    return 0;
  }
}

static inline int lith_dtype_is_floating(int dtype) {
  return dtype == LITH_FLOAT16 || dtype == LITH_BFLOAT16 || dtype == LITH_FLOAT32 ||
         dtype == LITH_FLOAT64;
}

static inline int lith_dtype_is_complex(int dtype) {
  return dtype == LITH_COMPLEX64 || dtype == LITH_COMPLEX128;
}

/* Tags of a lith_value, and kinds of a lith_object (same numbers). NULL is
 * "undefined": a name or arm that holds nothing. */
typedef enum lith_tag {
  LITH_NULL = 0,
  LITH_NONE = 1,
  LITH_BOOL = 2,      /* bits: 0 or 1 */
  LITH_INT = 3,       /* bits: int64 */
  LITH_FLOAT = 4,     /* bits: double */
  LITH_OPAQUE = 5,    /* bits: index of a static host object in the program's table (dtype, class,
                         function, ...) */
  LITH_REF_FIRST = 8, /* from here on bits is a counted lith_object* */
  LITH_COMPLEX = 8,
  LITH_STR = 9,
  LITH_TENSOR = 10,
  LITH_LIST = 11,
  LITH_TUPLE = 12,
  LITH_DICT = 13,
  LITH_SET = 14,
  LITH_RECORD = 15, /* instance: class id and fields */
  LITH_CELL = 16,   /* one mutable value: closure cells, unresolved identities */
  LITH_EXCEPTION = 17,
  LITH_RANGE = 18,
  LITH_ITERATOR = 19,
  LITH_CLOSURE = 20, /* code index and captured values */
  LITH_BYTES = 21,
  LITH_STORAGE = 22,
  LITH_SLICE = 23,
  LITH_VIEW = 24, /* dict.keys(), .values(), .items() */
  LITH_NODE = 25  /* of a graph of gradients: lith/grad.h */
} lith_tag;

typedef struct lith_object {
  int32_t refs; /* < 0: immortal (constants); else number of owners, changed atomically */
  uint8_t kind; /* lith_tag */
  uint8_t flags;
  uint8_t dtype; /* tensors only */
  uint8_t rank;  /* tensors only */
} lith_object;

/* Passed and returned in two integer registers. */
typedef struct lith_value {
  uint64_t tag;
  uint64_t bits;
} lith_value;

typedef struct lith_storage {
  lith_object head;
  int64_t bytes;
  char *data; /* 64-byte aligned when Lith allocated it */
  void (*drop)(struct lith_storage *);
  void *owner;    /* for drop: whatever keeps `data` alive */
  int64_t writes; /* those that programs count: graphs of gradients may have kept it */
} lith_storage;

typedef struct lith_node lith_node;

/* How grad_node makes one. */
typedef enum lith_node_flag {
  LITH_NODE_OBSERVED = 4, /* its code runs also where no gradient came */
  LITH_NODE_KEEPS = 8,    /* what it saved is given up when it runs, even if that is nothing */
  LITH_NODE_RAISES = 32   /* its code may raise, and what it saved is given up only after it */
} lith_node_flag;

/* Sizes and strides count elements. `handle` is the host's object that this
 * tensor is (a PyObject* in process), so that an input that is returned is
 * the same object; null for tensors that the program made. `node` is what the
 * tensor was computed by, as its output `port`: owned, null for no history, of
 * which a port may say why. */
enum { LITH_PORT_VIEW_WITHOUT_GRADIENTS = -1 }; /* as torch makes a view under no_grad */
/* A flag of a tensor: its history is not that of the memory, as an autograd.Function gave back what
 * it got; no host may take it for a view of that memory in a graph. Views have it, too. Added to a
 * port, with_history sets it. */
#define LITH_TENSOR_OWN_HISTORY 4
#define LITH_PORT_OWN_HISTORY ((int64_t)1 << 32)
typedef struct lith_tensor {
  lith_object head;
  lith_storage *storage;
  char *data; /* the first element; inside `storage` */
  void *handle;
  lith_node *node;
  int64_t port;
  int64_t sizes[LITH_MAX_RANK];
  int64_t strides[LITH_MAX_RANK];
} lith_tensor;

/* What an eight-byte word of a function's frame holds that notes what the function owns: the second
 * word of a value, an object or null, the first word of a value or 0. */
typedef enum lith_home { LITH_HOME_REST, LITH_HOME_OBJECT, LITH_HOME_VALUE } lith_home;

typedef struct lith_exception lith_exception;
typedef struct lith_ctx lith_ctx;

/* The head of the per-call context, all that generated code reads of it. */
struct lith_ctx {
  lith_exception *pending; /* owned; null when nothing is raised */
  const void *program;     /* constants, strings, locations, classes: see program.h */
  const lith_value
      *constants;    /* borrowed tensors and strings that the program refers to by index */
  lith_value *state; /* mutable state of the instance (buffers that the program writes) */
  const volatile int32_t
      *signals; /* not 0 when the host has to handle a signal; never null: loops read it */
};

/* A program's entry: `arguments` are borrowed, `results` owned by the caller.
 * Returns 0, or 1 with ctx->pending set. */
typedef int32_t (*lith_entry)(lith_ctx *ctx, const lith_value *arguments, lith_value *results);

/* Inner loops of a fused elementwise group: `rows` of `n` elements, pointers of
 * operands then results, and the strides in bytes of their elements and rows (0
 * where broadcast). Scalars are read through pointers. */
typedef void (*lith_map_kernel)(char **pointers, const int64_t *strides, int64_t n,
                                const int64_t *row_strides, int64_t rows);

/* A fused group with reductions along the last dimension (softmax, layer norm):
 * `rows` rows. Pointers and, per pointer, the stride in bytes between rows and
 * between elements of a row. `counts` holds the elements of a row, then those
 * that each reduction runs over (fewer where its operands broadcast).
 * `scratch` holds, per slot, 8 bytes an element and 64 more, in multiples of 64. */
typedef void (*lith_row_kernel)(char **pointers, const int64_t *row_strides,
                                const int64_t *element_strides, int64_t rows, const int64_t *counts,
                                char *scratch);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LITH_ABI_H */

/* objects.h: the layout of every counted object that abi.h only names.
 *
 * Generated code may read these fields; it writes them only where functions.def
 * has no function for it (items of a fresh tuple, fields of a fresh record).
 * All text is UTF-8; `length` counts code points, `bytes` the encoded size
 * without the terminating zero that always follows.
 */
#ifndef LITH_OBJECTS_H
#define LITH_OBJECTS_H

#include <lith/abi.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An index that the program left out of a slice. */
#define LITH_NO_INDEX INT64_MIN

typedef struct lith_str {
  lith_object head;
  int64_t bytes;
  int64_t length;
  uint64_t hash; /* 0: not computed yet */
  char data[];
} lith_str;

typedef struct lith_bytes {
  lith_object head;
  int64_t bytes;
  char data[];
} lith_bytes;

/* head.dtype and head.rank say which subclass it is: see lith_tuple_class. */
typedef struct lith_tuple {
  lith_object head;
  int64_t length;
  lith_value items[];
} lith_tuple;

/* 0: tuple itself; 1: torch.Size; from 2 on a class of the program, as number of its class table.
 */
static inline int lith_tuple_class(const lith_tuple *tuple) {
  return tuple->head.dtype | tuple->head.rank << 8;
}

typedef struct lith_list {
  lith_object head;
  int64_t length;
  int64_t capacity;
  lith_value *items;
} lith_list;

typedef struct lith_dict_entry {
  uint64_t hash;
  lith_value key; /* tag LITH_NULL: deleted */
  lith_value value;
} lith_dict_entry;

/* Entries in insertion order; `index` maps hashes to entry numbers, -1 empty, -2 deleted. */
typedef struct lith_dict {
  lith_object head;
  int64_t length;   /* live entries */
  int64_t fill;     /* entries in use, deleted ones included */
  int64_t capacity; /* of `entries` */
  int64_t slots;    /* of `index`, a power of two */
  int32_t *index;
  lith_dict_entry *entries;
  int64_t used; /* slots of `index` that are not empty: a table without an empty one has no end */
} lith_dict;

typedef struct lith_set_entry {
  uint64_t hash;
  lith_value key; /* LITH_NULL: never used, or deleted when `hash` is all ones */
} lith_set_entry;

/* What PyTorch knows of a tensor beside its elements: flags of the weights of an artifact. */
#define LITH_TENSOR_PARAMETER 1
#define LITH_TENSOR_REQUIRES_GRAD 2

/* Iterates in the order of CPython's table. flags bit 0: frozen. */
typedef struct lith_set {
  lith_object head;
  int64_t length;
  int64_t fill;
  int64_t mask;
  lith_set_entry *table;
  int64_t finger; /* where the search for an element to pop begins */
} lith_set;

/* An instance: fields are numbered by the program's class table; LITH_NULL is an absent one. */
typedef struct lith_record {
  lith_object head;
  int32_t class_id;
  int32_t count;
  lith_value fields[];
} lith_record;

typedef struct lith_cell {
  lith_object head;
  lith_value value;
} lith_cell;

typedef struct lith_range {
  lith_object head;
  int64_t start, stop, step;
} lith_range;

typedef struct lith_slice {
  lith_object head;
  lith_value start, stop, step;
} lith_slice;

typedef struct lith_complex {
  lith_object head;
  double re, im;
} lith_complex;

typedef struct lith_closure {
  lith_object head;
  int32_t code;
  int32_t count;
  lith_value captured[];
} lith_closure;

/* dict.keys(), .values(), .items(): live views. */
typedef struct lith_view {
  lith_object head;
  int64_t part; /* 0 keys, 1 values, 2 items */
  lith_dict *dict;
} lith_view;

struct lith_exception {
  lith_object head;
  int32_t class_id;
  int32_t suppress_context;
  lith_tuple *args;
  struct lith_exception *cause;
  struct lith_exception *context;
  lith_record *attributes; /* of an exception class of the program; may be null */
  int32_t location_count;
  int32_t location_capacity;
  int32_t *locations; /* innermost first: indices of the program's location table */
};

/* Operators of value_binary, value_unary and value_compare. */
typedef enum lith_binary_op {
  LITH_ADD,
  LITH_SUB,
  LITH_MUL,
  LITH_TRUEDIV,
  LITH_FLOORDIV,
  LITH_MOD,
  LITH_POW,
  LITH_LSHIFT,
  LITH_RSHIFT,
  LITH_AND,
  LITH_OR,
  LITH_XOR,
  LITH_MATMUL
} lith_binary_op;
typedef enum lith_unary_op { LITH_NEG, LITH_POS, LITH_INVERT, LITH_ABS } lith_unary_op;
typedef enum lith_compare_op {
  LITH_LT,
  LITH_LE,
  LITH_EQ,
  LITH_NE,
  LITH_GT,
  LITH_GE
} lith_compare_op;

/* Class ids of the built-in exceptions; ids of the program's own classes start
 * at LITH_FIRST_PROGRAM_CLASS and index its class table. */
typedef enum lith_class {
#define LITH_EXCEPTION_CLASS(name, base) LITH_CLASS_##name,
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
  LITH_BUILTIN_CLASSES
} lith_class;
#define LITH_FIRST_PROGRAM_CLASS 256

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LITH_OBJECTS_H */

/* lith_c.h: the stable C interface of the runtime: load a saved program and call it.
 *
 * Values are two words, passed by value; strings, containers and tensors are
 * counted references inside. "Owned" results are released by the caller with
 * lith_value_release; everything else is borrowed and lives as long as what it
 * came from. All functions may be called from any thread. Functions never throw.
 */
#ifndef LITH_LITH_C_H
#define LITH_LITH_C_H

#include <lith/abi.h>

#if defined(__GNUC__)
#define LITH_API __attribute__((visibility("default")))
#else
#define LITH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lith_program lith_program;
typedef struct lith_error lith_error;

/* --- errors */
typedef enum lith_error_kind {
  LITH_ERROR_NONE = 0,
  LITH_ERROR_CANNOT_OPEN = 1,
  LITH_ERROR_CANNOT_WRITE = 2,
  LITH_ERROR_NOT_AN_ARTIFACT = 3,
  LITH_ERROR_TRUNCATED = 4,
  LITH_ERROR_DAMAGED = 5,
  LITH_ERROR_OTHER_VERSION = 6,
  LITH_ERROR_OTHER_PROCESSOR = 7,
  LITH_ERROR_MALFORMED = 8,
  LITH_ERROR_ARGUMENTS = 9, /* no program takes these arguments */
  LITH_ERROR_RAISED = 10,   /* the program raised an exception */
  LITH_ERROR_MEMORY = 11,
  LITH_ERROR_COMPILE = 12 /* the source cannot be compiled */
} lith_error_kind;

LITH_API lith_error_kind lith_error_code(const lith_error *error);
LITH_API const char *lith_error_message(const lith_error *error);
/* Of a raised exception: its class ("ValueError") and Python's text of the traceback; else "". */
LITH_API const char *lith_error_class(const lith_error *error);
LITH_API const char *lith_error_traceback(const lith_error *error);
LITH_API void lith_error_release(lith_error *error);

/* --- programs. `error` may be null; where it is set, the caller releases it. */
LITH_API lith_program *lith_load(const char *path, lith_error **error);
/* Another copy of the mutable state; code and weights are shared. */
LITH_API lith_program *lith_program_instance(const lith_program *program);
/* A method of the same program, over the same state, to be released as well; "forward" is what the
 * program itself calls. Null with `error` set: it has none of this name. */
LITH_API lith_program *lith_program_method(const lith_program *program, const char *name,
                                           lith_error **error);
LITH_API void lith_program_release(lith_program *program);
/* Of a program that is compiled as calls need it (lith/compiler.h): compiles for these arguments,
 * given as to lith_call, and runs nothing. 0 where a program takes them now, also one of before;
 * else 1 with `error` set. */
LITH_API int lith_specialise(const lith_program *program, const lith_value *arguments, size_t count,
                             const char *const *names, size_t named, lith_error **error);
/* Writes what is compiled so far to a file that lith_load opens, with state as it was at the
 * beginning. 0; or 1 with `error` set: nothing is compiled, or the file cannot be written. */
LITH_API int lith_save(const lith_program *program, const char *path, lith_error **error);
/* The same with machine code for `count` targets: "native" is this processor, "x86-64-v3" and
 * "x86-64-v4" are all of a level, "aarch64" is all of 64-bit Arm. None, as lith_save does it: this
 * processor and, where it has more, x86-64-v3. With `strip`, no line of the source is in the file,
 * and messages say files and lines alone. 1 with LITH_ERROR_ARGUMENTS as well: there is no such
 * target, or the program was loaded, and targets are given. */
LITH_API int lith_save_for(const lith_program *program, const char *path,
                           const char *const *targets, size_t count, int strip, lith_error **error);
/* One signature a line; the manifest as JSON; the graph as text; the source. */
LITH_API const char *lith_program_schema(const lith_program *program);
LITH_API const char *lith_program_manifest(const lith_program *program);
LITH_API const char *lith_program_graph(const lith_program *program);
LITH_API const char *lith_program_code(const lith_program *program);
/* Bytes of all weights. */
LITH_API size_t lith_program_weight_bytes(const lith_program *program);

/* The tensors of the module's state by their names there, as they are now; of a frozen program or a
 * function there are none. A value is an owned copy; LITH_NULL outside. */
LITH_API size_t lith_state_count(const lith_program *program);
LITH_API const char *lith_state_name(const lith_program *program, size_t index);
LITH_API lith_value lith_state(const lith_program *program, size_t index);
/* Gives the state what a file of safetensors holds, or those that an index (.json) lists: all
 * tensors of the state, of the same dtypes and sizes, and no others. Not while others call. 0; or 1
 * with `error` set, and nothing is replaced. */
LITH_API int lith_load_state(const lith_program *program, const char *path, lith_error **error);
/* Writes the state as a file of safetensors. */
LITH_API int lith_save_state(const lith_program *program, const char *path, lith_error **error);

/* What became of an example that the file holds. */
typedef struct lith_verified {
  const char *method;        /* "forward" is what the program itself calls */
  int agrees;                /* within the tolerances of the dtypes */
  double absolute, relative; /* the largest differences of two numbers */
  double seconds;
  const char *message; /* where it does not agree: the first difference, or what was raised */
} lith_verified;
LITH_API size_t lith_example_count(const lith_program *program);
/* Makes the calls of all examples again, in order, on another copy of the state as it was saved,
 * and compares their results; `report` (may be null) is told of each. How many do not agree. */
LITH_API size_t lith_verify(const lith_program *program,
                            void (*report)(void *data, const lith_verified *outcome), void *data);

/* Where a call prints: `stream` is 1 for output, 2 for errors; `text` is not terminated. */
typedef void (*lith_print)(void *data, int stream, const char *text, size_t bytes);

/* Calls with `count` arguments, the last `named` of them by name. 0 with *result owned by the
 * caller, or 1. `print` may be null: the process's own output. An instance in the result is a
 * dict of its attributes; of a mapping, a dict of its entries and of the attributes beside them. */
LITH_API int lith_call(const lith_program *program, const lith_value *arguments, size_t count,
                       const char *const *names, size_t named, lith_print print, void *data,
                       lith_value *result, lith_error **error);
/* Calls with the tensors and numbers of the arguments in flattened order, all or those without a
 * default. Of programs that differ in what is left out, the one runs that has it at its defaults,
 * else the one that was used last before the artifact was saved. */
LITH_API int lith_call_flat(const lith_program *program, const lith_value *inputs, size_t count,
                            lith_print print, void *data, lith_value *result, lith_error **error);

/* --- values. Numbers: tag and bits as in abi.h. */
LITH_API void lith_value_retain(lith_value value);
LITH_API void lith_value_release(lith_value value);
LITH_API lith_value lith_make_str(const char *utf8, size_t bytes);
LITH_API lith_value lith_make_complex(double re, double im);
LITH_API lith_value lith_make_list(const lith_value *items, size_t count);
LITH_API lith_value lith_make_tuple(const lith_value *items, size_t count);
/* A member of an enum, a dtype or a class, for an argument that takes one: its name, or the end of
 * it behind a dot or colon, such as "SUM" or "float32". An object with fields is a dict of them. */
LITH_API lith_value lith_make_named(const char *name, size_t bytes);
/* Keys and values alternate; LITH_NULL when a key cannot be hashed. */
LITH_API lith_value lith_make_dict(const lith_value *items, size_t count);

/* UTF-8 of a str or the data of bytes; null for other kinds. */
LITH_API const char *lith_text(lith_value value, size_t *bytes);
LITH_API void lith_complex_parts(lith_value value, double *re, double *im);
/* Elements of a list, tuple, dict, set; fields of a record; 0 for other kinds. */
LITH_API size_t lith_length(lith_value value);
/* Element i, value i of a dict (in order), field i of a record; borrowed, LITH_NULL outside. */
LITH_API lith_value lith_item(lith_value value, size_t index);
/* Key i of a dict; borrowed. */
LITH_API lith_value lith_key(lith_value value, size_t index);
/* repr(value) and str(value) as owned strs. */
LITH_API lith_value lith_repr(lith_value value);
LITH_API lith_value lith_str_of(lith_value value);

/* --- tensors. Strides count elements. */
/* Contiguous, not initialised; LITH_NULL when memory is exhausted or the shape is none. */
LITH_API lith_value lith_make_tensor(lith_dtype dtype, const int64_t *shape, size_t rank);
/* Over the caller's memory, without a copy; `drop(owner)` runs after its last use. `strides` may
 * be null: contiguous. */
LITH_API lith_value lith_wrap_tensor(lith_dtype dtype, const int64_t *shape, const int64_t *strides,
                                     size_t rank, void *data, void *owner,
                                     void (*drop)(void *owner));
LITH_API lith_dtype lith_tensor_dtype(lith_value tensor);
LITH_API size_t lith_tensor_rank(lith_value tensor);
LITH_API const int64_t *lith_tensor_shape(lith_value tensor);
LITH_API const int64_t *lith_tensor_strides(lith_value tensor);
LITH_API void *lith_tensor_data(lith_value tensor);
/* The same contents with contiguous strides; owned, the tensor itself if it is so already. */
LITH_API lith_value lith_tensor_contiguous(lith_value tensor);
LITH_API const char *lith_dtype_name(lith_dtype dtype);

/* DLPack (DLManagedTensor). From: takes over `managed`, shares its memory; LITH_NULL (and
 * `managed` stays the caller's) for a device or type that Lith lacks. To: null for such a type. */
struct DLManagedTensor;
LITH_API lith_value lith_from_dlpack(struct DLManagedTensor *managed);
LITH_API struct DLManagedTensor *lith_to_dlpack(lith_value tensor);

/* The default is LITH_NUM_THREADS, else OMP_NUM_THREADS, else the processors that the process may
 * run on: by its affinity, and by the limits of its control groups. */
LITH_API void lith_set_num_threads(int count);
LITH_API int lith_num_threads(void);
LITH_API const char *lith_version(void);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* LITH_LITH_C_H */

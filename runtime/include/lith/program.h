// program.h: a compiled program as data, and the same loaded and ready to run.
//
// The compiler fills an Image; Executable maps its code and builds its
// constants, in process and from an artifact alike. An Executable never changes
// after loading and is shared by all threads; each call takes a Context.
#ifndef LITH_PROGRAM_H
#define LITH_PROGRAM_H

#include <lith/objects.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default) // the Python module is another library
namespace lith {

/// A place in the user's source. Lines count from 1, columns are UTF-8 bytes from 0.
struct Location {
  int32_t file = -1;     ///< index of Image::strings
  int32_t function = -1; ///< index of Image::strings: the name a traceback shows
  int32_t line = 0, column = 0, endLine = 0, endColumn = 0;
  int32_t caller = -1; ///< the location of the inlined call that led here
};

/// A class of the program. Its id is LITH_FIRST_PROGRAM_CLASS + its index.
struct ClassInfo {
  std::string name;                  ///< as typeName shows it
  std::string qualifiedName;         ///< module.qualname, to find it again in the host
  std::vector<int32_t> ancestors;    ///< ids of all bases, nearest first, itself excluded
  std::vector<std::string> fields;   ///< names of the fields of its records, in order
  std::vector<std::string> elements; ///< of a named tuple: the names of its elements
};

/// A static object of the host that the program only names: a dtype, a function, a class.
struct OpaqueInfo {
  std::string repr;
  std::string typeName;
};

/// A value that is known before the program runs.
struct Constant {
  lith_tag tag = LITH_NONE;
  int64_t integer = 0;            ///< LITH_BOOL, LITH_INT, LITH_OPAQUE
  double real = 0, imaginary = 0; ///< LITH_FLOAT, LITH_COMPLEX
  std::string text;               ///< LITH_STR, LITH_BYTES
  std::vector<Constant>
      children; ///< LITH_TUPLE, LITH_RANGE, LITH_SLICE (three each); frozen LITH_SET
  lith_dtype dtype = LITH_FLOAT32; ///< LITH_TENSOR: contiguous
  std::vector<int64_t> sizes;
  std::vector<int64_t> strides;      ///< of the tensor made of it, without gaps; empty: contiguous
  const void *data = nullptr;        ///< of the tensor, 64-byte aligned where possible
  std::shared_ptr<const void> owner; ///< keeps `data` alive
  std::string name;                  ///< of a weight; may be empty

  int64_t dataBytes() const;
};

/// Everything that native code needs besides its inputs.
struct Image {
  /// A relocatable ELF object for the target that defines lith_main; or, of code that is made
  /// later, lith_node_<i> for some i below `nodeFunctions`.
  std::vector<uint8_t> object;
  int32_t nodeFunctions = 0;
  int32_t resultCount = 0;
  std::vector<std::string> strings; ///< of locations
  std::vector<Location> locations;
  std::vector<ClassInfo> classes;
  std::vector<OpaqueInfo> opaques;
  std::vector<Constant> constants; ///< ctx->constants
  std::vector<Constant> state;     ///< initial values of ctx->state, copied for each instance
};

/// One frame of a traceback.
struct Frame {
  std::string_view file, function;
  int32_t line, column, endLine, endColumn;
};

struct Context;
class LoadedObject;

/// Native code and constants of a program. Thread-safe.
class Executable : public std::enable_shared_from_this<Executable> {
public:
  /// Makes the code of the functions that only nodes name, as the first of them runs, and keeps it;
  /// null with the error set when that fails. Any thread may ask.
  using Later = std::function<const Executable *(std::string &error)>;

  /// Null with `error` set when the object or a symbol of it is not what it should be.
  static std::shared_ptr<const Executable> load(std::shared_ptr<const Image> image,
                                                std::string &error, Later later = nullptr);
  ~Executable();
  Executable(const Executable &) = delete;

  const Image &image() const { return *data; }

  /// A context from the pool of this program, ready for one call; give it back after it.
  Context *takeContext() const;
  void giveContext(Context *context) const;
  /// Makes the context one of this program, where it was of another: code of both may run in it.
  void enter(Context *context) const;

  /// Runs the program: 0, or 1 with an exception pending in the context.
  int32_t run(Context *context, const lith_value *arguments, lith_value *results) const;

  /// The code that is made later; null with `error` set when there is none.
  const Executable *later(std::string &error) const;
  /// A function of code that was made later; null when it does not define this one.
  lith_entry nodeFunction(int64_t index) const;

  /// A symbol that the object defines, for tests of kernels; null when absent.
  void *symbol(std::string_view name) const;

private:
  Executable();
  std::shared_ptr<const Image> data;
  std::unique_ptr<LoadedObject> code;
  std::vector<lith_value> constants;
  lith_entry entry = nullptr;
  std::vector<lith_entry> nodeFunctions;
  Later makeLater;
  struct Contexts;
  std::unique_ptr<Contexts> contexts;
};

/// Runs functions of the runtime outside of a program, as a compiler does with constants.
class Scratch {
public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch &) = delete;
  lith_ctx *context() const;
  /// What the last function raised, which is over then; false: nothing.
  bool takeRaised(std::string &className, std::string &text);

private:
  Context *own;
};

/// Where a call prints: `stream` is 1 for output, 2 for errors. Null: the process's own.
void setPrintHook(Context *context,
                  void (*print)(void *data, int stream, const char *text, size_t bytes),
                  void *data);
/// What a program does to an object outside of it (lith_rt_host). Objects are LITH_OPAQUE values;
/// the operands of each are listed. All but those that say so give None.
enum class HostOperation : int32_t {
  SetAttribute,    ///< object, name, value: raw, into its __dict__, slot or cell of a class
  DeleteAttribute, ///< object, name
  SetItem,         ///< dict or list, key or index, value
  DeleteItem,      ///< dict or list, key or index
  SetContents,     ///< list, dict or set, and a runtime one: all its contents
  SetCell,         ///< cell, value (LITH_NULL empties it)
  Warn,            ///< a warning: category, message, file, line; a logger's: it, message, method
  GetRandomState,  ///< generator or None: gives the tensor of torch's get_state()
  SetRandomState,  ///< generator or None, tensor
  Mirror,   ///< list, dict or set: gives an empty runtime one that stands for it; it gets those
            ///< contents when the call ends, whichever way
  SetState, ///< number of an input, tensor: what the input is in the next call (of an artifact)
  DrawBits, ///< random.Random, count of bits: gives an int of so many; of -1, a float in [0, 1)
  SeedBits, ///< random.Random, seed: an int without sign, its 64 bits
  HoldLock, ///< lock of threading, the name of its method: "acquire" or "release"
};
/// Who performs them: gives an owned value, or sets ctx->pending. Null: they raise RuntimeError.
void setHostHook(Context *context,
                 lith_value (*hook)(void *data, lith_ctx *ctx, HostOperation operation,
                                    int64_t count, const lith_value *operands),
                 void *data);
/// How the process learns of signals and handles them, for the loops of all programs.
struct SignalSource {
  /// What the loops of a call on this thread read, not 0 while a signal waits; null: nothing.
  const volatile int32_t *(*waiting)() = nullptr;
  void (*handle)(lith_ctx *ctx) = nullptr; ///< may set ctx->pending
};
/// Before programs run. Without it, none learns of signals.
void setSignalSource(SignalSource source);
lith_ctx *abiContext(Context *context);
/// Mutable state for the following calls (ctx->state); one value for each Image::state.
void setState(Context *context, lith_value *state);

// --- what the host reads of an exception
/// Takes ctx->pending; the caller releases it.
lith_exception *takePending(Context *context);
int32_t exceptionClass(const lith_exception *exception);
/// "ValueError", or the qualified name of a class of the program.
std::string exceptionClassName(const Image &image, const lith_exception *exception);
/// The frames of its traceback, outermost first.
std::vector<Frame> traceback(const Image &image, const lith_exception *exception);
/// str(exception), and the text that Python prints for an uncaught one.
std::string exceptionText(Context *context, const lith_exception *exception);
std::string
renderTraceback(Context *context, const Image &image, const lith_exception *exception,
                const std::function<std::string(std::string_view file, int line)> &source);

// --- values for and from programs
/// Owned values; null pointers only when memory is exhausted. The context may be null.
lith_value makeConstant(lith_ctx *ctx, const Constant &constant);
lith_str *makeStr(lith_ctx *ctx, std::string_view utf8);
/// A tensor over memory of the caller: `drop(owner)` runs when its last user is gone.
lith_tensor *makeTensor(lith_ctx *ctx, lith_dtype dtype, std::span<const int64_t> sizes,
                        std::span<const int64_t> strides, void *data, void *owner,
                        void (*drop)(void *owner));
void retainObject(lith_object *object);
void releaseObject(lith_ctx *ctx, lith_object *object);
int64_t dtypeBytes(int dtype);
/// "float32"; null for a number that is no dtype.
const char *dtypeName(int dtype);

/// Threads that a kernel may use; 1 runs everything on the caller's.
void setNumThreads(int count);
/// What CPython mixes into the hashes of texts in this process, and its hash of None: sets then
/// iterate as the interpreter's do. Before any program runs.
void setHashSecret(uint64_t first, uint64_t second, uint64_t none);
int numThreads();

/// Runs `body(begin, end)` over 0 .. n in pieces of at least `grain`, on several threads.
void parallelFor(int64_t n, int64_t grain, const std::function<void(int64_t, int64_t)> &body);

} // namespace lith
#pragma GCC visibility pop

#endif // LITH_PROGRAM_H

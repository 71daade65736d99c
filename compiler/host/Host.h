// Host.h: static objects, as the stage sees them.
//
// The stage never knows CPython. What it needs of an object that exists before
// the program runs (a module, a class, a configuration, a weight) it asks here.
// The Python bindings implement this interface on CPython; NativeHost, with the
// builtins only, serves C++ users who have no Python.
//
// Constants is the part that everybody may use; the rest of Host is for those who guard what they
// read.
//
// Contract: nothing here runs user code. Attribute and item access is raw (no
// descriptors, no __getattr__, no __eq__): the stage applies Python's protocols
// itself, by staging them. `call` is for functions of the pure and trusted
// tables and slots of exact built-in types only.
//
// Ownership: an Object is a handle owned by the Host and valid as long as it.
// Two handles are the same pointer exactly if the host objects are identical.
#ifndef LITH_HOST_HOST_H
#define LITH_HOST_HOST_H

#include <array>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lith::host {

class Object; // opaque
using Handle = const Object *;

/// What an object is, by its exact C-level type; an instance of a user's class
/// is Instance whatever built-in it derives from (see Host::payload).
enum class Kind : uint8_t {
  None,
  Bool,
  Int,
  Float,
  Complex,
  Str,
  Bytes,
  Ellipsis,
  NotImplemented,
  Tuple,
  List,
  Dict,
  Set,
  FrozenSet,
  Slice,
  Range,
  Size /* torch.Size */,
  Class,
  Function,
  BuiltinFunction,
  BoundMethod,
  SlotWrapper /* and method and getset descriptors */,
  Property,
  ClassMethod,
  StaticMethod,
  Partial,
  Cell,
  Module,
  MappingProxy,
  Iterator,
  Code,
  DType,
  Device,
  Layout,
  MemoryFormat,
  Generator,
  Tensor,
  Parameter,
  Instance,
  Other
};

struct TensorInfo {
  int dtype; ///< lith_dtype
  std::vector<int64_t> sizes, strides;
  int64_t storageOffset;
  uint64_t storage; ///< identity of the storage: equal for views of one another
  int64_t storageBytes;
  bool requiresGrad, isLeaf, isParameter;
  bool supported;             ///< strided, on the CPU, of a dtype that Lith has
  const void *data = nullptr; ///< the first element, of a supported one

  /// The strides of a tensor whose dimensions were exchanged; empty of one that is contiguous, and
  /// of one with gaps.
  std::vector<int64_t> stridesWithoutGaps() const;
};

struct Parameter { ///< one formal parameter, in signature order
  enum class Mode : uint8_t { PositionalOnly, Normal, VarPositional, KeywordOnly, VarKeyword } mode;
  std::string name;
  Handle defaultValue; ///< null: none
  Handle annotation;   ///< null: none
};

/// A Python function's parts. `text` is the whole source file; the definition is the
/// one whose code object equals the function's (line and column of its `def` or `lambda`).
struct FunctionInfo {
  std::string name, qualname, module;
  std::vector<Parameter> parameters;
  Handle globals;                                      ///< a dict
  Handle builtins;                                     ///< a dict
  std::vector<std::pair<std::string, Handle>> closure; ///< free variable -> Cell
  Handle code;                                         ///< identity of the code object
  bool isGenerator, isCoroutine, isAsyncGenerator;
};

struct SourceInfo {
  std::string file;
  std::string_view text; ///< owned by the Host; lines as in the file the code was compiled from
  int firstLine;         ///< co_firstlineno in `text` (decorators included)
  int line, column; ///< of the `def` or `lambda` keyword when known, else 0: found by firstLine
  std::string_view name; ///< co_name
};

/// The result of running something in the host: a value, or what the exception is made of.
struct Outcome {
  Handle value = nullptr;
  Handle exceptionClass = nullptr;
  Handle exceptionArgs = nullptr;       ///< a tuple
  Handle exceptionAttributes = nullptr; ///< a dict; null: none were set
  bool ok() const { return value != nullptr; }
};

/// What can never change, so that whoever asks needs no guard: constants and what they are made of.
class Constants {
public:
  virtual ~Constants() = default;

  // --- classification
  virtual Kind kind(Handle) = 0;
  /// "module.qualname" of a class, function or built-in; for messages and for tables.
  virtual std::string qualifiedName(Handle) = 0;
  /// The name of a class that messages of Python have: a class in C is named with its module.
  virtual std::string typeName(Handle cls) = 0;
  /// The class that programs see in a class's place: of what stands for a module of TorchScript,
  /// that module's.
  virtual Handle classSeen(Handle cls) { return cls; }
  /// repr as Python prints it, for exact built-in types only.
  virtual std::string repr(Handle) = 0;
  /// Whether this is a class in C whose namespace and bases nobody can change, nor the class of its
  /// instances.
  virtual bool isFixed(Handle) = 0;

  // --- constants
  virtual std::optional<int64_t> asInt(Handle) = 0; ///< none past 64 bits; Bool gives 0 or 1
  virtual double asFloat(Handle) = 0;
  virtual std::complex<double> asComplex(Handle) = 0;
  virtual std::string_view asStr(Handle) = 0; ///< UTF-8, also of Bytes the raw bytes
  virtual int asDType(Handle) = 0;            ///< lith_dtype, -1 for one that Lith lacks
  virtual Handle none() = 0;
  virtual Handle boolean(bool) = 0;
  virtual Handle ellipsis() = 0;
  virtual Handle notImplemented() = 0;
  virtual Handle integer(int64_t) = 0;
  virtual Handle bigInteger(std::string_view decimal) = 0;
  virtual Handle real(double) = 0;
  virtual Handle complexNumber(std::complex<double>) = 0;
  virtual Handle str(std::string_view) = 0;
  virtual Handle bytes(std::string_view) = 0;
  virtual Handle tuple(const std::vector<Handle> &) = 0;
  virtual Handle slice(Handle start, Handle stop, Handle step) = 0;
  virtual Handle frozenSet(const std::vector<Handle> &) = 0;
  virtual Handle dtype(int lithDType) = 0;
  /// Equality and hash of constants (None, numbers, strings, bytes, tuples of them, classes, enum
  /// members by identity); false where a user's __eq__ would have to run.
  virtual bool equal(Handle, Handle) = 0;
  virtual bool isHashableConstant(Handle) = 0;

  // --- what constants are made of
  /// How many elements a Tuple, Size, Str, Bytes, Range or FrozenSet has; 0 for anything else.
  virtual size_t count(Handle) = 0;
  /// An element of a Tuple or Size; null for anything else.
  virtual Handle part(Handle, size_t index) = 0;
  /// start, stop, step of a Slice or Range.
  virtual std::array<Handle, 3> bounds(Handle) = 0;
  virtual Handle boundFunction(Handle boundMethodOrStaticOrClassMethodOrPartial) = 0;
  virtual Handle boundSelf(Handle boundMethod) = 0;
  virtual Handle partialArgs(Handle partial) = 0; ///< a tuple
  /// fget, fset, fdel of a Property.
  virtual std::array<Handle, 3> propertyFunctions(Handle) = 0;
  /// Python's operator on exact built-in constants: "+", "//", "<", "[]", "in", "not", "~" ...
  virtual Outcome apply(std::string_view op, const std::vector<Handle> &operands) = 0;
};

/// All that can be asked. What may be another answer in the next call has to be guarded by who
/// asks: the stage asks through one room, `outside/`.
class Host : public Constants {
public:
  virtual Handle classOf(Handle) = 0;

  // --- raw contents
  virtual size_t length(Handle sequenceOrDictOrSet) = 0;
  virtual Handle item(Handle tupleOrListOrSize, size_t index) = 0;
  virtual std::vector<std::pair<Handle, Handle>> items(Handle dict) = 0; ///< insertion order
  virtual std::vector<Handle> elements(Handle set) = 0;                  ///< iteration order
  virtual Handle dictGet(Handle dict, Handle key) = 0;                   ///< null: absent
  virtual Handle cellContents(Handle cell) = 0;                          ///< null: empty

  // --- classes and instances
  virtual std::vector<Handle> mro(Handle cls) = 0;
  virtual Handle metaclass(Handle cls) = 0;
  /// The class's own namespace entry (one class, no MRO walk); null: absent.
  virtual Handle classEntry(Handle cls, std::string_view name) = 0;
  virtual std::vector<std::pair<std::string, Handle>> classEntries(Handle cls) = 0;
  /// The instance's __dict__ (also a module's, function's or class's); null when it has none.
  virtual Handle instanceDict(Handle) = 0;
  /// A slot or C-level attribute (__slots__, function.__name__, tensor.grad,
  /// dtype.is_floating_point, type.__name__ ...); null: absent. Runs the C getter of an exact
  /// built-in or torch type only.
  virtual Handle slot(Handle, std::string_view name) = 0;
  /// The built-in value inside an instance of a subclass of dict, list, tuple, str, int, float,
  /// set, Exception; an exact built-in holding the same contents, or null. Of a mappingproxy the
  /// dict behind it, or null where that is none.
  virtual Handle payload(Handle instance) = 0;
  /// `builtins`, `torch`, `torch.nn.functional` ... : an already imported module, else null.
  virtual Handle module(std::string_view name) = 0;
  /// A class or function by "module.qualname", among imported modules; null: absent.
  virtual Handle lookup(std::string_view dottedName) = 0;

  // --- functions
  virtual FunctionInfo function(Handle) = 0;
  /// Where the code was compiled from, confirmed by compiling it again and comparing code objects.
  /// On failure `error` says why (edited since import, no source, generated code).
  virtual std::optional<SourceInfo> source(Handle function, std::string &error) = 0;
  virtual Handle partialKeywords(Handle partial) = 0; ///< a dict

  // --- tensors
  virtual TensorInfo tensor(Handle) = 0;

  // --- running something in the host
  /// Calls a function of the pure or trusted table (the caller has checked) with static arguments.
  virtual Outcome call(Handle callable, const std::vector<Handle> &args,
                       const std::vector<std::pair<std::string, Handle>> &keywords) = 0;

  size_t count(Handle constant) final { return isWhole(constant) ? length(constant) : 0; }
  Handle part(Handle constant, size_t index) final {
    return isWhole(constant) ? item(constant, index) : nullptr;
  }

private:
  bool isWhole(Handle handle) {
    Kind of = kind(handle);
    return of == Kind::Tuple || of == Kind::Size || of == Kind::Str || of == Kind::Bytes ||
           of == Kind::Range || of == Kind::FrozenSet;
  }
};

} // namespace lith::host

#endif // LITH_HOST_HOST_H

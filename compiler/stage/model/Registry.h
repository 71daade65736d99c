// Registry.h: how operators and built-in functions are hooked into the stage.
//
// A Primitive is a C++ function that stages one call. It is found by spelling:
//   "torch.relu", "torch.nn.functional.relu", "torch._C._nn.gelu"   a function of the host, by
//   dotted name "Tensor.relu"                                                   a method of tensors
//   (self is first) "builtins.len", "math.sqrt", "list.append"                      likewise
// A prelude function is a Python function of prelude/*.py with the same effect: it is staged at the
// call. Names in its code: its locals; other functions of the prelude; `prim`, whose attribute
// `prim.f` is the Primitive registered as "prim.f"; then the builtins.
//
// Registration is static: each unit defines a function that is named in registerAll (Registry.cpp).
#ifndef LITH_STAGE_REGISTRY_H
#define LITH_STAGE_REGISTRY_H

#include "stage/model/Values.h"
#include "llvm/ADT/StringMap.h"

namespace lith::stage {

class Stage;

/// Empty when the current path ended: an exception was raised on it.
using Result = std::optional<Value>;

struct Arguments {
  llvm::SmallVector<Value, 6> positional;
  llvm::SmallVector<std::pair<llvm::StringRef, Value>, 2> keywords;
  Value rest =
      {}; ///< positional arguments that follow, a tuple of run time: for a function with *args only
  Value more = {}; ///< keywords that follow, a dict of run time: for a function with **kwargs only
  size_t moreAfter = 0;     ///< how many keywords come before those
  bool isReordered = false; ///< some of these keywords stand behind a dict in the call
};

struct CallInfo {
  const Primitive &primitive;
  Arguments args; ///< for a method, self is the first positional argument
};

using PrimitiveFunction = Result (*)(Stage &, const CallInfo &);

struct Primitive {
  std::string spelling;
  PrimitiveFunction function = nullptr;
  /// Prelude: the name of the function in the prelude module that stands in for it.
  std::string prelude;
  /// For a table-driven implementation: any constant that the function wants back.
  const void *data = nullptr;
  /// A bit for each position whose argument is a tensor; the function is not called with another.
  uint32_t tensors = 0;
  /// What it gives is noted for gradients by its caller, by `data`, the record of its operator.
  bool isRecorded = false;
  bool takesMapped = false; ///< it knows of tensors that torch.vmap maps over
  bool takesNumpy = false;  ///< it knows of numbers and arrays of NumPy; others get plain ones
};

class Registry {
public:
  Primitive &add(llvm::StringRef spelling, PrimitiveFunction function, const void *data = nullptr);
  void addPrelude(llvm::StringRef spelling, llvm::StringRef preludeFunction);
  /// The text of a prelude file, parsed on first use; all prelude files share one namespace.
  void addPreludeSource(llvm::StringRef filename, llvm::StringRef text);

  const Primitive *find(llvm::StringRef spelling) const;
  llvm::ArrayRef<std::pair<std::string, std::string>> preludeSources() const { return sources; }
  const llvm::StringMap<std::unique_ptr<Primitive>> &all() const { return primitives; }

  /// The registry of all units; made once.
  static const Registry &instance();

private:
  llvm::StringMap<std::unique_ptr<Primitive>> primitives;
  std::vector<std::pair<std::string, std::string>> sources;
};

// Defined by the units that register something; each is called once by Registry::instance.
void registerTensorOperators(Registry &); // stage/tensor
void registerGradients(Registry &);       // stage/gradients
void registerBuiltins(Registry &);
void registerScriptedNames(Registry &); // stage/tensor: names for what the others registered

} // namespace lith::stage

#endif // LITH_STAGE_REGISTRY_H

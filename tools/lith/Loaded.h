// Loaded.h: a saved program, as the command line calls it.
#ifndef LITH_TOOLS_LOADED_H
#define LITH_TOOLS_LOADED_H

#include "Inputs.h"

namespace lith::tool {

/// Released at the end of its scope. All throw lith::Error.
class Loaded {
public:
  /// A method of the program in a file; empty: its own function.
  explicit Loaded(const std::string &path, const std::string &method = "");
  const lith_program *get() const { return handle.get(); }
  /// Other weights: a file of safetensors, or an index of several.
  void loadState(const std::string &path);
  /// Calls as from Python and C++. Where no program takes the values so, each as one argument, they
  /// are the tensors and numbers of the arguments in flattened order. A number may be given as an
  /// array of no dimension. `print` may be null.
  Value call(const Arguments &arguments, lith_print print = nullptr);

private:
  using Handle = std::unique_ptr<lith_program, void (*)(lith_program *)>;
  Handle handle;
  bool isFlat = false; ///< the last call was
};

} // namespace lith::tool

#endif // LITH_TOOLS_LOADED_H

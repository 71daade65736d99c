// Path.h: how a call reaches objects outside of the program, without running Python.
//
// A path is walked by raw reads, which are noted (Notes.h).
#ifndef LITH_PYTHON_CALL_PATH_H
#define LITH_PYTHON_CALL_PATH_H

#include "call/Notes.h"
#include "driver/Driver.h"
#include "host/Wrappers.h"

#include <optional>
#include <vector>

namespace lith::python {

/// A contract::Path with its names and keys as Python objects.
class NativePath {
public:
  explicit NativePath(const contract::Path &path);
  bool isPlainArgument() const { return argument >= 0 && steps.empty(); }
  /// The object; empty, without an error set, when the path leads nowhere. `notes` may be null.
  Ref walk(const Arguments &arguments, Notes *notes) const { return walk(arguments, notes, false); }
  /// The same as the user has it: compiled, or of TorchScript, where walk gives what stands for it.
  Ref walkToFront(const Arguments &arguments) const { return walk(arguments, nullptr, true); }
  /// "model.layers[0].weight", for explanations; `names` are the parameters'.
  std::string text(const std::vector<std::string> &names) const;
  /// ".layers", "[0]", ".weight" of it.
  std::vector<std::string> stepTexts() const;

  int argument;
  Ref root;

private:
  Ref walk(const Arguments &arguments, Notes *notes, bool toFront) const;
  struct Step {
    contract::Step::Kind kind;
    Ref key;
    Py_ssize_t index;
    bool isDict; ///< the namespace itself, not a view of it
  };
  static Ref follow(const Step &step, PyObject *object, Notes *notes);
  static std::string stepText(const Step &step);
  std::vector<Step> steps;
};

} // namespace lith::python

#endif // LITH_PYTHON_CALL_PATH_H

// Compiled.h: one compiled program as Python calls it: guards, inputs, outputs.
//
// Everything here needs the GIL, except the native run itself, which releases it.
#ifndef LITH_PYTHON_CALL_COMPILED_H
#define LITH_PYTHON_CALL_COMPILED_H

#include "call/Exchange.h"
#include "call/Leaves.h"
#include "call/Path.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace lith::python {

/// What one call needs, by turns: guards fill in the first part and inputs are made of it. Frames
/// are used again, so that a small call allocates nothing.
struct Resolved {
  std::vector<PyObject *> objects; ///< by path; null: the path leads nowhere
  std::vector<TensorView> views;   ///< by path, where `viewed`
  std::vector<char> viewed;
  std::vector<Ref> kept; ///< what paths made afresh

  std::vector<lith_value> values, results; ///< owned
  StorageOwners imported;                  ///< whose memory a storage is
  std::vector<PyObject *> rebuilt;         ///< outputs in preorder; borrowed
};

/// A frame from the pool of the process, given back at the end of the scope.
class FrameScope {
public:
  FrameScope();
  ~FrameScope();
  FrameScope(const FrameScope &) = delete;
  FrameScope &operator=(const FrameScope &) = delete;
  Resolved &operator*() const { return *frame; }

private:
  std::unique_ptr<Resolved> frame;
};

/// An assumption in words, as lith._state.Guard has it.
struct GuardText {
  const char *kind;
  std::string place;              ///< where the call finds what it speaks of
  std::vector<std::string> steps; ///< to there from the argument or the outside
  std::string text, brief;        ///< in full, and with the last step in place of `place`
  PyObject *expected;             ///< borrowed; may be null
};

/// repr(object), "?" where that raises.
std::string reprText(PyObject *object);

/// An assumption that a call does not meet, and what is there.
struct Difference {
  std::string guard, found;
};

struct Graph;

class Compiled {
public:
  /// `example` is the call that it was compiled for: which arguments are objects that later calls
  /// are likely to pass again. Takes references to all objects that it mentions.
  Compiled(contract::Program program, const Arguments &example, std::vector<std::string> names);

  /// The program rests on the sizes that this specification of an argument fixes.
  void requireSizes(const contract::Argument &argument, contract::Path path,
                    const Arguments &example);
  /// Whether the program is valid for these arguments; fills `resolved`.
  bool accepts(const Arguments &arguments, Resolved &resolved);
  /// Runs the program. New reference, or null with the program's exception set.
  PyObject *run(const Arguments &arguments, Resolved &resolved);
  /// The first assumption that does not hold; empty when all do. Runs `__repr__` of what it shows.
  Difference firstDifference(const Arguments &arguments);
  /// Adds the numbers outside of the arguments that the program rests on and that differ now, the
  /// containers that are other ones, and those that it reads at each call.
  void changingPlaces(const Arguments &arguments, std::vector<contract::Path> &into);
  /// Visits what the program references, for Python's garbage collector.
  int traverse(visitproc visit, void *arg) const;
  std::vector<GuardText> describeGuards() const;

  const contract::Program program;
  uint64_t calls = 0;
  double compileSeconds = 0;

private:
  friend class Call;
  struct Guard {
    contract::Guard::Kind kind;
    int path, other;
    Ref expected;
    int dtype;
    int64_t number;
    uint32_t ones;
    bool flag, stable;
    std::string name;
    contract::ElementType elements;
    std::vector<Ref> names = {};
    mutable Ref getter = {}; ///< of an ambient value; found once torch is there
  };
  struct Input {
    contract::Input::Kind kind;
    int path;
  };
  struct FixedSizes {
    int path;
    std::vector<int64_t> sizes; ///< -1: any
  };
  struct Size {
    int path, dim;
  };
  struct PathEntry {
    NativePath path;
    contract::Path key;
    bool stable; ///< walked under notes
    int changes = 0;
    bool isWrapped = false; ///< a result that stands for what the user has there
  };
  int addPath(const contract::Path &path, const Arguments &example);
  /// The object of before the call that a result is, as the user has it.
  Ref existingAt(int path, const Arguments &arguments, const Resolved &resolved) const;
  void keepOutput(contract::Output &output, const Arguments &example);
  void walkAll(const Arguments &arguments, Resolved &resolved);
  bool walkStable(const Arguments &arguments);
  bool setApartWhatChanges(const std::vector<PyObject *> &now);
  void listEachCall();
  bool failsAgain(const Arguments &arguments);
  PyObject *objectAt(int path, const Arguments &arguments, Resolved &resolved);
  const TensorView *viewAt(int path, Resolved &resolved);
  bool holds(const Guard &guard, const Arguments &arguments, Resolved &resolved, Notes *notes);
  static bool ambientHolds(const Guard &guard);
  bool holdsLists(PyObject *list, const Guard &guard, Resolved &resolved);
  bool holdsTensor(const Guard &guard, PyObject *tensor, Resolved &resolved);
  bool holdsSizes(const FixedSizes &fixed, const Arguments &arguments, Resolved &resolved);
  std::optional<int64_t> sizeAt(Size size, const Arguments &arguments, Resolved &resolved);
  bool areEqual(const std::pair<Size, Size> &sizes, const Arguments &arguments, Resolved &resolved);
  bool holdsStorage(const Guard &guard, Resolved &resolved);
  static Ref ambientValue(const Guard &guard);
  std::string describe(const Guard &guard) const;
  static std::string describe(const Guard &guard, const std::string &place,
                              const std::string &other);
  static std::string describeFound(const Guard &guard, PyObject *value);

  std::vector<PathEntry> paths;
  std::unordered_multimap<size_t, int> pathIndex; ///< by hash of the key
  std::vector<Guard> guards;
  std::vector<size_t> eachCall; ///< of them, those that notes do not cover
  std::vector<Input> inputs;
  std::vector<int> written;                ///< paths to tensors whose memory the program writes
  std::vector<std::pair<int, int>> arrays; ///< paths: of a tensor over an array of NumPy, of that
  std::vector<FixedSizes> fixedSizes;
  std::map<std::string, Size> namedSizes;        ///< the first that has the name
  std::vector<std::pair<Size, Size>> equalSizes; ///< of one name
  std::vector<std::pair<Size, contract::SizeBounds>> boundedSizes;
  contract::Output output;   ///< the program's, with the number of its path as index of Existing
  std::vector<int> existing; ///< those paths: read before the run, which may write them
  std::vector<Ref> kept;     ///< objects of the program's tables and outputs
  /// The program's, but of what stands for a function of TorchScript, that. Modules are what
  /// programs write to: what stands for them.
  std::vector<host::Handle> opaques;
  /// The class of each Image::classes, also for the graphs of its calls; null: of the program.
  std::shared_ptr<const std::vector<Ref>> classes;
  std::vector<std::string> names;
  Notes notes;
  ptrdiff_t failed = -1;                 ///< the guard that failed at the last walk
  std::vector<PyObject *> stableObjects; ///< borrowed: alive while the notes hold
  struct Differentiable {
    int path;
    int64_t leaf = -1; ///< its output of the node of leaves; -1: results do not depend on it
    /// Of a parameter, the node of PyTorch's that adds to its gradient, made when it was like this.
    Ref accumulator = {};
    PyObject *of = nullptr; ///< which `accumulator` keeps alive
    std::vector<int64_t> sizes = {};
    int dtype = -1;
    const char *data = nullptr;
  };
  void shareLeaves(Graph &graph, std::vector<PyObject *> &inputs,
                   const std::vector<size_t> &places);
  bool holdAccumulator(Differentiable &input, PyObject *object, const TensorView &view);
  std::vector<Differentiable> differentiable;                  ///< what requires a gradient
  std::shared_ptr<Leaves> leaves = std::make_shared<Leaves>(); ///< nodes over parameters of those
};

} // namespace lith::python

#endif // LITH_PYTHON_CALL_COMPILED_H

// Call.h: one running call of a compiled program: values in, values out, effects.
#ifndef LITH_PYTHON_CALL_CALL_H
#define LITH_PYTHON_CALL_CALL_H

#include "call/Compiled.h"
#include "call/Gradients.h"
#include "call/Values.h"

namespace lith::python {

/// The call of a program that was compiled in this process.
class Call final : public Exporter, public Importer {
public:
  Call(Compiled &compiled, const Arguments &arguments, Resolved &resolved);
  ~Call() override;
  PyObject *run();

private:
  bool importInputs();
  lith_value importInput(size_t index);
  PyObject *rebuild(const contract::Output &output);
  PyObject *rebuildSequence(const contract::Output &output);
  PyObject *rebuildDict(const contract::Output &output);
  bool isAbsent(const contract::Output &output) const;
  PyObject *rebuildInstance(const contract::Output &output);
  PyObject *keep(size_t number, PyObject *made);
  void follow(lith_tensor *tensor, PyObject *result);
  Part partOf(const lith_tensor *tensor) const;
  bool isCut(const lith_tensor *tensor) const;
  std::pair<lith_node *, int64_t> historyOf(const lith_tensor *tensor) const;
  bool isNewLeaf(const lith_node *node) const;
  lith_node *leafNode() const;
  void findHistories();
  bool joinGraph();
  void followWrites();
  static PyObject *ofClass(const contract::Output &output, PyObject *tensor);
  void giveRandomState();
  void noteWrites();
  lith_value mirror(PyObject *object);
  bool keepMemory(PyObject *object, PyObject *name);
  lith_value perform(HostOperation operation, int64_t count, const lith_value *operands);
  static lith_value hook(void *data, lith_ctx *ctx, HostOperation operation, int64_t count,
                         const lith_value *operands);

  PyObject *tensorToPython(lith_tensor *tensor) override;
  PyObject *callObject(size_t index) override;
  PyObject *arrayBehind(PyObject *tensor) override;
  lith_tensor *tensorToLith(PyObject *object) override;
  void madeSequence(lith_value made, PyObject *object) override;

  Compiled &compiled;
  const Arguments &arguments;
  Resolved &resolved;
  Context *context;
  ValueTables tableOfCall;
  PyThreadState *released = nullptr;
  bool follows = true; ///< whether tensors that are handed over may require a gradient
  /// Results that require a gradient and that PyTorch's graph does not have yet.
  struct Follower {
    Ref result;
    lith_tensor *tensor; ///< retained; null: an input that the program wrote
    NodeRef node;
    int64_t port;
  };
  std::vector<Follower> followers;
  std::vector<Ref> moduleHooks; ///< what nodes of the call run, by number
  /// Which output of which node a result is, where the program says so beside it.
  std::unordered_map<const lith_tensor *, const contract::Gradients::Result *> histories;
};

} // namespace lith::python

#endif // LITH_PYTHON_CALL_CALL_H

// Call.cpp: running a compiled program and rebuilding its result.
#include "call/Call.h"

#include "Once.h"

#include <algorithm>
#include <lith/random.h>

#include "host/CPythonHost.h"

namespace lith::python {

using InputKind = contract::Input::Kind;
using OutputKind = contract::Output::Kind;

namespace {

using Frames = std::vector<std::unique_ptr<Resolved>>;

// Frames that no call uses now. The GIL guards it.
Frames &frames() {
  static Once<Frames> pool;
  return *pool.get([] { return new Frames; });
}

void release(lith_ctx *ctx, lith_value value) {
  if (value.tag >= LITH_REF_FIRST)
    releaseObject(ctx, reinterpret_cast<lith_object *>(value.bits));
}

} // namespace

FrameScope::FrameScope() {
  if (frames().empty()) {
    frame = std::make_unique<Resolved>();
    return;
  }
  frame = std::move(frames().back());
  frames().pop_back();
}

FrameScope::~FrameScope() {
  frame->kept.clear();
  frame->imported.clear();
  frame->rebuilt.clear();
  if (frames().size() < 16)
    frames().push_back(std::move(frame));
}

Call::Call(Compiled &compiled, const Arguments &arguments, Resolved &resolved)
    : Exporter(tableOfCall), Importer(nullptr), compiled(compiled), arguments(arguments),
      resolved(resolved), context(compiled.program.executable->takeContext()) {
  tableOfCall = {&compiled.program.executable->image(), &compiled.opaques, compiled.classes.get(),
                 nullptr};
  ctx = abiContext(context);
  setPrintHook(context, printToPython, nullptr);
  setHostHook(context, hook, this);
}

Call::~Call() {
  for (Follower &left : followers)
    if (left.tensor)
      releaseObject(ctx, &left.tensor->head);
  for (lith_value value : resolved.results)
    release(ctx, value);
  for (lith_value value : resolved.values)
    release(ctx, value);
  resolved.results.clear();
  resolved.values.clear();
  compiled.program.executable->giveContext(context);
}

lith_tensor *Call::tensorToLith(PyObject *object) {
  lith_tensor *tensor = Importer::tensorToLith(object);
  if (tensor && compiled.program.readsStorages)
    spanStorage(tensor, object);
  if (tensor)
    resolved.imported.add(tensor->storage, object);
  return tensor;
}

// Of a list of any length, and of what is in it: it is the caller's object.
void Call::madeSequence(lith_value made, PyObject *object) {
  if (running || made.tag == LITH_NULL)
    return;
  if (made.tag == LITH_LIST && compiled.program.writesContents)
    keepContents(object);
  if (made.tag == LITH_LIST)
    rememberList(reinterpret_cast<const lith_list *>(made.bits), object);
  else
    remember(reinterpret_cast<const lith_object *>(made.bits), object);
}

lith_value Call::importInput(size_t index) {
  const Compiled::Input &input = compiled.inputs[index];
  PyObject *object = compiled.objectAt(input.path, arguments, resolved);
  if (!object) {
    PyErr_SetString(PyExc_SystemError, "an input of a compiled program is not there");
    return {LITH_NULL, 0};
  }
  if (input.kind == InputKind::Object) {
    resolved.kept.push_back(Ref::borrow(object)); // other threads run meanwhile
    if (compiled.program.writesContents)
      keepContents(object);
    const auto &known = compiled.program.opaques; // one object has one number
    auto found = std::find_if(known.begin(), known.end(),
                              [&](host::Handle one) { return python::object(one) == object; });
    size_t number = found - known.begin();
    return {LITH_OPAQUE, number + (found == known.end() ? index : 0)};
  }
  if (input.kind != InputKind::Tensor)
    return toLith(object);
  const TensorView *view = compiled.viewAt(input.path, resolved);
  if (!view) {
    PyErr_Format(PyExc_TypeError, "a tensor that is not strided, or not on the CPU, cannot be an "
                                  "argument of a compiled program");
    return {LITH_NULL, 0};
  }
  lith_tensor *tensor = importTensor(ctx, object, *view);
  if (!tensor) {
    PyErr_NoMemory();
    return {LITH_NULL, 0};
  }
  if (compiled.program.readsStorages)
    spanStorage(tensor, object);
  resolved.imported.add(tensor->storage, object);
  return {LITH_TENSOR, reinterpret_cast<uint64_t>(tensor)};
}

/// Whether a tensor was made in inference mode; nothing with an error set.
static std::optional<bool> isOfInference(PyObject *tensor) {
  static Imported base("torch._C", "TensorBase");
  static Once<PyObject> descriptor; // asked in each call, without a look-up
  PyObject *method = descriptor.get(
      [] { return base.get() ? PyObject_GetAttrString(base.get(), "is_inference") : nullptr; });
  Ref answer = Ref::steal(method ? PyObject_CallOneArg(method, tensor) : nullptr);
  return answer ? std::optional(answer.get() == Py_True) : std::nullopt;
}

/// False with eager's error set for a tensor of inference mode, which nobody writes outside of it.
static bool mayBeWritten(PyObject *tensor) {
  std::optional<bool> isOf = isOfInference(tensor);
  if (!isOf)
    return false;
  static Imported mode("torch", "is_inference_mode_enabled");
  Ref isOn = Ref::steal(*isOf && mode.get() ? PyObject_CallNoArgs(mode.get()) : nullptr);
  if (isOn && isOn.get() == Py_False)
    PyErr_SetString(PyExc_RuntimeError,
                    "Inplace update to inference tensor outside InferenceMode is not allowed.You "
                    "can make a clone to get a normal tensor before doing inplace update.See "
                    "https://github.com/pytorch/rfcs/pull/17 for more details.");
  return *isOf ? isOn.get() == Py_True : !PyErr_Occurred();
}

bool Call::importInputs() {
  for (int path : compiled.existing) {
    PyObject *object = compiled.objectAt(path, arguments, resolved);
    if (!object) {
      PyErr_SetString(PyExc_SystemError, "a result of a compiled program is not there");
      return false;
    }
    resolved.kept.push_back(Ref::borrow(object));
  }
  if (compiled.program.writesContents)
    for (host::Handle handle : compiled.opaques)
      if (handle)
        keepContents(object(handle));
  for (int path : compiled.written) {
    PyObject *tensor = compiled.objectAt(path, arguments, resolved);
    if (tensor && isTorchTensor(tensor) && !mayBeWritten(tensor))
      return false;
  }
  resolved.values.reserve(compiled.inputs.size());
  for (size_t i = 0; i < compiled.inputs.size(); ++i) {
    lith_value value = importInput(i);
    if (value.tag == LITH_NULL)
      return false;
    resolved.values.push_back(value);
  }
  return true;
}

PyObject *Call::tensorToPython(lith_tensor *tensor) {
  PyObject *result = resolved.imported.toTorch(tensor, !sharing, partOf(tensor));
  if (result && follows && !tensor->handle)
    follow(tensor, result);
  return result;
}

PyObject *Call::callObject(size_t index) {
  return index < compiled.inputs.size() ? resolved.objects[size_t(compiled.inputs[index].path)]
                                        : nullptr;
}

PyObject *Call::arrayBehind(PyObject *tensor) {
  for (auto [over, array] : compiled.arrays)
    if (resolved.objects[size_t(over)] == tensor)
      return resolved.objects[size_t(array)];
  return nullptr;
}

PyObject *Call::keep(size_t number, PyObject *made) {
  resolved.rebuilt[number] = made;
  return made;
}

PyObject *Call::rebuildSequence(const contract::Output &output) {
  size_t number = resolved.rebuilt.size() - 1;
  Py_ssize_t count = Py_ssize_t(output.children.size());
  Ref list = Ref::steal(PyList_New(0));
  if (output.kind == OutputKind::List)
    keep(number, list.get());
  for (Py_ssize_t i = 0; i < count; ++i) {
    Ref item = Ref::steal(rebuild(output.children[size_t(i)]));
    if (!item || PyList_Append(list.get(), item.get()) < 0)
      return nullptr;
  }
  switch (output.kind) {
  case OutputKind::Tuple:
    return keep(number, PyList_AsTuple(list.get()));
  case OutputKind::Set:
    return keep(number, PySet_New(list.get()));
  case OutputKind::Slice:
    return keep(number, PySlice_New(PyList_GET_ITEM(list.get(), 0), PyList_GET_ITEM(list.get(), 1),
                                    PyList_GET_ITEM(list.get(), 2)));
  default:
    return list.release();
  }
}

PyObject *Call::rebuildDict(const contract::Output &output) {
  Ref dict = Ref::steal(PyDict_New());
  keep(resolved.rebuilt.size() - 1, dict.get());
  for (size_t i = 0; i + 1 < output.children.size(); i += 2) {
    Ref key = Ref::steal(rebuild(output.children[i]));
    Ref value = key ? Ref::steal(rebuild(output.children[i + 1])) : Ref();
    if (!value || PyDict_SetItem(dict.get(), key.get(), value.get()) < 0)
      return nullptr;
  }
  return dict.release();
}

/// Whether the path that the call took has not set the attribute that this is.
bool Call::isAbsent(const contract::Output &output) const {
  return output.kind == OutputKind::Value &&
         resolved.results[size_t(output.index)].tag == LITH_NULL;
}

PyObject *Call::rebuildInstance(const contract::Output &output) {
  size_t number = resolved.rebuilt.size() - 1;
  auto *cls = reinterpret_cast<PyTypeObject *>(object(output.constant));
  bool late = output.hasPayload && !hasMutablePayload(cls); // the payload comes with the instance
  Ref made = late ? Ref() : Ref::steal(newInstance(cls, nullptr));
  if (!late && !made)
    return nullptr;
  keep(number, made.get());
  std::vector<Ref> parts; // children in order, so that numbers of shared objects fit
  for (const contract::Output &child : output.children) {
    parts.push_back(Ref::steal(rebuild(child)));
    if (!parts.back())
      return nullptr;
  }
  if (late && !(made = Ref::steal(newInstance(cls, parts.back().get()))))
    return nullptr;
  keep(number, made.get());
  if (output.hasPayload && !late && !fillInstance(made.get(), parts.back().get()))
    return nullptr;
  for (size_t i = 0; i + 1 < parts.size(); i += 2)
    if (!isAbsent(output.children[i + 1]) &&
        !setRaw(made.get(), parts[i].get(), parts[i + 1].get()))
      return nullptr;
  return made.release();
}

/// What the output says, as the class that the program made it of: torch.nn.Parameter.
PyObject *Call::ofClass(const contract::Output &output, PyObject *tensor) {
  if (!tensor || !output.constant)
    return tensor;
  PyObject *made = PyObject_CallMethod(tensor, "_make_subclass", "OOO", object(output.constant),
                                       tensor, output.mayFollow ? Py_True : Py_False);
  Py_DECREF(tensor);
  return made;
}

PyObject *Call::rebuild(const contract::Output &output) {
  resolved.rebuilt.push_back(nullptr);
  size_t number = resolved.rebuilt.size() - 1;
  switch (output.kind) {
  case OutputKind::Value:
    follows = output.mayFollow && !output.constant;
    return keep(number, ofClass(output, toPython(resolved.results[size_t(output.index)])));
  case OutputKind::Constant:
    return keep(number, Py_NewRef(object(output.constant)));
  case OutputKind::Existing:
    return keep(number, compiled.existingAt(int(output.index), arguments, resolved).release());
  case OutputKind::Shared:
    return Py_XNewRef(resolved.rebuilt[size_t(output.index)]);
  case OutputKind::Dict:
    return rebuildDict(output);
  case OutputKind::Instance:
    return rebuildInstance(output);
  default:
    return rebuildSequence(output);
  }
}

/// PyTorch's generator goes on where the program's draws ended.
void Call::giveRandomState() {
  lith_value operands[] = {{LITH_NONE, 0}, takeRandomState(context)};
  if (operands[1].tag != LITH_TENSOR)
    return;
  if (perform(HostOperation::SetRandomState, 2, operands).tag == LITH_NULL)
    PyErr_Clear();
  releaseObject(nullptr, reinterpret_cast<lith_object *>(operands[1].bits));
}

/// The graphs of PyTorch that have saved what the program wrote have to see it. PyTorch itself sees
/// to what becomes a result of the call.
void Call::noteWrites() {
  Ref tensors = Ref::steal(PyList_New(0));
  for (int path : compiled.written) {
    PyObject *object = resolved.objects[size_t(path)];
    auto isObject = [&](const Follower &one) { return one.result.get() == object; };
    if (tensors && object && isTorchTensor(object) && std::ranges::none_of(followers, isObject))
      PyList_Append(tensors.get(), object);
  }
  if (tensors && PyList_GET_SIZE(tensors.get()))
    raiseVersions(tensors.get());
}

PyObject *Call::run() {
  if (!importInputs())
    return nullptr;
  const Executable &executable = *compiled.program.executable;
  resolved.results.resize(size_t(executable.image().resultCount));
  running = true;
  released = PyEval_SaveThread();
  int32_t failed = executable.run(context, resolved.values.data(), resolved.results.data());
  PyEval_RestoreThread(released);
  giveRandomState();
  if (failed)
    resolved.results.clear(); // not set
  if (!compiled.written.empty()) {
    followWrites();
    noteWrites();
  }
  if (!writeBack())
    return nullptr;
  if (failed) {
    if (joinGraph())
      raisePending(*this, ctx, takePending(context));
    return nullptr;
  }
  const contract::Output &output = compiled.output;
  sharing = output.kind != OutputKind::Value ||
            (resolved.results[size_t(output.index)].tag != LITH_TENSOR &&
             resolved.results[size_t(output.index)].tag >= LITH_REF_FIRST);
  findHistories();
  Ref result = Ref::steal(rebuild(output));
  return result && joinGraph() ? result.release() : nullptr;
}

PyObject *Compiled::run(const Arguments &arguments, Resolved &resolved) {
  ++calls;
  return Call(*this, arguments, resolved).run();
}

} // namespace lith::python

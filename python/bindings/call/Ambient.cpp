// Ambient.cpp: guards on what calls inherit: modes of gradients and autocast, default dtype and
// device, contexts of decimals and of NumPy.
#include "Once.h"
#include "call/Compiled.h"
#include "call/SameConstant.h"

#include "host/CPythonHost.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace lith::python {

namespace {

/// Whether other libraries than torch have it, so that it may be another one without torch, too.
bool isOfOthers(const std::string &name) {
  return name == "decimal_context" || name == "numpy_legacy" || name == "numpy_errors";
}

/// The function for something that calls inherit, by the name of a guard: of torch or
/// lith._ambient.
PyObject *ambientGetter(const std::string &name) {
  static constexpr std::pair<std::string_view, const char *> names[] = {
      {"grad_mode", "is_grad_enabled"},
      {"inference_mode", "is_inference_mode_enabled"},
      {"anomaly", "is_anomaly_enabled"},
      {"anomaly_nan", "is_anomaly_check_nan_enabled"},
      {"default_dtype", "get_default_dtype"},
      {"default_device", "get_default_device"},
      {"deterministic", "are_deterministic_algorithms_enabled"}};
  if (name == "autocast" || isOfOthers(name))
    return attributeOf("lith._ambient", name.c_str());
  auto known = std::ranges::find(names, name, &std::pair<std::string_view, const char *>::first);
  return known == std::end(names) ? nullptr
                                  : PyObject_GetAttrString(torchTypes().torch, known->second);
}

/// Whether autocast is disabled on every device, which is asked sooner than for one.
bool hasNoAutocast() {
  static Imported known("torch._C", "_is_any_autocast_enabled");
  PyObject *any = known.get();
  Ref answer = Ref::steal(any ? PyObject_CallNoArgs(any) : nullptr);
  PyErr_Clear();
  return answer.get() == Py_False;
}

} // namespace

/// Null without torch, for what torch has.
Ref Compiled::ambientValue(const Guard &guard) {
  if (!guard.getter && (torchTypes().loaded() || isOfOthers(guard.name)))
    guard.getter = Ref::steal(ambientGetter(guard.name));
  Ref value = Ref::steal(guard.getter ? PyObject_CallNoArgs(guard.getter.get()) : nullptr);
  PyErr_Clear();
  return value;
}

/// Without torch all is as it is at rest, with which programs are compiled then.
bool Compiled::ambientHolds(const Guard &guard) {
  PyObject *expected = guard.expected.get();
  bool isThere = torchTypes().loaded() || isOfOthers(guard.name);
  if (!isThere || !expected)
    return !isThere;
  if (expected == Py_False && guard.name == "autocast" && hasNoAutocast())
    return true;
  Ref value = ambientValue(guard);
  return value && sameConstant(value.get(), expected);
}

} // namespace lith::python

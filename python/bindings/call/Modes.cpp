// Modes.cpp: whether there are modes, from PyTorch's own counters, as each call asks; and which.
#include "call/Modes.h"

#include "Once.h"
#include "host/Objects.h"

#include <dlfcn.h>

namespace lith::python {

namespace {

/// Functions of PyTorch's libraries that its Python asks as well, by their names in C++; null where
/// a version has them no more.
struct Counters {
  int64_t (*functionModes)() = nullptr;    ///< at::impl::PythonTorchFunctionTLS::stack_len
  bool (*anyDispatchMode)(bool) = nullptr; ///< c10::impl::TorchDispatchModeTLS::any_modes_set

  Counters() {
    find(functionModes, "libtorch_cpu.so", "_ZN2at4impl22PythonTorchFunctionTLS9stack_lenEv");
    find(anyDispatchMode, "libc10.so", "_ZN3c104impl20TorchDispatchModeTLS13any_modes_setEb");
  }

  /// Where they are not known the modes themselves are looked at.
  bool mayBeAny() const {
    return !functionModes || !anyDispatchMode || functionModes() > 0 || anyDispatchMode(false);
  }

private:
  template <typename Function>
  static void find(Function &found, const char *library, const char *name) {
    if (void *loaded = dlopen(library, RTLD_LAZY | RTLD_NOLOAD))
      found = reinterpret_cast<Function>(dlsym(loaded, name)); // which stays: torch is imported
  }
};

} // namespace

std::string modeAround() {
  if (!torchTypes().loaded())
    return {};
  static Once<Counters> counters;
  if (!counters.get([] { return new Counters; })->mayBeAny())
    return {};
  static Imported known("lith._ambient", "mode_around");
  PyObject *ask = known.get();
  Ref name = Ref::steal(ask ? PyObject_CallNoArgs(ask) : nullptr);
  const char *text = name ? PyUnicode_AsUTF8(name.get()) : nullptr;
  PyErr_Clear();
  return text ? text : "modes that this version of PyTorch does not tell";
}

} // namespace lith::python

// CPythonHost.h: static objects of a running CPython, for the stage.
//
// A handle is the PyObject itself, kept alive by the host that gave it out, so
// identity of handles is identity of objects. A host lives for one compilation;
// what a compiled program needs longer, the program references itself.
//
// All members need the GIL. None runs code of the user: attributes are read
// from type and instance dictionaries, and only C-level getters are called.
#ifndef LITH_PYTHON_HOST_CPYTHONHOST_H
#define LITH_PYTHON_HOST_CPYTHONHOST_H

#include "host/Objects.h"

#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace lith::python {

/// A dict itself, or the one behind a mapping proxy; borrowed, null for anything else.
PyObject *dictBehind(PyObject *object);

/// What `builtins` held when the library was imported, whatever somebody put there since; borrowed
/// for ever, null with an error set.
PyObject *shippedBuiltins();

class CPythonHost final : public host::Host {
public:
  CPythonHost() = default;
  CPythonHost(const CPythonHost &) = delete;
  CPythonHost &operator=(const CPythonHost &) = delete;

  /// The handle of a borrowed object; null for null.
  host::Handle handle(PyObject *object);
  /// The handle of an owned object, which is taken over; null for null (the error is cleared).
  host::Handle adopt(PyObject *object);

  host::Kind kind(host::Handle) override;
  host::Handle classOf(host::Handle) override;
  host::Handle classSeen(host::Handle cls) override;
  std::string qualifiedName(host::Handle) override;
  std::string typeName(host::Handle cls) override;
  std::string repr(host::Handle) override;
  bool isFixed(host::Handle) override;

  std::optional<int64_t> asInt(host::Handle) override;
  double asFloat(host::Handle) override;
  std::complex<double> asComplex(host::Handle) override;
  std::string_view asStr(host::Handle) override;
  int asDType(host::Handle) override;
  host::Handle none() override;
  host::Handle boolean(bool) override;
  host::Handle ellipsis() override;
  host::Handle notImplemented() override;
  host::Handle integer(int64_t) override;
  host::Handle bigInteger(std::string_view decimal) override;
  host::Handle real(double) override;
  host::Handle complexNumber(std::complex<double>) override;
  host::Handle str(std::string_view) override;
  host::Handle bytes(std::string_view) override;
  host::Handle tuple(const std::vector<host::Handle> &) override;
  host::Handle slice(host::Handle start, host::Handle stop, host::Handle step) override;
  host::Handle frozenSet(const std::vector<host::Handle> &) override;
  host::Handle dtype(int lithDType) override;
  bool equal(host::Handle, host::Handle) override;
  bool isHashableConstant(host::Handle) override;

  size_t length(host::Handle) override;
  host::Handle item(host::Handle, size_t index) override;
  std::vector<std::pair<host::Handle, host::Handle>> items(host::Handle dict) override;
  std::vector<host::Handle> elements(host::Handle set) override;
  host::Handle dictGet(host::Handle dict, host::Handle key) override;
  host::Handle cellContents(host::Handle cell) override;
  std::array<host::Handle, 3> bounds(host::Handle) override;

  std::vector<host::Handle> mro(host::Handle cls) override;
  host::Handle metaclass(host::Handle cls) override;
  host::Handle classEntry(host::Handle cls, std::string_view name) override;
  std::vector<std::pair<std::string, host::Handle>> classEntries(host::Handle cls) override;
  host::Handle instanceDict(host::Handle) override;
  host::Handle slot(host::Handle, std::string_view name) override;
  host::Handle payload(host::Handle instance) override;
  host::Handle module(std::string_view name) override;
  host::Handle lookup(std::string_view dottedName) override;

  host::FunctionInfo function(host::Handle) override;
  std::optional<host::SourceInfo> source(host::Handle function, std::string &error) override;
  host::Handle boundFunction(host::Handle) override;
  host::Handle boundSelf(host::Handle) override;
  host::Handle partialArgs(host::Handle) override;
  host::Handle partialKeywords(host::Handle) override;
  std::array<host::Handle, 3> propertyFunctions(host::Handle) override;

  host::TensorInfo tensor(host::Handle) override;

  host::Outcome call(host::Handle callable, const std::vector<host::Handle> &args,
                     const std::vector<std::pair<std::string, host::Handle>> &keywords) override;
  host::Outcome apply(std::string_view op, const std::vector<host::Handle> &operands) override;

private:
  bool isKey(PyObject *object);
  /// A result or the error that is set, which is cleared.
  host::Outcome outcome(PyObject *ownedOrNull);
  /// An interned C string of the object's attribute `name`, empty when it is not a str.
  std::string textOf(PyObject *object, const char *name);

  /// lookup of a name that has others in it: a module or a class.
  host::Handle owner(std::string_view dotted);

  std::unordered_map<PyObject *, Ref> kept;
  std::unordered_map<std::string, host::Handle> owners;
};

} // namespace lith::python

#endif // LITH_PYTHON_HOST_CPYTHONHOST_H

// Probe.cpp: what Python tests reach of the bindings: the host, and the bridge of gradients.
//
// Not part of the package: built for tests only.
#include "host/CPythonHost.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace lith;
using lith::python::CPythonHost;

namespace {

/// A borrowed handle as a Python object; None for null.
nb::object wrap(host::Handle handle) {
  return handle ? nb::borrow(python::object(handle)) : nb::none();
}

nb::tuple wrapOutcome(const host::Outcome &outcome) {
  return nb::make_tuple(outcome.ok(), wrap(outcome.value), wrap(outcome.exceptionClass),
                        wrap(outcome.exceptionArgs));
}

nb::object wrapSource(CPythonHost &host, nb::handle function) {
  std::string error;
  auto info = host.source(host.handle(function.ptr()), error);
  if (!info)
    return nb::str(error.c_str());
  return nb::make_tuple(info->file, nb::str(info->text.data(), info->text.size()), info->firstLine,
                        info->line, info->column, nb::str(info->name.data(), info->name.size()));
}

nb::dict wrapFunction(CPythonHost &host, nb::handle function) {
  host::FunctionInfo info = host.function(host.handle(function.ptr()));
  nb::dict result;
  result["name"] = info.name;
  result["qualname"] = info.qualname;
  nb::list parameters;
  for (const host::Parameter &p : info.parameters)
    parameters.append(
        nb::make_tuple(int(p.mode), p.name, wrap(p.defaultValue), wrap(p.annotation)));
  result["parameters"] = parameters;
  nb::list closure;
  for (auto &[name, cell] : info.closure)
    closure.append(nb::make_tuple(name, wrap(cell)));
  result["closure"] = closure;
  return result;
}

nb::dict wrapTensor(CPythonHost &host, nb::handle tensor) {
  host::TensorInfo info = host.tensor(host.handle(tensor.ptr()));
  nb::dict result;
  result["dtype"] = info.dtype;
  result["sizes"] = info.sizes;
  result["strides"] = info.strides;
  result["offset"] = info.storageOffset;
  result["storage"] = info.storage;
  result["bytes"] = info.storageBytes;
  result["requires_grad"] = info.requiresGrad;
  result["is_leaf"] = info.isLeaf;
  result["is_parameter"] = info.isParameter;
  result["supported"] = info.supported;
  return result;
}

} // namespace

void bindGradients(nb::module_ &m);

NB_MODULE(_lith_probe, m) {
  bindGradients(m);
  nb::class_<CPythonHost>(m, "Host")
      .def(nb::init<>())
      .def(
          "kind", [](CPythonHost &h, nb::handle o) { return int(h.kind(h.handle(o.ptr()))); },
          nb::arg().none())
      .def(
          "qualified_name",
          [](CPythonHost &h, nb::handle o) { return h.qualifiedName(h.handle(o.ptr())); },
          nb::arg().none())
      .def("slot", [](CPythonHost &h, nb::handle o,
                      const std::string &name) { return wrap(h.slot(h.handle(o.ptr()), name)); })
      .def("instance_dict",
           [](CPythonHost &h, nb::handle o) { return wrap(h.instanceDict(h.handle(o.ptr()))); })
      .def("payload",
           [](CPythonHost &h, nb::handle o) { return wrap(h.payload(h.handle(o.ptr()))); })
      .def("lookup", [](CPythonHost &h, const std::string &name) { return wrap(h.lookup(name)); })
      .def(
          "equal",
          [](CPythonHost &h, nb::handle a, nb::handle b) {
            return h.equal(h.handle(a.ptr()), h.handle(b.ptr()));
          },
          nb::arg().none(), nb::arg().none())
      .def(
          "hashable",
          [](CPythonHost &h, nb::handle o) { return h.isHashableConstant(h.handle(o.ptr())); },
          nb::arg().none())
      .def("apply",
           [](CPythonHost &h, const std::string &op, nb::args args) {
             std::vector<host::Handle> operands;
             for (nb::handle operand : args)
               operands.push_back(h.handle(operand.ptr()));
             return wrapOutcome(h.apply(op, operands));
           })
      .def("call",
           [](CPythonHost &h, nb::handle callable, nb::args args) {
             std::vector<host::Handle> operands;
             for (nb::handle operand : args)
               operands.push_back(h.handle(operand.ptr()));
             return wrapOutcome(h.call(h.handle(callable.ptr()), operands, {}));
           })
      .def("source", wrapSource)
      .def("function", wrapFunction)
      .def("tensor", wrapTensor);
}

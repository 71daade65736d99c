// Elements.cpp: elements that go into containers of run time, and come out.
#include "stage/runtime/Elements.h"
#include "stage/Boxing.h"
#include "stage/emit/Values.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using host::Handle;
using host::Kind;

Value elementOf(Stage &s, mlir::Value box, TypeVariable variable) {
  return unbox(s, box, s.facts.types.read(variable));
}

mlir::Value elementFor(Stage &s, Value value, TypeVariable variable) {
  mlir::Value box = toBox(s, value);
  if (s.facts.types.grow(variable, typesOf(s, value)))
    throw Restart();
  return box;
}

Value runtimeList(Stage &s, mlir::Value ssa, TypeVariable element) {
  auto object = std::make_shared<ListObject>();
  object->runtime = Value::raw(ssa);
  object->element = element;
  object->site = siteOf(element);
  return s.make(std::move(object));
}

Value newRuntimeList(Stage &s, mlir::Value list, const TypeSet *elements) {
  TypeVariable variable = elementsOf(site(s));
  if (s.facts.types.grow(variable, elements))
    throw Restart();
  return runtimeList(s, list, variable);
}

} // namespace lith::stage

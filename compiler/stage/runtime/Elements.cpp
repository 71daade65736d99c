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

Value runtimeList(Stage &s, mlir::Value list, const TypeSet *elements) {
  auto object = std::make_shared<ListObject>();
  object->site = site(s);
  object->element = elementsOf(object->site);
  object->runtime = Value::raw(list);
  if (s.facts.types.grow(object->element, elements))
    throw Restart();
  return s.make(std::move(object));
}

} // namespace lith::stage

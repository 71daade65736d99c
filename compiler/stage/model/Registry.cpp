// Registry.cpp: the table of primitives.
#include "stage/model/Registry.h"

namespace lith::stage {

Primitive &Registry::add(llvm::StringRef spelling, PrimitiveFunction function, const void *data) {
  auto primitive = std::make_unique<Primitive>();
  primitive->spelling = spelling.str();
  primitive->function = function;
  primitive->data = data;
  auto &entry = primitives[spelling] = std::move(primitive);
  return *entry;
}

void Registry::addPrelude(llvm::StringRef spelling, llvm::StringRef preludeFunction) {
  auto primitive = std::make_unique<Primitive>();
  primitive->spelling = spelling.str();
  primitive->prelude = preludeFunction.str();
  primitives[spelling] = std::move(primitive);
}

void Registry::addPreludeSource(llvm::StringRef filename, llvm::StringRef text) {
  sources.push_back({filename.str(), text.str()});
}

const Primitive *Registry::find(llvm::StringRef spelling) const {
  auto it = primitives.find(spelling);
  return it == primitives.end() ? nullptr : it->second.get();
}

const Registry &Registry::instance() {
  static const Registry registry = [] {
    Registry made;
    registerBuiltins(made);
    registerTensorOperators(made);
    registerGradients(made);
    registerScriptedNames(made);
    return made;
  }();
  return registry;
}

} // namespace lith::stage

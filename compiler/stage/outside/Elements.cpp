// Elements.cpp: see Elements.h.
#include "stage/outside/Elements.h"
#include "contract/Elements.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/outside/Arguments.h"
#include "stage/outside/HostAccess.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

using contract::Argument;
using contract::ElementType;
using contract::Path;
using host::Handle;
using host::Kind;
using Is = ElementType::Kind;

namespace {

/// Finds what all elements of a list have in common.
class ElementReader {
public:
  explicit ElementReader(Stage &s) : s(s) {}

  llvm::DenseSet<Handle> within; ///< the lists in it

  std::optional<ElementType> listOf(Handle list) {
    ElementType common;
    for (size_t i = 0, count = hostOf(s).length(list); i < count; ++i)
      if (auto element = read(hostOf(s).item(list, i)); !element || !unite(common, *element))
        return std::nullopt;
    return common;
  }

  /// Of an argument that is described.
  std::optional<ElementType> listOf(const Argument &argument) {
    ElementType common;
    for (const Argument &child : argument.children)
      if (auto element = read(child); !element || !unite(common, *element))
        return std::nullopt;
    return common;
  }

  /// A pair of what keys and values are.
  std::optional<ElementType> entriesOf(Handle dict) {
    ElementType pair = plain(Is::Tuple);
    pair.parts.resize(2);
    for (auto &[key, value] : hostOf(s).items(dict)) {
      auto held = read(key), element = read(value);
      if (!held || !element || !unite(pair.parts[0], *held) || !unite(pair.parts[1], *element))
        return std::nullopt;
    }
    return pair;
  }

private:
  static constexpr unsigned MaxDepth = 16; ///< of lists and tuples in lists
  static ElementType plain(Is kind) {
    ElementType type;
    type.kind = kind;
    return type;
  }
  static ElementType tensor(int dtype, size_t rank) {
    ElementType type = plain(Is::Tensor);
    type.dtype = dtype;
    type.rank = int(rank);
    return type;
  }
  static std::optional<ElementType> nested(std::optional<ElementType> part) {
    if (!part)
      return std::nullopt;
    ElementType type = plain(Is::List);
    type.parts.push_back(std::move(*part));
    return type;
  }

  std::optional<ElementType> read(Handle handle) {
    switch (s.host.kind(handle)) {
    case Kind::None: {
      ElementType none;
      none.orNone = true;
      return s.request.options.forArtifact ? std::nullopt : std::optional(none);
    }
    case Kind::Bool:
      return plain(Is::Bool);
    case Kind::Int:
      return s.host.asInt(handle) ? std::optional(plain(Is::Int)) : std::nullopt;
    case Kind::Float:
      return plain(Is::Float);
    case Kind::Str:
      return plain(Is::Str);
    case Kind::Tensor: {
      host::TensorInfo info = hostOf(s).tensor(handle);
      bool fits = info.supported && !info.requiresGrad &&
                  Value::ofStatic(hostOf(s).classOf(handle)) == builtinType(s, "torch.Tensor");
      return fits ? std::optional(tensor(info.dtype, info.sizes.size())) : std::nullopt;
    }
    case Kind::List: { // not one list in two places
      if (s.outside.addresses.count(handle) || !within.insert(handle).second || depth == MaxDepth)
        return std::nullopt;
      ++depth;
      auto elements = listOf(handle);
      --depth;
      return nested(std::move(elements));
    }
    case Kind::Tuple: {
      if (depth == MaxDepth)
        return std::nullopt;
      ++depth;
      ElementType type = plain(Is::Tuple);
      bool fits = true;
      for (size_t i = 0, count = hostOf(s).length(handle); fits && i < count; ++i) {
        auto part = read(hostOf(s).item(handle, i));
        fits = part.has_value();
        if (part)
          type.parts.push_back(std::move(*part));
      }
      --depth;
      return fits ? std::optional(std::move(type)) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  std::optional<ElementType> read(const Argument &argument) {
    switch (argument.kind) {
    case Argument::Kind::Object:
      return read(argument.object);
    case Argument::Kind::Tensor:
      if (llvm::any_of(argument.sizes, [](int64_t size) { return size >= 0; }))
        return std::nullopt;
      return tensor(argument.dtype, argument.sizes.size());
    case Argument::Kind::List:
      return nested(listOf(argument));
    case Argument::Kind::Tuple: {
      ElementType type = plain(Is::Tuple);
      for (const Argument &child : argument.children) {
        auto part = read(child);
        if (!part)
          return std::nullopt;
        type.parts.push_back(std::move(*part));
      }
      return type;
    }
    default:
      return std::nullopt;
    }
  }

  Stage &s;
  unsigned depth = 0;
};

} // namespace

std::optional<ElementType> elementsOf(Stage &s, Handle list, llvm::DenseSet<Handle> &within) {
  ElementReader reader(s);
  auto elements = reader.listOf(list);
  within = std::move(reader.within);
  return elements;
}

std::optional<ElementType> elementsOf(Stage &s, const Argument &list) {
  return ElementReader(s).listOf(list);
}

std::optional<ElementType> entriesOf(Stage &s, Handle dict) {
  return ElementReader(s).entriesOf(dict);
}

std::optional<ElementType> stateElements(Stage &s, const Path &path,
                                         std::optional<ElementType> elements) {
  for (auto &[place, others] : s.request.elements)
    if (elements && keyOf(s.host, place) == keyOf(s.host, path) && !unite(*elements, others))
      return std::nullopt;
  return elements;
}

bool isVague(const ElementType &type) {
  return type.kind == Is::None || llvm::any_of(type.parts, isVague);
}

bool holdsTensors(const ElementType &type) {
  return type.kind == Is::Tensor || llvm::any_of(type.parts, holdsTensors);
}

static const TypeSet *typesOf(Stage &s, const ElementType &type, Site site);

TypeVariable variableOf(Stage &s, const ElementType &elements, TypeVariable variable, Site site) {
  if (s.facts.types.grow(variable, typesOf(s, elements, site)))
    throw Restart{};
  return variable;
}

static const TypeSet *typesOf(Stage &s, const ElementType &element, Site site) {
  Type type{};
  switch (element.kind) {
  case Is::None:
    return typeSet(s, {});
  case Is::Bool:
    type.kind = Type::Kind::Bool;
    break;
  case Is::Int:
    type.kind = Type::Kind::Int;
    break;
  case Is::Float:
    type.kind = Type::Kind::Float;
    break;
  case Is::Str:
    type.kind = Type::Kind::Str;
    break;
  case Is::Tensor:
    type.kind = Type::Kind::Tensor;
    type.dtype = uint8_t(element.dtype);
    type.rank = int8_t(element.rank);
    break;
  case Is::List:
    type.kind = Type::Kind::List;
    site = idOf<Site>(site, "elements");
    type.element = variableOf(s, element.parts[0], elementsOf(site), site);
    break;
  case Is::Tuple: {
    type.kind = Type::Kind::Tuple;
    type.dtype = uint8_t(TupleData::Form::Tuple);
    llvm::SmallVector<const TypeSet *> parts;
    for (auto [i, part] : llvm::enumerate(element.parts))
      parts.push_back(typesOf(s, part, idOf<Site>(site, i)));
    type.elements = s.facts.types.keep(llvm::ArrayRef<const TypeSet *>(parts));
    break;
  }
  }
  return element.orNone ? typeSet(s, {simpleType(Type::Kind::None), type}) : typeSet(s, type);
}

mlir::Value addOpenInput(Stage &s, const Path &path, const ElementType &elements) {
  contract::Guard guard;
  guard.kind = contract::Guard::Kind::Elements;
  guard.path = path;
  guard.elements = elements;
  addGuard(s, std::move(guard));
  mlir::Value box =
      addInput(s, path, contract::Input::Kind::List, ir::BoxType::get(&s.context), lastName(path));
  s.interface.inputs.back().replaced = s.request.options.forArtifact && path.argument < 0;
  return box;
}

} // namespace lith::stage

// Import.cpp: programs of the methods of an archive's module.
#include "torchscript/Import.h"

#include "torchscript/Objects.h"

#include "native/Compiling.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace lith::torchscript {

using host::Handle;
using native::entityOf;
using native::handleOf;

namespace {

/// The module of an archive, and its programs so far.
class ScriptedModule final : public native::Compiling {
public:
  explicit ScriptedModule(std::shared_ptr<const Archive> archive)
      : Compiling(std::make_unique<native::NativeHost>()), archive(std::move(archive)),
        objects(*native, *this->archive), root(objects.root()) {
    data.name = root->cls->text.substr(root->cls->text.rfind('.') + 1);
    for (const auto &file : objects.files())
      data.sources[file->name] = std::string(file->source());
    for (const auto &file : objects.files())
      collectAssigned(file->root);
    contract::Path path;
    path.root = handleOf(root);
    describe(root, path, "");
    for (auto &[name, value] : root->space->entries)
      if (value->kind == host::Kind::Bool || value->kind == host::Kind::Int ||
          value->kind == host::Kind::Float || value->kind == host::Kind::Str)
        nameAttribute(name->text, handleOf(root), handleOf(value));
  }

  std::vector<std::string> methods() const {
    std::vector<std::string> names;
    for (auto &[name, value] : root->cls->space->entries)
      if (value->kind == host::Kind::Function && name->text != "forward")
        names.push_back(name->text);
    return names;
  }

private:
  /// Attributes that any code assigns.
  void collectAssigned(const syntax::Node *node) {
    if (auto *assignment = syntax::dyn_cast<syntax::Assign>(node))
      for (const syntax::Expr *target : assignment->targets)
        if (auto *attribute = syntax::dyn_cast<syntax::Attribute>(target))
          assigned.emplace(attribute->attr);
    syntax::forEachChild(node, [&](const syntax::Node *child) { collectAssigned(child); });
  }

  /// Names the tensors of a module and of those in it, and numbers that change.
  void describe(Entity *object, const contract::Path &path, const std::string &prefix) {
    auto isListed = [&](const char *list, Entity *name) {
      Entity *names = native->entry(object->cls->space, native->text(list));
      return names && std::ranges::count(names->children, name) != 0;
    };
    for (auto &[name, value] : object->space->entries) {
      contract::Path place = path;
      place.steps.push_back({contract::Step::Kind::Attribute, name->text});
      bool isNumber = value->kind == host::Kind::Int || value->kind == host::Kind::Float;
      if (isNumber && assigned.count(name->text))
        changing.push_back(place);
      if (value->kind == host::Kind::Instance) // none holds itself
        describe(value, place, prefix + name->text + ".");
      else if (value->kind == host::Kind::Tensor && isListed("__parameters__", name))
        nameState(prefix + name->text, handleOf(value), StateName::Kind::Parameter);
      else if (value->kind == host::Kind::Tensor && isListed("__buffers__", name))
        nameState(prefix + name->text, handleOf(value), StateName::Kind::Buffer);
    }
  }
  Handle callableOf(const std::string &method) override {
    Entity *bound = method.empty() ? objects.method(root, "__call__") : nullptr; // of hooks
    if (!bound)
      bound = objects.method(root, method.empty() ? "forward" : method);
    if (!bound)
      throw artifact::CannotSave("the module of the archive has no method '" +
                                 (method.empty() ? "forward" : method) + "'");
    takeFormals(handleOf(bound->children[0]), true);
    return handleOf(bound);
  }

  const syntax::File *fileNamed(std::string_view name) const override {
    for (const auto &file : objects.files())
      if (file->name == name)
        return file.get();
    return nullptr;
  }

  Handle objectAt(const contract::Path &path) override {
    Entity *at = entityOf(path.root);
    for (const contract::Step &step : path.steps) {
      at = at ? next(at, step) : nullptr;
    }
    return handleOf(at);
  }

  Entity *next(Entity *object, const contract::Step &step) {
    using Kind = contract::Step::Kind;
    switch (step.kind) {
    case Kind::Attribute:
      return object->space ? native->entry(object->space, native->text(step.name)) : nullptr;
    case Kind::Item:
      return entityOf(native->item(handleOf(object), size_t(step.index)));
    case Kind::Key:
      return native->entry(object, entityOf(step.key));
    case Kind::Class:
      return object->cls;
    default:
      return nullptr;
    }
  }

  Constant tensorConstant(Handle tensor) override {
    host::TensorInfo info = native->tensor(tensor);
    Constant constant;
    constant.tag = LITH_TENSOR;
    constant.dtype = lith_dtype(info.dtype);
    constant.sizes = info.sizes;
    constant.data = static_cast<const char *>(info.data);
    constant.owner = archive;
    if (!isRowMajor(info)) {
      auto copy = std::make_shared<std::vector<char>>(rowMajor(info));
      constant.data = copy->data();
      constant.owner = copy;
    }
    return constant;
  }
  std::shared_ptr<const void> keep(Handle) const override { return archive; }

  static bool isRowMajor(const host::TensorInfo &info) {
    int64_t stride = 1;
    for (size_t d = info.sizes.size(); d-- > 0; stride *= info.sizes[d])
      if (info.sizes[d] != 1 && info.strides[d] != stride)
        return false;
    return true;
  }

  static std::vector<char> rowMajor(const host::TensorInfo &info) {
    auto bytes = size_t(lith_dtype_bytes(lith_dtype(info.dtype)));
    size_t count = 1;
    for (int64_t size : info.sizes)
      count *= size_t(size);
    std::vector<char> copy(count * bytes);
    std::vector<int64_t> index(info.sizes.size());
    for (size_t i = 0; i < count; ++i) {
      int64_t offset = 0;
      for (size_t d = 0; d < index.size(); ++d)
        offset += index[d] * info.strides[d];
      std::memcpy(copy.data() + i * bytes,
                  static_cast<const char *>(info.data) + offset * int64_t(bytes), bytes);
      for (size_t d = index.size(); d-- > 0 && ++index[d] == info.sizes[d];)
        index[d] = 0;
    }
    return copy;
  }

  std::shared_ptr<const Archive> archive;
  ObjectLoader objects;
  Entity *root;
  std::set<std::string, std::less<>> assigned;
};

} // namespace

std::shared_ptr<Model> importModel(std::shared_ptr<const Archive> archive) {
  auto module = std::make_shared<ScriptedModule>(std::move(archive));
  std::vector<std::string> methods = module->methods();
  return native::growing(std::move(module), std::move(methods));
}

} // namespace lith::torchscript

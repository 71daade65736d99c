// Compile.cpp: the C interface of the compiler.
#include "native/Compiling.h"

#include <lith/compiler.h>

namespace lith::native {

namespace {

using Files = std::vector<std::shared_ptr<const syntax::File>>;

const syntax::File *fileIn(const Files &files, std::string_view name) {
  for (const auto &file : files)
    if (file->name == name)
      return file.get();
  return nullptr;
}

std::string renderedIn(const Files &files, const diag::Diagnostic &diagnostic) {
  return rendered(diagnostic, [&](std::string_view name) { return fileIn(files, name); });
}

/// The functions of sources, which are one module.
class Source final : public Compiling {
public:
  explicit Source(Files files)
      : Compiling(std::make_unique<NativeHost>()), files(std::move(files)) {}

  /// Runs the module; false with `error` set.
  bool run(std::string &error) {
    std::optional<diag::Diagnostic> refusal;
    globals = native->dict();
    native->setEntry(globals, native->text("__name__"), native->text("__main__"));
    for (const auto &file : files) {
      if (!defineModule(*native, *file, {"__main__", globals, globals}, refusal))
        return error = renderedIn(files, *refusal), false;
      data.sources[file->name] = std::string(file->source());
    }
    return true;
  }

  /// Finds the function in the module; false with `error` set.
  bool choose(const std::string &wanted, std::string &error) {
    Entity *found = native->entry(globals, native->text(wanted));
    if (!found || found->kind != host::Kind::Function)
      return error = files.back()->name + " has no function '" + wanted + "'", false;
    callable = handleOf(found);
    takeFormals(callable, false);
    data.name = wanted;
    return true;
  }

protected:
  host::Handle callableOf(const std::string &) override { return callable; }
  const syntax::File *fileNamed(std::string_view name) const override {
    return fileIn(files, name);
  }
  host::Handle objectAt(const contract::Path &path) override {
    return path.steps.empty() ? path.root : nullptr;
  }
  Constant tensorConstant(host::Handle) override {
    throw artifact::CannotSave("a source has no tensors of its own");
  }
  std::shared_ptr<const void> keep(host::Handle) const override { return nullptr; }

private:
  Files files;
  Entity *globals = nullptr;
  host::Handle callable = nullptr;
};

/// Adds a source to others; false with `error` set, and nothing added.
bool addSource(Files &files, const char *source, const char *name, std::string &error) {
  syntax::ParseOptions options;
  options.isText = true;
  syntax::ParseResult parsed = syntax::parse(source, name, options);
  if (!parsed)
    return error = renderedIn({std::move(parsed.refused)}, *parsed.error), false;
  Files all = files;
  all.push_back(std::move(parsed.file));
  if (!Source(all).run(error))
    return false;
  files = std::move(all);
  return true;
}

/// The program of a function; null with `error` set.
lith_program *programOf(const Files &files, const std::string &name, std::string &error) {
  auto made = std::make_shared<Source>(files);
  if (!made->run(error) || !made->choose(name, error))
    return nullptr;
  return makeProgram(growing(std::move(made)));
}

/// Null, and the error in its place.
std::nullptr_t failed(lith_error **place, std::string message) {
  if (place)
    *place = makeError(LITH_ERROR_COMPILE, std::move(message));
  return nullptr;
}

} // namespace

} // namespace lith::native

using namespace lith;

struct lith_unit {
  native::Files files;
};

lith_program *lith_compile(const char *source, const char *name, const char *file,
                           lith_error **error) {
  native::Files files;
  std::string message;
  lith_program *made = native::addSource(files, source, file, message)
                           ? native::programOf(files, name, message)
                           : nullptr;
  return made ? made : native::failed(error, std::move(message));
}

lith_unit *lith_unit_new(void) { return new lith_unit; }
void lith_unit_free(lith_unit *unit) { delete unit; }

int lith_unit_define(lith_unit *unit, const char *source, const char *file, lith_error **error) {
  std::string message;
  if (native::addSource(unit->files, source, file, message))
    return 1;
  native::failed(error, std::move(message));
  return 0;
}

lith_program *lith_unit_function(const lith_unit *unit, const char *name, lith_error **error) {
  std::string message;
  if (unit->files.empty())
    return native::failed(error, std::string("the unit has no function '") + name + "'");
  lith_program *made = native::programOf(unit->files, name, message);
  return made ? made : native::failed(error, std::move(message));
}

// Compile.cpp: the C interface of the compiler.
#include "native/Compiling.h"

#include <lith/compiler.h>

namespace lith::native {

namespace {

std::string renderedIn(const syntax::File &file, const diag::Diagnostic &diagnostic) {
  return rendered(diagnostic,
                  [&](std::string_view name) { return name == file.name ? &file : nullptr; });
}

/// The functions of a source.
class Source final : public Compiling {
public:
  explicit Source(std::unique_ptr<syntax::File> file)
      : Compiling(std::make_unique<NativeHost>()), file(std::move(file)) {}

  /// Runs the module and finds the function; false with `error` set.
  bool define(const std::string &wanted, std::string &error) {
    std::optional<diag::Diagnostic> refusal;
    Entity *globals = native->dict();
    native->setEntry(globals, native->text("__name__"), native->text("__main__"));
    if (!defineModule(*native, *file, {"__main__", globals, globals}, refusal))
      return error = renderedIn(*file, *refusal), false;
    Entity *found = native->entry(globals, native->text(wanted));
    if (!found || found->kind != host::Kind::Function)
      return error = file->name + " has no function '" + wanted + "'", false;
    callable = handleOf(found);
    takeFormals(callable, false);
    data.name = wanted;
    data.sources[file->name] = std::string(file->source());
    return true;
  }

protected:
  host::Handle callableOf(const std::string &) override { return callable; }
  const syntax::File *fileNamed(std::string_view name) const override {
    return name == file->name ? file.get() : nullptr;
  }
  host::Handle objectAt(const contract::Path &path) override {
    return path.steps.empty() ? path.root : nullptr;
  }
  Constant tensorConstant(host::Handle) override {
    throw artifact::CannotSave("a source has no tensors of its own");
  }
  std::shared_ptr<const void> keep(host::Handle) const override { return nullptr; }

private:
  std::unique_ptr<syntax::File> file;
  host::Handle callable = nullptr;
};

} // namespace

} // namespace lith::native

using namespace lith;

lith_program *lith_compile(const char *source, const char *name, const char *file,
                           lith_error **error) {
  auto fail = [&](std::string message) -> lith_program * {
    if (error)
      *error = makeError(LITH_ERROR_COMPILE, std::move(message));
    return nullptr;
  };
  syntax::ParseOptions options;
  options.isText = true;
  syntax::ParseResult parsed = syntax::parse(source, file, options);
  if (!parsed)
    return fail(native::renderedIn(*parsed.refused, *parsed.error));
  auto made = std::make_shared<native::Source>(std::move(parsed.file));
  std::string message;
  if (!made->define(name, message))
    return fail(std::move(message));
  return makeProgram(native::growing(std::move(made)));
}

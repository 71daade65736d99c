// Compile.cpp: the C interface of the compiler.
#include "native/NativeHost.h"

#include "artifact/Saver.h"
#include "diagnostics/Render.h"
#include "driver/Driver.h"
#include "syntax/Parser.h"

#include <lith/compiler.h>

#include <mutex>

namespace lith::native {

using host::Handle;

namespace {

/// A source, and its programs so far.
class Source final : public artifact::Saver {
public:
  explicit Source(std::unique_ptr<NativeHost> own, std::unique_ptr<syntax::File> file)
      : Saver(*own), native(std::move(own)), file(std::move(file)) {}
  ~Source() override {
    std::lock_guard lock(compiling());
    driver::forget(*native);
  }

  /// Runs the module and finds the function; false with `error` set.
  bool define(const std::string &wanted, std::string &error) {
    name = wanted;
    native->setSource(file->name, std::string(file->source()));
    std::optional<diag::Diagnostic> refusal;
    Entity *globals = defineModule(*native, *file, refusal);
    if (refusal)
      return error = rendered(*refusal), false;
    Entity *found = native->entry(globals, native->text(name));
    if (!found || found->kind != host::Kind::Function)
      return error = file->name + " has no function '" + name + "'", false;
    callable = handleOf(found);
    takeFormals(callable, false);
    return true;
  }

  std::shared_ptr<const ArtifactData> specialise(std::span<const lith_value> positional,
                                                 std::span<const NamedValue> keywords,
                                                 std::string &error) {
    std::lock_guard lock(compiling());
    contract::Request request;
    request.callable = callable;
    request.options.forArtifact = true;
    for (lith_value value : positional)
      request.positional.push_back(argumentOf(value));
    for (const NamedValue &keyword : keywords)
      request.keywords.emplace_back(std::string(keyword.name), argumentOf(keyword.value));
    driver::Result result = driver::compile(*native, request);
    if (!result.program) {
      for (const diag::Diagnostic &diagnostic : result.diagnostics)
        error += (error.empty() ? "" : "\n") + rendered(diagnostic);
      return nullptr;
    }
    try {
      auto data = std::make_shared<ArtifactData>();
      data->name = name;
      data->programs.push_back(save(request, *result.program));
      data->sources[file->name] = std::string(file->source());
      return data;
    } catch (const artifact::CannotSave &reason) {
      error = reason.what();
      return nullptr;
    }
  }

  const syntax::File &text() const { return *file; }

  static std::string renderedIn(const syntax::File &file, const diag::Diagnostic &diagnostic) {
    return diag::render(
        diagnostic, [&](std::string_view name, uint32_t line) -> std::optional<std::string_view> {
          if (name != file.name || line == 0 || line > file.lineCount())
            return std::nullopt;
          return file.line(line);
        });
  }

protected:
  Handle objectAt(const contract::Path &path) override {
    return path.steps.empty() ? path.root : nullptr;
  }
  int32_t weightOf(const contract::Input &input) override {
    throw artifact::CannotSave("a source has no tensors of its own: " + input.name);
  }
  int32_t numberOf(const contract::Path &path, Handle) override {
    throw artifact::CannotSave("a source has no state: " + nameOf(path));
  }
  std::string nameOf(const contract::Path &path) override {
    std::string text =
        path.root ? host.repr(path.root) : "argument " + std::to_string(path.argument);
    for (const contract::Step &step : path.steps)
      text += step.name.empty() ? "[" + std::to_string(step.index) + "]" : "." + step.name;
    return text;
  }

private:
  /// The driver keeps what it knows of each host in one table.
  static std::mutex &compiling() {
    static std::mutex mutex;
    return mutex;
  }
  std::string rendered(const diag::Diagnostic &diagnostic) const {
    return renderedIn(*file, diagnostic);
  }
  contract::Argument argumentOf(lith_value value) {
    contract::Argument argument;
    argument.object = handleOf(native->fromValue(value));
    return argument;
  }

  std::unique_ptr<NativeHost> native;
  std::unique_ptr<syntax::File> file;
  std::string name;
  Handle callable = nullptr;
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
    return fail(native::Source::renderedIn(*parsed.refused, *parsed.error));
  auto made = std::make_shared<native::Source>(std::make_unique<native::NativeHost>(),
                                               std::move(parsed.file));
  std::string message;
  if (!made->define(name, message))
    return fail(std::move(message));
  std::string code(made->text().source());
  return makeGrowing(
      [made](std::span<const lith_value> positional, std::span<const NamedValue> keywords,
             std::string &refused) { return made->specialise(positional, keywords, refused); },
      std::move(code));
}

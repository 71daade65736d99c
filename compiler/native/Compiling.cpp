// Compiling.cpp: programs for the arguments of calls.
#include "native/Compiling.h"

#include "artifact/Sources.h"
#include "diagnostics/Render.h"
#include "driver/Driver.h"

namespace lith::native {

Compiling::~Compiling() { driver::forget(*native); }

/// See NamedObject and ClassKey: as values of this host these would be a tuple and a dict.
static bool standsForObject(lith_value value) {
  if (value.tag == LITH_STR) {
    size_t bytes = 0;
    const char *text = lith_text(value, &bytes);
    std::string_view given(text, bytes);
    return given == NamedObject || given == ClassKey;
  }
  bool isContainer = value.tag == LITH_LIST || value.tag == LITH_TUPLE || value.tag == LITH_DICT;
  for (size_t i = 0; isContainer && i < lith_length(value); ++i)
    if (standsForObject(lith_item(value, i)) ||
        (value.tag == LITH_DICT && standsForObject(lith_key(value, i))))
      return true;
  return false;
}

std::shared_ptr<const ArtifactData> Compiling::specialise(const std::string &method,
                                                          std::span<const lith_value> positional,
                                                          std::span<const NamedValue> keywords,
                                                          std::string &error) {
  driver::CompilerLock lock;
  auto argumentOf = [&](lith_value value) {
    if (standsForObject(value))
      throw artifact::CannotSave("an object of Python's classes cannot be an argument of a program "
                                 "that was compiled without Python");
    contract::Argument argument;
    argument.object = handleOf(native->fromValue(value));
    return argument;
  };
  contract::Request request;
  request.options.forArtifact = true;
  request.changing = changing;
  try {
    for (lith_value value : positional)
      request.positional.push_back(argumentOf(value));
    for (const NamedValue &keyword : keywords)
      request.keywords.emplace_back(std::string(keyword.name), argumentOf(keyword.value));
    request.callable = callableOf(method);
    driver::Result result = driver::compile(*native, request);
    if (!result.program) {
      for (const diag::Diagnostic &diagnostic : result.diagnostics)
        error += (error.empty() ? "" : "\n") +
                 rendered(diagnostic, [&](std::string_view name) { return fileNamed(name); });
      return nullptr;
    }
    return std::make_shared<ArtifactData>(
        addAndFinish(method, request, std::move(*result.program)));
  } catch (const artifact::CannotSave &reason) {
    error = reason.what();
    return nullptr;
  }
}

std::string Compiling::nameOf(const contract::Path &path) const {
  std::string text = path.root ? host.repr(path.root) : "argument " + std::to_string(path.argument);
  for (const contract::Step &step : path.steps)
    text += step.name.empty() ? "[" + std::to_string(step.index) + "]" : "." + step.name;
  return text;
}

std::string rendered(const diag::Diagnostic &diagnostic,
                     const std::function<const syntax::File *(std::string_view name)> &fileNamed) {
  return diag::render(diagnostic,
                      [&](std::string_view name, uint32_t line) -> std::optional<std::string_view> {
                        const syntax::File *file = fileNamed(name);
                        if (!file || line == 0 || line > file->lineCount())
                          return std::nullopt;
                        return file->line(line);
                      });
}

std::shared_ptr<Model> growing(std::shared_ptr<Compiling> compiling,
                               std::vector<std::string> methods) {
  auto data = std::make_shared<ArtifactData>(compiling->finish());
  return Model::growing(
      [compiling](const std::string &method, std::span<const lith_value> positional,
                  std::span<const NamedValue> keywords, std::string &error) {
        return compiling->specialise(method, positional, keywords, error);
      },
      [](ArtifactData &data, const FileOptions &options, std::string &error) {
        std::vector<std::string> targets;
        artifact::keepShown(data, options.strip);
        return driver::findTargets(options.targets, targets, error) &&
               driver::compileFor(targets, data, error);
      },
      std::move(data), std::move(methods));
}

} // namespace lith::native

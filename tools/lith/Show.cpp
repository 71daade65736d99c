// Show.cpp: `lith show` and `lith explain`.
#include "Loaded.h"
#include "Tool.h"
#include "diagnostics/Render.h"
#include "syntax/Dump.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

using namespace lith;
using namespace lith::tool;

namespace {

int showAst(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream && !stream.eof())
    return fail("'" + path + "' cannot be read: " + std::strerror(errno));
  syntax::ParseResult parsed = syntax::parse(
      text, path, {.mode = syntax::Mode::Module, .version = syntax::LanguageVersion::Python311});
  if (!parsed) {
    const diag::Diagnostic &error = *parsed.error;
    std::string_view line = parsed.refused->line(error.range.line);
    std::fprintf(stderr, "%s:%u:%u: %s\n", path.c_str(), error.range.line,
                 diag::readerColumn(line, error.range.column), error.message.c_str());
    return 1;
  }
  std::printf("%s\n", syntax::dumpAst(*parsed.file).c_str());
  return 0;
}

void printText(const char *text) {
  std::fputs(text, stdout);
  size_t length = std::strlen(text);
  if (length && text[length - 1] != '\n')
    std::fputc('\n', stdout);
}

/// Without the empty lines, most of which stand for what the file does not hold.
void printLines(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    if (line.find_first_not_of(" \t\r") != std::string_view::npos)
      std::printf("%.*s\n", int(line.size()), line.data());
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
}

} // namespace

int tool::show(const ShowOptions &options) {
  if (!options.ast.empty())
    return showAst(options.ast);
  try {
    Loaded program(options.program);
    bool all = !options.code && !options.graph && !options.schema && !options.manifest;
    if (options.schema || all)
      printText(lith_program_schema(program.get()));
    if (options.manifest)
      printText(lith_program_manifest(program.get()));
    if (options.code)
      printLines(lith_program_code(program.get()));
    if (options.graph)
      printText(lith_program_graph(program.get()));
  } catch (const Error &error) {
    return fail(error.what());
  }
  return 0;
}

int tool::explain(const std::string &code) {
  std::optional<diag::Kind> kind = diag::findCode(code);
  if (!kind)
    return fail("there is no diagnostic '" + code + "'");
  const diag::KindInfo &info = diag::info(*kind);
  std::printf("%s: %.*s\n\n%.*s\n", diag::codeText(*kind).c_str(),
              static_cast<int>(info.format.size()), info.format.data(),
              static_cast<int>(info.explanation.size()), info.explanation.data());
  return 0;
}

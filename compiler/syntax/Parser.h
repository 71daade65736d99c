// Parser.h: Python source text to tree.
//
// The parser is total: every input gives a tree or a diagnostic, and no input
// crashes it or makes it recurse without a bound. It uses no global state, so
// threads may parse at the same time.
#pragma once

#include "syntax/Ast.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lith::syntax {

enum class Mode : uint8_t {
  Module,          // a file: the root is a Module
  Expression,      // one expression: the root is an Expression
  FunctionSnippet, // as Module, but the first line may be indented, as a method's source is
};

// Latest also accepts what came after 3.11: `type` statements, type parameters
// and f-strings that hold any expression. Python311 accepts exactly 3.11.
enum class LanguageVersion : uint8_t { Python311, Latest };

struct ParseOptions {
  Mode mode = Mode::Module;
  LanguageVersion version = LanguageVersion::Latest;
  // The text came as a str, so an encoding declaration has no effect and no
  // conversion is made. Otherwise it is the bytes of a file.
  bool isText = false;
};

// A parsed file: owns the tree, the text that ranges refer to, and its lines.
class File {
public:
  std::string name;
  Mod *root = nullptr;
  Arena arena;

  // The source in UTF-8 with line ends as \n, as the ranges count it.
  std::string_view source() const {
    return std::string_view(text).substr(0, text.size() < 8 ? 0 : text.size() - 8);
  }
  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts.size()); }
  // Line `line` (from 1) without its line end; empty past the end.
  std::string_view line(uint32_t line) const;
  // The text that `range` covers.
  std::string_view textOf(const Range &range) const;

  Module *module() const { return cast<Module>(root); }

private:
  friend class FileBuilder;
  std::string text; // followed by eight zero bytes, which the lexer relies on
  std::vector<uint32_t> lineStarts;
};

// Either `file` is set or `error`; with an error, `refused` has the text and
// its lines, for showing them, and no tree.
struct ParseResult {
  std::unique_ptr<File> file;
  std::optional<diag::Diagnostic> error;
  std::unique_ptr<File> refused;

  explicit operator bool() const { return file != nullptr; }
};

[[gnu::visibility("default")]] ParseResult parse(std::string_view source, std::string_view filename,
                                                 const ParseOptions &options = {});
inline ParseResult parse(std::string_view source, std::string_view filename, Mode mode) {
  return parse(source, filename, ParseOptions{.mode = mode});
}

} // namespace lith::syntax

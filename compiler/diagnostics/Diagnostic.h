// Diagnostic.h: what the compiler says about a user's program.
//
// A diagnostic is plain data that owns its strings; it may outlive the source
// and the tree. Kinds are declared in kinds.def, each with a stable code.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lith::diag {

// A piece of source: lines from 1, columns in UTF-8 bytes from 0, the end
// exclusive; the same numbers as lineno, col_offset and end_* of Python's ast.
// Line 0 means that the place is unknown.
struct Range {
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t endLine = 0;
  uint32_t endColumn = 0;

  bool known() const { return line != 0; }
  bool operator==(const Range &) const = default;
};

// From the start of `first` to the end of `last`.
inline Range join(const Range &first, const Range &last) {
  return {first.line, first.column, last.endLine, last.endColumn};
}

enum class Severity : uint8_t { Error, Warning, Note };

enum class Kind : uint16_t {
#define LITH_DIAGNOSTIC(name, code, severity, format, explanation) name,
#include "diagnostics/kinds.def"
};

// The declaration of a kind. All strings are static.
struct KindInfo {
  std::string_view name;
  unsigned code; // 204 is written LTH0204
  Severity severity;
  std::string_view format;      // with {0}, {1} … for the arguments
  std::string_view explanation; // the page that `lith explain` shows
};

// Codes below are Python's own syntax errors.
inline constexpr unsigned FirstOwnCode = 200;

[[gnu::visibility("default")]] const KindInfo &info(Kind kind);
const std::vector<Kind> &allKinds();
// "LTH0204"
[[gnu::visibility("default")]] std::string codeText(Kind kind);
// The kind of "LTH0204", "lth0204" or "204".
[[gnu::visibility("default")]] std::optional<Kind> findCode(std::string_view code);

// A text at a further range of the diagnostic's own file, shown under the line.
struct Label {
  Range range;
  std::string text;
};

// A link of the chain that led here, such as "while compiling `loss`".
struct Note {
  std::string file;
  Range range;
  std::string message;
};

struct Diagnostic {
  Kind kind;
  Severity severity = Severity::Error;
  std::string file;
  Range range;
  std::string message;
  std::vector<Label> labels;
  std::vector<Note> notes;

  Diagnostic &label(Range at, std::string text);
  Diagnostic &note(std::string inFile, Range at, std::string text);
};

// A diagnostic of `kind` whose message is the kind's format with {0}, {1} …
// replaced by `arguments`.
[[gnu::visibility("default")]] Diagnostic
make(Kind kind, std::string file, Range range,
     std::initializer_list<std::string_view> arguments = {});

// `format` with {0}, {1} … replaced.
std::string substitute(std::string_view format, std::initializer_list<std::string_view> arguments);

} // namespace lith::diag

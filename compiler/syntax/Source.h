// Source.h: bytes of a file to the UTF-8 text that is lexed.
#pragma once

#include "syntax/Parser.h"
#include "syntax/Token.h"

#include <optional>

namespace lith::syntax {

// Fills a File's text and lines; the only writer of them.
class FileBuilder {
public:
  // Takes off a byte order mark, decodes by the encoding declaration as Python
  // does (unless `isText`), turns line ends into \n, and ends the last line.
  // Bytes that are no UTF-8 stay; only in names and strings are they an error.
  static std::optional<diag::Diagnostic> load(File &file, std::string_view bytes, bool isText);
  // The text of `file` for the lexer; valid as long as the file.
  static SourceText sourceText(const File &file);
};

} // namespace lith::syntax

// Render.h: diagnostics as text, with the source line and what is underlined.
#pragma once

#include "diagnostics/Diagnostic.h"

#include <functional>

namespace lith::diag {

// Line `line` (from 1) of `file` without its line end, if it can be had.
// The view must stay valid during the call of render that asked for it.
using SourceLines =
    std::function<std::optional<std::string_view>(std::string_view file, uint32_t line)>;

// train.py:14:14: error: shapes do not broadcast; dimension 1 is 3 and 4 [LTH0204]
//    14 |     return h + bias
//       |            ~ ^ ~~~~ (8, 4)
//       |            (8, 3)
// train.py:30:8: note: while compiling `loss`
//
// Columns in the first line are characters from 1. Underlines count terminal
// cells, so wide (CJK) and combining characters stay aligned.
[[gnu::visibility("default")]] std::string render(const Diagnostic &diagnostic,
                                                  const SourceLines &lines);

// The first line of `render` alone: FILE:LINE:COL: severity: message [code].
std::string renderHeader(const Diagnostic &diagnostic, const SourceLines &lines);

// The column of a reader, in characters from 1, of byte `bytes` of `line`.
uint32_t readerColumn(std::string_view line, uint32_t bytes);

// Number of terminal cells that UTF-8 `text` takes; tabs count as one.
unsigned displayWidth(std::string_view text);

} // namespace lith::diag

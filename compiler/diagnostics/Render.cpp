// Render.cpp: the picture of a diagnostic, line by line.
//
// The primary range and the labels of one line share one row of underlines:
// carets for the primary range, tildes for the rest. Texts of labels follow,
// the rightmost on the same row, the others below at their own columns.
#include "diagnostics/Render.h"

#include "diagnostics/Width.h"

#include <algorithm>
#include <map>

namespace lith::diag {

static std::string_view severityName(Severity severity) {
  static constexpr std::string_view names[] = {"error", "warning", "note"};
  return names[size_t(severity)];
}

uint32_t readerColumn(std::string_view line, uint32_t bytes) {
  uint32_t column = 1;
  for (uint32_t i = 0; i < bytes && i < line.size(); ++i)
    column += (line[i] & 0xC0) != 0x80;
  return bytes > line.size() ? column + (bytes - static_cast<uint32_t>(line.size())) : column;
}

static std::string place(std::string_view file, const Range &range, const SourceLines &lines) {
  std::string text(file.empty() ? std::string_view("<unknown>") : file);
  if (!range.known())
    return text;
  std::optional<std::string_view> line = lines ? lines(file, range.line) : std::nullopt;
  uint32_t column = line ? readerColumn(*line, range.column) : range.column + 1;
  return text + ':' + std::to_string(range.line) + ':' + std::to_string(column);
}

std::string renderHeader(const Diagnostic &diagnostic, const SourceLines &lines) {
  std::string text = place(diagnostic.file, diagnostic.range, lines);
  text += ": ";
  text += severityName(diagnostic.severity);
  text += ": " + diagnostic.message + " [" + codeText(diagnostic.kind) + "]";
  return text;
}

namespace {
// A mark under one line, in terminal cells.
struct Mark {
  unsigned start, end;
  char sign;
  std::string_view text;
};

// The part of `range` that is on `line`.
Mark markOn(std::string_view text, uint32_t line, const Range &range, char sign,
            std::string_view label) {
  size_t first = range.line < line ? text.find_first_not_of(" \t") : range.column;
  size_t last = range.endLine > line ? text.size() : range.endColumn;
  first = std::min(first, text.size());
  last = std::clamp(last, first, text.size());
  unsigned start = displayWidth(text.substr(0, first));
  unsigned width = displayWidth(text.substr(first, last - first));
  return {start, start + std::max(1u, width), sign, label};
}

void put(std::string &row, size_t at, std::string_view text) {
  if (row.size() < at)
    row.resize(at, ' ');
  row += text;
}

std::string gutter(size_t width, std::string_view number) {
  return std::string(width - number.size() + 3, ' ') + std::string(number) + " |";
}

void underline(std::string &to, const std::string &margin, std::vector<Mark> marks) {
  std::string row;
  for (const Mark &mark : marks) {
    if (row.size() < mark.end)
      row.resize(mark.end, ' ');
    for (unsigned i = mark.start; i < mark.end; ++i)
      if (row[i] != '^')
        row[i] = mark.sign;
  }
  std::erase_if(marks, [](const Mark &mark) { return mark.text.empty(); });
  std::sort(marks.begin(), marks.end(),
            [](const Mark &a, const Mark &b) { return a.start > b.start; });
  for (size_t i = 0; i < marks.size(); ++i) {
    if (i == 0 && marks[0].end >= row.size()) {
      row += ' ';
      row += marks[0].text;
      continue;
    }
    to += margin + ' ' + row + '\n';
    row.clear();
    put(row, marks[i].start, marks[i].text);
  }
  to += margin + ' ' + row + '\n';
}

std::string withoutTabs(std::string_view line) {
  std::string text(line);
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}
} // namespace

// The marks of each source line, in order of lines.
static std::map<uint32_t, std::vector<Mark>> collectMarks(const Diagnostic &diagnostic,
                                                          const SourceLines &lines) {
  std::map<uint32_t, std::vector<Mark>> marks;
  auto add = [&](const Range &range, char sign, std::string_view label) {
    if (!range.known())
      return;
    if (auto text = lines(diagnostic.file, range.line))
      marks[range.line].push_back(markOn(*text, range.line, range, sign, label));
  };
  for (const Label &label : diagnostic.labels)
    add(label.range, '~', label.text);
  add(diagnostic.range, '^', {});
  return marks;
}

// What Python itself refuses says what is wrong with it; Lith's own refusals say what to do
// instead.
static bool hasWayOut(Kind kind) { return info(kind).code >= FirstOwnCode; }

std::string render(const Diagnostic &diagnostic, const SourceLines &lines) {
  std::string text = renderHeader(diagnostic, lines) + '\n';
  std::map<uint32_t, std::vector<Mark>> marks;
  if (lines)
    marks = collectMarks(diagnostic, lines);
  size_t width = marks.empty() ? 0 : std::to_string(marks.rbegin()->first).size();
  for (auto &[line, lineMarks] : marks) {
    text += gutter(width, std::to_string(line)) + ' ' + withoutTabs(*lines(diagnostic.file, line)) +
            '\n';
    underline(text, gutter(width, ""), lineMarks);
  }
  for (const Note &note : diagnostic.notes)
    text += place(note.file, note.range, lines) + ": note: " + note.message + '\n';
  if (diagnostic.severity == Severity::Error && hasWayOut(diagnostic.kind))
    text += "help: " + std::string(info(diagnostic.kind).explanation) + '\n';
  return text;
}

} // namespace lith::diag

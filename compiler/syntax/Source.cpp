// Source.cpp: byte order marks, encoding declarations, line ends.
#include "syntax/Source.h"

#include "syntax/CharClass.h"
#include "syntax/Unicode.h"

#include <algorithm>
#include <cstring>
#include <iconv.h>

namespace lith::syntax {

using diag::Kind;

std::string_view File::line(uint32_t line) const {
  if (line == 0 || line > lineStarts.size())
    return {};
  uint32_t start = lineStarts[line - 1];
  uint32_t end = line < lineStarts.size() ? lineStarts[line] : static_cast<uint32_t>(text.size());
  std::string_view result(text.data() + start, end - start);
  while (!result.empty() && (result.back() == '\n' || result.back() == 0))
    result.remove_suffix(1);
  return result;
}

std::string_view File::textOf(const Range &range) const {
  if (range.line == 0 || range.endLine > lineStarts.size())
    return {};
  uint32_t start = lineStarts[range.line - 1] + range.column;
  uint32_t end = lineStarts[range.endLine - 1] + range.endColumn;
  return std::string_view(text).substr(start, end - start);
}

// A comment line's declared encoding, `coding[:=]\s*([-\w.]+)`, or empty.
static std::string_view declaredEncoding(std::string_view line) {
  size_t start = line.find_first_not_of(" \t\f");
  if (start == line.npos || line[start] != '#')
    return {};
  for (size_t at = line.find("coding", start); at != line.npos; at = line.find("coding", at + 1)) {
    size_t value = at + 6;
    if (value >= line.size() || (line[value] != ':' && line[value] != '='))
      continue;
    do
      ++value;
    while (value < line.size() && (line[value] == ' ' || line[value] == '\t'));
    size_t end = value;
    while (end < line.size() && (isNameByte(line[end]) || line[end] == '-' || line[end] == '.') &&
           !(line[end] & 0x80))
      ++end;
    if (end > value)
      return line.substr(value, end - value);
  }
  return {};
}

// The encoding that the first two lines declare, in lower case with dashes.
static std::string findEncoding(std::string_view bytes) {
  for (int i = 0; i < 2 && !bytes.empty(); ++i) {
    size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
    std::string_view line = bytes.substr(0, end);
    std::string name(declaredEncoding(line));
    if (!name.empty()) {
      for (char &c : name)
        c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? c + 32 : c;
      return name;
    }
    size_t content = line.find_first_not_of(" \t\f");
    if (content != line.npos && line[content] != '#')
      break;
    end += end + 1 < bytes.size() && bytes[end] == '\r' && bytes[end + 1] == '\n' ? 2 : 1;
    bytes.remove_prefix(std::min(end, bytes.size()));
  }
  return {};
}

static bool isUtf8Name(std::string_view name) {
  return name == "utf-8" || name == "utf8" || name == "u8" || name == "utf" || name == "cp65001" ||
         name == "utf8-ucs2" || name == "utf8-ucs4" || name.starts_with("utf-8-");
}

static std::string latin1ToUtf8(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (unsigned char c : bytes)
    appendUtf8(text, c);
  return text;
}

// Converts by the C library; false when it does not know `encoding` (then
// `known` is false too) or the bytes are not in it.
static bool convert(std::string_view bytes, const std::string &encoding, std::string &text,
                    bool &known) {
  iconv_t converter = iconv_open("UTF-8", encoding.c_str());
  known = converter != iconv_t(-1);
  if (!known)
    return false;
  char *in = const_cast<char *>(bytes.data());
  size_t inLeft = bytes.size();
  bool ok = true;
  while (inLeft && ok) {
    char buffer[4096];
    char *out = buffer;
    size_t outLeft = sizeof buffer;
    size_t status = iconv(converter, &in, &inLeft, &out, &outLeft);
    text.append(buffer, out - buffer);
    ok = status != size_t(-1) || out != buffer;
  }
  iconv_close(converter);
  return ok;
}

static Range lineRange(std::string_view text, size_t offset) {
  auto line = static_cast<uint32_t>(1 + std::count(text.begin(), text.begin() + offset, '\n'));
  size_t start = offset ? text.rfind('\n', offset - 1) : text.npos;
  auto column = static_cast<uint32_t>(start == text.npos ? offset : offset - start - 1);
  return {line, column, line, column};
}

static std::optional<diag::Diagnostic> decode(const File &file, std::string_view bytes,
                                              std::string &text) {
  bool mark = bytes.starts_with("\xEF\xBB\xBF");
  std::string encoding = findEncoding(mark ? bytes.substr(3) : bytes);
  bool exactly = encoding == "utf-8" || encoding.starts_with("utf-8-");
  if (encoding.empty() || exactly || (!mark && isUtf8Name(encoding))) {
    text = bytes.substr(mark ? 3 : 0);
    return std::nullopt;
  }
  if (mark)
    return diag::make(Kind::EncodingAgainstMark, file.name, {1, 0, 1, 0}, {encoding});
  if (encoding == "latin-1" || encoding == "iso-8859-1" || encoding == "iso-latin-1" ||
      encoding.starts_with("latin-1-") || encoding.starts_with("iso-8859-1-")) {
    text = latin1ToUtf8(bytes);
    return std::nullopt;
  }
  bool known = false;
  if (convert(bytes, encoding, text, known))
    return std::nullopt;
  if (!known)
    return diag::make(Kind::UnknownEncoding, file.name, {1, 0, 1, 0}, {encoding});
  return diag::make(Kind::UndecodableSource, file.name, {1, 0, 1, 0}, {encoding});
}

static void translateLineEnds(std::string &text) {
  if (text.find('\r') == text.npos)
    return;
  size_t to = 0;
  for (size_t from = 0; from < text.size(); ++from) {
    char c = text[from];
    if (c == '\r') {
      c = '\n';
      from += from + 1 < text.size() && text[from + 1] == '\n';
    }
    text[to++] = c;
  }
  text.resize(to);
}

std::optional<diag::Diagnostic> FileBuilder::load(File &file, std::string_view bytes, bool isText) {
  std::string &text = file.text;
  if (bytes.size() > (size_t(1) << 31))
    return diag::make(Kind::SourceTooLarge, file.name, {1, 0, 1, 0});
  if (size_t at = bytes.find('\0'); at != bytes.npos)
    return diag::make(Kind::NullByte, file.name, lineRange(bytes, at));
  if (isText) {
    text = bytes;
  } else if (auto error = decode(file, bytes, text)) {
    return error;
  }
  translateLineEnds(text);
  if (!text.empty() && text.back() != '\n')
    text += '\n';
  file.lineStarts.push_back(0);
  const char *begin = text.data(), *end = begin + text.size();
  for (const char *p = begin; (p = static_cast<const char *>(memchr(p, '\n', end - p)));)
    file.lineStarts.push_back(static_cast<uint32_t>(++p - begin));
  text.append(8, '\0');
  return std::nullopt;
}

SourceText FileBuilder::sourceText(const File &file) {
  return {file.text.data(), static_cast<uint32_t>(file.text.size() - 8), 1, file.lineStarts};
}

} // namespace lith::syntax

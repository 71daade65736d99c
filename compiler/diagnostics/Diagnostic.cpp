// Diagnostic.cpp: the table of kinds, and messages made from it.
#include "diagnostics/Diagnostic.h"

#include <charconv>
#include <cstdio>
#include <utility>

namespace lith::diag {

static constexpr KindInfo table[] = {
#define LITH_DIAGNOSTIC(name, code, severity, format, explanation)                                 \
  {#name, code, Severity::severity, format, explanation},
#include "diagnostics/kinds.def"
};

static constexpr bool codesAreUnique() {
  for (size_t i = 0; i < std::size(table); ++i)
    for (size_t j = i + 1; j < std::size(table); ++j)
      if (table[i].code == table[j].code)
        return false;
  return true;
}
static_assert(codesAreUnique(), "two diagnostics share one code");

const KindInfo &info(Kind kind) { return table[size_t(kind)]; }

const std::vector<Kind> &allKinds() {
  static const std::vector<Kind> kinds = [] {
    std::vector<Kind> all;
    for (size_t i = 0; i < std::size(table); ++i)
      all.push_back(Kind(i));
    return all;
  }();
  return kinds;
}

std::string codeText(Kind kind) {
  char text[16];
  std::snprintf(text, sizeof text, "LTH%04u", info(kind).code);
  return text;
}

std::optional<Kind> findCode(std::string_view code) {
  if (code.size() > 3 && (code[0] | 32) == 'l' && (code[1] | 32) == 't' && (code[2] | 32) == 'h')
    code.remove_prefix(3);
  unsigned number = 0;
  auto [end, error] = std::from_chars(code.data(), code.data() + code.size(), number);
  if (error != std::errc() || end != code.data() + code.size())
    return std::nullopt;
  for (Kind kind : allKinds())
    if (info(kind).code == number)
      return kind;
  return std::nullopt;
}

Diagnostic &Diagnostic::label(Range at, std::string text) {
  labels.push_back({at, std::move(text)});
  return *this;
}

Diagnostic &Diagnostic::note(std::string inFile, Range at, std::string text) {
  notes.push_back({std::move(inFile), at, std::move(text)});
  return *this;
}

std::string substitute(std::string_view format, std::initializer_list<std::string_view> arguments) {
  std::string text;
  for (size_t i = 0; i < format.size(); ++i) {
    bool hole = format[i] == '{' && i + 2 < format.size() && format[i + 2] == '}' &&
                format[i + 1] >= '0' && format[i + 1] <= '9';
    size_t index = hole ? size_t(format[i + 1] - '0') : 0;
    if (hole && index < arguments.size()) {
      text += arguments.begin()[index];
      i += 2;
    } else {
      text += format[i];
    }
  }
  return text;
}

Diagnostic make(Kind kind, std::string file, Range range,
                std::initializer_list<std::string_view> arguments) {
  Diagnostic result;
  result.kind = kind;
  result.severity = info(kind).severity;
  result.file = std::move(file);
  result.range = range;
  result.message = substitute(info(kind).format, arguments);
  return result;
}

} // namespace lith::diag

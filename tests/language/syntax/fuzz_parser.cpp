// fuzz_parser.cpp: mutated sources must give a tree or a diagnostic, never a
// crash.
//
//   fuzz-parser PATHS-FILE COUNT [SEED]
//
// Takes pieces of the files, changes them, parses them in both versions of the
// language, prints trees and renders diagnostics. Prints how many of each.
#include "diagnostics/Render.h"
#include "syntax/Check.h"
#include "syntax/Dump.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using namespace lith;

namespace {
class Mutator {
public:
  Mutator(std::vector<std::string> sources, unsigned seed)
      : sources(std::move(sources)), random(seed) {}

  std::string next() {
    std::string text = statements(4096);
    for (size_t i = below(4) * below(2) + 1; i > 0; --i)
      mutate(text);
    return text;
  }

private:
  size_t below(size_t limit) { return limit ? random() % limit : 0; }

  std::string piece(size_t limit) {
    const std::string &source = sources[below(sources.size())];
    return source.substr(below(source.size()), below(limit) + 1);
  }

  // The position after `at` where a line begins without indentation.
  static size_t topLevel(const std::string &source, size_t at) {
    while ((at = source.find('\n', at)) != source.npos)
      if (++at < source.size() && source[at] > '#' && source[at] != ')')
        return at;
    return source.size();
  }

  // Some whole statements of some file.
  std::string statements(size_t limit) {
    const std::string &source = sources[below(sources.size())];
    size_t start = topLevel(source, below(source.size()));
    size_t end = topLevel(source, std::min(start + below(limit), source.size()));
    return source.substr(start, std::min(end - start, 4 * limit));
  }

  void mutate(std::string &text) {
    static const std::vector<std::string> pieces = {"(",
                                                    ")",
                                                    "[",
                                                    "]",
                                                    "{",
                                                    "}",
                                                    ":",
                                                    ",",
                                                    "\"",
                                                    "'",
                                                    "'''",
                                                    "\"\"\"",
                                                    "f'{",
                                                    "}'",
                                                    "f\"\"\"{",
                                                    "{{",
                                                    "!r",
                                                    ":>{",
                                                    "\\",
                                                    "\\N{",
                                                    "\\x",
                                                    "\\u12",
                                                    "\\\n",
                                                    "\n",
                                                    "\n\t",
                                                    "\r",
                                                    "\f",
                                                    "#",
                                                    "=",
                                                    ":=",
                                                    "->",
                                                    "**",
                                                    "lambda ",
                                                    "match ",
                                                    "case ",
                                                    "type ",
                                                    "async ",
                                                    "await ",
                                                    "not ",
                                                    "if ",
                                                    " else ",
                                                    " for x in ",
                                                    "except* ",
                                                    "0x",
                                                    "1_",
                                                    "1e",
                                                    "9999999999999999999",
                                                    "1j",
                                                    "é",
                                                    "变量",
                                                    "\xFF",
                                                    "\xE4\xB8",
                                                    "\xC2\xA0",
                                                    "￥",
                                                    "\0",
                                                    "$",
                                                    "b'",
                                                    "rb\"",
                                                    "u'",
                                                    "yield ",
                                                    "*",
                                                    "@",
                                                    "# coding: latin-1\n",
                                                    "\xEF\xBB\xBF",
                                                    "((((((((((((((((((((((((((((((",
                                                    "- - - - - - - - - "};
    size_t at = below(text.size() + 1);
    size_t length = below(1 + below(40));
    switch (below(6)) {
    case 0:
      text.erase(at, length);
      break;
    case 1:
      text.insert(at, pieces[below(pieces.size())]);
      break;
    case 2:
      text.replace(at, std::min(length, text.size() - at), pieces[below(pieces.size())]);
      break;
    case 3:
      text.insert(at, piece(60));
      break;
    case 4:
      if (!text.empty())
        text[below(text.size())] = char(random());
      break;
    default:
      text.resize(at);
    }
  }

  std::vector<std::string> sources;
  std::mt19937 random;
};
} // namespace

static bool parseOne(const std::string &text, const syntax::ParseOptions &options) {
  syntax::ParseResult result = syntax::parse(text, "fuzz.py", options);
  if (result) {
    if (syntax::dumpAst(*result.file).empty() || syntax::dumpSExpression(*result.file).empty())
      std::abort();
    if (auto error = syntax::check(*result.file); error && error->message.empty())
      std::abort();
    return true;
  }
  auto lines = [&](std::string_view, uint32_t line) -> std::optional<std::string_view> {
    return result.refused->line(line);
  };
  if (diag::render(*result.error, lines).empty())
    std::abort();
  return false;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  std::vector<std::string> sources;
  std::ifstream list(argv[1]);
  for (std::string path; std::getline(list, path);) {
    std::ifstream in(path, std::ios::binary);
    sources.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::erase_if(sources, [](const std::string &source) { return source.empty(); });
  if (sources.empty())
    return 2;
  Mutator mutator(std::move(sources), argc > 3 ? std::atoi(argv[3]) : 1);
  long accepted = 0, count = std::atol(argv[2]);
  for (long i = 0; i < count; ++i) {
    std::string text = mutator.next();
    accepted += parseOne(text, {.version = syntax::LanguageVersion::Python311});
    parseOne(text, {.mode = i % 3 ? syntax::Mode::Module : syntax::Mode::FunctionSnippet,
                    .isText = i % 2 == 0});
  }
  std::printf("%ld files: %ld accepted, %ld refused\n", count, accepted, count - accepted);
  return 0;
}

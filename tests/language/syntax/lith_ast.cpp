// lith_ast.cpp: the parser as a filter, for tests that compare with CPython.
//
//   lith-ast [--latest] [--text] [--expression] [--check]   reads requests from stdin:
//     FILE PATH\n              parse the file
//     TEXT LENGTH\nBYTES       parse the bytes
//   and answers each with
//     OK LENGTH\nDUMP\n
//     ERROR CODE LINE COLUMN ENDLINE ENDCOLUMN LENGTH\nMESSAGE\n
//   (columns in bytes from 0).
//   lith-ast --time PATHS-FILE REPEATS   prints bytes and seconds of parsing.
#include "syntax/Check.h"
#include "syntax/Dump.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

using namespace lith;

static std::string readFile(const std::string &path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

static void answer(const std::string &source, const std::string &name,
                   const syntax::ParseOptions &options, bool check) {
  syntax::ParseResult result = syntax::parse(source, name, options);
  if (result && check)
    result.error = syntax::check(*result.file);
  if (!result.error) {
    std::string dump = syntax::dumpAst(*result.file);
    std::cout << "OK " << dump.size() << '\n' << dump << '\n' << std::flush;
    return;
  }
  const diag::Diagnostic &error = *result.error;
  std::cout << "ERROR " << diag::codeText(error.kind) << ' ' << error.range.line << ' '
            << error.range.column << ' ' << error.range.endLine << ' ' << error.range.endColumn
            << ' ' << error.message.size() << '\n'
            << error.message << '\n'
            << std::flush;
}

static int measure(const std::string &list, int repeats) {
  std::ifstream in(list);
  std::vector<std::string> sources;
  size_t bytes = 0;
  for (std::string path; std::getline(in, path);) {
    sources.push_back(readFile(path));
    bytes += sources.back().size();
  }
  double best = 1e9;
  for (int i = 0; i < repeats; ++i) {
    auto start = std::chrono::steady_clock::now();
    for (const std::string &source : sources)
      syntax::parse(source, "bench.py");
    std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    best = std::min(best, time.count());
  }
  std::printf("%zu %.6f\n", bytes, best);
  return 0;
}

int main(int argc, char **argv) {
  syntax::ParseOptions options{.version = syntax::LanguageVersion::Python311};
  bool check = false;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--time" && i + 2 < argc)
      return measure(argv[i + 1], std::atoi(argv[i + 2]));
    if (argument == "--latest")
      options.version = syntax::LanguageVersion::Latest;
    else if (argument == "--text")
      options.isText = true;
    else if (argument == "--expression")
      options.mode = syntax::Mode::Expression;
    else if (argument == "--check")
      check = true;
    else
      return 2;
  }
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("FILE ")) {
      answer(readFile(line.substr(5)), line.substr(5), options, check);
    } else if (line.starts_with("TEXT ")) {
      std::string source(std::strtoul(line.c_str() + 5, nullptr, 10), '\0');
      std::cin.read(source.data(), static_cast<std::streamsize>(source.size()));
      answer(source, "<text>", options, check);
    } else {
      return 2;
    }
  }
  return 0;
}

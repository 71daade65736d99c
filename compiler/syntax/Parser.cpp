// Parser.cpp: the entry point: load, lex, parse, check the depth.
#include "syntax/Parser.h"

#include "syntax/Explain.h"
#include "syntax/Lexer.h"
#include "syntax/ParserImpl.h"
#include "syntax/Source.h"
#include "syntax/Unicode.h"

#include <utility>

namespace lith::syntax {

// Nodes below nodes: consumers of the tree may recurse over it.
static constexpr int maxTreeDepth = 1500;

// A node deeper than maxTreeDepth, or null.
static const Node *findTooDeep(const Node *root) {
  std::vector<std::pair<const Node *, int>> work{{root, 0}};
  while (!work.empty()) {
    auto [node, depth] = work.back();
    work.pop_back();
    if (depth > maxTreeDepth)
      return node;
    forEachChild(node, [&](const Node *child) { work.push_back({child, depth + 1}); });
  }
  return nullptr;
}

static Mod *parseRoot(ParseContext &context, const SourceText &source,
                      const ParseOptions &options) {
  std::vector<Token> tokens;
  Lexer lexer(source, options.version, tokens);
  lexer.run(options.mode == Mode::FunctionSnippet);
  ParserImpl parser(context, source, tokens);
  try {
    if (options.mode == Mode::Expression)
      return parser.parseExpressionInput();
    return parser.parseModule();
  } catch (const Failure &failure) {
    throw explain(
        {context, source, tokens, lexer, parser.statementStart(), failure.at, options.mode, false});
  } catch (const diag::Diagnostic &error) {
    throw prioritise(error, context, source, lexer, tokens, parser.current());
  }
}

ParseResult parse(std::string_view source, std::string_view filename, const ParseOptions &options) {
  auto file = std::make_unique<File>();
  file->name = filename;
  auto refuse = [&](diag::Diagnostic error) {
    return ParseResult{nullptr, std::move(error), std::move(file)};
  };
  if (auto error = FileBuilder::load(*file, source, options.isText))
    return refuse(std::move(*error));
  SourceText text = FileBuilder::sourceText(*file);
  bool isUtf8 = findInvalidUtf8(file->source()) == std::string_view::npos;
  ParseContext context(*file, options.version, isUtf8);
  try {
    file->root = parseRoot(context, text, options);
  } catch (diag::Diagnostic &error) {
    return refuse(std::move(error));
  }
  if (context.longChain)
    if (const Node *deep = findTooDeep(file->root))
      return refuse(diag::make(diag::Kind::NestedTooDeeply, file->name, deep->range));
  return {std::move(file), std::nullopt, nullptr};
}

} // namespace lith::syntax

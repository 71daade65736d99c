// ErrorParser.h: runs the ErrorGrammar over a text that does not parse, once to
// see how far it goes, once more to recognise the mistake; internal to syntax/.
#pragma once

#include "syntax/ErrorGrammar.h"
#include "syntax/Explain.h"

#include <unordered_map>

namespace lith::syntax {

class ErrorParser {
public:
  ErrorParser(const FailedParse &failed, const Token *start)
      : failed(failed), grammar(ErrorGrammar::get()), tokens(failed.tokens),
        startIndex(static_cast<int>(start - tokens.data())), last(startIndex),
        stringsRule(grammar.find("strings")) {}

  // Thrown when the lexer's error is reached.
  struct ReachedLexError {};
  // Thrown when the text is too deep or too long to explain.
  struct GaveUp {};

  // Runs `rule` from the start; the second pass throws a Diagnostic when it
  // recognises a mistake. True when the text matches.
  bool run(std::string_view rule, bool secondPass);

  // The furthest token that was looked at.
  const Token &lastToken() const { return tokens[last]; }
  // Where Python points for an error without a place of its own.
  Range lastRange() const;

private:
  struct Span {
    int first = 0, end = 0; // token indices
  };
  struct Labels {
    Span a, b;
    Span &operator[](char name) { return name == 'a' ? a : b; }
  };
  // Results below zero: no match; no match, and no further alternative.
  static constexpr int none = -1, abandoned = -2;

  const Token &peek(int at);
  int match(int node, int at);
  int matchRule(int rule, int at);
  int matchChoice(const GrammarNode &node, int at);
  int matchSequence(const GrammarNode &node, int at);
  int matchMany(const GrammarNode &node, int at);
  int act(const GrammarAction &action, Labels &labels, int end);

  bool isSoftWord(const Token &token, std::string_view word) const {
    return token.kind == Tok::Name && failed.source.text(token) == word;
  }
  bool isLegacyStatement(Span span) const;
  Range tokenRange(int first, int last) const;
  Range rangeOf(Span span);
  std::vector<Token> tokensOf(Span span, Tok end) const;
  Expr *expressionOf(Span span);
  void checkStrings(int first, int end);
  int raiseArguments(std::string_view verb, Span args, Span rest);
  int raiseTarget(Span span, diag::Kind kind, bool isFor, bool isDelete);
  [[noreturn]] void raise(diag::Kind kind, Range range,
                          std::initializer_list<std::string_view> arguments = {});

  const FailedParse &failed;
  const ErrorGrammar &grammar;
  const std::vector<Token> &tokens;
  int startIndex;
  int last;
  int stringsRule;
  bool useInvalid = false;
  int depth = 0;
  int steps = 0;
  std::unordered_map<uint64_t, int> memo;
};

// "function call", "literal": what Python calls an expression in messages.
std::string_view expressionName(const Expr *expression);

} // namespace lith::syntax

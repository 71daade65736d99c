// ParserImpl.h: the recursive descent parser; internal to syntax/.
//
// It builds the tree or stops at once: a text that does not follow the grammar
// throws Failure, and Explain.h then works out what to say. Errors that Python
// finds while it builds a node (in literals, above all) throw a Diagnostic.
// Exceptions do not leave parse().
#pragma once

#include "syntax/Interner.h"
#include "syntax/Parser.h"
#include "syntax/Token.h"

#include <initializer_list>
#include <string_view>
#include <vector>

namespace lith::syntax {

// The grammar does not allow the token at `at`.
struct Failure {
  const Token *at;
};

struct CallArguments {
  Seq<Expr *> args;
  Seq<Keyword *> keywords;
};

// What the parsers of one file share: its arena, names and scratch memory.
struct ParseContext {
  ParseContext(File &file, LanguageVersion version, bool isUtf8)
      : file(file), version(version), isUtf8(isUtf8), names(file.arena) {}

  File &file;
  LanguageVersion version;
  bool isUtf8; // all of the file is well formed
  Interner names;
  std::vector<void *> scratch;
  int depth = 0;          // of recursion, bounded by maxDepth
  bool longChain = false; // some operand chain is long: the tree's depth needs a check
};

class ParserImpl {
public:
  // `tokens` end with End or Error. `parent` is the literal that holds the
  // expression when this is the parser of a replacement field.
  ParserImpl(ParseContext &context, const SourceText &source, const std::vector<Token> &tokens)
      : context(context), source(source), tokens(tokens), cur(tokens.data()), topLevel(cur) {}

  Module *parseModule();
  Expression *parseExpressionInput();
  // A whole text that is one replacement field in parentheses.
  Expr *parseReplacementField();
  // A list of expressions from token `first`, for explanations of errors.
  Expr *parseStarExpressionsAt(const Token *first);
  // The string literals that the tokens start with.
  Expr *parseStrings() { return strings(); }
  // All tokens as arguments of a call, up to the closing bracket.
  CallArguments parseArguments();
  const Token &current() const { return *cur; }
  // The statement of the file that was being read.
  const Token *statementStart() const { return topLevel; }

private:
  class Deeper;
  template <class T> class List;
  friend class FStringParser;

  // ParserImpl.cpp: tokens, ranges, nodes.
  Tok kind() const { return cur->kind; }
  bool at(Tok k) const { return cur->kind == k; }
  bool accept(Tok k) { return at(k) ? (++cur, true) : false; }
  void expect(Tok k) {
    if (!accept(k))
      fail();
  }
  [[noreturn]] void fail() const { throw Failure{cur}; }
  bool atSoftKeyword(std::string_view word) const {
    return at(Tok::Name) && source.text(*cur) == word;
  }
  bool latest() const { return context.version == LanguageVersion::Latest; }
  Range rangeOf(const Token &first, const Token &last) const;
  Range since(const Token *first) const { return rangeOf(*first, cur[-1]); }
  // As since, without the white space at the end of a block.
  Range sinceBlock(const Token *first) const;
  Identifier identifier();
  Identifier intern(std::string_view text) { return context.names.intern(text); }
  template <class T, class... Args> T *node(Range range, Args &&...args);

  // ParseStatements.cpp: simple statements.
  Seq<Stmt *> statements(Tok end);
  void statement(List<Stmt> &to);
  void simpleStatements(List<Stmt> &to);
  Stmt *simpleStatement();
  Stmt *expressionStatement();
  Stmt *annotated(const Token *start, Expr *target);
  Stmt *assignment(const Token *start, Expr *first);
  Expr *yieldOrStarExpressions();
  Stmt *deleteStatement();
  Stmt *raiseStatement();
  Stmt *assertStatement();
  template <class T> Stmt *scopeStatement();
  Stmt *typeAlias();

  // ParseImports.cpp
  Stmt *importStatement();
  Stmt *importFromStatement();
  Identifier dottedName();
  Seq<Alias *> importedNames();
  Alias *alias(bool dotted);

  // ParseCompound.cpp
  Seq<Stmt *> block();
  Stmt *compoundStatement();
  Stmt *ifStatement();
  Seq<Stmt *> elseBlock();
  Stmt *whileStatement();
  Stmt *forStatement(const Token *start, bool isAsync);
  Stmt *withStatement(const Token *start, bool isAsync);
  bool parenthesizedItems(List<WithItem> &items);
  WithItem *withItem(const Token *start, Expr *context);
  Stmt *tryStatement();
  ExceptHandler *exceptHandler(bool isStar);
  Stmt *asyncStatement(Seq<Expr *> decorators, const Token *start);
  Stmt *decorated();
  Stmt *functionDef(const Token *start, bool isAsync, Seq<Expr *> decorators);
  Stmt *classDef(Seq<Expr *> decorators);
  Seq<TypeParam *> typeParams();
  TypeParam *typeParam();

  // ParseParameters.cpp
  Arguments *parameters(Tok end);
  Arg *parameter(bool annotations, bool isStar);

  // ParsePatterns.cpp
  bool atMatchStatement() const;
  Stmt *matchStatement();
  Expr *matchSubject();
  MatchCase *matchCase();
  Pattern *patterns();
  Pattern *maybeStarPattern();
  Pattern *pattern();
  Pattern *orPattern();
  Pattern *closedPattern();
  Pattern *groupOrSequencePattern();
  Pattern *namePattern();
  Pattern *classPattern(const Token *start, Expr *cls);
  Pattern *mappingPattern();
  Expr *nameOrAttribute();
  Expr *patternNumber();
  Expr *signedNumber();
  Identifier captureTarget();
  Seq<Pattern *> sequencePatterns(List<Pattern> &items, Tok end);

  // ParseExpressions.cpp
  Expr *starExpressions();
  Expr *starExpression();
  Expr *starNamedExpression();
  Expr *namedExpression();
  Expr *expression();
  Expr *operators(int minimum);
  Expr *notExpression();
  Expr *boolOp(const Token *start, Expr *first);
  Expr *comparison(const Token *start, Expr *left);
  Expr *unary();
  Expr *power();
  Expr *lambda();
  Expr *yieldExpression();
  Expr *bitwiseOr();
  Expr *disjunction();
  void checkChain(int length);

  // ParseAtoms.cpp
  Expr *primary();
  Expr *atom();
  Expr *constant(ConstantKind kind);
  Expr *parenthesized();
  Expr *listDisplay();
  Expr *braceDisplay();
  Expr *dictDisplay(const Token *start, Expr *firstKey);
  Expr *subscript(const Token *start, Expr *value);
  Expr *slices();
  Expr *slice();
  Expr *call(const Token *start, Expr *func);
  CallArguments arguments();
  Keyword *keywordArgument();
  Seq<Comprehension *> comprehensions();
  Comprehension *comprehension();
  bool atComprehension() const {
    return at(Tok::KwFor) || (at(Tok::KwAsync) && cur[1].kind == Tok::KwFor);
  }

  // ParseTargets.cpp
  void setContext(Expr *target, ExprContext ctx);
  Expr *starTargets();
  Expr *starTarget();

  // ParseLiterals.cpp
  Expr *number();
  Expr *strings();
  void verifyText(const Token &token);
  Expr *bytes(const Token *first);
  [[noreturn]] void failEscape(const struct EscapeError &error);

  ParseContext &context;
  const SourceText &source;
  const std::vector<Token> &tokens;
  const Token *cur;
  const Token *topLevel;
};

// One level of recursion; throws a Diagnostic when there are too many.
class ParserImpl::Deeper {
public:
  explicit Deeper(ParserImpl &parser);
  ~Deeper() { --context.depth; }

private:
  ParseContext &context;
};

// Elements collected before their number is known. Lists nest like a stack.
template <class T> class ParserImpl::List {
public:
  explicit List(ParserImpl &parser) : context(parser.context), mark(context.scratch.size()) {}
  ~List() { context.scratch.resize(mark); }
  List(const List &) = delete;

  void push(T *item) { context.scratch.push_back(item); }
  void clear() { context.scratch.resize(mark); }
  size_t size() const { return context.scratch.size() - mark; }
  T *operator[](size_t i) const { return static_cast<T *>(context.scratch[mark + i]); }
  Seq<T *> take() const {
    size_t count = size();
    if (count == 0)
      return {};
    auto **to = static_cast<T **>(context.file.arena.allocate(count * sizeof(T *)));
    for (size_t i = 0; i < count; ++i)
      to[i] = (*this)[i];
    return {to, count};
  }

private:
  ParseContext &context;
  size_t mark;
};

template <class T, class... Args> T *ParserImpl::node(Range range, Args &&...args) {
  using Base = typename T::BaseType;
  if constexpr (std::is_same_v<Base, Node>)
    return context.file.arena.make<T>(Node{T::Kind, range}, std::forward<Args>(args)...);
  else
    return context.file.arena.make<T>(Base{Node{T::Kind, range}}, std::forward<Args>(args)...);
}

// Whether an expression may start with a token of this kind; a starred one too.
bool startsExpression(Tok kind);

} // namespace lith::syntax

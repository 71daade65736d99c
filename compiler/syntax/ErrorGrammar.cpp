// ErrorGrammar.cpp: reads the notation once.
#include "syntax/ErrorGrammar.h"

#include "syntax/CharClass.h"

#include <cassert>

namespace lith::syntax {

static constexpr std::string_view grammarText =
#include "syntax/ErrorGrammar.inc"
    ;

static Tok tokenOf(std::string_view spelled) {
  for (int kind = 0; kind <= int(Tok::KwYield); ++kind)
    if (spelling(Tok(kind)) == spelled)
      return Tok(kind);
  assert(false && "no such token");
  return Tok::Error;
}

namespace {
class GrammarReader {
public:
  explicit GrammarReader(ErrorGrammar &grammar) : grammar(grammar) {}

  void read() {
    declareRules();
    for (at = 0, skipSpace(); at < text.size(); skipSpace()) {
      GrammarRule &rule = grammar.rules[grammar.find(word())];
      at = text.find(':', at) + 1;
      int body = choice();
      rule.body = body;
    }
  }

private:
  void declareRules() {
    for (size_t line = 0; line < text.size(); line = text.find('\n', line) + 1) {
      at = line;
      if (!hasClass(text[line], charclass::NameStart))
        continue;
      GrammarRule rule{.name = word()};
      rule.isRemembered = text[at] == '@';
      rule.isInvalid = rule.name.starts_with("invalid_");
      grammar.rules.push_back(rule);
    }
  }

  int add(GrammarNode node) {
    grammar.nodes.push_back(std::move(node));
    return static_cast<int>(grammar.nodes.size() - 1);
  }

  // True at the start of the next rule.
  bool skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
      ++at;
    return at >= text.size() || (text[at - 1] == '\n' && text[at] != '|');
  }

  std::string_view word() {
    size_t start = at;
    while (isNameByte(text[at]))
      ++at;
    return text.substr(start, at - start);
  }

  std::string_view quoted() {
    char quote = text[at++];
    size_t start = at;
    at = text.find(quote, at) + 1;
    return text.substr(start, at - 1 - start);
  }

  int choice() {
    GrammarNode node{.op = GrammarNode::Choice};
    do
      node.kids.push_back(sequence());
    while (!skipSpace() && text[at] == '|' && ++at);
    return add(std::move(node));
  }

  int sequence() {
    GrammarNode node{.op = GrammarNode::Sequence};
    while (!skipSpace() && text[at] != '|' && text[at] != ')' && text[at] != ']') {
      if (text[at] == '{')
        node.action = action();
      else
        node.kids.push_back(item());
    }
    return add(std::move(node));
  }

  int item() {
    if (text[at + 1] == '=' && hasClass(text[at], charclass::NameStart)) {
      char label = text[at];
      at += 2;
      int node = item();
      grammar.nodes[node].label = label;
      return node;
    }
    if (text[at] == '~' && ++at)
      return add({.op = GrammarNode::Cut});
    if (text[at] == '&' && text[at + 1] == '&') {
      at += 2;
      return add({.op = GrammarNode::Forced, .token = tokenOf(quoted())});
    }
    if (text[at] == '&' || text[at] == '!') {
      auto op = text[at++] == '&' ? GrammarNode::And : GrammarNode::Not;
      int operand = atom();
      return add({.op = op, .kids = {operand}});
    }
    int node = atom();
    if (text[at] == '.') {
      ++at;
      int element = atom();
      ++at; // the +
      return add({.op = GrammarNode::Gather, .kids = {element, node}});
    }
    if (text[at] == '*' || text[at] == '+') {
      auto op = text[at++] == '*' ? GrammarNode::Star : GrammarNode::Plus;
      return add({.op = op, .kids = {node}});
    }
    return node;
  }

  int atom() {
    if (text[at] == '\'')
      return add({.op = GrammarNode::Token, .token = tokenOf(quoted())});
    if (text[at] == '"')
      return add({.op = GrammarNode::SoftWord, .text = quoted()});
    if (text[at] == '(' || text[at] == '[') {
      bool isOptional = text[at++] == '[';
      int inner = choice();
      ++at;
      return isOptional ? add({.op = GrammarNode::Optional, .kids = {inner}}) : inner;
    }
    return named(word());
  }

  int named(std::string_view name) {
    static constexpr std::pair<std::string_view, Tok> kinds[] = {
        {"NAME", Tok::Name},       {"NUMBER", Tok::Number}, {"STRING", Tok::String},
        {"NEWLINE", Tok::Newline}, {"INDENT", Tok::Indent}, {"DEDENT", Tok::Dedent},
        {"END", Tok::End},         {"TYPE", Tok::Error}};
    for (auto [text, kind] : kinds)
      if (name == text)
        return add({.op = GrammarNode::Token, .token = kind});
    if (name == "AUG")
      return add({.op = GrammarNode::Augmented});
    if (name == "LATEST")
      return add({.op = GrammarNode::Latest});
    if (name == "SOFT")
      return add({.op = GrammarNode::AnySoftWord});
    return add({.op = GrammarNode::Rule, .rule = grammar.find(name)});
  }

  int action() {
    GrammarAction result;
    ++at;
    result.verb = word();
    while (text[at] == ' ')
      ++at;
    for (; text[at] != '}'; at += text[at] == ' ') {
      if (text[at] == '\'') {
        result.word = quoted();
        continue;
      }
      std::string_view argument = word();
      if (argument.size() == 1)
        (result.first ? result.second : result.first) = argument[0];
      else
        result.kind = kindOf(argument);
    }
    ++at;
    grammar.actions.push_back(result);
    return static_cast<int>(grammar.actions.size() - 1);
  }

  static diag::Kind kindOf(std::string_view name) {
    for (diag::Kind kind : diag::allKinds())
      if (diag::info(kind).name == name)
        return kind;
    assert(false && "no such diagnostic");
    return diag::Kind::InvalidSyntax;
  }

  ErrorGrammar &grammar;
  std::string_view text = grammarText;
  size_t at = 0;
};
} // namespace

int ErrorGrammar::find(std::string_view rule) const {
  for (size_t i = 0; i < rules.size(); ++i)
    if (rules[i].name == rule)
      return static_cast<int>(i);
  assert(false && "no such rule");
  return -1;
}

const ErrorGrammar &ErrorGrammar::get() {
  static const ErrorGrammar grammar = [] {
    ErrorGrammar result;
    GrammarReader(result).read();
    return result;
  }();
  return grammar;
}

} // namespace lith::syntax

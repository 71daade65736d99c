// ErrorParser.cpp: a parser by recursive descent with memory (packrat).
#include "syntax/ErrorParser.h"

#include <algorithm>

namespace lith::syntax {

static constexpr int maxRuleDepth = 4000;
static constexpr int maxSteps = 4'000'000;

bool ErrorParser::run(std::string_view rule, bool secondPass) {
  useInvalid = secondPass;
  memo.clear();
  return matchRule(grammar.find(rule), startIndex) >= 0;
}

const Token &ErrorParser::peek(int at) {
  last = std::max(last, at);
  bool isLast = size_t(at) + 1 == tokens.size();
  if (isLast && tokens[at].kind == Tok::Error && failed.lexer.error)
    throw ReachedLexError{};
  return tokens[at];
}

int ErrorParser::match(int index, int at) {
  if (++steps > maxSteps)
    throw GaveUp{};
  const GrammarNode &node = grammar.nodes[index];
  switch (node.op) {
  case GrammarNode::Token:
    return peek(at).kind == node.token && node.token != Tok::Error ? at + 1 : none;
  case GrammarNode::Augmented: {
    Tok kind = peek(at).kind;
    return kind >= Tok::PlusEqual && kind <= Tok::DoubleSlashEqual ? at + 1 : none;
  }
  case GrammarNode::SoftWord:
    return isSoftWord(peek(at), node.text) ? at + 1 : none;
  case GrammarNode::AnySoftWord: {
    // Python takes the beginning of a soft keyword for the whole.
    const Token &token = peek(at);
    std::string_view text = failed.source.text(token);
    bool soft =
        token.kind == Tok::Name && (text == "_" || std::string_view("case").starts_with(text) ||
                                    std::string_view("match").starts_with(text));
    return soft ? at + 1 : none;
  }
  case GrammarNode::Latest:
    return failed.context.version == LanguageVersion::Latest ? at : none;
  case GrammarNode::Rule:
    return matchRule(node.rule, at);
  case GrammarNode::Choice:
    return matchChoice(node, at);
  case GrammarNode::Sequence:
    return matchSequence(node, at);
  case GrammarNode::Optional:
    return std::max(at, match(node.kids[0], at));
  case GrammarNode::Star:
  case GrammarNode::Plus:
  case GrammarNode::Gather:
    return matchMany(node, at);
  case GrammarNode::And:
    return match(node.kids[0], at) >= 0 ? at : none;
  case GrammarNode::Not:
    return match(node.kids[0], at) < 0 ? at : none;
  case GrammarNode::Forced:
    if (peek(at).kind == node.token)
      return at + 1;
    raise(diag::Kind::ExpectedToken, tokenRange(at, at), {spelling(node.token)});
  case GrammarNode::Cut:
    return at;
  }
  return none;
}

int ErrorParser::matchRule(int index, int at) {
  const GrammarRule &rule = grammar.rules[index];
  if (rule.isInvalid && !useInvalid)
    return none;
  uint64_t key = uint64_t(at) << 16 | uint64_t(index);
  if (rule.isRemembered)
    if (auto known = memo.find(key); known != memo.end())
      return known->second;
  if (++depth > maxRuleDepth)
    throw GaveUp{};
  bool outer = useInvalid;
  useInvalid = outer && rule.name != "expression_plain";
  int result = match(rule.body, at);
  useInvalid = outer;
  --depth;
  if (index == stringsRule && result >= 0)
    checkStrings(at, result);
  if (rule.isRemembered)
    memo[key] = result;
  return result;
}

int ErrorParser::matchChoice(const GrammarNode &node, int at) {
  for (int alternative : node.kids) {
    int end = match(alternative, at);
    if (end >= 0)
      return end;
    if (end == abandoned)
      return none;
  }
  return none;
}

int ErrorParser::matchSequence(const GrammarNode &node, int at) {
  Labels labels;
  bool committed = false;
  for (int item : node.kids) {
    const GrammarNode &part = grammar.nodes[item];
    committed = committed || part.op == GrammarNode::Cut;
    int end = match(item, at);
    if (end < 0)
      return committed ? abandoned : none;
    if (part.label)
      labels[part.label] = {at, end};
    at = end;
  }
  return node.action < 0 ? at : act(grammar.actions[node.action], labels, at);
}

int ErrorParser::matchMany(const GrammarNode &node, int at) {
  int count = 0;
  for (int next = at;; ++count) {
    if (count && node.op == GrammarNode::Gather && (next = match(node.kids[1], at)) < 0)
      break;
    int end = match(node.kids[0], next);
    if (end < 0 || end == at)
      break;
    at = next = end;
  }
  return count || node.op == GrammarNode::Star ? at : none;
}

} // namespace lith::syntax

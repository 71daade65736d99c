// ErrorGrammar.h: the grammar with common mistakes, ready to run.
//
// Notation of ErrorGrammar.inc: `rule: a | b` tries alternatives in order; 'x'
// is a token, "x" a soft keyword, UPPER a kind of token (AUG any `+=`, SOFT any
// soft keyword, TYPE a type comment, which is looked for but never read;
// LATEST matches nothing, and only in the latest version); ( ) groups, [ ] is
// optional, x* x+ repeat, ','.x+ repeats with separators, & and ! look ahead, && must follow or is
// an error at once, ~ commits to the alternative, a= names what follows, {…} is an action that
// raises. Rules named invalid_… take part only in the second pass. @ after a
// rule's name: its results are remembered.
#pragma once

#include "diagnostics/Diagnostic.h"
#include "syntax/Token.h"

#include <string>
#include <string_view>
#include <vector>

namespace lith::syntax {

struct GrammarNode {
  enum Op : uint8_t {
    Token,     // token
    Augmented, // any augmented assignment
    SoftWord,  // the name `text`
    AnySoftWord,
    Latest, // matches nothing, and only in the latest version
    Rule,   // rule
    Choice,
    Sequence, // kids, then the action
    Optional,
    Star,
    Plus,
    Gather, // kids[0] repeated, separated by kids[1]
    And,
    Not,
    Forced,
    Cut,
  };
  Op op;
  Tok token = Tok::End;
  char label = 0;
  int rule = -1;
  int action = -1;
  std::vector<int> kids{};
  std::string_view text{};
};

struct GrammarRule {
  std::string_view name;
  int body = -1;
  bool isInvalid = false, isRemembered = false;
};

// {verb a b Kind} or {verb a 'word'}.
struct GrammarAction {
  std::string_view verb;
  char first = 0, second = 0;
  diag::Kind kind{};
  std::string_view word;
};

struct ErrorGrammar {
  std::vector<GrammarNode> nodes;
  std::vector<GrammarRule> rules;
  std::vector<GrammarAction> actions;

  int find(std::string_view rule) const;
  static const ErrorGrammar &get();
};

} // namespace lith::syntax

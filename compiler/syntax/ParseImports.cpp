// ParseImports.cpp: `import` and `from … import`.
#include "syntax/ParserImpl.h"

#include <string>

namespace lith::syntax {

// a.b.c as one name, without the white space that may stand between.
Identifier ParserImpl::dottedName() {
  Identifier first = identifier();
  if (!at(Tok::Dot))
    return first;
  std::string text(first);
  while (accept(Tok::Dot)) {
    text += '.';
    text += identifier();
  }
  return intern(text);
}

Alias *ParserImpl::alias(bool dotted) {
  const Token *start = cur;
  Identifier name = dotted ? dottedName() : identifier();
  Identifier asname = accept(Tok::KwAs) ? identifier() : Identifier();
  return node<Alias>(since(start), name, asname);
}

Stmt *ParserImpl::importStatement() {
  const Token *start = cur++;
  List<Alias> names(*this);
  do
    names.push(alias(true));
  while (accept(Tok::Comma));
  return node<Import>(since(start), names.take());
}

Stmt *ParserImpl::importFromStatement() {
  const Token *start = cur++;
  int level = 0;
  for (; at(Tok::Dot) || at(Tok::Ellipsis); ++cur)
    level += at(Tok::Dot) ? 1 : 3;
  Identifier module;
  if (level == 0 || !at(Tok::KwImport))
    module = dottedName();
  expect(Tok::KwImport);
  Seq<Alias *> names = importedNames();
  return node<ImportFrom>(since(start), module, names, level);
}

Seq<Alias *> ParserImpl::importedNames() {
  List<Alias> names(*this);
  if (at(Tok::Star)) {
    ++cur;
    names.push(node<Alias>(since(cur - 1), intern("*"), Identifier()));
    return names.take();
  }
  bool bracketed = accept(Tok::LPar);
  do
    names.push(alias(false));
  while (accept(Tok::Comma) && !(bracketed && at(Tok::RPar)));
  if (bracketed)
    expect(Tok::RPar);
  return names.take();
}

} // namespace lith::syntax

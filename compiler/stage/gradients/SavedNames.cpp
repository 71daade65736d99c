// SavedNames.cpp: the body of a rule, run on what it needs only.
#include "stage/gradients/SavedNames.h"

#include "syntax/Ast.h"

namespace lith::stage::gradients {

using namespace lith::syntax;

namespace {

class Reader {
public:
  Reader(Session &session, const FunctionCode &rule, llvm::ArrayRef<bool> needs, unsigned depth)
      : session(session), needs(needs), depth(depth) {
    for (const ParameterCode &parameter : rule.parameters)
      parameters.insert(parameter.name);
    for (llvm::StringRef given : {"grad", "grads", "needs"})
      parameters.erase(given);
  }

  void read(const Node *node) {
    if (auto *choice = dyn_cast<IfExp>(node); choice && known(choice->test))
      return read(*known(choice->test) ? choice->body : choice->orelse);
    if (auto *choice = dyn_cast<If>(node); choice && known(choice->test)) {
      for (const Stmt *each : *known(choice->test) ? choice->body : choice->orelse)
        read(each);
      return;
    }
    if (auto *attribute = dyn_cast<Attribute>(node); attribute && isOfType(text(attribute->attr)))
      return;
    if (auto *call = dyn_cast<Call>(node))
      return readCall(call);
    if (auto *name = dyn_cast<Name>(node); name && parameters.contains(text(name->id)))
      saved.insert(text(name->id));
    forEachChild(node, [&](const Node *child) { read(child); });
  }

  llvm::StringSet<> saved;

private:
  /// An argument that the function does not read either is not read.
  void readCall(const Call *call) {
    auto *name = dyn_cast<Name>(call->func);
    bool isFollowed = name && depth < MaxDepth;
    const FunctionCode *callee = isFollowed ? session.prelude(text(name->id)) : nullptr;
    llvm::StringSet<> readThere;
    if (callee && isPlain(call))
      readThere = savedNames(session, *callee, {}, depth + 1);
    else
      callee = nullptr;
    read(call->func);
    for (auto [i, argument] : llvm::enumerate(call->args))
      if (!callee || !dyn_cast<Name>(argument) || i >= callee->parameters.size() ||
          readThere.contains(callee->parameters[i].name))
        read(argument);
    for (const Node *keyword : call->keywords)
      read(keyword);
  }

  bool isPlain(const Call *call) const {
    return llvm::none_of(call->args, [](const Expr *each) { return dyn_cast<Starred>(each); });
  }

  static llvm::StringRef text(Identifier name) { return {name.data(), name.size()}; }

  // No facts: attributes of tensors that tell nothing of their elements.
  static bool isOfType(llvm::StringRef attribute) {
    return llvm::is_contained({"shape", "dtype", "ndim", "size", "dim", "numel"}, attribute);
  }

  /// A test of `needs[i]` that these needs decide.
  std::optional<bool> known(const Expr *test) const {
    auto *item = dyn_cast<Subscript>(test);
    auto *of = item ? dyn_cast<Name>(item->value) : nullptr;
    auto *index = item ? dyn_cast<Constant>(item->slice) : nullptr;
    if (!of || of->id != "needs" || !index)
      return std::nullopt;
    auto i = size_t(index->value.integer);
    return i < needs.size() ? std::optional(needs[i]) : std::nullopt;
  }

  static constexpr unsigned MaxDepth = 4; ///< of calls that are looked into
  Session &session;
  llvm::ArrayRef<bool> needs;
  llvm::StringSet<> parameters;
  unsigned depth;
};

} // namespace

llvm::StringSet<> savedNames(Session &session, const FunctionCode &rule, llvm::ArrayRef<bool> needs,
                             unsigned depth) {
  Reader reader(session, rule, needs, depth);
  for (const Stmt *statement : cast<FunctionDef>(rule.node)->body)
    reader.read(statement);
  return reader.saved;
}

} // namespace lith::stage::gradients

// SavedNames.cpp: the body of a rule, run on what it needs only.
#include "stage/gradients/SavedNames.h"

#include "syntax/Ast.h"

namespace lith::stage::gradients {

using namespace lith::syntax;

namespace {

class Reader {
public:
  Reader(Session &session, const FunctionCode &rule, KnownArguments arguments, unsigned depth)
      : session(session), arguments(arguments), depth(depth) {
    for (const ParameterCode &parameter : rule.parameters)
      parameters.insert(parameter.name);
    for (llvm::StringRef given : {"grad", "grads", "needs"})
      parameters.erase(given);
  }

  /// Statements one after the other; whether they certainly end in a return.
  template <class Statements> bool readBlock(const Statements &statements) {
    for (const Stmt *each : statements)
      if (readStatement(each))
        return true;
    return false;
  }

  llvm::StringSet<> saved, spared;

private:
  bool readStatement(const Stmt *statement) {
    if (auto *choice = dyn_cast<If>(statement)) {
      if (auto outcome = known(choice->test))
        return readBlock(*outcome ? choice->body : choice->orelse);
      read(choice->test);
      bool ends = readBlock(choice->body);
      return readBlock(choice->orelse) && ends;
    }
    if (auto *loop = dyn_cast<For>(statement); loop && goesThrough(loop)) {
      readBlock(loop->body);
      return false;
    }
    read(statement);
    if (auto *assignment = dyn_cast<Assign>(statement))
      for (const Expr *target : assignment->targets)
        noteAssigned(target);
    return dyn_cast<Return>(statement);
  }

  void read(const Node *node) {
    if (auto *choice = dyn_cast<IfExp>(node); choice && known(choice->test))
      return read(*known(choice->test) ? choice->body : choice->orelse);
    if (auto *attribute = dyn_cast<Attribute>(node); attribute && isOfType(text(attribute->attr)))
      return;
    if (auto *test = dyn_cast<Compare>(node); test && isOfNone(test))
      return;
    if (auto *call = dyn_cast<Call>(node))
      return readCall(call);
    if (auto *item = dyn_cast<Subscript>(node))
      if (std::string result = oneResult(item); !result.empty()) {
        saved.insert(result);
        return;
      }
    if (auto *name = dyn_cast<Name>(node))
      if (llvm::StringRef parameter = parameterOf(name); !parameter.empty())
        saved.insert(parameter);
    forEachChild(node, [&](const Node *child) { read(child); });
  }

  /// `results[1]`, where that is what an expression reads; else empty.
  static std::string oneResult(const Subscript *item) {
    auto *of = dyn_cast<Name>(item->value);
    auto *index = dyn_cast<syntax::Constant>(item->slice);
    if (!of || of->id != "results" || !index)
      return "";
    return "results[" + std::to_string(index->value.integer) + "]";
  }

  /// The parameter that a name stands for; empty: none.
  llvm::StringRef parameterOf(const Expr *expression) const {
    auto *name = dyn_cast<Name>(expression);
    if (!name)
      return {};
    if (auto element = elements.find(text(name->id)); element != elements.end())
      return element->second;
    return parameters.contains(text(name->id)) ? text(name->id) : llvm::StringRef();
  }

  /// A loop over a parameter: what reads its elements reads that.
  bool goesThrough(const For *loop) {
    const Expr *over = loop->iter, *target = loop->target;
    auto *call = dyn_cast<Call>(over);
    auto *function = call ? dyn_cast<Name>(call->func) : nullptr;
    auto *pair = dyn_cast<Tuple>(target);
    if (function && function->id == "enumerate" && pair && pair->elts.size() == 2) {
      over = call->args[0];
      target = pair->elts[1];
    }
    auto *element = dyn_cast<Name>(target);
    llvm::StringRef parameter = parameterOf(over);
    if (!element || parameter.empty())
      return false;
    elements[text(element->id)] = parameter;
    return true;
  }

  static bool isOfNone(const Compare *test) {
    auto *constant = dyn_cast<syntax::Constant>(test->comparators[0]);
    bool isIdentity = test->ops[0] == CmpOperator::Is || test->ops[0] == CmpOperator::IsNot;
    return constant && isIdentity && dyn_cast<Name>(test->left);
  }

  /// An argument that the function does not read either is not read.
  void readCall(const Call *call) {
    auto *name = dyn_cast<Name>(call->func);
    bool isFollowed = name && depth < MaxDepth;
    const FunctionCode *callee = isFollowed ? session.prelude(text(name->id)) : nullptr;
    llvm::StringSet<> readThere;
    if (asksOfType(call))
      return;
    bool isKept = name && name->id == "kept", isSpared = name && name->id == "not_kept";
    for (const Expr *argument : isKept || isSpared ? call->args : Seq<Expr *>())
      (isKept ? saved : spared).insert(parameterOf(argument));
    if (isKept || isSpared)
      return;
    if (callee && isPlain(call))
      readThere = savedInCall(call, *callee);
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

  /// `prim.is_complex(x)`, `len(x)`: nothing of its elements.
  static bool asksOfType(const Call *call) {
    auto *attribute = dyn_cast<Attribute>(call->func);
    auto *name = dyn_cast<Name>(call->func);
    bool isPlain = call->args.size() == 1 && dyn_cast<Name>(call->args[0]);
    return isPlain && ((attribute && text(attribute->attr).starts_with("is_")) ||
                       (name && text(name->id) == "len"));
  }

  llvm::StringSet<> savedInCall(const Call *call, const FunctionCode &callee) {
    auto known = [&](llvm::StringRef parameter,
                     std::optional<size_t> element) -> std::optional<KnownArgument> {
      for (auto [i, argument] : llvm::enumerate(call->args))
        if (i < callee.parameters.size() && callee.parameters[i].name == parameter)
          return element ? elementOf(argument, *element) : valueOf(argument);
      return std::nullopt;
    };
    return savedNames(session, callee, known, depth + 1);
  }

  static llvm::StringRef text(Identifier name) { return {name.data(), name.size()}; }

  // No facts: attributes of tensors that tell nothing of their elements.
  static bool isOfType(llvm::StringRef attribute) {
    return llvm::is_contained({"shape", "dtype", "ndim", "size", "dim", "numel", "is_complex"},
                              attribute);
  }

  void noteAssigned(const Expr *target) {
    if (auto *name = dyn_cast<Name>(target))
      assigned.insert(text(name->id));
    if (auto *several = dyn_cast<Tuple>(target))
      for (const Expr *each : several->elts)
        noteAssigned(each);
  }

  std::optional<KnownArgument> elementOf(const Expr *of, size_t element) const {
    auto *name = dyn_cast<Name>(of);
    bool isArgument = name && !assigned.contains(text(name->id));
    return isArgument ? arguments(text(name->id), element) : std::nullopt;
  }

  /// What an expression is, where it is a constant or known of the arguments.
  std::optional<KnownArgument> valueOf(const Expr *expression) const {
    if (auto *constant = dyn_cast<syntax::Constant>(expression))
      switch (constant->value.kind) {
      case ConstantKind::None:
        return KnownArgument{true, {}};
      case ConstantKind::Int:
        return KnownArgument{false, double(constant->value.integer)};
      default:
        return std::nullopt;
      }
    if (auto *name = dyn_cast<Name>(expression))
      return assigned.contains(text(name->id)) ? std::nullopt
                                               : arguments(text(name->id), std::nullopt);
    auto *item = dyn_cast<Subscript>(expression);
    auto index = item ? valueOf(item->slice) : std::nullopt;
    return index && index->number ? elementOf(item->value, size_t(*index->number)) : std::nullopt;
  }

  /// The outcome of a test that is known.
  std::optional<bool> known(const Expr *test) const {
    if (auto *call =
            dyn_cast<Call>(test)) // what a gradient of a gradient reads is not what is saved
      if (auto *asked = dyn_cast<Attribute>(call->func); asked && asked->attr == "is_grad_enabled")
        return false;
    if (auto *unary = dyn_cast<UnaryOp>(test); unary && unary->op == UnaryOperator::Not) {
      auto inner = known(unary->operand);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    if (auto *compare = dyn_cast<Compare>(test)) {
      auto left = valueOf(compare->left), right = valueOf(compare->comparators[0]);
      bool isSingle = compare->ops.size() == 1;
      return isSingle && left && right ? outcomeOf(compare->ops[0], *left, *right) : std::nullopt;
    }
    auto value = valueOf(test);
    return value && (value->isNone || value->number)
               ? std::optional(value->number && *value->number != 0)
               : std::nullopt;
  }

  static std::optional<bool> outcomeOf(CmpOperator op, const KnownArgument &left,
                                       const KnownArgument &right) {
    if (op == CmpOperator::Is || op == CmpOperator::IsNot) {
      if (!right.isNone)
        return std::nullopt;
      return left.isNone == (op == CmpOperator::Is);
    }
    if (!left.number || !right.number)
      return std::nullopt;
    switch (op) {
    case CmpOperator::Eq:
      return *left.number == *right.number;
    case CmpOperator::NotEq:
      return *left.number != *right.number;
    case CmpOperator::Lt:
      return *left.number < *right.number;
    case CmpOperator::Gt:
      return *left.number > *right.number;
    default:
      return std::nullopt;
    }
  }

  static constexpr unsigned MaxDepth = 4; ///< of calls that are looked into
  Session &session;
  KnownArguments arguments;
  llvm::StringSet<> parameters, assigned;
  llvm::StringMap<llvm::StringRef> elements; ///< variables of loops over parameters
  unsigned depth;
};

} // namespace

llvm::StringSet<> savedNames(Session &session, const FunctionCode &rule, KnownArguments known,
                             unsigned depth) {
  Reader reader(session, rule, known, depth);
  reader.readBlock(cast<FunctionDef>(rule.node)->body);
  for (auto &name : reader.spared)
    reader.saved.erase(name.getKey());
  return reader.saved;
}

} // namespace lith::stage::gradients

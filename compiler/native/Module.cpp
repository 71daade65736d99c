// Module.cpp: the statements of a module, run once: what they define.
#include "native/NativeHost.h"

#include "stage/source/Scope.h"

namespace lith::native {

using namespace syntax;
using host::Handle;
using host::Kind;

namespace {

/// The statement that a module cannot have here, and why.
struct Refusal {
  const Node *node;
  std::string reason;
};

class ModuleRunner {
public:
  ModuleRunner(NativeHost &host, const File &file, const ModuleScope &scope)
      : host(host), file(file), scope(scope), globals(scope.globals) {}

  void run() {
    for (const Stmt *statement : file.module()->body)
      exec(statement, scope.space, "");
  }

private:
  void bind(std::string_view name, Entity *value, Entity *space) {
    host.setEntry(space, host.text(name), value);
  }

  void exec(const Stmt *statement, Entity *space, const std::string &prefix) {
    switch (statement->kind) {
    case NodeKind::FunctionDef:
      return define(cast<FunctionDef>(statement), space, prefix);
    case NodeKind::ClassDef:
      return defineClass(cast<ClassDef>(statement), space, prefix);
    case NodeKind::Import:
      return import(cast<Import>(statement), space);
    case NodeKind::ImportFrom:
      return importFrom(cast<ImportFrom>(statement), space);
    case NodeKind::Assign:
      for (const Expr *target : cast<Assign>(statement)->targets)
        assign(target, evaluate(cast<Assign>(statement)->value), space);
      return;
    case NodeKind::AnnAssign:
      if (const Expr *value = cast<AnnAssign>(statement)->value)
        assign(cast<AnnAssign>(statement)->target, evaluate(value), space);
      return;
    case NodeKind::Pass:
      return;
    case NodeKind::ExprStmt:
      if (isa<syntax::Constant>(cast<ExprStmt>(statement)->value))
        return; // a docstring
      break;
    case NodeKind::If:
      if (isMainBlock(cast<If>(statement)))
        return; // not the main module
      break;
    default:
      break;
    }
    throw Refusal{statement,
                  "a module without Python holds functions, classes, imports and constants"};
  }

  /// if __name__ == "__main__": what a module does only where it is the program.
  static bool isMainBlock(const If *statement) {
    auto *compare = dyn_cast<Compare>(statement->test);
    auto *name = compare ? dyn_cast<Name>(compare->left) : nullptr;
    if (!name || name->id != "__name__" || compare->ops.size() != 1 || !statement->orelse.empty())
      return false;
    auto *text = dyn_cast<syntax::Constant>(compare->comparators[0]);
    return compare->ops[0] == CmpOperator::Eq && text && text->value.text == "__main__";
  }

  void assign(const Expr *target, Entity *value, Entity *space) {
    if (auto *name = dyn_cast<Name>(target))
      return bind(name->id, value, space);
    throw Refusal{target, "a module without Python assigns to names"};
  }

  // --- functions and classes

  void addParameters(std::vector<host::Parameter> &out, Seq<Arg *> args, Seq<Expr *> defaults,
                     host::Parameter::Mode mode, size_t &index, size_t firstDefault) {
    for (const Arg *arg : args) {
      Handle value = index >= firstDefault && defaults[index - firstDefault]
                         ? handleOf(evaluate(defaults[index - firstDefault]))
                         : nullptr;
      out.push_back({mode, std::string(arg->arg), value, nullptr});
      ++index;
    }
  }

  std::vector<host::Parameter> parametersOf(const Arguments *args) {
    using Mode = host::Parameter::Mode;
    std::vector<host::Parameter> out;
    size_t index = 0, first = args->posonlyargs.size() + args->args.size() - args->defaults.size();
    addParameters(out, args->posonlyargs, args->defaults, Mode::PositionalOnly, index, first);
    addParameters(out, args->args, args->defaults, Mode::Normal, index, first);
    if (args->vararg)
      out.push_back({Mode::VarPositional, std::string(args->vararg->arg), nullptr, nullptr});
    index = 0;
    addParameters(out, args->kwonlyargs, args->kw_defaults, Mode::KeywordOnly, index, 0);
    if (args->kwarg)
      out.push_back({Mode::VarKeyword, std::string(args->kwarg->arg), nullptr, nullptr});
    return out;
  }

  void define(const FunctionDef *node, Entity *space, const std::string &prefix) {
    Entity *made = host.make(Kind::Function, host.builtin("function"));
    made->text = prefix + std::string(node->name);
    made->definition = std::make_unique<Definition>();
    *made->definition = {node, &file, scope.name, parametersOf(node->args), globals, {}};
    if (cell && mentionsClass(node))
      made->definition->closure.emplace_back("__class__", cell);
    made->integer = isGenerator(node);
    for (size_t i = node->decorator_list.size(); i-- > 0;)
      made = decorated(node->decorator_list[i], made, space);
    bind(node->name, made, space);
  }

  Entity *decorated(const Expr *decorator, Entity *function, Entity *space) {
    if (auto *attribute = dyn_cast<Attribute>(decorator))
      if (auto *name = dyn_cast<Name>(attribute->value); name && attribute->attr == "setter")
        if (Entity *known = host.entry(space, host.text(name->id));
            known && known->kind == Kind::Property) {
          Entity *made = wrapper(Kind::Property, "property", known->children[0]);
          made->children.push_back(function);
          return made;
        }
    Entity *wanted = evaluate(decorator);
    if (wanted == host.builtin("staticmethod"))
      return wrapper(Kind::StaticMethod, "staticmethod", function);
    if (wanted == host.builtin("classmethod"))
      return wrapper(Kind::ClassMethod, "classmethod", function);
    if (wanted == host.builtin("property"))
      return wrapper(Kind::Property, "property", function);
    throw Refusal{decorator, "a decorator other than staticmethod, classmethod and property"};
  }

  Entity *wrapper(Kind kind, const char *cls, Entity *function) {
    Entity *made = host.make(kind, host.builtin(cls));
    made->children = {function};
    return made;
  }

  static bool mentionsClass(const Node *node) {
    bool found = false;
    forEachChild(node, [&](const Node *child) {
      auto *name = dyn_cast<Name>(child);
      found = found || (name && (name->id == "super" || name->id == "__class__")) ||
              mentionsClass(child);
    });
    return found;
  }

  static bool isGenerator(const Node *node) {
    bool found = false;
    forEachChild(node, [&](const Node *child) {
      if (isa<FunctionDef>(child) || isa<Lambda>(child) || isa<ClassDef>(child))
        return;
      found = found || isa<Yield>(child) || isa<YieldFrom>(child) || isGenerator(child);
    });
    return found;
  }

  void defineClass(const ClassDef *node, Entity *space, const std::string &prefix) {
    if (!node->decorator_list.empty() || !node->keywords.empty())
      throw Refusal{node, "a decorated class, or one with a metaclass, needs Python"};
    std::vector<Entity *> bases;
    for (const Expr *base : node->bases) {
      bases.push_back(evaluate(base));
      if (bases.back()->kind != Kind::Class)
        throw Refusal{base, "a base class that is not there without Python"};
    }
    if (bases.size() > 1)
      throw Refusal{node, "a class of several bases needs Python"};
    std::string name = prefix + std::string(node->name);
    Entity *cls = host.defineClass(scope.name + "." + name, bases);
    bind("__module__", host.text(scope.name), cls->space);
    bind("__qualname__", host.text(name), cls->space);
    Entity *outer = cell;
    cell = host.make(Kind::Cell, host.builtin("cell"));
    cell->children = {cls};
    for (const Stmt *statement : node->body)
      exec(statement, cls->space, name + ".");
    cell = outer;
    bind(node->name, cls, space);
  }

  // --- imports

  Entity *moduleOf(const Node *node, std::string_view name) {
    if (Handle found = host.module(name))
      return entityOf(found);
    throw Refusal{node, "there is no module '" + std::string(name) + "' without Python"};
  }

  void import(const Import *node, Entity *space) {
    for (const Alias *alias : node->names) {
      Entity *module = moduleOf(node, alias->name);
      std::string_view first = alias->name.substr(0, alias->name.find('.'));
      if (alias->asname.data())
        bind(alias->asname, module, space);
      else
        bind(first, moduleOf(node, first), space);
    }
  }

  void importFrom(const ImportFrom *node, Entity *space) {
    bool isOfAnnotations = node->module == "typing" || node->module == "__future__";
    for (const Alias *alias : node->names) {
      std::string_view bound = alias->asname.data() ? alias->asname : alias->name;
      if (isOfAnnotations) { // which are not evaluated; any other use is refused
        Entity *made = host.make(Kind::BuiltinFunction, host.builtin("builtin_function_or_method"));
        made->text = std::string(node->module) + "." + std::string(alias->name);
        bind(bound, made, space);
        continue;
      }
      std::string dotted = std::string(node->module) + "." + std::string(alias->name);
      Entity *found = host.entry(moduleOf(node, node->module)->space, host.text(alias->name));
      if (!found)
        throw Refusal{node, "there is no '" + dotted + "' without Python"};
      bind(bound, found, space);
    }
  }

  // --- constant expressions

  Entity *evaluate(const Expr *expression) {
    switch (expression->kind) {
    case NodeKind::Constant:
      return constant(cast<syntax::Constant>(expression)->value);
    case NodeKind::Name: {
      Entity *name = host.text(cast<Name>(expression)->id);
      Entity *found = host.entry(globals, name);
      if (!found)
        found = host.entry(entityOf(host.module("builtins"))->space, name);
      if (found)
        return found;
      throw Refusal{expression, "name '" + name->text + "' is not defined"};
    }
    case NodeKind::Attribute: {
      Entity *object = evaluate(cast<Attribute>(expression)->value);
      Entity *found = object->space
                          ? host.entry(object->space, host.text(cast<Attribute>(expression)->attr))
                          : nullptr;
      if (found)
        return found;
      break;
    }
    case NodeKind::UnaryOp: {
      static constexpr std::string_view symbols[] = {"~", "not", "+", "-"};
      auto *unary = cast<UnaryOp>(expression);
      return applied(expression, symbols[size_t(unary->op)], {evaluate(unary->operand)});
    }
    case NodeKind::BinOp: {
      static constexpr std::string_view symbols[] = {"+",  "-",  "*", "@", "/", "%", "**",
                                                     "<<", ">>", "|", "^", "&", "//"};
      auto *binary = cast<BinOp>(expression);
      return applied(expression, symbols[size_t(binary->op)],
                     {evaluate(binary->left), evaluate(binary->right)});
    }
    case NodeKind::Tuple:
      return sequence(Kind::Tuple, "tuple", cast<Tuple>(expression)->elts);
    case NodeKind::List:
      return sequence(Kind::List, "list", cast<List>(expression)->elts);
    case NodeKind::Dict: {
      auto *node = cast<Dict>(expression);
      Entity *made = host.dict();
      for (size_t i = 0; i < node->keys.size(); ++i)
        if (node->keys[i])
          host.setEntry(made, evaluate(node->keys[i]), evaluate(node->values[i]));
        else
          throw Refusal{expression, "`**` in a constant of a module"};
      return made;
    }
    default:
      break;
    }
    throw Refusal{expression, "a module without Python holds constants, of literals and operators"};
  }

  Entity *sequence(Kind kind, const char *cls, Seq<Expr *> elements) {
    Entity *made = host.make(kind, host.builtin(cls));
    for (const Expr *element : elements)
      made->children.push_back(evaluate(element));
    return made;
  }

  Entity *applied(const Expr *node, std::string_view op, const std::vector<Entity *> &operands) {
    std::vector<Handle> handles;
    for (Entity *operand : operands)
      handles.push_back(handleOf(operand));
    host::Outcome outcome = host.apply(op, handles);
    if (outcome.ok())
      return entityOf(outcome.value);
    throw Refusal{node, "this constant raises " + host.qualifiedName(outcome.exceptionClass)};
  }

  Entity *constant(const ConstantValue &value) {
    switch (value.kind) {
    case ConstantKind::None:
      return entityOf(host.none());
    case ConstantKind::True:
    case ConstantKind::False:
      return entityOf(host.boolean(value.kind == ConstantKind::True));
    case ConstantKind::Ellipsis:
      return entityOf(host.ellipsis());
    case ConstantKind::Int:
      return entityOf(host.integer(value.integer));
    case ConstantKind::BigInt:
      return entityOf(host.bigInteger(value.text));
    case ConstantKind::Float:
      return entityOf(host.real(value.real));
    case ConstantKind::Complex:
      return entityOf(host.complexNumber({0, value.real}));
    case ConstantKind::Str:
      return entityOf(host.str(value.text));
    case ConstantKind::Bytes:
      return entityOf(host.bytes(value.text));
    }
    return nullptr;
  }

  NativeHost &host;
  const File &file;
  const ModuleScope &scope;
  Entity *globals;
  Entity *cell = nullptr; ///< __class__ of the class whose body runs
};

} // namespace

bool defineModule(NativeHost &host, const File &file, const ModuleScope &scope,
                  std::optional<diag::Diagnostic> &error) {
  try {
    ModuleRunner(host, file, scope).run();
    return true;
  } catch (const Refusal &refusal) {
    error = diag::make(diag::Kind::NeedsPython, file.name, refusal.node->range, {refusal.reason});
    return false;
  }
}

} // namespace lith::native

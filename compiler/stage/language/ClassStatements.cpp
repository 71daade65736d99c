// ClassStatements.cpp: class statements, and the classes that they make.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/language/Comprehensions.h"
#include "stage/language/Eval.h"
#include "stage/language/Names.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;
using host::Kind;

Value classBehind(Stage &s, Value value) {
  bool isOther = value.isStatic() && s.kindOf(value) == host::Kind::Other;
  if (!isOther || s.host.qualifiedName(value.handle()) != "types.GenericAlias")
    return value;
  return Value::ofStatic(fixedSlot(s, value.handle(), "__origin__"));
}

static bool isHost(Stage &s, Value value, llvm::StringRef name) {
  return value.isStatic() && value.handle() == lookup(s, {name.data(), name.size()});
}

// Whether the class is one of the bases; what `type` itself does not make is refused.
static bool takeBase(Stage &s, const ClassDef *definition, Value base, ClassStatement &made) {
  made.isNamedTuple |= isHost(s, base, "typing.NamedTuple");
  if (isHost(s, base, "typing.NamedTuple"))
    return false;
  if (!isClass(s, base))
    refuseAt(s, definition, diag::Kind::UnsupportedStatement,
             {"class with a base that is no class"});
  if (!base.isStatic())
    return true;
  std::string meta = s.host.qualifiedName(metaclassOf(s, base.handle()).handle());
  if (meta == "enum.EnumType" || meta == "enum.EnumMeta")
    made.enumBase = base;
  else if (meta != "builtins.type" && meta != "abc.ABCMeta")
    refuseAt(s, definition, diag::Kind::UnsupportedStatement, {"class with a metaclass"});
  return true;
}

// The name that an annotation given as a text begins with, as `dataclass` finds it: "a.b[c]" -> b.
static llvm::StringRef nameInText(llvm::StringRef text) {
  auto take = [&] {
    text = text.ltrim();
    llvm::StringRef name = text.take_while([](char c) {
      return c == '_' || std::isalnum(static_cast<unsigned char>(c)) || (c & 0x80);
    });
    text = text.drop_front(name.size()).ltrim();
    return name;
  };
  llvm::StringRef first = take();
  return text.consume_front(".") ? take() : first;
}

// What `dataclass` and NamedTuple ask of an annotation: which mark of theirs it is.
static llvm::StringRef markOf(const Expr *annotation) {
  if (auto *subscript = dyn_cast<Subscript>(annotation))
    annotation = subscript->value;
  llvm::StringRef name;
  if (auto *plain = dyn_cast<Name>(annotation))
    name = {plain->id.data(), plain->id.size()};
  else if (auto *text = dyn_cast<syntax::Constant>(annotation); text && text->value.isString())
    name = nameInText({text->value.text.data(), text->value.text.size()});
  else if (auto *dotted = dyn_cast<Attribute>(annotation))
    name = {dotted->attr.data(), dotted->attr.size()};
  return llvm::is_contained({"ClassVar", "InitVar", "KW_ONLY"}, name) ? name : "";
}

// The names that the body annotates, in order, with their marks.
static std::vector<Value> annotationsOf(Stage &s, const ClassDef *definition) {
  std::vector<Value> names;
  for (const Stmt *statement : definition->body)
    if (auto *annotated = dyn_cast<AnnAssign>(statement); annotated && annotated->simple) {
      auto *target = cast<Name>(annotated->target);
      llvm::StringRef name(target->id.data(), target->id.size());
      names.push_back(s.tuple({s.string(name), s.string(markOf(annotated->annotation))}));
    }
  return names;
}

// What typing.Generic checks of the parameters that stand in brackets; a class is made without
// them.
static bool isOfGeneric(Stage &s, Value hook) {
  return hook.isStatic() &&
         llvm::StringRef(s.host.qualifiedName(hook.handle())).starts_with("typing.Generic.");
}

// Each descriptor learns its name, then the base class learns of the class.
static bool announce(Stage &s, Value cls, const Arguments &keywords) {
  std::vector<std::pair<llvm::StringRef, Value>> entries = s.find<ClassObject>(cls)->entries;
  for (auto &[name, value] : entries) {
    if (!s.find<InstanceObject>(value))
      continue;
    Value hook = classAttribute(s, typeOf(s, value), s.intern("__set_name__"));
    if (!hook.isUndefined() && !isSlot(s, hook) &&
        !callPrelude(s, "announce_name", {hook, value, cls, s.string(name)}))
      return false;
  }
  Result proxy = makeSuper(s, cls, cls);
  Result hook = findAttribute(s, *proxy, s.intern("__init_subclass__"));
  if (!hook)
    return false;
  bool isUsers = hook->isCallable() && hook->callable().form == CallableData::Form::BoundMethod &&
                 isUserFunction(s, hook->callable().function) &&
                 !isOfGeneric(s, hook->callable().function);
  if (isUsers)
    return call(s, *hook, keywords).has_value();
  if (keywords.keywords.empty())
    return true;
  raise(s, "TypeError", className(s, cls) + ".__init_subclass__() takes no keyword arguments");
  return false;
}

// The keywords of the statement; only abc's metaclass adds nothing that the stage would not know.
static bool evalKeywords(Stage &s, const ClassDef *definition, Arguments &out, Value &metaclass) {
  for (const Keyword *keyword : definition->keywords) {
    if (!keyword->arg.data())
      refuseAt(s, definition, diag::Kind::UnsupportedStatement, {"class with **keywords"});
    Result value = eval(s, keyword->value);
    if (!value)
      return false;
    llvm::StringRef name(keyword->arg.data(), keyword->arg.size());
    if (name != "metaclass")
      out.keywords.push_back({s.intern(name), *value});
    else if (isHost(s, *value, "abc.ABCMeta"))
      metaclass = *value;
    else if (*value != builtinType(s, "type"))
      refuseAt(s, definition, diag::Kind::UnsupportedStatement, {"class with a metaclass"});
  }
  return true;
}

// What the class has before its body runs. Without a docstring, a class has None.
static void beginClass(Stage &s, const ClassDef *definition, Value made) {
  if (!s.activation->globals.isUndefined())
    setClassEntry(s, made, s.intern("__module__"),
                  outsideEntry(s, s.activation->globals, s.intern("__name__")));
  setClassEntry(s, made, s.intern("__doc__"), docstring(s, definition->body));
}

static Value metaclassOf(Stage &s, Value cls) {
  return cls.isStatic() ? metaclassOf(s, cls.handle()) : typeOf(s, cls);
}

// Runs the body; what it binds are the entries of the class.
static bool runClassBody(Stage &s, const ClassDef *definition, const FunctionCode *code, Value made,
                         bool isEnum) {
  Value cell;
  Result done = inScope(s, code, comprehensionCells(s, *code), s.activation, [&]() -> Result {
    s.activation->ownerClass = made;
    s.activation->isEnumBody = isEnum;
    size_t frame = s.activation->frame;
    NamePlace place = code->place(s.intern("__class__"));
    if (place.kind == NamePlace::Kind::Cell)
      cell = s.state.frame(frame).slots[place.index];
    if (!exec(s, definition->body))
      return std::nullopt;
    for (auto [i, name] : llvm::enumerate(code->slots)) {
      Value value = s.state.frame(frame).slots[i];
      if (i >= code->firstFree() || code->isCell[i] || value.isUndefined())
        continue;
      bool isOfClass = name == "__init_subclass__" || name == "__class_getitem__";
      if (isOfClass && value.isCallable()) {
        Result method = call(s, builtinType(s, "classmethod"), value);
        value = method ? *method : value;
      }
      if (name == "__qualname__" && !nameClass(s, made, name, value))
        return std::nullopt;
      if (name != "__qualname__")
        setClassEntry(s, made, name, value);
    }
    const ClassObject *bound = s.find<ClassObject>(made); // equality alone: no hash
    if (bound->find(s.intern("__eq__")) && !bound->find(s.intern("__hash__")))
      setClassEntry(s, made, s.intern("__hash__"), s.none());
    return made;
  });
  if (done && !cell.isUndefined())
    setCell(s, cell, made);
  return done.has_value();
}

bool execClassDef(Stage &s, const ClassDef *definition) {
  std::vector<Value> decorators, given;
  for (const Expr *decorator : definition->decorator_list) {
    Result value = eval(s, decorator);
    if (!value)
      return false;
    decorators.push_back(*value);
  }
  Value runtime;
  if (!evalElements(s, definition->bases, given, runtime))
    return false;
  ClassStatement statement;
  for (Value named : given)
    if (Value base = classBehind(s, named); takeBase(s, definition, base, statement))
      statement.bases.push_back(base);
  Arguments keywords;
  Value metaclass = builtinType(s, "type");
  if (!evalKeywords(s, definition, keywords, metaclass))
    return false;
  if (statement.bases.empty())
    statement.bases.push_back(builtinType(s, "object"));
  const FunctionCode *code = s.session.codeOf(definition, *s.activation->code);
  auto cls = std::make_shared<ClassObject>();
  cls->name = std::string(definition->name);
  cls->qualname = code->qualname.str();
  cls->site = site(s);
  for (Value base : statement.bases)
    if (Value inherited = metaclassOf(s, base); isHost(s, inherited, "abc.ABCMeta"))
      metaclass = inherited;
  cls->metaclass = metaclass;
  cls->bases = statement.bases;
  cls->annotations = annotationsOf(s, definition);
  Value made = s.make(std::move(cls));
  s.write<ClassObject>(made).mro = mroOfBases(s, made);
  beginClass(s, definition, made);
  if (!runClassBody(s, definition, code, made, !statement.enumBase.isUndefined()) ||
      !checkSlots(s, made) || !checkBases(s, made))
    return false;
  Result result = made;
  if (!statement.enumBase.isUndefined())
    result = makeEnum(s, definition, made, statement.enumBase, keywords);
  else if (statement.isNamedTuple)
    result = makeTupleClass(s, definition, made);
  else if (!announce(s, made, keywords))
    return false;
  for (size_t i = decorators.size(); result && i-- > 0;)
    result = call(s, decorators[i], *result);
  return result && storeName(s, s.session.names.boundBy(definition, definition->name), *result);
}

} // namespace lith::stage

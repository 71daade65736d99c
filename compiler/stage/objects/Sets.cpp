// Sets.cpp: the order of sets, and the operators of sets, which keep it.
//
// A set iterates in the order of its table, which depends on the hashes of its elements, on the
// order in which they came and on how the table grew. Sets of run time have CPython's table; what a
// known set is like is asked of the host.
#include "stage/objects/Sets.h"
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Values.h"
#include "stage/objects/Contents.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Elements.h"
#include "stage/runtime/Keys.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;

static const SetObject &setOf(Stage &s, Value set) { return *s.find<SetObject>(set); }

// The set as the host makes it of its elements; null where it may not hash them.
static Handle hostSet(Stage &s, Value set) {
  if (Handle model = setOf(s, set).model)
    return model;
  std::vector<Handle> handles;
  for (Value element : setOf(s, set).elements) {
    Handle handle = isConstant(s, element) ? s.toHandle(element) : nullptr;
    if (!handle)
      return nullptr;
    handles.push_back(handle);
  }
  Handle cls = builtinClass(s, setOf(s, set).frozen ? "frozenset" : "set");
  host::Outcome made = runInHost(s, cls, {s.host.tuple(handles)}, {});
  return made.ok() ? made.value : nullptr;
}

static std::vector<Value> valuesOf(Stage &s, Handle set) {
  std::vector<Value> values;
  for (Handle element : madeElements(s, set))
    values.push_back(s.host.kind(element) == host::Kind::Instance ? ofOpaque(s, element)
                                                                  : ofFresh(s, element));
  return values;
}

std::vector<Value> elementsInOrder(Stage &s, Value set) {
  const SetObject &object = setOf(s, set);
  Handle made = object.model || object.elements.size() < 2 ? nullptr : hostSet(s, set);
  return made ? valuesOf(s, made) : object.elements;
}

static Value emptySet(Stage &s, bool frozen) {
  auto object = std::make_shared<SetObject>();
  object->site = site(s);
  object->frozen = frozen;
  return s.make(std::move(object));
}

void copyElements(Stage &s, Value set, Value from) {
  Handle source = hostSet(s, from);
  host::Outcome copy =
      source ? runInHost(s, builtinClass(s, "set"), {source}, {}) : host::Outcome();
  std::vector<Value> elements =
      copy.ok() ? valuesOf(s, copy.value) : std::vector<Value>(setOf(s, from).elements);
  SetObject &object = s.write<SetObject>(set);
  object.elements = std::move(elements);
  object.model = copy.ok() ? copy.value : nullptr;
}

// Whether Python's compiler makes a constant of the expression.
static bool isLiteral(const Expr *expression) {
  if (auto *tuple = dyn_cast<Tuple>(expression))
    return llvm::all_of(tuple->elts, isLiteral);
  if (auto *unary = dyn_cast<UnaryOp>(expression))
    return isa<syntax::Constant>(unary->operand);
  return isa<syntax::Constant>(expression);
}

// The constant of a code object, or of one inside it, that is equal to a set; null: there is none.
static Handle frozenConstant(Stage &s, Handle code, Handle set) {
  Handle constants = fixedSlot(s, code, "co_consts");
  for (size_t i = 0, count = constants ? s.host.count(constants) : 0; i < count; ++i) {
    Handle constant = s.host.part(constants, i);
    if (s.host.kind(constant) == host::Kind::FrozenSet) {
      if (s.host.equal(constant, set))
        return constant;
    } else if (fixedSlot(s, constant, "co_consts")) {
      if (Handle found = frozenConstant(s, constant, set))
        return found;
    }
  }
  return nullptr;
}

static Handle hostCodeOf(Stage &s) {
  const FunctionCode *code = s.activation ? s.activation->code : nullptr;
  while (code && !code->hostCode)
    code = code->parent;
  return code ? code->hostCode : nullptr;
}

Value literalSet(Stage &s, const syntax::Set *display, llvm::ArrayRef<Value> elements,
                 bool isIterated) {
  if (!llvm::all_of(display->elts, isLiteral) || (!isIterated && elements.size() < 3))
    return {};
  std::vector<Handle> handles;
  for (Value element : elements)
    handles.push_back(s.toHandle(element));
  Handle frozen = s.host.frozenSet(handles);
  Handle code = hostCodeOf(s);
  if (Handle constant = code ? frozenConstant(s, code, frozen) : nullptr)
    frozen = constant;
  if (!isIterated) {
    host::Outcome made = runInHost(s, builtinClass(s, "set"), {frozen}, {});
    frozen = made.ok() ? made.value : frozen;
  }
  Value made = emptySet(s, false);
  SetObject &object = s.write<SetObject>(made);
  object.elements = valuesOf(s, frozen);
  object.model = frozen;
  return made;
}

Result evalIterable(Stage &s, const Expr *expression) {
  auto *display = dyn_cast<syntax::Set>(expression);
  if (!display || !llvm::all_of(display->elts, isLiteral))
    return eval(s, expression);
  std::vector<Value> elements;
  Value unknown;
  if (!evalElements(s, display->elts, elements, unknown))
    return std::nullopt;
  return literalSet(s, display, elements, true);
}

static int64_t codeOf(Operator op) {
  return op == Operator::BitOr    ? LITH_OR
         : op == Operator::BitAnd ? LITH_AND
         : op == Operator::BitXor ? LITH_XOR
                                  : LITH_SUB;
}

// Both are known: the host operates.
static Handle operateNow(Stage &s, Operator op, Value left, Value right) {
  Handle a = hostSet(s, left), b = hostSet(s, right);
  if (!a || !b)
    return nullptr;
  std::string name =
      s.host.kind(a) == host::Kind::FrozenSet ? "builtins.frozenset." : "builtins.set.";
  name += op == Operator::BitOr    ? "union"
          : op == Operator::BitAnd ? "intersection"
          : op == Operator::BitXor ? "symmetric_difference"
                                   : "difference";
  host::Outcome made = runInHost(s, lookup(s, name), {a, b}, {});
  return made.ok() ? made.value : nullptr;
}

// The set of run time; a known one stays known, and a copy of it is given.
static mlir::Value pointerOf(Stage &s, Value set) {
  const SetObject &object = setOf(s, set);
  if (object.isRuntime())
    return object.runtime.ssa();
  llvm::SmallVector<mlir::Value> operands;
  for (Value element : std::vector<Value>(object.elements)) {
    checkKey(s, element);
    operands.push_back(toBox(s, element));
  }
  mlir::Value made = rt(s, "set_new", operands, ir::SetType::get(&s.context));
  return setOf(s, set).frozen ? rt(s, "set_frozen", made, made.getType()) : made;
}

// What `set` may hold now that it has taken elements of `from`.
static void growElements(Stage &s, TypeVariable variable, Value from) {
  const SetObject &object = setOf(s, from);
  if (!object.isRuntime()) {
    for (Value element : std::vector<Value>(object.elements))
      growTypes(s, variable, element);
    return;
  }
  const TypeSet *types = s.facts.types.read(object.element);
  noteKeyMethods(s, types);
  if (s.facts.types.grow(variable, types))
    throw Restart{};
}

Result setBinary(Stage &s, Operator op, Value left, Value right, bool inPlace) {
  if (op != Operator::BitOr && op != Operator::BitAnd && op != Operator::BitXor &&
      op != Operator::Sub)
    return Value();
  bool frozen = setOf(s, left).frozen;
  inPlace &= !frozen;
  bool known = !setOf(s, left).isRuntime() && !setOf(s, right).isRuntime();
  if (Handle result = known ? operateNow(s, op, left, right) : nullptr) {
    Value made = inPlace ? left : emptySet(s, frozen);
    SetObject &object = s.write<SetObject>(made);
    object.elements = valuesOf(s, result);
    object.model = result;
    if (inPlace)
      contentsChanged(s, left);
    return made;
  }
  mlir::Value code = constantInt(s, codeOf(op));
  bool hasBoth = op == Operator::BitOr || op == Operator::BitXor;
  if (inPlace) {
    makeRuntime(s, left);
    growElements(s, setOf(s, left).element, left);
    if (hasBoth)
      growElements(s, setOf(s, left).element, right);
    rt(s, "set_operation_in", {code, pointerOf(s, left), pointerOf(s, right)});
    contentsChanged(s, left);
    return left;
  }
  mlir::Value pointer = rt(s, "set_operation", {code, pointerOf(s, left), pointerOf(s, right)},
                           ir::SetType::get(&s.context));
  Value made = emptySet(s, frozen);
  SetObject &object = s.write<SetObject>(made);
  object.runtime = Value::raw(pointer);
  object.element = elementsOf(object.site);
  TypeVariable variable = object.element;
  growElements(s, variable, left);
  if (hasBoth || op == Operator::BitAnd) // equal elements may be of either
    growElements(s, variable, right);
  return made;
}

void mergeInto(Stage &s, Value set, Value container) {
  const TypeSet *types = nullptr;
  if (auto *other = s.find<SetObject>(container))
    types = s.facts.types.read(other->element);
  else if (auto *dict = s.find<DictObject>(container))
    types = s.facts.types.read(dict->key);
  else
    types = s.facts.types.read(s.find<ListObject>(container)->element);
  noteKeyMethods(s, types);
  if (s.facts.types.grow(setOf(s, set).element, types))
    throw Restart{};
  rt(s, "set_merge", {setOf(s, set).runtime.ssa(), toBox(s, container)});
}

Value popElement(Stage &s, Value set) {
  const SetObject &object = setOf(s, set);
  mlir::Value box = rt(s, "set_pop", {object.runtime.ssa()}, ir::BoxType::get(&s.context));
  return elementOf(s, box, setOf(s, set).element);
}

} // namespace lith::stage

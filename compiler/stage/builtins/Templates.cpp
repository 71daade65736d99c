// Templates.cpp: str % values and str.format where a value's text is a method of the user's.
#include "stage/builtins/Templates.h"
#include "stage/Arrays.h"
#include "stage/Boxing.h"
#include "stage/Protocols.h"
#include "stage/builtins/Formals.h"
#include "stage/calls/Calls.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Dicts.h"
#include "stage/objects/Operators.h"
#include "stage/objects/Texts.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"

namespace lith::stage {

static bool needsMethods(Stage &s, llvm::ArrayRef<Value> values) {
  return llvm::any_of(values, [&](Value value) {
    if (value.isUnion())
      return needsMethods(s, value.oneOf().alternatives);
    return isMappingProxy(s, value) || s.find<InstanceObject>(value) ||
           mayHoldRecords(s, value, {}) ||
           (value.isTuple() && needsMethods(s, value.tuple().elements));
  });
}

// Run time's own text of a tensor does not say whether that requires a gradient.
bool needsOwnText(Stage &s, llvm::ArrayRef<Value> values) {
  return needsMethods(s, values) ||
         llvm::any_of(values, [&](Value value) { return mayRequireGrad(s, value); });
}

[[noreturn]] static void refuseTemplate(Stage &s) {
  refuse(s, diag::Kind::UnsupportedFunction,
         {"this template, for objects with methods of their own"});
}

// By run time, or now, where all is known.
static Result percentOfPlain(Stage &s, Value text, Value values) {
  host::Handle a = s.toHandle(text), b = s.toHandle(values);
  if (a && b)
    return hostResult(s, s.host.apply("%", {a, b}));
  return textAtRunTime(s, "str_percent", {toStr(s, text), toBox(s, values)},
                       mayHoldTensors(s, values));
}

// What takes the place of an operand at the conversion `letter`, which may change.
static Result shownOperand(Stage &s, Value operand, char &letter) {
  bool isText = letter == 's' || letter == 'r';
  if (!isText && isNumpyObject(s, operand) && typeOf(s, operand) == builtinType(s, "numpy.ndarray"))
    refuseTemplate(s);
  if (!isText)
    return payloadOf(s, operand);
  if (!needsOwnText(s, operand))
    return operand;
  Result shown = letter == 's' ? str(s, operand) : repr(s, operand);
  letter = 's';
  return shown;
}

// The operands of a template in which some need methods: their texts go in instead of them.
// `mayBeLeft`: the template need not name what is left over, as that is a mapping.
static Result percentOf(Stage &s, Value text, llvm::ArrayRef<Value> operands, bool mayBeLeft) {
  auto given = s.asStr(text);
  if (!given)
    refuseTemplate(s);
  std::string pattern = given->str();
  llvm::SmallVector<Value> shown;
  size_t next = 0;
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%')
      continue;
    size_t letter = pattern.find_first_not_of("#0- +.0123456789hlL", i + 1);
    if (letter == std::string::npos || pattern[letter] == '*' || pattern[letter] == '(')
      refuseTemplate(s);
    i = letter;
    if (pattern[letter] == '%' || next >= operands.size())
      continue;
    Result one = shownOperand(s, operands[next++], pattern[letter]);
    if (!one)
      return one;
    shown.push_back(*one);
  }
  if (needsMethods(s, shown))
    refuseTemplate(s);
  if (!mayBeLeft && needsMethods(s, operands.drop_front(next)))
    return raise(s, "TypeError", "not all arguments converted during string formatting");
  if (!mayBeLeft)
    shown.append(operands.begin() + next, operands.end());
  return percentOfPlain(s, s.string(pattern), s.tuple(shown));
}

static bool hasMethod(Stage &s, Value value, llvm::StringRef name) {
  return !classAttribute(s, typeOf(s, value), s.intern(name)).isUndefined();
}

Result percent(Stage &s, Value text, Value value) {
  bool isConstant = s.toHandle(text) && s.toHandle(value);
  if (isConstant || !needsOwnText(s, value))
    return percentOfPlain(s, text, value);
  using Form = TupleData::Form;
  Value mapping = payloadOf(s, value);
  bool isTuple = mapping.isTuple() && mapping.tuple().form != Form::Slice &&
                 mapping.tuple().form != Form::Range;
  if (isTuple)
    return percentOf(s, text, mapping.tuple().elements, false);
  if (auto *list = s.find<ListObject>(mapping); list && list->frozen && mapping != value)
    return percent(s, text, mapping);
  bool isByName = s.asStr(text) && s.asStr(text)->contains("%(");
  if (isByName && s.find<DictObject>(mapping) && !needsMethods(s, mapping))
    return percentOfPlain(s, text, mapping);
  return percentOf(s, text, value, hasMethod(s, value, "__getitem__"));
}

namespace {
struct Field {
  llvm::StringRef name, spec;
  char conversion = 0;
};
} // namespace

static Field fieldOf(Stage &s, llvm::StringRef text) {
  Field field;
  auto [head, spec] = text.split(':');
  auto [name, conversion] = head.split('!');
  field.name = name;
  field.spec = spec;
  field.conversion = conversion.empty() ? 0 : conversion[0];
  if (name.find_first_of(".[") != llvm::StringRef::npos || spec.contains('{') ||
      conversion.size() > 1)
    refuseTemplate(s);
  return field;
}

static constexpr size_t Manual = ~size_t(0);

// The value of a field; undefined: an exception was raised. `next` counts fields without a name.
static Value valueOf(Stage &s, llvm::StringRef name, const Arguments &values, size_t &next) {
  size_t index;
  if (name.empty() ? next == Manual
                   : !name.getAsInteger(10, index) && next != 0 && next != Manual) {
    llvm::StringRef from =
        name.empty() ? "manual field specification" : "automatic field numbering";
    llvm::StringRef to = name.empty() ? "automatic field numbering" : "manual field specification";
    raise(s, "ValueError", "cannot switch from " + from + " to " + to);
    return {};
  }
  if (name.empty())
    index = next++;
  else if (name.getAsInteger(10, index)) {
    for (auto &[keyword, value] : values.keywords)
      if (keyword == name)
        return value;
    raiseInstance(s, builtinType(s, "KeyError"), s.string(name));
    return {};
  }
  if (!name.empty())
    next = Manual;
  if (index < values.positional.size())
    return values.positional[index];
  raise(s, "IndexError",
        "Replacement index " + llvm::Twine(index) + " out of range for positional args tuple");
  return {};
}

Result formatFields(Stage &s, Value text, const Arguments &values) {
  auto given = s.asStr(text);
  if (!given)
    refuseTemplate(s);
  std::vector<Value> parts;
  size_t next = 0;
  llvm::StringRef rest = *given;
  while (!rest.empty()) {
    size_t at = rest.find_first_of("{}");
    parts.push_back(s.string(rest.take_front(at)));
    if (at == llvm::StringRef::npos)
      break;
    if (rest.substr(at, 2) == "{{" || rest.substr(at, 2) == "}}") {
      parts.push_back(s.string(rest.substr(at, 1)));
      rest = rest.drop_front(at + 2);
      continue;
    }
    size_t end = rest.find('}', at);
    if (rest[at] == '}' || end == llvm::StringRef::npos)
      refuseTemplate(s);
    Field field = fieldOf(s, rest.slice(at + 1, end));
    rest = rest.drop_front(end + 1);
    Result value = valueOf(s, field.name, values, next);
    if (value->isUndefined())
      return std::nullopt;
    if (field.conversion)
      value = field.conversion == 's' ? str(s, *value) : repr(s, *value);
    Result shown = value ? format(s, *value, s.string(field.spec)) : value;
    if (!shown)
      return shown;
    parts.push_back(*shown);
  }
  return joinText(s, parts);
}

} // namespace lith::stage

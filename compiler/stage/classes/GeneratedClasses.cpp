// GeneratedClasses.cpp: instances of classes that the standard library generates: namedtuple, enum.
#include "stage/classes/GeneratedClasses.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/calls/Spread.h"
#include "stage/classes/Exceptions.h"
#include "stage/emit/Refusals.h"

#include <functional>

namespace lith::stage {

using namespace lith::syntax;
using host::Handle;
using host::Kind;

// " missing 2 required positional arguments: 'a' and 'b'"
std::string missingText(llvm::ArrayRef<llvm::StringRef> names) {
  std::string listed;
  for (size_t i = 0; i < names.size(); ++i)
    listed += std::string(i == 0                 ? ""
                          : i + 1 < names.size() ? ", "
                          : names.size() == 2    ? " and "
                                                 : ", and ") +
              "'" + names[i].str() + "'";
  return " missing " + std::to_string(names.size()) + " required positional argument" +
         (names.size() == 1 ? "" : "s") + ": " + listed;
}

// --- namedtuple and enum

Result makeNamedTuple(Stage &s, Value cls, const Arguments &arguments) {
  auto fields = classAttribute(s, cls, s.intern("_fields")).tuple().elements;
  Value defaults = classAttribute(s, cls, s.intern("_field_defaults"));
  std::string name = className(s, cls) + ".__new__()";
  llvm::SmallVector<Value> elements(arguments.positional.begin(), arguments.positional.end());
  for (auto &[given, value] : arguments.keywords) {
    auto field =
        llvm::find_if(fields, [&, given = given](Value field) { return *s.asStr(field) == given; });
    if (field == fields.end())
      return raise(s, "TypeError", name + " got an unexpected keyword argument '" + given + "'");
    size_t index = size_t(field - fields.begin());
    if (index < arguments.positional.size())
      return raise(s, "TypeError", name + " got multiple values for argument '" + given + "'");
    elements.resize(std::max(elements.size(), index + 1));
    elements[index] = value;
  }
  if (arguments.positional.size() > fields.size())
    return raise(s, "TypeError",
                 name + " takes " + positionalText(s, cls) + " positional arguments but " +
                     llvm::Twine(elements.size() + 1) + " were given");
  elements.resize(fields.size());
  llvm::SmallVector<llvm::StringRef> missing;
  for (auto [element, field] : llvm::zip(elements, fields)) {
    if (!element.isUndefined())
      continue;
    Result fallback =
        s.find<DictObject>(defaults) ? dictLookup(s, defaults, field) : Result(Value());
    if (!fallback)
      return fallback;
    element = *fallback;
    if (element.isUndefined())
      missing.push_back(*s.asStr(field));
  }
  if (!missing.empty())
    return raise(s, "TypeError", name + missingText(missing));
  return s.newTuple(TupleData::Form::Subclass, elements, cls);
}

// `_missing_` of the enum's own, else ValueError.
static Result missingMember(Stage &s, Value cls, Value wanted) {
  Value hook = classAttribute(s, cls, s.intern("_missing_"));
  bool isUsers = hook.isStatic() && isUserFunction(s, hook) &&
                 !llvm::StringRef(s.host.qualifiedName(s.host.boundFunction(hook.handle())))
                      .starts_with("enum.");
  Result found = isUsers ? callMethod(s, cls, "_missing_", wanted) : Result(s.none());
  if (!found)
    return found;
  Result isNone = identical(s, *found, s.none());
  return choose(
      s, *isNone,
      [&]() -> Result {
        Result shown = repr(s, wanted);
        std::string rest = " is not a valid " + s.asStr(qualifiedNameOf(s, cls))->str();
        return shown ? raiseInstance(s, builtinType(s, "ValueError"),
                                     joinText(s, {*shown, s.string(rest)}))
                     : shown;
      },
      [&] { return found; });
}

// Enum("Color", "RED BLUE"): another class.
static Result enumOfNames(Stage &s, Value base, const Arguments &arguments) {
  Value names = arguments.positional[1];
  if (auto *list = s.find<ListObject>(names); list && !list->isRuntime())
    names = s.tuple(listElements(s, names));
  std::vector<std::pair<std::string, Handle>> keywords;
  for (auto &[name, value] : arguments.keywords)
    keywords.push_back({name.str(), pin(s, value, "an argument of an enum")});
  return hostResult(s, runInHost(s, base.handle(),
                                 {pin(s, arguments.positional[0], "the name of an enum"),
                                  pin(s, names, "the members of an enum")},
                                 keywords));
}

// Color(2): the member with this value.
Result enumMember(Stage &s, Value cls, const Arguments &arguments) {
  Result members = enumMembers(s, cls);
  if (members && members->tuple().elements.empty() && arguments.positional.size() == 2)
    return enumOfNames(s, cls, arguments);
  if (!members || arguments.positional.size() != 1)
    return raise(s, "TypeError", className(s, cls) + " takes one value");
  Value wanted = arguments.positional[0];
  bool isFlag = isSubclass(s, cls, builtinType(s, "enum.Flag")).value_or(false);
  if (isFlag && !s.toHandle(wanted))
    pin(s, wanted, "the value of an enum member");
  auto all = members->tuple().elements;
  if (isFlag) // several members in one
    return llvm::is_contained(all, wanted)
               ? wanted
               : hostResult(s, runInHost(s, cls.handle(), {s.toHandle(wanted)}, {}));
  if (all.empty())
    return raise(s, "TypeError",
                 *s.asStr(*repr(s, cls)) +
                     (isPython(s, 12) ? " has no members; specify `names=()` if you meant to "
                                        "create a new, empty, enum"
                                      : " has no members defined"));
  if (s.isTensor(wanted)) // whose hash is its identity
    return missingMember(s, cls, wanted);
  std::function<Result(size_t)> from = [&](size_t index) -> Result {
    if (index == all.size())
      return missingMember(s, cls, wanted);
    Result value = getattr(s, all[index], s.intern("_value_"));
    Result isMember = value ? identical(s, wanted, all[index]) : value;
    Result isEqual = isMember ? compare(s, CmpOperator::Eq, wanted, *value) : isMember;
    if (!isEqual)
      return isEqual;
    return choose(
        s, *isMember, [&]() -> Result { return all[index]; },
        [&] {
          return choose(
              s, *isEqual, [&]() -> Result { return all[index]; }, [&] { return from(index + 1); });
        });
  };
  return from(0);
}

} // namespace lith::stage

// GeneratedClasses.cpp: instances of classes that the standard library generates: namedtuple, enum.
#include "stage/calls/Spread.h"
#include "stage/language/ClassStatements.h"

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

Result Stage::makeNamedTuple(Value cls, const Arguments &arguments) {
  auto fields = classAttribute(cls, intern("_fields")).tuple().elements;
  Value defaults = classAttribute(cls, intern("_field_defaults"));
  std::string name = className(cls) + ".__new__()";
  llvm::SmallVector<Value> elements(arguments.positional.begin(), arguments.positional.end());
  for (auto &[given, value] : arguments.keywords) {
    auto field =
        llvm::find_if(fields, [&, given = given](Value field) { return *asStr(field) == given; });
    if (field == fields.end())
      return raise("TypeError", name + " got an unexpected keyword argument '" + given + "'");
    size_t index = size_t(field - fields.begin());
    if (index < arguments.positional.size())
      return raise("TypeError", name + " got multiple values for argument '" + given + "'");
    elements.resize(std::max(elements.size(), index + 1));
    elements[index] = value;
  }
  if (arguments.positional.size() > fields.size())
    return raise("TypeError", name + " takes " + positionalText(*this, cls) +
                                  " positional arguments but " + llvm::Twine(elements.size() + 1) +
                                  " were given");
  elements.resize(fields.size());
  llvm::SmallVector<llvm::StringRef> missing;
  for (auto [element, field] : llvm::zip(elements, fields)) {
    if (!element.isUndefined())
      continue;
    Result fallback = find<DictObject>(defaults) ? dictLookup(defaults, field) : Result(Value());
    if (!fallback)
      return fallback;
    element = *fallback;
    if (element.isUndefined())
      missing.push_back(*asStr(field));
  }
  if (!missing.empty())
    return raise("TypeError", name + missingText(missing));
  return newTuple(TupleData::Form::Subclass, elements, cls);
}

// `_missing_` of the enum's own, else ValueError.
static Result missingMember(Stage &s, Value cls, Value wanted) {
  Value hook = s.classAttribute(cls, s.intern("_missing_"));
  bool isUsers = hook.isStatic() && s.isUserFunction(hook) &&
                 !llvm::StringRef(s.host.qualifiedName(s.host.boundFunction(hook.handle())))
                      .starts_with("enum.");
  Result found = isUsers ? s.callMethod(cls, "_missing_", wanted) : Result(s.none());
  if (!found)
    return found;
  Result isNone = s.identical(*found, s.none());
  return s.choose(
      *isNone,
      [&]() -> Result {
        Result shown = s.repr(wanted);
        std::string rest = " is not a valid " + s.asStr(qualifiedNameOf(s, cls))->str();
        return shown ? s.raiseInstance(s.builtinType("ValueError"),
                                       s.joinText({*shown, s.string(rest)}))
                     : shown;
      },
      [&] { return found; });
}

// Enum("Color", "RED BLUE"): another class.
static Result enumOfNames(Stage &s, Value base, const Arguments &arguments) {
  Value names = arguments.positional[1];
  if (auto *list = s.find<ListObject>(names); list && !list->isRuntime())
    names = s.tuple(s.listElements(names));
  std::vector<std::pair<std::string, Handle>> keywords;
  for (auto &[name, value] : arguments.keywords)
    keywords.push_back({name.str(), s.pin(value, "an argument of an enum")});
  return s.hostResult(s.host.call(base.handle(),
                                  {s.pin(arguments.positional[0], "the name of an enum"),
                                   s.pin(names, "the members of an enum")},
                                  keywords));
}

// Color(2): the member with this value.
Result Stage::enumMember(Value cls, const Arguments &arguments) {
  Result members = enumMembers(cls);
  if (members && members->tuple().elements.empty() && arguments.positional.size() == 2)
    return enumOfNames(*this, cls, arguments);
  if (!members || arguments.positional.size() != 1)
    return raise("TypeError", className(cls) + " takes one value");
  Value wanted = arguments.positional[0];
  bool isFlag = isSubclass(cls, builtinType("enum.Flag")).value_or(false);
  if (isFlag && !toHandle(wanted))
    pin(wanted, "the value of an enum member");
  auto all = members->tuple().elements;
  if (isFlag) // several members in one
    return llvm::is_contained(all, wanted)
               ? wanted
               : hostResult(host.call(cls.handle(), {toHandle(wanted)}, {}));
  std::function<Result(size_t)> from = [&](size_t index) -> Result {
    if (index == all.size())
      return missingMember(*this, cls, wanted);
    Result value = getattr(all[index], intern("_value_"));
    Result isMember = value ? identical(wanted, all[index]) : value;
    Result isEqual = isMember ? compare(CmpOperator::Eq, wanted, *value) : isMember;
    if (!isEqual)
      return isEqual;
    return choose(
        *isMember, [&]() -> Result { return all[index]; },
        [&] {
          return choose(
              *isEqual, [&]() -> Result { return all[index]; }, [&] { return from(index + 1); });
        });
  };
  return from(0);
}

} // namespace lith::stage

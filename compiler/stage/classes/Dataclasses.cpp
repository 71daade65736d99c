// Dataclasses.cpp: instances of dataclasses: what a generated __init__ does.
#include "stage/classes/Dataclasses.h"
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/calls/Spread.h"
#include "stage/classes/AttributeWrites.h"
#include "stage/classes/ClassAttributes.h"
#include "stage/classes/Classes.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

using host::Kind;

std::optional<Value> dataclassFields(Stage &s, Value cls) {
  Value fields = classAttribute(s, cls, s.intern("__dataclass_fields__"));
  if (!s.find<DictObject>(fields))
    return std::nullopt;
  return fields;
}

bool isMark(Stage &s, Value value, llvm::StringRef mark) {
  host::Handle handle = lookup(s, ("dataclasses." + mark).str());
  return value.isStatic(handle) || (value.isRef() && isOutside(s, value.address()) &&
                                    outsideHandle(s, value.address()) == handle);
}

bool isMissingDefault(Stage &s, Value value) { return isMark(s, value, "MISSING"); }

// Where `entry` is an __init__ that dataclass generated, found in the mro of `cls` behind `after`:
// what stands for it, which knows whose fields it sets. Undefined where it is another function.
Value generatedInit(Stage &s, Value entry, Value cls, Value after) {
  std::string error;
  bool isPrimitive = entry.isCallable() && entry.callable().primitive &&
                     entry.callable().primitive->spelling == "dataclass.__init__";
  bool isText = entry.isStatic() && s.kindOf(entry) == Kind::Function &&
                !s.session.codeOf(entry.handle(), error) && dataclassFields(s, cls);
  if (!isPrimitive && !isText)
    return {};
  bool skip = !after.isUndefined();
  for (Value base : mroOf(s, cls)) {
    const ClassObject *made = s.find<ClassObject>(base);
    Value own = made && made->find(s.intern("__init__")) ? *made->find(s.intern("__init__"))
                : !made ? hostClassEntry(s, base.handle(), s.intern("__init__"))
                        : Value();
    if (!skip && own == entry) {
      CallableData data;
      data.form = CallableData::Form::Partial;
      data.function = s.boundPrimitive(Registry::instance().find("dataclass.__init__"), {});
      data.values = s.keep<Value>(base);
      return Value::callable(s.arena.make<CallableData>(data));
    }
    skip = skip && base != after;
  }
  return {};
}

namespace {

/// A field of a dataclass, and what the call says of it.
struct FieldValue {
  llvm::StringRef name;
  Value field, value;
  bool isParameter;
};

/// What a generated __init__ does: it takes one parameter for each field, then sets the attributes
/// in the order of the fields and calls __post_init__.
struct DataclassInit {
  Stage &s;
  Value object, cls;
  const Arguments &arguments;
  std::vector<FieldValue> fields = {};

  Value part(const FieldValue &field, llvm::StringRef which) {
    return *getattr(s, field.field, s.intern(which));
  }
  bool isOfKind(const FieldValue &field, llvm::StringRef kind) {
    return isMark(s, part(field, "_field_type"), kind);
  }
  bool bind();
  bool bindKeyword(FieldValue &);
  bool isMatched(size_t taken, llvm::ArrayRef<llvm::StringRef> missing);
  std::optional<Value> valueOf(const FieldValue &);
  bool assign(const FieldValue &, Value value);
  bool run();
};

bool DataclassInit::bindKeyword(FieldValue &field) {
  for (auto &[given, keyword] : arguments.keywords) {
    if (!field.isParameter || given.data() != field.name.data())
      continue;
    if (!field.value.isUndefined()) {
      raise(s, "TypeError",
            *s.asStr(qualifiedNameOf(s, cls)) + ".__init__() got multiple values for argument '" +
                given + "'");
      return false;
    }
    field.value = keyword;
  }
  return true;
}

bool DataclassInit::bind() {
  size_t next = 0;
  llvm::SmallVector<llvm::StringRef> missing;
  for (auto &[key, entry] : dictEntries(s, *dataclassFields(s, cls))) {
    FieldValue field{s.intern(*s.asStr(key)), entry, {}, true};
    if (isOfKind(field, "_FIELD_CLASSVAR"))
      continue;
    field.isParameter = pinBool(s, part(field, "init"), "a dataclass field");
    bool isPositional = field.isParameter && s.asBool(part(field, "kw_only")) != true;
    if (isPositional && next < arguments.positional.size())
      field.value = arguments.positional[next++];
    if (!bindKeyword(field))
      return false;
    if (field.isParameter && field.value.isUndefined() &&
        isMissingDefault(s, part(field, "default")) &&
        isMissingDefault(s, part(field, "default_factory")))
      missing.push_back(field.name);
    fields.push_back(field);
  }
  return isMatched(next, missing);
}

bool DataclassInit::isMatched(size_t taken, llvm::ArrayRef<llvm::StringRef> missing) {
  std::string name = s.asStr(qualifiedNameOf(s, cls))->str() + ".__init__()";
  for (auto &[given, value] : arguments.keywords)
    if (llvm::none_of(fields, [&, given = given](const FieldValue &field) {
          return field.isParameter && field.name.data() == given.data();
        })) {
      raise(s, "TypeError", name + " got an unexpected keyword argument '" + given + "'");
      return false;
    }
  if (taken < arguments.positional.size()) {
    raise(s, "TypeError",
          name + " takes " + positionalText(s, cls) + " positional arguments but " +
              llvm::Twine(arguments.positional.size() + 1) + " were given");
    return false;
  }
  if (!missing.empty())
    raise(s, "TypeError", name + missingText(missing));
  return missing.empty();
}

// What the field is set to; undefined: it is left to the class. None: the path ended.
std::optional<Value> DataclassInit::valueOf(const FieldValue &field) {
  if (!field.value.isUndefined())
    return field.value;
  if (Value factory = part(field, "default_factory"); !isMissingDefault(s, factory))
    return call(s, factory, llvm::ArrayRef<Value>{});
  Value fallback = part(field, "default");
  if (isMissingDefault(s, fallback))
    return Value();
  // A class with slots has a descriptor in the place of the default.
  Value entry = classAttribute(s, cls, field.name);
  return field.isParameter || isMemberDescriptor(s, entry) ? fallback : Value();
}

bool DataclassInit::assign(const FieldValue &field, Value value) {
  bool asksClass = isUserFunction(s, classAttribute(s, typeOf(s, object), s.intern("__setattr__")));
  if (asksClass) {
    Result params = getattr(s, cls, s.intern("__dataclass_params__"));
    Result frozen = params ? getattr(s, *params, s.intern("frozen")) : params;
    asksClass = frozen && !pinBool(s, *frozen, "whether a dataclass is frozen");
  }
  return asksClass ? setattr(s, object, field.name, value)
                   : setInstanceAttribute(s, object, field.name, value);
}

bool DataclassInit::run() {
  if (!bind())
    return false;
  llvm::SmallVector<Value> forPostInit;
  for (const FieldValue &field : fields) {
    std::optional<Value> value = valueOf(field);
    if (!value)
      return false;
    if (isOfKind(field, "_FIELD_INITVAR"))
      forPostInit.push_back(*value);
    else if (!value->isUndefined() && !assign(field, *value))
      return false;
  }
  if (classAttribute(s, cls, s.intern("__post_init__")).isUndefined())
    return true;
  return callMethod(s, object, "__post_init__", forPostInit).has_value();
}

} // namespace

bool initDataclass(Stage &s, Value object, Value cls, const Arguments &arguments) {
  return DataclassInit{s, object, cls, arguments}.run();
}

} // namespace lith::stage

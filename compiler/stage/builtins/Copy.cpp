// Copy.cpp: copy.copy and copy.deepcopy on the objects of the program.
//
// They are not staged from the library's source, whose tables of functions by type
// say nothing here: an object is copied by its form, unless its class says how.
#include "stage/Iteration.h"
#include "stage/Records.h"
#include "stage/builtins/Registration.h"
#include "stage/builtins/Support.h"

namespace lith::stage {

namespace {

class Copier {
public:
  explicit Copier(Stage &s, bool deep) : s(s), deep(deep) {}

  Result copy(Value value) {
    if (value.isUnion() || value.isBox()) {
      if (value.isBox() && value.types()->isAny())
        s.refuse(diag::Kind::UnknownType);
      if (deep && value.isBox() && nestsTuples(value.types()))
        s.refuse(diag::Kind::UnsupportedFunction,
                 {"deepcopy of tuples in tuples that a loop makes"});
      return s.forEachAlternative(value, [&](Value alternative) { return copy(alternative); });
    }
    if (value.isTuple())
      return deep ? tuple(value) : Result(value);
    if (!value.isRef() || s.find<ClassObject>(value))
      return value;
    if (auto it = copies.find(value.address()); it != copies.end())
      return it->second;
    if (s.isTensor(value))
      return tensor(value);
    if (s.isContainer(value))
      return container(value);
    if (s.find<InstanceObject>(value))
      return instance(value);
    s.refuse(diag::Kind::UnsupportedFunction, {"copy of " + s.typeName(value)});
  }

private:
  // What an element of the copy is.
  Result part(Value value) { return deep ? copy(value) : Result(value); }

  Result tuple(Value value) {
    llvm::SmallVector<Value> elements;
    for (Value element : value.tuple().elements) {
      Result made = copy(element);
      if (!made)
        return made;
      elements.push_back(*made);
    }
    return s.structure(value.tuple().form, elements, value.tuple().cls);
  }

  Result tensor(Value value) {
    auto *object = s.find<TensorObject>(value);
    if (!deep || requiresGrad(s.state.heap, *object) || !storages.insert(object->storage).second)
      s.refuse(diag::Kind::UnsupportedFunction,
               {"copy of a tensor that shares memory or has a gradient"});
    host::Handle cls = object->cls;
    Result made = s.callMethod(value, "clone", {});
    if (!made)
      return made;
    s.write<TensorObject>(*made).cls = cls;
    copies[value.address()] = *made;
    return made;
  }

  Result container(Value value) {
    if (Stage::isRuntime(*s.state.heap.find(value.address())) && deep &&
        mayHoldRecords(s, value, {}))
      s.refuse(diag::Kind::UnsupportedFunction,
               {"deepcopy of a container of run time with instances"});
    if (s.isTupleOfRunTime(value))
      return deep ? callPrelude(s, "tuple_copied_deeply", value) : Result(value);
    if (Stage::isRuntime(*s.state.heap.find(value.address())))
      return callPrelude(s, deep ? "copied_deeply" : "copied", value);
    if (s.find<ListObject>(value)) {
      Value made = s.list({});
      copies[value.address()] = made;
      for (Value element : s.listElements(value)) {
        Result copied = part(element);
        if (!copied)
          return copied;
        s.append(made, *copied);
      }
      return made;
    }
    if (auto *set = s.find<SetObject>(value)) { // elements are constants
      auto made = std::make_shared<SetObject>(*set);
      made->site = s.site();
      return s.make(std::move(made));
    }
    Value made = s.dict({});
    copies[value.address()] = made;
    for (auto &[key, element] : s.dictEntries(value)) {
      Result copied = part(element);
      if (!copied || !s.setitem(made, key, *copied))
        return std::nullopt;
    }
    return made;
  }

  Result instance(Value value) {
    Value cls = s.typeOf(value);
    if (!s.classAttribute(cls, s.intern("_member_map_")).isUndefined())
      return value; // members of an enum
    Value own = s.classAttribute(cls, s.intern(deep ? "__deepcopy__" : "__copy__"));
    if (!own.isUndefined())
      return deep ? s.call(own, {value, s.dict({})}) : s.call(own, value);
    for (llvm::StringRef name : {"__reduce_ex__", "__reduce__", "__getstate__", "__setstate__",
                                 "__getnewargs__", "__getnewargs_ex__"})
      if (s.isUserFunction(s.classAttribute(cls, s.intern(name))))
        s.refuse(diag::Kind::UnsupportedFunction, {"copy of an object with " + name.str()});
    if (s.isException(value))
      s.refuse(diag::Kind::UnsupportedFunction, {"copy of an exception"});
    auto object = std::make_shared<InstanceObject>();
    object->cls = cls;
    if (isDeque(s, value))
      object->set(changesAttribute(s), s.integer(0));
    Value made = s.make(std::move(object));
    copies[value.address()] = made;
    Result attributes = s.attributesDict(value);
    if (!attributes || s.find<DictObject>(*attributes)->isRuntime())
      s.refuse(diag::Kind::UnsupportedFunction,
               {"copy of an instance that is known only at run time"});
    for (auto &[name, attribute] : s.dictEntries(*attributes)) {
      Result copied = part(attribute);
      if (!copied)
        return copied;
      s.write<InstanceObject>(made).set(s.intern(*s.asStr(name)), *copied);
    }
    if (Value payload = s.payloadOf(value); payload != value) {
      Result copied = deep || payload.isRef() ? copy(payload) : Result(payload);
      if (!copied)
        return copied;
      s.write<InstanceObject>(made).payload = *copied;
    }
    return made;
  }

  Stage &s;
  bool deep;
  llvm::DenseMap<Address, Value> copies;
  llvm::DenseSet<Address> storages;
};

} // namespace

static Result shallowCopy(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "copy", {{"x"}});
  return args ? Copier(s, false).copy((*args)[0]) : std::nullopt;
}

static Result deepCopy(Stage &s, const CallInfo &info) {
  auto args = bindArguments(s, info, "deepcopy", {{"x"}, {"memo", true}});
  if (!args)
    return std::nullopt;
  if (!(*args)[1].isUndefined() && !s.isNone((*args)[1]) && !s.find<DictObject>((*args)[1]))
    s.refuse(diag::Kind::UnsupportedFunction, {"deepcopy with a memo"});
  return Copier(s, true).copy((*args)[0]);
}

void registerCopy(Registry &registry) {
  registry.add("copy.copy", shallowCopy);
  registry.add("copy.deepcopy", deepCopy);
}

} // namespace lith::stage

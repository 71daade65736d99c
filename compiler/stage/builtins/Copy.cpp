// Copy.cpp: copy.copy and copy.deepcopy on the objects of the program.
//
// They are not staged from the library's source, whose tables of functions by type
// say nothing here: an object is copied by its form, unless its class says how.
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/builtins/Formals.h"
#include "stage/builtins/Registration.h"
#include "stage/classes/Classes.h"
#include "stage/classes/ProgramClasses.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/ContainerWrites.h"
#include "stage/objects/Containers.h"
#include "stage/objects/Dicts.h"
#include "stage/objects/Foreign.h"
#include "stage/objects/Iteration.h"
#include "stage/runtime/Boxes.h"
#include "stage/runtime/Records.h"
#include "stage/runtime/Types.h"

namespace lith::stage {

namespace {

class Copier {
public:
  /// `runtimeMemos`, if defined, of another one whose copies of objects of run time it goes on
  /// with.
  Copier(Stage &s, bool deep, Value memo = {}, Value runtimeMemos = {})
      : s(s), deep(deep), runtimeMemos(runtimeMemos), memo(memo) {}

  Result copy(Value value) {
    if (value.isUnion() || value.isBox()) {
      if (value.isBox() && value.types()->isAny())
        refuse(s, diag::Kind::UnknownType);
      if (deep && value.isBox() && nestsTuples(value.types()))
        refuse(s, diag::Kind::UnsupportedFunction,
               {"deepcopy of tuples in tuples that a loop makes"});
      return deep ? oneOfSeveral(value)
                  : forEachAlternative(s, value, [&](Value each) { return copy(each); });
    }
    if (value.isTuple())
      return deep ? tuple(value) : Result(value);
    if (value.isCallable())
      return deep ? callable(value) : Result(value);
    bool isIterator = value.isStatic() && s.kindOf(value) == host::Kind::Iterator;
    if (isIterator || (isForeign(s, value) && !unchanging(s, value)))
      refuse(s, diag::Kind::UnsupportedFunction, {"copy of " + typeName(s, value)});
    if (typeOf(s, value) == builtinType(s, "torch._C.Generator"))
      return generator(value);
    if (value.isStatic())
      return constant(value);
    if (!value.isRef() || s.find<ClassObject>(value))
      return value;
    if (Value known = knownCopy(value); !known.isUndefined())
      return known;
    if (s.isTensor(value))
      return tensor(value);
    if (isContainer(s, value))
      return container(value);
    if (s.find<InstanceObject>(value))
      return instance(value);
    refuse(s, diag::Kind::UnsupportedFunction, {"copy of " + typeName(s, value)});
  }

private:
  // What the copy of one alternative comes to is not there on the paths of the others.
  Result oneOfSeveral(Value value) {
    for (auto &[known, copied] : copiesOfSeveral)
      if (known == value)
        return copied;
    memoOf();
    memosOf(); // all paths have the dicts
    auto before = copies;
    Result made = forEachAlternative(s, value, [&](Value alternative) {
      copies = before;
      Result copied = copy(alternative);
      for (auto &[address, unused] : copies)
        if (!before.count(address))
          onSomePaths.insert(address);
      return copied;
    });
    copies = std::move(before);
    if (made)
      copiesOfSeveral.push_back({value, *made});
    return made;
  }

  // What an element of the copy is.
  Result part(Value value) { return deep ? copy(value) : Result(value); }

  // The key of an object in the memo, as `id` gives it.
  Value keyOf(Address address) { return s.integer(int64_t(address) * 16); }

  Value knownCopy(Value value) {
    if (onSomePaths.contains(value.address()) && !copies.count(value.address()))
      refuse(s, diag::Kind::UnsupportedFunction,
             {"deepcopy of an object that one of several objects holds, too"});
    if (auto it = copies.find(value.address()); it != copies.end())
      return it->second;
    auto entry = memo.isUndefined() ? std::nullopt : findEntry(s, memo, keyOf(value.address()));
    return entry ? s.find<DictObject>(memo)->entries[*entry].second : Value();
  }

  void note(Value value, Value copied) {
    copies[value.address()] = copied;
    if (!memo.isUndefined())
      setitem(s, memo, keyOf(value.address()), copied);
  }

  // What one of the dicts holds at run time says nothing of what others do.
  Value memoOfItsOwn(const std::string &name) {
    Value made = s.dict({});
    s.write<DictObject>(made).site = idOf<Site>(site(s), name);
    return made;
  }

  // The dict that `__deepcopy__` of the user's is given, and passes on.
  Value memoOf() {
    if (memo.isUndefined()) {
      memo = memoOfItsOwn("memo");
      for (auto &[address, copied] : copies)
        if (!unfinished.contains(address))
          setitem(s, memo, keyOf(address), copied);
    }
    return memo;
  }

  // The same with the instances that have not got all they hold yet: in a dict of run time they
  // would be records without it.
  Value memoForUser() {
    Value given = memoOf();
    for (Address address : unfinished)
      setitem(s, given, keyOf(address), copies.lookup(address));
    if (!unfinished.empty() && s.find<DictObject>(given)->isRuntime())
      refuse(s, diag::Kind::UnsupportedFunction,
             {"__deepcopy__ of what one of several objects holds"});
    return given;
  }

  // One of a class in C that says how it is copied: its error, where it cannot be. A copy that may
  // change is refused.
  Result constant(Value value) {
    static constexpr host::Kind ByClass[] = {host::Kind::Module, host::Kind::MappingProxy,
                                             host::Kind::Other};
    if (!llvm::is_contained(ByClass, s.kindOf(value)))
      return value;
    host::Handle function = lookup(s, deep ? "copy.deepcopy" : "copy.copy");
    host::Outcome made = runInHost(s, function, {value.handle()});
    if (!made.ok())
      return hostResult(s, made);
    bool isAnother = made.value != value.handle();
    if (isAnother && !unchanging(s, value))
      refuse(s, diag::Kind::UnsupportedFunction, {"copy of " + typeName(s, value)});
    return value;
  }

  // Of a method the object, of a partial the arguments.
  Result callable(Value value) {
    CallableData data = value.callable();
    if (data.form == CallableData::Form::BoundMethod) {
      Result self = copy(data.self);
      return self ? Result(s.boundMethod(data.function, *self)) : self;
    }
    if (data.form != CallableData::Form::Partial)
      return value;
    Result function = copy(data.function);
    std::optional<std::vector<Value>> values = copiesOf(data.values);
    if (!function || !values)
      return std::nullopt;
    data.function = *function;
    data.values = s.keep<Value>(*values);
    return Value::callable(s.arena.make<CallableData>(data));
  }

  std::optional<std::vector<Value>> copiesOf(llvm::ArrayRef<Value> values) {
    std::vector<Value> made;
    for (Value value : values) {
      Result copied = copy(value);
      if (!copied)
        return std::nullopt;
      made.push_back(*copied);
    }
    return made;
  }

  // One whose elements are their own copies is its own.
  Result tuple(Value value) {
    auto elements = copiesOf(value.tuple().elements);
    if (!elements || llvm::ArrayRef<Value>(*elements) == value.tuple().elements)
      return elements ? Result(value) : std::nullopt;
    return s.structure(value.tuple().form, *elements, value.tuple().cls);
  }

  // In both ways one of its own, in the same state.
  Result generator(Value value) {
    if (value.isRef())
      if (Value known = knownCopy(value); !known.isUndefined())
        return known;
    Result made = callPrelude(s, "generator_clone_state", value);
    if (made && value.isRef())
      note(value, *made);
    return made;
  }

  Result tensor(Value value) {
    auto *object = s.find<TensorObject>(value);
    if (!deep || requiresGrad(s.state.heap, *object) || !storages.insert(object->storage).second)
      refuse(s, diag::Kind::UnsupportedFunction,
             {"copy of a tensor that shares memory or has a gradient"});
    host::Handle cls = object->cls;
    Result made = callMethod(s, value, "clone", {});
    if (!made)
      return made;
    s.write<TensorObject>(*made).cls = cls;
    note(value, *made);
    return made;
  }

  Result container(Value value) {
    if (isMappingProxy(s, value))
      return raise(s, "TypeError", "cannot pickle 'mappingproxy' object");
    if (isRuntime(*s.state.heap.find(value.address())) && deep && mayHoldRecords(s, value, {}))
      refuse(s, diag::Kind::UnsupportedFunction,
             {"deepcopy of a container of run time with instances"});
    if (isTupleOfRunTime(s, value))
      return deep ? callPrelude(s, "tuple_copied_deeply", {value, memosOf()}) : Result(value);
    if (isRuntime(*s.state.heap.find(value.address()))) {
      Result made = deep ? ofRunTime(value) : callPrelude(s, "copied", value);
      if (made)
        note(value, *made);
      return made;
    }
    if (s.find<ListObject>(value)) {
      Value made = s.list({});
      note(value, made);
      for (Value element : listElements(s, value)) {
        Result copied = part(element);
        if (!copied)
          return copied;
        append(s, made, *copied);
      }
      return made;
    }
    if (auto *set = s.find<SetObject>(value)) { // elements are constants
      if (set->frozen && !deep)
        return value;
      auto made = std::make_shared<SetObject>(*set);
      made->site = site(s);
      Value copied = s.make(std::move(made));
      note(value, copied);
      return copied;
    }
    Value made = s.dict({});
    note(value, made);
    for (auto &[key, element] : dictEntries(s, value)) {
      Result copied = part(element);
      if (!copied || !setitem(s, made, key, *copied))
        return std::nullopt;
    }
    return made;
  }

  // The dicts by which copies of objects of run time are found: one for each height, the last one
  // of tensors.
  Value memosOf() {
    if (runtimeMemos.isUndefined()) {
      std::vector<Value> levels;
      for (int level = 0; level < MostLevels + 3; ++level)
        levels.push_back(memoOfItsOwn("memo of height " + std::to_string(level)));
      runtimeMemos = s.tuple(levels);
    }
    return runtimeMemos;
  }

  // How many containers are in one another there, 0: what they hold is copied as it is. One object
  // has one height wherever it is met, and its copy is in the dict of that.
  int heightOf(const TypeSet *types, int depth = 0) {
    int height = 0;
    auto check = [&](bool isPlain) {
      if (!isPlain)
        refuse(s, diag::Kind::UnsupportedFunction,
               {"deepcopy of containers of run time that are nested in several ways"});
    };
    auto add = [&](int more) {
      check(!height || height == more);
      height = more;
    };
    auto below = [&](const TypeSet *part) {
      check(depth <= MostLevels); // before the next, as what holds itself has no end
      return heightOf(part, depth + 1);
    };
    for (const Type &type : s.facts.types.opened(types)->types) {
      if (type.kind == Type::Kind::Tensor)
        add(1);
      if (type.kind == Type::Kind::List || type.kind == Type::Kind::Dict ||
          type.kind == Type::Kind::Set)
        add(1 + below(s.facts.types.read(type.element)));
      int parts = 0;
      for (const TypeSet *part : type.elements)
        parts = std::max(parts, below(part));
      if (parts)
        add(1 + parts);
    }
    return height;
  }

  Result ofRunTime(Value value) {
    int height = heightOf(typesOf(s, value));
    return callPrelude(s, "copied_deeply", {value, memosOf(), s.integer(height - 1)});
  }

  // What `cls.__new__(cls)` gives, where the user wrote it; else a plain instance.
  Result emptyInstance(Value value, Value cls) {
    Value creator = classAttribute(s, cls, s.intern("__new__"));
    if (isUserFunction(s, creator)) {
      if (payloadOf(s, value) != value)
        refuse(s, diag::Kind::UnsupportedFunction, {"copy of an object with __new__"});
      Result function = getattr(s, cls, s.intern("__new__"));
      return function ? call(s, *function, cls) : function;
    }
    auto object = std::make_shared<InstanceObject>();
    object->cls = cls;
    if (isDeque(s, value)) {
      Result most = getattr(s, value, s.intern("maxlen"));
      if (!most)
        return most;
      object->set(s.intern("maxlen"), *most);
      object->set(changesAttribute(s), s.integer(0));
    }
    return s.make(std::move(object));
  }

  Result instance(Value value) {
    Value cls = typeOf(s, value);
    if (!classAttribute(s, cls, s.intern("_member_map_")).isUndefined())
      return value;           // members of an enum
    if (unchanging(s, value)) // such as a path
      return value;
    Value own = classAttribute(s, cls, s.intern(deep ? "__deepcopy__" : "__copy__"));
    if (!own.isUndefined()) {
      Result made = deep ? call(s, own, {value, memoForUser()}) : call(s, own, value);
      if (made)
        note(value, *made);
      return made;
    }
    for (llvm::StringRef name :
         {"__reduce_ex__", "__reduce__", "__getnewargs__", "__getnewargs_ex__"})
      if (!userMethod(cls, name).isUndefined())
        refuse(s, diag::Kind::UnsupportedFunction, {"copy of an object with " + name.str()});
    if (payloadOf(s, value) != value) // by which the copy gets its elements
      for (llvm::StringRef name : {"append", "extend", "__setitem__"})
        if (!userMethod(cls, name).isUndefined())
          refuse(s, diag::Kind::UnsupportedFunction, {"copy of an object with " + name.str()});
    if (isException(s, value))
      refuse(s, diag::Kind::UnsupportedFunction, {"copy of an exception"});
    Result empty = emptyInstance(value, cls);
    if (!empty || !s.find<InstanceObject>(*empty))
      return empty;
    bool isRecord = deep && s.find<InstanceObject>(value)->isRuntime();
    if (isRecord && llvm::is_contained(records, cls))
      refuse(s, diag::Kind::UnsupportedFunction,
             {"deepcopy of objects within one another, of which only run time knows how many"});
    if (isRecord)
      records.push_back(cls);
    copies[value.address()] = *empty;
    unfinished.insert(value.address());
    Result made = fill(value, *empty);
    if (isRecord)
      records.pop_back();
    unfinished.remove(value.address());
    if (made)
      note(value, *made);
    return made;
  }

  Result fill(Value value, Value made) {
    Value cls = typeOf(s, value);
    Value getter = userMethod(cls, "__getstate__"), setter = userMethod(cls, "__setstate__");
    if (getter.isUndefined() && setter.isUndefined())
      return copyAttributes(value, made);
    if (payloadOf(s, value) != value)
      refuse(s, diag::Kind::UnsupportedFunction, {"copy of an object with __getstate__"});
    return copyState(value, made, getter, setter);
  }

  Value userMethod(Value cls, llvm::StringRef name) {
    Value method = classAttribute(s, cls, s.intern(name));
    return isUserFunction(s, method) ? method : Value();
  }

  // What the one method gives goes into the other; without them, the attributes.
  Result copyState(Value value, Value made, Value getter, Value setter) {
    Result state = getter.isUndefined() ? attributesOf(value) : call(s, getter, value);
    if (!state || s.isNone(*state))
      return state ? Result(made) : state;
    Result copied = deep ? part(*state) : state;
    if (!copied)
      return copied;
    if (!setter.isUndefined())
      return call(s, setter, {made, *copied}) ? Result(made) : std::nullopt;
    auto *known = s.find<DictObject>(*copied);
    if (!known || known->isRuntime() ||
        !llvm::all_of(dictEntries(s, *copied), [&](auto &entry) { return s.asStr(entry.first); }))
      refuse(s, diag::Kind::UnsupportedFunction,
             {"copy of an object whose state is no dict of names"});
    for (auto &[name, attribute] : dictEntries(s, *copied))
      s.write<InstanceObject>(made).set(s.intern(*s.asStr(name)), attribute);
    return made;
  }

  Result attributesOf(Value value) {
    Result attributes = attributesDict(s, value, true);
    return attributes ? callMethod(s, *attributes, "copy", {}) : attributes;
  }

  // What members of __slots__ hold. Of classes that the program makes, they are attributes.
  bool copyMembers(Value value, Value made) {
    for (Value base : mroOf(s, typeOf(s, value))) {
      if (!base.isStatic() || !hasClassEntry(s, base.handle(), "__slots__"))
        continue;
      for (host::Handle name : classNames(s, base.handle())) {
        llvm::StringRef key = s.intern(s.host.asStr(name));
        Value entry = hostClassEntry(s, base.handle(), key);
        if (typeOf(s, entry) != builtinType(s, "types.MemberDescriptorType"))
          continue;
        Value held = initialSlot(s, value, entry.handle());
        Result copied = held.isUndefined() ? Result(held) : part(held);
        if (!copied)
          return false;
        if (!copied->isUndefined())
          s.write<InstanceObject>(made).set(key, *copied);
      }
    }
    return true;
  }

  Result copyAttributes(Value value, Value made) {
    Result attributes = attributesDict(s, value, true);
    if (!attributes || s.find<DictObject>(*attributes)->isRuntime())
      refuse(s, diag::Kind::UnsupportedFunction,
             {"copy of an instance that is known only at run time"});
    for (auto &[name, attribute] : dictEntries(s, *attributes)) {
      Result copied = part(attribute);
      if (!copied)
        return copied;
      s.write<InstanceObject>(made).set(s.intern(*s.asStr(name)), *copied);
    }
    if (!copyMembers(value, made))
      return std::nullopt;
    if (Value payload = payloadOf(s, value); payload != value) {
      Result copied = deep || payload.isRef() ? copy(payload) : Result(payload);
      if (!copied)
        return copied;
      s.write<InstanceObject>(made).payload = *copied;
    }
    return made;
  }

  Stage &s;
  bool deep;
  static constexpr int MostLevels = 6;
  Value runtimeMemos; ///< undefined: nothing of run time has been copied
  Value memo;         ///< a known dict from `id` to copy; undefined: nobody has asked for it
  llvm::MapVector<Address, Value> copies;
  llvm::SetVector<Address> unfinished; ///< of these, instances that do not hold all yet
  std::vector<std::pair<Value, Value>> copiesOfSeveral; ///< of one of several objects, and its copy
  llvm::DenseSet<Address> onSomePaths;                  ///< copied with one of several objects
  llvm::DenseSet<Address> storages;
  llvm::SmallVector<Value, 4> records; ///< classes of the objects of run time that are being copied
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
  Value memo = (*args)[1];
  if (memo.isUndefined() || s.isNone(memo))
    return Copier(s, true).copy((*args)[0]);
  auto *known = s.find<DictObject>(memo);
  if (!known || known->isRuntime() || isOutside(s, memo.address()))
    refuse(s, diag::Kind::UnsupportedFunction, {"deepcopy with a memo"});
  return Copier(s, true, memo).copy((*args)[0]);
}

// prim.copied_with(value, memos): a part of an object of run time that is copied.
static Result copiedWith(Stage &s, const CallInfo &info) {
  const auto &args = info.args.positional;
  return Copier(s, true, {}, args[1]).copy(args[0]);
}

void registerCopy(Registry &registry) {
  registry.add("prim.copied_with", copiedWith);
  registry.add("copy.copy", shallowCopy);
  registry.add("copy.deepcopy", deepCopy);
}

} // namespace lith::stage

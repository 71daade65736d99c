// HostResults.cpp: what the host made or raised, as values and exceptions of the program.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Exceptions.h"
#include "stage/classes/TypeNames.h"
#include "stage/emit/Refusals.h"
#include "stage/emit/Values.h"
#include "stage/objects/Iteration.h"

namespace lith::stage {

using host::Kind;

Result hostResult(Stage &s, const host::Outcome &outcome) {
  if (outcome.ok())
    return ofFresh(s, outcome.value);
  if (!outcome.exceptionClass) // a host without Python
    refuse(s, diag::Kind::UnsupportedFunction, {"this function of constants"});
  llvm::SmallVector<Value> arguments;
  for (host::Handle argument : madeElements(s, outcome.exceptionArgs))
    arguments.push_back(ofFresh(s, argument));
  std::vector<std::pair<llvm::StringRef, Value>> attributes;
  if (outcome.exceptionAttributes)
    for (auto &[name, value] : madeEntries(s, outcome.exceptionAttributes))
      attributes.push_back({s.intern(*s.asStr(s.ofHandle(name))), ofFresh(s, value)});
  return raiseInstance(s, Value::ofStatic(outcome.exceptionClass), arguments,
                       std::move(attributes));
}

// An object that the host just made: a mutable one becomes an allocation of the program.
Value ofFresh(Stage &s, host::Handle handle) {
  switch (s.host.kind(handle)) {
  case Kind::List: {
    std::vector<Value> elements;
    for (host::Handle element : madeElements(s, handle))
      elements.push_back(ofFresh(s, element));
    return s.list(elements);
  }
  case Kind::Dict: {
    std::vector<std::pair<Value, Value>> entries;
    for (auto &[key, value] : madeEntries(s, handle))
      entries.push_back({ofFresh(s, key), ofFresh(s, value)});
    return s.dict(entries);
  }
  case Kind::Tuple: {
    std::vector<Value> elements;
    for (host::Handle element : madeElements(s, handle))
      elements.push_back(ofFresh(s, element));
    bool isConstant = llvm::all_of(elements, [](Value element) { return element.isStatic(); });
    return isConstant ? s.ofHandle(handle) : s.tuple(elements);
  }
  case Kind::Set:
  case Kind::FrozenSet: {
    auto made = std::make_shared<SetObject>();
    made->site = site(s);
    made->frozen = s.host.kind(handle) == Kind::FrozenSet;
    for (host::Handle element : madeElements(s, handle))
      made->elements.push_back(ofFresh(s, element));
    return s.make(std::move(made));
  }
  case Kind::Instance:
  case Kind::MappingProxy:
    return outside(s, handle, rootPath(s, handle));
  default:
    // Of a pure function: nobody else takes from it.
    if (Value cls = classOf(s, handle);
        cls == builtinType(s, "types.GeneratorType") ||
        s.host.qualifiedName(cls.handle()) == "builtins.callable_iterator")
      if (host::Outcome all = runInHost(s, lookup(s, "builtins.tuple"), {handle}, {}); all.ok())
        return makeIterator(s, IteratorObject::Form::Sequence, {ofFresh(s, all.value)});
    return s.ofHandle(handle);
  }
}

} // namespace lith::stage

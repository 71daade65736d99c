// TypeEntries.cpp: what dicts of run time hold under keys that are known when compiling, as in
// `result["boxes"]` of a list of dicts: each key has a type of its own.

#include "stage/Stage.h"
namespace lith::stage {

// What was put into it before counts as put under keys of run time.
TypeTable::Entries &TypeTable::entriesOf(TypeVariable variable) {
  variable = representative(variable);
  auto found = entries.find(variable);
  if (found != entries.end())
    return found->second;
  auto others = idOf<TypeVariable>(variable, "other entries");
  variables[others] = valueOf(variable);
  dictOfEntry[others] = variable;
  return entries[variable] = Entries{others, {}, {}};
}

TypeVariable TypeTable::entryVariable(TypeVariable variable, llvm::StringRef key) {
  auto [it, isNew] = entriesOf(variable).known.try_emplace(
      key.str(), idOf<TypeVariable>(representative(variable), "entry", key));
  TypeVariable entry = it->second;
  if (!isNew)
    return entry;
  dictOfEntry[entry] = variable;
  for (TypeVariable copy : llvm::to_vector(entriesOf(variable).copies))
    flow(entry, entryVariable(copy, key)); // it is empty: nothing becomes stale
  return entry;
}

const TypeSet *TypeTable::readEntry(TypeVariable variable, llvm::StringRef key) {
  TypeVariable entry = entryVariable(variable, key);
  return merge(read(entriesOf(variable).others), read(entry));
}

bool TypeTable::growEntry(TypeVariable variable, llvm::StringRef key, const TypeSet *types) {
  return grow(entryVariable(variable, key), types);
}

bool TypeTable::flowEntries(TypeVariable from, TypeVariable to) {
  if (representative(from) == representative(to))
    return false;
  bool stale = flow(entriesOf(from).others, entriesOf(to).others);
  if (!llvm::is_contained(entriesOf(from).copies, to))
    entriesOf(from).copies.push_back(to);
  std::map<std::string, TypeVariable> known = entriesOf(from).known;
  for (auto &[key, entry] : known)
    stale |= flow(entry, entryVariable(to, key));
  return stale;
}

bool TypeTable::uniteEntries(TypeVariable a, TypeVariable b) {
  if (!entries.count(a) && !entries.count(b))
    return false;
  bool stale = unite(entriesOf(a).others, entriesOf(b).others);
  Entries gone = std::move(entriesOf(b));
  entries.erase(b);
  for (auto &[key, entry] : gone.known)
    stale |= unite(entryVariable(a, key), entry);
  for (TypeVariable copy : gone.copies)
    stale |= flowEntries(a, copy);
  return stale;
}

} // namespace lith::stage

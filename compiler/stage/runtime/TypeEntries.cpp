// TypeEntries.cpp: what dicts of run time hold under keys that are known when compiling, as in
// `result["boxes"]` of a list of dicts: each key has a type of its own.

#include "stage/Stage.h"
namespace lith::stage {

// What was put into it before counts as put under keys of run time.
TypeTable::Entries &TypeTable::entriesOf(uint64_t variable) {
  variable = representative(variable);
  auto found = entries.find(variable);
  if (found != entries.end())
    return found->second;
  uint64_t others = llvm::hash_combine(variable, "other entries");
  variables[others] = valueOf(variable);
  dictOfEntry[others] = variable;
  return entries[variable] = Entries{others, {}, {}};
}

uint64_t TypeTable::entryVariable(uint64_t variable, llvm::StringRef key) {
  auto [it, isNew] = entriesOf(variable).known.try_emplace(
      key.str(), llvm::hash_combine(representative(variable), "entry", key));
  uint64_t entry = it->second;
  if (!isNew)
    return entry;
  dictOfEntry[entry] = variable;
  for (uint64_t copy : llvm::to_vector(entriesOf(variable).copies))
    flow(entry, entryVariable(copy, key)); // it is empty: nothing becomes stale
  return entry;
}

const TypeSet *TypeTable::readEntry(uint64_t variable, llvm::StringRef key) {
  uint64_t entry = entryVariable(variable, key);
  return merge(read(entriesOf(variable).others), read(entry));
}

bool TypeTable::growEntry(uint64_t variable, llvm::StringRef key, const TypeSet *types) {
  return grow(entryVariable(variable, key), types);
}

bool TypeTable::flowEntries(uint64_t from, uint64_t to) {
  if (representative(from) == representative(to))
    return false;
  bool stale = flow(entriesOf(from).others, entriesOf(to).others);
  if (!llvm::is_contained(entriesOf(from).copies, to))
    entriesOf(from).copies.push_back(to);
  std::map<std::string, uint64_t> known = entriesOf(from).known;
  for (auto &[key, entry] : known)
    stale |= flow(entry, entryVariable(to, key));
  return stale;
}

bool TypeTable::uniteEntries(uint64_t a, uint64_t b) {
  if (!entries.count(a) && !entries.count(b))
    return false;
  bool stale = unite(entriesOf(a).others, entriesOf(b).others);
  Entries gone = std::move(entriesOf(b));
  entries.erase(b);
  for (auto &[key, entry] : gone.known)
    stale |= unite(entryVariable(a, key), entry);
  for (uint64_t copy : gone.copies)
    stale |= flowEntries(a, copy);
  return stale;
}

} // namespace lith::stage

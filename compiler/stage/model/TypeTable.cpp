// TypeTable.cpp: interned sets of types, and the variables that say what containers hold.
#include "stage/model/Facts.h"
#include "stage/model/Types.h"

namespace lith::stage {

const TypeSet *TypeTable::any() {
  Type type;
  type.kind = Type::Kind::Any;
  return set(type);
}

static bool isTuple(const Type &type) {
  return type.kind == Type::Kind::Tuple || type.kind == Type::Kind::TupleOf;
}

static bool isNested(const Type &type) { return type.kind == Type::Kind::Nested; }

// Two lists that may be the same value hold the same types: a tag tells them from a tensor, but not
// from each other.
bool TypeTable::absorb(Type &known, const Type &type) {
  bool isContainer = type.kind == Type::Kind::List || type.kind == Type::Kind::Dict ||
                     type.kind == Type::Kind::Set || type.kind == Type::Kind::Nested;
  if (known == type)
    return true;
  if (known.kind == Type::Kind::Tensor && type.kind == Type::Kind::Tensor &&
      known.dtype == type.dtype && known.rank == type.rank) {
    known.requiresGrad |= type.requiresGrad;
    known.isMixed |= type.isMixed || known.handle != type.handle;
    known.handle = known.isMixed ? nullptr : known.handle;
    return true;
  }
  if (isTuple(type) && known.kind == type.kind && known.dtype == type.dtype &&
      known.handle == type.handle &&
      known.elements.size() == type.elements.size()) { // no test tells them apart
    llvm::SmallVector<const TypeSet *> elements;
    for (auto [a, b] : llvm::zip(known.elements, type.elements))
      elements.push_back(merge(a, b));
    known.elements = keep(llvm::ArrayRef<const TypeSet *>(elements));
    return true;
  }
  if (known.kind != type.kind || !isContainer)
    return false;
  if (type.kind == Type::Kind::Set && known.dtype != type.dtype)
    known.dtype = EitherSet;
  bool isStale = unite(known.element, type.element);
  if (type.kind == Type::Kind::Dict)
    isStale |= unite(known.key, type.key);
  if (isStale)
    throw Restart{};
  return true;
}

static bool isPlainTuple(const Type &type) {
  return type.kind == Type::Kind::Tuple && type.dtype == uint8_t(TupleData::Form::Tuple);
}

// Tuples of many lengths, or of a length of run time, are one type: their elements are of one set.
llvm::SmallVector<Type> TypeTable::withOneTuple(llvm::ArrayRef<Type> types) {
  bool any = llvm::any_of(types, [](const Type &t) { return t.kind == Type::Kind::TupleOf; });
  llvm::SmallDenseSet<size_t> lengths;
  for (const Type &type : types)
    if (isPlainTuple(type))
      lengths.insert(type.elements.size());
  if (!any && lengths.size() <= MaxLengths)
    return llvm::SmallVector<Type>(types);
  const TypeSet *elements = set({});
  llvm::SmallVector<Type> others;
  for (const Type &type : types) {
    if (!isPlainTuple(type) && type.kind != Type::Kind::TupleOf) {
      others.push_back(type);
      continue;
    }
    for (const TypeSet *part : type.elements)
      elements = merge(elements, part);
  }
  others.push_back(tupleOf(elements));
  return others;
}

Type TypeTable::tupleOf(const TypeSet *elements) {
  Type type{};
  type.kind = Type::Kind::TupleOf;
  type.elements = keep(llvm::ArrayRef<const TypeSet *>(elements));
  return type;
}

TypeVariable TypeTable::elementVariable(const Type &tuple) {
  size_t index = llvm::find(sets, tuple.elements[0]) - sets.begin();
  auto variable = idOf<TypeVariable>(index, "tuple of");
  grow(variable, tuple.elements[0]);
  return variable;
}

// How deep tuples of these types are nested.
static size_t depthOf(const TypeSet *types) {
  size_t depth = 0;
  for (const Type &type : types->types)
    if (isTuple(type))
      for (const TypeSet *part : type.elements)
        depth = std::max(depth, 1 + depthOf(part));
  return depth;
}

// Tuples that loops nest without end: in each of them one type stands for the tuples inside, whose
// variable gets those of all levels. Gives the outermost ones, folded.
llvm::SmallVector<Type> TypeTable::folded(llvm::ArrayRef<Type> types, TypeVariable variable) {
  llvm::SmallVector<Type> outer;
  for (Type type : types) {
    if (isTuple(type)) {
      llvm::SmallVector<const TypeSet *> elements;
      for (const TypeSet *part : type.elements) {
        llvm::SmallVector<Type> inside = folded(part->types, variable), plain;
        llvm::copy_if(inside, std::back_inserter(plain), [](const Type &t) { return !isTuple(t); });
        if (plain.size() < inside.size()) {
          plain.push_back({Type::Kind::Nested});
          plain.back().element = variable;
        }
        elements.push_back(set(plain));
      }
      type.elements = keep(llvm::ArrayRef<const TypeSet *>(elements));
      if (grow(variable, set(type)))
        throw Restart{};
    }
    outer.push_back(type);
  }
  return outer;
}

// That of tuples whose outermost one is the same; where others meet them, they become one.
static TypeVariable variableOfNested(llvm::ArrayRef<Type> types) {
  const Type &outer = *llvm::find_if(types, isTuple);
  return idOf<TypeVariable>("nested", outer.elements.size(), outer.handle);
}

// Beside the type that stands for nested tuples there are no others.
llvm::SmallVector<Type> TypeTable::withOneNested(llvm::ArrayRef<Type> types) {
  const Type *nested = llvm::find_if(types, isNested);
  if (nested == types.end())
    return llvm::SmallVector<Type>(types);
  llvm::SmallVector<Type> rest, tuples;
  for (const Type &type : types)
    (isTuple(type) ? tuples : rest).push_back(type);
  folded(tuples, nested->element);
  return rest;
}

bool nestsTuples(const TypeSet *types) {
  return llvm::any_of(types->types, [](const Type &type) {
    return isNested(type) || llvm::any_of(type.elements, nestsTuples);
  });
}

const TypeSet *TypeTable::opened(const TypeSet *types) {
  if (llvm::none_of(types->types, isNested))
    return types;
  llvm::SmallVector<Type> all;
  for (const Type &type : types->types)
    if (isNested(type))
      all.append(read(type.element)->types.begin(), read(type.element)->types.end());
    else
      all.push_back(type);
  return set(all);
}

const TypeSet *TypeTable::set(llvm::ArrayRef<Type> given) {
  llvm::SmallVector<Type> distinct, types = withOneTuple(withOneNested(given));
  for (Type type : types) {
    if (type.kind == Type::Kind::Any && types.size() > 1)
      return any();
    type.element = representative(type.element);
    type.key = representative(type.key);
    if (llvm::none_of(distinct, [&](Type &known) { return absorb(known, type); }))
      distinct.push_back(type);
  }
  bool objects = llvm::any_of(distinct, [](const Type &type) {
    return type.kind == Type::Kind::Record || type.kind == Type::Kind::Callable ||
           type.kind == Type::Kind::Opaque;
  });
  if (distinct.size() > (objects ? MaxObjects : MaxWidth))
    return any();
  TypeSet made{distinct};
  if (depthOf(&made) > MaxDepth)
    return set(folded(distinct, variableOfNested(distinct)));
  for (const TypeSet *known : sets)
    if (known->types == llvm::ArrayRef<Type>(distinct))
      return known;
  auto *kept = arena.make<TypeSet>(keep(llvm::ArrayRef<Type>(distinct)));
  sets.push_back(kept);
  return kept;
}

const TypeSet *TypeTable::merge(const TypeSet *a, const TypeSet *b) {
  if (a == b)
    return a;
  llvm::SmallVector<Type> all(a->types);
  all.append(b->types.begin(), b->types.end());
  return set(all);
}

TypeVariable TypeTable::representative(TypeVariable variable) {
  while (true) {
    auto it = parents.find(variable);
    if (it == parents.end())
      return variable;
    variable = it->second;
  }
}

const TypeSet *TypeTable::read(TypeVariable variable) {
  variable = representative(variable);
  readVariables.insert(variable);
  return valueOf(variable);
}

const TypeSet *TypeTable::valueOf(TypeVariable representative) {
  auto it = variables.find(representative);
  return it == variables.end() ? set({}) : it->second;
}

bool isWider(const TypeSet *merged, const TypeSet *part) {
  if (merged == part)
    return false;
  if (merged->isAny() || merged->types.size() != part->types.size())
    return true;
  auto pairOf = [&](const Type &type) -> const Type * {
    for (const Type &mine : merged->types)
      if (mine.kind == type.kind && mine.handle == type.handle && mine.dtype == type.dtype &&
          mine.elements.size() == type.elements.size())
        return &mine;
    return nullptr;
  };
  return llvm::any_of(part->types, [&](const Type &type) {
    if (type.kind == Type::Kind::Tensor)
      return !llvm::is_contained(merged->types, type);
    bool mayChange =
        isTuple(type) || type.kind == Type::Kind::Set; // one type with others of its kind
    const Type *mine = mayChange ? pairOf(type) : &type;
    if (!mine)
      return true;
    return llvm::any_of(llvm::zip(mine->elements, type.elements),
                        [](auto parts) { return isWider(std::get<0>(parts), std::get<1>(parts)); });
  });
}

bool TypeTable::grow(TypeVariable variable, const TypeSet *types) {
  variable = representative(variable);
  bool stale = growWhole(variable, types);
  variable = representative(variable); // lists among the types may have become one
  if (auto dict = entries.find(variable); dict != entries.end())
    stale |= grow(dict->second.others, types);
  if (auto dict = dictOfEntry.find(variable); dict != dictOfEntry.end())
    stale |= growWhole(representative(dict->second), types);
  return stale;
}

bool TypeTable::growWhole(TypeVariable variable, const TypeSet *types) {
  const TypeSet *&current = variables[variable];
  if (!current)
    current = set({});
  const TypeSet *merged = merge(current, types);
  if (!isWider(merged, current))
    return false;
  current = merged;
  bool stale = readVariables.count(variable) != 0;
  return passOn(variable) || stale;
}

bool TypeTable::passOn(TypeVariable representative) {
  auto copies = flows.find(representative);
  if (copies == flows.end())
    return false;
  bool stale = false;
  for (TypeVariable copy : llvm::to_vector(copies->second))
    stale |= grow(copy, variables[representative]);
  return stale;
}

bool TypeTable::flow(TypeVariable from, TypeVariable to) {
  from = representative(from);
  if (from == representative(to))
    return false;
  auto &copies = flows[from];
  if (!llvm::is_contained(copies, to))
    copies.push_back(to);
  return grow(to, valueOf(from));
}

bool TypeTable::unite(TypeVariable a, TypeVariable b) {
  a = representative(a);
  b = representative(b);
  if (a == b)
    return false;
  bool staleEntries = uniteEntries(a, b);
  const TypeSet *left = valueOf(a), *right = valueOf(b);
  parents[b] = a; // first: what they hold may be of them
  const TypeSet *both = merge(merge(left, right), valueOf(a));
  bool stale = (readVariables.count(a) && isWider(both, left)) ||
               (readVariables.count(b) && isWider(both, right));
  variables[a] = both;
  if (readVariables.count(b))
    readVariables.insert(a);
  if (auto copies = flows.find(b); copies != flows.end()) {
    auto more = std::move(copies->second);
    flows.erase(copies);
    flows[a].append(more.begin(), more.end());
  }
  return passOn(a) || stale || staleEntries;
}

} // namespace lith::stage

// Ids.h: names of places, each of a type of its own, so that one cannot stand for another.
//
// All are hashes: equal parts give equal names in every attempt, which is how facts and types that
// one attempt found are met by the next.
#ifndef LITH_STAGE_IDS_H
#define LITH_STAGE_IDS_H

#include "llvm/ADT/Hashing.h"

#include <cstdint>

namespace lith::stage {

/// A place of the program on one call path, where containers, loops and joins are made; also an
/// input, by its path in the arguments, and the code of a function.
enum class Site : uint64_t {};
/// The fact is about the whole program.
inline constexpr Site Everywhere{0};
/// Where histories of tensors in containers of run time meet.
inline constexpr Site InContainers{1};

/// What containers made at one place may hold (Types.h).
enum class TypeVariable : uint64_t {};

/// The layout of the records of a class of the program (Records.h).
enum class LayoutKey : uint64_t {};

/// The calls and trips of unrolled loops that led to where staging is.
enum class CallPath : uint64_t {};

/// The name made of these parts.
template <class Id, class... Parts> Id idOf(const Parts &...parts) {
  return Id(size_t(llvm::hash_combine(parts...)));
}

/// The site of the facts about a function.
struct FunctionCode;
inline Site siteOf(const FunctionCode &code) { return Site(reinterpret_cast<uintptr_t>(&code)); }

/// The path of the body that is called, or the scope that is entered, at this place.
inline CallPath pathInto(Site call) { return CallPath(call); }

/// The site of a container that comes out of a box: all that may hold the same are one.
inline Site siteOf(TypeVariable elements) { return Site(elements); }
/// The variable of what a container made at this place holds.
inline TypeVariable elementsOf(Site site) { return TypeVariable(site); }
/// The variable of the keys of a dict made there.
inline TypeVariable keysOf(Site site) { return idOf<TypeVariable>(site, "keys"); }

} // namespace lith::stage

#endif // LITH_STAGE_IDS_H

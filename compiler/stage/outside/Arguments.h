// Arguments.h: what a request says of the arguments of the call, and paths to them.
#ifndef LITH_STAGE_ARGUMENTS_H
#define LITH_STAGE_ARGUMENTS_H

#include "stage/Stage.h"

namespace lith::stage {

/// A longer path.
contract::Path extended(contract::Path path, contract::Step::Kind kind, std::string name,
                        int64_t index = 0, host::Handle key = nullptr);
/// Names a path the same in each attempt.
std::string keyOf(host::Constants &host, const contract::Path &path);
/// The site of the facts about this place.
Site siteOf(host::Constants &host, const contract::Path &path);
/// Before a write to an object that existed before the call.
void noteOutsideWrite(Stage &stage, Value object, llvm::StringRef name);
/// Of the fact that the tensor of this place is replaced by the program, so that it is no constant.
Site thawedSite(host::Constants &host, const contract::Path &path);
/// The tensors outside of the arguments that the staged program writes or replaces.
std::vector<contract::Place> writtenPlaces(Stage &s);
/// The attributes and keys on the way, joined by dots.
std::string lastName(const contract::Path &path);
/// What messages call it: the last name on the way, the name of a keyword, or which argument it is;
/// of what a closure holds, of which class it is.
std::string argumentName(Stage &s, host::Handle handle, const contract::Path &path);
/// Whether the caller passes it, element by element: an attribute on the way makes it state.
bool isArgument(const contract::Path &path);
/// Whether a weak reference is on the way: the program does not keep the object alive.
bool isHeldWeakly(const contract::Path &path);

/// The value of an argument at a path; the elements of a structure when they are read.
Value argumentValue(Stage &s, const contract::Argument &argument, const contract::Path &path);
/// The value of a known object of the outside that another path leads to.
Value sameObject(Stage &s, Address known, const contract::Path &path);

} // namespace lith::stage

#endif // LITH_STAGE_ARGUMENTS_H

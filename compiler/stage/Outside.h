// Outside.h: objects that exist before the call: what is read of them becomes an input or a guard;
// what is written is an operation at its place.
#ifndef LITH_STAGE_OUTSIDE_H
#define LITH_STAGE_OUTSIDE_H

#include "stage/Stage.h"

namespace lith::stage {

/// The value of a host object that `path` reached, with the guard that makes it so.
Value outside(Stage &, host::Handle object, const contract::Path &path);
bool isNamespace(const Stage &, Address address);
bool isOutside(const Stage &, Address address);
/// The number of the input that a storage of before the call is; nothing: it is none.
std::optional<int32_t> inputOf(Stage &, Address storage);
contract::Path rootPath(Stage &, host::Handle handle);
void addGuard(Stage &, contract::Guard guard);
void guard(Stage &, contract::Guard::Kind kind, const contract::Path &path, host::Handle expected,
           int64_t number = 0);
mlir::BlockArgument addInput(Stage &, const contract::Path &path, contract::Input::Kind kind,
                             mlir::Type type, std::string name);
void ensureOutside(Stage &, Value value);
void insertOutside(Stage &, Address address, State &into);
void insertInitial(Stage &, Address address, ObjectPtr object);
/// A tensor of before the call that no path has met yet: an input or, with `freeze`, a constant.
Value readTensor(Stage &, host::Handle handle, const contract::Path &path);
Value insertTensor(Stage &, host::Handle handle, const contract::Path &path,
                   mlir::RankedTensorType type, bool requiresGrad, host::Handle cls);
/// `given`: what the request says of an argument, where it is a structure of descriptions.
Value readObject(Stage &, host::Handle handle, const contract::Path &path,
                 const contract::Argument *given = nullptr);
/// The class of a tensor of before the call was asked for: a parameter may take the place of
/// another tensor. Nothing else is guarded.
void guardTensorClass(Stage &, Value value);
/// Two tensors of before the call were found to be two: of calls in which they are one there is
/// another program. One that is passed is told apart from all others at the end (Distinct.cpp).
void noteDistinct(Stage &, Value a, Value b);
/// That a function of the IR reads an attribute, a global or a member of a class; without a name:
/// all that the object has.
void noteRead(Stage &, host::Handle object, llvm::StringRef name);
/// All objects of the heap, and those of before the call that this path has not met, as they were.
void forEachObject(Stage &, llvm::function_ref<void(Address, const Object &)> visit);
host::Handle outsideHandle(Stage &, Address address);
/// How the program reaches an object that existed before the call.
const contract::Path &outsidePath(Stage &, Address address);

// --- what they hold

/// The value that an attribute of an outside object had before the call; else undefined.
Value initialAttribute(Stage &, Address address, llvm::StringRef name);
ObjectPtr initialObject(Stage &, host::Handle handle, const contract::Path &path, Address address);
Value initialItem(Stage &, Address address, size_t index);
Value initialEntry(Stage &, Address address, Value key);
Value initialCell(Stage &, Address address);
Value initialSlot(Stage &, Value object, host::Handle descriptor);
Value outsideNamespace(Stage &, host::Handle dict, const contract::Path &path);
Value writtenEntry(Stage &, host::Handle space, llvm::StringRef name);
Value outsideEntry(Stage &, Value dict, llvm::StringRef name);
void loadContents(Stage &, Value container);
Value builtinName(Stage &, llvm::StringRef name);

// --- values of before the call, elsewhere

/// The value on this path; that of before the call under a guard.
Value ambient(Stage &, llvm::StringRef name);
/// Whether a runtime form of this outside container becomes its contents when the call ends: in a
/// saved program only what the caller passes is there.
bool isMirrored(Stage &s, Address container);
mlir::Value outsideOperand(Stage &, Value object);

} // namespace lith::stage

#endif // LITH_STAGE_OUTSIDE_H

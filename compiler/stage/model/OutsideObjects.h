// OutsideObjects.h: objects that existed before the call, and what was read of them.
#ifndef LITH_STAGE_MODEL_OUTSIDEOBJECTS_H
#define LITH_STAGE_MODEL_OUTSIDEOBJECTS_H

#include "contract/Guard.h"
#include "contract/Request.h"
#include "diagnostics/Diagnostic.h"
#include "stage/model/Heap.h"

#include <map>
#include <unordered_map>

namespace lith::stage {

/// A list of before the call that is one of run time, of any length.
struct OpenList {
  Address address;
  Site site; ///< of the fact that pins it
  bool holdsTensors;
};

/// An object that existed before the call: how to reach it, and what was read of it so far.
struct OutsideObject {
  OutsideObject() = default;
  OutsideObject(host::Handle handle, contract::Path path, bool isNamespace = false)
      : handle(handle), path(std::move(path)), isNamespace(isNamespace) {}
  host::Handle handle = nullptr;
  contract::Path path;
  bool isNamespace = false; ///< a dict that holds names (globals, __dict__): read key by key
  llvm::DenseMap<const char *, Value> loaded; ///< attribute or string key -> initial value
  bool hasOtherPaths = false;                 ///< another path leads to it
  bool isState = false;         ///< a tensor that the program replaces for its next call
  bool isReplaced = false;      ///< a container that is another one in each call
  bool identityMatters = false; ///< it is changed or compared: it must not be another one's object
  const contract::Argument *given =
      nullptr; ///< what says of its elements what they are; null: they do
};

/// An attribute of an outside object that holds a function of the program for a while
/// (FunctionWrites.cpp).
struct FunctionPlace {
  diag::Diagnostic refusal; ///< for the case that it stays there
  bool isRestored = false;  ///< what it replaced came back without a write
};

/// Addresses of what lasts through discarded trips of loops: what caches keep, then the objects of
/// before the call.
inline constexpr Address FirstLasting = 1u << 23, FirstOutside = 1u << 24;

/// An array of NumPy whose elements the call gives.
struct GivenArray {
  host::Handle handle;
  Address address;
  contract::Path path;
};

/// What is kept here and not in the state, so that all paths agree.
struct OutsideObjects {
  explicit OutsideObjects(host::Host &host) : host(host) {}

  std::unordered_map<host::Handle, Address> addresses;
  std::unordered_map<Address, OutsideObject> objects;
  std::unordered_map<Address, ObjectPtr> initialObjects; ///< as they are before the call
  std::unordered_map<Address, mlir::Value> objectInputs; ///< of those that the program writes
  Address nextAddress = FirstOutside;
  std::unordered_map<std::string, Value> values; ///< what a path gave, by its key
  std::unordered_map<host::Handle, llvm::SmallVector<Value, 1>> tuples;
  std::unordered_map<const TupleData *, contract::Path> givenTuples; ///< of these
  std::unordered_map<Address, contract::Path> arrays;                ///< of NumPy
  std::vector<GivenArray> givenArrays;                       ///< of them, those that are inputs
  std::unordered_map<Address, Site> constantArrays;          ///< storages of the others
  std::vector<std::pair<host::Handle, Site>> memoryOfArrays; ///< the others, and where they are
  std::unordered_map<host::Handle, Value> numbersOfRunTime;  ///< constants of NumPy, as objects
  bool hasOpenNumbers = false; ///< inputs, since the program replaces them
  std::vector<OpenList> openLists;
  std::vector<std::pair<mlir::Value, contract::Path>> openTexts;
  std::unordered_map<host::Handle, bool> shipped; ///< functions of torch: see isAsShipped
  llvm::DenseSet<host::Handle> withinLists;     ///< the lists that are elements of open ones
  llvm::DenseMap<mlir::Value, Site> inputSites; ///< SSA inputs -> fact site of their path
  llvm::StringMap<Value> ambientValues;
  std::map<std::pair<Address, const char *>, FunctionPlace> functionPlaces;
  std::vector<std::pair<Address, Address>> compared; ///< tensors that were found to be two
  llvm::DenseSet<host::Handle> classed;              ///< whose class was asked for, under guard

private:
  friend struct HostAccess;
  host::Host &host;
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_OUTSIDEOBJECTS_H

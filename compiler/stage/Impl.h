// Impl.h: what the implementation files of Stage share.
#ifndef LITH_STAGE_IMPL_H
#define LITH_STAGE_IMPL_H

#include "stage/Stage.h"
#include "stage/classes/TypeNames.h"

#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace lith::stage {

/// A list of before the call that is one of run time, of any length.
struct OpenList {
  Address address;
  uint64_t site; ///< of the fact that pins it
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

/// A function of the program besides `main`, and the ambient values that its body was staged with.
struct ProgramFunction {
  mlir::func::FuncOp function;
  std::shared_ptr<Ambient> ambient;
};

/// An attribute of an outside object that holds a function of the program for a while
/// (FunctionWrites.cpp).
struct FunctionPlace {
  diag::Diagnostic refusal; ///< for the case that it stays there
  bool isRestored = false;  ///< what it replaced came back without a write
};

/// What functools.lru_cache has stored for one function (Caches.cpp).
struct CacheMemo {
  Address results = NoAddress;          ///< an instance with one attribute for each key
  std::vector<std::vector<Value>> keys; ///< the arguments
  /// The results that are there from the start, by the index of their key; else undefined.
  std::vector<Value> lasting;
};

/// An exception that a handler, `finally` or `__exit__` runs for.
struct HandledException {
  Value exception;
  State entry;                    ///< as the handler begins
  mlir::Block *leaving = nullptr; ///< takes what operations in it raise out of the program
};

/// Whether a trip of an outer loop is staged only to see what it changes: loops within are gone
/// through once then, and left after that trip or before it (Loops.cpp).
struct Probe {
  bool helps = false; ///< some loop has been started by those around it many times
  bool isOn = false;
  bool wasCut = false; ///< a loop within would have gone on
};

struct Stage::Impl {
  explicit Impl(Stage &stage) : types(stage.facts.types), builder(&stage.context) {}

  TypeTable &types;
  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp main;
  mlir::Block *entry = nullptr;

  // Constants, one handle each.
  std::unordered_map<int64_t, host::Handle> integers;
  std::unordered_map<uint64_t, host::Handle> reals;
  llvm::StringMap<host::Handle> strings;

  // Outside state (Outside.cpp).
  std::unordered_map<host::Handle, Address> addresses;
  std::unordered_map<Address, OutsideObject> outside;
  std::vector<OpenList> openLists;
  std::vector<std::pair<mlir::Value, contract::Path>> openTexts;
  llvm::DenseSet<host::Handle> withinLists; ///< the lists that are elements of open ones
  std::unordered_map<host::Handle, llvm::SmallVector<Value, 1>> tuples; ///< that existed before
  std::unordered_map<const TupleData *, contract::Path> givenTuples; ///< of these, in the arguments
  std::vector<contract::Input> inputs;
  std::vector<contract::Guard> guards;
  std::vector<host::Handle> opaques, constants;
  std::vector<contract::Place> frozen, written; ///< see contract::Program
  bool readsStorages = false;                   ///< see contract::Program
  std::vector<ProgramClass> classes;
  std::unordered_map<host::Handle, int64_t> opaqueIndex;
  std::unordered_map<host::Handle, int32_t> classIds;
  std::unordered_map<Address, int32_t> programClassIds;
  std::unordered_map<uint64_t, Value> recordClasses; ///< by key of the layout
  std::unordered_set<uint64_t> usedLayouts;

  // Functions of the program besides `main` (Recursion.cpp). While one is staged, `main` is that
  // one.
  llvm::DenseMap<mlir::Value, size_t> chosen; ///< unions split on this path: which -> alternative
  std::unordered_map<const FunctionCode *, ProgramFunction> functions;
  std::vector<mlir::func::FuncOp> functionOrder;
  std::vector<Type> keyTypes; ///< keys with methods of the user's (Keys.cpp)
  // Objects that existed before the call: a function sees them as they were then.
  bool isInFunction = false;                      ///< what is staged now is not `main`
  std::optional<diag::Diagnostic> functionWrites; ///< of a function that writes one of them
  llvm::DenseSet<Address> readsOfFunctions;
  llvm::DenseMap<Address, diag::Diagnostic> writesOutside; ///< what refuses them, at their place
  /// An attribute, a global or a member of a class; without a name: all that the object has.
  using Name = std::pair<host::Handle, std::string>;
  std::map<Name, diag::Diagnostic> namesWritten;
  std::set<Name> namesReadByFunctions;
  void noteRead(host::Handle object, llvm::StringRef name) {
    if (isInFunction)
      namesReadByFunctions.insert({object, name.str()});
  }
  std::unordered_map<std::string, Value> values; ///< what a path gave
  std::map<std::string, contract::Path> dropped; ///< places whose writes go, as nothing reads them
  std::map<std::pair<Address, const char *>, FunctionPlace> functionPlaces;
  std::unordered_map<Address, ObjectPtr> initialObjects;
  std::unordered_map<Address, mlir::Value> objectInputs;
  std::unordered_set<std::string> guardKeys;
  llvm::StringMap<Value> ambientValues;
  Address nextOutside = 1u << 24;
  llvm::DenseMap<mlir::Value, uint64_t> inputSites; ///< SSA inputs -> fact site of their path

  /// The facts that keep a storage apart from what it was merged or copied with (markShared).
  std::unordered_map<Address, llvm::SmallVector<std::pair<FactKind, uint64_t>, 1>> sharedStorages;
  /// What is shared with `from` is shared with `to` as well.
  void inheritSharing(Address from, Address to);

  // The place that loc() was last asked for.
  const syntax::Node *lastNode = nullptr;
  const Activation *lastActivation = nullptr;
  uint64_t lastPath = 0;
  mlir::LocationAttr lastLocation;

  std::vector<Exits> consumers; // of the generators that are running, innermost last

  std::pair<const syntax::File *, const syntax::Node *> lastReturn{}; // of the program's function

  // The last edge to a handler, so that operations in one state share it.
  Edges *lastRaises = nullptr;
  size_t lastRaiseIndex = 0;
  mlir::Block *lastHandler = nullptr; ///< where its edge leads
  Value lastHandled;                  ///< the exception that was handled there

  // Headers of the loops that are being staged: their back edges are not there yet.
  std::vector<mlir::Block *> openHeaders;

  Probe probe;

  // Exceptions that are being handled, innermost last.
  std::vector<HandledException> handled;
  std::vector<Value> linking; ///< exceptions whose causes and contexts are being made for run time

  std::unordered_map<uint64_t, std::shared_ptr<HeaderMemo>> headers;
  std::unordered_map<const FunctionCode *, Value> preludeFunctions;
  std::unordered_map<host::Handle, Value> hostFunctions;
  std::unordered_map<host::Handle, std::vector<Value>> mros;
  std::unordered_map<host::Handle, CacheMemo> caches;
  unsigned cachedCalls = 0; ///< of functions behind a cache that are being staged
  std::map<std::pair<host::Handle, const char *>, Value> classEntries;
  llvm::StringMap<Value> builtinTypes;
  llvm::DenseMap<host::Handle, bool> numpyClasses; ///< whether a class is one of NumPy
  std::unordered_map<const char *, Value> builtins;
  std::unordered_map<const FunctionCode *, unsigned>
      depth; ///< how often a function is on the activation stack
  static constexpr unsigned MaxNesting = 300;
  unsigned nesting = 0; ///< of containers in containers that are compared or shown
  unsigned activations = 0;
  bool mustRestart = false; ///< facts were found that this attempt did not know from its start
  unsigned peeled = 0;      ///< first trips of loops that are being staged by themselves
};

/// Before a place is read as it was before the call: staging restarts where its writes were
/// dropped.
void checkNotDropped(Stage &stage, const std::string &key);

/// An exception that is raised now has the one being handled as its context.
void setContext(Stage &, Value exception);

/// The same of one that an operation raised, unless something that it called has set it.
void setContextOfCaught(Stage &, mlir::Value exception);

/// Where operations in a handler go that raise and are not caught.
mlir::Block *blockThatLeaves(Stage &);

/// Sets the cause and the context of what has been made of a known exception.
void setLinks(Stage &, mlir::Value made, Value exception);

/// The handlers of a `try`, where all of them name built-in classes.
std::optional<Handlers> handlersOf(Stage &stage, const syntax::Try *statement);

/// A container that the user's program has just made: one of run time, if it is known to grow.
Value newContainer(Stage &stage, Value made);

/// Whether one of its alternatives is that there is no value.
bool mayBeUndefined(Value value);

/// Whether the built-in type of the value has this attribute in Python (Attributes.cpp).
bool isAttributeOfType(Stage &, Value object, llvm::StringRef name);

/// Whether its type has __set__ or __delete__, so that it precedes what the instance holds.
bool isDataDescriptor(Stage &, Value value);

/// Refuses an operation that the type of a constant has in C, and that has no meaning here.
void refuseForeign(Stage &, Value value, llvm::StringRef method);
/// Refuses an iterator that existed before the call, which would be used up.
void refuseIterator(Stage &, Value);
/// What torch.compile, torch.compiler.disable or torch.jit.script made this callee of; null: none.
host::Handle behindCompiler(Stage &, host::Handle callee);
/// The function that functools.singledispatch has for a class, where `function` is the `dispatch`
/// of a generic function (Dispatch.cpp).
std::optional<Result> dispatch(Stage &, host::Handle function, const Arguments &);

/// A built-in class by name; null: the host has none.
inline host::Handle builtinClass(Stage &s, llvm::StringRef name) {
  Value cls = builtinType(s, name);
  return cls.isStatic() ? cls.handle() : nullptr;
}

} // namespace lith::stage

#endif // LITH_STAGE_IMPL_H

// Join.h: several paths become one.
//
// A Joiner unifies the states of its predecessors into a template: what is equal
// stays; scalars that differ become block arguments (leaves); structures of one
// kind join inside; objects that only some paths made are matched by one walk, a
// bijection; the rest becomes a Union. Then each predecessor's values are coerced
// at the end of its block.
//
// Requires: the predecessors' blocks have no terminator.
#ifndef LITH_STAGE_JOIN_H
#define LITH_STAGE_JOIN_H

#include "stage/Stage.h"

#include "llvm/ADT/MapVector.h"

namespace lith::stage {

inline Value absent() { return Value::absent(); }
inline bool isAbsent(Value value) { return value.isAbsent(); }
/// Whether run time holds it: a container, instance or cell in its runtime form, a storage as a
/// cell.
bool hasMemory(Stage &stage, const Object &object);

/// Whether two tensors have one dtype and rank.
bool sameTensorType(const TensorObject &a, const TensorObject &b);
/// The type of what has one or the other, of one rank and element: sizes that differ are dynamic.
mlir::RankedTensorType widened(mlir::Type type, mlir::Type by);

/// One block argument, and where its value comes from on each path.
struct Leaf {
  enum class Kind : uint8_t {
    Scalar,   ///< a number, string or Raw of this type
    Which,    ///< the index of a union's alternative: mapping[pred][alternative of pred]
    Box,      ///< any value, boxed
    Contents, ///< the contents of a tensor object
    Alias,    ///< a tensor object whose storage is a cell, as it is
    Node,     ///< the node of a history
    Port      ///< and which of its outputs
  } kind;
  ScalarType scalar = ScalarType::Raw;
  mlir::BlockArgument argument;
  llvm::SmallVector<Value, 4> from;
  llvm::SmallVector<llvm::SmallVector<int, 4>, 4> mapping;
  std::vector<History> histories = {}; ///< of a Node and a Port, instead of `from`

  bool hasSource(const Leaf &other) const {
    return from == other.from && mapping == other.mapping && histories == other.histories;
  }
};

class Joiner {
public:
  /// Objects from `freshFrom` on may be matched even if all predecessors have them (loop headers).
  Joiner(Stage &stage, llvm::MutableArrayRef<Edge> preds, mlir::Block *block, bool isHeader,
         Address freshFrom);

  /// Fills `state` and `extra`; predecessors' objects may be made runtime first.
  void unify();
  /// The SSA value of a leaf on a path, where it is one already; else null.
  mlir::Value source(const Leaf &leaf, size_t pred) const;
  /// Emits what gives the leaf's value at the end of the predecessor's block.
  mlir::Value coerce(const Leaf &leaf, size_t pred);
  /// Coerces all leaves of all predecessors and branches to the block.
  void emit();
  /// What is known by now of how paths share their storages holds for what these became, of a
  /// header also for what it had.
  void inheritSharing();

  State state;
  llvm::SmallVector<Value, 2> extra;
  std::vector<Leaf> leaves;
  /// Whether a union got an alternative that the first predecessor does not have.
  bool grew = false;
  /// Objects that are not common become runtime ones: a structure grows with each trip.
  bool summarises = false;
  /// Of a back edge: what there was before the loop.
  const Heap *beforeLoop = nullptr;

private:
  struct Group {
    llvm::SmallVector<Value, 4> values; ///< per predecessor, absent() where it has none
    Value first;
    size_t firstPred;
  };
  struct NeedsRuntime {
    llvm::SmallVector<std::pair<size_t, Value>, 2> objects; ///< with the predecessor that has each
  };
  using Values = llvm::ArrayRef<Value>;

  void checkGrowth(const NeedsRuntime &need);
  void attempt();
  std::vector<Address> findDifferences(llvm::DenseSet<Address> &iterators);
  void addHolders();
  void unifyFrames();
  void unifyAmbient();
  void unifyTupleObjects();
  Value unify(Values values);
  Value unifyGroup(const Group &group);
  Value unifyScalars(Values values, ScalarType type);
  Value unifyRaw(Values values);
  Value unifyTuples(Values values);
  Value unifyCallables(Values values);
  Value unifyRefs(const Group &group);
  Value unifyTensors(Values values);
  Value oneOf(Values values, Address storage, bool isDetached, bool isInGraph);
  void inheritMarks(size_t pred, Value tensor, Address merged, bool isKept);
  bool holdAttributes(llvm::ArrayRef<Address> addresses);
  bool holdHooks(const Object &first, llvm::ArrayRef<Address> addresses);
  History unifyHistories(llvm::ArrayRef<std::optional<History>> histories);
  void unifyStale(TensorObject &merged, Values tensors);
  bool hasNodeOfPath(const Heap &heap, const TensorObject &view);
  void noteNodes(size_t pred, Value view);
  void unifyNodes(TensorObject &merged, llvm::ArrayRef<const Object *> objects);
  bool hasLostHooks(const Heap &heap, const TensorObject &view);
  void unifyHistoriesOf(Object &merged, llvm::ArrayRef<const Object *> objects,
                        llvm::ArrayRef<Address> addresses);
  void unifyKinds(TensorObject &merged, Values tensors);
  void unifyDepths(TensorObject &merged, llvm::ArrayRef<const Object *> objects);
  void unifyNumber(Address StorageObject::*number, StorageObject &merged,
                   llvm::ArrayRef<const Object *> objects);
  void noteWritesOfTrips(llvm::ArrayRef<const Object *> objects, llvm::ArrayRef<Address> addresses);
  void unifyVersions(Object &merged, llvm::ArrayRef<const Object *> objects);
  History atRunTime(const Leaf &leaf, size_t pred);
  bool areCells(Values tensors, bool required);
  bool getsContainers(Values values, llvm::ArrayRef<Group> groups);
  bool nestsTuples(Values values);
  void checkTuples(Values values);
  Value makeBox(Values values);
  Value makeUnion(Values values, llvm::ArrayRef<Group> groups);
  bool belongs(const Group &group, size_t pred, Value value);
  bool cellsBelong(const Group &group, size_t pred, Values left, Values right);
  bool refsBelong(const Group &group, size_t pred, Value value);
  bool alikeMapped(size_t predA, const Object &a, size_t predB, const Object &b);
  bool canPair(size_t predA, Address a, size_t predB, Address b);
  bool isCommon(Address address);
  [[noreturn]] void refuseJoin(const char *what);
  void checkGeometry(llvm::ArrayRef<const Object *> tensors);
  void fillObject(Address merged);
  void fillNamespace(Address merged, llvm::ArrayRef<const Object *> objects);
  void uniteIterators(Object &merged, llvm::ArrayRef<const Object *> objects);
  ObjectPtr alignedClone(llvm::ArrayRef<const Object *> objects, Address merged);
  mlir::BlockArgument addLeaf(Leaf leaf, mlir::Type type);
  const Object *objectOf(size_t pred, Address address) const {
    return preds[pred].state.heap.find(address);
  }
  Address pair(Values values);
  void unifyPresence(Object &merged, llvm::ArrayRef<const Object *> objects);

  Stage &s;
  llvm::MutableArrayRef<Edge> preds;
  mlir::Block *block;
  bool isHeader;
  Address freshFrom;
  std::vector<llvm::DenseMap<Address, Address>> renamed; ///< per predecessor: its address -> merged
  std::map<Address, llvm::SmallVector<Address, 4>> members;
  llvm::DenseSet<Address> filled;
  std::vector<Address> worklist;
  llvm::MapVector<Site, size_t> stores; ///< made so far, by the site of the container
  unsigned snapshots = 0;
  std::vector<std::vector<std::pair<History, History>>> made; ///< per predecessor, at run time
};

} // namespace lith::stage

#endif // LITH_STAGE_JOIN_H

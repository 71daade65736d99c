// Heap.h: the mutable objects of a staged program, by address.
//
// The heap is a persistent map: a copy costs one reference count, and two copies
// share what neither has changed. An Object is immutable while shared; change one
// through Heap::write, which copies it first when it must.
//
// All that differs from path to path is held in Values, and forEachValue visits
// them in a fixed order: joins, reachability and renaming need nothing else. Two
// objects join value by value when sameShape says so, else after generalising
// (Runtime form).
#ifndef LITH_STAGE_HEAP_H
#define LITH_STAGE_HEAP_H

#include "stage/model/Values.h"
#include "stage/model/ViewOrigin.h"

#include <memory>

namespace lith::ops {
struct Operator;
}

namespace lith::stage {

using ValueVisitor = llvm::function_ref<void(Value &)>;

enum class ObjectKind : uint8_t {
  Tensor,
  Storage,
  List,
  Dict,
  Set,
  Instance,
  Cell,
  Iterator,
  Class,
  Node
};

class Object {
public:
  explicit Object(ObjectKind kind) : kind(kind) {}
  virtual ~Object() = default;
  const ObjectKind kind;
  /// Of what can be made an object of run time: a Scalar bool, whether the paths that led here have
  /// it at all; where not, what it holds is null and not to be read. Undefined: they all have it.
  Value present;

  virtual std::shared_ptr<Object> clone() const = 0;
  /// Calls `visit` on every value that the object holds, always in the same order.
  virtual void forEachValue(ValueVisitor visit) = 0;
  /// Whether both hold the same number of values with the same meaning.
  virtual bool sameShape(const Object &other) const = 0;
};
using ObjectPtr = std::shared_ptr<Object>;

template <class Derived, ObjectKind K> class ObjectBase : public Object {
public:
  static constexpr ObjectKind Kind = K;
  ObjectBase() : Object(K) {}
  ObjectPtr clone() const override {
    return std::make_shared<Derived>(static_cast<const Derived &>(*this));
  }
};

/// Where the gradient of a tensor goes: to what made it, or to the leaf that keeps it. Known: `at`;
/// of run time: `node`, which may be null there; else several met at the join `site`, and which of
/// them it is costs nothing until somebody asks (FactKind::History). Joins know histories by
/// themselves (Joiner::unifyHistories): `forEachValue` does not visit them.
struct History {
  bool required = false;
  Address at = NoAddress;     ///< of a NodeObject, or of the TensorObject that is the leaf
  uint32_t output = 0;        ///< known: which of the node's results
  Site site = Everywhere;     ///< Everywhere: nobody can say
  Value node = {}, port = {}; ///< Raw !lith.node and i64; of a leaf: what collects for it
  bool isCertain = false;     ///< joined: on each path it leads to what requires a gradient

  bool isKnown() const { return required && at != NoAddress; }
  bool isRuntime() const { return required && at == NoAddress && !node.isUndefined(); }
  bool isUndecided() const { return required && at == NoAddress && node.isUndefined(); }
  bool operator==(const History &) const = default;
};

/// The memory that tensors share. As a value, `contents` is the SSA tensor that it now holds
/// (a write makes another); as a cell it is an SSA !lith.storage, read and written in order.
struct StorageObject : ObjectBase<StorageObject, ObjectKind::Storage> {
  Value contents; ///< Raw
  bool isCell = false;
  bool isOutside = false; ///< existed before the call: a write must be seen there
  /// Of before the call: this path has checked that its elements have places of their own.
  bool isChecked = false;
  bool marksViews = false; ///< there are views of it that a write marks (markStale)
  History history;         ///< of the contents; views have it through their chains
  /// Another number after each write, and where paths met on which it differs: what has the same
  /// one as before was not written. Joins know it by themselves (Joiner::unifyVersions).
  Address version = 0;
  Value
      writes; ///< how many there were, an int; undefined: none, or nobody asks (FactKind::Versions)
  Address hidden = 0; ///< another number after each write that graphs do not see (`x.data`)
  Site site{};        ///< where it was made, for facts
  void forEachValue(ValueVisitor visit) override { visit(contents); }
  bool sameShape(const Object &other) const override;
};

/// One step from a storage's contents to a view: the operation `name` with these attributes and
/// operands after the base. Applying all steps of a tensor to the contents gives its value.
struct ViewStep {
  llvm::StringRef name; ///< of the operation, such as "lith.slice"
  /// The functions of the prelude that made it, innermost first, with spaces between; "?": paths
  /// differ in that. They tell what eager calls its node (gradients/Names.cpp).
  llvm::StringRef within;
  mlir::DictionaryAttr attributes;
  llvm::SmallVector<Value, 3> operands; ///< Raw
  mlir::Type resultType;

  bool isTrivial() const; ///< changes neither sizes nor order, as `detach` and `alias` make one
  /// Whether one operation with operands of both, and sizes that both have, does what either does.
  bool matches(const ViewStep &other) const;
};

struct TensorObject : ObjectBase<TensorObject, ObjectKind::Tensor> {
  Address storage = NoAddress;
  llvm::SmallVector<ViewStep, 1> chain; ///< empty: the storage's contents themselves
  Value current;     ///< Raw: the value of a view, or undefined when it has to be computed again
  Value currentBase; ///< Raw: the contents from which `current` was computed
  /// Goes before that of the storage: of a leaf and of views of one; of what was detached, and its
  /// views, which require no gradient as long as nobody writes what does into them.
  History own;
  unsigned ownDepth = 0; ///< how many steps of the chain lead to what has it
  /// What it was made a view of, and the history of that then: while that is the same, gradients go
  /// on through the parent's node, where hooks may be.
  Address parent = NoAddress;
  History bornOf;
  Site bornAt{};              ///< where it was made a view; none: it differs from path to path
  History viewed, viewedOf;   ///< its node, and of which history of what it views that is one
  size_t viewedSteps = 0;     ///< the length of the chain that `viewed` is the node of
  bool lostHooks = false;     ///< a path that met here put hooks at a node that others have not
  bool hasNodeOnPath = false; ///< a path that met here has a node of it that others have not
  bool isDetached = false;    ///< the history of the storage is not its own, whatever `own` says
  /// Its history is not that of its memory, on some path or trip that met here at least: detached,
  /// or given back by an autograd.Function, which for PyTorch makes it no view of that memory.
  bool mayBeCut = false;
  bool hasOwn() const { return own.required || isDetached; }
  ViewOrigin origin;
  /// Of several that met and differ in it: whether it is a leaf, a bool, and what eager says where
  /// it is written, a str; undefined: `own` and `origin` tell. Joins know them by themselves.
  Value isLeaf, objection;
  /// What eager says where a view has no part in a graph any more, as its memory was written since
  /// it was made; a str, empty or undefined where it was not. None: only eager knows.
  Value stale;
  bool isUntracked = false; ///< `x.data`: graphs do not see what is written through it
  bool unknownIdentity =
      false; ///< several objects met at a join; not to be written or compared by `is`
  Address perhaps = NoAddress; ///< the tensor that run time may find this one to be, for `is`
  host::Handle cls = nullptr;  ///< torch.nn.Parameter or another subclass; null: torch.Tensor
  bool severalClasses = false; ///< it is of `cls` on some paths that met only
  bool isContained = false;    ///< it comes out of a container of run time
  bool isMixed = false;        ///< which holds tensors of several classes
  host::Handle contained =
      nullptr;     ///< the class of what such a one holds, or null, of before the call
  mlir::Type type; ///< ranked tensor type, also for a cell
  Address attributes = NoAddress; ///< Instance holding further attributes (grad, user's own)
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
};

struct ListObject : ObjectBase<ListObject, ObjectKind::List> {
  std::vector<Value> elements; ///< known form
  Value runtime;               ///< Raw !lith.list: runtime form, `elements` is empty
  TypeVariable element{};      ///< runtime form: type variable of the elements (Types.h)
  Site site{};
  bool frozen = false; ///< a tuple whose length only run time knows; always in the runtime form
  Value whole;         ///< frozen: Raw !lith.box, the tuple itself; `runtime` has its elements
  bool isRuntime() const { return !runtime.isUndefined(); }
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
};

/// Keys of the known form are constants (Static, or tuples of such); entries in insertion order.
struct DictObject : ObjectBase<DictObject, ObjectKind::Dict> {
  std::vector<std::pair<Value, Value>> entries;
  Value runtime; ///< Raw !lith.dict
  Value owner;   ///< the instance whose __dict__ this is: what is set here is set there
  TypeVariable key{}, element{};
  Site site{};
  bool isRuntime() const { return !runtime.isUndefined(); }
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
};

struct SetObject : ObjectBase<SetObject, ObjectKind::Set> {
  std::vector<Value> elements; ///< constants, in insertion order
  /// A set of the host with them, which is in that order then; null: the host makes one.
  host::Handle model = nullptr;
  Value runtime; ///< Raw !lith.set
  TypeVariable element{};
  Site site{};
  bool frozen = false;
  bool isRuntime() const { return !runtime.isUndefined(); }
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
};

/// An instance of a class written in Python, an exception, or a module object. `attributes` are
/// those that the program has set or that were loaded; an attribute whose value is undefined was
/// deleted.
struct InstanceObject : ObjectBase<InstanceObject, ObjectKind::Instance> {
  /// A hidden attribute: paths that met have set attributes in different orders.
  static constexpr llvm::StringLiteral Reordered = " reordered";
  Value cls; ///< Static class, or Ref of a ClassObject
  std::vector<std::pair<llvm::StringRef, Value>> attributes;
  Value payload; ///< the built-in value of a subclass of dict, list, tuple, str, int, Exception ...
  Value runtime; ///< Raw !lith.record: runtime form, `attributes` is empty
  Value exception; ///< Raw !lith.exception: of one in its runtime form, whose attributes `runtime`
                   ///< has
  bool isRuntime() const { return !runtime.isUndefined(); }
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
  const Value *find(llvm::StringRef name) const;
  void set(llvm::StringRef name, Value value);
};

struct CellObject : ObjectBase<CellObject, ObjectKind::Cell> {
  Value contents;
  Value runtime;       ///< Raw !lith.cell: runtime form, `contents` is undefined
  TypeVariable held{}; ///< of what a runtime cell holds
  bool isRuntime() const { return !runtime.isUndefined(); }
  void forEachValue(ValueVisitor visit) override { visit(isRuntime() ? runtime : contents); }
  bool sameShape(const Object &other) const override;
};

struct GeneratorBody; // generators.cpp

struct IteratorObject : ObjectBase<IteratorObject, ObjectKind::Iterator> {
  enum class Form : uint8_t {
    Sequence, ///< sources[0][position], list, tuple, str, tensor, runtime list
    GetItem,  ///< the old protocol: sources[0].__getitem__(position) until it raises; -1: it has
    Range,    ///< sources[0]: the range
    Keys,
    Values,
    Items, ///< of the dict sources[0]; sources[1]: its keys when it began
    Set,   ///< of the known set sources[0]; sources[1]: its elements when it began
    Deque, ///< of the list in the deque sources[0]; sources[1]: how often it had changed
    Zip,
    Enumerate,
    Map,
    Filter,
    Reversed,  ///< over iterators (Map and Filter: sources[0] is the function)
    User,      ///< an object with __next__
    Generator, ///< body
    Sentinel   ///< iter(function, sentinel)
  };
  Form form = Form::Sequence;
  Value position; ///< int: elements taken so far (Enumerate: the next number)
  std::vector<Value> sources;
  Value extra; ///< Raw: cached trip count of a range, runtime iterator of a dict
  bool strict = false;
  bool isKept = false; ///< Generator: a variable held it where the loop over it began
  Address version = 0; ///< Sequence: of a tensor's memory, when it began
  const TypeSet *elementTypes = nullptr; ///< of a runtime iterator
  std::shared_ptr<GeneratorBody> body;
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
};

/// A class that the program defined.
struct ClassObject : ObjectBase<ClassObject, ObjectKind::Class> {
  std::string name, qualname;
  Value metaclass;
  Site site{};                   ///< of the class statement: names the layout of its records
  std::vector<Value> bases, mro; ///< mro starts with the class itself
  /// What it has itself; undefined: something that the stage does not know.
  std::vector<std::pair<llvm::StringRef, Value>> entries;
  std::vector<Value>
      annotations; ///< tuples of constants: name, and which mark of dataclasses it has
  void forEachValue(ValueVisitor visit) override;
  bool sameShape(const Object &other) const override;
  const Value *find(llvm::StringRef name) const;
};

/// A tensor that a node keeps: its memory, and what had been written into that by then.
struct KeptTensor {
  Address storage = NoAddress; ///< NoAddress: nobody can write into it
  Address version = 0, hidden = 0;
  Value writes;
  bool isView = false;
  llvm::SmallVector<int64_t, 2> levels = {}; ///< of torch.vmap: the contents are of a mapped tensor
};

/// What made a tensor that requires a gradient. It is never changed but for `released`, its name
/// and hooks, and nothing of it is emitted: a graph that nobody asks for costs a program nothing.
struct NodeObject : ObjectBase<NodeObject, ObjectKind::Node> {
  enum class Form : uint8_t {
    Operator, ///< `op` of `arguments`
    View,     ///< `chain` of arguments[0]
    Insert,   ///< arguments[0], at `chain` arguments[1]; without that: a number
  };
  Form form = Form::Operator;
  const ops::Operator *op = nullptr;
  /// As they were given; a tensor is a Raw, its contents of then, and a list of them a tuple.
  std::vector<Value> arguments;
  std::vector<History> histories; ///< of the tensors among them, in order
  std::vector<Value> results;     ///< Raw; undefined: no tensor
  std::vector<KeptTensor> kept;   ///< the tensors among the arguments, then the results
  llvm::SmallVector<ViewStep, 1> chain;
  Value released;         ///< a bool, whether a backward has used it up
  Site site = Everywhere; ///< where it was recorded
  Value hooks; ///< dict of those that programs registered (prelude/hooks.py), or undefined
  /// Of what a function that torch.func differentiates is given: a bool, whether that call goes on.
  /// It requires a gradient as long, and later as what it was made of does (Levels.cpp).
  Value open;
  mlir::LocationAttr place;  ///< the user's line
  llvm::StringRef composite; ///< the function of the prelude that the user called there, if one
  llvm::StringRef name;      ///< eager's, where the prelude says it (prim.named)
  void forEachValue(ValueVisitor visit) override {
    visit(released);
    visit(hooks);
    visit(open);
  }
  bool sameShape(const Object &) const override { return true; }
  bool isFunction() const { return form == Form::Operator && !op; } ///< torch.autograd.Function
};

/// A persistent radix tree from address to object.
class Heap {
public:
  const Object *find(Address address) const;
  template <class T> const T *find(Address address) const {
    const Object *object = find(address);
    return object && object->kind == T::Kind ? static_cast<const T *>(object) : nullptr;
  }
  /// The object for change; it must exist.
  Object &write(Address address);
  template <class T> T &write(Address address) {
    Object &object = write(address);
    assert(object.kind == T::Kind);
    return static_cast<T &>(object);
  }
  void insert(Address address, ObjectPtr object);
  void erase(Address address);
  ObjectPtr share(Address address) const;
  bool sameAs(const Heap &other) const { return root == other.root; }
  /// Calls `visit` for each address whose object is not the same pointer in both.
  static void diff(const Heap &a, const Heap &b, llvm::function_ref<void(Address)> visit);

private:
  static constexpr unsigned Bits = 5, Width = 1u << Bits, Levels = 5;
  struct Node {
    std::shared_ptr<void> children[Width];
  };
  using NodePtr = std::shared_ptr<Node>;
  static void diffNode(const Node *a, const Node *b, unsigned level, Address prefix,
                       llvm::function_ref<void(Address)> visit);
  std::shared_ptr<void> &slot(Address address);
  NodePtr root;
};

/// Where the gradient of the tensor that this is a view of goes.
History historyOf(const Heap &, const TensorObject &);
/// Whether this tensor requires a gradient.
inline bool requiresGrad(const Heap &heap, const TensorObject &tensor) {
  return historyOf(heap, tensor).required;
}

} // namespace lith::stage

#endif // LITH_STAGE_HEAP_H

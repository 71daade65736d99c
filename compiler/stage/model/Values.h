// Values.h: what a Python expression is bound to while its program is staged.
//
// A Value is small, immutable and trivially copyable; what it points to lives in
// the arena of the Stage and is never changed. Mutable objects are on the heap
// (Heap.h) and a Value holds their address.
//
//   Undefined  a name, attribute or arm that holds nothing
//   Static     an immutable or opaque host object, known now
//   Scalar     an SSA value: int (checked i64), float, bool, complex, str, exception, or Raw
//   Ref        the address of a heap object
//   Tuple      an immutable structure: tuple, torch.Size, slice, range, or a subclass of tuple
//   Callable   a function of the program, a bound method, a partial, a primitive
//   Union      one of several values; an SSA i64 says which, at run time
//   Box        a runtime value (16 bytes, tagged) whose possible types are a TypeSet
#ifndef LITH_STAGE_VALUES_H
#define LITH_STAGE_VALUES_H

#include "host/Host.h"
#include "ir/Mlir.h"
#include "stage/model/Ids.h"

namespace lith::stage {

using Address = uint32_t;
inline constexpr Address NoAddress = ~Address(0);

/// Raw is an SSA value of any other type that a heap object holds: the contents of a
/// storage, a runtime list. It is never the value of a Python expression.
enum class ScalarType : uint8_t { Int, Float, Bool, Complex, Str, Exception, Raw };

struct TupleData;
struct CallableData;
struct UnionData;
struct TypeSet;

class Value {
public:
  enum class Kind : uint8_t { Undefined, Static, Scalar, Ref, Tuple, Callable, Union, Box };

  Value() = default;
  static Value ofStatic(host::Handle handle) { return {Kind::Static, {}, 0, handle, nullptr}; }
  static Value scalar(ScalarType type, mlir::Value ssa) {
    return {Kind::Scalar, type, 0, ssa.getAsOpaquePointer(), nullptr};
  }
  static Value raw(mlir::Value ssa) { return scalar(ScalarType::Raw, ssa); }
  static Value ref(Address address) { return {Kind::Ref, {}, address, nullptr, nullptr}; }
  static Value tuple(const TupleData *data) { return {Kind::Tuple, {}, 0, data, nullptr}; }
  static Value callable(const CallableData *data) { return {Kind::Callable, {}, 0, data, nullptr}; }
  static Value oneOf(const UnionData *data) { return {Kind::Union, {}, 0, data, nullptr}; }
  static Value box(mlir::Value ssa, const TypeSet *types) {
    return {Kind::Box, {}, 0, ssa.getAsOpaquePointer(), types};
  }

  /// Marks an alternative that a path has excluded, or what a path of a join does not have.
  static Value absent() { return raw(nullptr); }
  bool isAbsent() const { return *this == absent(); }
  /// In an outside container: the value that it had before the call, not read yet.
  static Value lazy() { return {Kind::Undefined, {}, 1, nullptr, nullptr}; }
  bool isLazy() const { return *this == lazy(); }

  Kind kind() const { return kind_; }
  bool isUndefined() const { return kind_ == Kind::Undefined; }
  bool isStatic() const { return kind_ == Kind::Static; }
  bool isStatic(host::Handle handle) const { return isStatic() && pointer == handle; }
  bool isScalar() const { return kind_ == Kind::Scalar; }
  bool isScalar(ScalarType type) const { return isScalar() && scalar_ == type; }
  bool isRaw() const { return isScalar(ScalarType::Raw); }
  bool isRef() const { return kind_ == Kind::Ref; }
  bool isTuple() const { return kind_ == Kind::Tuple; }
  bool isCallable() const { return kind_ == Kind::Callable; }
  bool isUnion() const { return kind_ == Kind::Union; }
  bool isBox() const { return kind_ == Kind::Box; }

  host::Handle handle() const { return as<host::Object>(Kind::Static); }
  ScalarType scalarType() const { return scalar_; }
  mlir::Value ssa() const {
    assert(kind_ == Kind::Scalar || kind_ == Kind::Box);
    return mlir::Value::getFromOpaquePointer(pointer);
  }
  Address address() const {
    assert(isRef());
    return address_;
  }
  const TupleData &tuple() const { return *as<TupleData>(Kind::Tuple); }
  const CallableData &callable() const { return *as<CallableData>(Kind::Callable); }
  const UnionData &oneOf() const { return *as<UnionData>(Kind::Union); }
  const TypeSet *types() const {
    assert(isBox());
    return static_cast<const TypeSet *>(second);
  }

  /// The same abstract value without asking the host: equal only if interchangeable.
  bool operator==(const Value &other) const = default;

private:
  Value(Kind kind, ScalarType scalar, Address address, const void *pointer, const void *second)
      : kind_(kind), scalar_(scalar), address_(address), pointer(pointer), second(second) {}
  template <class T> const T *as(Kind expected) const {
    assert(kind_ == expected);
    return static_cast<const T *>(pointer);
  }

  Kind kind_ = Kind::Undefined;
  ScalarType scalar_ = ScalarType::Int;
  Address address_ = 0;
  const void *pointer = nullptr;
  const void *second = nullptr;
};

/// An immutable structure. Slice and Range have three elements: start, stop, step.
struct TupleData {
  enum class Form : uint8_t { Tuple, Size, Slice, Range, Subclass };
  Form form;
  Value cls; ///< Subclass: the class (namedtuple ...), else undefined
  llvm::ArrayRef<Value> elements;
  mlir::Value whole = {}; ///< !lith.box: the tuple object of run time that this is; null: none yet
  bool isJoined = false;  ///< it is one of several
};

/// Exactly one of the alternatives is the value: the one whose index `which` (an i64) holds.
/// Alternatives are neither unions nor boxes; at most one is undefined.
struct UnionData {
  mlir::Value which;
  llvm::ArrayRef<Value> alternatives;
};

struct FunctionCode; // Code.h: the syntax and scope of a function
struct Primitive;    // Registry.h

/// A callable that the program itself made, or that is bound to something it made.
struct CallableData {
  enum class Form : uint8_t {
    Function,    ///< code, cells, defaults
    BoundMethod, ///< function, self
    Primitive,   ///< primitive, and self when bound
    Partial,     ///< function, positional arguments, keyword arguments
  };
  Form form;
  const FunctionCode *code = nullptr;
  const Primitive *primitive = nullptr;
  Value function;                        ///< BoundMethod, Partial: what is called
  Value self;                            ///< undefined when not bound
  llvm::ArrayRef<Value> values;          ///< Function: cells of code->freeNames, and where
                                         ///< identities matter its attributes; Partial: arguments
  llvm::ArrayRef<Value> defaults;        ///< Function: one per parameter, undefined where none
  llvm::ArrayRef<llvm::StringRef> names; ///< Partial: keywords, for the last values
  Value globals;                         ///< Function: the globals dict
  Value ownerClass;                      ///< Function: the class in whose body it was defined
  Address attributes = NoAddress;        ///< Function: Instance object that holds its attributes
};

/// What a runtime value may be. Known object references never occur here.
struct Type {
  enum class Kind : uint8_t {
    Undefined,
    None,
    Bool,
    Int,
    Float,
    Complex,
    Str,
    Opaque,
    Tensor,
    Tuple,
    TupleOf,
    Nested,
    List,
    Dict,
    Set,
    Record,
    Cell,
    Callable,
    Exception,
    Any
  } kind;
  uint8_t dtype = 0;                             ///< Tensor: lith_dtype
  int8_t rank = -1;                              ///< Tensor: -1 when dynamic
  bool requiresGrad = false;                     ///< Tensor: whether some of them do
  bool isMixed = false;                          ///< Tensor: whether they are of several classes
  uint32_t shape = 0;                            ///< Callable: its number among Facts::shapes
  host::Handle handle = nullptr;                 ///< Opaque: the object; Record: the class; Tensor:
                                                 ///< that of objects of before the call, or null
  llvm::ArrayRef<const TypeSet *> elements = {}; ///< Tuple: one per element; TupleOf: one for all
                                                 ///< of any number; Record: one per field
  llvm::ArrayRef<llvm::StringRef> names = {};    ///< Record: fields
  /// List, Set, Dict, Cell: of what it holds; Nested, which occurs in tuples only: of all tuples
  /// that it stands for.
  TypeVariable element{};
  TypeVariable key{}; ///< Dict
  LayoutKey layout{}; ///< Record
  bool operator==(const Type &) const;
};

/// Distinct types in order of first appearance; interned, so equal sets are one pointer.
struct TypeSet {
  llvm::ArrayRef<Type> types;
  bool isAny() const { return types.size() == 1 && types[0].kind == Type::Kind::Any; }
};

} // namespace lith::stage

#endif // LITH_STAGE_VALUES_H

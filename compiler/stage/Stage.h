// Stage.h: the partial evaluator: one attempt at staging one program.
//
// Stage holds what an attempt knows, and makes values. What is done with it are free functions, by
// topic, in the rooms beside this file; Protocols.h has those of Python's data model.
//
// A function that evaluates takes the current path from `state` and leaves the path that follows
// there. A Result without value (and `false` from a function that returns bool "whether the path
// goes on") means that no path follows: an exception was raised, or all arms returned. The caller
// then returns too, and `state` is not to be used until an enclosing construct puts another.
//
// Values in C++ variables stay valid across joins: SSA values dominate what follows, addresses keep
// their meaning.
#ifndef LITH_STAGE_STAGE_H
#define LITH_STAGE_STAGE_H

#include "ir/Dialect.h"
#include "stage/Program.h"
#include "stage/model/Body.h"
#include "stage/model/Emission.h"
#include "stage/model/Facts.h"
#include "stage/model/Functions.h"
#include "stage/model/OutsideObjects.h"
#include "stage/model/ProgramInterface.h"
#include "stage/model/Sharing.h"
#include "stage/source/Session.h"
#include "syntax/Arena.h"

namespace lith::stage {

class Stage {
public:
  Stage(Session &session, mlir::MLIRContext &context, Facts &facts,
        const contract::Request &request);
  Staged run();

  // --- context
  Session &session;
  host::Constants &host; ///< what else the host has is read in outside/ (Reading.h)
  mlir::MLIRContext &context;
  Facts &facts;
  const contract::Request &request;
  syntax::Arena arena;
  Address nextAddress = 1;
  bool traces;              ///< what is found out is written to the error output (emit/Trace.h)
  bool mustRestart = false; ///< facts were found that this attempt did not know from its start
  bool readsDicts = false;  ///< the program has read the `__dict__` of an object
  /// A call of torch.vmap: its number, how often it maps, and what it does with random numbers.
  struct Mapping {
    int64_t level;
    Value size;
    llvm::StringRef randomness;
  };
  llvm::SmallVector<Mapping, 2> mapped; ///< those that are being staged, outermost first

  // --- what the attempt knows, by owner
  Emission emission; ///< outlives the body, whose blocks use values of the module
  Body body;         ///< of the function that is being staged
  Constants constants;
  OutsideObjects outside;
  ProgramInterface interface;
  Classes classes;
  Functions functions;
  Sharing sharing;

  // What of the body everything asks for.
  State &state = body.state;
  Exits &exits = body.exits;
  Activation *&activation = body.activation;
  std::vector<LoopFrame> &loops = body.loops;
  Sizes &sizes = body.sizes;

  // --- values (emit/Values.cpp)
  Value none() const { return noneValue; }
  Value boolean(bool value) const { return value ? trueValue : falseValue; }
  Value integer(int64_t value);
  Value real(double value);
  Value string(llvm::StringRef text);
  Value ofHandle(
      host::Handle handle); ///< of an immutable host object: constants, tuples of them, classes ...
  Value tuple(llvm::ArrayRef<Value> elements);
  Value size(llvm::ArrayRef<Value> elements); ///< torch.Size
  Value structure(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls = {},
                  mlir::Value whole = {}, bool isJoined = false);
  /// A tuple that the program makes: an object of run time from the start where some program asks
  /// which of several it is.
  Value newTuple(TupleData::Form form, llvm::ArrayRef<Value> elements, Value cls = {});
  Value boundPrimitive(const Primitive *primitive, Value self);
  Value boundMethod(Value function, Value self);
  Value intScalar(mlir::Value i64) { return Value::scalar(ScalarType::Int, i64); }
  Value floatScalar(mlir::Value f64) { return Value::scalar(ScalarType::Float, f64); }
  Value boolScalar(mlir::Value i1) { return Value::scalar(ScalarType::Bool, i1); }
  Value strScalar(mlir::Value str) { return Value::scalar(ScalarType::Str, str); }
  llvm::StringRef intern(llvm::StringRef name) { return session.names.intern(name); }
  template <class T> llvm::ArrayRef<T> keep(llvm::ArrayRef<T> elements) {
    auto copy = arena.copy(elements.data(), elements.size());
    return {copy.begin(), copy.size()};
  }

  bool isNone(Value value) const { return value == noneValue; }
  std::optional<bool> asBool(Value value);    ///< of a static bool
  std::optional<int64_t> asInt(Value value);  ///< of a static int or bool
  std::optional<double> asFloat(Value value); ///< of a static float, int or bool
  std::optional<llvm::StringRef> asStr(Value value);
  host::Kind kindOf(Value value) { return host.kind(value.handle()); }
  /// The host object of a constant: a Static, or a tuple of such built now; null: not a constant.
  host::Handle toHandle(Value value);

  // --- heap
  Address allocate(ObjectPtr object);
  template <class T> Value make(std::shared_ptr<T> object) {
    return Value::ref(allocate(std::move(object)));
  }
  template <class T> const T *find(Value value) const { ///< null: another kind of value
    return value.isRef() ? state.heap.find<T>(value.address()) : nullptr;
  }
  template <class T> T &write(Value value) { return state.heap.write<T>(value.address()); }
  Value list(llvm::ArrayRef<Value> elements);
  Value dict(llvm::ArrayRef<std::pair<Value, Value>> entries);
  bool isTensor(Value value) const { return find<TensorObject>(value) != nullptr; }

  // --- emission (emit/Emit.cpp)
  mlir::OpBuilder &builder(); ///< at the end of the current block
  mlir::Location loc();       ///< of activation->at, with the chain of calls

private:
  Value noneValue, trueValue, falseValue;
};

/// Puts another activation, exits or syntax node in place for a C++ scope.
template <class T> class Scoped {
public:
  Scoped(T &place, T value) : place(place), saved(std::move(place)) { place = std::move(value); }
  ~Scoped() { place = std::move(saved); }
  Scoped(const Scoped &) = delete;

private:
  T &place;
  T saved;
};

} // namespace lith::stage

#endif // LITH_STAGE_STAGE_H

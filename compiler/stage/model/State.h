// State.h: all that differs between two paths of the staged program.
//
// A State is forked by every branch on a condition of run time, so copying one
// costs a few reference counts. Frames and ambient are copied when written.
#ifndef LITH_STAGE_STATE_H
#define LITH_STAGE_STATE_H

#include "stage/model/Heap.h"

#include "llvm/ADT/DenseMap.h"

namespace lith::stage {

/// The local variables of one activation, by slot of its FunctionCode. Slots of cell variables
/// and free variables hold references to Cell objects.
struct Frame {
  std::vector<Value> slots;
};

/// Values that calls inherit without naming them: grad mode, default dtype, autocast ...; set by
/// functions of the operator table, read through Stage::ambient.
struct Ambient {
  std::vector<std::pair<llvm::StringRef, Value>> values;
};

struct State {
  llvm::SmallVector<std::shared_ptr<Frame>, 8> frames; ///< outermost first
  Heap heap;
  /// Tuples that this path has made objects of run time (a !lith.box each), so that each becomes
  /// one.
  std::shared_ptr<llvm::DenseMap<const TupleData *, mlir::Value>> tupleObjects;
  std::shared_ptr<Ambient> ambient = std::make_shared<Ambient>();
  mlir::Block *block = nullptr; ///< where operations go; it has no terminator yet

  mlir::Value tupleObject(const TupleData &tuple) const {
    return tuple.whole ? tuple.whole : tupleObjects ? tupleObjects->lookup(&tuple) : mlir::Value();
  }
  void setTupleObject(const TupleData &tuple, mlir::Value object) {
    using Objects = llvm::DenseMap<const TupleData *, mlir::Value>;
    if (!tupleObjects || tupleObjects.use_count() > 1)
      tupleObjects = std::make_shared<Objects>(tupleObjects ? *tupleObjects : Objects());
    (*tupleObjects)[&tuple] = object;
  }
  const Frame &frame(size_t index) const { return *frames[index]; }
  Frame &writeFrame(size_t index) {
    if (frames[index].use_count() > 1)
      frames[index] = std::make_shared<Frame>(*frames[index]);
    return *frames[index];
  }
  Ambient &writeAmbient() {
    if (ambient.use_count() > 1)
      ambient = std::make_shared<Ambient>(*ambient);
    return *ambient;
  }
  /// Whether no variable, object or ambient value differs (the block may).
  bool sameAs(const State &other) const {
    return frames == other.frames && heap.sameAs(other.heap) && ambient == other.ambient;
  }
};

/// A path that waits to be joined, and the values that travel with it (a result, an exception).
struct Edge {
  State state;
  llvm::SmallVector<Value, 2> extra;
};
using Edges = std::vector<Edge>;

} // namespace lith::stage

#endif // LITH_STAGE_STATE_H

// Graph.h: what one kernel computes, free of MLIR.
//
// A graph is a list of nodes in order of evaluation. Two graphs with equal keys give the same code,
// so one kernel serves all groups of that structure. Graphs are plain values; nothing is owned
// elsewhere.
#ifndef LITH_CODEGEN_KERNELS_GRAPH_H
#define LITH_CODEGEN_KERNELS_GRAPH_H

#include <cstdint>
#include <lith/abi.h>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lith::codegen {

enum class KernelOp : uint8_t {
  Input,    // operand number `immediate`
  Constant, // `immediate` holds the bits of an int64, double or bool, by dtype
  Reduce,   // `immediate` is a ReduceKind; over the last dimension, or all (see GraphKind)
#define LITH_KERNEL_OP(name, spelling, operands) name,
#include "codegen/kernels/Ops.def"
};

enum class ReduceKind : uint8_t { Sum, Prod, Max, Min, ArgMax, ArgMin, Any, All };

/// Map: one value per element. Row: reductions along the innermost dimension, with elementwise
/// parts before and after. Column: one reduction per output over an outer dimension.
enum class GraphKind : uint8_t { Map, Row, Column };

struct Node {
  KernelOp op;
  lith_dtype dtype;        // of the result
  lith_dtype operandDtype; // in which the operator computes
  std::vector<uint32_t> operands;
  int64_t immediate = 0;
};

/// A scalar input is an int64, double or bool of the host program, read from an eight-byte slot.
struct GraphInput {
  lith_dtype dtype;
  bool scalar = false;
};

struct Graph {
  GraphKind kind = GraphKind::Map;
  std::vector<GraphInput> inputs;
  std::vector<Node> nodes;
  std::vector<uint32_t> outputs;

  uint32_t input(lith_dtype dtype, bool scalar = false);
  uint32_t constant(lith_dtype dtype, double value);
  uint32_t constant(lith_dtype dtype, int64_t value);
  uint32_t add(KernelOp op, lith_dtype dtype, std::vector<uint32_t> operands);
  uint32_t cast(uint32_t value, lith_dtype dtype);
  uint32_t reduce(ReduceKind kind, uint32_t value);

  /// Equal exactly for graphs that need the same code.
  std::string key() const;
};

std::optional<KernelOp> kernelOpNamed(std::string_view spelling);
std::string_view spellingOf(KernelOp op);

/// Bytes of one element in memory.
inline unsigned elementSize(lith_dtype dtype) { return lith_dtype_bytes(dtype); }
inline bool isFloating(lith_dtype dtype) { return lith_dtype_is_floating(dtype); }
inline bool isComplex(lith_dtype dtype) { return lith_dtype_is_complex(dtype); }
/// Bool is not an integer here.
inline bool isInteger(lith_dtype dtype) { return dtype <= LITH_INT64; }
inline bool isUnsigned(lith_dtype dtype) { return dtype == LITH_UINT8 || dtype == LITH_BOOL8; }

} // namespace lith::codegen

#endif // LITH_CODEGEN_KERNELS_GRAPH_H

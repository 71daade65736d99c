// Ast.cpp: names of node kinds and operators, and growth of the arena.
#include "syntax/Ast.h"

namespace lith::syntax {

void *Arena::allocateSlow(size_t bytes, size_t align) {
  size_t size = chunkBytes > bytes + align ? chunkBytes : bytes + align;
  chunks.push_back(std::make_unique_for_overwrite<char[]>(size));
  if (chunkBytes < (size_t(1) << 20))
    chunkBytes *= 2;
  next = reinterpret_cast<uintptr_t>(chunks.back().get());
  limit = next + size;
  return allocate(bytes, align);
}

std::string_view name(NodeKind kind) {
  static constexpr std::string_view names[] = {
#define LITH_NODE(Class, Base, name) name,
#include "syntax/Nodes.def"
  };
  return names[size_t(kind)];
}

std::string_view name(BoolOperator op) { return op == BoolOperator::And ? "And" : "Or"; }

std::string_view name(Operator op) {
  static constexpr std::string_view names[] = {"Add",    "Sub",    "Mult",    "MatMult", "Div",
                                               "Mod",    "Pow",    "LShift",  "RShift",  "BitOr",
                                               "BitXor", "BitAnd", "FloorDiv"};
  return names[size_t(op)];
}

std::string_view name(UnaryOperator op) {
  static constexpr std::string_view names[] = {"Invert", "Not", "UAdd", "USub"};
  return names[size_t(op)];
}

std::string_view name(CmpOperator op) {
  static constexpr std::string_view names[] = {"Eq",  "NotEq", "Lt",    "LtE", "Gt",
                                               "GtE", "Is",    "IsNot", "In",  "NotIn"};
  return names[size_t(op)];
}

std::string_view name(ExprContext ctx) {
  static constexpr std::string_view names[] = {"Load", "Store", "Del"};
  return names[size_t(ctx)];
}

} // namespace lith::syntax

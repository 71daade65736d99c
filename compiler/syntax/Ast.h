// Ast.h: the tree of a Python file, in plain structs with the names and fields
// of Python's own abstract grammar (Nodes.def).
//
// Nodes live in the arena of their File and are never freed one by one. Kinds
// are tested with isa, cast and dyn_cast; visit calls a function with the
// concrete node; forEachField walks a node's fields by name.
#pragma once

#include "diagnostics/Diagnostic.h"
#include "syntax/Arena.h"

#include <cassert>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

namespace lith::syntax {

using diag::Range;

// A name, interned: two names of one file are equal exactly when their data
// pointers are. An absent name has null data.
using Identifier = std::string_view;

enum class NodeKind : uint8_t {
#define LITH_NODE(Class, Base, name) Class,
#include "syntax/Nodes.def"
};

enum class BoolOperator : uint8_t { And, Or };
enum class Operator : uint8_t {
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  Mod,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  FloorDiv
};
enum class UnaryOperator : uint8_t { Invert, Not, UAdd, USub };
enum class CmpOperator : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };
enum class ExprContext : uint8_t { Load, Store, Del };

// The names that Python's ast uses: "Add", "NotIn", "Load".
std::string_view name(BoolOperator op);
std::string_view name(Operator op);
std::string_view name(UnaryOperator op);
std::string_view name(CmpOperator op);
std::string_view name(ExprContext ctx);

enum class ConstantKind : uint8_t {
  None,
  True,
  False,
  Ellipsis,
  Int,     // integer
  BigInt,  // text: decimal digits of an int that does not fit int64_t
  Float,   // real
  Complex, // real is the imaginary part; a literal has no other
  Str,     // text: UTF-8, lone surrogates from escapes encoded as three bytes
  Bytes,   // text: the bytes
};

// The value of a literal. A literal is never negative.
struct ConstantValue {
  ConstantKind kind = ConstantKind::None;
  int64_t integer = 0;
  double real = 0;
  std::string_view text;

  bool isString() const { return kind == ConstantKind::Str; }
};

#define LITH_NODE(Class, Base, name) struct Class;
#include "syntax/Nodes.def"

struct Node {
  NodeKind kind;
  Range range;
};
struct Mod : Node {};
struct Stmt : Node {};
struct Expr : Node {};
struct Pattern : Node {};
struct TypeParam : Node {};

#define LITH_NODE(Class, Base, name)                                                               \
  struct Class : Base {                                                                            \
    static constexpr NodeKind Kind = NodeKind::Class;                                              \
    using BaseType = Base;
#define LITH_FIELD(Class, Type, name) Type name{};
// clang-format off
#define LITH_END(Class) };
// clang-format on
#include "syntax/Nodes.def"

// "BinOp", "Expr", "arguments": the class in Python's ast.
std::string_view name(NodeKind kind);

namespace detail {
enum class Family : uint8_t { Node, Mod, Stmt, Expr, Pattern, TypeParam };
inline constexpr Family families[] = {
#define LITH_NODE(Class, Base, name) Family::Base,
#include "syntax/Nodes.def"
};
template <class T> constexpr Family familyOf() {
  if constexpr (std::is_same_v<T, Mod>)
    return Family::Mod;
  else if constexpr (std::is_same_v<T, Stmt>)
    return Family::Stmt;
  else if constexpr (std::is_same_v<T, Expr>)
    return Family::Expr;
  else if constexpr (std::is_same_v<T, Pattern>)
    return Family::Pattern;
  else if constexpr (std::is_same_v<T, TypeParam>)
    return Family::TypeParam;
  else
    return Family::Node;
}
} // namespace detail

// Whether `node` (not null) is a T; T is a concrete node or Stmt, Expr, ….
template <class T> bool isa(const Node *node) {
  if constexpr (requires { T::Kind; })
    return node->kind == T::Kind;
  else if constexpr (std::is_same_v<T, Node>)
    return true;
  else
    return detail::families[size_t(node->kind)] == detail::familyOf<T>();
}

template <class T> T *cast(Node *node) {
  assert(isa<T>(node));
  return static_cast<T *>(node);
}
template <class T> const T *cast(const Node *node) {
  assert(isa<T>(node));
  return static_cast<const T *>(node);
}

// Null when `node` is null or not a T.
template <class T> T *dyn_cast(Node *node) {
  return node && isa<T>(node) ? static_cast<T *>(node) : nullptr;
}
template <class T> const T *dyn_cast(const Node *node) {
  return node && isa<T>(node) ? static_cast<const T *>(node) : nullptr;
}

// Calls `visitor` with a pointer to the concrete type of `node` (not null).
template <class Visitor> decltype(auto) visit(Node *node, Visitor &&visitor) {
  switch (node->kind) {
#define LITH_NODE(Class, Base, name)                                                               \
  case NodeKind::Class:                                                                            \
    return visitor(static_cast<Class *>(node));
#include "syntax/Nodes.def"
  }
  __builtin_unreachable();
}
template <class Visitor> decltype(auto) visit(const Node *node, Visitor &&visitor) {
  switch (node->kind) {
#define LITH_NODE(Class, Base, name)                                                               \
  case NodeKind::Class:                                                                            \
    return visitor(static_cast<const Class *>(node));
#include "syntax/Nodes.def"
  }
  __builtin_unreachable();
}

// Calls f("name", value) for each field of a concrete node, in Python's order.
#define LITH_NODE(Class, Base, name)                                                               \
  template <class F> void forEachField(const Class *node, F &&f) {
#define LITH_FIELD(Class, Type, name) f(std::string_view(#name), node->name);
#define LITH_END(Class) }
#include "syntax/Nodes.def"

// Calls f(const Node *) for each child that is present, in Python's order.
template <class F> void forEachChild(const Node *node, F &&f) {
  auto one = [&](const auto &field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (std::is_convertible_v<Field, const Node *>) {
      if (field)
        f(static_cast<const Node *>(field));
    }
  };
  visit(node, [&](const auto *concrete) {
    forEachField(concrete, [&](std::string_view, const auto &field) {
      if constexpr (requires { field.begin(); } &&
                    !std::is_same_v<std::remove_cvref_t<decltype(field)>, Identifier>) {
        for (const auto &element : field)
          one(element);
      } else {
        one(field);
      }
    });
  });
}

} // namespace lith::syntax

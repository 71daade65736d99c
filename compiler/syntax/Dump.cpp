// Dump.cpp: the tree as Python's ast.dump writes it, and as S-expressions.
#include "syntax/Dump.h"

#include "syntax/Repr.h"

#include <charconv>

namespace lith::syntax {

namespace {
template <class T> constexpr bool isSeq = false;
template <class T> constexpr bool isSeq<Seq<T>> = true;

// Python gives positions to these families and parts.
bool hasPosition(const Node *node) {
  switch (node->kind) {
  case NodeKind::Comprehension:
  case NodeKind::Arguments:
  case NodeKind::WithItem:
  case NodeKind::MatchCase:
    return false;
  default:
    return !isa<Mod>(node);
  }
}

class AstDumper {
public:
  std::string text;

  void node(const Node *n) {
    if (!n) {
      text += "None";
      return;
    }
    text += name(n->kind);
    text += '(';
    bool outerFirst = first;
    first = true;
    visit(n, [&](const auto *concrete) {
      forEachField(concrete, [&](std::string_view fieldName, const auto &value) {
        field(fieldName == "kind_" ? "kind" : fieldName, value);
      });
    });
    if (n->kind == NodeKind::Module)
      label("type_ignores"), text += "[]";
    if (hasPosition(n))
      position(n->range);
    first = outerFirst;
    text += ')';
  }

private:
  void label(std::string_view fieldName) {
    if (!first)
      text += ", ";
    first = false;
    text += fieldName;
    text += '=';
  }

  void number(std::string_view fieldName, uint32_t value) {
    char buffer[12];
    char *end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
    label(fieldName);
    text.append(buffer, end);
  }

  void position(const Range &range) {
    number("lineno", range.line);
    number("col_offset", range.column);
    number("end_lineno", range.endLine);
    number("end_col_offset", range.endColumn);
  }

  // Absent optional fields are left out, and type parameters where there are
  // none, which Python 3.11 does not know.
  template <class T> void field(std::string_view fieldName, const T &value) {
    if constexpr (std::is_pointer_v<T>) {
      if (!value)
        return;
    } else if constexpr (std::is_same_v<T, Identifier>) {
      if (!value.data())
        return;
    } else if constexpr (std::is_same_v<T, Seq<TypeParam *>>) {
      if (value.empty())
        return;
    }
    label(fieldName);
    print(value);
  }

  template <class T> void print(const T &value) {
    if constexpr (std::is_pointer_v<T>) {
      node(value);
    } else if constexpr (isSeq<T>) {
      text += '[';
      for (size_t i = 0; i < value.size(); ++i) {
        text += i ? ", " : "";
        print(value[i]);
      }
      text += ']';
    } else if constexpr (std::is_same_v<T, Identifier>) {
      appendStringRepr(text, value);
    } else if constexpr (std::is_same_v<T, ConstantValue>) {
      appendRepr(text, value);
    } else if constexpr (std::is_same_v<T, int>) {
      text += std::to_string(value);
    } else {
      text += name(value);
      text += "()";
    }
  }

  bool first = true;
};

class SExpressionDumper {
public:
  explicit SExpressionDumper(bool withRanges) : withRanges(withRanges) {}
  std::string text;

  void node(const Node *n, int depth) {
    if (!n) {
      text += "()";
      return;
    }
    (text += '(') += name(n->kind);
    if (withRanges && n->range.line)
      range(n->range);
    visit(n, [&](const auto *concrete) {
      forEachField(concrete, [&](std::string_view, const auto &value) { field(value, depth); });
    });
    text += ')';
  }

private:
  void range(const Range &at) {
    text += " " + std::to_string(at.line) + ":" + std::to_string(at.column) + "-" +
            std::to_string(at.endLine) + ":" + std::to_string(at.endColumn);
  }

  template <class T> void field(const T &value, int depth) {
    if constexpr (isSeq<T>) {
      text += " [";
      bool first = true;
      for (const auto &element : value) {
        if constexpr (std::is_same_v<T, Seq<Stmt *>>)
          text.append("\n").append(2 * depth + 2, ' ');
        else if (!first)
          text += ' ';
        print(element, depth + 1);
        first = false;
      }
      text += ']';
    } else if constexpr (std::is_same_v<T, Identifier>) {
      if (value.data())
        (text += ' ') += value;
    } else if constexpr (std::is_pointer_v<T>) {
      if (value)
        text += ' ', node(value, depth);
    } else {
      text += ' ';
      print(value, depth);
    }
  }

  template <class T> void print(const T &value, int depth) {
    if constexpr (std::is_pointer_v<T>)
      node(value, depth);
    else if constexpr (std::is_same_v<T, Identifier>)
      text += value;
    else if constexpr (std::is_same_v<T, ConstantValue>)
      appendRepr(text, value);
    else if constexpr (std::is_same_v<T, int>)
      text += std::to_string(value);
    else
      text += name(value);
  }

  bool withRanges;
};
} // namespace

std::string dumpAst(const Node *node) {
  AstDumper dumper;
  dumper.node(node);
  return std::move(dumper.text);
}

std::string dumpAst(const File &file) { return dumpAst(file.root); }

std::string dumpSExpression(const File &file) {
  SExpressionDumper dumper(false);
  dumper.node(file.root, 0);
  dumper.text += '\n';
  return std::move(dumper.text);
}

std::string dumpRanged(const Node *node) {
  SExpressionDumper dumper(true);
  dumper.node(node, 0);
  return std::move(dumper.text);
}

} // namespace lith::syntax

// Views.cpp: what a person looks at: the graph of a program, the tree of a source.
#include "module/Module.h"

#include "driver/Graph.h"
#include "syntax/Dump.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

namespace nb = nanobind;

namespace lith::python {

namespace {

std::string describeGraph(const std::string &text, bool compiled) {
  std::string error;
  if (std::optional<std::string> found = driver::describeGraph(text, compiled, error))
    return *found;
  throw std::runtime_error(error);
}

/// The function whose code begins at a line, which may be that of a decorator, or the lambda at a
/// line and column; null: there is none.
const syntax::Node *functionAt(const syntax::Node *node, uint32_t line, int64_t column) {
  if (auto *function = syntax::dyn_cast<syntax::FunctionDef>(node); function && column < 0) {
    bool isDecorated = !function->decorator_list.empty();
    if ((isDecorated ? function->decorator_list[0]->range.line : node->range.line) == line)
      return node;
  }
  if (column >= 0 && syntax::isa<syntax::Lambda>(node) && node->range.line == line &&
      node->range.column == column)
    return node;
  const syntax::Node *found = nullptr;
  syntax::forEachChild(node, [&](const syntax::Node *child) {
    if (!found && child)
      found = functionAt(child, line, column);
  });
  return found;
}

std::string syntaxTree(const std::string &text, const std::string &file, uint32_t line,
                       int64_t column) {
  syntax::ParseOptions options;
  options.isText = true;
  syntax::ParseResult parsed = syntax::parse(text, file, options);
  if (!parsed)
    throw std::runtime_error(parsed.error->message);
  const syntax::Node *found = functionAt(parsed.file->root, line, column);
  if (!found)
    throw std::runtime_error("no function begins at line " + std::to_string(line));
  return syntax::dumpRanged(found);
}

} // namespace

void bindViews(nb::module_ &m) {
  m.def("describe_graph", &describeGraph, nb::arg("text"), nb::arg("compiled"),
        "The graph in JSON, as driver/Graph.h says.");
  m.def("syntax_tree", &syntaxTree, nb::arg("text"), nb::arg("file"), nb::arg("line"),
        nb::arg("column"),
        "The function whose code begins at a line, or a lambda at a column (else -1), as an "
        "S-expression.");
}

} // namespace lith::python

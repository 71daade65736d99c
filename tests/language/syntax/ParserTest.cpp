// ParserTest.cpp: the interface that the compiler uses: trees, ranges, lines,
// modes, and errors as diagnostics.
#include "diagnostics/Render.h"
#include "syntax/Dump.h"

#include <gtest/gtest.h>

#include <thread>

using namespace lith;
using namespace lith::syntax;

static std::unique_ptr<File> parseOk(std::string_view source, ParseOptions options = {}) {
  ParseResult result = parse(source, "test.py", options);
  EXPECT_TRUE(result) << (result.error ? result.error->message : "");
  return std::move(result.file);
}

TEST(Parser, TreeAndRanges) {
  auto file = parseOk("x = 1\nif x:\n    y = f(x,\n          2)\n");
  ASSERT_EQ(file->module()->body.size(), 2u);
  auto *branch = dyn_cast<If>(file->module()->body[1]);
  ASSERT_TRUE(branch);
  EXPECT_TRUE(isa<Stmt>(branch));
  EXPECT_FALSE(isa<Expr>(branch));
  auto *assign = cast<Assign>(branch->body[0]);
  EXPECT_EQ(assign->range, (Range{3, 4, 4, 12}));
  EXPECT_EQ(file->textOf(assign->value->range), "f(x,\n          2)");
  EXPECT_EQ(file->line(2), "if x:");
  EXPECT_EQ(file->line(99), "");
}

TEST(Parser, IdentifiersAreInterned) {
  auto file = parseOk("变量 = 变量");
  auto *assign = cast<Assign>(file->module()->body[0]);
  EXPECT_EQ(cast<Name>(assign->targets[0])->id.data(), cast<Name>(assign->value)->id.data());
}

TEST(Parser, VisitsAndWalks) {
  auto file = parseOk("def f(a, *, b=1):\n  return [a for a in b if a]\n");
  int names = 0;
  auto walk = [&](auto &self, const Node *node) -> void {
    names += isa<Name>(node);
    forEachChild(node, [&](const Node *child) { self(self, child); });
  };
  walk(walk, file->root);
  EXPECT_EQ(names, 4);
  const Node *root = file->root;
  EXPECT_EQ(visit(root, [](const auto *node) { return name(node->kind); }), "Module");
}

TEST(Parser, Constants) {
  auto file =
      parseOk("0x10\n10**9\n123456789012345678901234567890\n1.5\n2j\n'a\\n'\nb'\\xff'\n...");
  auto value = [&](size_t i) {
    return cast<Constant>(cast<ExprStmt>(file->module()->body[i])->value)->value;
  };
  EXPECT_EQ(value(0).integer, 16);
  EXPECT_EQ(value(2).kind, ConstantKind::BigInt);
  EXPECT_EQ(value(2).text, "123456789012345678901234567890");
  EXPECT_EQ(value(3).real, 1.5);
  EXPECT_EQ(value(4).kind, ConstantKind::Complex);
  EXPECT_EQ(value(5).text, "a\n");
  EXPECT_EQ(value(6).text, "\xFF");
  EXPECT_EQ(value(7).kind, ConstantKind::Ellipsis);
}

TEST(Parser, Modes) {
  auto expression = parseOk("a + 1\n", {.mode = Mode::Expression});
  EXPECT_TRUE(isa<BinOp>(cast<Expression>(expression->root)->body));
  EXPECT_FALSE(parse("a = 1", "e.py", Mode::Expression));
  auto method =
      parseOk("    @d\n    def f(self):\n        return 1\n\n", {.mode = Mode::FunctionSnippet});
  auto *function = cast<FunctionDef>(method->module()->body[0]);
  EXPECT_EQ(function->range, (Range{2, 4, 3, 16}));
  EXPECT_FALSE(parse("    x = 1\n", "m.py"));
}

TEST(Parser, ErrorsAreDiagnostics) {
  ParseResult result = parse("x = (1 +\n", "wrong.py");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error->kind, diag::Kind::BracketNeverClosed);
  EXPECT_EQ(result.error->file, "wrong.py");
  EXPECT_EQ(result.error->range, (Range{1, 4, 1, 5}));
  auto lines = [&](std::string_view, uint32_t line) -> std::optional<std::string_view> {
    return result.refused->line(line);
  };
  EXPECT_EQ(diag::render(*result.error, lines),
            "wrong.py:1:5: error: '(' was never closed [LTH0022]\n"
            "   1 | x = (1 +\n"
            "     |     ^\n");
}

TEST(Parser, SExpression) {
  auto file = parseOk("if x:\n  y = -1\n");
  EXPECT_EQ(dumpSExpression(*file),
            "(Module [\n"
            "  (If (Name x Load) [\n"
            "    (Assign [(Name y Store)] (UnaryOp USub (Constant 1)))] [])])\n");
}

TEST(Parser, ManyThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([] {
      for (int j = 0; j < 50; ++j) {
        EXPECT_TRUE(parse("def f(x): return x + 1\n", "t.py"));
        EXPECT_FALSE(parse("def f(x: return x + 1\n", "t.py"));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

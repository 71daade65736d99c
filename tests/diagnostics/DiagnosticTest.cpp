// DiagnosticTest.cpp: messages, codes and the picture of a diagnostic.
#include "diagnostics/Diagnostic.h"
#include "diagnostics/Render.h"

#include <gtest/gtest.h>

#include <map>

using namespace lith::diag;

static SourceLines linesOf(std::map<uint32_t, std::string> lines) {
  return [lines](std::string_view, uint32_t line) -> std::optional<std::string_view> {
    static thread_local std::string kept;
    auto at = lines.find(line);
    if (at == lines.end())
      return std::nullopt;
    kept = at->second;
    return kept;
  };
}

static Diagnostic broadcastError() {
  Diagnostic d = make(Kind::InvalidSyntax, "train.py", {14, 13, 14, 14});
  d.message = "shapes do not broadcast; dimension 1 is 3 and 4";
  d.label({14, 11, 14, 12}, "(8, 3)").label({14, 15, 14, 19}, "(8, 4)");
  d.note("train.py", {30, 7, 30, 20}, "while compiling `loss`");
  return d;
}

TEST(Render, LabelsAndNotes) {
  EXPECT_EQ(render(broadcastError(), linesOf({{14, "    return h + bias"}})),
            "train.py:14:14: error: shapes do not broadcast; dimension 1 is 3 and 4 [LTH0001]\n"
            "   14 |     return h + bias\n"
            "      |            ~ ^ ~~~~ (8, 4)\n"
            "      |            (8, 3)\n"
            "train.py:30:8: note: while compiling `loss`\n");
}

TEST(Render, WideCharactersTakeTwoCells) {
  Diagnostic d = make(Kind::InvalidSyntax, "文.py", {3, 9, 3, 10});
  EXPECT_EQ(render(d, linesOf({{3, "变量 = $"}})), "文.py:3:6: error: invalid syntax [LTH0001]\n"
                                                   "   3 | 变量 = $\n"
                                                   "     |        ^\n");
}

TEST(Render, TabsAndRangesOverLines) {
  Diagnostic d = make(Kind::InvalidSyntax, "a.py", {2, 1, 4, 1});
  EXPECT_EQ(render(d, linesOf({{2, "\tf(1,"}})), "a.py:2:2: error: invalid syntax [LTH0001]\n"
                                                 "   2 |  f(1,\n"
                                                 "     |  ^^^^\n");
}

TEST(Render, WithoutSource) {
  EXPECT_EQ(render(broadcastError(), nullptr),
            "train.py:14:14: error: shapes do not broadcast; dimension 1 is 3 and 4 [LTH0001]\n"
            "train.py:30:8: note: while compiling `loss`\n");
}

TEST(Render, OwnRefusalsSayTheWayOut) {
  Diagnostic d = make(Kind::GeneratorInParts, "a.py", {1, 0, 1, 7});
  std::string text = render(d, linesOf({{1, "next(g)"}}));
  EXPECT_NE(text.find("\nhelp: A generator can stop"), std::string::npos) << text;
  Diagnostic pythons = make(Kind::InvalidSyntax, "a.py", {1, 0, 1, 7});
  EXPECT_EQ(render(pythons, nullptr).find("help:"), std::string::npos);
}

TEST(Render, RangesOutsideTheLineDoNotCrash) {
  Diagnostic d = make(Kind::InvalidSyntax, "a.py", {1, 50, 1, 90});
  EXPECT_NE(render(d, linesOf({{1, "x\xFF"}})).find("^"), std::string::npos);
}

TEST(Diagnostic, CodesAreFound) {
  EXPECT_EQ(codeText(Kind::InvalidSyntax), "LTH0001");
  EXPECT_EQ(findCode("LTH0001"), Kind::InvalidSyntax);
  EXPECT_EQ(findCode("lth0001"), Kind::InvalidSyntax);
  EXPECT_EQ(findCode("1"), Kind::InvalidSyntax);
  EXPECT_EQ(findCode("LTH9999"), std::nullopt);
  EXPECT_EQ(findCode(""), std::nullopt);
  for (Kind kind : allKinds()) {
    EXPECT_EQ(findCode(codeText(kind)), kind);
    EXPECT_FALSE(info(kind).explanation.empty()) << info(kind).name;
  }
}

TEST(Diagnostic, Substitution) {
  EXPECT_EQ(substitute("{1} and {0}, {2}, {x}", {"a", "b"}), "b and a, {2}, {x}");
}

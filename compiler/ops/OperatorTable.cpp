// OperatorTable.cpp: the generated table behind OperatorTable.h.
#include "ops/OperatorTable.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace lith::ops {
namespace {

constexpr Operator allOperators[] = {
#define LITH_OPERATOR(...) {__VA_ARGS__},
#include "ops/OperatorTable.inc"
#undef LITH_OPERATOR
};

constexpr Spelling allSpellings[] = {
#define LITH_SPELLING(text, index) {text, &allOperators[index]},
#include "ops/OperatorTable.inc"
#undef LITH_SPELLING
};

constexpr Callee callees[] = {
#define LITH_CALLEE(text, index) {text, &allOperators[index]},
#include "ops/OperatorTable.inc"
#undef LITH_CALLEE
};

constexpr Callee primitives[] = {
#define LITH_PRIMITIVE(text, index) {text, &allOperators[index]},
#include "ops/OperatorTable.inc"
#undef LITH_PRIMITIVE
};

/// The operator under this name in a sorted table.
template <auto Name> const Operator *find(const auto &table, std::string_view text) {
  auto found = std::ranges::lower_bound(table, text, {}, Name);
  return found != std::end(table) && (*found).*Name == text ? found->op : nullptr;
}

// The lengths are those of the literals: counting them would take more steps than a constant may.
constexpr PreludeFile files[] = {
#define LITH_PRELUDE(name, text) {name, {text, sizeof(text) - 1}},
#include "ops/OperatorTable.inc"
#undef LITH_PRELUDE
};

} // namespace

std::span<const Operator> operators() { return allOperators; }
std::span<const Spelling> spellings() { return allSpellings; }
std::span<const PreludeFile> preludeFiles() { return files; }

const Operator *findOperator(std::string_view spelling) {
  return find<&Spelling::text>(allSpellings, spelling);
}

const Operator *findComposite(std::string_view name) {
  static const std::unordered_map<std::string_view, const Operator *> composites = [] {
    std::unordered_map<std::string_view, const Operator *> byName;
    for (const Operator &op : allOperators)
      if (op.kind == Operator::Kind::Composite)
        byName.try_emplace(op.name, &op);
    return byName;
  }();
  auto found = composites.find(name);
  return found == composites.end() ? nullptr : found->second;
}

const Operator *recordOf(std::string_view spelling) {
  const Operator *found = findOperator(spelling);
  if (!found && spelling.ends_with('_'))
    found = findOperator(spelling.substr(0, spelling.size() - 1));
  return found;
}

const Operator *findPrimitive(std::string_view name) {
  return find<&Callee::name>(primitives, name);
}

const Operator *findCallee(std::string_view callee) { return find<&Callee::name>(callees, callee); }

const Operator &recordOfOperation(std::string_view operation) {
  std::string_view name = operation.substr(operation.find('.') + 1);
  const Operator *called = findCallee(name);
  return called ? *called : *findPrimitive(name);
}

} // namespace lith::ops

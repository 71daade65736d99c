// OperatorTable.cpp: the generated table behind OperatorTable.h.
#include "ops/OperatorTable.h"

#include <algorithm>
#include <iterator>

namespace lith::ops {
namespace {

// The tables stand outside of the functions, so that they are made once: a constant may take so
// many steps only.
constexpr std::pair<std::string_view, DtypeRule> dtypeRules[] = {
    {"same", DtypeRule::Same},       {"float", DtypeRule::Float},
    {"promote", DtypeRule::Promote}, {"promote_float", DtypeRule::PromoteFloat},
    {"bool", DtypeRule::Bool},       {"int64", DtypeRule::Int64},
    {"real", DtypeRule::Real},       {"given", DtypeRule::Given},
    {"python", DtypeRule::Python}};

constexpr DtypeRule dtypeRule(std::string_view text) {
  for (auto [name, rule] : dtypeRules)
    if (name == text)
      return rule;
  return DtypeRule::Same;
}

constexpr std::pair<std::string_view, Domain> domains[] = {
    {"any", Domain::Any},           {"number", Domain::Number},
    {"real", Domain::Real},         {"realnumber", Domain::RealNumber},
    {"integral", Domain::Integral}, {"integer", Domain::Integer},
    {"floating", Domain::Floating}, {"complex", Domain::Complex}};

constexpr Domain domain(std::string_view text) {
  for (auto [name, value] : domains)
    if (name == text)
      return value;
  return Domain::Any;
}

constexpr Operator allOperators[] = {
#define LITH_OPERATOR(index, kind, name, file, schema, rule, accepts)                              \
  {Operator::Kind::kind, name, file, schema, dtypeRule(rule), domain(accepts)},
#include "ops/OperatorTable.inc"
#undef LITH_OPERATOR
};

constexpr Spelling allSpellings[] = {
#define LITH_SPELLING(text, index) {text, &allOperators[index]},
#include "ops/OperatorTable.inc"
#undef LITH_SPELLING
};

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
  auto *found = std::lower_bound(
      std::begin(allSpellings), std::end(allSpellings), spelling,
      [](const Spelling &entry, std::string_view text) { return entry.text < text; });
  return found != std::end(allSpellings) && found->text == spelling ? found->op : nullptr;
}

const Operator *findPrimitive(std::string_view name) {
  for (const Operator &op : allOperators)
    if (op.kind != Operator::Kind::Composite && op.name == name)
      return &op;
  return nullptr;
}

} // namespace lith::ops

// Choices.cpp: one of known elements, chosen by a number of run time.
#include "stage/paths/Choices.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"

namespace lith::stage {

// elements[index] where the index is of run time: elements that join become a choice by branches.
Result dynamicItem(Stage &s, llvm::ArrayRef<Value> elements, Value index, llvm::StringRef message) {
  if (elements.empty())
    return raise(s, "IndexError", message);
  if (unrollInstead(s, elements))
    pinInt(s, index, "an index into elements of different kinds");
  int64_t size = static_cast<int64_t>(elements.size());
  mlir::Value position = toInt(s, index);
  mlir::Value negative =
      ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::lt, position, constantInt(s, 0));
  mlir::Value shifted = ir::BinaryOp::create(
      s.builder(), s.loc(), s.builder().getI64Type(), ir::BinaryKind::add,
      ir::ChooseOp::create(s.builder(), s.loc(), negative, position, constantInt(s, 0)),
      constantInt(s, size));
  position = ir::ChooseOp::create(s.builder(), s.loc(), negative, shifted, position);
  Edges done;
  for (int64_t i = 0; i < size; ++i) {
    mlir::Value is = ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, position,
                                           constantInt(s, i));
    State here, rest;
    branch(s, is, here, rest);
    done.push_back({std::move(here), {elements[i]}});
    s.state = std::move(rest);
  }
  raise(s, "IndexError", message);
  llvm::SmallVector<Value, 1> joined;
  join(s, std::move(done), joined);
  return joined[0];
}

// Whether it has code of its own: what is done to one of several such is done to each.
static bool hasCode(Stage &s, Value element) {
  return element.isCallable() || s.find<InstanceObject>(element) || s.find<ClassObject>(element);
}

// Elements of different kinds at an index that an unrolled loop would know.
bool unrollInstead(Stage &s, llvm::ArrayRef<Value> elements) {
  if (s.loops.empty() || !s.loops.back().unrollable)
    return false;
  return llvm::any_of(elements, [&](Value element) { return hasCode(s, element); });
}

// The number of run time that a key is, or whose digits it is.
static mlir::Value numberOf(Value key) {
  if (key.isScalar(ScalarType::Int))
    return key.ssa();
  auto made = key.isScalar(ScalarType::Str) ? key.ssa().getDefiningOp<ir::RtOp>() : ir::RtOp();
  return made && made.getCallee() == "int_str" ? made.getArgs()[0] : mlir::Value();
}

// The number that a constant key is, or whose digits it is.
static std::optional<int64_t> numberOf(Stage &s, Value key, bool isText) {
  if (!isText)
    return s.asInt(key);
  int64_t number;
  auto text = s.asStr(key);
  bool isDigits = text && !text->getAsInteger(10, number) && std::to_string(number) == *text;
  return isDigits ? std::optional(number) : std::nullopt;
}

std::optional<Value> chosenEntry(Stage &s, Value dict, Value key) {
  mlir::Value number = numberOf(key);
  Address address = dict.address();
  if (!number || !isOutside(s, address) || isNamespace(s, address) ||
      s.find<DictObject>(dict)->isRuntime())
    return std::nullopt;
  auto entries = dictEntries(s, dict);
  llvm::SmallVector<int64_t> numbers;
  for (auto &[known, element] : entries) {
    auto one = numberOf(s, known, key.isScalar(ScalarType::Str));
    if (!one || !hasCode(s, element))
      return std::nullopt;
    numbers.push_back(*one);
  }
  if (numbers.size() > MostChoices)
    return std::nullopt;
  Edges done;
  for (auto [known, entry] : llvm::zip(numbers, entries)) {
    State here, rest;
    branch(s,
           ir::CompareOp::create(s.builder(), s.loc(), ir::CompareKind::eq, number,
                                 constantInt(s, known)),
           here, rest);
    done.push_back({std::move(here), {entry.second}});
    s.state = std::move(rest);
  }
  done.push_back({std::move(s.state), {Value()}});
  llvm::SmallVector<Value, 1> joined;
  join(s, std::move(done), joined);
  return joined[0];
}

} // namespace lith::stage

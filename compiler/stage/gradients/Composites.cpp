// Composites.cpp: functions of the prelude whose record has a rule for the gradient of the whole.
#include "stage/Gradients.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage {

using namespace lith::stage::tensor;

namespace {

/// The record of a function that is one, where it has a rule.
const ops::Operator *ruledOperator(Stage &s, const CallableData &function) {
  if (!function.globals.isUndefined()) // not of the prelude
    return nullptr;
  llvm::StringRef name = function.code->name;
  const ops::Operator *op = ops::findComposite({name.data(), name.size()});
  bool hasRule = op && !op->gradient.empty() && op->gradient != "none";
  return hasRule && s.session.prelude(name) == function.code ? op : nullptr;
}

/// Whether a result holds tensors deeper than in a tuple: they would come without a history.
bool isNested(Stage &s, Value result) {
  auto isContainer = [&](Value each) {
    return each.isTuple() || s.find<ListObject>(each) || s.find<DictObject>(each);
  };
  return result.isTuple() ? llvm::any_of(result.tuple().elements, isContainer)
                          : isContainer(result);
}

/// A result as a tensor that is no view: its history is that of its storage.
Value asWhole(Stage &s, Value result) {
  Value whole = physicalOf(s, result);
  auto *object = s.find<TensorObject>(whole);
  bool isView = object && !object->chain.empty();
  return isView ? mappedLike(s, newTensor(s, tensorContents(s, whole)), result) : result;
}

} // namespace

std::optional<Result> callWithRule(Stage &s, const CallableData &function,
                                   llvm::ArrayRef<Value> bound) {
  const ops::Operator *op = ruledOperator(s, function);
  bool isOpen = llvm::any_of(bound, [](Value each) { return each.isUnion() || each.isBox(); });
  if (!op || isOpen || !needsGrad(s, bound))
    return std::nullopt;
  Arguments arguments;
  arguments.positional = {preludeFunction(s, function.code)};
  for (auto [parameter, value] : llvm::zip(function.code->parameters, bound))
    arguments.keywords.push_back({parameter.name, value});
  const FunctionCode *code = s.session.prelude("without_history");
  Result made = call(s, preludeFunction(s, code), std::move(arguments));
  if (!made)
    return Result(std::nullopt);
  return forEachAlternative(s, *made, [&](Value one) -> Result {
    if (isNested(s, one))
      refuse(s, diag::Kind::UnknownGradient, {"a function that gives tensors in containers"});
    if (!one.isTuple()) {
      one = asWhole(s, one);
      record(s, *op, bound, one);
      return one;
    }
    std::vector<Value> results;
    for (Value each : one.tuple().elements)
      results.push_back(asWhole(s, each));
    record(s, *op, bound, results);
    return s.structure(one.tuple().form, results, one.tuple().cls);
  });
}

} // namespace lith::stage

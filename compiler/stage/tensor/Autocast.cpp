// Autocast.cpp: torch.autocast on the CPU: which operators compute in the lower precision, which in
// float32, and which in the widest of their arguments, as PyTorch's lists for the CPU have it.
//
// The ambient value "autocast" is False, or the dtype of the region that encloses the call.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Containers.h"
#include "stage/outside/Ambient.h"
#include "stage/tensor/Tensor.h"

namespace lith::stage {

using namespace tensor;

namespace {

ops::Autocast policyOf(llvm::StringRef spelling) {
  using ops::Autocast;
  auto [owner, name] = spelling.rsplit('.');
  if (!owner.starts_with("torch") && owner != "Tensor")
    return Autocast::None;
  if (owner.starts_with("torch.linalg") || owner.starts_with("torch.fft"))
    return Autocast::Refused;
  const ops::Operator *op = ops::recordOf({spelling.data(), spelling.size()});
  if (!op || !name.ends_with("_") || name.ends_with("__"))
    return op ? op->autocast : Autocast::None;
  return op->autocast == Autocast::Lower ? Autocast::Refused : Autocast::None; // in place
}

// A tensor of floats that autocast may convert; those of double are left alone.
bool isEligible(Stage &s, Value value) {
  if (!s.isTensor(value))
    return false;
  int dtype = dtypeOf(s, value);
  return dtype == LITH_FLOAT32 || dtype == LITH_FLOAT16 || dtype == LITH_BFLOAT16;
}

llvm::SmallVector<Value> tensorsOf(Stage &s, Value value) {
  if (s.isTensor(value))
    return {value};
  llvm::SmallVector<Value> parts;
  auto *list = s.find<ListObject>(value);
  if (value.isTuple())
    parts.append(value.tuple().elements.begin(), value.tuple().elements.end());
  else if (list && !list->isRuntime())
    for (Value element : listElements(s, value))
      parts.push_back(element);
  return parts;
}

Value converted(Stage &s, Value value, int dtype) {
  if (isEligible(s, value) && dtypeOf(s, value) != dtype)
    return *callMethod(s, value, "to", {Value::ofStatic(s.host.dtype(dtype))});
  llvm::SmallVector<Value> parts =
      s.isTensor(value) ? llvm::SmallVector<Value>() : tensorsOf(s, value);
  if (llvm::none_of(parts, [&](Value part) { return isEligible(s, part); }))
    return value;
  for (Value &part : parts)
    part = converted(s, part, dtype);
  return value.isTuple() ? s.tuple(parts) : s.list(parts);
}

} // namespace

void autocast(Stage &s, llvm::StringRef spelling, Arguments &arguments) {
  ops::Autocast policy = policyOf(spelling);
  if (policy == ops::Autocast::None)
    return;
  Value region = ambient(s, "autocast");
  if (s.asBool(region) == false)
    return;
  int lower = region.isStatic() ? s.host.asDType(region.handle()) : -1;
  if (policy == ops::Autocast::Refused || lower < 0)
    refuse(s, diag::Kind::UnsupportedParameter, {spelling.str(), "inside of torch.autocast"});
  int dtype = policy == ops::Autocast::Single ? LITH_FLOAT32 : lower;
  if (policy == ops::Autocast::Widest)
    for (Value argument : arguments.positional) {
      auto *list = s.find<ListObject>(argument);
      if (list && list->isRuntime())
        refuse(s, diag::Kind::UnsupportedParameter,
               {spelling.str(), "a list of run time inside of torch.autocast"});
      for (Value part : tensorsOf(s, argument))
        if (isEligible(s, part) && dtypeOf(s, part) == LITH_FLOAT32)
          dtype = LITH_FLOAT32;
    }
  for (Value &argument : arguments.positional)
    argument = converted(s, argument, dtype);
  for (auto &[name, argument] : arguments.keywords)
    argument = converted(s, argument, dtype);
}

} // namespace lith::stage

// TextOptions.cpp: how texts of run time show tensors: the default dtype and what
// torch.set_printoptions has set, before the call or in it.
#include "stage/Outside.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/classes/Classes.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/objects/Texts.h"
#include "stage/runtime/Records.h"
#include "stage/tensor/Tensor.h"

#include <array>
#include <cmath>
#include <limits>

namespace lith::stage {

namespace {

/// In the order of the operands of text_options, after the dtype.
constexpr std::pair<llvm::StringLiteral, int64_t> Options[] = {
    {"precision", 4}, {"sci_mode", -1}, {"threshold", 1000}, {"edgeitems", 3}, {"linewidth", 80}};

/// A number of torch._tensor_str.PRINT_OPTS. None is -1: as the numbers ask for.
int64_t optionOf(Stage &s, Value options, llvm::StringRef name) {
  Result found = getattr(s, options, s.intern(name));
  if (found && s.isNone(*found))
    return -1;
  if (auto number = found ? s.asInt(*found) : std::nullopt) {
    if (name == "edgeitems" && *number < 1)
      refuse(s, diag::Kind::UnsupportedExpression, {"a text of tensors without edges"});
    return *number;
  }
  auto real = found ? s.asFloat(*found) : std::nullopt;
  if (!real || std::isnan(*real))
    refuse(s, diag::Kind::UnsupportedExpression, {"a print option that only run time knows"});
  bool isLarge = *real >= double(std::numeric_limits<int64_t>::max());
  return isLarge ? std::numeric_limits<int64_t>::max() : int64_t(std::floor(*real));
}

/// What torch has set now, in the order of `Options`; a host without Python has no options.
std::array<int64_t, std::size(Options)> optionsNow(Stage &s) {
  std::array<int64_t, std::size(Options)> now;
  host::Handle handle = lookup(s, "torch._tensor_str.PRINT_OPTS");
  for (auto [i, option] : llvm::enumerate(Options))
    now[i] =
        handle ? optionOf(s, outside(s, handle, rootPath(s, handle)), option.first) : option.second;
  return now;
}

/// Texts of run time show tensors as PyTorch does.
void checkTexts(Stage &s) {
  Value cls = builtinType(s, "torch.Tensor");
  for (llvm::StringRef name : {"__repr__", "__str__"})
    if (!cls.isUndefined() && !methodInPlace(s, cls, name).isUndefined())
      refuse(s, diag::Kind::UnsupportedFunction,
             {"the text of what may hold tensors, where torch.Tensor." + name.str() +
              " is another function"});
}

/// Sets them for the next text, where they are not what they are at first.
void setOptions(Stage &s) {
  int dtype = tensor::defaultDtype(s);
  llvm::SmallVector<mlir::Value> operands{constantInt(s, dtype)};
  bool isUsual = dtype == LITH_FLOAT32;
  for (auto [number, option] : llvm::zip(optionsNow(s), Options)) {
    isUsual &= number == option.second;
    operands.push_back(constantInt(s, number));
  }
  if (!isUsual)
    rt(s, "text_options", operands);
}

} // namespace

int64_t lineWidthOfTexts(Stage &s) { return optionsNow(s).back(); }

Value textAtRunTime(Stage &s, llvm::StringRef function, llvm::ArrayRef<mlir::Value> operands,
                    bool hasTensors) {
  if (hasTensors && function != "tensor_str") // which is PyTorch's own text of one
    checkTexts(s);
  if (hasTensors)
    setOptions(s);
  return s.strScalar(rt(s, function, operands, ir::StrType::get(&s.context)));
}

} // namespace lith::stage

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

enum class Policy { None, Lower, Single, Widest, Refused };

Policy policyOf(llvm::StringRef spelling) {
  auto [owner, name] = spelling.rsplit('.');
  if (!owner.starts_with("torch") && owner != "Tensor")
    return Policy::None;
  using Names = std::initializer_list<llvm::StringRef>;
  if (owner.starts_with("torch.linalg") || owner.starts_with("torch.fft"))
    return Policy::Refused;
  if (llvm::is_contained(Names{"conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
                               "conv_transpose3d", "bmm", "mm", "baddbmm", "addmm", "addbmm",
                               "linear", "matmul", "__matmul__", "prelu",
                               "scaled_dot_product_attention", "einsum", "conv_tbc"},
                         name))
    return Policy::Lower;
  if (llvm::is_contained(Names{"avg_pool3d",
                               "prod",
                               "quantile",
                               "nanquantile",
                               "cdist",
                               "trace",
                               "max_pool3d",
                               "adaptive_avg_pool3d",
                               "binary_cross_entropy",
                               "mse_loss",
                               "nll_loss",
                               "l1_loss",
                               "cosine_embedding_loss",
                               "hinge_embedding_loss",
                               "poisson_nll_loss",
                               "huber_loss",
                               "smooth_l1_loss",
                               "cross_entropy_loss",
                               "cross_entropy",
                               "margin_ranking_loss",
                               "soft_margin_loss",
                               "triplet_margin_loss",
                               "multi_margin_loss",
                               "ctc_loss",
                               "kl_div",
                               "binary_cross_entropy_with_logits"},
                         name))
    return Policy::Single;
  if (llvm::is_contained(Names{"cat", "concat", "concatenate", "stack", "index_copy"}, name))
    return Policy::Widest;
  if (llvm::is_contained(Names{"lstm",
                               "gru",
                               "rnn_tanh",
                               "rnn_relu",
                               "lstm_cell",
                               "gru_cell",
                               "rnn_tanh_cell",
                               "rnn_relu_cell",
                               "bilinear",
                               "tensordot",
                               "grid_sampler",
                               "stft",
                               "polar",
                               "cholesky",
                               "inverse",
                               "pinverse",
                               "multilabel_margin_loss",
                               "addbmm_",
                               "addmm_",
                               "baddbmm_",
                               "multi_head_attention_forward"},
                         name))
    return Policy::Refused;
  return Policy::None;
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
  Policy policy = policyOf(spelling);
  if (policy == Policy::None)
    return;
  Value region = ambient(s, "autocast");
  if (s.asBool(region) == false)
    return;
  int lower = region.isStatic() ? s.host.asDType(region.handle()) : -1;
  if (policy == Policy::Refused || lower < 0)
    refuse(s, diag::Kind::UnsupportedParameter, {spelling.str(), "inside of torch.autocast"});
  int dtype = policy == Policy::Single ? LITH_FLOAT32 : lower;
  if (policy == Policy::Widest)
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

// Match.h: whether arguments fit one signature of PyTorch, by the rules of its argument parser.
#ifndef LITH_STAGE_TENSOR_MATCH_H
#define LITH_STAGE_TENSOR_MATCH_H

#include "ops/Signatures.h"
#include "stage/Stage.h"

namespace lith::stage::tensor {

/// Maybe: something is not known when compiling, or only PyTorch's objects know.
enum class Fits : uint8_t { No, Maybe, Yes };

struct Match {
  Fits fits = Fits::Yes;
  std::string message; ///< No: what eager says where this is the only signature
  bool thrown = false; ///< No: eager says so whatever other signatures there are
};

/// The class of a value as messages name it.
std::string nameOfType(Stage &, Value value);
/// The elements of a tuple or list; none where only run time knows them.
std::optional<std::vector<Value>> elementsOf(Stage &, Value sequence);
bool isSequence(Stage &, Value value);

/// `arguments` without self.
Match match(Stage &, const ops::Signature &signature, const Arguments &arguments);

} // namespace lith::stage::tensor

#endif // LITH_STAGE_TENSOR_MATCH_H

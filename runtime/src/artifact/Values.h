// Values.h: values of constants, with memory of their own.
#ifndef LITH_ARTIFACT_VALUES_H
#define LITH_ARTIFACT_VALUES_H

#include "core/Object.h"

#include <lith/artifact.h>

namespace lith {

/// Makes values, owned by the caller, which programs may change. Constants that share memory become
/// one tensor.
class ValueMaker {
public:
  ~ValueMaker();
  lith_value make(const Constant &constant);

private:
  std::map<const void *, lith_value> tensors;
};

} // namespace lith

#endif // LITH_ARTIFACT_VALUES_H

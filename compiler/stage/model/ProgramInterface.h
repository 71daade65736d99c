// ProgramInterface.h: what the program that is being staged asks of its caller.
#ifndef LITH_STAGE_MODEL_PROGRAMINTERFACE_H
#define LITH_STAGE_MODEL_PROGRAMINTERFACE_H

#include "contract/Program.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lith::stage {

struct ProgramInterface {
  std::vector<contract::Input> inputs; ///< in the order of the arguments of `main`
  std::vector<contract::Guard> guards; ///< in an order that lets each rely on those before it
  std::unordered_set<std::string> guardKeys;
  std::unordered_map<host::Handle, size_t> lacks; ///< the guard of what the object's own lacks
  std::vector<host::Handle> constants;            ///< tensors, by index of lith.const_tensor
  std::vector<host::Handle> opaques;              ///< host objects, by index of lith.opaque
  std::unordered_map<host::Handle, int64_t> opaqueIndex;
  std::vector<contract::Place> frozen, written;  ///< see contract::Program
  std::map<std::string, contract::Path> dropped; ///< places whose writes go, as nothing reads them
  bool readsStorages = false;                    ///< see contract::Program
  bool writesContents = false;                   ///< see contract::Program
  std::vector<contract::Path> ordered;           ///< see contract::Program
  /// By place and kind: a loop stages what is in it several times.
  std::map<std::pair<std::string, int>, contract::GradientNote> gradientNotes;
  std::map<uint64_t, std::string> joins; ///< where histories met that became nodes of run time
};

} // namespace lith::stage

#endif // LITH_STAGE_MODEL_PROGRAMINTERFACE_H

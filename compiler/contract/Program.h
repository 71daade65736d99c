// Program.h: native code with the guards under which it is valid, and what an artifact needs.
#ifndef LITH_CONTRACT_PROGRAM_H
#define LITH_CONTRACT_PROGRAM_H

#include "contract/Guard.h"
#include "contract/Interface.h"

#include <lith/program.h>

#include <memory>

namespace lith::contract {

/// What a compilation makes. The handles belong to the host of the compilation; a caller that keeps
/// the program longer keeps the objects alive itself.
struct Program {
  std::shared_ptr<const Executable> executable;
  std::vector<Guard> guards; ///< in an order that lets each rely on those before it
  std::vector<Input> inputs; ///< the arguments of the entry, in order
  Output output;
  std::vector<Path> dropped;  ///< places that a saved program would write and that it does not read
  std::vector<Place> frozen;  ///< with `freeze`: what the program has as constants
  std::vector<Place> written; ///< with `freeze`: what it writes or replaces
  /// Where tensors begin in their storages, or what else the storages hold, is seen by the program.
  bool readsStorages = false;
  std::vector<host::Handle> opaques; ///< the object of each Image::opaques
  std::vector<host::Handle>
      classes;          ///< the class of each Image::classes; null: made by the program itself
  std::string graph;    ///< the IR's text, if kept
  std::string bytecode; ///< for an artifact: what recompile takes
  std::string target;   ///< the processor that the code is for, and what of it the code uses
  double stageSeconds = 0, passSeconds = 0, codegenSeconds = 0;
};

/// Whether a place or a tensor is in both.
bool shareTensor(const std::vector<Place> &first, const std::vector<Place> &second);

} // namespace lith::contract

#endif // LITH_CONTRACT_PROGRAM_H

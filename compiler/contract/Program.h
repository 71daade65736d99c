// Program.h: native code with the guards under which it is valid, and what an artifact needs.
#ifndef LITH_CONTRACT_PROGRAM_H
#define LITH_CONTRACT_PROGRAM_H

#include "contract/Guard.h"
#include "contract/Interface.h"

#include <lith/program.h>

#include <memory>

namespace lith::contract {

/// What a program gives beside its results, where inputs require a gradient and gradients are on:
/// the graph that leads from results to inputs. Numbers are of the program's raw results.
struct Gradients {
  /// What a tensor over memory of another one is in its graph.
  enum class Part : uint8_t {
    View,       ///< as torch makes a view of it now
    NoGradView, ///< as torch makes one where no gradients are
    StaleView,  ///< the same, of memory that was written since
    Detached    ///< none
  };
  struct Result {
    int32_t tensor; ///< as Output::index
    int32_t node;   ///< null: the result does not depend on an input that requires a gradient
    int32_t port;   ///< an int: which output of the node the tensor is
    Part part;      ///< in the graph of what it shares its memory with
  };
  struct Write {
    int32_t input; ///< an index in Program::inputs
    int32_t node;  ///< null: what was written depends on no input that requires a gradient
    int32_t port;
  };
  struct Leaf {
    int32_t input; ///< an index in Program::inputs
    int32_t port;  ///< which output of `leaf` collects the gradient of the input
  };
  std::vector<Result> results; ///< tensors that may require a gradient; others never do
  std::vector<Write> writes;   ///< inputs whose memory has a history of the program's at the end
  std::vector<Leaf> leaves; ///< each input that requires a gradient and that results may depend on
  int32_t leaf = -1;        ///< the node, a result as `Result::node`; -1: there are no leaves
  bool isTwice = false;     ///< the gradients can be differentiated themselves
};

/// What a program does for gradients at one place, for readers of explain().
struct GradientNote {
  enum class Kind : uint8_t {
    Inline, ///< a backward that is staged where it stands
    Engine, ///< a backward through nodes of run time
    Segment ///< a node of run time
  } kind = Kind::Inline;
  std::string place, why; ///< "file:line"; what made it one of run time
  struct Saved {
    std::string place, what; ///< what it is: its dtype and sizes, "?" where run time knows one
    int64_t bytes;           ///< of the sizes that are known
    bool isWhole;            ///< all of them are
  };
  std::vector<Saved> saved; ///< what is kept from forward to backward
};

/// What a compilation makes. The handles belong to the host of the compilation; a caller that keeps
/// the program longer keeps the objects alive itself.
struct Program {
  std::shared_ptr<const Executable> executable;
  std::vector<Guard> guards; ///< in an order that lets each rely on those before it
  std::vector<Input> inputs; ///< the arguments of the entry, in order
  Output output;
  Gradients gradients; ///< empty: results require none
  std::vector<GradientNote> gradientNotes;
  std::vector<Path> dropped;  ///< places that a saved program would write and that it does not read
  std::vector<Place> frozen;  ///< with `freeze`: what the program has as constants
  std::vector<Place> written; ///< with `freeze`: what it writes or replaces
  /// Where tensors begin in their storages, or what else the storages hold, is seen by the program.
  bool readsStorages = false;
  bool writesContents = false;       ///< changes lists, dicts or sets of before the call as a whole
  std::vector<Path> ordered;         ///< dicts among the arguments of which the order of keys shows
  std::vector<host::Handle> opaques; ///< the object of each Image::opaques
  std::vector<host::Handle>
      classes;          ///< the class of each Image::classes; null: made by the program itself
  std::string graph;    ///< the IR's text, if kept
  std::string bytecode; ///< for an artifact: what recompile takes
  std::string target;   ///< the processor that the code is for, and what of it the code uses
  double stageSeconds = 0, passSeconds = 0, codegenSeconds = 0;
};

/// Whether a place or a tensor is in both.
[[gnu::visibility("default")]] bool shareTensor(const std::vector<Place> &first,
                                                const std::vector<Place> &second);

} // namespace lith::contract

#endif // LITH_CONTRACT_PROGRAM_H

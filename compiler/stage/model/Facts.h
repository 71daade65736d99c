// Facts.h: what earlier attempts at this program found out too late.
//
// When staging meets a place where an earlier decision was too precise (a list
// turns out to be one of run time, an argument's value is needed), it records a
// fact for that site and staging starts again. Facts only grow, those about inputs before all
// others, so this ends.
#ifndef LITH_STAGE_FACTS_H
#define LITH_STAGE_FACTS_H

#include "contract/Program.h"
#include "contract/Request.h"
#include "stage/model/Types.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <set>
#include <string>

namespace lith::stage {

enum class FactKind : uint8_t {
#define LITH_FACT(name, text) name,
#include "stage/model/facts.def"
};
/// What a fact of this kind says, for readers of a trace.
const char *textOf(FactKind kind);

/// What callables of run time with one code number have in common; the rest is captured.
struct CallableShape {
  CallableData::Form form;
  const FunctionCode *code = nullptr;
  const Primitive *primitive = nullptr;
  bool hasFunction = false, hasSelf = false;
  size_t values = 0;
  llvm::SmallVector<bool, 4> defaults; ///< which parameters have one
  llvm::SmallVector<llvm::StringRef, 2> names;
  host::Handle globals = nullptr; ///< the dict; null: a function of the prelude
  contract::Path globalsPath;
  host::Handle ownerClass = nullptr;
  bool sameAs(const CallableShape &other) const {
    return form == other.form && code == other.code && primitive == other.primitive &&
           hasFunction == other.hasFunction && hasSelf == other.hasSelf && values == other.values &&
           defaults == other.defaults && names == other.names && globals == other.globals &&
           ownerClass == other.ownerClass;
  }
};

/// What all records of a class have in one field, as long as that is one constant: a flag that a
/// constructor sets and nobody changes is known where it is read.
struct FieldConstant {
  host::Handle value = nullptr;
  bool varies = false;
  bool isRead = false; ///< in this attempt
};

class Facts {
public:
  bool has(FactKind kind, Site site) const { return sites.count({kind, site}) != 0; }
  /// Whether this is new.
  bool add(FactKind kind, Site site) { return sites.insert({kind, site}).second; }
  /// All that followed from inputs that are others from here on: what remains is about these.
  void forgetFollowing() {
    auto isOfInput = [](FactKind kind) {
      return kind == FactKind::Grows || kind == FactKind::State || kind == FactKind::Pinned;
    };
    std::erase_if(sites, [&](auto &fact) { return !isOfInput(fact.first); });
    constantLoops.clear();
  }
  size_t size() const { return sites.size(); }

  /// Loops that were unrolled on some path because what changes in them has to be a constant: on
  /// the other paths it has to be one as well.
  llvm::DenseSet<const void *> constantLoops;

  TypeTable types;
  std::map<LayoutKey, std::vector<llvm::StringRef>>
      layouts; ///< names of the fields of a class's records
  std::vector<CallableShape> shapes;
  std::map<TypeVariable, FieldConstant> constants; ///< by the field's type variable

  void startAttempt() {
    types.startAttempt();
    for (auto &[variable, constant] : constants)
      constant.isRead = false;
  }

private:
  std::set<std::pair<FactKind, Site>> sites;
};

/// Thrown after a new fact: staging starts again. Nothing but stageProgram catches it.
struct Restart {};

} // namespace lith::stage

#endif // LITH_STAGE_FACTS_H

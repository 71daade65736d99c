// Session.h: what outlives one staging: parsed files, scopes, interned names and
// the table from host objects to primitives. One per Host, used by one thread at
// a time.
#ifndef LITH_STAGE_SESSION_H
#define LITH_STAGE_SESSION_H

#include "stage/model/Code.h"
#include "stage/model/Registry.h"

#include <memory>
#include <string>
#include <unordered_map>

namespace lith::stage {

/// Names and values that live as long as the session; StringRefs of it are equal exactly when
/// their data pointers are.
class Names {
public:
  llvm::StringRef intern(llvm::StringRef text);

  /// The name that a definition binds: not its own where that is private to a class.
  llvm::StringRef boundBy(const syntax::Node *definition, llvm::StringRef own) {
    auto it = bound.find(definition);
    return it == bound.end() ? intern(own) : it->second;
  }
  void noteBound(const syntax::Node *definition, llvm::StringRef name) { bound[definition] = name; }

private:
  llvm::StringMap<char> pool;
  llvm::DenseMap<const syntax::Node *, llvm::StringRef> bound;
};

class Session {
public:
  explicit Session(host::Host &host);
  ~Session();

  Names names;
  host::Handle cpuDevice = nullptr; ///< torch.device("cpu"), made on first use

  /// The scope of a function of the host, or null with the reason in `error`.
  const FunctionCode *codeOf(host::Handle function, std::string &error);
  /// The scope of a node inside `parent`'s file (a nested function, comprehension, class).
  const FunctionCode *codeOf(const syntax::Node *node, const FunctionCode &parent);
  /// The primitive or prelude function that stands for this object of the host; null: none.
  const Primitive *primitiveOf(host::Handle callable);
  /// The object that is known to be this function of a library, whatever its name holds now; null:
  /// none yet.
  host::Handle original(llvm::StringRef dottedName) const;
  /// Whether a Python function of the host was written in this package ("torch").
  bool isOf(host::Handle function, llvm::StringRef package);
  /// The functions of prelude/*.py by name; null: none.
  const FunctionCode *prelude(llvm::StringRef name);
  /// The file that a path of a location or diagnostic names, if it was parsed here.
  const syntax::File *file(std::string_view name) const;

  struct Impl;
  std::unique_ptr<Impl> impl;

private:
  friend class Stage;
  host::Host &host;
};

} // namespace lith::stage

#endif // LITH_STAGE_SESSION_H

// Session.h: what outlives one staging: parsed files, scopes, interned names and
// the table from host objects to primitives. One per Host, used by one thread at
// a time. Entry point of the stage: stageProgram.
#ifndef LITH_STAGE_SESSION_H
#define LITH_STAGE_SESSION_H

#include "contract/Program.h"
#include "contract/Request.h"
#include "diagnostics/Diagnostic.h"
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

  host::Host &host;
  Names names;
  host::Handle cpuDevice = nullptr; ///< torch.device("cpu"), made on first use

  /// The scope of a function of the host, or null with the reason in `error`.
  const FunctionCode *codeOf(host::Handle function, std::string &error);
  /// The scope of a node inside `parent`'s file (a nested function, comprehension, class).
  const FunctionCode *codeOf(const syntax::Node *node, const FunctionCode &parent);
  /// The primitive or prelude function that stands for this object of the host; null: none.
  const Primitive *primitiveOf(host::Handle callable);
  /// The functions of prelude/*.py by name; null: none.
  const FunctionCode *prelude(llvm::StringRef name);
  /// The file that a path of a location or diagnostic names, if it was parsed here.
  const syntax::File *file(std::string_view name) const;

  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// A class of the program that run time knows (raised, or of records). Its id is 256 + its index.
struct ProgramClass {
  host::Handle handle = nullptr; ///< null: defined by the program itself
  std::string name;
  std::vector<int32_t> bases;      ///< ids of all base classes that are known at run time
  std::vector<std::string> fields; ///< of records
};

/// The staged program: a module whose function `main` takes the inputs and returns the results.
struct Staged {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<contract::Input> inputs;
  std::vector<contract::Guard> guards;
  std::vector<contract::Path> dropped;
  std::vector<contract::Place> frozen, written; ///< see contract::Program
  bool readsStorages = false;                   ///< see contract::Program
  contract::Output output;
  std::vector<host::Handle> constants; ///< tensors, by index of lith.const_tensor
  std::vector<host::Handle> opaques;   ///< host objects, by index of lith.opaque
  std::vector<ProgramClass> classes;
  std::vector<diag::Diagnostic> diagnostics; ///< an error: there is no program
};

Staged stageProgram(Session &session, mlir::MLIRContext &context, const contract::Request &request);

} // namespace lith::stage

#endif // LITH_STAGE_SESSION_H

// Code.h: a function, lambda, comprehension, class body or module as the stage
// runs it: its syntax, and where each of its names lives.
//
// Made once per syntax node and kept for the life of the Stage.
#ifndef LITH_STAGE_CODE_H
#define LITH_STAGE_CODE_H

#include "stage/model/Values.h"
#include "syntax/Parser.h"

#include <memory>

namespace lith::stage {

class Liveness;

/// Where a name of a scope is found.
struct NamePlace {
  enum class Kind : uint8_t {
    Local,     ///< frame slot `index`
    Cell,      ///< frame slot `index` holds a Cell: shared with inner functions, or free
    Global,    ///< globals, then builtins
    ClassLocal ///< namespace of the class body, then as Global (or the free cell `index` if >= 0)
  } kind = Kind::Global;
  int index = -1;
};

struct ParameterCode {
  enum class Mode : uint8_t { PositionalOnly, Normal, VarPositional, KeywordOnly, VarKeyword } mode;
  llvm::StringRef name;
  const syntax::Arg *syntax;
};

struct FunctionCode {
  enum class Form : uint8_t { Function, Lambda, Comprehension, Class, Module };
  Form form;
  const syntax::Node *node; ///< FunctionDef, Lambda, ListComp ..., ClassDef, Module
  const syntax::File *file;
  const FunctionCode *parent; ///< the enclosing scope, or null
  llvm::StringRef name, qualname;
  std::vector<ParameterCode> parameters;
  std::vector<llvm::StringRef> slots;     ///< names: parameters, locals, cells, then free variables
  std::vector<bool> isCell;               ///< by slot
  std::vector<llvm::StringRef> freeNames; ///< the last slots, in this order
  llvm::DenseMap<const char *, NamePlace> places; ///< by interned name
  host::Handle hostCode = nullptr;                ///< the code object, of a function of the host
  bool isGenerator = false;
  bool isAsync = false;
  mlir::Attribute nameAttr;                         ///< for locations, made on demand
  mutable std::shared_ptr<const Liveness> liveness; ///< of a Function, made on demand (Liveness.h)

  size_t firstFree() const { return slots.size() - freeNames.size(); }
  NamePlace place(llvm::StringRef internedName) const {
    auto it = places.find(internedName.data());
    return it == places.end() ? NamePlace{} : it->second;
  }
};

} // namespace lith::stage

#endif // LITH_STAGE_CODE_H

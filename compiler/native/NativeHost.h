// NativeHost.h: a host without Python: built-in constants, containers, classes and functions, the
// operators of torch by name, and what a source defines.
//
// Arithmetic of constants is that of the runtime, so that a constant and a value of run time agree.
#ifndef LITH_NATIVE_NATIVEHOST_H
#define LITH_NATIVE_NATIVEHOST_H

#include "native/Entity.h"

#include "syntax/Parser.h"

#include <lith/lith_c.h>

namespace lith::native {

class NativeHost final : public host::Host {
public:
  using Handle = host::Handle;

  NativeHost();

  // --- making objects
  Entity *make(host::Kind kind, Entity *cls);
  Entity *dict();
  void setEntry(Entity *dict, Entity *key, Entity *value);
  Entity *entry(const Entity *dict, const Entity *key) const; ///< null: absent
  Entity *text(std::string_view value) { return entityOf(str(value)); }
  /// A class with its bases in the order of its resolution; entered in its module or class.
  Entity *defineClass(const std::string &qualifiedName, const std::vector<Entity *> &bases);
  Entity *builtin(std::string_view name); ///< a class of `builtins`
  /// An object of before the call; attributes are entries of its `space`.
  Entity *instance(Entity *cls);
  Entity *device() const { return cpu; }
  Entity *ensureModule(const std::string &name);
  /// The object of a value of the runtime; a tensor becomes an example that is not kept alive.
  Entity *fromValue(lith_value value);

  // --- host::Host
  host::Kind kind(Handle) override;
  Handle classOf(Handle) override;
  std::string qualifiedName(Handle) override;
  std::string typeName(Handle cls) override;
  std::string repr(Handle) override;
  /// Nothing changes after it was defined but the attributes of instances.
  bool isFixed(Handle cls) override { return !entityOf(cls)->hasInstances; }
  std::optional<int64_t> asInt(Handle) override;
  double asFloat(Handle) override;
  std::complex<double> asComplex(Handle) override;
  std::string_view asStr(Handle) override;
  int asDType(Handle) override;
  Handle none() override;
  Handle boolean(bool) override;
  Handle ellipsis() override;
  Handle notImplemented() override;
  Handle integer(int64_t) override;
  Handle bigInteger(std::string_view decimal) override;
  Handle real(double) override;
  Handle complexNumber(std::complex<double>) override;
  Handle str(std::string_view) override;
  Handle bytes(std::string_view) override;
  Handle tuple(const std::vector<Handle> &) override;
  Handle slice(Handle start, Handle stop, Handle step) override;
  Handle frozenSet(const std::vector<Handle> &) override;
  Handle dtype(int lithDType) override;
  bool equal(Handle, Handle) override;
  bool isHashableConstant(Handle) override;
  size_t length(Handle) override;
  Handle item(Handle, size_t index) override;
  std::vector<std::pair<Handle, Handle>> items(Handle dict) override;
  std::vector<Handle> elements(Handle set) override;
  Handle dictGet(Handle dict, Handle key) override;
  Handle cellContents(Handle cell) override;
  std::array<Handle, 3> bounds(Handle) override;
  std::vector<Handle> mro(Handle cls) override;
  Handle metaclass(Handle cls) override;
  Handle classEntry(Handle cls, std::string_view name) override;
  std::vector<std::pair<std::string, Handle>> classEntries(Handle cls) override;
  Handle instanceDict(Handle) override;
  Handle slot(Handle, std::string_view name) override;
  Handle payload(Handle instance) override;
  Handle module(std::string_view name) override;
  Handle lookup(std::string_view dottedName) override;
  host::FunctionInfo function(Handle) override;
  std::optional<host::SourceInfo> source(Handle function, std::string &error) override;
  Handle boundFunction(Handle) override;
  Handle boundSelf(Handle) override;
  Handle partialArgs(Handle) override;
  Handle partialKeywords(Handle) override;
  std::array<Handle, 3> propertyFunctions(Handle) override;
  host::TensorInfo tensor(Handle) override;
  host::Outcome call(Handle callable, const std::vector<Handle> &args,
                     const std::vector<std::pair<std::string, Handle>> &keywords) override;
  host::Outcome apply(std::string_view op, const std::vector<Handle> &operands) override;

private:
  Entity *interned(host::Kind kind, std::string_view cls, std::string key);
  void defineClasses();
  void defineFunctions();
  void defineConstants();
  void defineFunction(const std::string &spelling);
  Entity *limitsOf(Handle dtype);
  Handle elementOf(Handle tuple, Handle index);
  Entity *entryOrUnknown(Entity *dict, Entity *key, host::Kind kind);
  /// The runtime's value of a constant, owned by the caller; LITH_NULL: it has none.
  lith_value toValue(const Entity *constant);
  host::Outcome raised(const std::string &cls, const std::string &message);
  /// What `operation` gives for constants, as the runtime computes it.
  template <typename Operation>
  host::Outcome computed(const std::vector<Handle> &operands, Operation operation);

  std::vector<std::unique_ptr<Entity>> entities;
  std::unordered_map<std::string, Entity *> constants; ///< by kind and value
  std::unordered_map<std::string, Entity *> modules;
  std::unordered_map<std::string, Entity *> builtins; ///< classes, by name
  Entity *cpu = nullptr;                              ///< the only device
  std::vector<Entity *> dtypes;                       ///< by number
};

/// Where the statements of a module run.
struct ModuleScope {
  std::string name; ///< `__name__`
  Entity *globals;  ///< what its functions see, a Dict
  Entity *space;    ///< where its definitions go, a Dict
};

/// Runs the statements of a module: its functions, classes, imports and constants become entries of
/// the scope. False with `error` set where it holds something else. The file has to live as long as
/// the host.
bool defineModule(NativeHost &host, const syntax::File &file, const ModuleScope &scope,
                  std::optional<diag::Diagnostic> &error);

} // namespace lith::native

#endif // LITH_NATIVE_NATIVEHOST_H

// Imports.cpp: import statements inside of functions. A module that nobody has imported yet is
// imported when the program is compiled; what that raises, the statement raises.
#include "stage/outside/Imports.h"
#include "stage/Outside.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/emit/Refusals.h"
#include "stage/outside/HostAccess.h"

namespace lith::stage {

using namespace lith::syntax;

static std::string importBase(Stage &, const syntax::ImportFrom *from);
static Result importName(Stage &, const syntax::Stmt *statement, const std::string &dotted,
                         std::string_view name);

host::Outcome importedModule(Stage &s, const std::string &dotted) {
  host::Outcome outcome;
  outcome.value = hostOf(s).module(dotted);
  host::Handle import = outcome.value ? nullptr : hostOf(s).lookup("importlib.import_module");
  return import ? hostOf(s).call(import, {s.string(dotted).handle()}, {}) : outcome;
}

// Also of a class of the user's, whose `__getattr__` finds what it holds.
static Value moduleValue(Stage &s, host::Handle module) {
  bool isPlain = s.host.kind(module) == host::Kind::Module;
  return isPlain ? Value::ofStatic(module) : outside(s, module, rootPath(s, module));
}

static host::Handle moduleOf(Stage &s, const Stmt *statement, const std::string &dotted) {
  host::Outcome outcome = importedModule(s, dotted);
  if (!outcome.value && !outcome.exceptionClass)
    refuseAt(s, statement, diag::Kind::ImportNotLoaded, {dotted});
  if (!outcome.value)
    hostResult(s, outcome);
  return outcome.value;
}

bool execImport(Stage &s, const Stmt *statement) {
  if (auto *import = dyn_cast<Import>(statement)) {
    for (const Alias *alias : import->names) {
      host::Handle module = moduleOf(s, statement, std::string(alias->name));
      std::string_view bound = alias->asname.data() ? alias->asname : alias->name;
      if (module && !alias->asname.data() && alias->name.find('.') != std::string_view::npos) {
        bound = alias->name.substr(0, alias->name.find('.'));
        module = moduleOf(s, statement, std::string(bound));
      }
      if (!module || !storeName(s, s.intern(bound), moduleValue(s, module)))
        return false;
    }
    return true;
  }
  auto *from = cast<ImportFrom>(statement);
  std::string dotted = importBase(s, from);
  for (const Alias *alias : from->names) {
    Result value = importName(s, statement, dotted, alias->name);
    if (!value ||
        !storeName(s, s.intern(alias->asname.data() ? alias->asname : alias->name), *value))
      return false;
  }
  return true;
}

// "a.b" of `from a.b import` and of its relative forms.
static std::string importBase(Stage &s, const ImportFrom *from) {
  std::string dotted(from->module.data() ? from->module : std::string_view());
  if (from->level == 0)
    return dotted;
  std::string package;
  if (!s.activation->globals.isUndefined())
    if (auto text = s.asStr(outsideEntry(s, s.activation->globals, s.intern("__package__"))))
      package = text->str();
  for (int i = 1; i < from->level; ++i)
    package = package.substr(0, package.rfind('.'));
  return dotted.empty() ? package : package + "." + dotted;
}

// As Python words it, where the module's `__getattr__` has no such name either.
static Result cannotImport(Stage &s, host::Handle module, const std::string &dotted,
                           std::string_view name) {
  host::Handle dict = hostOf(s).instanceDict(module);
  host::Handle file = dict ? hostOf(s).dictGet(dict, s.host.str("__file__")) : nullptr;
  bool isKnown = file && s.host.kind(file) == host::Kind::Str;
  std::string place(isKnown ? s.host.asStr(file) : "unknown location");
  return raise(s, "ImportError",
               "cannot import name '" + std::string(name) + "' from '" + dotted + "' (" + place +
                   ")");
}

static Result importName(Stage &s, const Stmt *statement, const std::string &dotted,
                         std::string_view name) {
  host::Handle module = moduleOf(s, statement, dotted);
  if (!module)
    return std::nullopt;
  Edges missing; // the paths on which a `__getattr__` finds nothing
  Result found = untilRaises(s, "AttributeError", missing, [&] {
    return findAttribute(s, moduleValue(s, module), s.intern(name));
  });
  if (missing.empty() && (!found || !found->isUndefined()))
    return found;
  if (!missing.empty() && (found || !join(s, std::move(missing))))
    refuseAt(s, statement, diag::Kind::ImportNotLoaded, {dotted});
  std::string inner = dotted + "." + std::string(name);
  host::Handle dict = hostOf(s).instanceDict(module);
  bool isPackage = dict && hostOf(s).dictGet(dict, s.host.str("__path__"));
  host::Handle part = isPackage ? importedModule(s, inner).value : hostOf(s).module(inner);
  if (part)
    return moduleValue(s, part);
  return cannotImport(s, module, dotted, name);
}

} // namespace lith::stage

// Imports.cpp: import statements inside of functions. A module that nobody has imported yet is
// imported when the program is compiled; what that raises, the statement raises.
#include "stage/Impl.h"

namespace lith::stage {

using namespace lith::syntax;

// The module; an outcome with neither value nor exception: a host that cannot import.
static host::Outcome importedModule(Stage &s, const std::string &dotted) {
  host::Outcome outcome;
  outcome.value = s.host.module(dotted);
  host::Handle import = outcome.value ? nullptr : s.host.lookup("importlib.import_module");
  return import ? s.host.call(import, {s.string(dotted).handle()}, {}) : outcome;
}

static Result moduleOf(Stage &s, const Stmt *statement, const std::string &dotted) {
  host::Outcome outcome = importedModule(s, dotted);
  if (outcome.value)
    return Value::ofStatic(outcome.value);
  if (!outcome.exceptionClass)
    s.refuseAt(statement, diag::Kind::ImportNotLoaded, {dotted});
  return s.hostResult(outcome);
}

bool Stage::execImport(const Stmt *statement) {
  if (auto *import = dyn_cast<Import>(statement)) {
    for (const Alias *alias : import->names) {
      Result module = moduleOf(*this, statement, std::string(alias->name));
      std::string_view bound = alias->asname.data() ? alias->asname : alias->name;
      if (module && !alias->asname.data() && alias->name.find('.') != std::string_view::npos) {
        bound = alias->name.substr(0, alias->name.find('.'));
        module = moduleOf(*this, statement, std::string(bound));
      }
      if (!module || !storeName(intern(bound), *module))
        return false;
    }
    return true;
  }
  auto *from = cast<ImportFrom>(statement);
  std::string dotted = importBase(from);
  for (const Alias *alias : from->names) {
    Result value = importName(statement, dotted, alias->name);
    if (!value || !storeName(intern(alias->asname.data() ? alias->asname : alias->name), *value))
      return false;
  }
  return true;
}

// "a.b" of `from a.b import` and of its relative forms.
std::string Stage::importBase(const ImportFrom *from) {
  std::string dotted(from->module.data() ? from->module : std::string_view());
  if (from->level == 0)
    return dotted;
  std::string package;
  if (!activation->globals.isUndefined())
    if (auto text = asStr(outsideEntry(activation->globals, intern("__package__"))))
      package = text->str();
  for (int i = 1; i < from->level; ++i)
    package = package.substr(0, package.rfind('.'));
  return dotted.empty() ? package : package + "." + dotted;
}

Result Stage::importName(const Stmt *statement, const std::string &dotted, std::string_view name) {
  Result module = moduleOf(*this, statement, dotted);
  Result found = module ? findAttribute(*module, intern(name)) : module;
  if (!found || !found->isUndefined())
    return found;
  if (host::Handle inner = importedModule(*this, dotted + "." + std::string(name)).value)
    return Value::ofStatic(inner);
  Result file = findAttribute(*module, intern("__file__"));
  auto path = file ? asStr(*file) : std::nullopt;
  return raise("ImportError", "cannot import name '" + llvm::Twine(llvm::StringRef(name)) +
                                  "' from '" + dotted + "' (" +
                                  (path ? *path : "unknown location") + ")");
}

} // namespace lith::stage

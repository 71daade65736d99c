// Library.cpp: what functions of torch call inside. A record stands for such a function as long as
// all of that is what torch came with: `torch.relu = counted` changes F.relu, too.
#include "stage/Outside.h"
#include "stage/Reading.h"
#include "stage/model/Registry.h"
#include "stage/outside/Guards.h"
#include "stage/outside/HostAccess.h"

#include <set>

namespace lith::stage {

using contract::Guard;
using host::Handle;
using host::Kind;

namespace {

class Inside {
public:
  explicit Inside(Stage &s)
      : s(s), tensor(hostOf(s).lookup("torch.Tensor")),
        base(hostOf(s).lookup("torch._C.TensorBase")), functions(hostOf(s).lookup("torch._VF")) {}

  /// Looks at each name that the code has, wherever it could mean a function of torch.
  bool isUnchanged(Handle function) {
    if (!visited.insert(function).second)
      return true;
    host::FunctionInfo info = hostOf(s).function(function);
    Handle home = hostOf(s).module(info.module);
    Handle code = hostOf(s).slot(function, "__code__");
    Handle names = code ? hostOf(s).slot(code, "co_names") : nullptr;
    if (!names || !home)
      return true;
    for (auto &[name, cell] : info.closure) // of which a helper of torch has made it
      if (Handle inner = hostOf(s).cellContents(cell);
          inner && s.host.kind(inner) == Kind::Function && !isUnchanged(inner))
        return false;
    std::vector<std::string_view> known;
    for (size_t i = 0, count = hostOf(s).length(names); i < count; ++i)
      known.push_back(s.host.asStr(hostOf(s).item(names, i)));
    std::vector<Handle> spaces = modulesFrom(home, known);
    return llvm::all_of(known, [&](std::string_view name) {
      return isUnchangedMethod(name) && llvm::all_of(spaces, [&](Handle module) {
               Handle value = entryOf(module, name);
               if (!value && module == functions) // it has nothing of its own, but `__getattr__`
                 guardLack(s, module, name);
               return !value || isUnchanged(module, name, value);
             });
    });
  }

private:
  /// The modules that the names may lead to.
  std::vector<Handle> modulesFrom(Handle home, const std::vector<std::string_view> &names) {
    std::vector<Handle> modules{home};
    for (size_t i = 0; i < modules.size(); ++i)
      for (std::string_view name : names) {
        Handle value = entryOf(modules[i], name);
        bool isModule = value && (s.host.kind(value) == Kind::Module || value == functions);
        if (isModule && !llvm::is_contained(modules, value))
          modules.push_back(value);
      }
    return modules;
  }

  bool isUnchangedMethod(std::string_view name) {
    if (Handle own = hostOf(s).classEntry(tensor, name))
      return isUnchanged(tensor, name, own);
    if (hostOf(s).classEntry(base, name))
      guardLack(s, tensor, name);
    return true;
  }

  bool isUnchanged(Handle owner, std::string_view name, Handle value) {
    static constexpr Kind callables[] = {Kind::Function, Kind::BuiltinFunction, Kind::SlotWrapper,
                                         Kind::Instance, Kind::Partial,         Kind::BoundMethod};
    Kind kind = s.host.kind(value);
    if (!llvm::is_contained(callables, kind) || value == functions)
      return true;
    guard(s, Guard::Kind::Identity, attributePath(owner, name), value);
    if (kind == Kind::BuiltinFunction || kind == Kind::SlotWrapper)
      return isNamed(value, owner, name) || !isOperator(owner, name);
    if (kind != Kind::Function || !isOfTorch(homeOf(value)))
      return isOfTorch(s.host.qualifiedName(hostOf(s).classOf(value))) || !isOperator(owner, name);
    return !s.session.primitiveOf(value) || isUnchanged(value);
  }

  /// Whether a function of C has this name of its own, be it with the part that it is of, as
  /// `special_erf`, or with other underscores. Else it stands where another was.
  bool isNamed(Handle function, Handle owner, llvm::StringRef name) {
    Handle own = hostOf(s).slot(function, "__name__");
    if (!own || s.host.kind(own) != Kind::Str)
      return true;
    std::string text = letters(s.host.asStr(own)), place = s.host.qualifiedName(owner);
    std::string part = letters(llvm::StringRef(place).rsplit('.').second);
    return text == letters(name) || text == part + letters(name);
  }
  static std::string letters(llvm::StringRef name) {
    std::string text = name.str();
    std::erase(text, '_');
    return text;
  }

  /// The name of the module that a function was written in.
  std::string homeOf(Handle function) {
    Handle name = entryIn(hostOf(s).function(function).globals, "__name__");
    return name ? std::string(s.host.asStr(name)) : "";
  }

  /// Whether torch has an operator there, and no helper from elsewhere.
  bool isOperator(Handle owner, std::string_view name) {
    std::string place = s.host.qualifiedName(owner);
    return owner == tensor || owner == functions ||
           llvm::StringRef(place).starts_with("torch._C") ||
           Registry::instance().find(place + "." + std::string(name));
  }

  Handle entryOf(Handle module, std::string_view name) {
    Handle space = hostOf(s).instanceDict(module);
    return space ? entryIn(space, name) : nullptr;
  }
  Handle entryIn(Handle space, std::string_view name) {
    return hostOf(s).dictGet(space, s.host.str(name));
  }
  static bool isOfTorch(llvm::StringRef name) {
    return name == "torch" || name.starts_with("torch.");
  }

  Stage &s;
  Handle tensor, base, functions;
  std::set<Handle> visited;
};

} // namespace

bool isAsShipped(Stage &s, Handle function) {
  std::string module = hostOf(s).function(function).module;
  if (!llvm::StringRef(module).starts_with("torch"))
    return true;
  auto [known, isNew] = s.outside.shipped.try_emplace(function, true);
  if (isNew)
    known->second = Inside(s).isUnchanged(function);
  return known->second;
}

} // namespace lith::stage

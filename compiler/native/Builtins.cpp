// Builtins.cpp: the modules that exist without Python: builtins, math, torch and what the stage
// knows of others.
#include "native/NativeHost.h"

#include "stage/model/Registry.h"

#include <cmath>
#include <limits>

namespace lith::native {

using host::Handle;
using host::Kind;

namespace {

struct BuiltinClass {
  const char *name, *base;
};

// Each after its base.
constexpr BuiltinClass builtinClasses[] = {
    {"type", "object"},
    {"int", "object"},
    {"bool", "int"},
    {"float", "object"},
    {"complex", "object"},
    {"str", "object"},
    {"bytes", "object"},
    {"list", "object"},
    {"tuple", "object"},
    {"dict", "object"},
    {"set", "object"},
    {"frozenset", "object"},
    {"slice", "object"},
    {"range", "object"},
    {"property", "object"},
    {"classmethod", "object"},
    {"staticmethod", "object"},
    {"super", "object"},
    {"enumerate", "object"},
    {"zip", "object"},
    {"map", "object"},
    {"filter", "object"},
    {"reversed", "object"},
    {"NoneType", "object"},
    {"ellipsis", "object"},
    {"NotImplementedType", "object"},
    {"function", "object"},
    {"method", "object"},
    {"builtin_function_or_method", "object"},
    {"generator", "object"},
    {"module", "object"},
    {"cell", "object"},
    {"member_descriptor", "object"},
    {"wrapper_descriptor", "object"},
#define LITH_EXCEPTION_CLASS(name, base)                                                           \
  {#name, #name == std::string_view("BaseException") ? "object" : #base},
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
};

/// Names of builtins that have no implementation without Python, beside those of the registry.
constexpr const char *otherBuiltins[] = {
    "__import__", "aiter",   "anext",   "ascii", "bin",  "breakpoint", "bytearray", "callable",
    "chr",        "compile", "delattr", "dir",   "eval", "exec",       "exit",      "getattr",
    "globals",    "hasattr", "help",    "hex",   "id",   "input",      "iter",      "locals",
    "memoryview", "next",    "oct",     "open",  "ord",  "quit",       "setattr",   "vars"};

/// Classes of built-ins under the names that `types` has for them.
constexpr BuiltinClass typesNames[] = {
    {"FunctionType", "function"},   {"LambdaType", "function"},
    {"MethodType", "method"},       {"BuiltinFunctionType", "builtin_function_or_method"},
    {"GeneratorType", "generator"}, {"ModuleType", "module"},
    {"CellType", "cell"},           {"NoneType", "NoneType"},
    {"EllipsisType", "ellipsis"},   {"MemberDescriptorType", "member_descriptor"},
};

struct NumberedDtype {
  const char *name, *other;
  lith_dtype number;
};
constexpr NumberedDtype namedDtypes[] = {
    {"uint8", nullptr, LITH_UINT8},
    {"int8", nullptr, LITH_INT8},
    {"int16", "short", LITH_INT16},
    {"int32", "int", LITH_INT32},
    {"int64", "long", LITH_INT64},
    {"float16", "half", LITH_FLOAT16},
    {"bfloat16", nullptr, LITH_BFLOAT16},
    {"float32", "float", LITH_FLOAT32},
    {"float64", "double", LITH_FLOAT64},
    {"complex64", "cfloat", LITH_COMPLEX64},
    {"complex128", "cdouble", LITH_COMPLEX128},
    {"bool", nullptr, LITH_BOOL8},
};

std::string ownerOf(const std::string &dotted) {
  size_t dot = dotted.rfind('.');
  return dot == std::string::npos ? "" : dotted.substr(0, dot);
}
std::string lastOf(const std::string &dotted) { return dotted.substr(dotted.rfind('.') + 1); }

} // namespace

Entity *NativeHost::builtin(std::string_view name) {
  auto found = builtins.find(std::string(name));
  return found == builtins.end() ? nullptr : found->second;
}

Entity *NativeHost::ensureModule(const std::string &name) {
  Entity *&made = modules[name];
  if (made)
    return made;
  Entity *module = made = make(Kind::Module, builtin("module"));
  module->text = name;
  module->space = dict();
  setEntry(module->space, text("__name__"), text(name));
  module->space->text = name;
  module->space->isOpen = name != "builtins"; // whose names are all listed
  if (std::string owner = ownerOf(name); !owner.empty())
    setEntry(ensureModule(owner)->space, text(lastOf(name)), module);
  return module;
}

Entity *NativeHost::defineClass(const std::string &qualifiedName,
                                const std::vector<Entity *> &bases) {
  Entity *cls = make(Kind::Class, builtin("type"));
  cls->text = qualifiedName;
  cls->children = {cls};
  for (Entity *base : bases) // bases that share more than `object` are not built in
    for (Entity *each : base->children)
      if (each != builtin("object"))
        cls->children.push_back(each);
  if (Entity *object = builtin("object"); object && object != cls)
    cls->children.push_back(object);
  cls->space = dict();
  return cls;
}

void NativeHost::defineClasses() {
  // `object`, `type` and `dict` describe each other.
  for (const char *name : {"object", "type", "dict", "str", "module"})
    builtins[name] = make(Kind::Class, nullptr);
  auto fill = [&](const std::string &name, const char *base) {
    Entity *cls = defineClass("builtins." + name, {builtin(base)});
    Entity *&known = builtins[name];
    if (!known) {
      known = cls;
      return;
    }
    cls->children.front() = known;
    *known = std::move(*cls);
    known->cls = builtin("type");
  };
  Entity *object = builtin("object");
  object->text = "builtins.object";
  object->cls = builtin("type");
  object->children = {object};
  object->space = dict();
  for (const BuiltinClass &one : builtinClasses)
    fill(one.name, one.base);
  Entity *space = ensureModule("builtins")->space;
  for (auto &[name, cls] : builtins)
    setEntry(space, text(name), cls);
  for (const BuiltinClass &one : typesNames)
    setEntry(ensureModule("types")->space, text(one.name), builtin(one.base));
  auto torchClass = [&](const std::string &name, Entity *base) {
    Entity *cls = defineClass("torch." + name, {base});
    setEntry(ensureModule("torch")->space, text(name), cls);
    return cls;
  };
  torchClass("Tensor", object);
  torchClass("Size", builtin("tuple"));
  for (const char *name : {"dtype", "device", "layout", "memory_format", "Generator"})
    torchClass(name, object);
}

void NativeHost::defineConstants() {
  Entity *torch = ensureModule("torch")->space, *math = ensureModule("math")->space;
  dtypes.resize(16);
  for (const NumberedDtype &one : namedDtypes) {
    Entity *made = make(Kind::DType, entityOf(lookup("torch.dtype")));
    made->text = std::string("torch.") + one.name;
    made->integer = one.number;
    dtypes[one.number] = made;
    setEntry(torch, text(one.name), made);
    if (one.other)
      setEntry(torch, text(one.other), made);
  }
  auto named = [&](Kind kind, const char *cls, const char *name, const char *shown) {
    Entity *made = make(kind, entityOf(lookup(cls)));
    made->text = shown;
    setEntry(torch, text(name), made);
  };
  named(Kind::Layout, "torch.layout", "strided", "torch.strided");
  cpu = make(Kind::Device, entityOf(lookup("torch.device")));
  cpu->text = "device(type='cpu')";
  for (const char *format : {"contiguous_format", "preserve_format", "channels_last"})
    named(Kind::MemoryFormat, "torch.memory_format", format,
          (std::string("torch.") + format).c_str());
  const std::pair<const char *, double> numbers[] = {
      {"pi", M_PI},
      {"e", M_E},
      {"inf", std::numeric_limits<double>::infinity()},
      {"nan", std::numeric_limits<double>::quiet_NaN()}};
  for (auto &[name, value] : numbers) {
    setEntry(math, text(name), entityOf(real(value)));
    setEntry(torch, text(name), entityOf(real(value)));
  }
  setEntry(math, text("tau"), entityOf(real(2 * M_PI)));
  Entity *builtinNames = ensureModule("builtins")->space;
  setEntry(builtinNames, text("NotImplemented"), entityOf(notImplemented()));
  setEntry(builtinNames, text("Ellipsis"), entityOf(ellipsis()));
}

// A primitive by its spelling (Registry.h): a function of a module, or a method of a class.
void NativeHost::defineFunction(const std::string &spelling) {
  std::string owner = ownerOf(spelling);
  if (owner.empty() || owner == "prim" || owner.starts_with("prim."))
    return;
  if (owner == "Tensor")
    owner = "torch.Tensor";
  Entity *cls = builtin(owner) ? builtin(owner) : entityOf(lookup(owner));
  bool isMethod = cls && cls->kind == Kind::Class;
  if (cls && !isMethod && cls->kind != Kind::Module)
    return; // an attribute of a function
  Entity *space = isMethod ? cls->space : ensureModule(owner)->space;
  Entity *name = text(lastOf(spelling));
  if (entry(space, name))
    return;                                             // a class, whose call the primitive is
  bool isWrapper = isMethod && name->text != "__new__"; // which takes the class, as any argument
  Entity *made = make(isWrapper ? Kind::SlotWrapper : Kind::BuiltinFunction,
                      builtin(isWrapper ? "wrapper_descriptor" : "builtin_function_or_method"));
  made->text = isMethod ? cls->text + "." + name->text : spelling;
  setEntry(space, name, made);
}

void NativeHost::defineFunctions() {
  // Classes of NumPy are not there, and what code of archives names is no module.
  auto isNamed = [](llvm::StringRef spelling) {
    return !spelling.starts_with("numpy.") && !spelling.starts_with("script.") &&
           !spelling.starts_with("torchscript.");
  };
  std::vector<std::string> spellings;
  for (const auto &one : stage::Registry::instance().all())
    if (isNamed(one.getKey()))
      spellings.push_back(one.getKey().str());
  std::sort(spellings.begin(), spellings.end());
  for (const std::string &spelling : spellings)
    defineFunction(spelling);
  for (const char *name : otherBuiltins)
    defineFunction("builtins." + std::string(name));
  entityOf(lookup("torch.Tensor"))->space->isOpen = true;
}

} // namespace lith::native

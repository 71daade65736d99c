// Session.cpp: parsed files and scopes.
#include "stage/source/Session.h"
#include "stage/source/Primitives.h"
#include "stage/source/Scope.h"

#include "llvm/ADT/StringExtras.h"

namespace lith::stage {

using namespace lith::syntax;

llvm::StringRef Names::intern(llvm::StringRef text) {
  return pool.try_emplace(text).first->getKey();
}

struct Session::Impl {
  struct Source {
    std::unique_ptr<File> file;
    std::unique_ptr<FunctionCode> module;
    // Definitions by line of their first token (decorators included).
    std::multimap<uint32_t, std::pair<const Node *, const Node *>> definitions; ///< node, enclosing
    std::string error;
  };
  llvm::StringMap<std::unique_ptr<Source>> sources;
  std::unordered_map<const Node *, std::unique_ptr<FunctionCode>> codes;
  std::unordered_map<host::Handle, std::pair<const FunctionCode *, std::string>>
      functions; ///< by code object
  std::vector<std::unique_ptr<FunctionCode>> outers;
  Primitives primitives;
  llvm::StringMap<size_t> preludeFiles; ///< by function: in which source of the prelude it is
  llvm::StringMap<const FunctionCode *> preludeFunctions; ///< of the files that were parsed

  explicit Impl(host::Host &host) : primitives(host) {}
};

Session::Session(host::Host &host) : impl(std::make_unique<Impl>(host)), host(host) {}
Session::~Session() = default;

static uint32_t firstLineOf(const Node *node) {
  uint32_t line = node->range.line;
  auto decorated = [&](Seq<Expr *> decorators) {
    for (const Expr *decorator : decorators)
      line = std::min(line, decorator->range.line);
  };
  if (auto *function = dyn_cast<FunctionDef>(node))
    decorated(function->decorator_list);
  if (auto *function = dyn_cast<AsyncFunctionDef>(node))
    decorated(function->decorator_list);
  return line;
}

static void findDefinitions(Session::Impl::Source &source, const Node *node,
                            const Node *enclosing) {
  forEachChild(node, [&](const Node *child) {
    bool isFunction = isa<FunctionDef>(child) || isa<AsyncFunctionDef>(child) || isa<Lambda>(child);
    if (isFunction)
      source.definitions.insert({firstLineOf(child), {child, enclosing}});
    findDefinitions(source, child, isFunction || isa<ClassDef>(child) ? child : enclosing);
  });
}

static Session::Impl::Source &parsed(Session::Impl &impl, const std::string &name,
                                     std::string_view text, Names &names) {
  auto &source = impl.sources[name];
  if (source)
    return *source;
  source = std::make_unique<Session::Impl::Source>();
  ParseOptions options;
  options.isText = true;
  ParseResult result = parse(text, name, options);
  if (!result) {
    source->error = result.error->message;
    return *source;
  }
  source->file = std::move(result.file);
  manglePrivateNames(source->file->root, names);
  source->module = analyseScope(source->file->root, source->file.get(), nullptr, names);
  findDefinitions(*source, source->file->root, nullptr);
  return *source;
}

static std::string_view nameOf(const Node *node) {
  if (auto *function = dyn_cast<FunctionDef>(node))
    return function->name;
  if (auto *function = dyn_cast<AsyncFunctionDef>(node))
    return function->name;
  return "<lambda>";
}

const FunctionCode *Session::codeOf(host::Handle function, std::string &error) {
  host::FunctionInfo info = host.function(function);
  auto &[code, why] = impl->functions[info.code];
  if (code || !why.empty()) {
    error = why;
    return code;
  }
  auto where = host.source(function, why);
  if (!where) {
    error = why;
    return nullptr;
  }
  Impl::Source &source = parsed(*impl, where->file, where->text, names);
  if (!source.file) {
    error = why = source.error;
    return nullptr;
  }
  const Node *found = nullptr;
  auto [begin, end] = source.definitions.equal_range(static_cast<uint32_t>(where->firstLine));
  for (auto it = begin; it != end; ++it) {
    const Node *node = it->second.first;
    if (nameOf(node) != where->name)
      continue;
    bool isPlace = where->line == 0 || (node->range.line == static_cast<uint32_t>(where->line) &&
                                        node->range.column == static_cast<uint32_t>(where->column));
    if (!found || isPlace)
      found = node;
    if (isPlace && where->line != 0)
      break;
  }
  if (!found) {
    error = why = "no definition of this function at line " + std::to_string(where->firstLine) +
                  " of " + where->file;
    return nullptr;
  }
  // The enclosing function is not at hand; a scope with the closure's cells stands for it.
  const FunctionCode *parent = source.module.get();
  if (!info.closure.empty()) {
    auto outer = std::make_unique<FunctionCode>(*source.module);
    llvm::SmallVector<llvm::StringRef> cells;
    for (auto &[name, cell] : info.closure)
      cells.push_back(names.intern(name));
    declareOuterCells(*outer, cells);
    parent = outer.get();
    impl->outers.push_back(std::move(outer));
  }
  auto made = analyseScope(found, source.file.get(), parent, names);
  made->qualname = names.intern(info.qualname);
  made->hostCode = info.code;
  code = made.get();
  impl->outers.push_back(std::move(made));
  return code;
}

const FunctionCode *Session::codeOf(const Node *node, const FunctionCode &parent) {
  auto &code = impl->codes[node];
  if (!code)
    code = analyseScope(node, parent.file, &parent, names);
  return code.get();
}

bool Session::isOf(host::Handle function, llvm::StringRef package) {
  return impl->primitives.isOf(function, package);
}

const Primitive *Session::primitiveOf(host::Handle callable) {
  return impl->primitives.of(callable);
}

host::Handle Session::original(llvm::StringRef dottedName) const {
  return impl->primitives.original(dottedName);
}

// All statements of the prelude's files are definitions; most programs need a few of the files.
static void indexPrelude(llvm::StringMap<size_t> &files) {
  for (auto [i, source] : llvm::enumerate(Registry::instance().preludeSources()))
    for (llvm::StringRef line : llvm::split(source.second, '\n'))
      if (line.consume_front("def "))
        files[line.split('(').first] = i;
}

const FunctionCode *Session::prelude(llvm::StringRef name) {
  if (impl->preludeFiles.empty())
    indexPrelude(impl->preludeFiles);
  auto known = impl->preludeFunctions.find(name);
  if (known != impl->preludeFunctions.end())
    return known->second;
  auto file = impl->preludeFiles.find(name);
  if (file == impl->preludeFiles.end())
    return nullptr;
  const auto &[filename, text] = Registry::instance().preludeSources()[file->second];
  Impl::Source &source = parsed(*impl, filename, text, names);
  if (!source.file)
    return nullptr;
  for (const Stmt *statement : source.file->module()->body)
    if (auto *function = dyn_cast<FunctionDef>(statement))
      impl->preludeFunctions[function->name] = codeOf(function, *source.module);
  return impl->preludeFunctions.lookup(name);
}

const File *Session::file(std::string_view name) const {
  auto it = impl->sources.find(llvm::StringRef(name.data(), name.size()));
  return it == impl->sources.end() ? nullptr : it->second->file.get();
}

} // namespace lith::stage

// RuntimeTable.cpp: functions.def parsed once, at first use.

#include "ir/RuntimeTable.h"

#include "llvm/ADT/StringMap.h"

using namespace lith::ir;

namespace {

constexpr unsigned Pure = RuntimeFunction::Pure, Read = RuntimeFunction::Read,
                   Write = RuntimeFunction::Write, Raises = RuntimeFunction::Raises;

struct Entry {
  const char *name, *result, *arguments;
  unsigned flags;
};

#define LITH_RT(name, result, arguments, flags) {#name, #result, arguments, flags},
constexpr Entry entries[] = {
#include <lith/functions.def>
    {nullptr, nullptr, nullptr, Pure | Read | Write | Raises}};
#undef LITH_RT

RuntimeFunction parse(const Entry &entry) {
  RuntimeFunction function{entry.name, entry.result[0], {}, entry.flags};
  for (const char *c = entry.arguments; *c; ++c) {
    if (*c == '*')
      function.parameters.back().consumed = true;
    else if (*c == 'P' || *c == 'V' || *c == 'T')
      function.parameters.back().letter = *c; // takes the place of its count
    else
      function.parameters.push_back({*c, false});
  }
  return function;
}

struct Table {
  std::vector<RuntimeFunction> functions;
  llvm::StringMap<const RuntimeFunction *> byName;
  Table() {
    for (const Entry &entry : entries)
      if (entry.name)
        functions.push_back(parse(entry));
    for (const RuntimeFunction &function : functions)
      byName[function.name] = &function;
  }
};

const Table &table() {
  static const Table instance;
  return instance;
}

} // namespace

unsigned RuntimeFunction::numArrays() const {
  unsigned arrays = 0;
  for (const Parameter &parameter : parameters)
    arrays += parameter.isArray();
  return arrays;
}

std::optional<llvm::SmallVector<unsigned>>
RuntimeFunction::split(unsigned count, llvm::ArrayRef<int64_t> segments) const {
  unsigned arrays = numArrays(), singles = parameters.size() - arrays;
  llvm::SmallVector<unsigned> lengths;
  if (segments.empty()) {
    if (count < singles || arrays > 1 || (!arrays && count != singles))
      return std::nullopt;
    for (const Parameter &parameter : parameters)
      lengths.push_back(parameter.isArray() ? count - singles : 1);
    return lengths;
  }
  if (segments.size() != arrays)
    return std::nullopt;
  unsigned next = 0, total = 0;
  for (const Parameter &parameter : parameters) {
    lengths.push_back(parameter.isArray() ? segments[next++] : 1);
    total += lengths.back();
  }
  return total == count ? std::optional(lengths) : std::nullopt;
}

const RuntimeFunction *lith::ir::findRuntimeFunction(llvm::StringRef name) {
  return table().byName.lookup(name);
}

llvm::ArrayRef<RuntimeFunction> lith::ir::runtimeFunctions() { return table().functions; }

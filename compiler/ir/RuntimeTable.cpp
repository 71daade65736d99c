// RuntimeTable.cpp: functions.def parsed once, at first use.

#include "ir/RuntimeTable.h"

#include "llvm/ADT/StringMap.h"

using namespace lith::ir;

namespace {

constexpr unsigned Pure = RuntimeFunction::Pure, Read = RuntimeFunction::Read,
                   Write = RuntimeFunction::Write, Raises = RuntimeFunction::Raises,
                   Memory = RuntimeFunction::Memory, Elements = RuntimeFunction::Elements,
                   Length = RuntimeFunction::Length, Prints = RuntimeFunction::Prints;

struct Entry {
  const char *name, *result, *arguments;
  unsigned flags;
};

#define LITH_RT(name, result, arguments, flags) {#name, result, arguments, flags},
constexpr Entry entries[] = {
#include <lith/functions.def>
    {nullptr, nullptr, nullptr, 0}};
#undef LITH_RT

using Parameter = RuntimeFunction::Parameter;
using Form = Parameter::Form;

/// Gives a new array its group: that of the array before it, or a new one of the nearest int.
void joinGroup(RuntimeFunction &function, Parameter &array) {
  for (Parameter &before : llvm::reverse(function.parameters)) {
    if (before.form == Form::Single && before.letter != 'i')
      continue;
    if (before.form == Form::Single) {
      before.form = Form::Count;
      before.group = function.groups++;
    }
    array.group = before.group;
    return;
  }
}

RuntimeFunction parse(const Entry &entry) {
  RuntimeFunction function{entry.name, entry.result[0], {}, entry.flags, 0};
  for (const char *c = entry.arguments; *c; ++c) {
    if (*c == '*') {
      function.parameters.back().consumed = true;
      continue;
    }
    bool isArray = *c == 'P' || *c == 'V' || *c == 'T';
    Parameter parameter{isArray ? Form::Array : Form::Single, *c, false, 0};
    if (isArray)
      joinGroup(function, parameter);
    function.parameters.push_back(parameter);
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

std::optional<llvm::SmallVector<unsigned>>
RuntimeFunction::split(unsigned count, llvm::ArrayRef<int64_t> segments) const {
  unsigned singles = 0, arrays = 0;
  for (const Parameter &parameter : parameters) {
    singles += parameter.form == Form::Single;
    arrays += parameter.form == Form::Array;
  }
  int64_t rest = int64_t(count) - singles, each = arrays ? rest / arrays : 0;
  bool fits = segments.empty() ? groups <= 1 && rest == each * arrays : segments.size() == groups;
  if (rest < 0 || !fits)
    return std::nullopt;
  llvm::SmallVector<unsigned> lengths;
  int64_t total = 0;
  for (const Parameter &parameter : parameters) {
    bool isArray = parameter.form == Form::Array;
    int64_t length = !isArray           ? parameter.form == Form::Single
                     : segments.empty() ? each
                                        : segments[parameter.group];
    lengths.push_back(length);
    total += length;
  }
  return total == count ? std::optional(lengths) : std::nullopt;
}

const RuntimeFunction *lith::ir::findRuntimeFunction(llvm::StringRef name) {
  return table().byName.lookup(name);
}

llvm::ArrayRef<RuntimeFunction> lith::ir::runtimeFunctions() { return table().functions; }

// Formals.cpp: the arguments of a built-in function by its formal parameters.
#include "stage/builtins/Formals.h"
#include "stage/Protocols.h"

#include <lith/program.h>

namespace lith::stage {

static llvm::StringRef formalName(const Formal &formal) {
  llvm::StringRef name = formal.name;
  return name.front() == '*' || name.front() == '/' ? name.drop_front() : name;
}

// The name with that of its class or module, as some of Python's messages have it.
static llvm::StringRef qualified(const CallInfo &info, llvm::StringRef function) {
  llvm::StringRef spelling = info.primitive.spelling;
  auto [owner, last] = spelling.rsplit('.');
  bool isOwned = last == function && owner != "builtins" && !owner.contains('.');
  return isOwned ? spelling : function;
}

// Python's own words for a wrong number of arguments of a built-in.
static Result raiseCount(Stage &s, const CallInfo &info, llvm::StringRef function,
                         llvm::ArrayRef<Formal> formals, size_t given) {
  if (!formals.empty() && formalName(formals[0]) == "self" && given > 0) { // of a method
    formals = formals.drop_front();
    --given;
  }
  size_t required = 0, most = 0;
  for (const Formal &formal : formals)
    if (formal.name[0] != '*') {
      ++most;
      required += !formal.optional;
    }
  auto plural = [](size_t n) { return n == 1 ? "" : "s"; };
  if (most == 0)
    return raise(s, "TypeError",
                 qualified(info, function) + "() takes no arguments (" + llvm::Twine(given) +
                     " given)");
  if (required == most && most == 1)
    return raise(s, "TypeError",
                 qualified(info, function) + "() takes exactly one argument (" +
                     llvm::Twine(given) + " given)");
  if (required == most)
    return raise(s, "TypeError",
                 function + " expected " + llvm::Twine(most) + " argument" + plural(most) +
                     ", got " + llvm::Twine(given));
  bool few = given < required;
  size_t limit = few ? required : most;
  return raise(s, "TypeError",
               function + " expected at " + (few ? "least " : "most ") + llvm::Twine(limit) +
                   " argument" + plural(limit) + ", got " + llvm::Twine(given));
}

std::optional<llvm::SmallVector<Value, 4>> bindArguments(Stage &s, const CallInfo &info,
                                                         llvm::StringRef function,
                                                         llvm::ArrayRef<Formal> formals) {
  llvm::SmallVector<Value, 4> bound(formals.size());
  size_t place = 0, given = info.args.positional.size();
  for (Value value : info.args.positional) {
    if (place == formals.size() || formals[place].name[0] == '*') {
      raiseCount(s, info, function, formals, given);
      return std::nullopt;
    }
    bound[place++] = value;
  }
  for (auto &[name, value] : info.args.keywords) {
    auto *it = llvm::find_if(formals, [&](const Formal &formal) {
      return formal.name[0] != '/' && formalName(formal) == name;
    });
    if (llvm::all_of(formals, [](const Formal &formal) { return formal.name[0] == '/'; })) {
      raise(s, "TypeError", qualified(info, function) + "() takes no keyword arguments");
      return std::nullopt;
    }
    if (it == formals.end()) {
      raise(s, "TypeError", "'" + name + "' is an invalid keyword argument for " + function + "()");
      return std::nullopt;
    }
    Value &slot = bound[it - formals.begin()];
    if (!slot.isUndefined()) {
      raise(s, "TypeError",
            "argument for " + function + "() given by name ('" + name + "') and position (" +
                llvm::Twine(it - formals.begin() + 1) + ")");
      return std::nullopt;
    }
    slot = value;
  }
  for (auto [formal, value] : llvm::zip(formals, bound))
    if (!formal.optional && value.isUndefined()) {
      raiseCount(s, info, function, formals, given);
      return std::nullopt;
    }
  return bound;
}

} // namespace lith::stage

// Rules.cpp: the rule that the record of a node's operator names, called in place.
#include "stage/gradients/Rules.h"
#include "stage/Protocols.h"
#include "stage/Tensors.h"
#include "stage/emit/Emit.h"
#include "stage/emit/Refusals.h"
#include "stage/gradients/Backward.h"
#include "stage/gradients/Batched.h"
#include "stage/gradients/SavedNames.h"
#include "stage/gradients/Versions.h"
#include "stage/tensor/Schema.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage::gradients {

using namespace lith::stage::tensor;

namespace {

llvm::StringRef text(std::string_view view) { return {view.data(), view.size()}; }

/// The names of an operator's parameters, in the order of a node's arguments.
std::vector<std::string> parameterNames(Stage &s, const ops::Operator &op) {
  std::vector<std::string> names;
  if (op.kind == ops::Operator::Kind::Composite)
    for (const ParameterCode &parameter : s.session.prelude(text(op.name))->parameters)
      names.push_back(parameter.name.str());
  else
    for (const SchemaParameter &parameter : parametersOf(op.schema))
      names.push_back(parameter.name);
  return names;
}

/// Arguments of a node as its rule takes them. What `needs` and the rule's result have entries for
/// says the record, `tensors`.
class RuleCall {
public:
  RuleCall(Stage &s, Address at, llvm::ArrayRef<Value> ofResults, llvm::ArrayRef<bool> needs,
           bool isLater)
      : s(s), at(at), node(*s.state.heap.find<NodeObject>(at)), ofResults(ofResults), needs(needs),
        isLater(isLater), names(parameterNames(s, *node.op)) {
    text(node.op->tensors).split(tensors, ' ', -1, false);
  }

  std::optional<std::vector<Value>> run(SavedTensors *noted) {
    llvm::StringRef rule = text(node.op->gradient);
    if (rule == "zero")
      return zeros();
    if (!mapGradients())
      return std::nullopt;
    const FunctionCode *code = s.session.prelude(rule);
    if (!code)
      refuse(s, diag::Kind::UnknownGradient, {text(node.op->name)});
    llvm::SmallVector<bool> required = requiredParameters();
    llvm::StringSet<> saved = namesSavedFor(*code, required);
    for (const auto &each : namesSavedFor(*code, {})) // results are saved for whatever gradient
      if (each.getKey().starts_with("result"))
        saved.insert(each.getKey());
    if (noted)
      note(saved, *noted);
    bool isAny = savesTensors(saved);
    if (noted)
      noted->isAny |= isAny;
    if (isAny && (!checkNotReleased() || !checkNotWritten(saved, *code, required)))
      return std::nullopt;
    if (noted && isLater)
      noteSeen(saved, *code, required, *noted);
    Arguments arguments;
    for (const ParameterCode &parameter : code->parameters)
      if (Value value = argument(parameter.name); !value.isUndefined())
        arguments.keywords.push_back({parameter.name, value});
    Result made = call(s, preludeFunction(s, code), std::move(arguments));
    return made ? flattened(*made) : std::nullopt;
  }

private:
  /// Where it is not known which parameters require a gradient, of all.
  llvm::StringSet<> namesSavedFor(const FunctionCode &rule, llvm::ArrayRef<bool> required) {
    return savedNames(s.session, rule, [&](llvm::StringRef name, std::optional<size_t> i) {
      return known(name, i, required);
    });
  }

  /// What arrived at results that vmap maps over, as the rule takes it; false: the path ended.
  bool mapGradients() {
    for (const KeptTensor &kept : node.kept)
      for (int64_t level : kept.levels)
        if (!llvm::is_contained(levels, level))
          levels.push_back(level);
    for (auto [i, gradient] : llvm::enumerate(ofResults)) {
      if (levels.empty() || gradient.isUndefined() || !node.results[i].isRaw())
        continue;
      Result made = gradientOfMapped(s, gradient, restoredResult(i, History()));
      if (!made)
        return false;
      gradient = *made;
    }
    return true;
  }

  Value restoredResult(size_t i, const History &history) {
    return makeMapped(s, restored(s, node.results[i], history),
                      node.kept[node.histories.size() + i].levels);
  }

  void note(const llvm::StringSet<> &names, SavedTensors &noted) {
    auto add = [&](Value argument, auto &self) -> void {
      if (argument.isRaw())
        noted.tensors.insert({argument.ssa(), argument.ssa().getLoc()});
      else if (argument.isTuple())
        for (Value each : argument.tuple().elements)
          self(each, self);
    };
    for (auto [i, argument] : llvm::enumerate(node.arguments))
      if (i < this->names.size() && names.contains(this->names[i]))
        add(argument, add);
    for (auto [i, result] : llvm::enumerate(node.results))
      if (result.isRaw() && savesResult(names, i))
        noted.tensors.insert({result.ssa(), node.place});
  }

  bool savesTensors(const llvm::StringSet<> &saved) {
    return llvm::any_of(llvm::seq(node.results.size()),
                        [&](size_t i) { return savesResult(saved, i); }) ||
           llvm::any_of(tensors, [&](llvm::StringRef name) {
             size_t i = indexOf(name); // eager keeps numbers that it was given as tensors
             bool isGiven = node.composite.empty() ||
                            (i < node.arguments.size() && countTensors(node.arguments[i]) > 0);
             return isGiven && saved.contains(name);
           });
  }

  static bool savesResult(const llvm::StringSet<> &saved, size_t i) {
    return saved.contains("result") || saved.contains("results") ||
           saved.contains("results[" + std::to_string(i) + "]");
  }

  /// Whether a tensor that a node of run time has an edge of requires a gradient; of a list all do.
  Value isRequired(llvm::StringRef name) {
    size_t i = indexOf(name);
    bool isOne = s.body.blockOutside && i < node.arguments.size() && node.arguments[i].isRaw();
    return isOne ? requiredOutside(s, node.histories[tensorsBefore(i)]) : s.boolean(true);
  }

  /// Whether eager saves this argument, for those gradients that are required at run time.
  Value isSaved(llvm::StringRef name, const FunctionCode &rule, llvm::ArrayRef<bool> required) {
    llvm::SmallVector<bool> certain(required);
    llvm::SmallVector<std::pair<size_t, Value>> open;
    for (size_t i = 0; i < tensors.size(); ++i)
      if (Value is = isRequired(tensors[i]); required[i] && is != s.boolean(true)) {
        certain[i] = false;
        open.push_back({i, is});
      }
    auto isSavedFor = [&](llvm::ArrayRef<bool> flags) {
      return namesSavedFor(rule, flags).contains(name);
    };
    Value any = s.boolean(open.empty() || isSavedFor(certain));
    for (auto [i, is] : open) {
      llvm::SmallVector<bool> more(certain);
      more[i] = true;
      if (any != s.boolean(true) && isSavedFor(more))
        any = any == s.boolean(false) ? is : *binary(s, syntax::Operator::BitOr, any, is);
    }
    return any == s.boolean(false) ? s.boolean(true) : any; // it takes several of them
  }

  /// Calls `visit` for each tensor that eager saves, by its parameter, or as a result with this
  /// history; false: it said so.
  template <class Visit> bool forEachSaved(const llvm::StringSet<> &saved, Visit visit) {
    size_t index = 0; // of the tensor among the arguments
    auto each = [&](Value argument, llvm::StringRef name, auto &self) -> bool {
      if (argument.isRaw()) {
        const KeptTensor &kept = node.kept[index++];
        return name.empty() || visit(kept, argument.ssa(), name, nullptr);
      }
      return !argument.isTuple() || llvm::all_of(argument.tuple().elements, [&](Value part) {
        return self(part, name, self);
      });
    };
    for (auto [i, argument] : llvm::enumerate(node.arguments)) {
      bool isMeant = i < names.size() && saved.contains(names[i]);
      if (!each(argument, isMeant ? names[i] : llvm::StringRef(), each))
        return false;
    }
    for (auto [i, result] : llvm::enumerate(node.results)) {
      History own{true, at, uint32_t(i)};
      bool isKept = result.isRaw() && savesResult(saved, i);
      if (isKept && !visit(node.kept[index + i], result.ssa(), "", &own))
        return false;
    }
    return true;
  }

  /// What is saved is what it was.
  bool checkNotWritten(const llvm::StringSet<> &saved, const FunctionCode &rule,
                       llvm::ArrayRef<bool> required) {
    return forEachSaved(saved, [&](const KeptTensor &kept, mlir::Value contents,
                                   llvm::StringRef name, const History *result) {
      auto isSavedNow = [&] { return isSaved(name, rule, required); };
      return result ? checkKept(s, kept, contents, result, isLater)
                    : checkKept(s, kept, contents, nullptr, isLater, {}, isSavedNow);
    });
  }

  void noteSeen(const llvm::StringSet<> &saved, const FunctionCode &rule,
                llvm::ArrayRef<bool> required, SavedTensors &noted) {
    forEachSaved(saved, [&](const KeptTensor &kept, mlir::Value contents, llvm::StringRef name,
                            const History *result) {
      if (isSeen(s, kept, contents, noted) &&
          (result || isSaved(name, rule, required) == s.boolean(true)))
        noted.seen.insert(contents);
      return true;
    });
  }

  bool checkNotReleased() {
    if (s.asBool(node.released) == false)
      return true;
    s.body.mayObject = true;
    return callPrelude(s, "check_not_released", {node.released}).has_value();
  }

  std::optional<std::vector<Value>> zeros() {
    std::vector<Value> all;
    for (Value argument : node.arguments) {
      llvm::ArrayRef<Value> parts(argument);
      for (Value each : argument.isTuple() ? argument.tuple().elements : parts) {
        if (!each.isRaw())
          continue;
        Result made = callPrelude(s, "zeros_like", restored(s, each, History()));
        if (!made)
          return std::nullopt;
        all.push_back(*made);
      }
    }
    return all;
  }

  /// Which tensor parameters require a gradient, of a list whether one of its tensors does: what is
  /// saved for them is saved whether their gradients are asked for or not.
  llvm::SmallVector<bool> requiredParameters() {
    llvm::SmallVector<bool> ofTensors, all;
    for (const History &history : node.histories)
      ofTensors.push_back(history.required && !leadsNowhere(s, history));
    Value given = ofParameters(ofTensors);
    for (Value each : given.tuple().elements)
      all.push_back(each.isTuple() ? llvm::is_contained(each.tuple().elements, s.boolean(true))
                                   : each == s.boolean(true));
    return all;
  }

  Value orNone(Value gradient) { return gradient.isUndefined() ? s.none() : gradient; }

  static std::optional<KnownArgument> asKnown(std::optional<bool> flag) {
    return flag ? std::optional(KnownArgument{false, double(*flag)}) : std::nullopt;
  }

  /// What is known of an argument, or of one of its elements, without asking for it.
  std::optional<KnownArgument> known(llvm::StringRef name, std::optional<size_t> element,
                                     llvm::ArrayRef<bool> required) {
    if (name == "needs")
      return element && *element < required.size() ? asKnown(required[*element]) : std::nullopt;
    if (name == "grads")
      return element ? std::optional(KnownArgument{ofResults[*element].isUndefined(), {}})
                     : std::nullopt;
    size_t i = indexOf(name);
    if (element || i >= node.arguments.size())
      return std::nullopt;
    Value value = node.arguments[i];
    if (s.isNone(value) || value.isRaw())
      return KnownArgument{s.isNone(value), {}};
    if (auto flag = s.asBool(value))
      return asKnown(flag);
    auto number = s.asInt(value);
    return number ? std::optional(KnownArgument{false, double(*number)}) : std::nullopt;
  }

  /// What a parameter of the rule gets; undefined: the caller left it out.
  Value argument(llvm::StringRef name) {
    if (name == "grad")
      return orNone(ofResults[0]);
    if (name == "grads") {
      std::vector<Value> all;
      for (Value each : ofResults)
        all.push_back(orNone(each));
      return s.tuple(all);
    }
    if (name == "needs")
      return ofParameters(needs);
    if (name == "result")
      return result(0);
    if (name == "results") {
      std::vector<Value> all;
      for (size_t i = 0; i < node.results.size(); ++i)
        all.push_back(result(i));
      return s.tuple(all);
    }
    size_t i = indexOf(name);
    if (i >= node.arguments.size())
      return {};
    size_t before = tensorsBefore(i);
    return kept(node.arguments[i], before);
  }

  size_t indexOf(llvm::StringRef name) { return llvm::find(names, name.str()) - names.begin(); }

  Value result(size_t i) {
    Value contents = node.results[i];
    if (!contents.isRaw())
      return orNone(contents);
    bool isIndex = dtypes::isIntegral(dtypeOf(contents.ssa()));
    return restoredResult(i, isIndex ? History() : History{true, at, uint32_t(i)});
  }

  static size_t countTensors(Value argument) {
    if (!argument.isTuple())
      return argument.isRaw();
    size_t count = 0;
    for (Value each : argument.tuple().elements)
      count += countTensors(each);
    return count;
  }

  size_t tensorsBefore(size_t argument) {
    size_t count = 0;
    for (Value each : llvm::ArrayRef(node.arguments).take_front(argument))
      count += countTensors(each);
    return count;
  }

  Value kept(Value argument, size_t &index) {
    if (argument.isRaw()) {
      const History &history = node.histories[index];
      return makeMapped(s, restored(s, argument, history), node.kept[index++].levels);
    }
    if (!argument.isTuple())
      return argument;
    std::vector<Value> elements;
    for (Value each : argument.tuple().elements)
      elements.push_back(kept(each, index));
    return s.structure(argument.tuple().form, elements, argument.tuple().cls);
  }

  /// Flags of all tensors among the arguments as a tuple, one for each of `tensors`.
  Value ofParameters(llvm::ArrayRef<bool> flags) {
    std::vector<Value> all;
    for (llvm::StringRef name : tensors) {
      size_t i = indexOf(name);
      Value argument = i < node.arguments.size() ? node.arguments[i] : Value();
      size_t index = tensorsBefore(std::min(i, node.arguments.size()));
      if (!argument.isTuple()) {
        all.push_back(s.boolean(argument.isRaw() && flags[index]));
        continue;
      }
      std::vector<Value> parts;
      for (Value each : argument.tuple().elements)
        parts.push_back(s.boolean(each.isRaw() && flags[index++]));
      all.push_back(s.tuple(parts));
    }
    return s.tuple(all);
  }

  /// One gradient for each tensor among the arguments, of what the rule gave for each of `tensors`.
  std::optional<std::vector<Value>> flattened(Value made) {
    std::vector<Value> all;
    llvm::ArrayRef<Value> given =
        tensors.size() == 1 ? llvm::ArrayRef(made) : made.tuple().elements;
    for (auto [i, argument] : llvm::enumerate(node.arguments)) {
      size_t place =
          i < names.size() ? llvm::find(tensors, names[i]) - tensors.begin() : given.size();
      Value each = place < given.size() ? given[place] : s.none();
      size_t count = countTensors(argument);
      for (size_t k = 0; k < count; ++k) {
        Value one = argument.isRaw() || s.isNone(each) ? each : partOf(each, argument, k);
        Result whole = needs[all.size()] && !s.isNone(one) ? ofWhole(all.size(), one) : Value();
        if (!whole)
          return std::nullopt;
        all.push_back(*whole);
      }
    }
    return all;
  }

  /// The gradient of a tensor among the arguments as one of its whole.
  Result ofWhole(size_t index, Value gradient) {
    if (levels.empty())
      return gradient;
    size_t of = 0;
    Value tensor;
    auto find = [&](Value argument, auto &self) -> void {
      if (argument.isTuple())
        for (Value each : argument.tuple().elements)
          self(each, self);
      else if (argument.isRaw() && of++ == index)
        tensor = makeMapped(s, restored(s, argument, History()), node.kept[index].levels);
    };
    for (Value argument : node.arguments)
      find(argument, find);
    return gradientOfArgument(s, gradient, tensor, levels);
  }

  /// The gradient of the k-th tensor of a list, of the gradients of its elements.
  Value partOf(Value sequence, Value argument, size_t k) {
    llvm::ArrayRef<Value> elements = argument.tuple().elements;
    size_t index = 0;
    for (; !elements[index].isRaw() || k > 0; ++index)
      k -= elements[index].isRaw();
    return sequence.isTuple() ? sequence.tuple().elements[index] : listElements(s, sequence)[index];
  }

  Stage &s;
  Address at;
  const NodeObject node;
  llvm::SmallVector<Value> ofResults;
  llvm::ArrayRef<bool> needs;
  bool isLater;
  llvm::SmallVector<int64_t, 4> levels; ///< of torch.vmap: of all tensors of the node
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef> tensors;
};

} // namespace

std::optional<std::vector<Value>> ofRule(Stage &s, Address at, llvm::ArrayRef<Value> ofResults,
                                         llvm::ArrayRef<bool> needs, bool isLater,
                                         SavedTensors *saved) {
  return RuleCall(s, at, ofResults, needs, isLater).run(saved);
}

} // namespace lith::stage::gradients

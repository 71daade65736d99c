// Rules.cpp: what a node gives for the gradients of its results: the rule that its operator's
// record names, called in place; views and writes, which the stage knows itself.
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
    const FunctionCode *code = s.session.prelude(rule);
    if (!code)
      refuse(s, diag::Kind::UnknownGradient, {text(node.op->name)});
    llvm::SmallVector<bool> required = requiredParameters();
    llvm::StringSet<> saved =
        savedNames(s.session, *code, [&](llvm::StringRef name, std::optional<size_t> i) {
          return known(name, i, required);
        });
    if (noted)
      note(saved, *noted);
    if (savesTensors(saved) && (!checkNotReleased() || !checkNotWritten(saved)))
      return std::nullopt;
    Arguments arguments;
    for (const ParameterCode &parameter : code->parameters)
      if (Value value = argument(parameter.name); !value.isUndefined())
        arguments.keywords.push_back({parameter.name, value});
    Result made = call(s, preludeFunction(s, code), std::move(arguments));
    return made ? std::optional(flattened(*made)) : std::nullopt;
  }

private:
  void note(const llvm::StringSet<> &names, SavedTensors &noted) {
    auto add = [&](Value argument, auto &self) -> void {
      if (argument.isRaw())
        noted.insert({argument.ssa(), argument.ssa().getLoc()});
      else if (argument.isTuple())
        for (Value each : argument.tuple().elements)
          self(each, self);
    };
    for (auto [i, argument] : llvm::enumerate(node.arguments))
      if (i < this->names.size() && names.contains(this->names[i]))
        add(argument, add);
    for (auto [i, result] : llvm::enumerate(node.results))
      if (result.isRaw() && savesResult(names, i))
        noted.insert({result.ssa(), node.place});
  }

  bool savesTensors(const llvm::StringSet<> &saved) {
    return llvm::any_of(llvm::seq(node.results.size()),
                        [&](size_t i) { return savesResult(saved, i); }) ||
           llvm::any_of(tensors, [&](llvm::StringRef name) { return saved.contains(name); });
  }

  static bool savesResult(const llvm::StringSet<> &saved, size_t i) {
    return saved.contains("result") || saved.contains("results") ||
           saved.contains("results[" + std::to_string(i) + "]");
  }

  /// What is saved is what it was.
  bool checkNotWritten(const llvm::StringSet<> &saved) {
    size_t index = 0; // of the tensor among the arguments
    auto check = [&](Value argument, bool isSaved, auto &self) -> bool {
      if (argument.isRaw()) {
        const KeptTensor &kept = node.kept[index++];
        return !isSaved || checkKept(s, kept, argument.ssa(), nullptr, isLater);
      }
      return !argument.isTuple() || llvm::all_of(argument.tuple().elements, [&](Value each) {
        return self(each, isSaved, self);
      });
    };
    for (auto [i, argument] : llvm::enumerate(node.arguments))
      if (!check(argument, i < names.size() && saved.contains(names[i]), check))
        return false;
    for (auto [i, result] : llvm::enumerate(node.results)) {
      History own{true, at, uint32_t(i)};
      bool isKept = result.isRaw() && savesResult(saved, i);
      if (isKept && !checkKept(s, node.kept[index + i], result.ssa(), &own, isLater))
        return false;
    }
    return true;
  }

  bool checkNotReleased() {
    static constexpr llvm::StringLiteral Message =
        "Trying to backward through the graph a second time (or directly access saved tensors "
        "after they have already been freed). Saved intermediate values of the graph are freed "
        "when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to "
        "backward through the graph a second time or if you need to access saved tensors after "
        "calling backward.";
    if (s.asBool(node.released) == false)
      return true;
    return check(s, toBool(s, *unary(s, syntax::UnaryOperator::Not, node.released)), "RuntimeError",
                 Message);
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
      ofTensors.push_back(history.required);
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
    return restored(s, contents, isIndex ? History() : History{true, at, uint32_t(i)});
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
      const History &history = node.histories[index++];
      return restored(s, argument, history);
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
  std::vector<Value> flattened(Value made) {
    std::vector<Value> all;
    auto add = [&](Value each) {
      bool isWanted = needs[all.size()] && !s.isNone(each);
      all.push_back(isWanted ? each : Value());
    };
    llvm::ArrayRef<Value> given =
        tensors.size() == 1 ? llvm::ArrayRef(made) : made.tuple().elements;
    for (auto [i, argument] : llvm::enumerate(node.arguments)) {
      size_t place =
          i < names.size() ? llvm::find(tensors, names[i]) - tensors.begin() : given.size();
      Value each = place < given.size() ? given[place] : s.none();
      size_t count = countTensors(argument);
      for (size_t k = 0; k < count; ++k)
        add(argument.isRaw() || s.isNone(each) ? each : partOf(each, argument, k));
    }
    return all;
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
  llvm::ArrayRef<Value> ofResults;
  llvm::ArrayRef<bool> needs;
  bool isLater;
  std::vector<std::string> names;
  llvm::SmallVector<llvm::StringRef> tensors;
};

/// Of a torch.autograd.Function: the class and the context come first among the arguments.
std::optional<std::vector<Value>> ofFunction(Stage &s, const NodeObject &node,
                                             llvm::ArrayRef<Value> ofResults,
                                             llvm::ArrayRef<bool> needs) {
  std::vector<Value> gradients, results;
  for (auto [gradient, result] : llvm::zip(ofResults, node.results)) {
    gradients.push_back(gradient.isUndefined() ? s.none() : gradient);
    results.push_back(result.isRaw() ? restored(s, result, History()) : s.none());
  }
  auto given = llvm::ArrayRef(node.arguments).drop_front(2);
  std::vector<Value> arguments;
  for (Value argument : given)
    arguments.push_back(argument.isRaw() ? restored(s, argument, History()) : s.none());
  Result made = callPrelude(s, "function_gradients",
                            {node.arguments[0], node.arguments[1], s.tuple(gradients),
                             s.tuple(results), s.tuple(arguments)});
  if (!made)
    return std::nullopt;
  std::vector<Value> all;
  for (auto [argument, gradient] : llvm::zip(given, made->tuple().elements)) {
    if (!argument.isRaw())
      continue;
    bool isWanted = needs[all.size()] && !s.isNone(gradient);
    all.push_back(isWanted ? gradient : Value());
  }
  return all;
}

/// The same of a gradient that vmap maps over.
std::optional<std::vector<Value>> ofMappedInsert(Stage &s, const NodeObject &node, Value gradient,
                                                 llvm::ArrayRef<bool> needs) {
  std::vector<Value> made(node.histories.size());
  unsigned more = levelsOf(s, gradient).size();
  Result last = levelsLast(s, gradient);
  Result rest = last && needs[0] ? callMethod(s, *last, "clone", {}) : last;
  Result part = rest ? viewedWithin(s, node.chain, *rest, more) : std::nullopt;
  if (!part)
    return std::nullopt;
  if (made.size() > 1 && needs[1]) {
    Result source = viewedWithin(s, node.chain, *last, more);
    source = source ? levelsFirst(s, *source, gradient) : source;
    if (!source)
      return std::nullopt;
    made[1] = *source;
  }
  if (!needs[0])
    return made;
  Result base = callMethod(s, *part, "zero_", {}) ? levelsFirst(s, *rest, gradient) : std::nullopt;
  if (!base)
    return std::nullopt;
  made[0] = *base;
  return made;
}

/// Of `base` with `source` written at the views of a chain.
std::optional<std::vector<Value>> ofInsert(Stage &s, const NodeObject &node, Value gradient,
                                           llvm::ArrayRef<bool> needs) {
  if (isMapped(s, gradient))
    return ofMappedInsert(s, node, gradient, needs);
  std::vector<Value> made(node.histories.size());
  if (needs[0]) {
    Result rest = callMethod(s, gradient, "clone", {});
    if (!rest || !callMethod(s, viewed(s, node.chain, *rest), "zero_", {}))
      return std::nullopt;
    made[0] = *rest;
  }
  if (made.size() > 1 && needs[1])
    made[1] = viewed(s, node.chain, gradient);
  return made;
}

} // namespace

Value restored(Stage &s, Value contents, const History &history) {
  Value tensor = newTensor(s, contents.ssa());
  s.state.heap.write<StorageObject>(s.find<TensorObject>(tensor)->storage).history = history;
  return tensor;
}

Result fitted(Stage &s, Value gradient, Value like) {
  Value whole = physicalOf(s, gradient);
  if (!s.isTensor(whole))
    refuse(s, diag::Kind::UnknownGradient, {"a rule that gives one of several values"});
  Shape sizes = shapeOf(s, tensorContents(s, whole));
  bool isSame = dtypeOf(s, whole) == dtypeOf(s, like) &&
                llvm::ArrayRef(sizes).drop_front(levelsOf(s, gradient).size()) ==
                    llvm::ArrayRef(shapeOf(s, tensorContents(s, like)));
  return isSame ? Result(gradient) : callPrelude(s, "fitted_gradient", {gradient, like});
}

std::optional<std::vector<Value>> gradientsOf(Stage &s, Address at, llvm::ArrayRef<Value> ofResults,
                                              llvm::ArrayRef<bool> needs, bool isLater,
                                              SavedTensors *saved) {
  const NodeObject node = *s.state.heap.find<NodeObject>(at);
  if (node.isFunction())
    return ofFunction(s, node, ofResults, needs);
  if (node.form == NodeObject::Form::Operator)
    return RuleCall(s, at, ofResults, needs, isLater).run(saved);
  if (node.form == NodeObject::Form::Insert)
    return ofInsert(s, node, ofResults[0], needs);
  History own{true, at};
  for (size_t i = 1; i < node.arguments.size(); ++i) { // recordKept
    bool isResult = node.arguments[i] == node.results[0];
    if (!checkKept(s, node.kept[i], node.arguments[i].ssa(), isResult ? &own : nullptr, isLater))
      return std::nullopt;
  }
  Value base = restored(s, node.arguments[0], History());
  Result made = throughViews(s, node.chain, base, ofResults[0]);
  if (!made)
    return std::nullopt;
  std::vector<Value> gradients(node.histories.size());
  gradients[0] = *made;
  return gradients;
}

} // namespace lith::stage::gradients

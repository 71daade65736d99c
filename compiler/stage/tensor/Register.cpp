// Register.cpp: from the operator table to the registry: spellings, in-place
// variants, `out=`, primitives of the prelude.
#include "stage/Gradients.h"
#include "stage/Paths.h"
#include "stage/Protocols.h"
#include "stage/Reading.h"
#include "stage/Tensors.h"
#include "stage/emit/Refusals.h"
#include "stage/tensor/Schema.h"
#include "stage/tensor/Tensor.h"
#include "stage/tensor/arguments/Match.h"
#include "stage/tensor/vmap/Mapped.h"

namespace lith::stage::tensor {
namespace {

/// The name of the operator without what tells it from a name that Python has for something else.
llvm::StringRef pythonName(const ops::Operator &op) {
  llvm::StringRef name(op.name.data(), op.name.size());
  name.consume_back("_");
  return name;
}

/// The names that a parameter may have in the table for one that PyTorch or NumPy calls otherwise.
llvm::ArrayRef<llvm::StringRef> otherNames(llvm::StringRef keyword) {
  static const llvm::StringMap<llvm::SmallVector<llvm::StringRef, 2>> names = {
      {"input", {"self", "A"}},
      {"x", {"self"}},
      {"x1", {"self"}},
      {"a", {"self"}},
      {"y", {"self"}},
      {"axis", {"dim"}},
      {"axis0", {"dim0"}},
      {"axis1", {"dim1"}},
      {"keepdims", {"keepdim"}},
      {"x2", {"other"}},
      {"split_size", {"split_size_or_sections"}},
      {"split_sizes", {"split_size_or_sections"}},
      {"indices", {"indices_or_sections"}},
      {"sections", {"indices_or_sections"}},
      {"tensor_indices_or_sections", {"indices_or_sections"}},
      {"tensor", {"other", "self"}},
      {"other", {"src"}},
      {"element", {"elements"}},
      {"test_element", {"test_elements"}}};
  auto found = names.find(keyword);
  return found == names.end() ? llvm::ArrayRef<llvm::StringRef>() : found->second;
}

/// The first of these names that is accepted, else the keyword itself.
llvm::StringRef canonical(llvm::StringRef keyword,
                          llvm::function_ref<bool(llvm::StringRef)> accepts) {
  for (llvm::StringRef name : otherNames(keyword))
    if (accepts(name))
      return name;
  return keyword;
}

/// Sizes that a function takes one by one may come at once under the parameter's name, and what
/// stands before them under its own: `torch.broadcast_to(input=x, size=...)`.
void spreadSizes(llvm::ArrayRef<ParameterCode> parameters, Arguments &args) {
  auto given = [&](llvm::StringRef name) {
    return llvm::find_if(args.keywords, [&](auto &entry) { return entry.first == name; });
  };
  auto sizes = llvm::find_if(parameters, [](const ParameterCode &parameter) {
    return parameter.mode == ParameterCode::Mode::VarPositional;
  });
  if (sizes == parameters.end() || given(sizes->name) == args.keywords.end())
    return;
  for (const ParameterCode *each = parameters.begin(); each <= sizes; ++each) {
    auto *entry = given(each->name);
    if (entry == args.keywords.end())
      continue;
    args.positional.push_back(entry->second);
    args.keywords.erase(entry);
  }
}

/// Takes `out` from the arguments, the last parameter where it has a position; undefined when it is
/// absent or None.
Value takeOut(Stage &stage, Arguments &args, std::optional<size_t> position = {}) {
  if (position && args.positional.size() == *position + 1) {
    Value out = args.positional.pop_back_val();
    return stage.isNone(out) ? Value() : out;
  }
  for (auto *it = args.keywords.begin(); it != args.keywords.end(); ++it)
    if (it->first == "out") {
      Value out = it->second;
      args.keywords.erase(it);
      return stage.isNone(out) ? Value() : out;
    }
  return {};
}

/// What eager says where `out` has another dtype than the result, which it does not convert; empty:
/// it does.
std::string refusalOfOut(const ops::Operator &op, int has, int needs) {
  std::string mine(dtypes::className(has)), result(dtypes::className(needs));
  switch (op.out) {
  case ops::Out::Type:
    return "Expected out type to be " + result + " but got " + mine;
  case ops::Out::BoolOnly:
    return has == LITH_UINT8
               ? ""
               : pythonName(op).str() + " only supports bool tensor for result, got: " + mine;
  case ops::Out::Match:
    return "Expected the dtype for input and out to match, but got " + result +
           " for input's dtype and " + mine + " for out's dtype.";
  case ops::Out::Found:
    return "Found dtype " + mine + " but expected " + result;
  case ops::Out::Expected:
    return "Expected out tensor to have dtype " + std::string(dtypes::elementName(needs)) +
           ", but got " + std::string(dtypes::elementName(has)) + " instead";
  case ops::Out::Converted:
  case ops::Out::Computed:
  case ops::Out::Numbers:
    break;
  }
  return "";
}

bool checkOut(Stage &stage, const ops::Operator &op, Value out, Value result) {
  if (!stage.isTensor(out) || !stage.isTensor(result) ||
      dtypeOf(stage, out) == dtypeOf(stage, result))
    return true;
  std::string said = refusalOfOut(op, dtypeOf(stage, out), dtypeOf(stage, result));
  if (!said.empty())
    raise(stage, "RuntimeError", said);
  return said.empty();
}

/// Gives the dtype of `out` to an operator that computes in it.
void computeInOut(Stage &stage, const ops::Operator &op, Value out, Arguments &args) {
  bool computes = op.out == ops::Out::Computed || op.out == ops::Out::Numbers;
  bool isGiven = llvm::any_of(args.keywords, [](const auto &kw) { return kw.first == "dtype"; });
  if (computes && !isGiven && !out.isUndefined() && stage.isTensor(out))
    args.keywords.emplace_back(stage.intern("dtype"), dtypeValue(stage, dtypeOf(stage, out)));
}

/// Numbers in a row are laid into an `out` of as many elements, whatever its sizes.
Result inSizesOf(Stage &stage, const ops::Operator &op, Value out, Result result) {
  if (!result || op.out != ops::Out::Numbers || out.isUndefined() || !stage.isTensor(out) ||
      rankOf(stage, out) == rankOf(stage, *result))
    return result;
  Result shape = getattr(stage, out, stage.intern("shape"));
  return shape ? callMethod(stage, *result, "reshape", *shape) : shape;
}

/// The class of named results that were stored in `out`: torch.return_types.max_out.
Value classInOut(Stage &stage, Value cls) {
  if (cls.isUndefined())
    return cls;
  host::Handle stored = lookup(stage, stage.host.qualifiedName(cls.handle()) + "_out");
  return stored ? stage.ofHandle(stored) : cls;
}

/// Stores what was made in `out`, where one is given.
Result finish(Stage &stage, const ops::Operator &op, Value out, Result result) {
  if (!result || out.isUndefined())
    return result;
  if (needsGrad(stage, {*result, out}))
    return raise(stage, "RuntimeError",
                 pythonName(op) + "(): functions with out=... arguments don't support automatic "
                                  "differentiation, but one of the arguments requires grad.");
  if (!checkOut(stage, op, out, *result))
    return std::nullopt;
  bool several = (out.isTuple() || stage.find<ListObject>(out)) && result->isTuple();
  if (!several)
    return storeOut(stage, out, *result);
  auto targets = elementsOf(stage, out);
  TupleData made = result->tuple();
  if (!targets || targets->size() != made.elements.size())
    refuse(stage, diag::Kind::UnsupportedParameter, {"out", "this number of tensors"});
  for (auto [target, each] : llvm::zip(*targets, made.elements)) {
    if (stage.isTensor(target) && dtypeOf(stage, target) != dtypeOf(stage, each))
      return raise(stage, "RuntimeError",
                   "Expected out tensor to have dtype " +
                       llvm::Twine(dtypes::elementName(dtypeOf(stage, each))) + ", but got " +
                       dtypes::elementName(dtypeOf(stage, target)) + " instead");
    if (!storeOut(stage, target, each))
      return std::nullopt;
  }
  return stage.structure(made.form, *targets, classInOut(stage, made.cls));
}

const ops::Operator &operatorOf(const CallInfo &info) {
  return *static_cast<const ops::Operator *>(info.primitive.data);
}

/// A primitive under its own Python name.
Result callDirect(Stage &stage, const CallInfo &info) {
  const ops::Operator &op = operatorOf(info);
  Arguments args = info.args;
  Value out = takeOut(stage, args);
  auto bound = bind(stage, op, args);
  if (!bound)
    return std::nullopt;
  if (!out.isUndefined())
    for (Value each : *bound)
      checkApart(stage, out, each, Overlap::Whole);
  Result made = elementwise(stage, op, *bound);
  bool isConverted = op.dtypeRule == ops::DtypeRule::Real && stage.isTensor((*bound)[0]) &&
                     dtypes::isComplex(dtypeOf(stage, (*bound)[0])); // the result has another dtype
  if (isConverted && made && !out.isUndefined())
    return storeOut(stage, out, *made);
  return finish(stage, op, out, made);
}

/// Whether an argument `inplace` asks for the result in the first one.
bool storesResult(Stage &stage, const FunctionCode &code, const Arguments &args) {
  for (auto [i, parameter] : llvm::enumerate(code.parameters))
    if (parameter.name == "inplace" && i < args.positional.size())
      return stage.asBool(args.positional[i]) == true;
  return llvm::any_of(args.keywords, [&](const auto &each) {
    return each.first == "inplace" && stage.asBool(each.second) == true;
  });
}

/// A function of the prelude under a Python name.
Result callComposite(Stage &stage, const CallInfo &info) {
  const ops::Operator &op = operatorOf(info);
  llvm::StringRef name(op.name.data(), op.name.size());
  const FunctionCode *code = stage.session.prelude(name);
  Arguments args = info.args;
  auto accepts = [&](llvm::StringRef keyword) {
    return llvm::any_of(code->parameters,
                        [&](const ParameterCode &p) { return p.name == keyword; });
  };
  bool hasPlace = !code->parameters.empty() && code->parameters.back().name == "out";
  Value out =
      takeOut(stage, args, hasPlace ? std::optional(code->parameters.size() - 1) : std::nullopt);
  bool isOpen = llvm::any_of(code->parameters, [](const ParameterCode &p) {
    return p.mode == ParameterCode::Mode::VarKeyword;
  });
  for (auto &[keyword, value] : args.keywords) {
    if (isOpen || accepts(keyword))
      continue;
    keyword = stage.intern(canonical(keyword, accepts));
    if (!accepts(keyword) && !ops::signaturesOf(info.primitive.spelling).empty()) // eager takes it
      refuse(stage, diag::Kind::UnsupportedParameter, {info.primitive.spelling, keyword});
  }
  spreadSizes(code->parameters, args);
  const Primitive *function = Registry::instance().find(("prelude." + name).str());
  computeInOut(stage, op, out, args);
  Address since = stage.nextAddress;
  bool isWithin = stage.body.isInPlace, stores = storesResult(stage, *code, args);
  Scoped<bool> inPlace(stage.body.isInPlace, isWithin || stores);
  Result made = call(stage, stage.boundPrimitive(function, {}), std::move(args));
  stage.body.isInPlace = isWithin;
  if (made && stores && stage.isTensor(*made))
    noteInPlace(stage, nullptr, *made, *made, since);
  return finish(stage, op, out, inSizesOf(stage, op, out, made));
}

/// The function of an operator that takes `inplace`, as those of torch.nn.functional do, and stores
/// its result itself; else null.
const Primitive *storingFunction(Stage &stage, const ops::Operator &op) {
  llvm::StringRef name(op.name.data(), op.name.size());
  const FunctionCode *code =
      op.kind == ops::Operator::Kind::Composite ? stage.session.prelude(name) : nullptr;
  bool takesInPlace = code && llvm::any_of(code->parameters, [](const ParameterCode &each) {
                        return each.name == "inplace";
                      });
  return takesInPlace ? Registry::instance().find(("prelude." + name).str()) : nullptr;
}

/// The function of prelude/repeated.py for `x.f_()`, where elements of x may share their place and
/// eager only warns of it; else null. What graphs keep is not written where it lies.
const FunctionCode *functionOfRepeated(Stage &stage, const ops::Operator &op, Value self) {
  bool isMemory = stage.isTensor(self) && maySharePlaces(stage, self) && !needsGrad(stage, {self});
  return isMemory ? stage.session.prelude("_repeated_" + std::string(op.name)) : nullptr;
}

/// Eager says of a tensor that it may not write so before it looks at the other arguments.
bool checkMayBeWritten(Stage &stage, Value self) {
  if (!stage.isTensor(self) || !needsGrad(stage, {self}))
    return true;
  Value said = objectionTo(stage, self);
  return !said.isStatic() || said == stage.string("") || checkMayWrite(stage, self, self);
}

/// `x.f_(...)`: the pure operator, its result stored in x.
Result callInPlace(Stage &stage, const CallInfo &info) {
  auto *pure = static_cast<const Primitive *>(info.primitive.data);
  const auto &op = *static_cast<const ops::Operator *>(pure->data);
  if (info.args.positional.empty())
    return raise(stage, "TypeError", "a Tensor is needed");
  Value self = info.args.positional[0];
  if (pure->function == callDirect && info.args.keywords.empty() &&
      !checkInPlace(stage, op, info.args.positional))
    return std::nullopt;
  checkInPlaceOperands(stage, op.inPlace, info.args);
  bool isSqueeze = op.inPlace == ops::InPlace::Squeeze;
  bool isGeometry = op.inPlace == ops::InPlace::Geometry || isSqueeze;
  bool writes = isGeometry || pure->function == callDirect; // dropout may find nothing to write
  if (!checkAsked(stage, self) || (writes && !checkMayBeWritten(stage, self)))
    return std::nullopt;
  if (const FunctionCode *repeated = functionOfRepeated(stage, op, self))
    return call(stage, preludeFunction(stage, repeated), info.args);
  Address since = stage.nextAddress;
  bool isWithin = stage.body.isInPlace;
  Scoped<bool> inPlace(stage.body.isInPlace, true);
  Arguments args = info.args;
  const Primitive *storing = storingFunction(stage, op);
  if (storing)
    args.keywords.push_back({stage.intern("inplace"), stage.boolean(true)});
  Result result = call(stage, stage.boundPrimitive(storing ? storing : pure, {}), std::move(args));
  if (!result || !stage.isTensor(self))
    return result;
  return forEachAlternative(stage, *result, [&](Value made) -> Result {
    if (storing && stage.isTensor(made)) {
      stage.body.isInPlace = isWithin;
      noteInPlace(stage, nullptr, made, made, since);
    }
    if (!stage.isTensor(made) || made == self)
      return made;
    if (!isGeometry) {
      checkWritten(stage, self);
      Result stored = storeResult(stage, self, made);
      stage.body.isInPlace = isWithin;
      if (stored)
        noteInPlace(stage, &op, self, made, since);
      return stored;
    }
    if (rankOf(stage, made) == rankOf(stage, self) && isSqueeze)
      return self; // there was nothing to leave out
    if (isSqueeze && !llvm::is_contained(tensorTypeOf(stage, self).getShape(), 1))
      return raise(stage, "NotImplementedError",
                   "squeeze_() of dimensions whose sizes only run time knows");
    noteWrite(stage, self);
    takeGeometry(stage, self, made);
    return self;
  });
}

/// prim.<elementwise>: arguments by position.
Result callElementwise(Stage &stage, const CallInfo &info) {
  return elementwise(stage, operatorOf(info), info.args.positional);
}

void addSpelling(Registry &registry, llvm::StringRef spelling, const ops::Operator &op) {
  bool composite = op.kind == ops::Operator::Kind::Composite;
  if (spelling.starts_with("numpy.")) // takes arrays, and no arguments of tensor functions
    return registry.addPrelude(spelling, {op.name.data(), op.name.size()});
  registry.add(spelling, composite ? callComposite : callDirect, &op);
}

void addInPlace(Registry &registry, llvm::StringRef spelling) {
  std::string name = (spelling + "_").str();
  bool candidate = spelling.starts_with("Tensor.") || spelling.starts_with("torch.") ||
                   spelling.starts_with("torch.nn.functional.");
  if (candidate && !spelling.ends_with("_") && !registry.find(name))
    registry.add(name, callInPlace, registry.find(spelling));
}

void addPrimitives(Registry &registry) {
  for (const ops::Operator &op : ops::operators()) {
    if (op.kind == ops::Operator::Kind::Composite) {
      llvm::StringRef name(op.name.data(), op.name.size());
      registry.addPrelude(("prelude." + name).str(), name);
      continue;
    }
    llvm::StringRef name(op.name.data(), op.name.size());
    PrimitiveFunction function = viewPrimitive(name);
    if (!function)
      function = reducePrimitive(name);
    if (!function)
      function = runtimePrimitive(name);
    if (!function && op.kind == ops::Operator::Kind::Staged)
      continue; // one of the helpers, which are registered by name
    if (!function && op.kind == ops::Operator::Kind::Runtime)
      function = callByRecord;
    Primitive &primitive =
        registry.add(("prim." + name).str(), function ? function : callElementwise, &op);
    primitive.isRecorded = function && !viewPrimitive(name); // the others note it themselves
    if (function)                                            // elements may also be numbers
      for (auto [i, parameter] : llvm::enumerate(parametersOf(op.schema)))
        primitive.tensors |= uint32_t(parameter.isTensor()) << i;
  }
}

} // namespace

const FunctionCode *compositeCode(Stage &stage, const Primitive &primitive) {
  if (primitive.function != callComposite)
    return nullptr;
  std::string_view name = static_cast<const ops::Operator *>(primitive.data)->name;
  return stage.session.prelude({name.data(), name.size()});
}

bool handlesMapped(const Primitive &primitive) {
  return llvm::is_contained({callDirect, callComposite, callElementwise}, primitive.function);
}

std::optional<llvm::SmallVector<Value>> bind(Stage &stage, const ops::Operator &op,
                                             const Arguments &args) {
  std::vector<SchemaParameter> parameters = parametersOf(op.schema);
  llvm::SmallVector<Value> bound(parameters.size());
  auto fail = [&](const llvm::Twine &what) {
    raise(stage, "TypeError", llvm::Twine(op.name) + "(): " + what);
    return std::nullopt;
  };
  if (args.positional.size() > parameters.size())
    return fail("too many arguments");
  for (size_t i = 0; i < args.positional.size(); ++i)
    bound[i] = args.positional[i];
  for (const auto &[keyword, value] : args.keywords) {
    size_t i = 0;
    while (i < parameters.size() && parameters[i].name != keyword &&
           !llvm::is_contained(otherNames(keyword), parameters[i].name))
      ++i;
    if (i == parameters.size())
      return fail("no parameter " + keyword);
    if (!bound[i].isUndefined())
      return fail("two values for " + keyword);
    bound[i] = value;
  }
  for (size_t i = 0; i < bound.size(); ++i)
    if (bound[i].isUndefined())
      return fail("no argument for " + parameters[i].name);
  return bound;
}

} // namespace lith::stage::tensor

namespace lith::stage {

void registerTensorOperators(Registry &registry) {
  using namespace lith::stage::tensor;
  addPrimitives(registry);
  registerHelpers(registry);
  registerLists(registry);
  registerSequences(registry);
  registerModes(registry);
  registerGenerators(registry);
  registerMapped(registry);
  registerDispatcherNames(registry);
  auto text = [](std::string_view view) { return llvm::StringRef(view.data(), view.size()); };
  for (const ops::Spelling &spelling : ops::spellings())
    if (spelling.text.find('.') != std::string_view::npos)
      addSpelling(registry, text(spelling.text), *spelling.op);
  for (const ops::Spelling &spelling : ops::spellings())
    if (spelling.text.find('.') != std::string_view::npos)
      addInPlace(registry, text(spelling.text));
  registerForeach(registry);
  for (const ops::PreludeFile &file : ops::preludeFiles())
    registry.addPreludeSource(("prelude/" + text(file.name)).str(), text(file.text));
}

} // namespace lith::stage

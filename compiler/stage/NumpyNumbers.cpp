// NumpyNumbers.cpp: numbers of NumPy among the constants of a program.
#include "stage/NumpyNumbers.h"

#include "llvm/ADT/StringExtras.h"

namespace lith::stage {

// The name of the dtype, "float64"; empty: no class of numbers of NumPy.
static std::string dtypeOfClass(Stage &s, host::Handle cls) {
  std::string name = s.host.qualifiedName(cls);
  llvm::StringRef rest = name;
  if (!rest.consume_front("numpy."))
    return {};
  if (rest == "bool" || rest == "bool_")
    return "bool";
  bool isNumber = rest.starts_with("int") || rest.starts_with("uint") ||
                  rest.starts_with("float") || rest.starts_with("complex");
  return isNumber && llvm::isDigit(rest.back()) ? rest.str() : "";
}

static std::string numpyType(Stage &s, Value value) {
  bool isOther = value.isStatic() && s.kindOf(value) == host::Kind::Other;
  return isOther ? dtypeOfClass(s, s.host.classOf(value.handle())) : std::string();
}

bool isNumpyNumber(Stage &s, Value value) { return !numpyType(s, value).empty(); }

bool isNumpyClass(Stage &s, Value cls) {
  return cls.isStatic() && !dtypeOfClass(s, cls.handle()).empty();
}

Value pythonNumber(Stage &s, Value value) {
  if (numpyType(s, value).empty())
    return value;
  host::Outcome number = s.host.call(s.host.lookup("numpy.generic.item"), {value.handle()}, {});
  return number.ok() ? s.ofHandle(number.value) : value;
}

static bool readsDtype(llvm::StringRef spelling) {
  return llvm::is_contained({"torch.tensor", "torch.as_tensor", "torch.asarray",
                             "torch.scalar_tensor", "Tensor.new_tensor"},
                            spelling);
}

// Tells a constructor the dtype that its data, at this position, has in NumPy.
static void addDtype(Stage &s, Value data, Arguments &arguments) {
  std::string type = numpyType(s, data);
  if (type.empty() ||
      llvm::any_of(arguments.keywords, [](auto &keyword) { return keyword.first == "dtype"; }))
    return;
  host::Handle dtype = s.host.lookup("torch." + type);
  if (dtype)
    arguments.keywords.push_back({s.intern("dtype"), Value::ofStatic(dtype)});
}

static bool holdsNumpy(Stage &s, llvm::ArrayRef<Value> values) {
  return llvm::any_of(values, [&](Value value) { return isNumpyNumber(s, value); });
}

static Value replaced(Stage &s, llvm::StringRef spelling, Value value) {
  if (value.isStatic())
    return pythonNumber(s, value);
  bool isTuple = value.isTuple() && value.tuple().form == TupleData::Form::Tuple;
  auto *list = s.find<ListObject>(value);
  if (!isTuple && (!list || list->isRuntime()))
    return value;
  std::vector<Value> elements = isTuple ? value.tuple().elements.vec() : list->elements;
  if (!holdsNumpy(s, elements))
    return value;
  if (readsDtype(spelling))
    s.refuse(diag::Kind::UnsupportedExpression, {"a tensor of a list of numbers of NumPy"});
  for (Value &element : elements)
    element = pythonNumber(s, element);
  return isTuple ? s.tuple(elements) : s.list(elements);
}

void replaceNumpyNumbers(Stage &s, llvm::StringRef spelling, Arguments &arguments) {
  if (llvm::is_contained({"builtins.max", "builtins.min", "builtins.divmod", "builtins.pow"},
                         spelling)) {
    for (Value left : arguments.positional)
      for (Value right : arguments.positional)
        refuseNumpyArithmetic(s, left, right);
    return;
  }
  size_t data = spelling.starts_with("Tensor.") ? 1 : 0;
  if (readsDtype(spelling) && arguments.positional.size() > data)
    addDtype(s, arguments.positional[data], arguments);
  for (Value &argument : arguments.positional)
    argument = replaced(s, spelling, argument);
  for (auto &[name, argument] : arguments.keywords)
    argument = replaced(s, spelling, argument);
}

void refuseNumpyArithmetic(Stage &s, Value left, Value right) {
  if ((left.isScalar() && isNumpyNumber(s, right)) || (right.isScalar() && isNumpyNumber(s, left)))
    s.refuse(diag::Kind::UnsupportedExpression,
             {"a number of NumPy together with one that only run time knows; int() and float() "
              "make numbers of Python of it"});
}

} // namespace lith::stage

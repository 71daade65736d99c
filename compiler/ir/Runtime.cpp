// Runtime.cpp: calls of the runtime: their effects, and lith.rt, held against functions.def;
// lith.call.

#include "ir/Dialect.h"
#include "ir/RuntimeTable.h"

using namespace mlir;
using namespace lith::ir;

/// Whether a value of `type` can be passed or returned as `letter`.
static bool matches(char letter, Type type) {
  switch (letter) {
  case 'i':
  case 'P':
    return type.isInteger(64);
  case 'b':
    return type.isInteger(1);
  case 'f':
    return type.isF64();
  case 'B':
  case 'V':
    return isa<BoxType>(type);
  case 't':
  case 'T':
    return tensorType(type) != nullptr;
  case 's':
    return isa<StrType>(type);
  case 'l':
    return isa<ListType>(type);
  case 'u':
    return isa<lith::ir::TupleType>(type);
  case 'd':
    return isa<DictType>(type);
  case 'S':
    return isa<SetType>(type);
  case 'r':
    return isa<RecordType>(type);
  case 'c':
    return isa<CellType>(type);
  case 'e':
    return isa<ExceptionType>(type);
  case 'I':
    return isa<IteratorType>(type);
  case 'C':
    return isa<ClosureType>(type);
  case 'n':
    return isa<NodeType>(type);
  case 'z':
    return isa<ComplexType>(type);
  case 'p':
    return isa<PtrType>(type);
  case 'o':
    return isCounted(type) && !isa<BoxType>(type);
  default:
    return false;
  }
}

/// The operation that alone calls the function; none for most functions of Python's objects.
static std::optional<RegisteredOperationName> operationOf(StringRef callee, MLIRContext *context) {
  auto name = RegisteredOperationName::lookup(("lith." + callee).str(), context);
  return name && name->hasInterface<RuntimeCall>() ? name : std::nullopt;
}

const RuntimeFunction &lith::ir::functionOf(StringRef operation) {
  return *findRuntimeFunction(operation.split('.').second);
}

void lith::ir::upgradeCalls(ModuleOp module) {
  module.walk([](RtOp call) {
    auto name = operationOf(call.getCallee(), call.getContext());
    if (!name)
      return;
    OpBuilder builder(call);
    OperationState state(call.getLoc(), *name, call.getArgs(), call->getResultTypes());
    call->replaceAllUsesWith(builder.create(state));
    call.erase();
  });
}

const RuntimeFunction &RtOp::getFunction() { return *findRuntimeFunction(getCallee()); }

ArrayRef<int64_t> RtOp::getArrayLengths() { return getSegments().value_or(ArrayRef<int64_t>()); }

LogicalResult RtOp::verify() {
  const RuntimeFunction *function = findRuntimeFunction(getCallee());
  if (!function)
    return emitOpError("C1: the runtime has no function '") << getCallee() << "'";
  if (auto name = operationOf(getCallee(), getContext()))
    return emitOpError("C4: '") << getCallee() << "' is called by " << name->getStringRef();
  auto lengths = function->split(getOperands().size(), getArrayLengths());
  if (!lengths)
    return emitOpError("C2: '") << getCallee() << "' does not take " << getOperands().size()
                                << " operands split like this";
  unsigned index = 0;
  for (auto [length, parameter] : llvm::zip(*lengths, function->parameters))
    for (unsigned i = 0; i < length; ++i, ++index)
      if (!matches(parameter.letter, getOperand(index).getType()))
        return emitOpError("C2: operand ")
               << index << " of '" << getCallee() << "' has type " << getOperand(index).getType()
               << ", the table says '" << parameter.letter << "'";
  bool none = function->result == 'v';
  if (none != !getResult() || (!none && !matches(function->result, getResult().getType())))
    return emitOpError("C3: the result of '")
           << getCallee() << "' is '" << function->result << "' in the table";
  return success();
}

void lith::ir::addRuntimeEffects(Operation *call, const RuntimeFunction &function,
                                 SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  bool isTold = !function.has(RuntimeFunction::Memory) || isAskedAbout(call);
  bool tells = function.has(RuntimeFunction::Raises) && isTold;
  if (tells || function.has(RuntimeFunction::Write))
    effects.emplace_back(MemoryEffects::Write::get());
  if (function.has(RuntimeFunction::Read) || function.has(RuntimeFunction::Write))
    effects.emplace_back(MemoryEffects::Read::get());
}

void RtOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  addRuntimeEffects(*this, getFunction(), effects);
}

// lith.rt @name(%a, %b) {attributes} : (types) -> type
void RtOp::print(OpAsmPrinter &printer) {
  printer << " @" << getCallee() << '(' << getOperands() << ')';
  printer.printOptionalAttrDict((*this)->getAttrs(), {"callee"});
  printer << " : ";
  printer.printFunctionalType(*this);
}

ParseResult RtOp::parse(OpAsmParser &parser, OperationState &state) {
  StringAttr callee;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  FunctionType type;
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseSymbolName(callee, "callee", state.attributes) ||
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), where, state.operands);
}

LogicalResult KeyMethodsOp::verifySymbolUses(SymbolTableCollection &table) {
  Type box = BoxType::get(getContext());
  auto takes = [&](FlatSymbolRefAttr name, unsigned count) {
    SmallVector<Type> parameters(count, box);
    parameters.append(getCaptured().getTypes().begin(), getCaptured().getTypes().end());
    auto function = table.lookupNearestSymbolFrom<func::FuncOp>(*this, name);
    return function &&
           function.getFunctionType() == FunctionType::get(getContext(), parameters, box);
  };
  if (!takes(getHashAttr(), 1) || !takes(getEqualAttr(), 2))
    return emitOpError("C1: names other functions");
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &table) {
  auto callee = table.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("calls '") << getCallee() << "', which is not a function";
  if (callee.getFunctionType() !=
      FunctionType::get(getContext(), getOperandTypes(), getResultTypes()))
    return emitOpError("has other types than '") << getCallee() << "'";
  if (callee->hasAttr(takesArguments))
    return emitOpError("lends its arguments to '") << getCallee() << "', which takes them over";
  return success();
}

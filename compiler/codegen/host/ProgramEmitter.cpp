// ProgramEmitter.cpp: types, declarations and tables of a program.

#include "codegen/host/ProgramEmitter.h"
#include "codegen/Codegen.h"

#include <lith/abi.h>

using namespace mlir;
using namespace lith::codegen;

static std::array<int32_t, 7> keyOf(const lith::Location &place) {
  return {place.file,    place.function,  place.line,  place.column,
          place.endLine, place.endColumn, place.caller};
}

int32_t ProgramEmitter::numberOf(const Location &place) {
  auto [known, isNew] = places.try_emplace(keyOf(place), int32_t(image.locations.size()));
  if (isNew)
    image.locations.push_back(place);
  return known->second;
}

ProgramEmitter::ProgramEmitter(llvm::Module &module, const llvm::TargetMachine &target,
                               Image &image)
    : module(module), target(target),
      boxType(llvm::StructType::get(llvm::Type::getInt64Ty(module.getContext()),
                                    llvm::Type::getInt64Ty(module.getContext()))),
      image(image) {
  for (auto [i, constant] : llvm::enumerate(image.constants))
    if (constant.tag == LITH_STR)
      strings.try_emplace(constant.text, i);
  for (auto [i, text] : llvm::enumerate(image.strings))
    locationStrings.try_emplace(text, int32_t(i));
  for (auto [i, place] : llvm::enumerate(image.locations))
    places.try_emplace(keyOf(place), int32_t(i));
}

llvm::Type *ProgramEmitter::type(Type type) {
  llvm::LLVMContext &context = module.getContext();
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::IntegerType::get(context, integer.getWidth());
  if (type.isF64())
    return llvm::Type::getDoubleTy(context);
  if (isa<ir::BoxType>(type))
    return boxType;
  return llvm::PointerType::get(context, 0);
}

/// The registers that a letter of the table takes; none for "nothing".
static void appendTypes(llvm::LLVMContext &context, char letter,
                        llvm::SmallVectorImpl<llvm::Type *> &types) {
  llvm::Type *word = llvm::Type::getInt64Ty(context);
  switch (letter) {
  case 'v':
    return;
  case 'i':
    types.push_back(word);
    return;
  case 'b':
    types.push_back(llvm::Type::getInt1Ty(context));
    return;
  case 'f':
    types.push_back(llvm::Type::getDoubleTy(context));
    return;
  case 'B':
    types.append({word, word});
    return;
  default:
    types.push_back(llvm::PointerType::get(context, 0));
  }
}

llvm::FunctionCallee ProgramEmitter::runtime(const ir::RuntimeFunction &function) {
  llvm::FunctionCallee &known = declared[&function];
  if (known)
    return known;
  llvm::LLVMContext &context = module.getContext();
  llvm::SmallVector<llvm::Type *> parameters{llvm::PointerType::get(context, 0)}, results;
  for (const auto &parameter : function.parameters)
    appendTypes(context, parameter.letter, parameters);
  appendTypes(context, function.result, results);
  llvm::Type *result = results.empty()      ? llvm::Type::getVoidTy(context)
                       : results.size() > 1 ? boxType
                                            : results[0];
  known = module.getOrInsertFunction(("lith_rt_" + function.name).str(),
                                     llvm::FunctionType::get(result, parameters, false));
  auto *declaration = llvm::cast<llvm::Function>(known.getCallee());
  declaration->setDoesNotThrow();
  for (llvm::Argument &argument : declaration->args())
    if (argument.getType()->isIntegerTy(1))
      argument.addAttr(llvm::Attribute::ZExt);
  if (result->isIntegerTy(1))
    declaration->addRetAttr(llvm::Attribute::ZExt);
  return known;
}

llvm::Function *ProgramEmitter::function(func::FuncOp source) {
  llvm::Function *&known = functions[source];
  if (known)
    return known;
  llvm::SmallVector<llvm::Type *> parameters{llvm::PointerType::get(module.getContext(), 0)},
      results;
  for (Type argument : source.getArgumentTypes())
    parameters.push_back(type(argument));
  for (Type result : source.getResultTypes())
    results.push_back(type(result));
  llvm::Type *result = results.empty() ? llvm::Type::getVoidTy(module.getContext())
                                       : llvm::StructType::get(module.getContext(), results);
  known = llvm::Function::Create(llvm::FunctionType::get(result, parameters, false),
                                 llvm::Function::InternalLinkage, "fn." + source.getName(), module);
  known->setDoesNotThrow();
  return known;
}

/// By which the loader finds the function; empty: it does not.
static std::string visibleName(func::FuncOp function) {
  if (function.getName() == entryName)
    return "lith_main";
  auto number = function->getAttrOfType<IntegerAttr>(nodeFunction);
  return number && !function.isExternal() ? "lith_node_" + std::to_string(number.getInt()) : "";
}

llvm::Function *ProgramEmitter::entry(func::FuncOp source) {
  llvm::Function *&known = entries[source];
  if (known)
    return known;
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *pointer = llvm::PointerType::get(context, 0);
  auto *type =
      llvm::FunctionType::get(llvm::Type::getInt32Ty(context), {pointer, pointer, pointer}, false);
  std::string visible = visibleName(source);
  known = llvm::Function::Create(
      type, visible.empty() ? llvm::Function::InternalLinkage : llvm::Function::ExternalLinkage,
      visible.empty() ? ("entry." + source.getName()).str() : visible, module);
  known->setDoesNotThrow();
  for (unsigned i = 0; i < 3; ++i)
    known->addParamAttr(i, llvm::Attribute::NoAlias);
  return known;
}

int64_t ProgramEmitter::stringConstant(llvm::StringRef text) {
  auto [it, isNew] = strings.try_emplace(text, image.constants.size());
  if (isNew) {
    Constant constant;
    constant.tag = LITH_STR;
    constant.text = text.str();
    image.constants.push_back(std::move(constant));
  }
  return it->second;
}

int64_t ProgramEmitter::complexConstant(double real, double imaginary) {
  Constant constant;
  constant.tag = LITH_COMPLEX;
  constant.real = real;
  constant.imaginary = imaginary;
  image.constants.push_back(std::move(constant));
  return image.constants.size() - 1;
}

llvm::Constant *ProgramEmitter::data(llvm::StringRef text) {
  llvm::Constant *&known = bytes[text];
  if (!known) {
    auto *content = llvm::ConstantDataArray::getString(module.getContext(), text, true);
    auto *global = new llvm::GlobalVariable(module, content->getType(), true,
                                            llvm::GlobalValue::PrivateLinkage, content);
    global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
    global->setAlignment(llvm::Align(8));
    known = global;
  }
  return known;
}

// Globals.cpp: the names that pickles refer to, and those that are refused, by what they are.
#include "torchscript/Pickle.h"

#include <map>

namespace lith::torchscript {
namespace {

using Call = Global::Call;

const std::map<std::string_view, Global> &knownGlobals() {
  static const std::map<std::string_view, Global> known = {
      {"torch._utils._rebuild_tensor_v2", {Call::Tensor}},
      {"torch._utils._rebuild_parameter", {Call::Parameter}},
      {"torch.jit._pickle.build_intlist", {Call::Typed, "List[int]"}},
      {"torch.jit._pickle.build_doublelist", {Call::Typed, "List[float]"}},
      {"torch.jit._pickle.build_boollist", {Call::Typed, "List[bool]"}},
      {"torch.jit._pickle.build_tensorlist", {Call::Typed, "List[Tensor]"}},
      {"torch.jit._pickle.restore_type_tag", {Call::Tagged}},
      {"torch.device", {Call::Device}},
      {"builtins.complex", {Call::Complex}},
      {"collections.OrderedDict", {Call::OrderedDict}},
      {"torch.FloatStorage", {Call::StorageType, {}, LITH_FLOAT32}},
      {"torch.DoubleStorage", {Call::StorageType, {}, LITH_FLOAT64}},
      {"torch.HalfStorage", {Call::StorageType, {}, LITH_FLOAT16}},
      {"torch.BFloat16Storage", {Call::StorageType, {}, LITH_BFLOAT16}},
      {"torch.LongStorage", {Call::StorageType, {}, LITH_INT64}},
      {"torch.IntStorage", {Call::StorageType, {}, LITH_INT32}},
      {"torch.ShortStorage", {Call::StorageType, {}, LITH_INT16}},
      {"torch.CharStorage", {Call::StorageType, {}, LITH_INT8}},
      {"torch.ByteStorage", {Call::StorageType, {}, LITH_UINT8}},
      {"torch.BoolStorage", {Call::StorageType, {}, LITH_BOOL8}},
      {"torch.ComplexFloatStorage", {Call::StorageType, {}, LITH_COMPLEX64}},
      {"torch.ComplexDoubleStorage", {Call::StorageType, {}, LITH_COMPLEX128}},
  };
  return known;
}

constexpr std::string_view OwnClass = "__torch__.", NativeClass = "__torch__.torch.classes.";

bool isStorageType(std::string_view name) {
  return name.starts_with("torch.") && name.ends_with("Storage");
}

[[noreturn]] void refuse(const std::string &name, const std::string &pickle) {
  std::string what;
  if (name.starts_with(NativeClass))
    what = "an object of the C++ class '" + name.substr(OwnClass.size()) + "'";
  else if (name == "torch._utils._rebuild_qtensor")
    what = "a quantized tensor";
  else if (name == "torch._utils._rebuild_sparse_tensor")
    what = "a sparse tensor";
  else if (isStorageType(name))
    what = "a tensor with the storage type '" + name + "'";
  else
    throw CannotRead("is refused: " + pickle + " names '" + name +
                     "', which is no part of the format");
  throw CannotRead("holds " + what + ", which Lith does not have");
}

} // namespace

const Global &globalNamed(const std::string &qualifiedName, const std::string &pickle) {
  static const Global ownClass{Call::Class};
  if (qualifiedName.starts_with(OwnClass) && !qualifiedName.starts_with(NativeClass) &&
      qualifiedName.back() != '.')
    return ownClass;
  auto found = knownGlobals().find(qualifiedName);
  if (found == knownGlobals().end())
    refuse(qualifiedName, pickle);
  return found->second;
}

std::string opcodeName(uint8_t opcode) {
  static const std::map<uint8_t, const char *> names = {
      {'0', "POP"},
      {'1', "POP_MARK"},
      {'2', "DUP"},
      {'F', "FLOAT"},
      {'I', "INT"},
      {'L', "LONG"},
      {'P', "PERSID"},
      {'S', "STRING"},
      {'T', "BINSTRING"},
      {'U', "SHORT_BINSTRING"},
      {'V', "UNICODE"},
      {'B', "BINBYTES"},
      {'C', "SHORT_BINBYTES"},
      {'a', "APPEND"},
      {'g', "GET"},
      {'i', "INST"},
      {'o', "OBJ"},
      {'p', "PUT"},
      {'s', "SETITEM"},
      {0x80, "PROTO"},
      {0x82, "EXT1"},
      {0x83, "EXT2"},
      {0x84, "EXT4"},
      {0x8b, "LONG4"},
      {0x8c, "SHORT_BINUNICODE"},
      {0x8d, "BINUNICODE8"},
      {0x8e, "BINBYTES8"},
      {0x8f, "EMPTY_SET"},
      {0x90, "ADDITEMS"},
      {0x91, "FROZENSET"},
      {0x92, "NEWOBJ_EX"},
      {0x93, "STACK_GLOBAL"},
      {0x94, "MEMOIZE"},
      {0x95, "FRAME"},
      {0x96, "BYTEARRAY8"},
      {0x97, "NEXT_BUFFER"},
      {0x98, "READONLY_BUFFER"},
  };
  auto found = names.find(opcode);
  return found == names.end() ? std::to_string(opcode) : found->second;
}

} // namespace lith::torchscript

// Constants.cpp: immutable values, and their counterparts in the runtime.
#include "native/NativeHost.h"

#include <lith/objects.h>
#include <lith/program.h>

#include <algorithm>
#include <cstring>

extern "C" {
bool lith_rt_value_equal(lith_ctx *, lith_value, lith_value);
lith_str *lith_rt_value_repr(lith_ctx *, lith_value);
lith_value lith_rt_slice_new(lith_ctx *, int64_t, const lith_value *);
}

namespace lith::native {

using host::Handle;
using host::Kind;

namespace {

template <typename T> T *as(lith_value value) { return reinterpret_cast<T *>(value.bits); }

std::string bytesOf(const void *data, size_t size) {
  return {static_cast<const char *>(data), size};
}

} // namespace

Entity *NativeHost::interned(Kind kind, std::string_view cls, std::string key) {
  Entity *&made = constants[char('a' + int(kind)) + std::move(key)];
  if (!made)
    made = make(kind, builtin(cls));
  return made;
}

Handle NativeHost::none() { return handleOf(interned(Kind::None, "NoneType", "")); }
Handle NativeHost::ellipsis() { return handleOf(interned(Kind::Ellipsis, "ellipsis", "")); }
Handle NativeHost::notImplemented() {
  return handleOf(interned(Kind::NotImplemented, "NotImplementedType", ""));
}

Handle NativeHost::boolean(bool value) {
  Entity *made = interned(Kind::Bool, "bool", value ? "1" : "0");
  made->integer = value;
  return handleOf(made);
}

Handle NativeHost::integer(int64_t value) {
  Entity *made = interned(Kind::Int, "int", bytesOf(&value, sizeof value));
  made->integer = value;
  return handleOf(made);
}

Handle NativeHost::bigInteger(std::string_view decimal) {
  Entity *made = interned(Kind::Int, "int", "d" + std::string(decimal));
  made->text = decimal;
  made->isBig = true;
  return handleOf(made);
}

Handle NativeHost::real(double value) {
  Entity *made = interned(Kind::Float, "float", bytesOf(&value, sizeof value));
  made->real = value;
  return handleOf(made);
}

Handle NativeHost::complexNumber(std::complex<double> value) {
  Entity *made = interned(Kind::Complex, "complex", bytesOf(&value, sizeof value));
  made->real = value.real();
  made->imaginary = value.imag();
  return handleOf(made);
}

Handle NativeHost::str(std::string_view text) {
  Entity *made = interned(Kind::Str, "str", std::string(text));
  made->text = text;
  return handleOf(made);
}

Handle NativeHost::bytes(std::string_view text) {
  Entity *made = interned(Kind::Bytes, "bytes", std::string(text));
  made->text = text;
  return handleOf(made);
}

Handle NativeHost::tuple(const std::vector<Handle> &elements) {
  Entity *made = make(Kind::Tuple, builtin("tuple"));
  for (Handle element : elements)
    made->children.push_back(entityOf(element));
  return handleOf(made);
}

Handle NativeHost::slice(Handle start, Handle stop, Handle step) {
  Entity *made = make(Kind::Slice, builtin("slice"));
  made->children = {entityOf(start), entityOf(stop), entityOf(step)};
  return handleOf(made);
}

Handle NativeHost::frozenSet(const std::vector<Handle> &elements) {
  Entity *made = make(Kind::FrozenSet, builtin("frozenset"));
  for (Handle element : elements)
    made->children.push_back(entityOf(element));
  return handleOf(made);
}

Handle NativeHost::dtype(int lithDType) {
  return lithDType >= 0 && size_t(lithDType) < dtypes.size() ? handleOf(dtypes[size_t(lithDType)])
                                                             : nullptr;
}

int NativeHost::asDType(Handle handle) {
  const Entity *self = entityOf(handle);
  return self->kind == Kind::DType ? int(self->integer) : -1;
}

std::optional<int64_t> NativeHost::asInt(Handle handle) {
  const Entity *self = entityOf(handle);
  bool isInt = self->kind == Kind::Bool || (self->kind == Kind::Int && !self->isBig);
  return isInt ? std::optional(self->integer) : std::nullopt;
}

double NativeHost::asFloat(Handle handle) {
  const Entity *self = entityOf(handle);
  return self->isBig                 ? std::strtod(self->text.c_str(), nullptr)
         : self->kind == Kind::Float ? self->real
                                     : double(self->integer);
}

std::complex<double> NativeHost::asComplex(Handle handle) {
  const Entity *self = entityOf(handle);
  return self->kind == Kind::Complex ? std::complex(self->real, self->imaginary) : asFloat(handle);
}

std::string_view NativeHost::asStr(Handle handle) {
  const Entity *self = entityOf(handle);
  bool isText = self->kind == Kind::Str || self->kind == Kind::Bytes;
  return isText ? std::string_view(self->text) : std::string_view();
}

bool NativeHost::equal(Handle left, Handle right) {
  if (left == right)
    return true;
  lith_value a = toValue(entityOf(left)), b = toValue(entityOf(right));
  Scratch scratch;
  bool same =
      a.tag != LITH_NULL && b.tag != LITH_NULL && lith_rt_value_equal(scratch.context(), a, b);
  lith_value_release(a);
  lith_value_release(b);
  return same;
}

bool NativeHost::isHashableConstant(Handle handle) {
  const Entity *self = entityOf(handle);
  switch (self->kind) {
  case Kind::Tuple:
    for (Entity *element : self->children)
      if (!isHashableConstant(handleOf(element)))
        return false;
    return true;
  case Kind::List:
  case Kind::Dict:
  case Kind::Set:
  case Kind::Slice:
  case Kind::Tensor:
    return false;
  default:
    return true;
  }
}

std::string NativeHost::repr(Handle handle) {
  const Entity *self = entityOf(handle);
  switch (self->kind) {
  case Kind::Class:
    return "<class '" + (self->text.starts_with("builtins.") ? self->text.substr(9) : self->text) +
           "'>";
  case Kind::Function:
    return "<function " + self->text + ">";
  case Kind::BuiltinFunction:
  case Kind::SlotWrapper:
    return "<built-in function " + self->text.substr(self->text.rfind('.') + 1) + ">";
  case Kind::Module:
    return "<module '" + self->text + "'>";
  case Kind::Ellipsis:
    return "Ellipsis";
  case Kind::NotImplemented:
    return "NotImplemented";
  default:
    break;
  }
  lith_value value = toValue(self);
  if (value.tag == LITH_NULL)
    return self->text;
  Scratch scratch;
  lith_str *text = lith_rt_value_repr(scratch.context(), value);
  std::string result = text ? std::string(text->data, size_t(text->bytes)) : "";
  lith_value_release(value);
  if (text)
    lith_value_release({LITH_STR, reinterpret_cast<uint64_t>(text)});
  return result;
}

lith_value NativeHost::toValue(const Entity *constant) {
  if (constant->isBig)
    return {LITH_NULL, 0};
  switch (constant->kind) {
  case Kind::None:
    return {LITH_NONE, 0};
  case Kind::Bool:
    return {LITH_BOOL, uint64_t(constant->integer)};
  case Kind::Int:
    return {LITH_INT, uint64_t(constant->integer)};
  case Kind::Float:
    return {LITH_FLOAT, __builtin_bit_cast(uint64_t, constant->real)};
  case Kind::Complex:
    return lith_make_complex(constant->real, constant->imaginary);
  case Kind::Str:
    return lith_make_str(constant->text.data(), constant->text.size());
  case Kind::Tuple:
  case Kind::Size: {
    std::vector<lith_value> items;
    bool whole = true;
    for (const Entity *element : constant->children) {
      items.push_back(toValue(element));
      whole &= items.back().tag != LITH_NULL;
    }
    lith_value tuple =
        whole ? lith_make_tuple(items.data(), items.size()) : lith_value{LITH_NULL, 0};
    for (lith_value item : items)
      lith_value_release(item);
    return tuple;
  }
  case Kind::Slice: {
    lith_value bounds[3];
    for (size_t i = 0; i < 3; ++i)
      bounds[i] = toValue(constant->children[i]);
    bool whole = std::none_of(bounds, bounds + 3, [](lith_value v) { return v.tag == LITH_NULL; });
    lith_value made = whole ? lith_rt_slice_new(nullptr, 3, bounds) : lith_value{LITH_NULL, 0};
    for (lith_value bound : bounds)
      lith_value_release(bound);
    return made;
  }
  default:
    return {LITH_NULL, 0};
  }
}

Entity *NativeHost::fromValue(lith_value value) {
  switch (value.tag) {
  case LITH_NONE:
    return entityOf(none());
  case LITH_BOOL:
    return entityOf(boolean(value.bits != 0));
  case LITH_INT:
    return entityOf(integer(int64_t(value.bits)));
  case LITH_FLOAT:
    return entityOf(real(__builtin_bit_cast(double, value.bits)));
  case LITH_COMPLEX:
    return entityOf(complexNumber({as<lith_complex>(value)->re, as<lith_complex>(value)->im}));
  case LITH_STR: {
    auto *text = as<lith_str>(value);
    return entityOf(str({text->data, size_t(text->bytes)}));
  }
  case LITH_TUPLE:
  case LITH_LIST: {
    bool isTuple = value.tag == LITH_TUPLE;
    Entity *made =
        isTuple ? make(Kind::Tuple, builtin("tuple")) : make(Kind::List, builtin("list"));
    for (size_t i = 0; i < lith_length(value); ++i)
      made->children.push_back(fromValue(lith_item(value, i)));
    return made;
  }
  case LITH_DICT: {
    Entity *made = dict();
    for (size_t i = 0; i < lith_length(value); ++i)
      setEntry(made, fromValue(lith_key(value, i)), fromValue(lith_item(value, i)));
    return made;
  }
  case LITH_TENSOR: {
    auto *tensor = as<lith_tensor>(value);
    Entity *made = make(Kind::Tensor, entityOf(lookup("torch.Tensor")));
    made->tensor = std::make_unique<host::TensorInfo>();
    *made->tensor = {tensor->head.dtype,
                     {tensor->sizes, tensor->sizes + tensor->head.rank},
                     {tensor->strides, tensor->strides + tensor->head.rank},
                     0,
                     reinterpret_cast<uint64_t>(tensor->storage),
                     tensor->storage->bytes,
                     false,
                     true,
                     false,
                     true,
                     tensor->data};
    return made;
  }
  default:
    return make(Kind::Other, builtin("object"));
  }
}

} // namespace lith::native

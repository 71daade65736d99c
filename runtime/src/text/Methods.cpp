// Methods.cpp: the methods of containers and numbers, and how all are called.
#include "text/Methods.h"

#include "objects/Iterator.h"
#include "tensor/TensorHooks.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace lith;

bool lith::textArgument(lith_ctx *ctx, lith_value value, const char *message,
                        std::string_view &text) {
  if (value.tag == LITH_STR) {
    text = textOf(value);
    return true;
  }
  std::string out(message);
  if (size_t at = out.find("%s"); at != std::string::npos)
    out.replace(at, 2, typeName(ctx, value));
  raise(ctx, LITH_CLASS_TypeError, out);
  return false;
}

bool lith::indexArgument(lith_ctx *ctx, Arguments args, int64_t i, int64_t fallback,
                         int64_t &index) {
  index = fallback;
  if (args.has(i) && args[i].tag != LITH_NONE)
    index = lith_rt_value_index(ctx, args[i]);
  return !ctx->pending;
}

namespace {

// --- list
lith_list *L(lith_value value) { return as<lith_list>(value); }
lith_dict *D(lith_value value) { return as<lith_dict>(value); }
lith_set *S(lith_value value) { return as<lith_set>(value); }

lith_value listAppend(lith_ctx *ctx, lith_value self, Arguments args) {
  append(ctx, L(self), retained(args[0]));
  return noneValue();
}
lith_value listExtend(lith_ctx *ctx, lith_value self, Arguments args) {
  lith_rt_list_extend(ctx, L(self), args[0]);
  return noneUnlessRaised(ctx);
}
lith_value listInsert(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t index;
  if (!indexArgument(ctx, args, 0, 0, index))
    return nullValue();
  lith_rt_list_insert(ctx, L(self), index, retained(args[1]));
  return noneValue();
}
lith_value listPop(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t index;
  return indexArgument(ctx, args, 0, -1, index) ? lith_rt_list_pop(ctx, L(self), index)
                                                : nullValue();
}
lith_value listRemove(lith_ctx *ctx, lith_value self, Arguments args) {
  lith_rt_list_remove(ctx, L(self), args[0]);
  return noneUnlessRaised(ctx);
}
lith_value listClear(lith_ctx *ctx, lith_value self, Arguments) {
  lith_rt_list_clear(ctx, L(self));
  return noneValue();
}
lith_value listCopy(lith_ctx *ctx, lith_value self, Arguments) {
  return box(lith_rt_list_copy(ctx, L(self)));
}
lith_value listReverse(lith_ctx *ctx, lith_value self, Arguments) {
  lith_rt_list_reverse(ctx, L(self));
  return noneValue();
}
// sort(keys or None, reverse): the caller has applied the key function.
lith_value listSort(lith_ctx *ctx, lith_value self, Arguments args) {
  bool reverse = args.has(1) && truthOf(ctx, args[1]) > 0;
  if (args.has(0) && args[0].tag == LITH_LIST)
    lith_rt_list_sort_by(ctx, L(self), L(args[0]), reverse);
  else
    lith_rt_list_sort(ctx, L(self), reverse);
  return noneUnlessRaised(ctx);
}

// index(value, start, stop) of a list, tuple or range.
lith_value sequenceIndex(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t length = lengthOf(ctx, self), start, stop;
  if (!indexArgument(ctx, args, 1, 0, start) || !indexArgument(ctx, args, 2, length, stop))
    return nullValue();
  start = start < 0 ? std::max<int64_t>(start + length, 0) : start;
  stop = stop < 0 ? std::max<int64_t>(stop + length, 0) : std::min(stop, length);
  for (int64_t i = start; i < stop && i < lengthOf(ctx, self); ++i) {
    OwnedValue element(ctx, lith_rt_value_get_item(ctx, self, box(i)));
    bool same = lith_rt_value_equal(ctx, element.get(), args[0]);
    if (ctx->pending)
      return nullValue();
    if (same)
      return box(i);
  }
  std::string text;
  if (self.tag == LITH_TUPLE)
    text = "tuple.index(x): x not in tuple";
  else if (!appendRepr(ctx, text, args[0]))
    return nullValue();
  else
    text += self.tag == LITH_RANGE ? " is not in range" : " is not in list";
  raise(ctx, LITH_CLASS_ValueError, text);
  return nullValue();
}
lith_value sequenceCount(lith_ctx *ctx, lith_value self, Arguments args) {
  int64_t count = 0;
  bool ok = forEach(ctx, self, [&](lith_value element) {
    count += lith_rt_value_equal(ctx, element, args[0]);
    return !ctx->pending;
  });
  return ok ? box(count) : nullValue();
}

constexpr Method ListTable[] = {
    {"append", 1, 1, listAppend},   {"extend", 1, 1, listExtend},   {"insert", 2, 2, listInsert},
    {"pop", 0, 1, listPop},         {"remove", 1, 1, listRemove},   {"clear", 0, 0, listClear},
    {"copy", 0, 0, listCopy},       {"sort", 0, 2, listSort},       {"reverse", 0, 0, listReverse},
    {"index", 1, 3, sequenceIndex}, {"count", 1, 1, sequenceCount},
};
constexpr Method TupleTable[] = {
    {"index", 1, 3, sequenceIndex},
    {"count", 1, 1, sequenceCount},
};

// --- dict
lith_value dictGet(lith_ctx *ctx, lith_value self, Arguments args) {
  return lith_rt_dict_get_default(ctx, D(self), args[0], args.has(1) ? args[1] : noneValue());
}
lith_value dictPop(lith_ctx *ctx, lith_value self, Arguments args) {
  return lith_rt_dict_pop(ctx, D(self), args[0], args[1]);
}
lith_value dictPopItem(lith_ctx *ctx, lith_value self, Arguments) {
  lith_dict *dict = D(self);
  for (int64_t i = dict->fill; i-- > 0;) {
    if (isNull(dict->entries[i].key))
      continue;
    OwnedValue key(ctx, retained(dict->entries[i].key));
    OwnedValue value(ctx, takeEntry(ctx, dict, key.get()));
    return box(makePair(ctx, key.get(), value.get()));
  }
  Owned<lith_str> text(ctx, makeStr(ctx, "popitem(): dictionary is empty"));
  lith_rt_raise_key(ctx, LITH_CLASS_KeyError, {LITH_STR, reinterpret_cast<uint64_t>(text.get())});
  return nullValue();
}
lith_value dictSetDefault(lith_ctx *ctx, lith_value self, Arguments args) {
  return lith_rt_dict_set_default(ctx, D(self), args[0], args.has(1) ? args[1] : noneValue());
}
lith_value dictUpdate(lith_ctx *ctx, lith_value self, Arguments args) {
  if (args.has(0))
    update(ctx, D(self), args[0]);
  return noneUnlessRaised(ctx);
}
lith_value dictClear(lith_ctx *ctx, lith_value self, Arguments) {
  lith_rt_dict_clear(ctx, D(self));
  return noneValue();
}
lith_value dictCopy(lith_ctx *ctx, lith_value self, Arguments) {
  return box(lith_rt_dict_copy(ctx, D(self)));
}
template <int Part> lith_value dictView(lith_ctx *ctx, lith_value self, Arguments) {
  return lith_rt_dict_view(ctx, D(self), Part);
}
constexpr Method DictTable[] = {
    {"get", 1, 2, dictGet},         {"pop", 1, 2, dictPop},
    {"popitem", 0, 0, dictPopItem}, {"setdefault", 1, 2, dictSetDefault},
    {"update", 0, 1, dictUpdate},   {"clear", 0, 0, dictClear},
    {"copy", 0, 0, dictCopy},       {"keys", 0, 0, dictView<0>},
    {"values", 0, 0, dictView<1>},  {"items", 0, 0, dictView<2>},
};

// --- set
lith_value setAdd(lith_ctx *ctx, lith_value self, Arguments args) {
  insert(ctx, S(self), args[0]);
  return noneUnlessRaised(ctx);
}
lith_value setDiscard(lith_ctx *ctx, lith_value self, Arguments args) {
  removeElement(ctx, S(self), args[0]);
  return noneUnlessRaised(ctx);
}
lith_value setRemove(lith_ctx *ctx, lith_value self, Arguments args) {
  lith_rt_set_remove(ctx, S(self), args[0]);
  return noneUnlessRaised(ctx);
}
lith_value setPop(lith_ctx *ctx, lith_value self, Arguments) {
  int64_t position = 0;
  const lith_set_entry *entry = nextElement(S(self), &position);
  if (!entry) {
    Owned<lith_str> text(ctx, makeStr(ctx, "pop from an empty set"));
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, {LITH_STR, reinterpret_cast<uint64_t>(text.get())});
    return nullValue();
  }
  lith_value key = retained(entry->key);
  removeElement(ctx, S(self), key);
  return key;
}
lith_value setClear(lith_ctx *ctx, lith_value self, Arguments) {
  clear(ctx, S(self));
  return noneValue();
}
lith_value setCopy(lith_ctx *ctx, lith_value self, Arguments) {
  return box(copySet(ctx, S(self), objectOf(self)->flags & 1));
}
// union, intersection, difference, symmetric_difference with any iterables.
template <int Op> lith_value setCombine(lith_ctx *ctx, lith_value self, Arguments args) {
  lith_value result = setCopy(ctx, self, {});
  for (int64_t i = 0; i < args.count; ++i) {
    Owned<lith_set> other(ctx, lith_rt_value_set(ctx, args[i]));
    lith_value next =
        other ? lith_rt_value_binary(ctx, Op, result,
                                     {LITH_SET, reinterpret_cast<uint64_t>(other.get())})
              : nullValue();
    release(ctx, result);
    if (isNull(next))
      return next;
    result = next;
  }
  return result;
}
template <int Op> lith_value setUpdate(lith_ctx *ctx, lith_value self, Arguments args) {
  for (int64_t i = 0; i < args.count; ++i) {
    Owned<lith_set> other(ctx, lith_rt_value_set(ctx, args[i]));
    if (!other)
      return nullValue();
    OwnedValue same(ctx, lith_rt_value_inplace(
                             ctx, Op, self, {LITH_SET, reinterpret_cast<uint64_t>(other.get())}));
    if (ctx->pending)
      return nullValue();
  }
  return noneValue();
}
template <lith_compare_op Op>
lith_value setCompare(lith_ctx *ctx, lith_value self, Arguments args) {
  Owned<lith_set> other(ctx, lith_rt_value_set(ctx, args[0]));
  if (!other)
    return nullValue();
  int result = compare(ctx, Op, self, {LITH_SET, reinterpret_cast<uint64_t>(other.get())});
  return result < 0 ? nullValue() : box(result != 0);
}
lith_value setIsDisjoint(lith_ctx *ctx, lith_value self, Arguments args) {
  OwnedValue both(ctx, setCombine<LITH_AND>(ctx, self, args));
  return ctx->pending ? nullValue() : box(S(both.get())->length == 0);
}
constexpr Method SetTable[] = {
    {"add", 1, 1, setAdd},
    {"discard", 1, 1, setDiscard},
    {"remove", 1, 1, setRemove},
    {"pop", 0, 0, setPop},
    {"clear", 0, 0, setClear},
    {"copy", 0, 0, setCopy},
    {"union", 0, -1, setCombine<LITH_OR>},
    {"intersection", 0, -1, setCombine<LITH_AND>},
    {"difference", 0, -1, setCombine<LITH_SUB>},
    {"symmetric_difference", 1, 1, setCombine<LITH_XOR>},
    {"update", 0, -1, setUpdate<LITH_OR>},
    {"intersection_update", 0, -1, setUpdate<LITH_AND>},
    {"difference_update", 0, -1, setUpdate<LITH_SUB>},
    {"symmetric_difference_update", 1, 1, setUpdate<LITH_XOR>},
    {"issubset", 1, 1, setCompare<LITH_LE>},
    {"issuperset", 1, 1, setCompare<LITH_GE>},
    {"isdisjoint", 1, 1, setIsDisjoint},
};

// --- numbers
lith_value intBitLength(lith_ctx *ctx, lith_value self, Arguments) {
  return box(lith_rt_int_bit_length(ctx, intOf(self)));
}
lith_value intBitCount(lith_ctx *, lith_value self, Arguments) {
  int64_t value = intOf(self);
  return box(int64_t(__builtin_popcountll(value < 0 ? 0 - static_cast<uint64_t>(value)
                                                    : static_cast<uint64_t>(value))));
}
lith_value intSelf(lith_ctx *, lith_value self, Arguments) { return box(intOf(self)); }
lith_value floatIsInteger(lith_ctx *ctx, lith_value self, Arguments) {
  return box(lith_rt_float_is_integer(ctx, floatOf(self)));
}
lith_value floatSelf(lith_ctx *, lith_value self, Arguments) { return self; }
lith_value floatHex(lith_ctx *ctx, lith_value self, Arguments) {
  double value = floatOf(self);
  if (!std::isfinite(value))
    return boxStr(ctx, floatRepr(value));
  if (value == 0)
    return boxStr(ctx, std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0");
  int exponent;
  double mantissa = std::frexp(std::fabs(value), &exponent);
  int shift = 1 - std::max(-1021 - exponent, 0);
  mantissa = std::ldexp(mantissa, shift);
  exponent -= shift;
  char text[64];
  auto whole = static_cast<uint64_t>(mantissa);
  auto fraction = static_cast<uint64_t>(std::ldexp(mantissa - static_cast<double>(whole), 52));
  std::snprintf(text, sizeof text, "%s0x%llu.%013llxp%+d", value < 0 ? "-" : "",
                static_cast<unsigned long long>(whole), static_cast<unsigned long long>(fraction),
                exponent);
  return boxStr(ctx, text);
}
lith_value complexConjugate(lith_ctx *ctx, lith_value self, Arguments) {
  auto *z = as<lith_complex>(self);
  return box(lith_rt_complex_new(ctx, z->re, -z->im));
}
constexpr Method IntTable[] = {
    {"bit_length", 0, 0, intBitLength}, {"bit_count", 0, 0, intBitCount},
    {"conjugate", 0, 0, intSelf},       {"__int__", 0, 0, intSelf},
    {"__index__", 0, 0, intSelf},
};
constexpr Method FloatTable[] = {
    {"is_integer", 0, 0, floatIsInteger},
    {"conjugate", 0, 0, floatSelf},
    {"hex", 0, 0, floatHex},
};
constexpr Method ComplexTable[] = {{"conjugate", 0, 0, complexConjugate}};

std::span<const Method> methodsOf(uint64_t tag) {
  switch (tag) {
  case LITH_STR:
    return strMethods();
  case LITH_LIST:
    return ListTable;
  case LITH_TUPLE:
  case LITH_RANGE:
    return TupleTable;
  case LITH_DICT:
    return DictTable;
  case LITH_SET:
    return SetTable;
  case LITH_BOOL:
  case LITH_INT:
    return IntTable;
  case LITH_FLOAT:
    return FloatTable;
  case LITH_COMPLEX:
    return ComplexTable;
  default:
    return {};
  }
}

const Method *findMethod(uint64_t tag, std::string_view name) {
  for (std::span<const Method> table :
       {methodsOf(tag), tag == LITH_STR ? strSearchMethods() : std::span<const Method>()})
    for (const Method &method : table)
      if (method.name == name)
        return &method;
  return nullptr;
}

void raiseArity(lith_ctx *ctx, lith_value receiver, const Method &method, int64_t count) {
  int name = static_cast<int>(method.name.size());
  auto given = static_cast<long long>(count);
  if (method.most == 0)
    return raisef(ctx, LITH_CLASS_TypeError, "%s.%.*s() takes no arguments (%lld given)",
                  typeName(ctx, receiver), name, method.name.data(), given);
  if (method.least == 1 && method.most == 1)
    return raisef(ctx, LITH_CLASS_TypeError, "%s.%.*s() takes exactly one argument (%lld given)",
                  typeName(ctx, receiver), name, method.name.data(), given);
  bool few = count < method.least;
  int wanted = few ? method.least : method.most;
  raisef(ctx, LITH_CLASS_TypeError, "%.*s expected %s%d argument%s, got %lld", name,
         method.name.data(),
         method.least == method.most ? ""
         : few                       ? "at least "
                                     : "at most ",
         wanted, wanted == 1 ? "" : "s", given);
}

} // namespace

lith_value lith::callMethod(lith_ctx *ctx, lith_value receiver, std::string_view name,
                            int64_t count, const lith_value *arguments) {
  static constexpr std::string_view Changing[] = {"add", "discard", "remove", "pop", "clear"};
  bool isFrozen = receiver.tag == LITH_SET && (objectOf(receiver)->flags & 1);
  bool isRefused =
      isFrozen && (name.ends_with("update") ||
                   std::find(std::begin(Changing), std::end(Changing), name) != std::end(Changing));
  const Method *method = isRefused ? nullptr : findMethod(receiver.tag, name);
  if (!method) {
    raisef(ctx, LITH_CLASS_AttributeError, "'%s' object has no attribute '%.*s'",
           typeName(ctx, receiver), static_cast<int>(name.size()), name.data());
    return nullValue();
  }
  if (count < method->least || (method->most >= 0 && count > method->most)) {
    raiseArity(ctx, receiver, *method, count);
    return nullValue();
  }
  return method->body(ctx, receiver, {arguments, count});
}

extern "C" {

lith_value lith_rt_value_method(lith_ctx *ctx, lith_value receiver, lith_str *name, int64_t count,
                                const lith_value *arguments) {
  if (receiver.tag == LITH_TENSOR && tensorHooks.method)
    return tensorHooks.method(ctx, as<lith_tensor>(receiver), name, count, arguments);
  return callMethod(ctx, receiver, textOf(name), count, arguments);
}

lith_value lith_rt_str_method(lith_ctx *ctx, lith_str *receiver, lith_str *name, int64_t count,
                              const lith_value *arguments) {
  return callMethod(ctx, {LITH_STR, reinterpret_cast<uint64_t>(receiver)}, textOf(name), count,
                    arguments);
}

} // extern "C"

// Repr.cpp: str() and repr() of every value.
#include "core/Program.h"
#include "objects/Containers.h"
#include "objects/Iterator.h"
#include "objects/Str.h"
#include "text/Text.h"

#include <algorithm>
#include <cstdio>

using namespace lith;

namespace {

// Containers that are being written on this thread, so that one inside itself becomes [...].
thread_local std::vector<const void *> active;

class Entered {
public:
  explicit Entered(const void *object) {
    again = std::find(active.begin(), active.end(), object) != active.end();
    active.push_back(object);
  }
  ~Entered() { active.pop_back(); }
  bool again;
};

bool appendItems(lith_ctx *ctx, std::string &out, const lith_value *items, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    if (i)
      out += ", ";
    if (!appendRepr(ctx, out, items[i]))
      return false;
  }
  return true;
}

bool appendList(lith_ctx *ctx, std::string &out, lith_list *list) {
  Entered entered(list);
  if (entered.again) {
    out += "[...]";
    return true;
  }
  out += "[";
  for (int64_t i = 0; i < list->length; ++i) {
    if (i)
      out += ", ";
    if (!appendRepr(ctx, out, list->items[i]))
      return false;
  }
  out += "]";
  return true;
}

// PyTorch writes each field of its named results on a line of its own.
bool appendNamedTuple(lith_ctx *ctx, std::string &out, lith_tuple *tuple, int classId) {
  std::string_view name = className(ctx, classId);
  bool isOfTorch = name.starts_with("torch.return_types.");
  out += isOfTorch ? name : shortClassName(ctx, classId);
  out += isOfTorch ? "(\n" : "(";
  for (int64_t i = 0; i < tuple->length; ++i) {
    out += i == 0 ? "" : isOfTorch ? ",\n" : ", ";
    out += fieldName(ctx, classId, i);
    out += "=";
    if (!appendRepr(ctx, out, tuple->items[i]))
      return false;
  }
  out += ")";
  return true;
}

bool appendTuple(lith_ctx *ctx, std::string &out, lith_tuple *tuple) {
  Entered entered(tuple);
  if (entered.again) {
    out += "(...)";
    return true;
  }
  int subclass = lith_tuple_class(tuple), classId = LITH_FIRST_PROGRAM_CLASS + subclass - 2;
  if (subclass > 1 && !fieldName(ctx, classId, 0).empty())
    return appendNamedTuple(ctx, out, tuple, classId);
  bool isSize = subclass == 1;
  out += isSize ? "torch.Size([" : "(";
  if (!appendItems(ctx, out, tuple->items, tuple->length))
    return false;
  out += isSize ? "])" : tuple->length == 1 ? ",)" : ")";
  return true;
}

bool appendDict(lith_ctx *ctx, std::string &out, lith_dict *dict) {
  Entered entered(dict);
  if (entered.again) {
    out += "{...}";
    return true;
  }
  out += "{";
  bool first = true;
  for (int64_t i = 0; i < dict->fill; ++i) {
    if (isNull(dict->entries[i].key))
      continue;
    if (!first)
      out += ", ";
    first = false;
    if (!appendRepr(ctx, out, dict->entries[i].key))
      return false;
    out += ": ";
    if (!appendRepr(ctx, out, dict->entries[i].value))
      return false;
  }
  out += "}";
  return true;
}

bool appendSet(lith_ctx *ctx, std::string &out, lith_set *set) {
  bool frozen = set->head.flags & 1;
  if (set->length == 0) {
    out += frozen ? "frozenset()" : "set()";
    return true;
  }
  out += frozen ? "frozenset({" : "{";
  int64_t position = 0;
  bool first = true;
  while (const lith_set_entry *entry = nextElement(set, &position)) {
    if (!first)
      out += ", ";
    first = false;
    if (!appendRepr(ctx, out, entry->key))
      return false;
  }
  out += frozen ? "})" : "}";
  return true;
}

bool appendView(lith_ctx *ctx, std::string &out, lith_value value) {
  auto *view = as<lith_view>(value);
  Entered entered(view->dict);
  out += typeName(ctx, value);
  if (entered.again) {
    out += "(...)";
    return true;
  }
  Owned<lith_list> items(ctx, lith_rt_value_list(ctx, value));
  out += "(";
  if (!items || !appendList(ctx, out, items.get()))
    return false;
  out += ")";
  return true;
}

void appendAddress(std::string &out, std::string_view prefix, const void *object) {
  char text[32];
  std::snprintf(text, sizeof text, " at %p>", object);
  out += "<";
  out += prefix;
  out += text;
}

/// Whether the arguments of an exception are the number, text and files of an OSError, which has
/// only the first two as `args`.
bool isOfOS(lith_ctx *ctx, const lith_exception *exception) {
  int64_t count = exception->args->length;
  return count >= 2 && count <= 5 && isSubclass(ctx, exception->class_id, LITH_CLASS_OSError);
}

bool hasFile(const lith_tuple *args, int64_t i) {
  return i < args->length && args->items[i].tag != LITH_NONE;
}

bool appendExceptionRepr(lith_ctx *ctx, std::string &out, lith_exception *exception) {
  out += shortClassName(ctx, exception->class_id);
  out += "(";
  bool isShort = isOfOS(ctx, exception) && hasFile(exception->args, 2);
  if (!appendItems(ctx, out, exception->args->items, isShort ? 2 : exception->args->length))
    return false;
  out += ")";
  return true;
}

// "[Errno 2] No such file: 'a' -> 'b'"
bool appendErrorOfOS(lith_ctx *ctx, std::string &out, const lith_tuple *args) {
  out += "[Errno ";
  if (!appendStr(ctx, out, args->items[0]))
    return false;
  out += "] ";
  if (!appendStr(ctx, out, args->items[1]))
    return false;
  for (auto [i, before] : {std::pair(2, ": "), std::pair(4, " -> ")}) {
    if (!hasFile(args, i))
      continue;
    out += before;
    if (!appendRepr(ctx, out, args->items[i]))
      return false;
  }
  return true;
}

// str(exception): nothing, the argument, or the tuple of arguments; of a KeyError
// the argument's repr, of an OSError its parts.
bool appendExceptionStr(lith_ctx *ctx, std::string &out, lith_exception *exception) {
  lith_tuple *args = exception->args;
  if (args->length == 0)
    return true;
  if (isOfOS(ctx, exception))
    return appendErrorOfOS(ctx, out, args);
  if (args->length > 1)
    return appendTuple(ctx, out, args);
  return isSubclass(ctx, exception->class_id, LITH_CLASS_KeyError)
             ? appendRepr(ctx, out, args->items[0])
             : appendStr(ctx, out, args->items[0]);
}

bool appendRange(std::string &out, const lith_range *range) {
  out += "range(" + std::to_string(range->start) + ", " + std::to_string(range->stop);
  if (range->step != 1)
    out += ", " + std::to_string(range->step);
  out += ")";
  return true;
}

} // namespace

std::string lith::strRepr(std::string_view text, bool asciiOnly) {
  bool single = text.find('\'') != std::string_view::npos;
  char quote = single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out(1, quote);
  const char *at = text.data(), *end = at + text.size();
  char escaped[16];
  while (at < end) {
    const char *from = at;
    uint32_t c = decode(at);
    if (c == static_cast<uint32_t>(quote) || c == '\\') {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else if (c < ' ' || c == 0x7f || (c >= 0x80 && (asciiOnly || !isPrintable(c)))) {
      std::snprintf(escaped, sizeof escaped,
                    c < 0x100     ? "\\x%02x"
                    : c < 0x10000 ? "\\u%04x"
                                  : "\\U%08x",
                    c);
      out += escaped;
    } else {
      out.append(from, at);
    }
  }
  return out + quote;
}

std::string lith::bytesRepr(std::string_view data) {
  bool single = data.find('\'') != std::string_view::npos;
  char quote = single && data.find('"') == std::string_view::npos ? '"' : '\'';
  std::string out = std::string("b") + quote;
  for (char c : data) {
    unsigned char byte = static_cast<unsigned char>(c);
    char escaped[8];
    if (c == quote || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n' || c == '\r' || c == '\t') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else if (byte < ' ' || byte >= 0x7f) {
      std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
      out += escaped;
    } else {
      out += c;
    }
  }
  return out + quote;
}

bool lith::appendRepr(lith_ctx *ctx, std::string &out, lith_value value) {
  constexpr size_t MaxDepth = 900;
  if (active.size() > MaxDepth) {
    raise(ctx, LITH_CLASS_RecursionError,
          "maximum recursion depth exceeded while getting the repr of an object");
    return false;
  }
  switch (value.tag) {
  case LITH_STR:
    out += strRepr(textOf(value));
    return true;
  case LITH_EXCEPTION:
    return appendExceptionRepr(ctx, out, as<lith_exception>(value));
  default:
    return appendStr(ctx, out, value);
  }
}

bool lith::appendStr(lith_ctx *ctx, std::string &out, lith_value value) {
  switch (value.tag) {
  case LITH_NULL:
    out += "<undefined>";
    return true;
  case LITH_NONE:
    out += "None";
    return true;
  case LITH_BOOL:
    out += value.bits ? "True" : "False";
    return true;
  case LITH_INT:
    out += std::to_string(intOf(value));
    return true;
  case LITH_FLOAT:
    out += floatRepr(floatOf(value));
    return true;
  case LITH_COMPLEX:
    out += complexRepr(as<lith_complex>(value)->re, as<lith_complex>(value)->im);
    return true;
  case LITH_STR:
    out += textOf(value);
    return true;
  case LITH_BYTES:
    out += bytesRepr(bytesOf(value));
    return true;
  case LITH_TENSOR:
    out += tensorText(as<lith_tensor>(value), contextOf(ctx).text);
    return true;
  case LITH_LIST:
    return appendList(ctx, out, as<lith_list>(value));
  case LITH_TUPLE:
    return appendTuple(ctx, out, as<lith_tuple>(value));
  case LITH_DICT:
    return appendDict(ctx, out, as<lith_dict>(value));
  case LITH_SET:
    return appendSet(ctx, out, as<lith_set>(value));
  case LITH_VIEW:
    return appendView(ctx, out, value);
  case LITH_RANGE:
    return appendRange(out, as<lith_range>(value));
  case LITH_EXCEPTION:
    return appendExceptionStr(ctx, out, as<lith_exception>(value));
  case LITH_SLICE:
    out += "slice(";
    if (!appendItems(ctx, out, &as<lith_slice>(value)->start, 3))
      return false;
    out += ")";
    return true;
  case LITH_OPAQUE:
    out += opaqueRepr(ctx, intOf(value));
    return true;
  case LITH_CLOSURE:
    appendAddress(out, "function", objectOf(value));
    return true;
  default:
    appendAddress(out, std::string(typeName(ctx, value)) + " object", objectOf(value));
    return true;
  }
}

extern "C" {

lith_str *lith_rt_value_str(lith_ctx *ctx, lith_value value) {
  if (value.tag == LITH_STR)
    return retained(as<lith_str>(value));
  TextScope scope(ctx);
  std::string out;
  return appendStr(ctx, out, value) ? makeStr(ctx, out) : nullptr;
}

lith_str *lith_rt_value_repr(lith_ctx *ctx, lith_value value) {
  TextScope scope(ctx);
  std::string out;
  return appendRepr(ctx, out, value) ? makeStr(ctx, out) : nullptr;
}

lith_str *lith_rt_value_ascii(lith_ctx *ctx, lith_value value) {
  TextScope scope(ctx);
  std::string out, ascii;
  if (!appendRepr(ctx, out, value))
    return nullptr;
  const char *at = out.data(), *end = at + out.size();
  while (at < end) {
    const char *from = at;
    char escaped[16];
    uint32_t c = decode(at);
    if (c < 0x80) {
      ascii.append(from, at);
      continue;
    }
    std::snprintf(escaped, sizeof escaped,
                  c < 0x100     ? "\\x%02x"
                  : c < 0x10000 ? "\\u%04x"
                                : "\\U%08x",
                  c);
    ascii += escaped;
  }
  return makeStr(ctx, ascii);
}

lith_str *lith_rt_int_str(lith_ctx *ctx, int64_t value) {
  return makeStr(ctx, std::to_string(value));
}
lith_str *lith_rt_float_str(lith_ctx *ctx, double value) { return makeStr(ctx, floatRepr(value)); }
lith_str *lith_rt_bool_str(lith_ctx *ctx, bool value) {
  return makeStr(ctx, value ? "True" : "False");
}
void lith_rt_text_options(lith_ctx *ctx, int64_t dtype, int64_t precision, int64_t scientific,
                          int64_t threshold, int64_t edgeItems, int64_t lineWidth) {
  contextOf(ctx).text = {static_cast<int>(dtype),
                         static_cast<int>(precision),
                         static_cast<int>(scientific),
                         threshold,
                         edgeItems,
                         lineWidth};
}
lith_str *lith_rt_tensor_str(lith_ctx *ctx, lith_tensor *tensor, int64_t bits) {
  TextScope scope(ctx);
  return makeStr(ctx, tensorText(tensor, contextOf(ctx).text, static_cast<int>(bits)));
}

lith_str *lith_rt_int_radix(lith_ctx *ctx, int64_t value, int64_t base) {
  uint64_t rest = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  std::string digits;
  do
    digits += "0123456789abcdef"[rest % static_cast<uint64_t>(base)];
  while (rest /= static_cast<uint64_t>(base));
  digits += base == 2 ? "b0" : base == 8 ? "o0" : "x0";
  if (value < 0)
    digits += "-";
  std::reverse(digits.begin(), digits.end());
  return makeStr(ctx, digits);
}

void lith_rt_print(lith_ctx *ctx, lith_str *text) { printText(ctx, 1, textOf(text)); }
void lith_rt_print_error(lith_ctx *ctx, lith_str *text) { printText(ctx, 2, textOf(text)); }

void lith_rt_print_values(lith_ctx *ctx, lith_str *separator, lith_str *end, int64_t count,
                          const lith_value *values) {
  std::string out;
  for (int64_t i = 0; i < count; ++i) {
    if (i)
      out += textOf(separator);
    if (!appendStr(ctx, out, values[i]))
      return;
  }
  out += textOf(end);
  printText(ctx, 1, out);
}

} // extern "C"

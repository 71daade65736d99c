// StrFormat.cpp: text.format(...) and text % values.
#include "core/Program.h"
#include "tensor/Element.h"
#include "text/Methods.h"

#include <algorithm>
#include <cstdio>

using namespace lith;

namespace {

// --- str.format

class TemplateFormatter {
public:
  TemplateFormatter(lith_ctx *ctx, lith_tuple *args, lith_dict *keywords)
      : ctx(ctx), args(args), keywords(keywords) {}

  bool append(std::string &out, std::string_view text, int depth) {
    if (depth > 2)
      return fail("Max string recursion exceeded");
    for (size_t at = 0; at < text.size();) {
      char c = text[at];
      if (c != '{' && c != '}') {
        size_t next = text.find_first_of("{}", at);
        out += text.substr(at, next - at);
        at = next == std::string_view::npos ? text.size() : next;
        continue;
      }
      if (at + 1 < text.size() && text[at + 1] == c) {
        out += c;
        at += 2;
        continue;
      }
      if (c == '}')
        return fail("Single '}' encountered in format string");
      size_t end = fieldEnd(text, at + 1);
      if (end == std::string_view::npos)
        return fail(at + 1 == text.size() ? "Single '{' encountered in format string"
                                          : "expected '}' before end of string");
      if (!field(out, text.substr(at + 1, end - at - 1), depth))
        return false;
      at = end + 1;
    }
    return true;
  }

private:
  bool fail(const std::string &message) {
    raise(ctx, LITH_CLASS_ValueError, message);
    return false;
  }

  // The brace that closes the field which starts at `at`.
  static size_t fieldEnd(std::string_view text, size_t at) {
    int depth = 1;
    bool bracket = false;
    for (; at < text.size(); ++at) {
      if (text[at] == '[' && depth == 1)
        bracket = true;
      else if (text[at] == ']')
        bracket = false;
      else if (text[at] == '{' && !bracket)
        ++depth;
      else if (text[at] == '}' && !bracket && --depth == 0)
        return at;
    }
    return std::string_view::npos;
  }

  bool field(std::string &out, std::string_view text, int depth) {
    size_t nameEnd = 0;
    for (bool bracket = false; nameEnd < text.size(); ++nameEnd) {
      char c = text[nameEnd];
      if (c == '[')
        bracket = true;
      else if (c == ']')
        bracket = false;
      else if (!bracket && (c == '!' || c == ':'))
        break;
    }
    std::string_view name = text.substr(0, nameEnd), rest = text.substr(nameEnd);
    char conversion = 0;
    if (!rest.empty() && rest[0] == '!') {
      if (rest.size() < 2)
        return fail("end of string while looking for conversion specifier");
      conversion = rest[1];
      rest.remove_prefix(2);
      if (!rest.empty() && rest[0] != ':')
        return fail("expected ':' after conversion specifier");
    }
    OwnedValue value(ctx, lookUp(name));
    if (ctx->pending)
      return false;
    std::string spec;
    if (!rest.empty() && !append(spec, rest.substr(1), depth + 1))
      return false;
    std::string converted;
    switch (conversion) {
    case 0:
      return appendFormat(ctx, out, value.get(), spec);
    case 's':
      if (!appendStr(ctx, converted, value.get()))
        return false;
      break;
    case 'r':
    case 'a': {
      Owned<lith_str> shown(ctx, conversion == 'r' ? lith_rt_value_repr(ctx, value.get())
                                                   : lith_rt_value_ascii(ctx, value.get()));
      if (!shown)
        return false;
      converted = textOf(shown.get());
      break;
    }
    default:
      return fail(std::string("Unknown conversion specifier ") + conversion);
    }
    OwnedValue boxed(ctx, boxStr(ctx, converted));
    return appendFormat(ctx, out, boxed.get(), spec);
  }

  lith_value lookUp(std::string_view name) {
    size_t end = name.find_first_of(".[");
    std::string_view first = name.substr(0, end);
    lith_value value = base(first);
    while (!ctx->pending && end != std::string_view::npos && end < name.size()) {
      lith_value next;
      if (name[end] == '.') {
        size_t stop = name.find_first_of(".[", end + 1);
        next = attribute(value, name.substr(end + 1, stop == std::string_view::npos
                                                         ? std::string_view::npos
                                                         : stop - end - 1));
        end = stop;
      } else {
        size_t stop = name.find(']', end);
        if (stop == std::string_view::npos) {
          fail("Missing ']' in format string");
          break;
        }
        next = element(value, name.substr(end + 1, stop - end - 1));
        end = stop + 1;
        if (!ctx->pending && end < name.size() && name[end] != '.' && name[end] != '[')
          fail("Only '.' or '[' may follow ']' in format field specifier");
      }
      release(ctx, value);
      value = next;
    }
    return value;
  }

  lith_value base(std::string_view name) {
    int64_t index;
    bool isNumber = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
    if (name.empty() || isNumber) {
      if (isNumber && automatic > 0) {
        fail("cannot switch from automatic field numbering to manual field specification");
        return nullValue();
      }
      if (!isNumber && manual) {
        fail("cannot switch from manual field specification to automatic field numbering");
        return nullValue();
      }
      bool overflow;
      index = 0;
      if (isNumber)
        parseInt(name, 10, index, overflow);
      else
        index = automatic++;
      manual = manual || isNumber;
      if (index < args->length)
        return retained(args->items[index]);
      raisef(ctx, LITH_CLASS_IndexError,
             "Replacement index %lld out of range for positional args tuple",
             static_cast<long long>(index));
      return nullValue();
    }
    OwnedValue key(ctx, boxStr(ctx, name));
    if (keywords)
      return lith_rt_dict_get(ctx, keywords, key.get());
    lith_rt_raise_key(ctx, LITH_CLASS_KeyError, key.get());
    return nullValue();
  }

  lith_value attribute(lith_value value, std::string_view name) {
    lith_value found = nullValue();
    if (value.tag == LITH_RECORD) {
      auto *record = as<lith_record>(value);
      found = lith_rt_record_get(ctx, record, fieldIndex(ctx, record->class_id, name));
    } else if (value.tag == LITH_COMPLEX && (name == "real" || name == "imag")) {
      found = box(name == "real" ? as<lith_complex>(value)->re : as<lith_complex>(value)->im);
    } else if (isIntegral(value) && (name == "real" || name == "imag")) {
      found = box(name == "real" ? intOf(value) : int64_t(0));
    } else if (value.tag == LITH_FLOAT && (name == "real" || name == "imag")) {
      found = name == "real" ? value : box(0.0);
    }
    if (isNull(found))
      raisef(ctx, LITH_CLASS_AttributeError, "'%s' object has no attribute '%.*s'",
             typeName(ctx, value), static_cast<int>(name.size()), name.data());
    return found;
  }

  lith_value element(lith_value value, std::string_view name) {
    if (name.empty()) {
      fail("Empty attribute in format string");
      return nullValue();
    }
    int64_t index;
    bool overflow;
    if (name.find_first_not_of("0123456789") == std::string_view::npos &&
        parseInt(name, 10, index, overflow))
      return lith_rt_value_get_item(ctx, value, box(index));
    OwnedValue key(ctx, boxStr(ctx, name));
    return lith_rt_value_get_item(ctx, value, key.get());
  }

  lith_ctx *ctx;
  lith_tuple *args;
  lith_dict *keywords;
  int64_t automatic = 0;
  bool manual = false;
};

// --- %

class PercentFormatter {
public:
  PercentFormatter(lith_ctx *ctx, lith_value values)
      : ctx(ctx), values(values), isTuple(values.tag == LITH_TUPLE),
        count(isTuple ? as<lith_tuple>(values)->length : 1) {}

  bool append(std::string &out, std::string_view text) {
    for (at = 0; at < text.size();) {
      if (text[at] != '%') {
        size_t next = std::min(text.find('%', at), text.size());
        out += text.substr(at, next - at);
        at = next;
        continue;
      }
      ++at;
      if (!conversion(out, text))
        return false;
    }
    bool mapping = values.tag == LITH_DICT || values.tag == LITH_LIST ||
                   values.tag == LITH_RECORD || values.tag == LITH_TENSOR;
    if (used < count && !byName && !(mapping && !isTuple))
      return raiseType("not all arguments converted during string formatting");
    return true;
  }

private:
  struct Flags {
    bool left = false, plus = false, space = false, alternate = false, zero = false;
    int64_t width = -1, precision = -1;
  };

  bool raiseType(const std::string &message) {
    raise(ctx, LITH_CLASS_TypeError, message);
    return false;
  }
  bool raiseValue(const std::string &message) {
    raise(ctx, LITH_CLASS_ValueError, message);
    return false;
  }

  bool nextValue(lith_value &value) {
    if (used >= count)
      return raiseType("not enough arguments for format string");
    value = isTuple ? as<lith_tuple>(values)->items[used] : values;
    ++used;
    return true;
  }

  bool number(std::string_view text, int64_t &value) {
    if (at < text.size() && text[at] == '*') {
      ++at;
      lith_value star;
      if (!nextValue(star))
        return false;
      if (!isIntegral(star))
        return raiseType("* wants int");
      value = intOf(star);
      return true;
    }
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      value = (value < 0 ? 0 : value) * 10 + (text[at++] - '0');
      if (value > INT32_MAX)
        return raiseValue("width too big");
    }
    return true;
  }

  bool conversion(std::string &out, std::string_view text) {
    if (at < text.size() && text[at] == '%') {
      ++at;
      out += '%';
      return true;
    }
    lith_value named = nullValue();
    if (at < text.size() && text[at] == '(' && !key(text, named))
      return false;
    OwnedValue owned(ctx, named);
    Flags flags;
    for (; at < text.size(); ++at) {
      char c = text[at];
      bool *flag = c == '-'   ? &flags.left
                   : c == '+' ? &flags.plus
                   : c == ' ' ? &flags.space
                   : c == '#' ? &flags.alternate
                   : c == '0' ? &flags.zero
                              : nullptr;
      if (!flag)
        break;
      *flag = true;
    }
    if (!number(text, flags.width))
      return false;
    if (flags.width < -1) {
      flags.left = true;
      flags.width = -flags.width;
    }
    if (at < text.size() && text[at] == '.') {
      ++at;
      flags.precision = 0;
      if (!number(text, flags.precision))
        return false;
      flags.precision = std::max<int64_t>(flags.precision, 0);
    }
    while (at < text.size() && (text[at] == 'l' || text[at] == 'h' || text[at] == 'L'))
      ++at;
    if (at >= text.size())
      return raiseValue("incomplete format");
    char kind = text[at++];
    lith_value value = named;
    if (isNull(value) && !nextValue(value))
      return false;
    return convert(out, kind, flags, value);
  }

  /// What a tensor says when it is asked for the element of a name.
  bool failOfTensor() {
    if (as<lith_tensor>(values)->head.rank)
      return raiseType("new(): invalid data type 'str'");
    raise(ctx, LITH_CLASS_IndexError, "too many indices for tensor of dimension 0");
    return false;
  }

  bool key(std::string_view text, lith_value &value) {
    if (values.tag == LITH_TENSOR)
      return failOfTensor();
    if (values.tag != LITH_DICT)
      return raiseType("format requires a mapping");
    size_t from = ++at;
    for (int depth = 1; depth > 0; ++at) {
      if (at >= text.size())
        return raiseValue("incomplete format key");
      depth += text[at] == '(' ? 1 : text[at] == ')' ? -1 : 0;
    }
    OwnedValue name(ctx, boxStr(ctx, text.substr(from, at - from - 1)));
    value = lith_rt_dict_get(ctx, as<lith_dict>(values), name.get());
    byName = true;
    return !ctx->pending;
  }

  bool convert(std::string &out, char kind, const Flags &flags, lith_value value) {
    switch (kind) {
    case 's':
    case 'r':
    case 'a':
      return convertText(out, kind, flags, value);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      return convertInt(out, kind, flags, value);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
      return convertFloat(out, kind, flags, value);
    case 'c':
      return convertCharacter(out, flags, value);
    default: {
      char message[80];
      std::snprintf(message, sizeof message,
                    "unsupported format character '%c' (0x%x) at index %zu", kind,
                    static_cast<unsigned char>(kind), at - 1);
      return raiseValue(message);
    }
    }
  }

  bool convertText(std::string &out, char kind, const Flags &flags, lith_value value) {
    std::string text;
    if (kind == 'a') {
      Owned<lith_str> shown(ctx, lith_rt_value_ascii(ctx, value));
      if (!shown)
        return false;
      text = textOf(shown.get());
    } else if (!(kind == 's' ? appendStr(ctx, text, value) : appendRepr(ctx, text, value))) {
      return false;
    }
    if (flags.precision >= 0) {
      const char *end = text.data();
      for (int64_t i = 0; i < flags.precision && end < text.data() + text.size(); ++i)
        decode(end);
      text.resize(static_cast<size_t>(end - text.data()));
    }
    out += padded(text, flags.width, flags.left ? '<' : '>', " ");
    return true;
  }

  // Sign, prefix and digits in the width; zeros go between sign and digits.
  void put(std::string &out, const Flags &flags, bool negative, std::string_view prefix,
           std::string digits) {
    std::string lead = negative ? "-" : flags.plus ? "+" : flags.space ? " " : "";
    lead += prefix;
    int64_t missing = flags.width - static_cast<int64_t>(lead.size() + digits.size());
    if (flags.zero && !flags.left && missing > 0)
      digits.insert(0, static_cast<size_t>(missing), '0');
    out += padded(lead + digits, flags.width, flags.left ? '<' : '>', " ");
  }

  /// A tensor of one integer as that number, any other value as it is.
  static lith_value withoutTensor(lith_value value) {
    if (value.tag != LITH_TENSOR)
      return value;
    auto *tensor = as<lith_tensor>(value);
    bool isIndex = elementCount(tensor) == 1 && !isFloatDtype(tensor->head.dtype) &&
                   !isComplexDtype(tensor->head.dtype);
    return isIndex ? box(elementAsInt(tensor->head.dtype, tensor->data)) : value;
  }

  bool convertInt(std::string &out, char kind, const Flags &flags, lith_value value) {
    bool decimal = kind == 'd' || kind == 'i' || kind == 'u';
    value = decimal ? value : withoutTensor(value);
    if (!isNumber(value) && !(decimal && value.tag == LITH_TENSOR)) {
      return raiseType(std::string("%") + kind +
                       (decimal ? " format: a real number is required, not "
                                : " format: an integer is required, not ") +
                       typeName(ctx, value));
    }
    if (!decimal && value.tag == LITH_FLOAT)
      return raiseType(std::string("%") + kind + " format: an integer is required, not float");
    int64_t number = decimal ? lith_rt_value_int(ctx, value) : lith_rt_value_index(ctx, value);
    if (ctx->pending)
      return false;
    uint64_t magnitude =
        number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
    char digits[32];
    std::snprintf(digits, sizeof digits,
                  decimal       ? "%llu"
                  : kind == 'o' ? "%llo"
                  : kind == 'x' ? "%llx"
                                : "%llX",
                  static_cast<unsigned long long>(magnitude));
    std::string text = digits;
    if (flags.precision > static_cast<int64_t>(text.size()))
      text.insert(0, static_cast<size_t>(flags.precision) - text.size(), '0');
    std::string prefix;
    if (flags.alternate && !decimal)
      prefix = std::string("0") + kind;
    put(out, flags, number < 0, prefix, text);
    return true;
  }

  bool convertFloat(std::string &out, char kind, const Flags &flags, lith_value value) {
    if (!isNumber(value) && value.tag != LITH_TENSOR)
      return raiseType(std::string("must be real number, not ") + typeName(ctx, value));
    double number = lith_rt_value_float(ctx, value);
    if (ctx->pending)
      return false;
    std::string text = formatDouble(
        number, kind, flags.precision < 0 ? 6 : static_cast<int>(flags.precision), flags.alternate);
    bool negative = text[0] == '-';
    put(out, flags, negative, "", text.substr(negative));
    return true;
  }

  bool convertCharacter(std::string &out, const Flags &flags, lith_value value) {
    std::string text;
    value = withoutTensor(value);
    if (value.tag == LITH_STR && as<lith_str>(value)->length == 1) {
      text = textOf(value);
    } else if (isIntegral(value)) {
      if (intOf(value) < 0 || intOf(value) > 0x10ffff) {
        raise(ctx, LITH_CLASS_OverflowError, "%c arg not in range(0x110000)");
        return false;
      }
      encode(text, static_cast<uint32_t>(intOf(value)));
    } else {
      return raiseType("%c requires int or char");
    }
    out += padded(text, flags.width, flags.left ? '<' : '>', " ");
    return true;
  }

  lith_ctx *ctx;
  lith_value values;
  bool isTuple, byName = false;
  int64_t count, used = 0;
  size_t at = 0;
};

} // namespace

extern "C" {

lith_str *lith_rt_str_format(lith_ctx *ctx, lith_str *text, lith_tuple *args, lith_dict *keywords) {
  TextScope scope(ctx);
  std::string out;
  return TemplateFormatter(ctx, args, keywords).append(out, textOf(text), 0) ? makeStr(ctx, out)
                                                                             : nullptr;
}

lith_str *lith_rt_str_percent(lith_ctx *ctx, lith_str *text, lith_value values) {
  TextScope scope(ctx);
  std::string out;
  return PercentFormatter(ctx, values).append(out, textOf(text)) ? makeStr(ctx, out) : nullptr;
}

} // extern "C"

// Exceptions.cpp: making, raising and asking exceptions.
#include "core/Program.h"
#include "objects/Str.h"
#include "text/Text.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

using namespace lith;

namespace {

lith_exception *newException(lith_ctx *ctx, int classId, lith_tuple *args) {
  auto *exception = static_cast<lith_exception *>(allocate(ctx, sizeof(lith_exception)));
  std::memset(static_cast<void *>(exception), 0, sizeof *exception);
  initialize(exception->head, LITH_EXCEPTION);
  exception->class_id = classId;
  exception->args = args;
  return exception;
}

void setPending(lith_ctx *ctx, lith_exception *exception) {
  if (ctx->pending)
    release(ctx, ctx->pending);
  ctx->pending = exception;
}

void addLocation(lith_ctx *ctx, lith_exception *exception, int64_t location) {
  if (location < 0)
    return;
  if (exception->location_count == exception->location_capacity) {
    int32_t capacity = exception->location_capacity ? exception->location_capacity * 2 : 8;
    auto *grown = static_cast<int32_t *>(allocate(ctx, capacity * sizeof(int32_t)));
    if (exception->locations) {
      std::memcpy(grown, exception->locations, exception->location_count * sizeof(int32_t));
      deallocate(ctx, exception->locations, exception->location_capacity * sizeof(int32_t));
    }
    exception->locations = grown;
    exception->location_capacity = capacity;
  }
  exception->locations[exception->location_count++] = static_cast<int32_t>(location);
}

void raiseValue(lith_ctx *ctx, int classId, lith_value argument) {
  setPending(ctx, newException(ctx, classId, lith_rt_tuple_new(ctx, 1, &argument)));
}

} // namespace

void lith::raise(lith_ctx *ctx, int classId, std::string_view message) {
  OwnedValue text(ctx, boxStr(ctx, message));
  raiseValue(ctx, classId, text.get());
}

void lith::raisef(lith_ctx *ctx, int classId, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char fixed[512];
  va_list again;
  va_copy(again, arguments);
  int length = std::vsnprintf(fixed, sizeof fixed, format, arguments);
  va_end(arguments);
  if (length < static_cast<int>(sizeof fixed)) {
    raise(ctx, classId, {fixed, static_cast<size_t>(length > 0 ? length : 0)});
  } else {
    std::string text(static_cast<size_t>(length) + 1, 0);
    std::vsnprintf(text.data(), text.size(), format, again);
    raise(ctx, classId, {text.data(), static_cast<size_t>(length)});
  }
  va_end(again);
}

extern "C" {

lith_exception *lith_rt_exception_new(lith_ctx *ctx, int64_t classId, lith_tuple *args) {
  return newException(ctx, static_cast<int>(classId), retained(args));
}

void lith_rt_raise(lith_ctx *ctx, lith_exception *exception) { setPending(ctx, exception); }

int64_t lith_rt_raise_at(lith_ctx *ctx, lith_exception *exception, int64_t location) {
  setPending(ctx, exception);
  return exception->location_count ? -1 : location;
}

void lith_rt_exception_locate(lith_ctx *ctx, lith_exception *exception, int64_t location) {
  if (!exception->location_count)
    addLocation(ctx, exception, location);
}

void lith_rt_raise_format(lith_ctx *ctx, int64_t classId, lith_str *format, int64_t count,
                          const lith_value *values) {
  std::string out;
  std::string_view text = textOf(format);
  for (size_t i = 0; i < text.size(); ++i) {
    int64_t place = 0;
    size_t end = i + 1;
    for (; text[i] == '{' && end < text.size() && text[end] >= '0' && text[end] <= '9'; ++end)
      place = std::min<int64_t>(place * 10 + (text[end] - '0'), count);
    if (end == i + 1 || end == text.size() || text[end] != '}' || place >= count) {
      out += text[i];
      continue;
    }
    if (!appendStr(ctx, out, values[place]))
      return;
    i = end;
  }
  raise(ctx, static_cast<int>(classId), out);
}

void lith_rt_raise_key(lith_ctx *ctx, int64_t classId, lith_value key) {
  raiseValue(ctx, static_cast<int>(classId), key);
}

void lith_rt_traceback(lith_ctx *ctx, int64_t location) {
  if (ctx->pending)
    addLocation(ctx, ctx->pending, location);
}

lith_exception *lith_rt_catch(lith_ctx *ctx) {
  lith_exception *exception = ctx->pending;
  ctx->pending = nullptr;
  return exception;
}

int64_t lith_rt_exception_class(lith_ctx *, lith_exception *exception) {
  return exception->class_id;
}

bool lith_rt_exception_is(lith_ctx *ctx, lith_exception *exception, int64_t classId) {
  return isSubclass(ctx, exception->class_id, static_cast<int>(classId));
}

bool lith_rt_class_is(lith_ctx *ctx, int64_t derived, int64_t base) {
  return isSubclass(ctx, static_cast<int>(derived), static_cast<int>(base));
}

lith_tuple *lith_rt_exception_args(lith_ctx *, lith_exception *exception) {
  return retained(exception->args);
}

void lith_rt_exception_set_args(lith_ctx *ctx, lith_exception *exception, lith_tuple *args) {
  lith_tuple *old = exception->args;
  exception->args = retained(args);
  release(ctx, old);
}

lith_str *lith_rt_exception_class_name(lith_ctx *ctx, lith_exception *exception) {
  return makeStr(ctx, shortClassName(ctx, exception->class_id));
}

lith_str *lith_rt_exception_str(lith_ctx *ctx, lith_exception *exception) {
  TextScope scope(ctx);
  std::string out;
  return appendStr(ctx, out, {LITH_EXCEPTION, reinterpret_cast<uint64_t>(exception)})
             ? makeStr(ctx, out)
             : nullptr;
}

void lith_rt_exception_set_cause(lith_ctx *ctx, lith_exception *exception, lith_value cause) {
  lith_exception *next =
      cause.tag == LITH_EXCEPTION ? retained(as<lith_exception>(cause)) : nullptr;
  release(ctx, exception->cause);
  exception->cause = next;
  exception->suppress_context = 1;
}

// As Python does, a context that would make a cycle is cut out of the chain first. `slow` goes at
// half the pace: the two meet where the chain leads back to itself already.
void lith_rt_exception_set_context(lith_ctx *ctx, lith_exception *exception,
                                   lith_exception *context, bool replace) {
  if (!context || context == exception || (exception->context && !replace))
    return;
  lith_exception *slow = context;
  bool moves = false;
  for (lith_exception *at = context; at->context; at = at->context, moves = !moves) {
    if (at->context == exception) {
      at->context = nullptr;
      release(ctx, exception);
      break;
    }
    slow = moves ? slow->context : slow;
    if (at->context == slow)
      break;
  }
  retain(&context->head);
  release(ctx, exception->context);
  exception->context = context;
}

lith_value lith_rt_exception_cause(lith_ctx *, lith_exception *exception) {
  return exception->cause ? box(retained(exception->cause)) : noneValue();
}

lith_value lith_rt_exception_context(lith_ctx *, lith_exception *exception) {
  return exception->context ? box(retained(exception->context)) : noneValue();
}

lith_record *lith_rt_exception_attributes(lith_ctx *ctx, lith_exception *exception) {
  if (!exception->attributes) {
    const Image *image = contextOf(ctx).image;
    size_t index = static_cast<size_t>(exception->class_id - LITH_FIRST_PROGRAM_CLASS);
    int64_t fields = image && index < image->classes.size()
                         ? static_cast<int64_t>(image->classes[index].fields.size())
                         : 0;
    exception->attributes = lith_rt_record_new(ctx, exception->class_id, fields);
  }
  return retained(exception->attributes);
}

} // extern "C"

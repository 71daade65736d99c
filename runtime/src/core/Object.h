// Object.h: counting and boxes.
//
// Ownership in this library's C++: parameters are borrowed and results are owned
// unless a comment says otherwise; Owned<T> releases at the end of its scope.
#ifndef LITH_CORE_OBJECT_H
#define LITH_CORE_OBJECT_H

#include "core/Context.h"
#include "core/Functions.h"

#include <lith/objects.h>

#include <utility>

namespace lith {

inline constexpr int32_t ImmortalRefs = INT32_MIN / 2;

inline void initialize(lith_object &head, lith_tag kind) { head = {1, uint8_t(kind), 0, 0, 0}; }

inline void retain(lith_object *object) {
  if (__atomic_load_n(&object->refs, __ATOMIC_RELAXED) >= 0)
    __atomic_fetch_add(&object->refs, 1, __ATOMIC_RELAXED);
}
template <typename T> inline T *retained(T *object) {
  retain(&object->head);
  return object;
}

/// Frees an object whose last reference has gone, and what only it holds.
void destroy(lith_ctx *ctx, lith_object *object);

/// True when this was the last reference.
inline bool dropReference(lith_object *object) {
  int32_t refs = __atomic_load_n(&object->refs, __ATOMIC_ACQUIRE);
  if (refs < 0)
    return false;
  return refs == 1 || __atomic_fetch_sub(&object->refs, 1, __ATOMIC_ACQ_REL) == 1;
}
inline void release(lith_ctx *ctx, lith_object *object) {
  if (object && dropReference(object))
    destroy(ctx, object);
}
template <typename T> inline void release(lith_ctx *ctx, T *object) {
  if (object)
    release(ctx, &object->head);
}

inline bool isReference(lith_value value) { return value.tag >= LITH_REF_FIRST; }
inline lith_object *objectOf(lith_value value) {
  return reinterpret_cast<lith_object *>(value.bits);
}
inline lith_value retained(lith_value value) {
  if (isReference(value))
    retain(objectOf(value));
  return value;
}
inline void release(lith_ctx *ctx, lith_value value) {
  if (isReference(value))
    release(ctx, objectOf(value));
}

inline constexpr lith_value nullValue() { return {LITH_NULL, 0}; }
inline constexpr lith_value noneValue() { return {LITH_NONE, 0}; }
inline constexpr lith_value box(bool value) { return {LITH_BOOL, value}; }
inline constexpr lith_value box(int64_t value) { return {LITH_INT, static_cast<uint64_t>(value)}; }
inline lith_value box(double value) { return {LITH_FLOAT, __builtin_bit_cast(uint64_t, value)}; }
/// Boxes a counted object; the reference moves into the box.
template <typename T> inline lith_value box(T *object) {
  return {object->head.kind, reinterpret_cast<uint64_t>(object)};
}
inline double floatOf(lith_value value) { return __builtin_bit_cast(double, value.bits); }
inline int64_t intOf(lith_value value) { return static_cast<int64_t>(value.bits); }
inline bool isNull(lith_value value) { return value.tag == LITH_NULL; }
inline bool isIntegral(lith_value value) { return value.tag == LITH_INT || value.tag == LITH_BOOL; }
inline bool isNumber(lith_value value) { return isIntegral(value) || value.tag == LITH_FLOAT; }
/// The number as a double; `value` is an int, bool or float.
inline double numberOf(lith_value value) {
  return value.tag == LITH_FLOAT ? floatOf(value) : static_cast<double>(intOf(value));
}
template <typename T> inline T *as(lith_value value) { return reinterpret_cast<T *>(value.bits); }

/// Owns one reference to a counted object for the length of a scope.
template <typename T> class Owned {
public:
  Owned(lith_ctx *ctx, T *object) : ctx(ctx), object(object) {}
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() { release(ctx, object); }
  T *get() const { return object; }
  T *operator->() const { return object; }
  explicit operator bool() const { return object; }
  T *take() { return std::exchange(object, nullptr); }
  /// Owns another object from here on.
  void reset(T *other) { release(ctx, std::exchange(object, other)); }

private:
  lith_ctx *ctx;
  T *object;
};

/// Owns a box for the length of a scope.
class OwnedValue {
public:
  OwnedValue(lith_ctx *ctx, lith_value value) : ctx(ctx), value(value) {}
  OwnedValue(const OwnedValue &) = delete;
  OwnedValue &operator=(const OwnedValue &) = delete;
  ~OwnedValue() { release(ctx, value); }
  lith_value get() const { return value; }
  lith_value take() { return std::exchange(value, nullValue()); }

private:
  lith_ctx *ctx;
  lith_value value;
};

/// Python's name of the type of a box, as in "'int' object is not iterable".
const char *typeName(lith_ctx *ctx, lith_value value);

} // namespace lith

#endif // LITH_CORE_OBJECT_H

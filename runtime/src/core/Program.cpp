// Program.cpp: look-ups in the tables of classes and static objects.
#include "core/Program.h"

#include <cstring>

using namespace lith;

namespace {

struct BuiltinClass {
  const char *name;
  int base;
};
constexpr BuiltinClass Builtins[] = {
#define LITH_EXCEPTION_CLASS(name, base) {#name, LITH_CLASS_##base},
#include <lith/exceptions.def>
#undef LITH_EXCEPTION_CLASS
};

const ClassInfo *programClass(lith_ctx *ctx, int classId) {
  const Image *image = ctx ? contextOf(ctx).image : nullptr;
  size_t index = static_cast<size_t>(classId - LITH_FIRST_PROGRAM_CLASS);
  return image && classId >= LITH_FIRST_PROGRAM_CLASS && index < image->classes.size()
             ? &image->classes[index]
             : nullptr;
}

const OpaqueInfo *opaque(lith_ctx *ctx, int64_t index) {
  const Image *image = ctx ? contextOf(ctx).image : nullptr;
  return image && static_cast<uint64_t>(index) < image->opaques.size() ? &image->opaques[index]
                                                                       : nullptr;
}

} // namespace

const char *lith::className(lith_ctx *ctx, int classId) {
  if (classId >= 0 && classId < LITH_BUILTIN_CLASSES)
    return Builtins[classId].name;
  const ClassInfo *info = programClass(ctx, classId);
  return info ? info->name.c_str() : "object";
}

const char *lith::shortClassName(lith_ctx *ctx, int classId) {
  const char *name = className(ctx, classId), *dot = std::strrchr(name, '.');
  return dot ? dot + 1 : name;
}

std::string_view lith::fieldName(lith_ctx *ctx, int classId, int64_t index) {
  const ClassInfo *info = programClass(ctx, classId);
  bool known = info && static_cast<uint64_t>(index) < info->fields.size();
  return known ? std::string_view(info->fields[static_cast<size_t>(index)]) : std::string_view();
}

bool lith::isSubclass(lith_ctx *ctx, int derived, int base) {
  if (derived == base)
    return true;
  if (derived >= 0 && derived < LITH_BUILTIN_CLASSES) {
    int parent = Builtins[derived].base;
    return parent != derived && isSubclass(ctx, parent, base);
  }
  const ClassInfo *info = programClass(ctx, derived);
  if (!info)
    return false;
  for (int32_t ancestor : info->ancestors)
    if (ancestor == base || (ancestor < LITH_BUILTIN_CLASSES && isSubclass(ctx, ancestor, base)))
      return true;
  return false;
}

int lith::fieldIndex(lith_ctx *ctx, int classId, std::string_view name) {
  const ClassInfo *info = programClass(ctx, classId);
  if (info)
    for (size_t i = 0; i < info->fields.size(); ++i)
      if (info->fields[i] == name)
        return static_cast<int>(i);
  return -1;
}

const char *lith::opaqueTypeName(lith_ctx *ctx, int64_t index) {
  const OpaqueInfo *info = opaque(ctx, index);
  return info ? info->typeName.c_str() : "object";
}

std::string_view lith::opaqueRepr(lith_ctx *ctx, int64_t index) {
  const OpaqueInfo *info = opaque(ctx, index);
  return info ? std::string_view(info->repr) : "<object>";
}

// abi_check.cpp: freezes the layout that generated code relies on.
#include <lith/abi.h>
#include <lith/objects.h>

#define FIXED(type, field, offset)                                                                 \
  static_assert(offsetof(type, field) == offset, #type "." #field " moved: new LITH_ABI_VERSION")

static_assert(sizeof(lith_object) == 8);
FIXED(lith_object, refs, 0);
FIXED(lith_object, kind, 4);
FIXED(lith_object, flags, 5);
FIXED(lith_object, dtype, 6);
FIXED(lith_object, rank, 7);
static_assert(sizeof(lith_value) == 16);
FIXED(lith_value, tag, 0);
FIXED(lith_value, bits, 8);
static_assert(sizeof(lith_storage) == 48);
FIXED(lith_storage, bytes, 8);
FIXED(lith_storage, data, 16);
FIXED(lith_storage, drop, 24);
FIXED(lith_storage, owner, 32);
FIXED(lith_storage, writes, 40);
static_assert(sizeof(lith_tensor) == 176);
FIXED(lith_tensor, storage, 8);
FIXED(lith_tensor, data, 16);
FIXED(lith_tensor, handle, 24);
FIXED(lith_tensor, node, 32);
FIXED(lith_tensor, port, 40);
FIXED(lith_tensor, sizes, 48);
FIXED(lith_tensor, strides, 112);
static_assert(sizeof(lith_ctx) == 40);
FIXED(lith_ctx, pending, 0);
FIXED(lith_ctx, program, 8);
FIXED(lith_ctx, constants, 16);
FIXED(lith_ctx, state, 24);
FIXED(lith_ctx, signals, 32);
FIXED(lith_str, bytes, 8);
FIXED(lith_str, length, 16);
FIXED(lith_str, data, 32);
FIXED(lith_tuple, length, 8);
FIXED(lith_tuple, items, 16);
FIXED(lith_list, length, 8);
FIXED(lith_list, items, 24);
FIXED(lith_dict, length, 8);
FIXED(lith_set, length, 8);
FIXED(lith_record, class_id, 8);
FIXED(lith_record, fields, 16);
FIXED(lith_cell, value, 8);
FIXED(lith_complex, re, 8);
FIXED(lith_closure, code, 8);
FIXED(lith_closure, captured, 16);

// Checksum.cpp: XXH3, compiled into this file alone.
#include "artifact/Layout.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

uint64_t lith::checksum(const void *data, size_t bytes) { return XXH3_64bits(data, bytes); }

/* HashSecret.h: the key of the interpreter's siphash. */
#ifndef LITH_PYTHON_CALL_HASH_SECRET_H
#define LITH_PYTHON_CALL_HASH_SECRET_H

#include <stdint.h>

#ifdef __cplusplus
namespace lith::python {

/// Gives the runtime the key, where its hash of texts is the interpreter's.
void shareHashSecret();

} // namespace lith::python

extern "C"
#endif
    /* 0: this interpreter does not tell it. */
    int lith_python_hash_secret(uint64_t secret[2]);

#endif /* LITH_PYTHON_CALL_HASH_SECRET_H */

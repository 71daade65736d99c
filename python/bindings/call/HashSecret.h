/* HashSecret.h: the key of the interpreter's siphash. */
#ifndef LITH_PYTHON_CALL_HASH_SECRET_H
#define LITH_PYTHON_CALL_HASH_SECRET_H

#include <stdint.h>

#ifdef __cplusplus
extern "C"
#endif
    void lith_python_hash_secret(uint64_t secret[2]);

#endif /* LITH_PYTHON_CALL_HASH_SECRET_H */

/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Functions of two tensors of plain integers (no scale), with broadcasting; results wrap around as in numpy. */
#ifndef EDGEC_BINARY_INT_H
#define EDGEC_BINARY_INT_H

#include "edgec_broadcast.h"
#include "edgec_integers.h"

typedef struct {
    edgec_broadcast shape;
} edgec_binary_int_params;

/* Truncated quotients and remainders of both signs, b not 0; the most negative number divided by -1 wraps. */
#define EDGEC_DEFINE_SIGNED_PARTS(name, type, wide, wide_signed)                                                       \
    static inline type edgec_int_quotient_##name(type u, type v)                                                       \
    {                                                                                                                  \
        const wide_signed divisor = v;                                                                                 \
        if (v == -1) {                                                                                                 \
            return (type)((wide)0 - (wide)u);                                                                          \
        }                                                                                                              \
        return (type)(u / divisor);                                                                                    \
    }                                                                                                                  \
    static inline type edgec_int_remainder_##name(type u, type v)                                                      \
    {                                                                                                                  \
        const wide_signed divisor = v;                                                                                 \
        if (v == -1) {                                                                                                 \
            return 0;                                                                                                  \
        }                                                                                                              \
        return (type)(u % divisor);                                                                                    \
    }                                                                                                                  \
    /* The remainder with the sign of v. */                                                                            \
    static inline type edgec_int_modulo_##name(type u, type v)                                                         \
    {                                                                                                                  \
        const type r = edgec_int_remainder_##name(u, v);                                                               \
        return (r != 0 && (r < 0) != (v < 0)) ? (type)(r + v) : r;                                                     \
    }                                                                                                                  \
    /* A negative exponent gives the truncated real power, 0 to the power of a negative number 0. */                   \
    static inline type edgec_int_inverse_power_##name(type u, type v)                                                  \
    {                                                                                                                  \
        if (u == -1 && v % 2 != 0) {                                                                                   \
            return -1;                                                                                                 \
        }                                                                                                              \
        return (u == 1 || u == -1) ? (type)1 : (type)0;                                                                \
    }                                                                                                                  \
    static inline int edgec_int_is_negative_##name(type v) { return v < 0; }                                           \
    static inline type edgec_int_prelu_one_##name(type u, type v) { return (u < 0) ? (type)((wide)u * (wide)v) : u; }  \
    /* All bits shifted out leave the sign. */                                                                         \
    static inline type edgec_int_sign_bits_##name(type u) { return (u < 0) ? (type)-1 : (type)0; }

#define EDGEC_DEFINE_UNSIGNED_PARTS(name, type, wide, wide_signed)                                                     \
    static inline type edgec_int_quotient_##name(type u, type v) { return (type)(u / v); }                             \
    static inline type edgec_int_remainder_##name(type u, type v) { return (type)(u % v); }                            \
    static inline type edgec_int_modulo_##name(type u, type v) { return (type)(u % v); }                               \
    static inline type edgec_int_inverse_power_##name(type u, type v)                                                  \
    {                                                                                                                  \
        (void)v;                                                                                                       \
        return u;                                                                                                      \
    }                                                                                                                  \
    static inline int edgec_int_is_negative_##name(type v)                                                             \
    {                                                                                                                  \
        (void)v;                                                                                                       \
        return 0;                                                                                                      \
    }                                                                                                                  \
    static inline type edgec_int_prelu_one_##name(type u, type v)                                                      \
    {                                                                                                                  \
        (void)v;                                                                                                       \
        return u;                                                                                                      \
    }                                                                                                                  \
    static inline type edgec_int_sign_bits_##name(type u)                                                              \
    {                                                                                                                  \
        (void)u;                                                                                                       \
        return 0;                                                                                                      \
    }

/* edgec_int_<fn>_<type>_plain: y = expression of u and v */
#define EDGEC_DEFINE_BINARY_INT(fn, name, type, expression)                                                            \
    static inline void edgec_int_##fn##_##name##_row(const edgec_binary_int_params *p, const type *a, const type *b,   \
                                                     type *y)                                                          \
    {                                                                                                                  \
        const int32_t a_step = p->shape.a_stride[5];                                                                   \
        const int32_t b_step = p->shape.b_stride[5];                                                                   \
        int32_t i;                                                                                                     \
        for (i = 0; i < p->shape.dims[5]; i++) {                                                                       \
            const type u = a[i * a_step];                                                                              \
            const type v = b[i * b_step];                                                                              \
            y[i] = (type)(expression);                                                                                 \
        }                                                                                                              \
    }                                                                                                                  \
    EDGEC_DEFINE_BROADCAST(edgec_int_##fn##_##name##_plain, type, edgec_binary_int_params,                             \
                           edgec_int_##fn##_##name##_row)

#define EDGEC_DEFINE_BINARY_INTS(name, type, wide, wide_signed)                                                        \
    static inline type edgec_int_power_##name(type u, type v)                                                          \
    {                                                                                                                  \
        wide result = 1u;                                                                                              \
        wide square = (wide)u;                                                                                         \
        type left = v;                                                                                                 \
        if (edgec_int_is_negative_##name(v) != 0) {                                                                    \
            return edgec_int_inverse_power_##name(u, v);                                                               \
        }                                                                                                              \
        while (left > (type)0) {                                                                                       \
            result = (left % (type)2 != (type)0) ? result * square : result;                                           \
            square *= square;                                                                                          \
            left = (type)(left / (type)2);                                                                             \
        }                                                                                                              \
        return (type)result;                                                                                           \
    }                                                                                                                  \
    static inline int edgec_int_is_shift_##name(type v) { return (uint64_t)v < 8u * sizeof(type); }                    \
    EDGEC_DEFINE_BINARY_INT(add, name, type, (wide)u + (wide)v)                                                        \
    EDGEC_DEFINE_BINARY_INT(sub, name, type, (wide)u - (wide)v)                                                        \
    EDGEC_DEFINE_BINARY_INT(mul, name, type, (wide)u *(wide)v)                                                         \
    EDGEC_DEFINE_BINARY_INT(div, name, type, (v == (type)0) ? (type)0 : edgec_int_quotient_##name(u, v))               \
    EDGEC_DEFINE_BINARY_INT(max, name, type, (v > u) ? v : u)                                                          \
    EDGEC_DEFINE_BINARY_INT(min, name, type, (v < u) ? v : u)                                                          \
    EDGEC_DEFINE_BINARY_INT(pow, name, type, edgec_int_power_##name(u, v))                                             \
    EDGEC_DEFINE_BINARY_INT(prelu, name, type, edgec_int_prelu_one_##name(u, v))                                       \
    EDGEC_DEFINE_BINARY_INT(mod, name, type, (v == (type)0) ? (type)0 : edgec_int_modulo_##name(u, v))                 \
    EDGEC_DEFINE_BINARY_INT(fmod, name, type, (v == (type)0) ? (type)0 : edgec_int_remainder_##name(u, v))             \
    EDGEC_DEFINE_BINARY_INT(and, name, type, (wide)u &(wide)v)                                                         \
    EDGEC_DEFINE_BINARY_INT(or, name, type, (wide)u | (wide)v)                                                         \
    EDGEC_DEFINE_BINARY_INT(xor, name, type, (wide)u ^ (wide)v)                                                        \
    EDGEC_DEFINE_BINARY_INT(shl, name, type, edgec_int_is_shift_##name(v) ? (wide)u << v : 0u)                         \
    EDGEC_DEFINE_BINARY_INT(shr, name, type,                                                                           \
                            edgec_int_is_shift_##name(v) ? (type)(u >> v) : edgec_int_sign_bits_##name(u))

EDGEC_FOR_SIGNED(EDGEC_DEFINE_SIGNED_PARTS)
EDGEC_FOR_UNSIGNED(EDGEC_DEFINE_UNSIGNED_PARTS)
EDGEC_FOR_INTEGERS(EDGEC_DEFINE_BINARY_INTS)

/* On bool: any value but 0 is true. */
EDGEC_DEFINE_BINARY_INT(and, bool, uint8_t, u != 0u && v != 0u)
EDGEC_DEFINE_BINARY_INT(or, bool, uint8_t, u != 0u || v != 0u)
EDGEC_DEFINE_BINARY_INT(xor, bool, uint8_t, (u != 0u) != (v != 0u))
EDGEC_DEFINE_BINARY_INT(add, bool, uint8_t, u != 0u || v != 0u)
EDGEC_DEFINE_BINARY_INT(mul, bool, uint8_t, u != 0u && v != 0u)
EDGEC_DEFINE_BINARY_INT(max, bool, uint8_t, u != 0u || v != 0u)
EDGEC_DEFINE_BINARY_INT(min, bool, uint8_t, u != 0u && v != 0u)

#endif

/* Included before generated code when it is profiled: what happens at the start and the end of every layer.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef EDGEC_PROFILE_HOOKS_H
#define EDGEC_PROFILE_HOOKS_H

#if defined(BENCH_TICKS)
/* Reads the timer; the bench defines it.  Its own instructions are measured and taken off. */
void edgec_profile_tick(void);
#define EDGEC_LAYER_BEGIN(id) edgec_profile_tick()
#define EDGEC_LAYER_END(id) edgec_profile_tick()
#else
/* A jump to the next instruction, which a QEMU plugin watches: it starts a translation block and changes no register.
 * The symbol edgec_mark_<kind>_<id>_<n> is the address after the jump, edgec_jump_... the jump, which is not counted.
 */
#if defined(__arm__) || defined(__aarch64__)
#define EDGEC_PROFILE_JUMP "b "
#elif defined(__riscv)
#define EDGEC_PROFILE_JUMP "j "
#elif defined(__AVR__)
#define EDGEC_PROFILE_JUMP "rjmp "
#else
#error "the profiler's marks are written for Arm, RISC-V and AVR"
#endif
#define EDGEC_PROFILE_MARK(kind, id)                                                                                   \
    __asm__ volatile("edgec_jump_" #kind "_" #id "_%=: " EDGEC_PROFILE_JUMP "edgec_mark_" #kind "_" #id                \
                     "_%=\nedgec_mark_" #kind "_" #id "_%=:" ::                                                        \
                         : "memory")
#define EDGEC_LAYER_BEGIN(id) EDGEC_PROFILE_MARK(begin, id)
#define EDGEC_LAYER_END(id) EDGEC_PROFILE_MARK(end, id)
#endif

#endif

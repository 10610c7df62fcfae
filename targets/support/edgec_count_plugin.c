/* QEMU TCG plugin that counts how often every block of instructions runs, and how often control leaves it by a jump.
 *
 *     -plugin FILE,marks=MARKS,out=OUT,size=RULE
 *
 * MARKS holds addresses, one hexadecimal number a line.  Each must be the target of a jump, so that a block starts
 * there.  Whenever one is reached, OUT gets a line "mark ADDRESS", preceded by one line "START COUNT RUNS JUMPS" for
 * each block that ran since the last mark: COUNT instructions from START on, all of them executed RUNS times, and
 * followed JUMPS times by another instruction than the next one.  Addresses are hexadecimal, counts decimal.  RULE says
 * how long an instruction is: "thumb", "riscv", or as QEMU says ("own").
 *
 *     -plugin FILE,align=on
 *
 * ends the program at an access whose address is no multiple of its size, as a core does that cannot make one: QEMU
 * makes them for processors whose manuals leave it open.  It may be given with the other options or alone.
 *
 * QEMU's plugin header is not needed: the few functions used are declared here (API version 1, QEMU 4.2 to 8.2; one
 * virtual processor).
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define NO_REGISTERS 0     /* QEMU_PLUGIN_CB_NO_REGS */
#define READS_AND_WRITES 3 /* QEMU_PLUGIN_MEM_RW */
#define FAULT 3            /* exit status */

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*callback)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, void (*callback)(unsigned, void *), int flags,
                                          void *user);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
                                      void (*callback)(unsigned, uint32_t, uint64_t, void *), int flags, int kind,
                                      void *user);
unsigned qemu_plugin_mem_size_shift(uint32_t info);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);
EXPORT int qemu_plugin_version = 1;

typedef struct block {
    struct block *next; /* all blocks, newest first */
    uint64_t start, end, count;
    uint64_t runs, jumps; /* since the last mark */
    int is_mark;
} block_t;

static FILE *out;
static char rule; /* the first letter */
static int aligned;
static uint64_t *marks;
static size_t mark_count;
static block_t *blocks;
static block_t *last;

static void flush(uint64_t mark)
{
    block_t *b;
    for (b = blocks; b != NULL; b = b->next) {
        if (b->runs != 0u) {
            fprintf(out, "%" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", b->start, b->count, b->runs, b->jumps);
            b->runs = 0u;
            b->jumps = 0u;
        }
    }
    fprintf(out, "mark %" PRIx64 "\n", mark);
    fflush(out);
}

static void executed(unsigned processor, void *user)
{
    block_t *b = user;
    (void)processor;
    if (last != NULL && last->end != b->start) {
        last->jumps++;
    }
    if (b->is_mark) {
        flush(b->start);
    }
    b->runs++;
    last = b;
}

/* Bytes of an instruction.  QEMU's own figure is wrong for Thumb at the end of a page, where it has read ahead. */
static uint64_t size_of(const struct qemu_plugin_insn *instruction)
{
    const uint8_t *code = qemu_plugin_insn_data(instruction);
    if (rule == 't') {
        return (code[1] >> 3) >= 0x1Du ? 4u : 2u;
    }
    if (rule == 'r') {
        return (code[0] & 3u) == 3u ? 4u : 2u;
    }
    return qemu_plugin_insn_size(instruction);
}

static int is_mark(uint64_t address)
{
    size_t i;
    for (i = 0; i < mark_count; i++) {
        if (marks[i] == address) {
            return 1;
        }
    }
    return 0;
}

static void accessed(unsigned processor, uint32_t info, uint64_t address, void *user)
{
    const uint64_t bytes = (uint64_t)1 << qemu_plugin_mem_size_shift(info);
    (void)processor;
    if (address % bytes != 0u) {
        fprintf(stderr, "bench: unaligned access of %" PRIu64 " bytes at 0x%08" PRIx64 ", at pc 0x%08" PRIx64 "\n",
                bytes, address, (uint64_t)(uintptr_t)user);
        _exit(FAULT); /* what the program and QEMU still hold is of no use */
    }
}

/* Has every access of a block looked at. */
static void watch(const struct qemu_plugin_tb *tb)
{
    size_t i;
    for (i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *one = qemu_plugin_tb_get_insn(tb, i);
        void *pc = (void *)(uintptr_t)qemu_plugin_insn_vaddr(one);
        qemu_plugin_register_vcpu_mem_cb(one, accessed, NO_REGISTERS, READS_AND_WRITES, pc);
    }
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
    const struct qemu_plugin_insn *tail = qemu_plugin_tb_get_insn(tb, qemu_plugin_tb_n_insns(tb) - 1u);
    block_t *b;
    (void)id;
    if (aligned) {
        watch(tb);
    }
    if (out == NULL) {
        return;
    }
    b = calloc(1, sizeof *b);
    if (b == NULL) {
        abort();
    }
    b->start = qemu_plugin_tb_vaddr(tb);
    b->count = qemu_plugin_tb_n_insns(tb);
    b->end = qemu_plugin_insn_vaddr(tail) + size_of(tail);
    b->is_mark = is_mark(b->start);
    b->next = blocks;
    blocks = b;
    qemu_plugin_register_vcpu_tb_exec_cb(tb, executed, NO_REGISTERS, b);
}

static int read_marks(const char *path)
{
    FILE *file = fopen(path, "r");
    uint64_t address;
    if (file == NULL) {
        return -1;
    }
    while (fscanf(file, "%" SCNx64, &address) == 1) {
        uint64_t *longer = realloc(marks, (mark_count + 1u) * sizeof *marks);
        if (longer == NULL) {
            fclose(file);
            return -1;
        }
        marks = longer;
        marks[mark_count++] = address;
    }
    fclose(file);
    return 0;
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    int i;
    (void)info;
    for (i = 0; i < argc; i++) {
        if (strncmp(argv[i], "marks=", 6) == 0 && read_marks(argv[i] + 6) != 0) {
            return -1;
        }
        if (strncmp(argv[i], "size=", 5) == 0) {
            rule = argv[i][5];
        }
        if (strncmp(argv[i], "out=", 4) == 0) {
            out = fopen(argv[i] + 4, "w");
        }
        if (strcmp(argv[i], "align=on") == 0) {
            aligned = 1;
        }
    }
    if (out == NULL && !aligned) {
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}

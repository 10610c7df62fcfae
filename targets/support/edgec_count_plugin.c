/* QEMU TCG plugin that counts how often every block of instructions runs, and how often control leaves it by a jump.
 *
 *     -plugin FILE,marks=MARKS,out=OUT,size=RULE
 *
 * MARKS holds addresses, one hexadecimal number a line.  Each must be the target of a jump, so that a block starts
 * there.  Whenever one is reached, OUT gets a line "mark ADDRESS", preceded by one line "START COUNT RUNS JUMPS" for
 * each block that ran since the last mark: COUNT instructions from START on, all of them executed RUNS times, and
 * followed JUMPS times by another instruction than the next one.  Addresses are hexadecimal, counts decimal.  RULE says
 * how long an instruction is: "thumb", "riscv", "avr", or as QEMU says ("own").
 *
 *     ...,flash=LOW-HIGH[+LOW-HIGH],read=BYTES[,code=LINESxBYTESxWAYS][,data=LINESxBYTESxWAYS][,shared=on]
 *
 * also runs the caches of a flash at these addresses (hexadecimal, HIGH excluded): "START COUNT RUNS JUMPS" is followed
 * by " ORDER TARGET DATA", the reads of BYTES that missed: of instructions after those before them, of instructions at
 * the target of a jump, of data.  A miss fills as much of a line as one read brings.  The caches start empty.
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
_Bool qemu_plugin_mem_is_store(uint32_t info);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *instruction);
void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *instruction);

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);
EXPORT int qemu_plugin_version = 1;

typedef struct block {
    struct block *next; /* all blocks, newest first */
    uint64_t start, end, count;
    uint64_t runs, jumps; /* since the last mark */
    uint64_t in_order, at_target, data;
    int is_mark;
} block_t;

static FILE *out;
static char rule; /* the first letter */
static int aligned;
static uint64_t *marks;
static size_t mark_count;
static block_t *blocks;
static block_t *last;

/* A cache: the tags of its lines in sets of `ways`, when each was used last, and which reads of a line are there. */
typedef struct cache {
    unsigned lines, line_bytes, ways;
    uint64_t *tags, *used, *there;
} cache_t;

static cache_t code_cache, data_cache;
static cache_t *data_through;
static uint64_t read_bytes; /* 0: the flash is not looked at */
static uint64_t ranges[16];
static size_t range_count; /* numbers in ranges: pairs */
static uint64_t now;
static uint64_t current_read = UINT64_MAX; /* of instructions */

static int make_cache(cache_t *c, const char *shape)
{
    if (sscanf(shape, "%ux%ux%u", &c->lines, &c->line_bytes, &c->ways) != 3 || c->ways == 0u ||
        c->lines % c->ways != 0u) {
        return -1;
    }
    c->tags = calloc(c->lines, sizeof *c->tags);
    c->used = calloc(c->lines, sizeof *c->used);
    c->there = calloc(c->lines, sizeof *c->there);
    return c->tags == NULL || c->used == NULL || c->there == NULL ? -1 : 0;
}

/* Whether a read hits; one that misses is there from now on.  A flash without a cache never hits. */
static int hits(cache_t *c, uint64_t read)
{
    const uint64_t reads = c->lines == 0u ? 1u : c->line_bytes > read_bytes ? c->line_bytes / read_bytes : 1u;
    const uint64_t tag = read / reads, bit = (uint64_t)1 << (read % reads);
    size_t i, first, oldest;
    if (c->lines == 0u) {
        return 0;
    }
    first = (size_t)(tag % (c->lines / c->ways)) * c->ways;
    oldest = first;
    now++;
    for (i = first; i < first + c->ways; i++) {
        if (c->there[i] != 0u && c->tags[i] == tag) {
            const int hit = (c->there[i] & bit) != 0u;
            c->there[i] |= bit;
            c->used[i] = now;
            return hit;
        }
        oldest = c->used[i] < c->used[oldest] ? i : oldest;
    }
    c->tags[oldest] = tag;
    c->there[oldest] = bit;
    c->used[oldest] = now;
    return 0;
}

static int in_flash(uint64_t address)
{
    size_t i;
    for (i = 0; i < range_count; i += 2u) {
        if (address >= ranges[i] && address < ranges[i + 1u]) {
            return 1;
        }
    }
    return 0;
}

/* The reads that bring a block's instructions; `jumped`: another block than the one before it in memory ran last. */
static void fetch(block_t *b, int jumped)
{
    uint64_t read;
    int target = jumped;
    if (!in_flash(b->start)) {
        return;
    }
    for (read = b->start / read_bytes; read <= (b->end - 1u) / read_bytes; read++) {
        if (read == current_read && !target) {
            continue;
        }
        current_read = read;
        if (!hits(&code_cache, read)) {
            *(target ? &b->at_target : &b->in_order) += 1u;
        }
        target = 0;
    }
}

static void loaded(unsigned processor, uint32_t info, uint64_t address, void *user)
{
    (void)processor;
    (void)user;
    if (last != NULL && !qemu_plugin_mem_is_store(info) && in_flash(address) &&
        !hits(data_through, address / read_bytes)) {
        last->data++;
    }
}

static void flush(uint64_t mark)
{
    block_t *b;
    for (b = blocks; b != NULL; b = b->next) {
        if (b->runs != 0u) {
            fprintf(out, "%" PRIx64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
                    b->start, b->count, b->runs, b->jumps, b->in_order, b->at_target, b->data);
            b->runs = b->jumps = b->in_order = b->at_target = b->data = 0u;
        }
    }
    fprintf(out, "mark %" PRIx64 "\n", mark);
    fflush(out);
}

static void executed(unsigned processor, void *user)
{
    block_t *b = user;
    const int jumped = last != NULL && last->end != b->start;
    (void)processor;
    if (jumped) {
        last->jumps++;
    }
    if (b->is_mark) {
        flush(b->start);
    }
    b->runs++;
    if (read_bytes != 0u) {
        fetch(b, jumped);
    }
    last = b;
}

/* Bytes of an instruction.  QEMU's own figure is wrong for Thumb at the end of a page, where it has read ahead. */
static uint64_t size_of(const struct qemu_plugin_insn *instruction)
{
    const uint8_t *code = qemu_plugin_insn_data(instruction);
    if (rule == 'a') { /* QEMU 7.2 has no bytes of AVR's instructions; jmp, call, lds and sts have two words */
        code = qemu_plugin_insn_haddr(instruction);
        return ((code[1] & 0xFEu) == 0x94u && (code[0] & 0x0Cu) == 0x0Cu) ||
                       ((code[1] & 0xFCu) == 0x90u && (code[0] & 0x0Fu) == 0u)
                   ? 4u
                   : 2u;
    }
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
    size_t i;
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
    for (i = 0; read_bytes != 0u && i < b->count; i++) {
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), loaded, NO_REGISTERS, READS_AND_WRITES, NULL);
    }
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

static int read_ranges(const char *text)
{
    char *next = NULL;
    for (; range_count < sizeof ranges / sizeof *ranges; text = next + 1) {
        ranges[range_count++] = strtoull(text, &next, 16);
        if (*next != '-' && *next != '+') {
            return *next == '\0' && range_count % 2u == 0u ? 0 : -1;
        }
    }
    return -1;
}

/* The options that say how the flash is read; 0, or -1 for a value that cannot be read. */
static int flash_option(const char *option)
{
    if (strncmp(option, "flash=", 6) == 0) {
        return read_ranges(option + 6);
    }
    if (strncmp(option, "read=", 5) == 0) {
        read_bytes = strtoull(option + 5, NULL, 10);
        return read_bytes != 0u ? 0 : -1;
    }
    if (strncmp(option, "code=", 5) == 0) {
        return make_cache(&code_cache, option + 5);
    }
    if (strncmp(option, "data=", 5) == 0) {
        return make_cache(&data_cache, option + 5);
    }
    data_through = strcmp(option, "shared=on") == 0 ? &code_cache : data_through;
    return 0;
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    int i;
    (void)info;
    data_through = &data_cache;
    for (i = 0; i < argc; i++) {
        if (flash_option(argv[i]) != 0) {
            return -1;
        }
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

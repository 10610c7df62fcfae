/* QEMU TCG plugin that counts the bytes read and written in ranges of addresses.
 *
 *     -plugin FILE
 *
 * ranges.txt holds a range (first address, end) a line, ascending; the first line is code whose accesses do not count.
 * At the end counts.txt gets a line for each other range.  QEMU's plugin header is not needed: the few functions used
 * are declared here (API version 1; one virtual processor).
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define EXPORT __attribute__((visibility("default")))
#define MOST 4096
#define NO_REGISTERS 0
#define READS_AND_WRITES 3

typedef uint64_t plugin_id;
struct qemu_plugin_tb;
struct qemu_plugin_insn;

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, void (*callback)(plugin_id, struct qemu_plugin_tb *));
void qemu_plugin_register_atexit_cb(plugin_id id, void (*callback)(plugin_id, void *), void *user);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
                                      void (*callback)(unsigned, uint32_t, uint64_t, void *), int flags, int kind,
                                      void *user);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t index);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
unsigned qemu_plugin_mem_size_shift(uint32_t info);

EXPORT int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv);
EXPORT int qemu_plugin_version = 1;

static uint64_t start[MOST], end[MOST], bytes[MOST];
static int count;
static uint64_t code_start, code_end;

static void accessed(unsigned processor, uint32_t info, uint64_t address, void *user)
{
    int low = 0, high = count - 1;
    (void)processor;
    (void)user;
    while (low <= high) {
        const int middle = (low + high) / 2;
        if (address < start[middle]) {
            high = middle - 1;
        } else if (address >= end[middle]) {
            low = middle + 1;
        } else {
            bytes[middle] += (uint64_t)1 << qemu_plugin_mem_size_shift(info);
            return;
        }
    }
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
    size_t i;
    (void)id;
    for (i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(tb, i);
        const uint64_t at = qemu_plugin_insn_vaddr(instruction);
        if (at < code_start || at >= code_end) {
            qemu_plugin_register_vcpu_mem_cb(instruction, accessed, NO_REGISTERS, READS_AND_WRITES, NULL);
        }
    }
}

static void finished(plugin_id id, void *user)
{
    FILE *out = fopen("counts.txt", "w");
    int i;
    (void)id;
    (void)user;
    for (i = 0; out != NULL && i < count; i++) {
        fprintf(out, "%" PRIu64 "\n", bytes[i]);
    }
    if (out != NULL) {
        fclose(out);
    }
}

int qemu_plugin_install(plugin_id id, const void *info, int argc, char **argv)
{
    FILE *in = fopen("ranges.txt", "r");
    (void)info;
    (void)argc;
    (void)argv;
    if (in == NULL || fscanf(in, "%" SCNx64 " %" SCNx64, &code_start, &code_end) != 2) {
        return 1;
    }
    while (count < MOST && fscanf(in, "%" SCNx64 " %" SCNx64, &start[count], &end[count]) == 2) {
        count++;
    }
    fclose(in);
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_atexit_cb(id, finished, NULL);
    return 0;
}

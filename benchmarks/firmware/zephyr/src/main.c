/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <zephyr/kernel.h>
#include <zephyr/sys/printk.h>

#include "kws.h"
#include "str_ww.h"

#include "check.h"

static void say(const char *name, int equal, int all) { printk("%s: %d of %d samples equal\n", name, equal, all); }

int main(void)
{
    CHECK(kws, KWS, say);
    CHECK(str_ww, STR_WW, say);
    printk("done\n");
    return 0;
}

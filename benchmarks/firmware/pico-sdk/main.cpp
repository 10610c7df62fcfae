/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <cstdio>

#include "pico/stdlib.h"

#include "kws.h"
#include "str_ww.h"

#include "check.h"

static void say(const char *name, int equal, int all) { std::printf("%s: %d of %d samples equal\n", name, equal, all); }

int main()
{
    stdio_init_all();
    CHECK(kws, KWS, say);
    CHECK(str_ww, STR_WW, say);
    std::puts("done");
    return 0;
}

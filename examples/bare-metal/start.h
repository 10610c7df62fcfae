/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The little of a board that the examples need. */
#ifndef START_H
#define START_H

void say(const char *text); /* on the debugger's console */

#endif

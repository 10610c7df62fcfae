/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two tasks of one priority, a model each: the scheduler changes between them in the middle of inferences. */
#include <stdint.h>

#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "kws.h"
#include "str_ww.h"

#include "check.h"

#define UART_DATA (*(volatile uint32_t *)0x40004000u)
#define UART_STATE (*(volatile uint32_t *)0x40004004u)
#define UART_CTRL (*(volatile uint32_t *)0x40004008u)
#define UART_BAUDDIV (*(volatile uint32_t *)0x40004010u)
#define STACK_WORDS 1024u

static SemaphoreHandle_t console, ready;

static void put(const char *text)
{
    while (*text != '\0') {
        while ((UART_STATE & 1u) != 0u) {
        }
        UART_DATA = (uint32_t)*text++;
    }
}

static void number(int value)
{
    char text[12], *at = text + sizeof text - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    put(at);
}

static void say(const char *name, int equal, int all)
{
    (void)xSemaphoreTake(console, portMAX_DELAY);
    put(name);
    put(": ");
    number(equal);
    put(" of ");
    number(all);
    put(" samples equal\n");
    (void)xSemaphoreGive(console);
    (void)xSemaphoreGive(ready);
}

static void listen(void *unused)
{
    (void)unused;
    CHECK(kws, KWS, say);
    vTaskDelete(NULL);
}

static void wake(void *unused)
{
    (void)unused;
    CHECK(str_ww, STR_WW, say);
    vTaskDelete(NULL);
}

static void end(void *unused)
{
    (void)unused;
    (void)xSemaphoreTake(ready, portMAX_DELAY);
    (void)xSemaphoreTake(ready, portMAX_DELAY);
    put("done\n");
    vTaskDelete(NULL);
}

int main(void)
{
    UART_BAUDDIV = 16u;
    UART_CTRL = 1u;
    console = xSemaphoreCreateMutex();
    ready = xSemaphoreCreateCounting(2u, 0u);
    if (console == NULL || ready == NULL || xTaskCreate(listen, "kws", STACK_WORDS, NULL, 1u, NULL) != pdPASS ||
        xTaskCreate(wake, "str_ww", STACK_WORDS, NULL, 1u, NULL) != pdPASS ||
        xTaskCreate(end, "end", STACK_WORDS, NULL, 1u, NULL) != pdPASS) {
        put("no memory for tasks\n");
        return 1;
    }
    vTaskStartScheduler();
    return 1;
}

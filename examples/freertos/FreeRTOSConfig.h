/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef FREERTOS_CONFIG_H
#define FREERTOS_CONFIG_H

#define configUSE_PREEMPTION 1
#define configUSE_TIME_SLICING 1
#define configUSE_IDLE_HOOK 0
#define configUSE_TICK_HOOK 0
#define configCPU_CLOCK_HZ 25000000u
#define configTICK_RATE_HZ 1000u
#define configMAX_PRIORITIES 4
#define configMINIMAL_STACK_SIZE 128u
#define configTOTAL_HEAP_SIZE 32768u
#define configTICK_TYPE_WIDTH_IN_BITS TICK_TYPE_WIDTH_32_BITS
#define configUSE_MUTEXES 1
#define configUSE_COUNTING_SEMAPHORES 1
#define configSUPPORT_DYNAMIC_ALLOCATION 1
#define configSUPPORT_STATIC_ALLOCATION 0
#define configCHECK_FOR_STACK_OVERFLOW 0
#define configPRIO_BITS 3
#define configKERNEL_INTERRUPT_PRIORITY (7u << (8 - configPRIO_BITS))
#define configMAX_SYSCALL_INTERRUPT_PRIORITY (5u << (8 - configPRIO_BITS))
#define configCHECK_HANDLER_INSTALLATION 0
#define INCLUDE_vTaskDelay 1
#define INCLUDE_vTaskDelete 1
#define vPortSVCHandler SVC_Handler
#define xPortPendSVHandler PendSV_Handler
#define xPortSysTickHandler SysTick_Handler

#endif

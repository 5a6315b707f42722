#ifndef TAPINPUT_CFUZZER_SHIM_H
#define TAPINPUT_CFUZZER_SHIM_H

#include <stddef.h>
#include <stdint.h>

/* What libFuzzer offers to programs with a main function of their own; no header of it is installed. */
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif

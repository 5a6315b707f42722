#ifndef TAPINPUT_CLIBCONFIG_SHIM_H
#define TAPINPUT_CLIBCONFIG_SHIM_H

#include <libconfig.h>

#endif

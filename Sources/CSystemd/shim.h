#ifndef TAPINPUT_CSYSTEMD_SHIM_H
#define TAPINPUT_CSYSTEMD_SHIM_H

#include <systemd/sd-daemon.h>

#endif

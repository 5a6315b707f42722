#ifndef TAPINPUT_CLIBEVDEV_SHIM_H
#define TAPINPUT_CLIBEVDEV_SHIM_H

#include <libevdev/libevdev.h>
#include <libevdev/libevdev-uinput.h>
#include <linux/input.h>

#endif

#ifndef TAPINPUT_CDBUS_SHIM_H
#define TAPINPUT_CDBUS_SHIM_H

#include <dbus/dbus.h>

#endif

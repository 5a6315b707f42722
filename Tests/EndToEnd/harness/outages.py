"""What is below the driver goes away and comes back: each a generator that breaks it, yields, and mends it."""

import signal
import subprocess


def bluetoothd_killed(machine):
    machine.stop_bluetoothd(signal.SIGKILL)
    yield
    machine.start_bluetoothd()


def bluetoothd_ended(machine):
    machine.stop_bluetoothd(signal.SIGTERM)
    yield
    machine.start_bluetoothd()


def adapter_off(machine):
    machine.power(False)
    yield
    machine.power(True)


def adapter_blocked(machine):
    subprocess.run(["rfkill", "block", "bluetooth"], check=True)
    yield
    subprocess.run(["rfkill", "unblock", "bluetooth"], check=True)
    machine.power(True)


def adapter_pulled(machine):
    """The kernel has no adapter any more, and another one later."""
    machine.tap.adapter(False)
    yield
    machine.tap.adapter(True)
    machine.power(True)


def bus_killed(machine):
    machine.stop_bus(signal.SIGKILL)
    machine.stop_bluetoothd(signal.SIGKILL)
    yield
    machine.start_bus()
    machine.start_bluetoothd()

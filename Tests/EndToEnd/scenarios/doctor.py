"""`doctor`: where nothing is wrong all is ok; each way of breaking the machine is named, and what is printed mends it."""

import asyncio
import contextlib
import glob
import grp
import os
import re
import shutil
import signal
import struct
import subprocess
import time
from typing import NamedTuple

from dbus_fast import Variant

from harness import bluez
from harness.machine import BUS_SOCKET, NOBODY, UINPUT
from harness.models import V2
from harness.processes import Process
from harness.stage import CONNECT_LIMIT
from harness.waiting import poll, wait_for
from scenarios.configuration import Home, start_session_bus

# A bus, a driver or bluetoothd that does not answer is given up.
DOCTOR_LIMIT = 60
RULES = "/etc/udev/rules.d"
RULE = f"{RULES}/60-tapinput.rules"
POLICY = "/etc/dbus-1/system.d/zz-tapinput-test.conf"
LINE = re.compile(r"^(ok|warning|problem) +(.*)$")
COMMAND = re.compile(r": `([^`]+)`")
ACL_USER, ACL_GROUP, ACL_USERS = 0x01, 0x04, 0x02
ACL_MASK, ACL_OTHER, ACL_NOBODY = 0x10, 0x20, 0xFFFFFFFF


class Line(NamedTuple):
    """A finding: `ok`, `warning` or `problem`, what was found, and the command that mends it, if there is one."""

    level: str
    text: str

    @property
    def command(self):
        commands = COMMAND.findall(self.text)
        return commands[-1] if commands else None


def run(stage):
    stage.machine.ready()
    bus, address = start_session_bus(stage.machine)
    stage.home = Home(stage.machine, address)
    try:
        healthy(stage)
        driver(stage)
        configuration(stage)
        sandbox(stage)
        taps(stage)
        adapter(stage)
        service(stage)
        system_bus(stage)
        module(stage)
        node(stage)
        rules(stage)
        groups(stage)
    finally:
        stage.close()
        bus.stop()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(POLICY)


# What all parts are made with.


def doctor(stage, *arguments, groups=("input",), environment=None):
    """The lines of the command as an ordinary user runs it, and its exit status."""
    command = stage.machine.command("doctor", *arguments)
    numbers = ",".join(str(grp.getgrnam(name).gr_gid) for name in groups)
    place = next(index for index, word in enumerate(command) if word.startswith("--groups="))
    command[place] = f"--groups={numbers}" if groups else "--clear-groups"
    variables = {"PATH": "/usr/bin:/bin", **stage.home.environment, **(environment or {})}
    process = Process("doctor", command, environment=variables, apart=True)
    poll(lambda: not process.running, DOCTOR_LIMIT)
    status = process.status
    process.stop()
    lines = [Line(*match.groups()) for match in map(LINE.match, process.output().splitlines()) if match]
    whole = len(lines) == len(process.output().splitlines()) and not process.text()
    stage.report.check("each line of `doctor` is a finding", whole, process.output() + process.text())
    worst = 1 if any(line.level == "problem" for line in lines) else 0
    stage.report.equal("its exit status tells whether there is a problem", status, worst)
    return lines


def matching(lines, level, pattern):
    return [line for line in lines if line.level == level and re.search(pattern, line.text)]


def named(stage, what, level, pattern, **how):
    """The finding is there; returns it."""
    lines = doctor(stage, **how)
    found = matching(lines, level, pattern)
    stage.report.need(stage.report.check(f"{what}: named as a {level}", found, shown(lines)))
    return found[0]


def gone(stage, what, level, pattern, seconds=20, **how):
    """The finding is there no more, as soon as what was done has had its effect."""
    seen = []

    def is_gone():
        seen[:] = doctor(stage, **how)
        return not matching(seen, level, pattern)

    stage.report.check(f"{what}: mended", poll(is_gone, seconds, 0.5), shown(seen))


def shown(lines):
    return " | ".join(f"{line.level} {line.text}" for line in lines)


def play(command):
    """A command as it was printed, in a shell of root's, who needs no sudo."""
    script = f'sudo() {{ "$@"; }}\n{command}\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
    return done


def mends(stage, what, level, pattern, **how):
    """The finding is there, and the command that is printed with it mends it."""
    finding = named(stage, what, level, pattern, **how)
    done = play(finding.command or "false")
    stage.report.check(f"{what}: `{finding.command}` can be run", done.returncode == 0, done)
    gone(stage, what, level, pattern, **how)


def nothing_wrong(stage, what):
    lines = doctor(stage)
    stage.report.check(f"{what}: all is ok", all(line.level == "ok" for line in lines) and lines, shown(lines))


def start_driver(stage):
    start = time.monotonic()
    stage.machine.start_driver(environment=stage.home.environment)
    stage.report.need(stage.set_up_since(start, "the driver sets the Tap up"))


# The driver and its configuration.


def healthy(stage):
    finding = named(stage, "no driver", "problem", "^driver: not running")
    stage.report.equal("no driver: the printed command", finding.command, "tapinput run")
    named(stage, "the Tap is off", "warning", f"{V2.address}: not connected")
    start_driver(stage)
    gone(stage, "no driver", "problem", "^driver: not running")
    gone(stage, "the Tap is off", "warning", "not connected")
    mends(stage, "not at every boot", "warning", "not at every boot")
    nothing_wrong(stage, "a machine that works")
    lines = doctor(stage)
    for pattern in ("module uinput: loaded, and at", UINPUT, RULE, "group input", r"BlueZ \d+\.\d+$", "adapter: on"):
        stage.report.check(f"`doctor` tells of {pattern}", matching(lines, "ok", pattern), shown(lines))
    program = subprocess.run(["/usr/sbin/bluetoothd", "--version"], capture_output=True, text=True).stdout.strip()
    stage.report.check("BlueZ's version is its own", matching(lines, "ok", f"BlueZ {program}$"), shown(lines))


def driver(stage):
    machine = stage.machine
    machine.driver.send(signal.SIGSTOP)
    named(stage, "a driver that hangs", "problem", "^driver: it does not answer")
    machine.driver.send(signal.SIGCONT)
    gone(stage, "a driver that hangs", "problem", "^driver: it does not answer")
    # Another one on the system's bus, as the system's service is.
    policy(stage, '<policy context="default"><allow own="io.github.tapinput"/></policy>')
    own = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    other = Process("other-driver", machine.command("run", "--device", "Nobody"), environment=own)
    poll(lambda: matching(doctor(stage), "problem", "^services"), 20, 0.5)
    finding = named(stage, "two drivers", "problem", "^services: the user's and the system's")
    stage.report.equal("two drivers: the printed command", finding.command, "sudo systemctl disable --now tapinput")
    other.stop()
    gone(stage, "two drivers", "problem", "^services")
    policy(stage, None)


def policy(stage, text):
    """A rule of the system's bus, or none."""
    if text:
        with open(POLICY, "w", encoding="utf-8") as file:
            file.write(f"<busconfig>{text}</busconfig>\n")
    else:
        os.unlink(POLICY)
    bus = ["busctl", "--system", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus"]
    subprocess.run([*bus, "ReloadConfig"], check=True)


def configuration(stage):
    home = stage.home
    home.write('swipes = "swfit";\n')
    finding = named(stage, "a mistake in the configuration", "problem", f"^{re.escape(home.file)}:1: ")
    checked = stage.machine.run("check", home.file)
    mistake = finding.text.split(": `")[0]
    stage.report.check("it is told as `check` tells it", mistake in checked.messages, checked)
    found = matching(doctor(stage, "--config", "/nonexistent"), "problem", "^/nonexistent: No such file")
    stage.report.check("a file that there is not", found)
    home.write('swipes = "web";\n')
    gone(stage, "a mistake in the configuration", "problem", re.escape(home.file))
    os.unlink(home.file)


def sandbox(stage):
    named(
        stage, "a Snap", "problem", "^this is a Snap", environment={"SNAP": "/snap/tapinput/1", "SNAP_NAME": "tapinput"}
    )


# BlueZ and the Tap.


def taps(stage):
    machine, address = stage.machine, stage.tap.address
    machine.stop_driver()
    asyncio.run(listened(stage))
    machine.run("forget", address)
    finding = named(stage, "no Tap", "problem", "^Tap: none is paired")
    stage.report.equal("no Tap: the printed command", finding.command, "tapinput pair")
    machine.run(*finding.command.split()[1:], "--seconds", 20)
    gone(stage, "no Tap", "problem", "^Tap: none is paired")
    machine.run("forget", address)
    asyncio.run(unpaired(stage))
    machine.run("forget", address)
    asyncio.run(not_bonded(stage))
    machine.run("forget", address)
    machine.bond()
    gone(stage, "keys that are not kept", "problem", f"{address}: paired, but")


async def listened(stage):
    """A program listens to the Tap, and no driver runs."""
    address = stage.tap.address
    path = bluez.device_path(address)
    async with bluez.Client() as client:
        await connected(client, path)
        objects = await client.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        events = next(
            name
            for name, interfaces in objects.items()
            if name.startswith(path)
            and interfaces.get("org.bluez.GattCharacteristic1", {}).get("UUID", Variant("s", "")).value[:8]
            == "c3ff000e"
        )
        await client.call(events, "org.bluez.GattCharacteristic1", "StartNotify")
        finding = named(stage, "another program", "problem", f"{address}: another program listens")
        stage.report.check("another program: how to find it", finding.command.startswith("busctl"), finding)
        seen = subprocess.run(finding.command.split(), capture_output=True, text=True).stdout
        own = client.bus.unique_name
        line = [line for line in seen.splitlines() if line.split()[:1] == [own]]
        stage.report.check("another program: it is on the list", line and str(os.getpid()) in line[0], seen)
    gone(stage, "another program", "problem", "another program")


async def connected(client, path):
    async def resolved():
        return await client.get(path, bluez.DEVICE_INTERFACE, "ServicesResolved")

    if not await client.get(path, bluez.DEVICE_INTERFACE, "Connected"):
        await client.call(path, bluez.DEVICE_INTERFACE, "Connect")
    await client.until(CONNECT_LIMIT, "the Tap is connected", resolved)


async def found(client, path):
    async def known():
        return await client.get(path, bluez.DEVICE_INTERFACE, "Address")

    await client.call(bluez.ADAPTER, bluez.ADAPTER_INTERFACE, "StartDiscovery")
    await client.until(30, "the Tap is found", known)
    await client.call(bluez.ADAPTER, bluez.ADAPTER_INTERFACE, "StopDiscovery")


async def unpaired(stage):
    path = bluez.device_path(stage.tap.address)
    async with bluez.Client() as client:
        await found(client, path)
        await client.call(path, bluez.DEVICE_INTERFACE, "Connect")
        finding = named(stage, "not paired", "problem", f"{stage.tap.address}: connected, but not paired")
        stage.report.equal("not paired: the command", finding.command, f"tapinput pair {stage.tap.address}")


async def not_bonded(stage):
    """Where the adapter is not pairable, keys are exchanged and not kept."""
    path = bluez.device_path(stage.tap.address)
    async with bluez.Client() as client:
        client.bus.export(bluez.AGENT, bluez.Agent())
        manager = ("/org/bluez", "org.bluez.AgentManager1")
        await client.call(*manager, "RegisterAgent", "os", bluez.AGENT, "NoInputNoOutput")
        await client.set(bluez.ADAPTER, bluez.ADAPTER_INTERFACE, "Pairable", Variant("b", False))
        try:
            await found(client, path)
            await client.call(path, bluez.DEVICE_INTERFACE, "Pair")
            named(stage, "keys that are not kept", "problem", f"{stage.tap.address}: paired, but its keys are not kept")
        finally:
            await client.set(bluez.ADAPTER, bluez.ADAPTER_INTERFACE, "Pairable", Variant("b", True))


def adapter(stage):
    machine = stage.machine
    machine.power(False)
    mends(stage, "an adapter that is off", "problem", "^adapter: off: `bluetoothctl power on`")
    radio = next(path for path in glob.glob("/sys/class/rfkill/*") if read(f"{path}/type") == "bluetooth")
    write(f"{radio}/soft", "1")
    mends(stage, "a radio that is blocked", "problem", "^adapter: off, blocked by a program")
    machine.air.stop()
    named(stage, "no adapter", "problem", "^adapter: none: plug one in")
    machine.air, machine.taps = None, []
    machine.ready(V2)
    gone(stage, "no adapter", "problem", "^adapter")


def service(stage):
    machine = stage.machine
    machine.bluetoothd.send(signal.SIGSTOP)
    named(stage, "bluetoothd hangs", "problem", "^bluetoothd: it does not answer, .*restart bluetooth")
    machine.bluetoothd.send(signal.SIGCONT)
    gone(stage, "bluetoothd hangs", "problem", "^bluetoothd")
    machine.stop_bluetoothd()
    finding = named(stage, "bluetoothd does not run", "problem", "^bluetoothd: not running")
    stage.report.equal("its command", finding.command, "sudo systemctl enable --now bluetooth")
    machine.start_bluetoothd()
    gone(stage, "bluetoothd does not run", "problem", "^bluetoothd")
    # As BlueZ had it before everybody was let in.
    denied, allowed = '<deny send_destination="org.bluez"/>', '<allow send_destination="org.bluez"/>'
    policy(stage, f'<policy context="default">{denied}</policy><policy group="bluetooth">{allowed}</policy>')
    what = "bluetoothd refuses the user"
    finding = named(stage, what, "problem", "^bluetoothd: D-Bus policy does not let nobody ask it: `")
    done = play(finding.command)
    stage.report.check(f"{what}: `{finding.command}` can be run", done.returncode == 0, done)
    named(stage, what, "problem", "^bluetoothd: D-Bus policy does not let nobody ask it: log out and log in again")
    gone(stage, what, "problem", "^bluetoothd", groups=("input", "bluetooth"))
    policy(stage, None)
    subprocess.run(["gpasswd", "-d", "nobody", "bluetooth"], check=True, stdout=subprocess.DEVNULL)


def system_bus(stage):
    machine = stage.machine
    machine.bus.send(signal.SIGSTOP)
    named(stage, "the bus hangs", "problem", "^system bus: it does not answer")
    machine.bus.send(signal.SIGCONT)
    gone(stage, "the bus hangs", "problem", "^system bus")
    machine.stop_bluetoothd()
    machine.stop_bus()
    with contextlib.suppress(FileNotFoundError):
        os.unlink(BUS_SOCKET)
    finding = named(stage, "no bus", "problem", "^system bus: .*No such file")
    stage.report.equal("no bus: the printed command", finding.command, "sudo systemctl start dbus")
    machine.ready(V2)
    gone(stage, "no bus", "problem", "^system bus")


# The virtual devices.


def module(stage):
    subprocess.run(["rmmod", "uinput"], check=True)
    mends(stage, "no module", "problem", "^kernel module uinput: not loaded")
    # A kernel that was updated while it runs; the node was made by hand, and nothing is behind it.
    subprocess.run(["rmmod", "uinput"], check=True)
    folder = os.path.realpath(f"/lib/modules/{os.uname().release}")
    subprocess.run(["mount", "-t", "tmpfs", "none", folder], check=True)
    os.mknod(UINPUT, 0o666 | 0o020000, os.makedev(10, 223))
    os.chmod(UINPUT, 0o660)
    shutil.chown(UINPUT, "root", "input")
    named(stage, "the modules are gone", "problem", "^kernel module uinput: the modules .* are gone.*`sudo reboot`")
    finding = named(stage, "nothing behind the node", "problem", f"^{UINPUT}: the kernel has nothing behind it")
    write(f"{folder}/modules.dep", "kernel/drivers/input/evdev.ko:\n")
    named(stage, "a kernel without uinput", "problem", "^kernel module uinput: the kernel that runs does not have it")
    subprocess.run(["umount", folder], check=True)
    os.unlink(UINPUT)
    play(finding.command)
    gone(stage, "nothing behind the node", "problem", f"^({UINPUT}|kernel module)")


def node(stage):
    os.unlink(UINPUT)
    mends(stage, "no node", "problem", f"^{UINPUT}: missing")
    os.unlink(UINPUT)
    write(UINPUT, "")
    mends(stage, "a file in the node's place", "problem", f"^{UINPUT}: not the kernel's uinput device")
    os.chmod(UINPUT, 0o666)
    mends(stage, "a node for everybody", "problem", f"^{UINPUT}: every program of every user")
    os.chmod(UINPUT, 0o600)
    mends(stage, "a node for root alone", "problem", f"^{UINPUT}: permission denied")
    shutil.chown(UINPUT, "root", "root")
    mends(stage, "a rule that does not hold", "problem", "^udev rule: .* does not hold yet")


def rules(stage):
    text = read(RULE)
    os.unlink(RULE)
    mends(stage, "another rule than ours", "warning", "^udev rule: 60-tapinput.rules is not installed, another one")
    os.unlink(RULE)
    play("sudo udevadm control --reload")
    os.chmod(UINPUT, 0o600)
    mends(stage, "no rule", "problem", "^udev rule: 60-tapinput.rules is not installed")
    os.symlink("/dev/null", f"{RULE}~")
    os.rename(f"{RULE}~", RULE)
    named(stage, "a rule that is switched off", "problem", "^udev rule: .* does not say what it must")
    os.unlink(RULE)
    write(f"{RULES}/80-tapinput.rules", text)
    mends(stage, "a rule that comes too late", "problem", "^udev rule: .*80-tapinput.rules comes too late")
    write(f"{RULES}/99-open.rules", 'KERNEL=="uinput", MODE="0666"\n')
    play("udevadm control --reload && udevadm trigger --settle /dev/uinput")
    named(stage, "a rule for everybody", "problem", f"^{UINPUT}: every program of every user")
    mends(stage, "a rule for everybody", "problem", "^udev rule: .*99-open.rules lets every program")
    gone(stage, "a rule for everybody", "problem", f"^{UINPUT}")


def groups(stage):
    what = "not in the group"
    finding = named(stage, what, "problem", "^group input: nobody is no member, and not at the seat", groups=())
    denied = named(stage, what, "problem", f"^{UINPUT}: permission denied", groups=())
    stage.report.equal(f"{what}: both lines have one remedy", denied.command, finding.command)
    seated(stage)
    done = play(finding.command)
    stage.report.check(f"{what}: `{finding.command}` can be run", done.returncode == 0, done)
    named(stage, what, "problem", "^group input: nobody is a member only after the next login: log out", groups=())
    gone(stage, what, "problem", "^group input")
    start_driver(stage)
    nothing_wrong(stage, "after all that")


def seated(stage):
    """The seat's user has the node by its access control list, as logind sets it."""
    entries = [
        (ACL_USER, 6, ACL_NOBODY),
        (ACL_USERS, 6, NOBODY),
        (ACL_GROUP, 6, ACL_NOBODY),
        (ACL_MASK, 6, ACL_NOBODY),
        (ACL_OTHER, 0, ACL_NOBODY),
    ]
    value = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries)
    os.setxattr(UINPUT, "system.posix_acl_access", value)
    named(stage, "the seat", "warning", "^group input: nobody is no member, the seat gives", groups=())
    os.removexattr(UINPUT, "system.posix_acl_access")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)

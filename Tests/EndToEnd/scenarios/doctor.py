"""`doctor` names each way of breaking the machine, and what it prints mends it; where nothing is wrong all is ok."""

import asyncio
import contextlib
import glob
import os
import re
import shutil
import signal
import stat
import struct
import subprocess
import time

from dbus_fast import Variant

from harness import bluez, frames
from harness.doctor import Doctor, matching, play, read, shown, write
from harness.machine import BUS_SOCKET, NOBODY, UINPUT
from harness.models import V2
from harness.processes import Process
from harness.stage import CONNECT_LIMIT
from harness.waiting import poll
from scenarios.configuration import Home, start_session_bus

MODULES = f"/lib/modules/{os.uname().release}"
RULES = "/etc/udev/rules.d"
RULE = f"{RULES}/60-tapinput.rules"
POLICY = "/etc/dbus-1/system.d/zz-tapinput-test.conf"
# The tags of entries in an access control list, acl(5).
ACL_USER, ACL_GROUP, ACL_USERS = 0x01, 0x04, 0x02
ACL_MASK, ACL_OTHER, ACL_NOBODY = 0x10, 0x20, 0xFFFFFFFF


def run(stage):
    readable_modules()
    stage.machine.ready()
    bus, address = start_session_bus(stage.machine)
    stage.home = Home(stage.machine, address)
    stage.doctor = Doctor(stage.machine, stage.report, stage.home.environment)
    try:
        healthy(stage)
        driver(stage)
        configuration(stage)
        sandbox(stage)
        no_session(stage)
        taps(stage)
        adapter(stage)
        service(stage)
        system_bus(stage)
        module(stage)
        node(stage)
        rules(stage)
        groups(stage)
        stage.doctor.close()
    finally:
        stage.close()
        bus.stop()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(POLICY)


def readable_modules():
    """The kernel's modules are where anybody may look, as on a machine that has them installed."""
    folder = os.path.realpath(MODULES)
    if os.path.islink(MODULES):
        os.unlink(MODULES)
        os.mkdir(MODULES)
        subprocess.run(["mount", "--bind", folder, MODULES], check=True)


def start_driver(stage):
    start = time.monotonic()
    stage.machine.start_driver(environment=stage.home.environment)
    stage.report.need(stage.set_up_since(start, "the driver sets the Tap up"))


# The driver and its configuration.


def healthy(stage):
    finding = stage.doctor.named("no driver", "problem", "^driver: not running")
    stage.report.equal("no driver: the printed command", finding.command, "tapinput run")
    stage.doctor.named("the Tap is off", "warning", f"{V2.address}: not connected")
    start_driver(stage)
    stage.doctor.gone("no driver", "problem", "^driver: not running")
    stage.doctor.gone("the Tap is off", "warning", "not connected")
    stage.doctor.mends("not at every boot", "warning", "not at every boot")
    # A Tap that is worn sends something.
    stage.tap.stream(frames.NONE, 1, 1)
    stage.doctor.nothing_wrong("a machine that works")
    stage.tap.still()
    lines = stage.doctor.lines()
    for pattern in ("module uinput: loaded, and at", UINPUT, RULE, "group input", r"BlueZ \d+\.\d+$", "adapter: on"):
        stage.report.check(f"`doctor` tells of {pattern}", matching(lines, "ok", pattern), shown(lines))
    program = subprocess.run(["/usr/sbin/bluetoothd", "--version"], capture_output=True, text=True).stdout.strip()
    stage.report.check("BlueZ's version is its own", matching(lines, "ok", f"BlueZ {program}$"), shown(lines))


def driver(stage):
    machine = stage.machine
    machine.driver.send(signal.SIGSTOP)
    stage.doctor.named("a driver that hangs", "problem", "^driver: it does not answer")
    machine.driver.send(signal.SIGCONT)
    stage.doctor.gone("a driver that hangs", "problem", "^driver: it does not answer")
    # Another one on the system's bus, as the system's service is.
    policy(stage, '<policy context="default"><allow own="io.github.tapinput"/></policy>')
    own = {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"}
    other = Process("other-driver", machine.command("run", "--device", "Nobody"), environment=own)
    poll(lambda: matching(stage.doctor.lines(), "problem", "^services"), 20, 0.5)
    # Neither is a service here, so there is nothing to disable.
    pattern = "^services: the user's and the system's .*: end the driver of the system"
    stage.doctor.named("two drivers", "problem", pattern)
    other.stop()
    stage.doctor.gone("two drivers", "problem", "^services")
    policy(stage, None)
    tell(stage, "pause")
    finding = stage.doctor.named("a pause", "warning", "^driver: paused: `tapinput resume`")
    tell(stage, *finding.command.split()[1:])
    stage.doctor.gone("a pause", "warning", "paused")


def tell(stage, *words):
    """Tells the driver something, as its user does."""
    command = stage.machine.command(*words)
    subprocess.run(command, env=stage.doctor.environment, check=True, stdout=subprocess.DEVNULL)


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
    finding = stage.doctor.named("a mistake in the configuration", "problem", f"^{re.escape(home.file)}:1: ")
    checked = stage.machine.run("check", home.file)
    mistake = finding.text.split(": `")[0]
    stage.report.check("it is told as `check` tells it", mistake in checked.messages, checked)
    found = matching(stage.doctor.lines("--config", "/nonexistent"), "problem", "^/nonexistent: No such file")
    stage.report.check("a file that there is not", found)
    home.write('swipes = "web";\n')
    stage.doctor.gone("a mistake in the configuration", "problem", re.escape(home.file))
    os.unlink(home.file)


def sandbox(stage):
    variables = {"SNAP": "/snap/tapinput/1", "SNAP_NAME": "tapinput"}
    stage.doctor.named("a Snap", "problem", "^this is a Snap", environment=variables)


def no_session(stage):
    nowhere = {"DBUS_SESSION_BUS_ADDRESS": ""}
    found = stage.doctor.lines(environment=nowhere)
    stage.report.check("no session: it is missed", matching(found, "warning", "^session bus: none"), shown(found))
    wrong = matching(found, "problem", "driver: not running|another program")
    stage.report.check("no session: the driver that is not seen is neither started nor ended", not wrong, shown(found))
    as_root = stage.doctor.as_root()
    stage.report.check("root: told what it cannot see", matching(as_root, "warning", "^user's service: root sees"))
    wrong = matching(as_root, "problem", "driver: not running|another program")
    stage.report.check("root: the driver that is not seen is neither started nor ended", not wrong, shown(as_root))


# BlueZ and the Tap.


def taps(stage):
    machine, address = stage.machine, stage.tap.address
    machine.stop_driver()
    asyncio.run(listened(stage))
    asyncio.run(held(stage))
    machine.run("forget", address)
    finding = stage.doctor.named("no Tap", "problem", "^Tap: none is paired")
    stage.report.equal("no Tap: the printed command", finding.command, "tapinput pair")
    machine.run(*finding.command.split()[1:], "--seconds", 20)
    stage.doctor.gone("no Tap", "problem", "^Tap: none is paired")
    machine.run("forget", address)
    follow(stage, asyncio.run(unpaired(stage)))
    stage.doctor.gone("not paired", "problem", f"{address}: connected, but not paired")
    machine.run("forget", address)
    follow(stage, asyncio.run(not_bonded(stage)))
    stage.doctor.gone("keys that are not kept", "problem", f"{address}: paired, but")


def follow(stage, finding):
    """Runs the program's own commands, as they were printed."""
    for command in finding.command.split("; "):
        outcome = stage.machine.run(*command.split()[1:])
        stage.report.equal(f"`{command}` is done", outcome.status, 0)


async def listened(stage):
    """A program listens to the Tap, and no driver runs."""
    address = stage.tap.address
    path = bluez.device_path(address)
    async with bluez.Client() as client:
        await connected(client, path)
        events = await events_of(client, path)
        await client.call(events, "org.bluez.GattCharacteristic1", "StartNotify")
        finding = stage.doctor.named("another program", "problem", f"{address}: another program listens")
        stage.report.check("another program: how to find it", finding.command.startswith("busctl"), finding)
        seen = subprocess.run(finding.command.split(), capture_output=True, text=True).stdout
        own = client.bus.unique_name
        line = [line for line in seen.splitlines() if line.split()[:1] == [own]]
        stage.report.check("another program: it is on the list", line and str(os.getpid()) in line[0], seen)
    stage.doctor.gone("another program", "problem", "another program")


async def held(stage):
    """A program has the Tap's events for itself, and the driver runs."""
    path = bluez.device_path(stage.tap.address)
    async with bluez.Client() as client:
        await connected(client, path)
        events = await events_of(client, path)
        reply = await client.reply(events, "org.bluez.GattCharacteristic1", "AcquireNotify", "a{sv}", {})
        stage.machine.start_driver(environment=stage.home.environment)
        # BlueZ refuses the driver at first, and later lets it listen to what the other one gets.
        what = "held by another program"
        refused = f"{stage.tap.address}: another program listens to it, so the driver cannot"
        silent = f"{stage.tap.address}: connected, but it sends nothing: end other programs"

        def named():
            lines = stage.doctor.lines()
            return matching(lines, "problem", refused) or matching(lines, "warning", silent)

        stage.report.check(f"{what}: named", poll(named, 60, 0.5), stage.machine.driver.text())
        for descriptor in reply.unix_fds:
            os.close(descriptor)

    def is_well():
        # It is known by what the Tap sends.
        stage.tap.motion(2, 2)
        return not named()

    # The driver asks for the notifications anew, once a minute at the latest.
    stage.report.check(f"{what}: well again by itself", poll(is_well, 100, 1), stage.machine.driver.text())
    stage.machine.stop_driver()


async def events_of(client, path):
    """The characteristic of the Tap's events."""
    objects = await client.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    return next(
        name
        for name, interfaces in objects.items()
        if name.startswith(path)
        and interfaces.get("org.bluez.GattCharacteristic1", {}).get("UUID", Variant("s", "")).value[:8] == "c3ff000e"
    )


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
        return stage.doctor.named("not paired", "problem", f"{stage.tap.address}: connected, but not paired")


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
            pattern = f"{stage.tap.address}: paired, but its keys are not kept"
            return stage.doctor.named("keys that are not kept", "problem", pattern)
        finally:
            await client.set(bluez.ADAPTER, bluez.ADAPTER_INTERFACE, "Pairable", Variant("b", True))


def adapter(stage):
    machine = stage.machine
    machine.power(False)
    stage.doctor.mends("an adapter that is off", "problem", "^adapter: off: `bluetoothctl power on`")
    radio = next(path for path in glob.glob("/sys/class/rfkill/*") if read(f"{path}/type") == "bluetooth")
    write(f"{radio}/soft", "1")
    stage.doctor.mends("a radio that is blocked", "problem", "^adapter: off, blocked by a program")
    machine.air.stop()
    stage.doctor.named("no adapter", "problem", "^adapter: none: plug one in")
    # A Tap that is started anew has no keys.
    machine.bare()
    machine.ready(V2)
    stage.doctor.gone("no adapter", "problem", "^adapter")


def service(stage):
    machine = stage.machine
    machine.bluetoothd.send(signal.SIGSTOP)
    stage.doctor.named("bluetoothd hangs", "problem", "^bluetoothd: it does not answer, .*restart bluetooth")
    machine.bluetoothd.send(signal.SIGCONT)
    stage.doctor.gone("bluetoothd hangs", "problem", "^bluetoothd")
    machine.stop_bluetoothd()
    finding = stage.doctor.named("bluetoothd does not run", "problem", "^bluetoothd: not running")
    stage.report.equal("its command", finding.command, "sudo systemctl enable --now bluetooth")
    # The kernel has seen an adapter: it is not for want of one.
    stage.report.check("the kernel knows Bluetooth", os.path.isdir("/sys/class/bluetooth"))
    machine.start_bluetoothd()
    stage.doctor.gone("bluetoothd does not run", "problem", "^bluetoothd")
    # As BlueZ had it before everybody was let in.
    denied, allowed = '<deny send_destination="org.bluez"/>', '<allow send_destination="org.bluez"/>'
    policy(stage, f'<policy context="default">{denied}</policy><policy group="bluetooth">{allowed}</policy>')
    what = "bluetoothd refuses the user"
    finding = stage.doctor.named(what, "problem", "^bluetoothd: D-Bus policy does not let nobody ask it: `")
    stage.doctor.play(what, finding)
    stage.doctor.named(what, "problem", "^bluetoothd: D-Bus policy does not let nobody ask it: log out and log in")
    stage.doctor.gone(what, "problem", "^bluetoothd", groups=("input", "bluetooth"))
    policy(stage, None)
    subprocess.run(["gpasswd", "-d", "nobody", "bluetooth"], check=True, stdout=subprocess.DEVNULL)


def system_bus(stage):
    machine = stage.machine
    machine.bus.send(signal.SIGSTOP)
    stage.doctor.named("the bus hangs", "problem", "^system bus: it does not answer")
    machine.bus.send(signal.SIGCONT)
    stage.doctor.gone("the bus hangs", "problem", "^system bus")
    machine.stop_bluetoothd()
    machine.stop_bus()
    with contextlib.suppress(FileNotFoundError):
        os.unlink(BUS_SOCKET)
    finding = stage.doctor.named("no bus", "problem", "^system bus: .*No such file")
    stage.report.equal("no bus: the printed command", finding.command, "sudo systemctl start dbus")
    machine.ready(V2)
    stage.doctor.gone("no bus", "problem", "^system bus")


# The virtual devices.


def module(stage):
    subprocess.run(["rmmod", "uinput"], check=True)
    # The node that systemd makes for a module that is not loaded: to open it would load it.
    make_node()
    stage.doctor.named("no module, but a node", "problem", "^kernel module uinput: not loaded")
    stage.report.check("looking does not load it", not re.search(r"(?m)^uinput ", read("/proc/modules")))
    os.unlink(UINPUT)
    stage.doctor.mends("no module", "problem", "^kernel module uinput: not loaded")
    # A kernel that was updated while it runs.
    subprocess.run(["rmmod", "uinput"], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "none", MODULES], check=True)
    make_node()
    stage.doctor.named("the modules are gone", "problem", "^kernel module uinput: .* are gone.*`sudo reboot`")
    finding = stage.doctor.named("nothing behind the node", "problem", f"^{UINPUT}: the kernel has nothing behind it")
    write(f"{MODULES}/modules.dep", "kernel/drivers/input/evdev.ko:\n")
    stage.doctor.named("a kernel without uinput", "problem", "^kernel module uinput: the kernel that runs does not")
    subprocess.run(["umount", MODULES], check=True)
    os.unlink(UINPUT)
    play(finding.command)
    stage.doctor.gone("nothing behind the node", "problem", f"^({UINPUT}|kernel module)")


def make_node():
    os.mknod(UINPUT, 0o660 | stat.S_IFCHR, os.makedev(10, 223))
    os.chmod(UINPUT, 0o660)
    shutil.chown(UINPUT, "root", "input")


def node(stage):
    os.unlink(UINPUT)
    stage.doctor.mends("no node", "problem", f"^{UINPUT}: missing")
    os.unlink(UINPUT)
    write(UINPUT, "")
    stage.doctor.mends("a file in the node's place", "problem", f"^{UINPUT}: not the kernel's uinput device")
    os.chmod(UINPUT, 0o666)
    stage.doctor.mends("a node for everybody", "problem", f"^{UINPUT}: every program of every user")
    os.chmod(UINPUT, 0o600)
    stage.doctor.mends("a node for root alone", "problem", f"^{UINPUT}: permission denied")
    shutil.chown(UINPUT, "root", "root")
    stage.doctor.mends("a rule that does not hold", "problem", "^udev rule: .* does not hold yet")


def rules(stage):
    text = read(RULE)
    os.unlink(RULE)
    stage.doctor.mends("another rule than ours", "warning", "^udev rule: .* is not installed, another one")
    os.unlink(RULE)
    play("sudo udevadm control --reload")
    os.chmod(UINPUT, 0o600)
    stage.doctor.mends("no rule", "problem", "^udev rule: 60-tapinput.rules is not installed")
    os.symlink("/dev/null", f"{RULE}~")
    os.rename(f"{RULE}~", RULE)
    stage.doctor.mends("a rule that is switched off", "problem", "^udev rule: .* does not say what it must")
    stage.report.check("a rule that is switched off: what is written is a file", not os.path.islink(RULE))
    os.unlink(RULE)
    write(f"{RULES}/80-tapinput.rules", text)
    stage.doctor.mends("a rule that comes too late", "problem", "^udev rule: .*80-tapinput.rules comes too late")
    write(f"{RULES}/99-open.rules", 'KERNEL=="uinput", MODE="0666"\n')
    play("udevadm control --reload && udevadm trigger --settle /dev/uinput")
    stage.doctor.named("a rule for everybody", "problem", f"^{UINPUT}: every program of every user")
    stage.doctor.mends("a rule for everybody", "problem", "^udev rule: .*99-open.rules lets every program")
    stage.doctor.gone("a rule for everybody", "problem", f"^{UINPUT}")
    # One that comes before ours, which takes it back.
    write(f"{RULES}/50-open.rules", 'KERNEL=="uinput", MODE="0666"\n')
    play("udevadm control --reload && udevadm trigger --settle /dev/uinput")
    stage.doctor.mends("a rule that is taken back", "warning", "^udev rule: .*50-open.rules would let")


def groups(stage):
    what = "not in the group"
    finding = stage.doctor.named(what, "problem", "^group input: nobody is no member, and not at the seat", groups=())
    denied = stage.doctor.named(what, "problem", f"^{UINPUT}: permission denied", groups=())
    stage.report.equal(f"{what}: both lines have one remedy", denied.command, finding.command)
    seated(stage)
    stage.doctor.play(what, finding)
    stage.doctor.named(what, "problem", "^group input: nobody is a member only after the next login: ", groups=())
    stage.doctor.gone(what, "problem", "^group input")
    start_driver(stage)
    stage.doctor.nothing_wrong("after all that")
    subprocess.run(["gpasswd", "-d", "nobody", "input"], check=True, stdout=subprocess.DEVNULL)


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
    stage.doctor.named("the seat", "ok", "^group input: not needed, the seat gives", groups=())
    os.removexattr(UINPUT, "system.posix_acl_access")

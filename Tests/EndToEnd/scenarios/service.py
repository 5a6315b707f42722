"""The system's service: what it waits for, what it may, who may ask it, and that nothing stays down."""

import os
import pwd
import re
import shutil
import signal
import subprocess
import time

from harness.desk import ATTENDANT, NEWCOMER, STRANGER, UNIT
from harness.models import V2_HID
from harness.recorder import POINTER, nodes
from harness.waiting import poll, wait_for
from scenarios.grab import Hands

BUS = ("io.github.tapinput", "/io/github/tapinput", "io.github.tapinput.Driver1")
NO_MODULE = "/etc/modprobe.d/no-uinput.conf"
DROP_IN = f"/run/systemd/system/{UNIT}.d"
LIMIT = 60
# Long enough for a processor that is emulated and has other things to do.
WATCHDOG = 6


def run(stage):
    desk = stage.machine
    desk.install()
    desk.no_service()
    desk.no_air()
    waits(stage)
    may_do_little(stage)
    who_may_ask(stage)
    for number in (signal.SIGKILL, signal.SIGSTOP):
        comes_back(stage, number)
    Hands(stage).are_grabbed("in the sandbox")
    ends(stage)


def waits(stage):
    """It is started before the module, before BlueZ and without an adapter, and needs no help when they come."""
    desk, report = stage.machine, stage.report
    desk.systemctl("mask", "--runtime", "--now", "bluetooth")
    with open(NO_MODULE, "w", encoding="utf-8") as file:
        file.write("install uinput /bin/false\n")
    desk.administer("modprobe", "--remove", "uinput")
    report.check("the module is gone", not os.path.exists("/sys/module/uinput"))

    done = desk.systemctl("enable", "--now", UNIT)
    report.check("without a module, BlueZ and an adapter the service starts", done.status == 0, done)
    stays(stage, "without the module", nodes(POINTER))
    os.unlink(NO_MODULE)
    desk.administer("modprobe", "uinput")
    report.within(LIMIT, "when the module comes it makes its devices", lambda: nodes(POINTER), lambda: desk.journal())
    stays(stage, "without BlueZ")
    desk.systemctl("unmask", "--runtime", "bluetooth")
    desk.systemctl("start", "bluetooth")
    stays(stage, "without an adapter")
    desk.start_taps(V2_HID)
    desk.power(True)
    stays(stage, "without a bonded Tap")
    report.equal("it was never started anew", desk.restarts(), 0)
    begin = time.monotonic()
    desk.bond()
    desk.watch(stage)
    report.need(stage.set_up_since(begin, "as soon as a Tap is bonded it is set up"))
    stage.moves("the hand moves the pointer")


def stays(stage, when, is_wrong=False):
    desk = stage.machine
    good = desk.active() and desk.process() and not is_wrong
    stage.report.check(f"{when} it goes on waiting", good, desk.shown("ActiveState") + "\n" + desk.journal())


def may_do_little(stage):
    desk, report = stage.machine, stage.report
    with open(f"/proc/{desk.process()}/status", encoding="utf-8") as file:
        status = dict(line.rstrip("\n").split(":\t", 1) for line in file)
    user = pwd.getpwuid(os.stat(f"/proc/{desk.process()}").st_uid).pw_name
    report.equal("it runs as a user of its own", user, "tapinput")
    for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb"):
        report.equal(f"it has no capabilities: {name}", int(status[name], 16), 0)
    report.equal("and gets no new ones", status["NoNewPrivs"], "1")
    report.equal("its system calls are filtered", status["Seccomp"], "2")
    rating = desk.administer("systemd-analyze", "security", "--no-pager", UNIT).output
    level = re.search(r"exposure level for tapinput.service: ([\d.]+)", rating)
    report.check("systemd rates its exposure 1.5 or better", level and float(level[1]) <= 1.5, rating)


def who_may_ask(stage):
    """Everybody may look; root and the group `input` may do; nobody else may be the driver."""
    desk, report = stage.machine, stage.report
    done = desk.administer("useradd", "--create-home", "--groups", "input", ATTENDANT)
    report.check("somebody is in the group input", done.status == 0, done)
    name, path, interface = BUS
    get = f"busctl --system get-property {name} {path} {interface} Profile"
    introspect = f"busctl --system introspect {name} {path}"
    change = f"busctl --system call {name} {path} {interface} SetProfile ss ''"
    reload = f"busctl --system call {name} {path} {interface} Reload"
    own = f"busctl --system call org.freedesktop.DBus / org.freedesktop.DBus RequestName su {name} 0"
    for who in (STRANGER, NEWCOMER):
        done = desk.enter(get, who=who)
        report.equal(f"{who} may read a property", done.output.strip(), 's "desktop"')
        done = desk.enter(introspect, who=who)
        report.check(f"{who} may see what there is", "SetProfile" in done.output, done)
        for what, line in (("change the profile", f"{change} media"), ("reload", reload), ("own the name", own)):
            done = desk.enter(line, who=who)
            denied = re.search(r"(?i)access denied|not allowed|rejected", done.messages)
            report.check(f"{who} may not {what}", done.status and denied, done)
    report.equal("the profile is what it was", desk.enter(get).output.strip(), 's "desktop"')
    done = desk.enter(f"{change} media", who=ATTENDANT)
    report.check("the group input may change the profile", done.status == 0, done)
    report.equal("and it is so", desk.enter(get).output.strip(), 's "media"')
    done = desk.administer(*f"busctl --system call {name} {path} {interface} SetProfile ss".split(), "", "desktop")
    report.check("root may change it as well", done.status == 0, done)
    report.equal("and that is so too", desk.enter(get).output.strip(), 's "desktop"')
    # Another profile has other keys, and so its devices are others.
    desk.watch(stage)


def comes_back(stage, number):
    """Killed, or frozen for longer than the watchdog waits, in a drag: everything comes up, and it works again."""
    desk, report = stage.machine, stage.report
    what = number.name
    if number is signal.SIGSTOP:
        os.makedirs(DROP_IN, exist_ok=True)
        with open(f"{DROP_IN}/watchdog.conf", "w", encoding="utf-8") as file:
            file.write(f"[Service]\nWatchdogSec={WATCHDOG}\n")
        desk.systemctl("daemon-reload")
        begin = time.monotonic()
        desk.systemctl("restart", UNIT)
        desk.watch(stage)
        report.need(stage.set_up_since(begin, f"{what}: with a short watchdog it works"))
        first = desk.process()
        # As often as that it would have been killed, if it gave no signs of life.
        time.sleep(2 * WATCHDOG)
        report.equal(f"{what}: its signs of life are heard", desk.process(), first)
    before, restarts = desk.process(), desk.restarts()
    stage.press_by_drag(f"{what}: a held index finger presses the left button")
    recorder, begin = stage.recorder, time.monotonic()
    desk.send(number)
    limit = 4 * WATCHDOG
    report.within(limit, f"{what}: the devices go, and with them all that was down", lambda: len(recorder.gone) == 2)
    report.within(
        LIMIT, f"{what}: systemd starts it again", lambda: desk.process() not in (0, before), lambda: desk.journal()
    )
    report.equal(f"{what}: once", desk.restarts(), restarts + 1)
    desk.tap.still()
    desk.watch(stage)
    report.need(stage.set_up_since(begin, f"{what}: the Tap is set up again"))
    down = [key for device in stage.recorder.devices.values() for key in device.active_keys()]
    report.equal(f"{what}: nothing is down", down, [])
    awake(stage)
    stage.moves(f"{what}: the hand moves the pointer")


def awake(stage):
    """Motion that comes before a desktop can have opened new devices is left out: they are waited for."""

    def moved():
        mark = stage.recorder.mark()
        stage.tap.motion(4, 4, count=1)
        return poll(lambda: any(stage.recorder.moved(mark)), 0.2)

    wait_for(moved, LIMIT, "motion arrives")
    stage.recorder.quiet()


def ends(stage):
    desk, report = stage.machine, stage.report
    begin = time.monotonic()
    done = desk.systemctl("stop", UNIT)
    report.check("the service stops", done.status == 0 and not desk.process(), done)
    report.equal("with a good result", desk.shown("Result"), "success")
    report.check("the Tap is put back as it was", desk.tap.left(begin), desk.tap.written(begin))
    shutil.rmtree(DROP_IN, ignore_errors=True)
    subprocess.run(["systemctl", "daemon-reload"], check=True)
    stage.close()
    desk.no_service()

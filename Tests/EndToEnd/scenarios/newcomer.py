"""The newcomer's path: from the package to a pointer that moves, with the README's steps and no others."""

import time

from harness.desk import NEWCOMER, STRANGER, UNIT
from harness.models import V2_HID
from harness.play import Reboot
from harness.stage import CONNECT_LIMIT
from scenarios.grab import Hands

START_LIMIT = 30
WANTED = f"660 root input {NEWCOMER}"


def run(stage):
    desk, report = stage.machine, stage.report
    desk.wait_for_login()
    report.equal("nothing of the driver is there", desk.enter("command -v tapinput").output, "")
    report.check("the newcomer may make no devices", not desk.can_write(NEWCOMER))
    desk.start_taps(V2_HID)

    desk.lay_package()
    step(stage, "sudo apt install ./tapinput_*.deb")
    desk.settle()
    permissions(stage, "after the installation")
    for user in (True, False):
        kind = "user's" if user else "system's"
        state = desk.systemctl("is-enabled", UNIT, user=user).output.strip()
        report.equal(f"the {kind} service is not enabled by the package", state, "disabled")
        report.check(f"the {kind} service does not run yet", not desk.active(user))

    step(stage, f"systemctl --user enable --now {UNIT.removesuffix('.service')}")
    report.within(START_LIMIT, "the service runs", lambda: desk.active(user=True), lambda: desk.journal(user=True))

    begin = time.monotonic()
    step(stage, "tapinput pair")
    works(stage, begin)
    Hands(stage).are_grabbed("at the screen")
    doctor(stage)
    raise Reboot("after_reboot")


def after_reboot(stage):
    desk, report = stage.machine, stage.report
    desk.wait_for_login()
    # It is said before the journal runs, so it is the kernel's log that has it, without a unit.
    said = desk.administer("journalctl", "--boot", "--no-pager", "--output=cat").output
    report.check("the module is loaded at boot", "Inserted module 'uinput'" in said, "systemd does not say so")
    permissions(stage, "after a reboot")
    report.within(
        START_LIMIT, "the service runs again by itself", lambda: desk.active(user=True), lambda: desk.journal(user=True)
    )
    report.equal("it was started once", desk.restarts(user=True), 0)
    # A virtual Tap keeps no keys over this, as a real one does: both sides begin anew.
    desk.no_air()
    desk.start_taps(V2_HID)
    desk.power(True)
    begin = time.monotonic()
    step(stage, "tapinput pair")
    works(stage, begin)
    doctor(stage)
    desk.no_service()


def step(stage, line):
    """A step that the README names, as it stands there."""
    start = time.monotonic()
    done = stage.machine.enter(line)
    took = f"{time.monotonic() - start:.1f} s"
    stage.report.need(stage.report.check(f"`{line}` ends well ({took})", done.status == 0, done))


def permissions(stage, when):
    desk, report = stage.machine, stage.report
    report.equal(f"{when} /dev/uinput is the seat's user's and the group's alone", desk.uinput_is(), WANTED)
    report.check(f"{when} the newcomer may make devices", desk.can_write(NEWCOMER))
    report.check(f"{when} a stranger may not", not desk.can_write(STRANGER))


def works(stage, since):
    desk = stage.machine
    desk.watch(stage)
    stage.report.need(stage.set_up_since(since, f"{desk.tap.name} is set up within {CONNECT_LIMIT} s"))
    mark = stage.libinput.mark()
    stage.moves("the hand moves the pointer")
    stage.desktop_saw("and libinput sees it", mark, r"POINTER_MOTION")
    stage.close()


def doctor(stage):
    """The last word is the doctor's: there is nothing to mend, and nothing to say."""
    done = stage.machine.enter("tapinput doctor")
    others = [line for line in done.output.splitlines() if not line.startswith("ok ")]
    stage.report.equal("`tapinput doctor` is all ok", (done.status, others), (0, []))

"""A configuration that changes under the driver, and profiles that change by a command and by gestures."""

import re
import signal
import time

from evdev import ecodes

from harness import frames
from harness.recorder import Recorder
from harness.session import Home, command, start_session_bus
from harness.stage import EVENT_LIMIT
from harness.waiting import poll, wait_for

# How long it may take until devices that are replaced are gone.
REPLACED_LIMIT = 2
# A fist that leads back takes three seconds.
LONG_FIST = 3.5
PINCHES = {"index": frames.PINCH_INDEX, "ring": frames.PINCH_RING}


def run(stage):
    stage.machine.ready()
    bus, address = start_session_bus(stage.machine)
    stage.home = Home(stage.machine, address)
    try:
        found(stage)
        changes(stage)
        plain_wheels(stage)
        in_a_drag(stage)
        mistakes(stage)
        commands(stage)
        by_gesture(stage)
        stage.end(signal.SIGTERM, "with a configuration")
    finally:
        stage.close()
        bus.stop()


def ring(action, more=""):
    """A configuration in which the ring finger's pinch does something."""
    return f'profiles = {{ desktop = {{\n    ring = {{ pinch = "{action}"; }};\n{more}}}; }};\n'


def pinched(stage, what, finger, wanted):
    mark = stage.recorder.mark()
    stage.tap.pinch(PINCHES[finger])
    keys = [f"{wanted} 1", f"{wanted} 0"] if wanted else []
    return stage.keys(what, mark, keys)


def change(stage, write, text):
    """Another configuration, until the driver says that it holds; whether the devices are others then."""
    said = len(stage.machine.driver.text())
    write(text)
    stage.report.within(
        EVENT_LIMIT,
        "the driver reads a changed configuration",
        lambda: "was read again" in stage.machine.driver.text()[said:],
        lambda: stage.machine.driver.text()[said:],
    )
    return other_devices(stage)


def other_devices(stage):
    """Whether the devices have been replaced; then another recorder reads the new ones from now on."""
    recorder = stage.recorder
    if not poll(lambda: recorder.gone, REPLACED_LIMIT):
        return False
    wait_for(lambda: recorder.gone == set(recorder.names), EVENT_LIMIT, "all of the devices before are gone")
    # What the hand does while the desktop has not opened the new ones yet waits for it.
    stage.recorder = Recorder()
    return True


def found(stage):
    """A driver that runs without a file finds the one that is made later, with its folders."""
    home = stage.home
    stage.start(environment=home.environment)
    pinched(stage, "without a file a pinch of the ring finger is the middle button", "ring", "BTN_MIDDLE")
    replaced = change(stage, home.write, ring("KEY_PLAYPAUSE"))
    stage.report.check("for a key that is new the devices are made anew", replaced)
    pinched(stage, "then the pinch is the new key", "ring", "KEY_PLAYPAUSE")
    stage.moves("and the pointer moves")


def changes(stage):
    home, report = stage.home, stage.report
    for what, write in (("written in place", home.write), ("replaced", home.replace)):
        for pinch in ("KEY_A", "KEY_B"):
            change(stage, write, ring(pinch))
            pinched(stage, f"a file that is {what} holds: {pinch}", "ring", pinch)
    replaced = change(stage, home.replace, ring("KEY_LEFT", '    directions = { left = "KEY_B"; };\n'))
    report.check("with the same keys at other places the devices stay", not replaced, stage.recorder.gone)
    pinched(stage, "and a key is at its new place", "ring", "KEY_LEFT")


def plain_wheels(stage):
    """Without high resolution the wheels have whole notches alone, and the devices have no other."""
    home, tap, report = stage.home, stage.tap, stage.report
    change(stage, home.replace, "profiles = { desktop = { scroll = { hi_res = false; }; }; };\n")
    recorder = stage.recorder
    axes = recorder.devices[recorder.pointer].capabilities()[ecodes.EV_REL]
    report.check("without high resolution the pointer has no such wheel", ecodes.REL_WHEEL_HI_RES not in axes, axes)
    mark = recorder.mark()
    tap.stream(frames.HOLD_MIDDLE, 0, 15)
    report.within(
        2 * EVENT_LIMIT,
        "and scrolls by whole notches",
        lambda: recorder.total(mark, ecodes.REL_WHEEL) <= -2,
        lambda: recorder.since(mark),
    )
    tap.rest()
    recorder.quiet()
    report.equal("and by nothing else", recorder.total(mark, ecodes.REL_WHEEL_HI_RES), 0)
    change(stage, home.replace, ring("KEY_LEFT"))


def in_a_drag(stage):
    """What is held is let go by the configuration that pressed it, and the next one holds after it."""
    home, tap, report, recorder = stage.home, stage.tap, stage.report, stage.recorder
    stage.press_by_drag("a held index finger presses the left button before the change")
    mark = recorder.mark()
    replaced = change(stage, home.replace, ring("KEY_LEFT", '    index = { pinch = "KEY_C"; drag = "BTN_RIGHT"; };\n'))
    report.check("in a drag the devices stay", not replaced)
    tap.motion(20, 0, count=5)
    recorder.quiet()
    report.equal("nothing is pressed or released", recorder.keys(mark), [])
    report.check("and the drag goes on", recorder.moved(mark)[0] > 0, recorder.moved(mark))
    tap.rest()
    stage.keys("the button comes up at the end of the drag", mark, ["BTN_LEFT 0"])
    report.check("then the devices are others", other_devices(stage))
    mark = stage.recorder.mark()
    tap.hold_index()
    report.within(
        EVENT_LIMIT,
        "the next drag is by the new configuration",
        lambda: stage.recorder.keys(mark) == ["BTN_RIGHT 1"],
        lambda: stage.recorder.keys(mark),
    )
    tap.rest()
    stage.keys("and ends as it began", mark, ["BTN_RIGHT 1", "BTN_RIGHT 0"])


def mistakes(stage):
    """Whatever is wrong with a file is said with its line, and changes nothing."""
    home, report = stage.home, stage.report
    for text, line, words in (
        (ring("KEY_PLAYPAUS"), 2, 'did you mean "KEY_PLAYPAUSE"'),
        ("profiles = {\n", 1, "not closed"),
        ('\nprofile = "medai";\n', 2, 'did you mean "media"'),
        ('@include "nothing.conf"\n', 1, "No such file"),
    ):
        mark = len(stage.machine.driver.text())
        home.replace(text)
        pattern = rf"{re.escape(home.file)}:{line}: .*{re.escape(words)}"
        report.within(
            EVENT_LIMIT,
            f"a mistake is said: {words}",
            lambda mark=mark, pattern=pattern: re.search(pattern, stage.machine.driver.text()[mark:]),
            lambda mark=mark: stage.machine.driver.text()[mark:],
        )
        pinched(stage, "and what held before goes on", "ring", "KEY_LEFT")
    outcome = command(stage, "reload")
    report.equal("`tapinput reload` tells of it as well", outcome.status, 78)
    report.check("with the file and the line", f"{home.file}:1:" in outcome.messages, outcome.messages)
    outcome = command(stage, "check")
    report.equal("and so does `tapinput check`", outcome.status, 78)
    change(stage, home.replace, ring("KEY_D"))
    pinched(stage, "a file that was mended holds", "ring", "KEY_D")
    mark = len(stage.machine.driver.text())
    stage.machine.driver.send(signal.SIGHUP)
    report.within(
        EVENT_LIMIT,
        "SIGHUP reads it again, and says that nothing has changed",
        lambda: "has not changed" in stage.machine.driver.text()[mark:],
    )
    report.check("and the driver goes on", stage.machine.driver.running)


def commands(stage):
    """Profiles by the commands."""
    report, tap = stage.report, stage.tap
    outcome = command(stage, "profile")
    report.equal("`tapinput profile` lists the profiles", outcome.output.split("\n")[0], "* desktop")
    report.equal("all of them", sorted(outcome.output.split()), sorted(["*", "desktop", "media", "kiosk", "tapping"]))
    outcome = command(stage, "profile", "medai")
    report.equal("an unknown one is refused", outcome.status, 64)
    report.check("with the right word", 'did you mean "media"' in outcome.messages, outcome.messages)
    outcome = command(stage, "profile", "media", "--device", "Nobody")
    report.equal("and so is an unknown Tap", outcome.status, 69)
    start = time.monotonic()
    outcome = command(stage, "profile", "media")
    report.equal("`tapinput profile media` is done", (outcome.status, outcome.messages), (0, ""))
    report.within(EVENT_LIMIT, "the Tap answers with two pulses", lambda: tap.vibrated(start, 40, 80, 40))
    report.check("its keys are on other devices", other_devices(stage))
    pinched(stage, "and Enter is where the click was", "index", "KEY_ENTER")
    report.equal("`tapinput profile` tells so", command(stage, "profile").output.split("\n")[0], "* media")
    tap.drop()
    report.need(stage.set_up_since(time.monotonic(), "the Tap comes back"))
    pinched(stage, "with the profile that it had", "index", "KEY_ENTER")


def by_gesture(stage):
    """Profiles by gestures, and a long fist that leads back."""
    home, tap, report = stage.home, stage.tap, stage.report
    change(
        stage,
        home.replace,
        'profiles = { media = { directions = { left = "profile desktop"; up = "pause"; }; }; };\n',
    )
    pinched(stage, "the profile stays over a change of the configuration", "index", "KEY_ENTER")
    said = len(stage.said(": profile desktop"))
    tap.swipe_left()
    report.within(EVENT_LIMIT, "a swipe leads to the desktop's profile", lambda: stage.said(": profile desktop")[said:])
    pinched(stage, "where a pinch is a click", "index", "BTN_LEFT")
    report.check("on the same devices", not stage.recorder.gone, stage.recorder.gone)
    command(stage, "profile", "media")
    other_devices(stage)
    mark, said = stage.recorder.mark(), len(stage.said(": profile desktop"))
    tap.gesture(frames.UP, 3)
    tap.gesture(frames.NONE, 2)
    tap.pinch(frames.PINCH_INDEX)
    stage.keys("a pause sends nothing", mark, [])
    start = time.monotonic()
    tap.stream(frames.FIST)
    wait_for(lambda: time.monotonic() - start > LONG_FIST, 10, "the fist is long")
    tap.rest()
    report.within(
        EVENT_LIMIT, "a long fist leads back to the first profile", lambda: stage.said(": profile desktop")[said:]
    )
    pinched(stage, "and ends the pause", "index", "BTN_LEFT")
    report.equal("nothing is down", stage.recorder.held(), set())

"""Each profile, binding by binding: what comes of it in the kernel, and what Kodi does at the keys for it."""

import difflib
import os
import shutil
import time
from typing import NamedTuple

from evdev import ecodes

from harness import frames, kodi
from harness.libinput import Libinput, capabilities
from harness.recorder import KEYBOARD, POINTER, Recorder, code_name, nodes
from harness.stage import EVENT_LIMIT
from harness.waiting import poll

# The captures that use every binding of a profile, and beside each the events that must come of it.
CAPTURES = os.path.join(os.path.dirname(__file__), "..", "..", "DriverTests", "Scenarios")
# The keymap for Kodi that comes with the project.
OWN_KEYMAP = os.path.join(os.path.dirname(__file__), "..", "..", "..", "contrib", "kodi", "tapinput.xml")
PREFIX = "profile-"
REPLAY_LIMIT = 120
# How much of a difference is shown.
DIFFERENCE = 40
DEVICES = {"pointer": POINTER, "keyboard": KEYBOARD}
WHEELS = {"REL_WHEEL", "REL_HWHEEL", "REL_WHEEL_HI_RES", "REL_HWHEEL_HI_RES"}

# What leaves the page, the program or the session, and so is no key of a kiosk.
LEAVING = {
    *("KEY_ESC", "KEY_LEFTALT", "KEY_RIGHTALT", "KEY_LEFTCTRL", "KEY_RIGHTCTRL", "KEY_LEFTMETA", "KEY_RIGHTMETA"),
    *(f"KEY_F{number}" for number in range(1, 25)),
    *("KEY_BACK", "KEY_FORWARD", "KEY_HOMEPAGE", "KEY_WWW", "KEY_COMPOSE", "KEY_MENU", "KEY_EXIT", "KEY_CLOSE"),
    *("KEY_SYSRQ", "KEY_PRINT", "KEY_POWER", "KEY_SLEEP", "KEY_DELETE", "KEY_BACKSPACE"),
}

# What the keys are called in Kodi's keymap, and what they are there for, in general and while a video fills the screen.
# Kodi goes by their keysyms: KEY_COMPOSE is Menu, KEY_BACK is XF86Back, KEY_PLAYPAUSE is XF86AudioPlay.
KODI = {
    "KEY_LEFT": ("left", "Left", "StepBack"),
    "KEY_RIGHT": ("right", "Right", "StepForward"),
    "KEY_UP": ("up", "Up", "ChapterOrBigStepForward"),
    "KEY_DOWN": ("down", "Down", "ChapterOrBigStepBack"),
    "KEY_ENTER": ("return", "Select", "OSD"),
    "KEY_BACK": ("browser_back", "Back", "Fullscreen"),
    "KEY_PLAYPAUSE": ("play_pause", "PlayPause", "PlayPause"),
    "KEY_COMPOSE": ("menu", "ContextMenu", "OSD"),
    "KEY_VOLUMEUP": ("volume_up", "VolumeUp", "VolumeUp"),
    "KEY_VOLUMEDOWN": ("volume_down", "VolumeDown", "VolumeDown"),
}


class Line(NamedTuple):
    """A line of the text output, without its time."""

    device: str
    type: str
    code: str
    value: str


def run(stage):
    names = profiles()
    stage.report.check("media and kiosk are among the profiles", {"media", "kiosk"} <= set(names), names)
    stage.machine.bare()
    for name in names:
        replayed(stage, name)
    in_kodi(stage)
    stage.machine.ready()
    media(stage)
    kiosk(stage)


def profiles():
    """The names of the profiles that have a scenario."""
    files = (os.path.splitext(file) for file in sorted(os.listdir(CAPTURES)) if file.startswith(PREFIX))
    return [base.removeprefix(PREFIX) for base, ending in files if ending == ".tapcap"]


def expected(name):
    """The events that must come of a profile's scenario."""
    with open(os.path.join(CAPTURES, f"{PREFIX}{name}.text"), encoding="utf-8") as file:
        return [Line(*line.split()[1:]) for line in file]


def codes(lines, device, kind):
    return {line.code for line in lines if (line.device, line.type) == (device, kind)}


def can_send(lines, device):
    """What a device must be able to send for these events, and nothing else."""
    keys, axes = codes(lines, device, "EV_KEY"), codes(lines, device, "EV_REL")
    if device == "keyboard":
        return {"types": {"EV_SYN", "EV_KEY", "EV_REP"}, "EV_KEY": keys}
    # Without the left button and both axes libinput takes nothing for a mouse; all wheels come together.
    return {
        "types": {"EV_SYN", "EV_KEY", "EV_REL"},
        "EV_KEY": keys | {"BTN_LEFT"},
        "EV_REL": {"REL_X", "REL_Y"} | (WHEELS if axes & WHEELS else set()),
    }


def declared(device):
    """What a device says that it can send; where the codes of EV_SYN should be, the kernel has the types."""
    kinds = device.capabilities(absinfo=False)
    types = {ecodes.EV[kind] for kind in kinds.pop(ecodes.EV_SYN)}
    return {"types": types, **{ecodes.EV[kind]: {code_name(kind, code) for code in kinds[kind]} for kind in kinds}}


def replayed(stage, name):
    """The whole scenario through the kernel, at its own pace: what comes at once overflows a reader's buffer."""
    report, machine = stage.report, stage.machine
    lines = expected(name)
    kinds = [kind for kind in DEVICES if any(line.device == kind for line in lines)]
    file = shutil.copy(os.path.join(CAPTURES, f"{PREFIX}{name}.tapcap"), machine.folder())
    os.chmod(file, 0o644)
    stage.libinput = Libinput()
    poll(lambda: "DEVICE_ADDED" in stage.libinput.process.text(), EVENT_LIMIT)
    process = machine.start("replay", file, "--profile", name, "--sink", "uinput", "--realtime")
    recorder = Recorder(only=[DEVICES[kind] for kind in kinds])
    devices(report, name, kinds, lines, recorder)
    poll(lambda: not process.running, REPLAY_LIMIT)
    report.equal(f"{name}: the replay ends well", (process.status, process.text()), (0, ""))
    report.within(EVENT_LIMIT, f"{name}: its devices are gone", lambda: recorder.gone == set(recorder.names))
    process.stop()
    seen = seen_by(recorder)
    report.check(
        f"{name}: the kernel has the {len(lines)} events, and no others",
        seen == lines,
        difference([" ".join(line) for line in lines], [" ".join(line) for line in seen]),
    )
    keys = [f"{line.code} {line.value}" for line in lines if (line.device, line.type) == ("keyboard", "EV_KEY")]
    report.within(
        EVENT_LIMIT,
        f"{name}: libinput reports the {len(keys)} events of keys",
        lambda: stage.libinput.keys() == keys,
        lambda: difference(keys, stage.libinput.keys()),
    )
    stage.close()


def difference(wanted, seen):
    """Where two lists of texts differ first."""
    return list(difflib.unified_diff(wanted, seen, "wanted", "seen", n=2, lineterm=""))[:DIFFERENCE]


def seen_by(recorder):
    """What the recorder has seen, but for the kernel's own repeats of a key that a slow machine leaves down."""
    kinds = {name: kind for kind, name in DEVICES.items()}
    events = [
        event
        for event in recorder.in_order()
        if (event.type, event.value) not in ((ecodes.EV_KEY, 2), (ecodes.EV_SYN, 1))
    ]
    return [
        Line(kinds[event.device], ecodes.EV[event.type], code_name(event.type, event.code), str(event.value))
        for event in events
    ]


def devices(report, name, kinds, lines, recorder):
    there = [kind for kind, device in DEVICES.items() if nodes(device)]
    report.equal(f"{name}: its devices are {' and '.join(kinds)}", there, kinds)
    for kind in kinds:
        device = recorder.devices[DEVICES[kind]]
        report.equal(f"{name}: its {kind} can send what it needs, and no more", declared(device), can_send(lines, kind))
        report.equal(f"{name}: libinput sees a {kind} in it", capabilities(DEVICES[kind]), [kind])
    if name == "kiosk":
        found = declared(recorder.devices[KEYBOARD])["EV_KEY"] & LEAVING
        report.check("kiosk: no key of its keyboard leads away", not found, found)


def in_kodi(stage):
    """Whether the keys of `media` do in Kodi what they are there for."""
    report = stage.report
    keys = codes(expected("media"), "keyboard", "EV_KEY")
    report.equal("media: for each of its keys it is known what it is there for in Kodi", keys, set(KODI))
    if not report.check("Kodi's keymap could be fetched", os.path.exists(kodi.FILE), kodi.FILE):
        return
    keymap = kodi.Keymap()
    for key in sorted(keys & set(KODI)):
        called, everywhere, video = KODI[key]
        for window, action in (("global", everywhere), ("FullscreenVideo", video)):
            report.equal(f"Kodi, {window}: {key} is {action}", keymap.action(window, called), action)
    own = kodi.Keymap(OWN_KEYMAP)
    report.equal("the keymap of contrib has only windows that Kodi has", set(own.windows) - set(keymap.windows), set())
    report.equal("… and only actions that Kodi has", own.actions - keymap.actions, set())
    same = [(window, key) for window in own.windows for key in own.windows[window]
            if own.windows[window][key] == keymap.windows.get(window, {}).get(key)]
    report.equal("… and repeats nothing that Kodi has by itself", same, [])


def tapped(*keys, times=1):
    """Keys that are tapped together."""
    return ([f"{key} 1" for key in keys] + [f"{key} 0" for key in reversed(keys)]) * times


def does(stage, what, gesture, wanted):
    """A gesture of the Tap, and the keys that come of it."""
    mark = stage.recorder.mark()
    gesture(stage.tap)
    stage.keys(what, mark, wanted)


def swipe(number):
    def gesture(tap):
        tap.gesture(number, 3)
        tap.gesture(frames.NONE, 2)

    return gesture


def twist(number, step, count):
    """A held pinch, and so many degrees from sample to sample."""

    def gesture(tap):
        tap.gesture(number)
        tap.turn(step, count)
        tap.rest()

    return gesture


def fist(tap):
    tap.stream(frames.FIST)
    tap.motion(40, 20, count=3)
    tap.tap(INDEX)
    tap.rest()


INDEX, MIDDLE, RING, LITTLE = 2, 4, 8, 16


def start(stage, name):
    stage.restart("--profile", name, only=[KEYBOARD])
    stage.report.equal(f"{name}, live: there is no pointer", nodes(POINTER), [])
    does(stage, f"{name}, live: motion does nothing", lambda tap: tap.motion(40, 20, count=10), [])
    does(stage, f"{name}, live: a fist does nothing, nor what comes in it", fist, [])


def media(stage):
    start(stage, "media")
    for what, gesture, wanted in (
        ("a swipe left", swipe(frames.LEFT), tapped("KEY_LEFT")),
        ("a pinch of the index finger", lambda tap: tap.pinch(frames.PINCH_INDEX), tapped("KEY_ENTER")),
        ("a pinch of the middle finger", lambda tap: tap.pinch(frames.PINCH_MIDDLE), tapped("KEY_BACK")),
        ("a twist of the index finger", twist(frames.HOLD_INDEX, 5, 6), tapped("KEY_VOLUMEUP", times=2)),
        ("a twist of the middle finger", twist(frames.HOLD_MIDDLE, -5, 9), tapped("KEY_LEFT", times=2)),
        ("a tap of the ring finger", lambda tap: tap.tap(RING), tapped("KEY_PLAYPAUSE")),
        ("a tap of the little finger", lambda tap: tap.tap(LITTLE), tapped("KEY_COMPOSE")),
    ):
        does(stage, f"media, live: {what} is {wanted[0].split()[0]}", gesture, wanted)
    repeats(stage)


def repeats(stage):
    """A swipe that lasts repeats itself, until it does not last."""
    report, tap, recorder = stage.report, stage.tap, stage.recorder
    mark, began = recorder.mark(), time.monotonic()
    tap.stream(frames.RIGHT)
    report.within(
        2 * EVENT_LIMIT,
        "media, live: a swipe that lasts repeats itself",
        lambda: len(recorder.keys(mark)) >= 8,
        lambda: recorder.keys(mark),
    )
    # The first at once, the second after half a second, two more at 8 a second.
    seconds = time.monotonic() - began
    report.check("media, live: but not at once", seconds > 0.7, f"{seconds:.2f} s")
    tap.rest()
    recorder.quiet()
    keys = recorder.keys(mark)
    report.equal("media, live: that is the same key again and again", keys, tapped("KEY_RIGHT", times=len(keys) // 2))


def kiosk(stage):
    start(stage, "kiosk")
    for what, gesture, wanted in (
        ("a swipe left goes to the field before", swipe(frames.LEFT), tapped("KEY_LEFTSHIFT", "KEY_TAB")),
        ("a swipe right to the next one", swipe(frames.RIGHT), tapped("KEY_TAB")),
        ("a swipe down to the next page", swipe(frames.DOWN), tapped("KEY_PAGEDOWN")),
        ("a pinch of the index finger is Enter", lambda tap: tap.pinch(frames.PINCH_INDEX), tapped("KEY_ENTER")),
        ("a pinch of the little finger is nothing", lambda tap: tap.pinch(frames.PINCH_LITTLE), []),
        ("a twist of the index finger goes up", twist(frames.HOLD_INDEX, -10, 5), tapped("KEY_UP", times=2)),
        ("a twist of the ring finger is nothing", twist(frames.HOLD_RING, 10, 5), []),
        ("a tap of the middle finger is Space", lambda tap: tap.tap(MIDDLE), tapped("KEY_SPACE")),
        ("a tap of the ring finger is nothing", lambda tap: tap.tap(RING), []),
    ):
        does(stage, f"kiosk, live: {what}", gesture, wanted)

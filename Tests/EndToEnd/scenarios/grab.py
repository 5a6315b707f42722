"""A Tap that is a keyboard and a mouse by itself too: while the driver streams, only the driver hears of it."""

import signal
import time

from evdev import InputDevice, UInput, ecodes

from harness.models import V1_HID, V2_HID
from harness.recorder import nodes_of
from harness.stage import EVENT_LIMIT
from harness.waiting import poll, wait_for

# The key “a” as a report of the keyboard, all keys up, and the mouse's left button with motion.
KEY_DOWN, KEYS_UP = "0000040000000000", "0000000000000000"
MOUSE_DOWN, MOUSE_UP = "010503", "000000"
GRAB_LIMIT = 10
ATTEMPTS = 3
OWN_NAME = "somebody's keyboard"


def run(stage):
    machine = stage.machine
    with UInput({ecodes.EV_KEY: [ecodes.KEY_A, ecodes.KEY_B]}, name=OWN_NAME) as stranger:
        for model in (V2_HID, V1_HID):
            machine.ready(model)
            hands = Hands(stage)
            hands.are_heard("before the driver starts")
            stage.start()
            hands.are_grabbed("the driver streams")
            strangers_are_heard(stage, stranger)
            stage.moves(f"{model.protocol}: motion works while they are grabbed")
            lost_link(stage, hands)
            stage.end(signal.SIGTERM, f"{model.protocol}, SIGTERM")
            hands.are_heard("after it was told to end")
            stage.restart()
            hands.open_again()
            hands.are_grabbed("it streams again")
            machine.driver.send(signal.SIGKILL)
            wait_for(lambda: not machine.driver.running, EVENT_LIMIT, "the driver is dead")
            hands.are_heard("after it was killed")
            stage.restart("--no-grab")
            hands.open_again()
            hands.are_heard("with --no-grab, while it streams")
            stage.moves(f"{model.protocol}: motion works with --no-grab")
            stage.close()


class Hands:
    """A program that reads the Tap's own keyboard and mouse."""

    def __init__(self, stage):
        self.stage, self.tap = stage, stage.tap
        self.open_again()

    def open_again(self):
        """They are others after each connection."""
        wait_for(lambda: len(nodes_of(self.tap.address)) == 2, 30, "the Tap is a keyboard and a mouse", 0.1)
        devices = [InputDevice(node) for node in nodes_of(self.tap.address)]
        self.keyboard = next(each for each in devices if ecodes.KEY_A in each.capabilities()[ecodes.EV_KEY])
        self.mouse = next(each for each in devices if ecodes.EV_REL in each.capabilities())
        # Who asks for the state loses the events that wait: so another one asks.
        self.watch = {device.path: InputDevice(device.path) for device in devices}

    def type(self):
        """Types and clicks: what was heard of it. That the kernel had it shows in its state, which a grab leaves."""
        heard = []
        for device, name, down, up, code in (
            (self.keyboard, "keyboard", KEY_DOWN, KEYS_UP, ecodes.KEY_A),
            (self.mouse, "mouse", MOUSE_DOWN, MOUSE_UP, ecodes.BTN_LEFT),
        ):
            read(device)
            keys = self.watch[device.path].active_keys
            self.tap.command("play", 20, f"{name}:{down}")
            wait_for(lambda k=keys, c=code: c in k(), EVENT_LIMIT, f"the kernel has the {name}'s press")
            self.tap.command("play", 20, f"{name}:{up}")
            wait_for(lambda k=keys, c=code: c not in k(), EVENT_LIMIT, f"and the {name}'s release")
            heard.append([event for event in read(device) if event[0] in (ecodes.EV_KEY, ecodes.EV_REL)])
        return heard

    def are_heard(self, when):
        wanted = [
            [(ecodes.EV_KEY, ecodes.KEY_A, 1), (ecodes.EV_KEY, ecodes.KEY_A, 0)],
            [
                (ecodes.EV_KEY, ecodes.BTN_LEFT, 1),
                (ecodes.EV_REL, ecodes.REL_X, 5),
                (ecodes.EV_REL, ecodes.REL_Y, 3),
                (ecodes.EV_KEY, ecodes.BTN_LEFT, 0),
            ],
        ]
        self.stage.report.equal(f"{self.protocol}: the Tap's own devices are heard {when}", self.type(), wanted)

    def are_grabbed(self, when):
        report = self.stage.report
        report.within(
            GRAB_LIMIT, f"{self.protocol}: {when}: the Tap's own devices are grabbed", lambda: self.type() == [[], []]
        )
        heard = [self.type() for _ in range(ATTEMPTS)]
        report.equal(f"{self.protocol}: {when}: and nothing is heard of them", heard, [[[], []]] * ATTEMPTS)

    @property
    def protocol(self):
        return self.tap.model.protocol


def read(device):
    """The events that wait, as (type, code, value)."""
    events = []
    while True:
        try:
            events += [(event.type, event.code, event.value) for event in device.read()]
        except BlockingIOError:
            return events


def strangers_are_heard(stage, stranger):
    """A keyboard that is not the Tap's is left alone."""
    device = InputDevice(stranger.device.path)
    read(device)
    stranger.write(ecodes.EV_KEY, ecodes.KEY_B, 1)
    stranger.write(ecodes.EV_KEY, ecodes.KEY_B, 0)
    stranger.syn()
    wanted = [(ecodes.EV_KEY, ecodes.KEY_B, 1), (ecodes.EV_KEY, ecodes.KEY_B, 0)]
    heard = []

    def arrived():
        heard.extend(event for event in read(device) if event[0] == ecodes.EV_KEY)
        return len(heard) >= len(wanted)

    poll(arrived, EVENT_LIMIT)
    stage.report.equal("another keyboard is heard all the while", heard, wanted)
    device.close()


def lost_link(stage, hands):
    """The Tap's own devices go with the link and come back with it: grabbed again."""
    tap = stage.tap
    tap.advertise(False)
    tap.drop()
    wait_for(lambda: not nodes_of(tap.address), 30, "the Tap's own devices are gone", 0.1)
    start = time.monotonic()
    tap.advertise(True)
    stage.report.need(stage.set_up_since(start, f"{hands.protocol}: the link was lost: the Tap is set up again"))
    hands.open_again()
    hands.are_grabbed("the link was lost and is back")

"""What the driver tells over the bus, and what it does when it is asked: status, monitor, pause, resume, vibrate."""

import json
import signal
import time

from harness.processes import Process
from harness.session import USER, Home, command, start_session_bus
from harness.stage import CONNECT_LIMIT, EVENT_LIMIT
from harness.waiting import wait_for

LEVEL = 64
PATTERN = (100, 50)


def run(stage):
    stage.machine.ready()
    bus, address = start_session_bus(stage.machine)
    stage.home = Home(stage.machine, address)
    watch = [*USER, "dbus-monitor", "--address", address, "interface='org.freedesktop.DBus.Properties'"]
    signals = None
    try:
        before(stage)
        stage.start(environment=stage.home.environment)
        signals = Process("dbus-monitor", watch)
        wait_for(lambda: "NameAcquired" in signals.text(), 30, "somebody watches the bus")
        known(stage)
        held(stage, signals)
        paused(stage)
        vibrates(stage)
        monitored(stage)
        link(stage)
    finally:
        if signals:
            signals.stop()
        stage.close()
        bus.stop()


def status(stage):
    """What `tapinput status --json` prints."""
    outcome = command(stage, "status", "--json")
    return json.loads(outcome.output) if outcome.status == 0 else {"devices": []}


def device(stage):
    devices = [entry for entry in status(stage)["devices"] if entry["address"] == stage.tap.address]
    return devices[0] if devices else {}


def becomes(stage, what, wanted, limit=2 * EVENT_LIMIT):
    """The status of the Tap comes to have these values."""

    def seen():
        state = device(stage)
        return {name: state.get(name) for name in wanted}

    return stage.report.within(limit, what, lambda: seen() == wanted, seen)


def before(stage):
    outcome = command(stage, "status")
    stage.report.equal("without a driver there is no status", outcome.status, 69)
    stage.report.check("and it is told how to start one", "tapinput run" in outcome.messages, outcome.messages)


def known(stage):
    report, tap = stage.report, stage.tap
    tap.battery(LEVEL)
    becomes(
        stage,
        "the status tells connection, protocol, battery and profile",
        {"name": tap.name, "connection": "active", "protocol": "v2", "battery": LEVEL, "profile": "desktop"},
    )
    report.within(EVENT_LIMIT, "and that Bluetooth is there", lambda: status(stage).get("bluetooth") == "ready")
    stage.moves("the pointer moves")
    state = device(stage)
    report.check("packets are counted", state["counters"]["notifications"] >= 5, state)
    report.equal("none of them was not understood", state["counters"]["unknown-frames"], 0)
    names = {"age", "interval-p50", "interval-p95", "latency-p50", "latency-p95", "latency-p99"}
    report.check("and timed", names <= set(state["timing"]), state["timing"])
    text = command(stage, "status").output
    report.check("for a person as well", f"battery {LEVEL} %" in text and tap.address in text, text)


def held(stage, signals):
    stage.press_by_drag()
    becomes(stage, "the status tells what the hand holds", {"held": "index", "mode": "drag", "hidden": False})
    stage.report.within(
        EVENT_LIMIT,
        "everybody on the bus is told",
        lambda: 'string "drag"' in signals.text(),
        lambda: signals.text()[-2000:],
    )


def paused(stage):
    """What is down when the pause comes is up after it, and nothing comes until it ends."""
    report, recorder = stage.report, stage.recorder
    mark = recorder.mark()
    report.equal("`tapinput pause` is done", command(stage, "pause").status, 0)
    report.equal("the button is up when the command ends", recorder.held(), set())
    becomes(stage, "the status tells of the pause", {"paused": True})
    stage.tap.motion(20, 0, count=5)
    stage.tap.rest()
    stage.tap.pinch_index()
    stage.keys("in the pause nothing is pressed", mark, ["BTN_LEFT 0"])
    report.equal("and nothing moves", recorder.moved(mark), (0, 0))
    report.equal("`tapinput resume` is done", command(stage, "resume", "--device", stage.tap.name).status, 0)
    mark = recorder.mark()
    stage.tap.pinch_index()
    stage.keys("then a pinch is a click again", mark, ["BTN_LEFT 1", "BTN_LEFT 0"])
    outcome = command(stage, "pause", "--device", "Nobody")
    report.equal("a Tap that is not there cannot be paused", outcome.status, 69)


def vibrates(stage):
    start = time.monotonic()
    said = len(stage.said("lost"))
    outcome = command(stage, "vibrate", *(str(duration) for duration in PATTERN))
    stage.report.equal("`tapinput vibrate` is done beside the driver", (outcome.status, outcome.messages), (0, ""))
    stage.report.within(EVENT_LIMIT, "the Tap vibrates", lambda: stage.tap.vibrated(start, *PATTERN))
    stage.report.equal("and stays connected", len(stage.said("lost")), said)


def monitored(stage):
    """Somebody who watches sees what the hand does and what is sent, until the driver is gone or nobody looks."""
    report, words = stage.report, ("dpad pinch 0", "input pointer EV_KEY BTN_LEFT 1", "input pointer EV_KEY BTN_LEFT 0")
    command_line = stage.machine.command("monitor", "--device", stage.tap.name)
    watcher = Process("monitor", command_line, environment={"PATH": "/usr/bin", **stage.home.environment}, apart=True)

    def shown():
        # It begins to watch some time after it was started.
        stage.tap.motion(20, 0)
        return " motion 20 0 " in watcher.output()

    report.within(4 * EVENT_LIMIT, "a monitor shows motion", shown, lambda: watcher.output() + watcher.text())
    stage.tap.pinch_index()
    report.within(
        EVENT_LIMIT,
        "and a pinch, and the click that is sent",
        lambda: all(f"{stage.tap.address} {word}\n" in watcher.output() for word in words),
        lambda: watcher.output()[-2000:],
    )
    report.check("and how long each packet took", f"{stage.tap.address} packet " in watcher.output())
    watcher.send(signal.SIGTERM)
    report.within(EVENT_LIMIT, "it ends when it is told to", lambda: not watcher.running)
    report.equal("without a word", watcher.text(), "")
    watcher.stop()
    stage.moves("the driver goes on without it")


def link(stage):
    stage.tap.advertise(False)
    stage.tap.drop()
    stage.report.within(
        EVENT_LIMIT,
        "the status tells of a lost link",
        lambda: device(stage).get("connection") in ("waiting", "connecting"),
        lambda: device(stage),
    )
    stage.tap.advertise(True)
    becomes(stage, "and that the Tap is back", {"connection": "active", "paused": False}, CONNECT_LIMIT)

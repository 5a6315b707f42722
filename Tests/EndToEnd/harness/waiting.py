"""Waiting for a condition, with a deadline."""

import time


class TooLate(Exception):
    """A condition did not come true in time."""


def poll(condition, seconds, interval=0.02):
    """Asks again and again until `condition()` is true or the time is over; returns its last value."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value or time.monotonic() > deadline:
            return value
        time.sleep(interval)


def wait_for(condition, seconds, what, interval=0.02):
    """Like `poll`, for what must come true: raises TooLate if it does not."""
    value = poll(condition, seconds, interval)
    if not value:
        raise TooLate(f"after {seconds:g} s still not so: {what}")
    return value

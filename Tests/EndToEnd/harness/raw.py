"""Raw sensor records: their bytes, and the lines that they must become."""

import struct
from decimal import Decimal
from typing import NamedTuple

IMU, FINGERS = "imu", "accl"
VALUES = {IMU: 6, FINGERS: 15}
GYRO_VALUES = 3

FINGER_FACTORS = [Decimal(each) for each in ("3.90625", "7.8125", "15.625", "31.25")]
GYRO_FACTORS = [Decimal(each) for each in ("4.375", "8.75", "17.5", "35", "70")]
ACCELEROMETER_FACTORS = [Decimal(each) for each in ("0.061", "0.122", "0.244", "0.488")]
FINGER_NAMES = ACCELEROMETER_NAMES = ["g2", "g4", "g8", "g16"]
GYRO_NAMES = ["dps125", "dps250", "dps500", "dps1000", "dps2000"]


class Codes(NamedTuple):
    """The ranges of the sensors, as the Tap counts them: from 1 on."""

    finger: int
    gyro: int
    accelerometer: int

    @property
    def imu_option(self):
        gyro, accelerometer = GYRO_NAMES[self.gyro - 1], ACCELEROMETER_NAMES[self.accelerometer - 1]
        return f"gyro={gyro},accel={accelerometer}"

    @property
    def option(self):
        return f"finger={FINGER_NAMES[self.finger - 1]},{self.imu_option}"


class Record(NamedTuple):
    kind: str
    timestamp: int
    values: tuple

    @property
    def data(self):
        word = self.timestamp | (1 << 31 if self.kind == FINGERS else 0)
        return struct.pack(f"<I{VALUES[self.kind]}h", word, *self.values)

    def line(self, identifier, codes):
        """The line of the record: values in mg and mdps, exact, and no longer than need be."""
        if self.kind == FINGERS:
            factors = [FINGER_FACTORS[codes.finger - 1]] * VALUES[FINGERS]
        else:
            factors = [GYRO_FACTORS[codes.gyro - 1]] * GYRO_VALUES
            factors += [ACCELEROMETER_FACTORS[codes.accelerometer - 1]] * GYRO_VALUES
        scaled = [shortest(value * factor) for value, factor in zip(self.values, factors, strict=True)]
        return ",".join([identifier, str(self.timestamp), self.kind, *scaled])


def shortest(number):
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


# Ends of the range, small ones of both signs, and some between.
SPECIMENS = (-32768, 32767, -1, 0, 1, 2, 999, -1000, 16384, -16383, 7, -8, 12345, -23456, 100)


def specimen(kind, timestamp, turn):
    """A record that differs from the others: the specimens, beginning with another one each time."""
    count = VALUES[kind]
    return Record(kind, timestamp, tuple(SPECIMENS[(turn + index) % len(SPECIMENS)] for index in range(count)))


def specimens(start, count, imu_period=5, finger_period=10):
    """Records of both kinds, each at its own rate, in the order of their time."""
    records = [specimen(IMU, start + imu_period * turn, turn) for turn in range(count * finger_period // imu_period)]
    records += [specimen(FINGERS, start + finger_period * turn, turn) for turn in range(count)]
    return sorted(records, key=lambda record: (record.timestamp, record.kind))


def packets(records, longest=160):
    """The records as they come in notifications, as many in each as there is room for."""
    made = [b""]
    for record in records:
        if len(made[-1]) + len(record.data) > longest:
            made.append(b"")
        made[-1] += record.data
    return made

/// The version of this program.
let version = "0.1.0"

let helpText = """
    usage: tapinput COMMAND [OPTION ...]

    A Tap on the wrist as mouse, arrow keys and rotate control.

      run       the driver: the bonded Taps that connect, as virtual mouse and keyboard;
                waits for BlueZ, an adapter and a bonded Tap where they are missing
                  --profile NAME    what the gestures do (desktop)
                example: tapinput run
      demo      a bundled capture through the whole pipeline, as text; needs no hardware
                example: tapinput demo
      replay    FILE: a capture through the pipeline
                  --sink text       as one line for each input event (default)
                  --sink dpad       as one line for each controller event
                  --sink uinput     into the kernel's virtual devices, for real
                  --profile NAME    what the gestures do (desktop)
                  --realtime        at the capture's own pace
                example: tapinput replay evening.tapcap --sink text
      capture   FILE: writes what a connected Tap sends, until Ctrl+C
                example: tapinput capture evening.tapcap
      help      this text
      --version the version

    Exit status: 0 done, 64 wrong usage, 65 a missing or malformed input file, 69 D-Bus or BlueZ
    is not there, 73 a file or device cannot be created, 77 no permission, 78 a bad configuration.
    """

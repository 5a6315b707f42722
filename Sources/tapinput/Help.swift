/// The version of this program.
let version = "0.1.0"

let helpText = """
    usage: tapinput COMMAND [OPTION ...]

    A Tap on the wrist as mouse, arrow keys and rotate control.

      run       the driver: the bonded Taps that connect, as virtual mouse and keyboard;
                waits for BlueZ, an adapter and a bonded Tap where they are missing
                  --profile NAME    what the gestures do: desktop, media, kiosk, tapping or one of
                                    the configuration (its profile, or else desktop)
                  --config FILE     the configuration file, man tapinput.conf
                  --profile-for D=P the Tap of name or address D has profile P of its own
                  --device DEVICE   only the Tap of this name or address; may be repeated
                  --merge           all Taps as one mouse and keyboard, not one of each for each
                  --no-grab         what a Tap types by itself, as a Bluetooth keyboard, counts too
                  --swipes TABLE    what the swipes of protocol v1 mean: swift or web (swift)
                example: tapinput run
      check     [FILE]: tells all mistakes of a configuration file
                example: tapinput check ~/.config/tapinput/tapinput.conf
      profile   [NAME]: the profiles of the driver that runs, the one that holds first and marked;
                with a name, that one holds from now on
                  --device DEVICE   for the Tap of this name or address alone
                example: tapinput profile tapping
      reload    lets the driver that runs read its configuration again
                example: tapinput reload
      pair      [NAME|ADDRESS]: looks for a Tap, exchanges keys with it and connects it
                  --seconds N       how long to look for it, 1 to 3600 (60)
                example: tapinput pair
      devices   the Taps that are known here, as a table
                example: tapinput devices
      forget    NAME|ADDRESS: throws away the keys of a Tap
                example: tapinput forget A0:B1:C2:D3:E4:F5
      info      what a paired Tap says of itself: model, versions, battery
                  --device DEVICE   the Tap of this name or address
                example: tapinput info
      vibrate   MS [MS ...]: up to 18 durations of 10 to 2550 ms, on and off in turn
                  --device DEVICE   the Tap of this name or address
                example: tapinput vibrate 200 100 200
      demo      a bundled capture through the whole pipeline, as text; needs no hardware
                example: tapinput demo
      replay    FILE: a capture through the pipeline
                  --sink text       as one line for each input event (default)
                  --sink dpad       as one line for each controller event
                  --sink uinput     into the kernel's virtual devices, for real
                  --profile NAME    what the gestures do, as for run
                  --config FILE     the configuration file, as for run
                  --realtime        at the capture's own pace
                  --swipes TABLE    what the swipes of protocol v1 mean: swift or web (swift)
                example: tapinput replay evening.tapcap --sink text
      capture   FILE: writes what a connected Tap sends into a new file, until Ctrl+C
                  --device DEVICE   only the Tap of this name or address
                example: tapinput capture evening.tapcap
      sensors   raw sensor records as lines: address,timestamp,imu|accl,x,y,z,... in mdps and mg;
                gyro=dps250,accel=g4 typed meanwhile changes the ranges of a v2 Tap
                  --csv FILE        into a new file instead of standard output
                  --sensitivity S   the ranges: finger=g2,gyro=dps125,accel=g2, or any of them
                  --seconds N       how long, from the connection on; else until Ctrl+C
                  --debug           with gestures and motion on as well (v2), which are counted
                  --device DEVICE   only the Tap of this name or address; may be repeated
                example: tapinput sensors --csv raw.csv --seconds 10
      help      this text
      --version the version

    Exit status: 0 done, 64 wrong usage, 65 a missing or malformed input file, 69 D-Bus, BlueZ,
    the adapter, the Tap or the driver is not there, 73 a file or device cannot be created,
    77 no permission, 78 a bad configuration.
    """

# Completion of tapinput for fish.
# Written by `make docs` from the table of commands.

function __tapinput_needs_command
    test (count (commandline -opc)) -eq 1
end

function __tapinput_is
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test $words[2] = $argv[1]
end

function __tapinput_profiles
    set -l names (command timeout 1 tapinput profile 2>/dev/null | sed -n 's/^[* ] \([[:alnum:]_*-]*\)$/\1/p')
    test (count $names) -gt 0; or set names desktop media kiosk tapping
    string join \n $names
end

complete -c tapinput -f
complete -c tapinput -n __tapinput_needs_command -l version -d 'the version'
complete -c tapinput -l help -d 'the help'

complete -c tapinput -n __tapinput_needs_command -a run -d 'the driver: bonded Taps as virtual mouse and keyboard'
complete -c tapinput -n '__tapinput_is run' -l profile -r -f -a '(__tapinput_profiles)' -d 'what the gestures do'
complete -c tapinput -n '__tapinput_is run' -l config -r -F -d 'the configuration file, see tapinput.conf(5)'
complete -c tapinput -n '__tapinput_is run' -l profile-for -r -f -d 'the Tap of name or address D has profile P of its own'
complete -c tapinput -n '__tapinput_is run' -l device -r -f -d 'only the Tap of this name or address'
complete -c tapinput -n '__tapinput_is run' -l merge -d 'all Taps as one mouse and keyboard, not one of each for each'
complete -c tapinput -n '__tapinput_is run' -l no-grab -d 'what a Tap types by itself, as a Bluetooth keyboard, counts too'
complete -c tapinput -n '__tapinput_is run' -l swipes -r -f -a 'swift web' -d 'what the swipes of protocol v1 mean'

complete -c tapinput -n __tapinput_needs_command -a check -d 'tells all mistakes of a configuration file'
complete -c tapinput -n '__tapinput_is check' -F
complete -c tapinput -n '__tapinput_is check' -l config -r -F -d 'the same as FILE'

complete -c tapinput -n __tapinput_needs_command -a doctor -d 'checks all that the driver needs, and tells what mends it'
complete -c tapinput -n '__tapinput_is doctor' -l config -r -F -d 'the configuration file, see tapinput.conf(5)'

complete -c tapinput -n __tapinput_needs_command -a status -d 'what the driver that runs is doing'
complete -c tapinput -n '__tapinput_is status' -l json -d 'the same as JSON, for programs'

complete -c tapinput -n __tapinput_needs_command -a monitor -d 'shows the hand live, in the terminal'
complete -c tapinput -n '__tapinput_is monitor' -F
complete -c tapinput -n '__tapinput_is monitor' -l device -r -f -d 'only the Tap of this name or address'
complete -c tapinput -n '__tapinput_is monitor' -l profile -r -f -a '(__tapinput_profiles)' -d 'for a capture'
complete -c tapinput -n '__tapinput_is monitor' -l config -r -F -d 'for a capture'

complete -c tapinput -n __tapinput_needs_command -a profile -d 'shows or sets what the gestures do'
complete -c tapinput -n '__tapinput_is profile' -f -a '(__tapinput_profiles)'
complete -c tapinput -n '__tapinput_is profile' -l device -r -f -d 'for the Tap of this name or address alone'

complete -c tapinput -n __tapinput_needs_command -a pause -d 'lets the Taps send nothing until resume'
complete -c tapinput -n '__tapinput_is pause' -l device -r -f -d 'the Tap of this name or address alone'

complete -c tapinput -n __tapinput_needs_command -a resume -d 'lets paused Taps send again'
complete -c tapinput -n '__tapinput_is resume' -l device -r -f -d 'the Tap of this name or address alone'

complete -c tapinput -n __tapinput_needs_command -a reload -d 'lets the driver that runs read its configuration again'

complete -c tapinput -n __tapinput_needs_command -a pair -d 'looks for a Tap, exchanges keys with it and connects it'
complete -c tapinput -n '__tapinput_is pair' -l seconds -r -f -d 'how long to look for it, 1 to 3600'

complete -c tapinput -n __tapinput_needs_command -a devices -d 'the Taps that are known here, as a table'

complete -c tapinput -n __tapinput_needs_command -a info -d 'what a paired Tap says of itself: model, versions, battery'
complete -c tapinput -n '__tapinput_is info' -l device -r -f -d 'the Tap of this name or address'

complete -c tapinput -n __tapinput_needs_command -a vibrate -d 'lets a Tap vibrate'
complete -c tapinput -n '__tapinput_is vibrate' -l device -r -f -d 'the Tap of this name or address'

complete -c tapinput -n __tapinput_needs_command -a forget -d 'throws away the keys of a Tap, to pair it anew'

complete -c tapinput -n __tapinput_needs_command -a demo -d 'a bundled capture through the whole driver, as text'

complete -c tapinput -n __tapinput_needs_command -a replay -d 'what the driver makes of a capture'
complete -c tapinput -n '__tapinput_is replay' -F
complete -c tapinput -n '__tapinput_is replay' -l sink -r -f -a 'uinput text dpad' -d 'where it goes'
complete -c tapinput -n '__tapinput_is replay' -l profile -r -f -a '(__tapinput_profiles)' -d 'what the gestures do'
complete -c tapinput -n '__tapinput_is replay' -l config -r -F -d 'the configuration file, see tapinput.conf(5)'
complete -c tapinput -n '__tapinput_is replay' -l realtime -d 'at the capture\'s own pace'
complete -c tapinput -n '__tapinput_is replay' -l swipes -r -f -a 'swift web' -d 'what the swipes of protocol v1 mean'

complete -c tapinput -n __tapinput_needs_command -a capture -d 'writes what a connected Tap sends into a new file, until Ctrl+C'
complete -c tapinput -n '__tapinput_is capture' -F
complete -c tapinput -n '__tapinput_is capture' -l device -r -f -d 'only the Tap of this name or address'

complete -c tapinput -n __tapinput_needs_command -a sensors -d 'the raw sensor records of a connected Tap, as lines'
complete -c tapinput -n '__tapinput_is sensors' -l csv -r -F -d 'into a new file instead of standard output'
complete -c tapinput -n '__tapinput_is sensors' -l sensitivity -r -f -d 'the ranges'
complete -c tapinput -n '__tapinput_is sensors' -l seconds -r -f -d 'how long, from the connection on'
complete -c tapinput -n '__tapinput_is sensors' -l debug -d 'with gestures and motion on as well'
complete -c tapinput -n '__tapinput_is sensors' -l device -r -f -d 'only the Tap of this name or address'

complete -c tapinput -n __tapinput_needs_command -a help -d 'this text, or the help on a command'
complete -c tapinput -n '__tapinput_is help' -f -a 'run check doctor status monitor profile pause resume reload pair devices info vibrate forget demo replay capture sensors help'

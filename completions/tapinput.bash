# Completion of tapinput for bash.
# Written by `make docs` from the table of commands.

_tapinput_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
}

_tapinput_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

_tapinput_profiles() {
    local names
    names=$(command timeout 1 tapinput profile 2>/dev/null | sed -n 's/^[* ] \([[:alnum:]_*-]*\)$/\1/p')
    _tapinput_words "${names:-desktop media kiosk tapping}"
}

_tapinput() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        _tapinput_words 'run check doctor status monitor profile pause resume reload pair devices info vibrate forget demo replay capture sensors help --version --help'
        return
    fi
    # In --option=value the mark is a word of its own.
    if [ "$word" = = ]; then
        word=
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case ${COMP_WORDS[1]} in
    run)
        case $before in
        --profile)
            _tapinput_profiles
            return
            ;;
        --config)
            _tapinput_files
            return
            ;;
        --profile-for)
            :
            return
            ;;
        --device)
            :
            return
            ;;
        --swipes)
            _tapinput_words 'swift web'
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--profile --config --profile-for --device --merge --no-grab --swipes --help' ;;
        *) : ;;
        esac
        ;;
    check)
        case $before in
        --config)
            _tapinput_files
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--config --help' ;;
        *) _tapinput_files ;;
        esac
        ;;
    doctor)
        case $before in
        --config)
            _tapinput_files
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--config --help' ;;
        *) : ;;
        esac
        ;;
    status)
        case $word in
        -*) _tapinput_words '--json --help' ;;
        *) : ;;
        esac
        ;;
    monitor)
        case $before in
        --device)
            :
            return
            ;;
        --profile)
            _tapinput_profiles
            return
            ;;
        --config)
            _tapinput_files
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --profile --config --help' ;;
        *) _tapinput_files ;;
        esac
        ;;
    profile)
        case $before in
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --help' ;;
        *) _tapinput_profiles ;;
        esac
        ;;
    pause)
        case $before in
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --help' ;;
        *) : ;;
        esac
        ;;
    resume)
        case $before in
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --help' ;;
        *) : ;;
        esac
        ;;
    reload)
        case $word in
        -*) _tapinput_words '--help' ;;
        *) : ;;
        esac
        ;;
    pair)
        case $before in
        --seconds)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--seconds --help' ;;
        *) : ;;
        esac
        ;;
    devices)
        case $word in
        -*) _tapinput_words '--help' ;;
        *) : ;;
        esac
        ;;
    info)
        case $before in
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --help' ;;
        *) : ;;
        esac
        ;;
    vibrate)
        case $before in
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --help' ;;
        *) : ;;
        esac
        ;;
    forget)
        case $word in
        -*) _tapinput_words '--help' ;;
        *) : ;;
        esac
        ;;
    demo)
        case $word in
        -*) _tapinput_words '--help' ;;
        *) : ;;
        esac
        ;;
    replay)
        case $before in
        --sink)
            _tapinput_words 'uinput text dpad'
            return
            ;;
        --profile)
            _tapinput_profiles
            return
            ;;
        --config)
            _tapinput_files
            return
            ;;
        --swipes)
            _tapinput_words 'swift web'
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--sink --profile --config --realtime --swipes --help' ;;
        *) _tapinput_files ;;
        esac
        ;;
    capture)
        case $before in
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--device --help' ;;
        *) _tapinput_files ;;
        esac
        ;;
    sensors)
        case $before in
        --csv)
            _tapinput_files
            return
            ;;
        --sensitivity)
            :
            return
            ;;
        --seconds)
            :
            return
            ;;
        --device)
            :
            return
            ;;
        esac
        case $word in
        -*) _tapinput_words '--csv --sensitivity --seconds --debug --device --help' ;;
        *) : ;;
        esac
        ;;
    help)
        case $word in
        -*) _tapinput_words '--help' ;;
        *) _tapinput_words 'run check doctor status monitor profile pause resume reload pair devices info vibrate forget demo replay capture sensors help' ;;
        esac
        ;;
    esac
}

complete -F _tapinput tapinput

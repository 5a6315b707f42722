internal import Gestures
internal import TapProtocol

extension Profile {
    /// The profile for a desktop: pointer, arrow keys, clicks, drags, scroll and volume.
    ///
    /// A tap of one finger does what its short pinch does.
    public static let desktop: Profile = {
        var profile = Profile(name: "desktop")
        profile.directions.left = .key(.left)
        profile.directions.right = .key(.right)
        profile.directions.up = .key(.up)
        profile.directions.down = .key(.down)

        profile.fingers.index.pinch = .key(.leftButton)
        profile.fingers.index.drag = .keys(.leftButton)
        profile.fingers.index.rotate = RotateAction(
            positive: .wheel(.down), negative: .wheel(.up), degrees: 15)

        profile.fingers.middle.pinch = .key(.rightButton)
        profile.fingers.middle.drag = .scroll(unitsPerDetent: 20)
        profile.fingers.middle.rotate = profile.fingers.index.rotate

        profile.fingers.ring.pinch = .key(.middleButton)
        profile.fingers.ring.drag = .keys(.middleButton)
        profile.fingers.ring.rotate = RotateAction(
            positive: .wheel(.right), negative: .wheel(.left), degrees: 15)

        profile.fingers.little.pinch = .key(.escape)
        profile.fingers.little.drag = .pointer(gainScale: 0.25)
        profile.fingers.little.rotate = RotateAction(
            positive: .key(.volumeUp), negative: .key(.volumeDown), degrees: 10)
        profile.bindTapsToPinches()
        return profile
    }()

    /// The desktop's profile, in which the hand itself goes to tapping and back: a short pinch of
    /// the little finger, and a tap of all five.
    public static let tapping: Profile = {
        var profile = desktop
        profile.name = "tapping"
        profile.fingers.little.pinch = .switchModel
        profile.taps[TapGesture([.thumb, .index, .middle, .ring, .little])] = .switchModel
        return profile
    }()

    /// The profile for a media centre: arrow keys, Enter, Back, play and pause, menu, volume, seek.
    ///
    /// The keys do in Kodi's default keymap what they are here for. The pointer rests, since a menu
    /// would follow it.
    public static let media: Profile = {
        var profile = Profile(name: "media")
        profile.pointer.isEnabled = false
        profile.directions = desktop.directions
        profile.directions.repeatRate = 8
        let volume = RotateAction(
            positive: .key(.volumeUp), negative: .key(.volumeDown), degrees: 10)
        profile.fingers.index.pinch = .key(.enter)
        profile.fingers.index.hold = .rotate
        profile.fingers.index.rotate = volume
        profile.fingers.middle.pinch = .key(.back)
        profile.fingers.middle.hold = .rotate
        profile.fingers.middle.rotate = RotateAction(
            positive: .key(.right), negative: .key(.left), degrees: 20)
        profile.fingers.ring.pinch = .key(.playPause)
        profile.fingers.ring.hold = .rotate
        profile.fingers.ring.rotate = volume
        profile.fingers.little.pinch = .key(.compose)
        profile.fingers.little.hold = .rotate
        profile.fingers.little.rotate = volume
        profile.bindTapsToPinches()
        return profile
    }()

    /// The profile for a kiosk: from field to field and page to page, Enter, and nothing that leaves
    /// the page.
    public static let kiosk: Profile = {
        var profile = Profile(name: "kiosk")
        profile.pointer.isEnabled = false
        profile.directions.left = .keys(.leftShift, .tab)
        profile.directions.right = .key(.tab)
        profile.directions.up = .key(.pageUp)
        profile.directions.down = .key(.pageDown)
        profile.fingers.index.pinch = .key(.enter)
        profile.fingers.index.hold = .rotate
        profile.fingers.index.rotate = RotateAction(
            positive: .key(.down), negative: .key(.up), degrees: 20)
        profile.fingers.middle.pinch = .key(.space)
        profile.taps[TapGesture(.index)] = .key(.enter)
        profile.taps[TapGesture(.middle)] = .key(.space)
        return profile
    }()

    /// The profiles that are built in.
    public static let builtIn = [desktop, media, kiosk, tapping]

    /// Lets a tap of one finger do what its short pinch does.
    private mutating func bindTapsToPinches() {
        taps[TapGesture(.index)] = fingers.index.pinch
        taps[TapGesture(.middle)] = fingers.middle.pinch
        taps[TapGesture(.ring)] = fingers.ring.pinch
        taps[TapGesture(.little)] = fingers.little.pinch
    }
}

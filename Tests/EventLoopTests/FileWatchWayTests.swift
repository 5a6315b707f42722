import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("The directories and links on the way to a file that is watched")
struct FileWatchWayTests {
    @Test("Directories that are made later, one by one", arguments: [false, true])
    func later(runsBetween: Bool) throws {
        let desk = try FileDesk(settle: 200)
        desk.watch("a/b/c/file")
        try desk.expectOneCall("made") {
            for name in ["a", "a/b", "a/b/c"] {
                try desk.makeDirectory(name)
                if runsBetween { try desk.loop.runReady() }
            }
            try desk.write("new", to: "a/b/c/file")
        }
        try desk.expectOneCall("written") { try desk.write("newer", to: "a/b/c/file") }
        try desk.expectNoCall { try desk.write("text", to: "a/b/c/other") }
    }

    @Test("Directories that are made one by one, with a call for each")
    func slowly() throws {
        let desk = try FileDesk()
        desk.watch("a/b/file")
        try desk.expectOneCall("a") { try desk.makeDirectory("a") }
        try desk.expectNoCall { try desk.makeDirectory("a/c") }
        try desk.expectOneCall("b") { try desk.makeDirectory("a/b") }
        try desk.expectOneCall("file") { try desk.write("new", to: "a/b/file") }
    }

    @Test("A tree that is moved to its place as a whole")
    func movedHere() throws {
        let desk = try FileDesk()
        desk.watch("a/b/file")
        try desk.expectNoCall {
            try desk.makeDirectory("x")
            try desk.makeDirectory("x/b")
            try desk.write("new", to: "x/b/file")
        }
        try desk.expectOneCall("moved") { try desk.rename("x", to: "a") }
        try desk.expectOneCall("written") { try desk.write("newer", to: "a/b/file") }
    }

    @Test("A directory that is moved away and back, or replaced meanwhile")
    func movedAway() throws {
        let desk = try FileDesk()
        try desk.makeDirectory("a")
        try desk.makeDirectory("a/b")
        try desk.write("old", to: "a/b/file")
        desk.watch("a/b/file")
        try desk.expectOneCall("away") { try desk.rename("a", to: "x") }
        try desk.expectNoCall { try desk.write("new", to: "x/b/file") }
        try desk.expectOneCall("back") { try desk.rename("x", to: "a") }
        try desk.expectOneCall("written") { try desk.write("newer", to: "a/b/file") }
        try desk.expectOneCall("replaced") {
            try desk.rename("a", to: "x")
            try desk.makeDirectory("a")
            try desk.makeDirectory("a/b")
        }
        try desk.expectNoCall { try desk.write("newest", to: "x/b/file") }
        try desk.expectOneCall("made") { try desk.write("new", to: "a/b/file") }
    }

    @Test("Directories that are deleted and made again")
    func deleted() throws {
        let desk = try FileDesk()
        for _ in 0..<2 {
            desk.watch("a/b/file")
            try desk.expectOneCall("made") {
                try desk.makeDirectory("a")
                try desk.makeDirectory("a/b")
                try desk.write("old", to: "a/b/file")
            }
            try desk.expectOneCall("deleted") {
                try desk.remove("a/b/file")
                try desk.remove("a/b")
                try desk.remove("a")
            }
        }
    }

    @Test("A file where a directory should be, and the other way round")
    func wrongKind() throws {
        let desk = try FileDesk()
        try desk.write("text", to: "a")
        try desk.makeDirectory("file")
        desk.watch("a/file", "file")
        try desk.expectOneCall("directory") {
            try desk.remove("a")
            try desk.makeDirectory("a")
        }
        try desk.expectOneCall("file in it") { try desk.write("new", to: "a/file") }
        try desk.expectNoCall { try desk.write("text", to: "file/text") }
        try desk.remove("file/text")
        try desk.expectOneCall("file") {
            try desk.remove("file")
            try desk.write("new", to: "file")
        }
    }

    @Test("The target of a link, and the link itself")
    func link() throws {
        let desk = try FileDesk()
        try desk.makeDirectory("x")
        for name in ["x/one", "x/two"] { try desk.write("old", to: name) }
        try desk.link("file", to: desk.path("x/one"))
        desk.watch("file")
        try desk.expectOneCall("target") { try desk.write("new", to: "x/one") }
        try desk.expectOneCall("target replaced") { try desk.rename("x/two", to: "x/one") }
        try desk.expectNoCall { try desk.write("new", to: "x/two") }
        try desk.expectOneCall("link") { try desk.relink("file", to: "x/two") }
        try desk.expectNoCall { try desk.write("newer", to: "x/one") }
        try desk.expectOneCall("new target") { try desk.write("newer", to: "x/two") }
        try desk.expectOneCall("target gone") { try desk.remove("x/two") }
        try desk.expectOneCall("target back") { try desk.write("newest", to: "x/two") }
        try desk.expectOneCall("link gone") { try desk.remove("file") }
    }

    @Test("Each link of a chain, relative ones with dots included")
    func chain() throws {
        let desk = try FileDesk()
        for name in ["a", "b", "b/c"] { try desk.makeDirectory(name) }
        try desk.link("a/one", to: "../b/./c/two")
        try desk.link("b/c/two", to: "../../three")
        try desk.write("old", to: "three")
        try desk.write("old", to: "four")
        desk.watch("a/one")
        try desk.expectOneCall("target") { try desk.write("new", to: "three") }
        try desk.expectOneCall("the second") { try desk.relink("b/c/two", to: "../../four") }
        try desk.expectNoCall { try desk.write("newer", to: "three") }
        try desk.expectOneCall("new target") { try desk.write("new", to: "four") }
        try desk.expectOneCall("a directory on the way") { try desk.rename("b", to: "x") }
        try desk.expectOneCall("back") { try desk.rename("x", to: "b") }
        try desk.expectOneCall("the first") { try desk.relink("a/one", to: "../three") }
        try desk.expectNoCall { try desk.write("newer", to: "four") }
    }

    @Test("A directory that is a link, with its target made later")
    func linkedDirectory() throws {
        let desk = try FileDesk()
        try desk.makeDirectory("dotfiles")
        try desk.link("config", to: "dotfiles/tapinput")
        desk.watch("config/file")
        try desk.expectOneCall("made") {
            try desk.makeDirectory("dotfiles/tapinput")
            try desk.write("old", to: "dotfiles/tapinput/file")
        }
        try desk.expectOneCall("written") { try desk.write("new", to: "dotfiles/tapinput/file") }
        try desk.makeDirectory("other")
        try desk.expectOneCall("link") { try desk.relink("config", to: "other") }
        try desk.expectOneCall("file") { try desk.write("new", to: "other/file") }
    }

    @Test("A link to a directory of data that is swapped as a whole")
    func swappedData() throws {
        let desk = try FileDesk()
        for name in ["..1", "..2"] {
            try desk.makeDirectory(name)
            try desk.write(name, to: "\(name)/file")
        }
        try desk.link("..data", to: "..1")
        try desk.link("file", to: "..data/file")
        desk.watch("file")
        try desk.expectOneCall("swapped") {
            try desk.relink("..data", to: "..2")
            try desk.remove("..1/file")
            try desk.remove("..1")
        }
        try desk.expectOneCall("written") { try desk.write("new", to: "..2/file") }
    }

    @Test("Links in a circle lead nowhere, until one is replaced")
    func circle() throws {
        let desk = try FileDesk()
        try desk.link("one", to: "two")
        try desk.link("two", to: "one")
        desk.watch("one")
        try desk.expectOneCall("circle broken") { try desk.relink("two", to: "three") }
        try desk.expectOneCall("made") { try desk.write("new", to: "three") }
    }

    @Test("A path from the working directory, and paths without a file")
    func oddPaths() throws {
        let desk = try FileDesk()
        let start = String(repeating: "../", count: 60)
        desk.watch?.watch(["", "/", ".", "/..", start + desk.path("a//./file").dropFirst()])
        try desk.expectOneCall("made") {
            try desk.makeDirectory("a")
            try desk.write("new", to: "a/file")
        }
        try desk.expectOneCall("written") { try desk.write("newer", to: "a/file") }
    }
}

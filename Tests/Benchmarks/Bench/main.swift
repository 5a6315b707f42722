import CLinux
import Glibc

// What Tests/Benchmarks/in_process.py measures with; times are CPU times in nanoseconds.
//
// bench time COUNT REPETITIONS     every stream in every way, by turns: STREAM WAY NANOSECONDS
// bench play STREAM WAY COUNT      one of them, once: UNKNOWN FRAMES SUM
// bench packets STREAM             the packets of a stream, once: their bytes in hexadecimal digits

let arguments = CommandLine.arguments.dropFirst()

func usage() -> Never {
    print("usage: bench time COUNT REPETITIONS | play STREAM WAY COUNT | packets STREAM")
    exit(2)
}

/// The CPU time of this process, which others on the same processor have no part in.
func processorTime() -> Int64 {
    var time = timespec()
    // Cannot fail: the clock exists on every Linux and the pointer is valid.
    _ = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

func time(_ count: Int, _ repetitions: Int) throws {
    let streams = PacketStream.Kind.allCases.map { PacketStream($0) }
    for _ in 0..<repetitions {
        for stream in streams {
            for way in Way.allCases {
                let begin = processorTime()
                let outcome = try stream.play(count, way)
                let length = processorTime() - begin
                // A stream of frames that nobody understands would be played very fast.
                guard outcome.unknown == 0 else {
                    print("\(stream.kind): \(outcome.unknown) packets are not understood")
                    exit(1)
                }
                print("\(stream.kind) \(way) \(length)")
            }
        }
    }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

let words = Array(arguments)
switch (words.first, words.count) {
case ("time", 3):
    guard let count = Int(words[1]), let repetitions = Int(words[2]), count > 0 else { usage() }
    try time(count, repetitions)
case ("play", 4):
    guard let kind = PacketStream.Kind(rawValue: words[1]), let way = Way(rawValue: words[2]),
        let count = Int(words[3]), count > 0
    else { usage() }
    let outcome = try PacketStream(kind).play(count, way)
    print("\(outcome.unknown) \(outcome.frames) \(outcome.sum)")
case ("packets", 2):
    guard let kind = PacketStream.Kind(rawValue: words[1]) else { usage() }
    let stream = PacketStream(kind)
    for packet in stream.packets { print(hexadecimal(stream.bytes[packet.range])) }
default:
    usage()
}

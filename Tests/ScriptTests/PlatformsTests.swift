import Foundation
import TestSupport
import Testing

/// `scripts/check-platforms`, which `scripts/test` runs on the libraries.
@Suite("The check of imports and calls that only Linux has")
struct PlatformsTests {
  private static func faults(_ path: String, _ text: String) throws -> [String] {
    let folder = try WorkFolder()
    let url = folder.url.appending(path: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    let script = Project.root.appending(path: "scripts/check-platforms").path
    let run = try folder.shell("python3 '\(script)' .")
    #expect((run.status == 0) == run.error.isEmpty)
    return run.error.split(separator: "\n").map { String($0.dropFirst("check-platforms: ".count)) }
  }

  @Test("passes what Apple's systems do not compile, and what is only mentioned")
  func passed() throws {
    let text = """
      // import Glibc, /proc/self/stat
      #if canImport(Darwin)
        import Darwin
      #elseif canImport(Musl)
        import Musl
      #else
        import Glibc
      #endif
      #if os(Linux)
        let memory = "/dev/shm"
      #endif
      #if !canImport(Darwin) && DEBUG
        let files = "/proc/self/fd" // maybe
      #endif
      #if DEBUG || os(Linux)
        #if canImport(Glibc)
          fdatasync(file)
        #endif
      #endif
      /* malloc_trim(0)
      */
      let process: Processor = process(), first_malloc_trim = 0
      #if os(Linux) || os(macOS)
        let run = Process()
      #endif
      """
    #expect(try Self.faults("Streams/Input/File.swift", text) == [])
    #expect(try Self.faults("VicinityServer/Server.swift", "import Glibc") == [])
  }

  @Test(
    "reports what they do compile, with the line",
    arguments: [
      ("import Glibc", "1: import Glibc"), ("#if canImport(Darwin)\nepoll_wait(1)\n#endif", "2: epoll_wait"),
      ("#if os(Linux)\n#else\nlet text = \"/proc/stat\"\n#endif", "3: /proc/"),
      ("#if canImport(Darwin)\n#elseif DEBUG\n#endif\nopen(path, O_TMPFILE)", "4: O_TMPFILE"),
      ("#if os(Linux) || DEBUG\nstatus.st_mtim\n#endif", "2: st_mtim"), ("let run = Process()", "1: Process()"),
      ("/* a\n b */\nmalloc_trim(0)", "3: malloc_trim"),
    ])
  func reported(text: String, fault: String) throws {
    #expect(
      try Self.faults("Vicinity/Store/File.swift", text) == [
        "Vicinity/Store/File.swift:\(fault) is not on macOS or iOS"
      ])
  }
}

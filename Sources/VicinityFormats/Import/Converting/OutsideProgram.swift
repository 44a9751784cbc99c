import Foundation
import Streams

#if os(Linux) || os(macOS)
  /// A program that writes to its standard output what an import reads.
  final class OutsideProgram {
    private let process = Process()
    private let pipe = Pipe()
    private let errors: FileHandle
    private let errorsPath: String
    private let path: String
    private let name: String
    /// What the program writes.
    let output: InputBuffer

    /// Seconds after which a program that writes nothing is ended.
    private static let patience = 600
    private static let mostErrorBytes = 2000

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: the path of the program.
    ///   - path: the file that it reads, for messages.
    /// - Throws: `InputError.conversionFailed` when it cannot be started.
    init(_ executable: String, _ arguments: [String], reading path: String) throws {
      self.path = path
      name = URL(filePath: executable).lastPathComponent
      errorsPath = FileManager.default.temporaryDirectory.appending(path: "vicinity-\(UUID().uuidString)").path
      guard FileManager.default.createFile(atPath: errorsPath, contents: nil, attributes: [.posixPermissions: 0o600]),
        let errors = FileHandle(forUpdatingAtPath: errorsPath)
      else { throw ImportError.notWritable(path: errorsPath, reason: String(cString: strerror(errno))) }
      // An open file needs no name.
      unlink(errorsPath)
      self.errors = errors
      process.executableURL = URL(filePath: executable)
      process.arguments = arguments
      process.standardInput = FileHandle.nullDevice
      (process.standardOutput, process.standardError) = (pipe, errors)
      do { try process.run() } catch {
        throw InputError.conversionFailed(path: path, program: name, reason: "\(error.localizedDescription)")
      }
      output = try InputBuffer(
        ByteSource(
          fileDescriptor: dup(pipe.fileHandleForReading.fileDescriptor), calledAs: path, patience: Self.patience))
    }

    /// Checks that the program has ended without an error, after its output was read.
    ///
    /// - Parameter isEmpty: whether that was nothing, so that what it calls an error is one: GDAL may exit without failure
    ///   then.
    func finish(isEmpty: Bool = false) throws(InputError) {
      process.waitUntilExit()
      let hasFailed = process.terminationReason != .exit || process.terminationStatus != 0
      let lines = lastErrors
      let error = lines.first { $0.hasPrefix("ERROR") || $0.hasPrefix("Unable to open") }
      guard hasFailed || isEmpty && error != nil else { return }
      // GDAL writes more after its errors.
      let reason = (error ?? lines.last).map { $0.trimmingSpaces.shortened } ?? "status \(process.terminationStatus)"
      throw .conversionFailed(path: path, program: name, reason: reason)
    }

    /// The last lines that it has written to standard error.
    private var lastErrors: [String] {
      let size = (try? errors.seekToEnd()) ?? 0
      try? errors.seek(toOffset: size - min(size, UInt64(Self.mostErrorBytes)))
      let text = (try? errors.readToEnd()).map { String(decoding: $0, as: UTF8.self) } ?? ""
      return text.split(whereSeparator: \.isNewline).map(String.init)
    }

    deinit {
      if process.isRunning { process.terminate() }
      try? errors.close()
    }

    /// The first of some programs on the `PATH`.
    static func find(_ names: [String]) -> String? {
      let folders = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
      return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
        .first(where: FileManager.default.isExecutableFile)
    }
  }
#else
  /// Other systems start no programs.
  final class OutsideProgram {
    let output: InputBuffer

    init(_ executable: String, _ arguments: [String], reading path: String) throws {
      throw InputError.conversionFailed(path: path, program: executable, reason: "this system starts no programs")
    }

    func finish(isEmpty: Bool = false) throws(InputError) {}

    static func find(_ names: [String]) -> String? { nil }
  }
#endif

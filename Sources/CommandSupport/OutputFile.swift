import ArgumentParser
import Foundation

/// The file that receives what a command writes to standard output, named by `--output`.
///
/// A regular file is replaced at the end, by a new one beside it: a command that fails leaves it as it was, and a
/// command may write the file that it reads. On Linux the new file has no name before that, so a kill leaves nothing.
package final class OutputFile {
  /// The names of the option, which commands that write data have.
  package static let optionNames = NameSpecification.shortAndLong
  package static let help = ArgumentHelp("Write to this file instead of standard output.", valueName: "file")

  private let path: String
  /// The name of the new file beside it; nil for a pipe or a device.
  private let temporary: String?
  /// Whether the new file has that name; otherwise it has none yet.
  private var isNamed: Bool

  /// The file that the arguments of a command name; nil for none and for `-`.
  package static func path(in arguments: [String]) -> String? {
    let arguments = Array(arguments.prefix { $0 != "--" })
    for (index, argument) in arguments.enumerated() {
      if ["-o", "--output"].contains(argument), index + 1 < arguments.count { return named(arguments[index + 1]) }
      for start in ["-o=", "--output="] where argument.hasPrefix(start) {
        return named(String(argument.dropFirst(start.count)))
      }
    }
    return nil
  }

  private static func named(_ path: String) -> String? { path == "-" ? nil : path }

  /// The extension of the file among the arguments of the process, in lower case: it chooses the format.
  package static let format = path(in: CommandLine.arguments).map { URL(filePath: $0).pathExtension.lowercased() } ?? ""

  /// Has standard output go to a file from now on.
  /// - Throws: `ValidationError` when it cannot be written.
  package init(_ path: String) throws {
    self.path = path
    // A pipe or a device is written itself.
    var status = stat()
    let isOther = stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    temporary = isOther ? nil : "\(path).\(UUID().uuidString).part"
    let unnamed = isOther ? -1 : Self.openUnnamed(in: URL(filePath: path).deletingLastPathComponent().path)
    isNamed = unnamed < 0
    let descriptor =
      unnamed >= 0 ? unnamed : open(temporary ?? path, O_WRONLY | O_CREAT | (isOther ? 0 : O_EXCL), 0o666)
    guard descriptor >= 0 else {
      throw ValidationError("--output: \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    dup2(descriptor, STDOUT_FILENO)
    close(descriptor)
  }

  /// A file without a name; -1 where the file system or the operating system has none.
  private static func openUnnamed(in folder: String) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, a macro that is not imported.
      return open(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000, 0o666)
    #else
      return -1
    #endif
  }

  /// Gives the new file its name.
  private func name(_ temporary: String) -> Bool {
    #if os(Linux)
      let file = "/proc/self/fd/\(STDOUT_FILENO)"
      if !isNamed { isNamed = linkat(AT_FDCWD, file, AT_FDCWD, temporary, Int32(AT_SYMLINK_FOLLOW)) == 0 }
    #endif
    return isNamed
  }

  /// Puts the new file in the place of the former one.
  /// - Throws: `ValidationError` when it cannot be placed.
  package func finish() throws {
    guard let temporary else { return }
    guard name(temporary), rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      discard()
      throw ValidationError("--output: \(path) cannot be written: \(reason)")
    }
  }

  /// Leaves the former file as it was.
  package func discard() { if let temporary, isNamed { unlink(temporary) } }
}

import ArgumentParser
import Foundation

/// The file that receives what a command writes to standard output, named by `--output`.
///
/// A regular file is replaced at the end, by a new one beside it: a command that fails leaves it as it was, and a
/// command may write the file that it reads.
package final class OutputFile {
  /// The names of the option, which commands that write data have.
  package static let optionNames = NameSpecification.shortAndLong
  package static let help = ArgumentHelp("Write to this file instead of standard output.", valueName: "file")

  private let path: String
  private let temporary: String?

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
    let descriptor = open(temporary ?? path, O_WRONLY | O_CREAT | (isOther ? 0 : O_EXCL), 0o666)
    guard descriptor >= 0 else {
      throw ValidationError("--output: \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    dup2(descriptor, STDOUT_FILENO)
    close(descriptor)
  }

  /// Puts the new file in the place of the former one.
  /// - Throws: `ValidationError` when it cannot be placed.
  package func finish() throws {
    guard let temporary else { return }
    guard rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      discard()
      throw ValidationError("--output: \(path) cannot be written: \(reason)")
    }
  }

  /// Leaves the former file as it was.
  package func discard() { if let temporary { unlink(temporary) } }
}

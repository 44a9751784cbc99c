import ArgumentParser
import Foundation

/// The file that receives what a command writes to standard output, named by `--output`.
///
/// A regular file is replaced at the end, by a new one beside it that has its mode and, where possible, its owner: a
/// command that fails leaves it as it was, and a command may write the file that it reads. A symbolic link stays, and
/// the file that it names is replaced. On Linux the new file has no name before that, so a kill leaves nothing.
package final class OutputFile {
  /// The names of the option, which commands that write data have.
  package static let optionNames = NameSpecification.shortAndLong
  package static let help = ArgumentHelp("Write to this file instead of standard output.", valueName: "file")

  private let path: String
  /// The file that is replaced: the path, or the file that it links to.
  private let target: String
  /// The name of the new file beside it; nil for a pipe or a device.
  private let temporary: String?
  /// Whether the new file has that name; otherwise it has none yet.
  private var isNamed: Bool

  /// The file that the arguments of a command name, the last one counts; nil for none and for `-`.
  package static func path(in arguments: [String]) -> String? {
    let arguments = Array(arguments.prefix { $0 != "--" })
    var path: String?
    for (index, argument) in arguments.enumerated() {
      // `-qo FILE` joins options of one letter.
      if argument == "--output" || argument.wholeMatch(of: /-[a-zA-Z]*o/) != nil, index + 1 < arguments.count {
        path = arguments[index + 1]
      }
      for start in ["-o=", "--output="] where argument.hasPrefix(start) {
        path = String(argument.dropFirst(start.count))
      }
    }
    return path == "-" ? nil : path
  }

  /// The extension of the file among the arguments of the process, in lower case: it chooses the format.
  package static let format = path(in: CommandLine.arguments).map { URL(filePath: $0).pathExtension.lowercased() } ?? ""

  /// Refuses an extension that no format has; a file without an extension has the format of standard output.
  package static func checkExtension(isKnown: Bool, _ known: String) throws {
    guard !isKnown, !format.isEmpty else { return }
    throw ValidationError(
      "--output: no format has the extension .\(format); known are \(known), or say which it is with --format")
  }

  /// Has standard output go to a file from now on.
  /// - Throws: `ValidationError` when it cannot be written.
  package init(_ path: String) throws {
    self.path = path
    target = Self.target(of: path)
    var status = stat()
    let exists = stat(path, &status) == 0
    let own = Self.ownDescriptor(target)
    // A pipe or a device is written itself.
    let isOther = own != nil || exists && status.st_mode & S_IFMT != S_IFREG
    temporary = isOther ? nil : "\(target).\(UUID().uuidString).part"
    let mode = exists ? status.st_mode & 0o777 : 0o666
    var descriptor: Int32 = -1
    if let temporary {
      descriptor = Self.openUnnamed(in: URL(filePath: target).deletingLastPathComponent().path, mode)
      isNamed = descriptor < 0
      if isNamed { descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode) }
    } else {
      isNamed = true
      descriptor = own.map { dup($0) } ?? open(path, O_WRONLY)
    }
    guard descriptor >= 0 else {
      throw ValidationError("--output: \(path) cannot be written: \(String(cString: strerror(errno)))")
    }
    if exists, !isOther { Self.give(descriptor, status) }
    dup2(descriptor, STDOUT_FILENO)
    close(descriptor)
  }

  /// Gives a new file the owner and the mode of the former one; without its group also no rights of the group.
  private static func give(_ descriptor: Int32, _ former: stat) {
    let hasGroup = fchown(descriptor, former.st_uid, former.st_gid) == 0 || fchown(descriptor, .max, former.st_gid) == 0
    _ = fchmod(descriptor, former.st_mode & (hasGroup ? 0o777 : 0o707))
  }

  /// The descriptor that a path such as `/dev/stdout` names; nil for others.
  private static func ownDescriptor(_ path: String) -> Int32? {
    if let number = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].firstIndex(of: path) { return Int32(number) }
    for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
      return Int32(path.dropFirst(folder.count))
    }
    return nil
  }

  /// The file that a path names through symbolic links, also when it does not exist yet.
  private static func target(of path: String) -> String {
    var target = path
    // As many links as Linux follows.
    for _ in 0..<40 {
      guard ownDescriptor(target) == nil,
        let next = try? FileManager.default.destinationOfSymbolicLink(atPath: target)
      else { break }
      target = next.hasPrefix("/") ? next : URL(filePath: target).deletingLastPathComponent().appending(path: next).path
    }
    return target
  }

  /// A file without a name; -1 where the file system or the operating system has none.
  private static func openUnnamed(in folder: String, _ mode: mode_t) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, a macro that is not imported.
      return open(folder, O_WRONLY | O_DIRECTORY | 0o20_000_000, mode)
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
    guard name(temporary), rename(temporary, target) == 0 else {
      let reason = String(cString: strerror(errno))
      discard()
      throw ValidationError("--output: \(path) cannot be written: \(reason)")
    }
  }

  /// Leaves the former file as it was.
  package func discard() { if let temporary, isNamed { unlink(temporary) } }
}

import ArgumentParser
import CommandSupport
import Foundation
import Streams
import Vicinity
import VicinityFormats

/// A file of the web that is imported: `vicinity-server` downloads it, because this program has no HTTP.
struct RemoteFile {
  /// The address, with `http:` or `https:`.
  private let address: String
  /// The address without secrets.
  var shown: String { WebAddress(address).shown }

  private static let schemes = ["http://", "https://", "webcal://", "webcals://"]

  /// Nil for the path of a file.
  init?(_ text: String) {
    guard let scheme = Self.schemes.first(where: text.lowercased().hasPrefix) else { return nil }
    // Calendars are offered under schemes of their own.
    let isCalendar = scheme.hasPrefix("webcal")
    address = (isCalendar ? "https://" : scheme) + text.dropFirst(scheme.count)
  }

  /// The last part of its path, from which the name of the source is made; `download` without one.
  var name: String {
    let last = URL(string: address)?.lastPathComponent ?? ""
    let name = last.filter { $0 != "/" && $0 != "\0" }
    guard !name.isEmpty, !name.hasPrefix(".") else { return "download" }
    return name.utf8.count <= Self.longestName ? name : String(name.suffix(Self.longestName / 4))
  }

  /// Downloads it into a folder.
  ///
  /// - Parameter known: the version that is known; nil downloads any.
  /// - Returns: nil if it has not changed.
  /// - Throws: `ExitStatus.failed`, after a message.
  func download(into folder: String, unless known: Download?) throws -> (path: String, version: Download)? {
    let path = "\(folder)/\(name)"
    guard FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]) else {
      throw ValidationError("\(path) cannot be written")
    }
    let process = Process()
    process.executableURL = URL(filePath: try ServerProgram.path(for: "the import of an address"))
    process.arguments = ["download", address, "--to", path]
    if let tag = known?.entityTag { process.arguments?.append("--etag=\(tag)") }
    if let date = known?.lastModified { process.arguments?.append("--modified=\(date)") }
    process.standardInput = FileHandle.nullDevice
    let text = try process.text(reading: \.standardOutput, seconds: Self.patience)
    guard process.terminationStatus == 0, let answer = try? JSONParser.parse(text.utf8).object else {
      throw ExitStatus.failed
    }
    guard answer["changed"]?.bool != false else { return nil }
    let version = Download(
      address: shown, source: ImportOptions.sourceName(of: name), entityTag: answer["etag"]?.string,
      lastModified: answer["modified"]?.string, at: .now)
    return (path, version)
  }

  /// Bytes, with which names of files have fewer than 256; a character has up to four.
  private static let longestName = 200
  /// Seconds: the program has shorter limits of its own.
  private static let patience = 4000
}

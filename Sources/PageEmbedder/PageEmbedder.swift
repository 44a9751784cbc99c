import Foundation

/// Writes the files of a folder, and of the folders in it, as one file of Swift: `EmbeddedFiles.all`, sorted by name.
/// Scripts and styles are written without comments and indentation, which are half of what would be sent.
///
/// Run by the build, see the plugin `PageEmbedding`. Bytes are written as Base64 in one literal for each file, which
/// compiles in milliseconds; a literal of an array takes minutes.
@main
enum PageEmbedder {
  private struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  static func main() {
    do {
      guard CommandLine.arguments.count == 3 else { throw Problem(description: "usage: PageEmbedder FOLDER OUTPUT") }
      try write(URL(filePath: CommandLine.arguments[1]), to: CommandLine.arguments[2])
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func write(_ folder: URL, to output: String) throws {
    var source = """
      /// Made by PageEmbedder.
      enum EmbeddedFiles {
        static let all: [(name: String, base64: StaticString)] = [

      """
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      // Editors and file systems leave hidden files.
      guard !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { continue }
      let url = folder.appending(path: name)
      guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false else { continue }
      var bytes = try Data(contentsOf: url)
      if ["js", "css"].contains(url.pathExtension) {
        let text = try withoutComments(String(decoding: bytes, as: UTF8.self), in: name)
        bytes = Data((url.pathExtension == "css" ? withoutSpaces(text) : text).utf8)
      }
      source += "    (\"\(name)\", \"\(bytes.base64EncodedString())\"),\n"
    }
    source += "  ]\n}\n"
    try source.write(toFile: output, atomically: true, encoding: .utf8)
  }

  /// Removes the spaces of a style sheet that have no meaning. No text in it may have two spaces in a row, or one next
  /// to such a sign.
  private static func withoutSpaces(_ style: String) -> String {
    style.replacing(/\s+/, with: " ").replacing(/\s?([{};,])\s?/) { String($0.output.1) }
      .replacing(/;}/, with: "}")
  }

  /// Leaves out lines that are comments, and spaces at the beginning of lines. Comments at the end of a line stay: a
  /// literal may look like one. For the same reason no literal may go over several lines that look like comments.
  private static func withoutComments(_ text: String, in name: String) throws -> String {
    var lines: [Substring] = []
    var isInComment = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let content = line.drop { $0 == " " }
      if isInComment {
        isInComment = !content.contains("*/")
        guard isInComment || content.hasSuffix("*/") else {
          throw Problem(description: "\(name), line \(index + 1): something follows the end of a comment")
        }
      } else if content.hasPrefix("/*") {
        isInComment = !content.contains("*/")
        if !isInComment, !content.hasSuffix("*/") { lines.append(content) }
      } else if !content.isEmpty, !content.hasPrefix("//") {
        lines.append(content)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

import NIOCore

/// Fills the placeholders of a file of the page, such as `{{title}}`.
enum PageTemplate {
  /// Values are inserted as they are, even if they look like placeholders; placeholders without a value stay.
  static func filled(_ file: PageAssets.File, _ values: [String: String]) -> String {
    String(buffer: file.bytes).replacing(/\{\{([a-z]+)\}\}/) { match in
      values[String(match.output.1)] ?? String(match.output.0)
    }
  }
}

import NIOCore

/// A file of the page with places that the server fills: `{{title}}`.
enum PageTemplate {
  /// What is filled in stays as it is, whatever it holds; places without a value stay too.
  static func filled(_ file: PageAssets.File, _ values: [String: String]) -> String {
    String(buffer: file.bytes).replacing(/\{\{([a-z]+)\}\}/) { match in
      values[String(match.output.1)] ?? String(match.output.0)
    }
  }
}

/// The first modules of the page as one file, so that a browser needs one request for them.
///
/// The file has their texts in the order of their imports, without the imports. It is the same program because no two
/// of them declare the same name, they import and export names as they are, and there is no cycle: `scripts/check-page`
/// checks this. The other modules import from this file, so that no module is there twice.
struct PageBundle {
  /// The name of the file.
  static let name = "first.js"

  /// The modules in the file, in its order.
  let modules: [String]
  /// The file, and the other modules as they import from it, by their names.
  let files: [String: String]

  /// - Parameters:
  ///   - start: the module whose imports are joined; it remains a module of its own.
  ///   - texts: all modules without comments and indentation, by their names.
  init(importsOf start: String, _ texts: [String: String]) {
    let sources = Dictionary(uniqueKeysWithValues: texts.map { ($0, Source($0, $1)) })
    var order: [String] = []
    func visit(_ name: String) {
      guard !order.contains(name), let source = sources[name] else { return }
      for other in source.imports { visit(other) }
      order.append(name)
    }
    visit(start)
    let modules = order.filter { $0 != start }
    let joined = Set(modules)
    let bundle = modules.compactMap { sources[$0] }.map { source in
      source.withoutImports.text { "./\(joined.contains($0) ? Self.name : $0)" }
    }
    var files = [Self.name: bundle.joined(separator: "\n")]
    for (name, source) in sources where !joined.contains(name) {
      let path = source.folder.isEmpty ? "./\(Self.name)" : "../\(Self.name)"
      let text = source.text { joined.contains($0) ? path : nil }
      if text != texts[name] { files[name] = text }
    }
    (self.modules, self.files) = (modules, files)
  }
}

/// A module as lines.
private struct Source {
  /// The folder with a slash; empty for a module outside of the folders. There are no folders in folders.
  let folder: String
  private let lines: [Substring]

  init(_ name: String, _ text: String) {
    let folder = name.contains("/") ? "\(name.prefix { $0 != "/" })/" : ""
    self.init(folder, text.split(separator: "\n", omittingEmptySubsequences: false))
  }

  private init(_ folder: String, _ lines: [Substring]) { (self.folder, self.lines) = (folder, lines) }

  /// A path to another module, after what comes before it. It may have a variable part in an import on demand.
  private static var path: Regex<(Substring, Substring, Substring, Substring)> {
    /(from |import |import\()(['`])(\.\.?\/[^'`]+)['`]/
  }

  /// Whether a line ends an import of names from another module.
  private static func endsImport(_ line: Substring) -> Bool {
    line.hasPrefix("} from '") || line.hasPrefix("import ") && line.hasSuffix("';")
  }

  /// The names of the modules that are imported, except on demand.
  var imports: [String] {
    lines.filter(Self.endsImport).compactMap { $0.firstMatch(of: Self.path).map { target(of: $0.output.3) } }
  }

  var withoutImports: Source {
    var isInImport = false
    let others = lines.filter { line in
      let isImport = isInImport || line.hasPrefix("import ")
      isInImport = isImport && !Self.endsImport(line)
      return !isImport
    }
    return Source(folder, others)
  }

  /// The text with other paths.
  ///
  /// - Parameter replacement: gets the name of an imported module; nil keeps the path.
  func text(_ replacement: (String) -> String?) -> String {
    let changed = lines.map { line -> String in
      guard Self.endsImport(line) || line.contains("import(") else { return String(line) }
      return String(line).replacing(Self.path) { match -> String in
        let (whole, start, quote, path) = match.output
        guard let other = replacement(target(of: path)) else { return String(whole) }
        return "\(start)\(quote)\(other)\(quote)"
      }
    }
    return changed.joined(separator: "\n")
  }

  /// The name of the module to which a path leads.
  private func target(of path: Substring) -> String {
    path.hasPrefix("../") ? String(path.dropFirst(3)) : folder + path.dropFirst(2)
  }
}

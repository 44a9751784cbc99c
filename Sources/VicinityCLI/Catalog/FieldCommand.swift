import ArgumentParser
import CommandSupport
import Streams
import Vicinity

/// The custom fields of a catalog.
struct FieldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "field",
    abstract: "Declare, list or remove custom fields of this catalog.",
    discussion: """
      Listings store the values of all keys, including keys that Vicinity does not know. A declared field is indexed: \
      filters, --sort, --facets and --fields accept its name.

      Example:
        vicinity field add stars --type number
        vicinity near 48.7758,9.1829 --filter "stars >= 4" --sort -stars
      """,
    subcommands: [AddField.self, ListFields.self, RemoveField.self])

  struct AddField: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Declare a field, and index the values that listings have.",
      usage: "vicinity field add <name> --type <type> [<options>]",
      discussion: """
        Example:
          vicinity field add stars --type number
        """)

    @Argument(help: "The key of the listings, such as instagram.")
    var name: String

    @Option(help: "The type: text, number, boolean, date or list.")
    var type: OwnField.ValueType

    @OptionGroup var output: ReportOptions
    @OptionGroup var catalog: CatalogOptions

    /// A name with hyphens for spaces; nil if that is none.
    private static func spelled(_ name: String) -> String? {
      let words = name.split { !$0.isLetter && !$0.isNumber }.map { Field.simplified(String($0)) }
      let spelled = words.joined(separator: "-")
      return spelled != name && OwnField.isName(spelled) ? spelled : nil
    }

    func run() throws {
      guard let field = OwnField(name: name, type: type) else {
        let other = Self.spelled(name)
        throw ValidationError(
          "\(name.asTyped) cannot be the name of a custom field: a letter, then letters, digits, _ - : and ., and not the "
            + "name of a field that every listing has"
            + (other.map { "; a column of this name can become \($0): import with --map \($0)='\"\(name)\"'" } ?? ""))
      }
      let counts = try catalog.open(.readWrite).add(field)
      let others = counts.others > 0 ? "; \(counts.others.counted("listing has", "listings have")) another type" : ""
      try output.write(
        "\(name): \(counts.indexed.counted("listing"))\(others)",
        or: .object(
          JSONObject([
            ("name", .string(name)), ("type", .string(type.rawValue)), ("indexed", .int(Int64(counts.indexed))),
            ("others", .int(Int64(counts.others))),
          ])))
    }
  }

  struct ListFields: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the declared fields, and the other keys that listings have.",
      usage: "vicinity field list [<options>]",
      discussion: """
        Example:
          vicinity field list
        """)

    @OptionGroup var output: ReportOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let catalog = try catalog.open()
      let counts = Dictionary(uniqueKeysWithValues: try catalog.ownValueCounts().map { ($0.name, $0.count) })
      let types = Dictionary(uniqueKeysWithValues: try catalog.ownFields().map { ($0.name, $0.type) })
      let names = Set(counts.keys).union(types.keys).sorted()
      guard output.resolved == .table else {
        for name in names {
          var form = JSONObject([("name", .string(name))])
          form["type"] = types[name].map { .string($0.rawValue) }
          form["listings"] = .int(Int64(counts[name] ?? 0))
          try output.write("", or: .object(form))
        }
        return
      }
      let table = TextTable(
        headings: ["FIELD", "TYPE", "LISTINGS"], alignedRight: [2],
        rows: names.map { [$0.printable, types[$0]?.rawValue ?? "(not declared)", (counts[$0] ?? 0).grouped] })
      try output.write(
        names.isEmpty ? "no custom fields" : String(table.text(Console.tableStyle).dropLast()), or: .null)
    }
  }

  struct RemoveField: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove the declaration of a field; listings keep their values.",
      usage: "vicinity field remove <name> [<options>]",
      discussion: """
        Example:
          vicinity field remove stars
        """)

    @Argument(help: "The name of the field.")
    var name: String

    @OptionGroup var catalog: CatalogOptions

    func run() throws { try catalog.open(.readWrite).removeOwnField(name) }
  }
}

extension OwnField.ValueType: ExpressibleByArgument {}

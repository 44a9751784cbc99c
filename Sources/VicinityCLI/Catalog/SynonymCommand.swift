import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// The synonyms of a catalog.
struct SynonymCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "synonyms",
    abstract: "Import or list words that mean the same in searches of this catalog.",
    discussion: """
      Examples:
        vicinity synonyms import synonyms.txt
        vicinity synonyms list
      """,
    subcommands: [ImportSynonyms.self, ListSynonyms.self])

  struct ImportSynonyms: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Replace the synonyms of the catalog by those of a file.",
      usage: "vicinity synonyms import <file> [<options>]",
      discussion: """
        One rule per line, as for Solr and Elasticsearch: in "pub, tavern, kneipe" each finds the others, in "nyc => new \
        york" nyc finds New York. A line that begins with # is a comment. An empty file removes all synonyms.

        Example:
          vicinity synonyms import synonyms.txt
        """)

    @Argument(help: "The file; - reads standard input.", completion: .file())
    var file: String

    @OptionGroup var output: ReportOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      let synonyms = try Synonyms(parsing: InputFile(path: file).text())
      try catalog.open(.readWrite).replaceSynonyms(by: synonyms)
      let rules = JSONObject([("rules", .int(Int64(synonyms.rules)))])
      try output.write(synonyms.rules.counted("rule", "rules"), or: .object(rules))
    }
  }

  struct ListSynonyms: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the words that each word or phrase also finds.",
      usage: "vicinity synonyms list [<options>]",
      discussion: """
        Example:
          vicinity synonyms list
        """)

    @OptionGroup var output: ReportOptions
    @OptionGroup var catalog: CatalogOptions

    func run() throws {
      for (phrase, others) in try catalog.open().synonyms() {
        let form = JSONObject([("phrase", .string(phrase)), ("finds", .array(others.map { .string($0) }))])
        try output.write("\(phrase) => \(others.joined(separator: ", "))", or: .object(form))
      }
    }
  }
}

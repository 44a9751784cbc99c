import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityServer

/// Values that a shell completes from the accounts file next to the catalog of its command line.
extension CompletionKind {
  /// The id of a key.
  static let key = fromAccounts("id") { try KeyStore($0).list() }
  /// The name of a member with an account.
  static let account = fromAccounts("name") { try AccountList($0).list() }

  private static func fromAccounts(
    _ member: String, _ objects: @escaping @Sendable (AccountsFile) throws -> [JSONValue]
  ) -> CompletionKind {
    .custom { words, _, text in
      let file = AccountsFile(readingBeside: CatalogOptions.path(in: words.map(CompletedWord.unquoted)))
      // Without accounts there is nothing to complete, and a message would be printed into the line that is typed.
      let names = ((try? objects(file)) ?? []).compactMap { $0.object?[member]?.string }
      return CompletedWord(text, isList: false).candidates { typed in names.filter { $0.hasPrefix(typed) } }
    }
  }
}

/// The settings of the server as options for a script that completes them. Otherwise `serve` reads them by their table.
struct SettingOptions: ParsableArguments, CustomReflectable {
  private static let settings =
    CommandLine.arguments.contains("--generate-completion-script") ? ServerSetting.all : []

  init() {}

  /// ArgumentParser finds the options of a type in its mirror, and decodes them by the labels there.
  var customMirror: Mirror {
    Mirror(
      self,
      children: Self.settings.map { setting in
        let help = ArgumentHelp("\(setting.help)", valueName: setting.valueName)
        return (
          label: setting.name, value: Option<String?>(wrappedValue: nil, name: .customLong(setting.name), help: help)
        )
      })
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for setting in Self.settings {
      _ = try container.decode(Option<String?>.self, forKey: Key(stringValue: setting.name))
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

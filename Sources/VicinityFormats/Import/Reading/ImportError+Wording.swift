import CodedErrors
import Streams
import Vicinity

extension ImportError {
  /// Stable, for programs.
  public var code: String {
    switch self {
    case .empty: "empty-file"
    case .unknownFormat: "unknown-format"
    case .unsupported: "unsupported-format"
    case .missingColumns: "missing-columns"
    case .noSuchColumn: "no-such-column"
    case .unknownField: "unknown-field"
    case .badOption: "bad-option"
    case .emptySource: "empty-source"
    case .incomplete: "incomplete-file"
    case .nothingUsable: "nothing-usable"
    case .allRejected: "all-rejected"
    case .rowRejected: "row-rejected"
    case .nightsUnknown: "nights-unknown"
    case .notWritable: "file-not-writable"
    }
  }

  /// A next step that may help.
  public var remedy: Remedy? {
    switch self {
    case .unknownFormat: .nameFormat(ImportFormat.allCases.map(\.rawValue))
    case .unsupported(_, _, _, let remedy): remedy
    case .missingColumns(let missing, _, _): .mapColumns(fields: missing)
    case .unknownField(let name, _): .declareField(name: name)
    case .nothingUsable(_, _, let types): .includeType(Self.type(types))
    case .allRejected(_, _, let rejection, _), .rowRejected(_, _, let rejection), .nightsUnknown(_, _, let rejection):
      rejection.remedy
    case .emptySource: .allowEmpty
    case .empty, .noSuchColumn, .badOption, .notWritable, .incomplete: nil
    }
  }

  /// The same error with its option renamed, so that a command line can call it what it is called there.
  public func renamingOption(_ rename: (String) -> String) -> ImportError {
    guard case .badOption(let option, let value, let reason) = self else { return self }
    return .badOption(rename(option), value: value, reason: reason)
  }

  /// The message for people: the error and its location.
  public var description: String {
    switch self {
    case .empty(let path): "\(InputError.name(path)) is empty: nothing was imported from it. Is it the right file?"
    case .notWritable(let path, let reason): "\(path): cannot be written (\(reason))."
    case .unknownFormat, .unsupported, .missingColumns, .noSuchColumn, .unknownField, .badOption: formatWording
    case .nothingUsable, .allRejected, .rowRejected, .nightsUnknown, .emptySource, .incomplete: contentWording
    }
  }

  private var formatWording: String {
    switch self {
    case .unknownFormat(let path):
      "\(InputError.name(path)): cannot recognize the format from the content or the name."
    case .unsupported(let path, let what, let advice, _):
      "\(InputError.name(path)): \(what)." + (advice.map { " \($0)" } ?? "")
    case .missingColumns(let missing, let path, let found):
      "\(InputError.name(path)): no column for \(missing.joined(separator: " and ")). It has \(InputError.list(found))."
    case .unknownField(let name, let declared):
      "\"\(name)\" in the column map is neither a field nor a custom field of the catalog"
        + (declared.isEmpty ? "." : ", which has \(InputError.list(declared)).")
    case .noSuchColumn(let column, let path, let found, let suggestion):
      "\(InputError.name(path)): no column \"\(column)\". " + (suggestion.map { "Did you mean \"\($0)\"? " } ?? "")
        + "It has \(InputError.list(found))."
    case .badOption(let option, let value, let reason):
      "\(option)\(value.map { " \($0)" } ?? ""): \(Self.sentence(reason))"
    default: ""
    }
  }

  private var contentWording: String {
    switch self {
    case .nothingUsable(let path, let rows, let types): Self.nothingUsable(path, rows, types)
    case .emptySource(let source, let path):
      "\(InputError.name(path)) has no listings, and replacing \(source) with it would remove all of them. Nothing was changed."
    case .incomplete(let path, let reason):
      "\(InputError.name(path)) is incomplete: \(reason.trimmingSentence). Replacing its source with it would remove the missing listings; nothing was changed. Fetch the file again, or import it without replacing the source."
    case .allRejected(let path, 1, let rejection, let line):
      "\(InputError.name(path)):\(line): the only row was rejected: \(rejection.description) Nothing was imported from it."
    case .allRejected(let path, let rows, let rejection, let line):
      "\(InputError.name(path)): all \(rows.grouped) rows were rejected; most frequent is what line \(line) shows: \(rejection.description) Nothing was imported from it."
    case .rowRejected(let path, let line, let rejection):
      "\(InputError.name(path)):\(line): \(rejection.description) Nothing was imported, because the import is strict."
    case .nightsUnknown(let path, let line, let rejection):
      "\(InputError.name(path)):\(line): \(rejection.description) Nothing was imported: the nights of this event would seem free. Correct the event, or remove it."
    default: ""
    }
  }

  /// The text with a full stop, unless it already ends with a punctuation mark.
  private static func sentence(_ text: String) -> String {
    text.hasSuffix("?") || text.hasSuffix(".") ? text : "\(text)."
  }

  private static func nothingUsable(_ path: String, _ rows: Int, _ types: [String]) -> String {
    "\(InputError.name(path)): none of its \(rows.grouped) features is a bar, pub, café, restaurant or club; most: "
      + "\(types.prefix(3).joined(separator: ", ")). Nothing was imported from it."
  }

  /// `amenity=atm` of `amenity=atm (425)`.
  private static func type(_ types: [String]) -> String? {
    types.first?.split(separator: " ").first.map(String.init).flatMap { $0.contains("=") ? $0 : nil }
  }
}

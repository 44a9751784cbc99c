import Streams
import Vicinity

extension ImportError: CustomStringConvertible {
  /// The error message: what is wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .empty(let path): "\(InputError.name(path)): is empty. Nothing was imported."
    case .notWritable(let path, let reason): "\(path): cannot be written (\(reason))."
    case .unknownFormat, .unsupported, .missingColumns, .noSuchColumn, .badColumnMap, .badOption: formatWording
    case .nothingUsable, .allRejected, .rowRejected, .nightsUnknown: contentWording
    }
  }

  private var formatWording: String {
    switch self {
    case .unknownFormat(let path):
      "\(InputError.name(path)): neither its content nor its name tells the format. Say it with --format "
        + ImportFormat.allCases.map(\.rawValue).joined(separator: "|") + "."
    case .unsupported(let path, let what, let remedy): "\(InputError.name(path)): \(what). \(remedy)"
    case .missingColumns(let missing, let path, let found):
      "\(InputError.name(path)): no column for \(missing.joined(separator: " and ")). It has \(InputError.list(found)). "
        + "Say which it is with --map, for example --map \(missing.map { "\($0)=COLUMN" }.joined(separator: ",")); "
        + "a value for all rows is written with two equals signs (\(missing[0])==VALUE)."
    case .noSuchColumn(let column, let path, let found, let suggestion):
      "\(InputError.name(path)): no column \"\(column)\". " + (suggestion.map { "Did you mean \"\($0)\"? " } ?? "")
        + "It has \(InputError.list(found))."
    case .badColumnMap(let text, let reason):
      "--map \(text): \(Self.sentence(reason)) Write field=column, for example --map id=1,name=Title,lat=Y,lon=X,kind==event."
    case .badOption(let option, let reason): "\(option): \(Self.sentence(reason))"
    default: ""
    }
  }

  private var contentWording: String {
    switch self {
    case .nothingUsable(let path, let rows, let types): Self.nothingUsable(path, rows, types)
    case .allRejected(let path, 1, let fault, let line):
      "\(InputError.name(path)):\(line): the only row was rejected: \(fault.description) Nothing was imported."
    case .allRejected(let path, let rows, let fault, let line):
      "\(InputError.name(path)): all \(rows.grouped) rows were rejected; most frequent is what line \(line) shows: \(fault.description) Nothing was imported."
    case .rowRejected(let path, let line, let fault):
      "\(InputError.name(path)):\(line): \(fault.description) Nothing was imported, because --strict was given."
    case .nightsUnknown(let path, let line, let fault):
      "\(InputError.name(path)):\(line): \(fault.description) Nothing was imported: the nights of this event would seem free. Mend the event, or take it out."
    default: ""
    }
  }

  /// The text with a full stop, unless it already ends with a punctuation mark.
  private static func sentence(_ text: String) -> String {
    text.hasSuffix("?") || text.hasSuffix(".") ? text : "\(text)."
  }

  private static func nothingUsable(_ path: String, _ rows: Int, _ types: [String]) -> String {
    // The type `amenity=atm` in `amenity=atm (425)`.
    let first = types.first?.split(separator: " ").first.map(String.init) ?? ""
    let remedy = first.contains("=") ? "--include \(first) (or --include '*' for all)" : "--include '*'"
    return
      "\(InputError.name(path)): none of its \(rows.grouped) features is a bar, pub, café, restaurant or club; most: "
      + "\(types.prefix(3).joined(separator: ", ")). To import them anyway: \(remedy). Nothing was imported."
  }
}

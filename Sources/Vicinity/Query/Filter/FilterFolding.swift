import Streams

/// The functions `CASEI` and `ACCENTI`.
enum FilterFolding {
  case ignoringCase, ignoringAccents

  static let named: [(name: String, fold: FilterFolding)] = [("CASEI", .ignoringCase), ("ACCENTI", .ignoringAccents)]

  func folded(_ text: String) -> String {
    switch self {
    case .ignoringCase: TextFolding.withoutCase(text)
    case .ignoringAccents: TextFolding.withoutAccents(text)
    }
  }

  func apply(to operand: inout FilterOperand) {
    switch self {
    case .ignoringCase: operand.ignoresCase = true
    case .ignoringAccents: operand.ignoresAccents = true
    }
  }
}

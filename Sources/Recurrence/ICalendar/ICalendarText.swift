/// TEXT values of iCalendar (RFC 5545, 3.3.11).
enum ICalendarText {
  static func decoded(_ text: String) -> String {
    text.utf8.contains(UInt8(ascii: "\\")) ? items(text, splitting: false)[0] : text
  }

  /// The decoded members of a list.
  static func list(_ text: String) -> [String] { items(text, splitting: true) }

  private static func items(_ text: String, splitting: Bool) -> [String] {
    var items = [""]
    var isEscape = false
    for scalar in text.unicodeScalars {
      var next: Unicode.Scalar? = scalar
      if isEscape {
        isEscape = false
        if scalar == "n" || scalar == "N" { next = "\n" }
      } else if scalar == "\\" {
        isEscape = true
        next = nil
      } else if scalar == ",", splitting {
        items.append("")
        next = nil
      }
      if let next { items[items.count - 1].unicodeScalars.append(next) }
    }
    return items
  }

  static func encoded(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case ",": result += "\\,"
      case "\n": result += "\\n"
      case "\t": result += "\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: break
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

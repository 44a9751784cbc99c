import CivilTime
import Foundation

/// An email: plain text in the form of RFC 5322.
struct MailMessage: Sendable {
  var recipient: String
  var subject: String
  var body: String

  /// The message with its header, for a program such as `sendmail -t -i`.
  ///
  /// - Parameters:
  ///   - sender: the address of the service.
  ///   - name: the name of the service.
  ///   - number: distinguishes this message from all others of the service.
  func text(from sender: String, named name: String, number: Int64, at now: Instant) -> String {
    let domain = sender.split(separator: "@").last ?? "localhost"
    let fields = [
      "From: \(Self.word(name)) <\(sender)>", "To: <\(recipient)>", "Subject: \(Self.word(subject))",
      "Date: \(Self.date(now))", "Message-ID: <\(now.secondsSince1970).\(number)@\(domain)>", "MIME-Version: 1.0",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
      // Automatic replies are not wanted (RFC 3834).
      "Auto-Submitted: auto-generated",
    ]
    return fields.joined(separator: "\n") + Self.border + Self.encoded(body.replacing("\n", with: "\r\n"))
  }

  /// Between the header and the body.
  private static let border = "\n\n"

  private static func encoded(_ body: String) -> String {
    Data(body.utf8).base64EncodedString(options: .lineLength76Characters).replacing("\r\n", with: "\n") + "\n"
  }

  /// A message as `text` has made it, with other words in its body.
  static func replacing(_ words: String, with others: String, inBodyOf message: String) -> String {
    guard let border = message.firstRange(of: border),
      let body = Data(base64Encoded: String(message[border.upperBound...]), options: .ignoreUnknownCharacters)
    else { return message }
    let text = String(decoding: body, as: UTF8.self).replacing(words, with: others)
    return String(message[..<border.upperBound]) + encoded(text)
  }

  /// Text of a field: encoded words (RFC 2047) for all but plain letters, so that no line can be added.
  private static func word(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: " "), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard !isPlain else { return text }
    // An encoded word has at most 75 characters (RFC 2047), and no part of a character of the text.
    var words: [String] = []
    var piece = ""
    for character in text {
      if piece.utf8.count + character.utf8.count > 42 {
        words.append(piece)
        piece = ""
      }
      piece.append(character)
    }
    return (words + [piece]).map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\n ")
  }

  private static func date(_ now: Instant) -> String {
    let date = Date(timeIntervalSince1970: Double(now.secondsSince1970))
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
    return formatter.string(from: date)
  }
}

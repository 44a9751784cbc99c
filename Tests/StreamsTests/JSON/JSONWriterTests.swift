import Foundation
import Streams
import Testing
import VicinityLab

@Suite("Writing JSON")
struct JSONWriterTests {
  private static func text(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The brute-force reference: one character at a time.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\0"..<" ": quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  @Test("every byte at every place of a short string is escaped where it must be")
  func escapes() {
    for length in 0...20 {
      for place in 0..<length {
        for scalar in (0..<128).map({ Unicode.Scalar($0) as Unicode.Scalar }) {
          var text = String(repeating: "x", count: length)
          let index = text.index(text.startIndex, offsetBy: place)
          text.replaceSubrange(index...index, with: String(Character(scalar)))
          #expect(Self.text { $0.string(text) } == Self.quoted(text))
        }
      }
    }
  }

  @Test("random texts are written as character by character", arguments: 0..<50 as Range<UInt64>)
  func strings(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let letters = ["a", "é", "🍺", "\"", "\\", "\u{7F}", "\u{1F}", "bar", "\n", "Zum goldenen Hirsch"]
    let words = (0..<Int(random.next() % 12)).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
    let text = words.joined()
    let written = Self.text { writer in
      writer.array { array in
        array.string(text)
        array.string(text)
      }
    }
    #expect(written == "[\(Self.quoted(text)),\(Self.quoted(text))]")
  }

  @Test(
    "whole numbers are written with all their digits",
    arguments: [0, 1, -1, 9, 10, 99, 100, -100, 999_999, 1_000_000, Int64.max, Int64.min, Int64.min + 1])
  func integers(number: Int64) {
    #expect(Self.text { $0.int(number) } == "\(number)")
  }

  @Test("rounded numbers equal those of decimal arithmetic", arguments: 0..<40 as Range<UInt64>)
  func decimals(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for decimals in 0...7 {
      let digits = Int64(truncatingIfNeeded: random.next()) >> Int64(24 + random.next() % 40)
      let scale = pow(Decimal(10), decimals)
      let value = NSDecimalNumber(decimal: Decimal(digits) / scale)
      // With fewer digits than a double has, the nearest double rounds back to the same decimal.
      #expect(Self.text { $0.double(value.doubleValue, decimals: decimals) } == value.stringValue)
    }
  }

  @Test(
    "zeros at the end are dropped, and what rounds to nothing has no sign",
    arguments: [
      (1.5, 3, "1.5"), (1.0005, 3, "1.001"), (-1.25, 3, "-1.25"), (-0.0004, 3, "0"), (0.0000001, 7, "0.0000001"),
      (100, 3, "100"), (12.34, 1, "12.3"), (0.999_999_99, 7, "1"), (1e300, 3, "1e+300"), (.infinity, 3, "null"),
    ] as [(Double, Int, String)])
  func rounding(value: Double, decimals: Int, expected: String) {
    #expect(Self.text { $0.double(value, decimals: decimals) } == expected)
  }

  @Test("commas separate members and elements, also after a string with escapes")
  func commas() {
    let written = Self.text { writer in
      writer.object { object in
        object.key("a\n")
        object.array { array in
          array.string("\"")
          array.null()
          array.object { _ in }
          array.bool(false)
        }
        object.key("b")
        object.double(0.5)
      }
      writer.newline()
      writer.int(1)
    }
    #expect(written == "{\"a\\n\":[\"\\\"\",null,{},false],\"b\":0.5}\n1")
  }

  @Test("written text is discarded, and the next text starts from the beginning")
  func reuse() {
    var writer = JSONWriter(reservingCapacity: 2)
    writer.string(String(repeating: "long", count: 1000))
    writer.removeAll()
    writer.int(7)
    #expect(writer.count == 1 && writer.bytes == Array("7".utf8))
  }
}

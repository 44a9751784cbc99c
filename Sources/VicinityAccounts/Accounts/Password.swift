import Crypto
import CryptoExtras
import Foundation
import Vicinity

/// A password in its stored form: Scrypt (RFC 7914) with a salt of its own, as text in the PHC string format.
///
/// The cost is fixed: N = 2^15, r = 8, p = 3, one of the minimum settings of OWASP's *Password Storage Cheat Sheet*. It
/// takes 32 MiB and a few tenths of a second.
package struct Password: Sendable {
  /// `$scrypt$ln=15,r=8,p=3$SALT$HASH`, both in base 64 without padding.
  let text: String

  private static let blockSize = 8
  private static let parallelism = 3
  private static let saltBytes = 16
  private static let hashBytes = 32

  init(text: String) { self.text = text }

  private init(_ salt: Data, _ hash: Data, logRounds: Int) {
    text =
      "$scrypt$ln=\(logRounds),r=\(Self.blockSize),p=\(Self.parallelism)$\(Self.encoded(salt))$\(Self.encoded(hash))"
  }

  /// Takes a few tenths of a second.
  init(of plain: String, logRounds: Int) throws {
    let salt = Data((0..<Self.saltBytes).map { _ in UInt8.random(in: .min ... .max) })
    self.init(salt, try Self.hash(plain, salt, logRounds), logRounds: logRounds)
  }

  /// One that no text has, so that a check takes as long where there is no account.
  static func none(logRounds: Int) -> Password {
    Password(Data(repeating: 0, count: saltBytes), Data(repeating: 0, count: hashBytes), logRounds: logRounds)
  }

  /// Whether this is the password; takes as long when it is not.
  func isSame(as plain: String) throws -> Bool {
    let form = /\$scrypt\$ln=([0-9]{1,2}),r=8,p=3\$([^$]+)\$([^$]+)/
    guard let parts = text.wholeMatch(of: form)?.output, let logRounds = Int(parts.1), let salt = Self.decoded(parts.2),
      let kept = Self.decoded(parts.3)
    else { return false }
    let given = try Self.hash(plain, salt, logRounds)
    // All bytes are looked at, wherever the first difference is.
    return given.count == kept.count && zip(given, kept).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func hash(_ plain: String, _ salt: Data, _ logRounds: Int) throws -> Data {
    let key = try KDF.Scrypt.deriveKey(
      from: Data(normalised(plain).utf8), salt: salt, outputByteCount: hashBytes, rounds: 1 << logRounds,
      blockSize: blockSize, parallelism: parallelism)
    return key.withUnsafeBytes { Data($0) }
  }

  /// The same letters have the same bytes on every keyboard (NIST SP 800-63B, 3.1.1.2).
  private static func normalised(_ plain: String) -> String { plain.precomposedStringWithCompatibilityMapping }

  private static func encoded(_ data: Data) -> String { data.base64EncodedString().replacing("=", with: "") }

  private static func decoded(_ text: Substring) -> Data? {
    Data(base64Encoded: text + String(repeating: "=", count: (4 - text.count % 4) % 4))
  }
}

extension Password {
  /// Letters of a password.
  package static let lengths = 10...200

  /// Refuses what is found by trying the commonest.
  ///
  /// - Parameters:
  ///   - plain: the password.
  ///   - path: its position in the body.
  ///   - names: of the member, which others know.
  static func check(_ plain: String, at path: String, besides names: [String]) throws {
    try TextLimit(lengths).check(plain, at: path)
    let folded = plain.lowercased()
    let isRepeated = Set(folded).count <= 3
    let isName = names.contains { !$0.isEmpty && folded.contains($0.lowercased()) && folded.count < $0.count + 6 }
    guard !isRepeated, !isName, !common.contains(where: { folded.hasPrefix($0) && folded.count < $0.count + 4 }) else {
      throw QueryError.outOfRange(
        path: path, found: "a password that is easy to guess", allowed: "one of several words")
    }
  }

  /// Prefixes of the passwords that attackers try first.
  private static let common = [
    "1234567890", "0123456789", "987654321", "qwertyuiop", "qwertzuiop", "asdfghjkl", "password", "passwort", "letmein",
    "iloveyou", "administrator", "welcome", "changeme", "1q2w3e4r5t", "abcdefghi", "sunshine", "football", "princess",
  ]
}

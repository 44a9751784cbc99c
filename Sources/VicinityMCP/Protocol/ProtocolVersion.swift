import Streams

/// The versions of the Model Context Protocol that are spoken here.
package enum ProtocolVersion: String, CaseIterable, Sendable {
  case november2024 = "2024-11-05"
  case march2025 = "2025-03-26"
  case june2025 = "2025-06-18"
  case november2025 = "2025-11-25"
  /// Without a handshake: each request names its version.
  case july2026 = "2026-07-28"

  /// Whether a client agrees on it by `initialize`.
  var hasHandshake: Bool { self != .july2026 }

  /// The version that a client gets that requests an unknown one.
  static let latestWithHandshake = ProtocolVersion.november2025

  /// All versions, the newest first.
  static var names: [JSONValue] { allCases.reversed().map { .string($0.rawValue) } }

  /// The versions whose requests name their version.
  static var namesWithoutHandshake: [JSONValue] {
    allCases.filter { !$0.hasHandshake }.map { .string($0.rawValue) }
  }
}

import CivilTime
import Foundation
import HTTPTypes
import Streams

@testable import VicinityAccounts
@testable import VicinityServer

extension ServerWorld {
  /// The header field of a member who has signed in: a new account without a valid password.
  package func member(
    _ name: String, role: Role = .host, mail: String? = nil, language: String? = nil
  ) throws -> (String, String) {
    let accounts = server.services.accounts
    let secret = try accounts.file.write { db in
      let account = Account(
        name: name, displayName: name.capitalized, mail: mail, password: .none(logRounds: 4), role: role,
        created: Self.now, terms: nil,
        language: language)
      if try AccountStore.account(name, in: db) == nil { try AccountStore.insert(account, in: db) }
      return try accounts.sessions.begin(for: account, isKept: false, agent: "test", at: Self.now, in: db).1
    }
    return ("Authorization", "Bearer \(secret)")
  }

  /// Sends JSON, as text.
  package func send(
    _ path: String, _ method: HTTPRequest.Method = .post, _ fields: [(String, String)] = [], _ json: String
  ) async throws -> Answered {
    try await ask(path, method, fields + [("Content-Type", "application/json")], text: json)
  }

  /// The emails so far, the first one first: those in the spool folder.
  package func mails() async throws -> [Mail] {
    try await server.services.accounts.settle(at: Self.now)
    let folder = String(catalog.path.dropLast(5)) + ".mail"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
      Mail(try String(contentsOfFile: folder + "/" + $0, encoding: .utf8))
    }
  }

  /// An email as a mail reader shows it.
  package struct Mail {
    package var recipient: String
    package var subject: String
    package var body: String

    package init(_ text: String) {
      let parts = text.split(separator: "\n\n", maxSplits: 1)
      func field(_ name: String) -> String {
        let line = parts[0].split(separator: "\n").first { $0.hasPrefix(name + ": ") }
        return String(line?.dropFirst(name.count + 2) ?? "")
      }
      recipient = field("To")
      let head = parts[0].replacing("\n ", with: " ")
      subject = head.matches(of: /=\?utf-8\?B\?([^?]+)\?=/).map {
        String(decoding: Data(base64Encoded: String($0.1)) ?? Data(), as: UTF8.self)
      }.joined()
      let bytes = Data(base64Encoded: String(parts[1]), options: .ignoreUnknownCharacters) ?? Data()
      body = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    }

    /// The code for the next step.
    package var code: String? { body.firstMatch(of: /code is: (\S+)/).map { String($0.1) } }
  }
}

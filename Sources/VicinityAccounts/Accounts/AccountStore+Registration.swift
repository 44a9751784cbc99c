import CivilTime
import Foundation
import GRDB
import Streams
import Vicinity

/// The form that registers an account.
package struct Registration: Sendable {
  package var name: String
  var displayName: String
  var mail: MailAddress
  var password: String
  var terms: String?
  var language: String?

  private static let example =
    #"{"name":"ana","mail":"ana@example.org","password":"three words or more"}"#

  /// - Parameter wanted: the version of the terms that must be accepted; nil without terms.
  package init(json: JSONValue, accepting wanted: String?) throws {
    let members = try QueryMembers(
      json, path: "", keys: ["name", "displayName", "mail", "password", "terms", "language"], example: Self.example)
    let given = try members.required("name").queryString(at: "name", expected: "a name", example: #""ana""#)
    name = try MemberName.read(given, at: "name")
    displayName = try DisplayName.read(members) ?? given
    let address = try members.required("mail").queryString(
      at: "mail", expected: "an address", example: #""ana@example.org""#)
    mail = try MailAddress(address, at: "mail")
    password = try members.required("password").queryString(
      at: "password", expected: "a password", example: #""three words or more""#)
    try Password.check(password, at: "password", besides: [name, displayName, mail.text])
    terms = try members.string("terms", expected: "the version of the terms", example: #""2026-11""#)
    language = try MailLanguage.read(members)
    if let wanted, terms != wanted {
      throw QueryError.outOfRange(
        path: "terms", found: terms.map(\.shortened) ?? "nothing", allowed: "\"\(wanted)\": the terms must be accepted")
    }
  }
}

/// The public name shown instead of a member's name.
enum DisplayName {
  static func read(_ members: QueryMembers) throws -> String? {
    guard let text = try members.string("displayName", expected: "a name", example: #""Ana Popescu""#) else {
      return nil
    }
    let trimmed = text.trimmingSpaces
    try TextLimit(1...80).checkBytes(trimmed, at: "displayName")
    guard TextLimit(1...80).allows(trimmed), trimmed.printable == trimmed,
      trimmed.unicodeScalars.contains(where: \.isSeen)
    else {
      throw QueryError.outOfRange(
        path: "displayName", found: text.shortened, allowed: "1 to 80 visible characters on one line")
    }
    return trimmed
  }
}

extension Unicode.Scalar {
  /// Whether it is visible on its own: not a space, a combining mark, or a sign without width.
  fileprivate var isSeen: Bool {
    // The blank pattern of Braille is a symbol.
    guard !properties.isDefaultIgnorableCodePoint, value != 0x2800 else { return false }
    return switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator,
      .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }
}

/// The language of emails to a member: a language tag (BCP 47) such as `de` or `pt-BR`.
enum MailLanguage {
  static func read(_ members: QueryMembers) throws -> String? {
    guard let text = try members.string("language", expected: "a language", example: #""de""#) else { return nil }
    guard text.utf8.count <= 20, text.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) != nil else {
      throw QueryError.outOfRange(path: "language", found: text.shortened, allowed: "a language such as de")
    }
    return text
  }
}

extension AccountStore {
  private static let day: Int64 = 86_400

  /// Takes a registration: the account is made once its address has been confirmed.
  ///
  /// Names are public, so a taken name is reported; whether an address is known is not.
  /// - Parameters:
  ///   - isInCatalog: whether records in the catalog belong to a member of this name.
  ///   - client: the registering client.
  package func register(
    _ form: Registration, isInCatalog: Bool, from client: String, at now: Instant
  ) async throws {
    let isTaken = try await threads.run { try self.file.read { try Self.isTaken(form.name, in: $0) } }
    guard !isTaken, !isInCatalog else { throw AccountError.nameTaken(form.name) }
    let password = try await passwords.password(of: form.password, for: client)
    var kept = JSONObject([
      ("name", .string(form.name)), ("displayName", .string(form.displayName)), ("mail", .string(form.mail.text)),
      ("password", .string(password.text)),
    ])
    kept["terms"] = form.terms.map { .string($0) }
    kept["language"] = form.language.map { .string($0) }
    try await request(.register, form.mail, form: JSONValue.object(kept).text, at: now)
  }

  /// Creates the code for a registration, or notifies the owner of the address.
  func answerRegistration(_ form: JSONObject, _ address: MailAddress, at now: Instant, in db: Database) throws {
    if let known = try Self.account(withMail: address, in: db) {
      return try send(.addressIsKnown, to: known, at: now, in: db)
    }
    let text = JSONValue.object(form).text
    let code = try addToken(.register, member: nil, form: text, lasting: Self.day, at: now, in: db)
    let mail = MailText.confirmRegistration(code: code, link: outbox.settings.link.address("confirm", code))
    try outbox.add(
      mail.message(
        to: address.text, name: form["name"]?.string ?? "", service: outbox.settings.service,
        language: form["language"]?.string),
      at: now, in: db)
  }

  /// Confirms an email address by a code: the address of a new account, or a new address of an account.
  ///
  /// - Returns: the account.
  /// - Throws: `AccountError` for an unknown code, and when the name has been taken in the meantime.
  package func confirm(_ code: String, at now: Instant) throws -> Account {
    try file.write { db in
      guard let token = try takeToken(code, [.register, .changeMail], at: now, in: db),
        let form = token.form.flatMap({ try? JSONParser.parse($0.utf8).object }), let mail = form["mail"]?.string
      else { throw AccountError.unknownCode }
      let address = try MailAddress(mail, at: "mail")
      guard try Self.account(withMail: address, in: db) == nil else { throw AccountError.unknownCode }
      guard let member = token.member else {
        guard let name = form["name"]?.string, let password = form["password"]?.string else {
          throw AccountError.unknownCode
        }
        guard try !Self.isTaken(name, in: db) else { throw AccountError.nameTaken(name) }
        try Self.insert(
          Account(
            name: name, displayName: form["displayName"]?.string ?? name, mail: address.text,
            password: Password(text: password), role: rules.firstRole, created: now, terms: form["terms"]?.string,
            language: form["language"]?.string), in: db)
        return try Self.account(name, in: db) ?? { throw AccountError.unknownMember(name) }()
      }
      guard let account = try Self.account(member, in: db) else { throw AccountError.unknownCode }
      try send(.addressChanged, to: account, at: now, in: db)
      try db.execute(
        sql: "UPDATE account SET mail = ?, mail_key = ? WHERE name = ?", arguments: [address.text, address.key, member])
      // Codes that went to the old address count no longer.
      try db.execute(sql: "DELETE FROM mail_token WHERE member = ?", arguments: [member])
      return try Self.account(token.member ?? "", in: db) ?? { throw AccountError.unknownCode }()
    }
  }
}

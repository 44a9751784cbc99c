/// The texts of emails to members, in the languages of the map page.
enum MailText {
  case confirmRegistration(code: String, link: String?)
  case confirmAddress(code: String, link: String?)
  case addressIsKnown
  case resetPassword(code: String, link: String?)
  case passwordChanged
  case addressChanged
  case accountEnded
  /// facts: facts about the listing, on one line.
  case alert(name: String, listing: String, facts: String, link: String?)
  case reminder(what: String, listing: String, when: String, link: String?)
  case stay(Stay, by: String?, listing: String, link: String?)

  /// A change of a stay, or of a place at an event.
  enum Stay: String { case requested, confirmed, declined, cancelled, movedUp }

  /// - Parameters:
  ///   - service: the title of the service.
  ///   - language: such as `de`; English if it is unknown.
  func message(to recipient: String, name: String, service: String, language: String?) -> MailMessage {
    let isGerman = language?.prefix(2) == "de"
    let (subject, lines) = isGerman ? german(service) : english(service)
    let greeting = isGerman ? "Hallo \(name)," : "Hello \(name),"
    return MailMessage(
      recipient: recipient, subject: "\(service): \(subject)",
      body: ([greeting] + lines).joined(separator: "\n\n") + "\n\n\(service)\n")
  }

  private static let english = ["event": "It begins soon", "arrival": "Arrival today", "departure": "Departure today"]
  private static let german = ["event": "Beginnt bald", "arrival": "Heute Anreise", "departure": "Heute Abreise"]

  /// - Parameter name: the acting member, if it was one.
  private static func english(_ stay: Stay, _ name: String?) -> String {
    switch stay {
    case .requested: "\(name ?? "A member") requests a stay. Confirm or decline it."
    case .confirmed: "Your stay is confirmed."
    case .declined: "Your stay was declined. Its nights are free again."
    case .cancelled: name.map { "\($0) has cancelled the stay." } ?? "The stay was cancelled."
    case .movedUp: "A place has become free: you are in."
    }
  }

  private static func german(_ stay: Stay, _ name: String?) -> String {
    switch stay {
    case .requested: "\(name ?? "Ein Mitglied") möchte bei dir übernachten. Bestätige die Anfrage, oder lehne sie ab."
    case .confirmed: "Deine Übernachtung ist bestätigt."
    case .declined: "Deine Übernachtung wurde abgelehnt. Die Nächte sind wieder frei."
    case .cancelled: name.map { "\($0) hat die Übernachtung storniert." } ?? "Die Übernachtung wurde storniert."
    case .movedUp: "Ein Platz ist frei geworden: Du bist dabei."
    }
  }

  private static func lines(_ facts: String, _ link: String?) -> [String] {
    [facts.isEmpty ? nil : facts, link].compactMap(\.self)
  }

  private func english(_ service: String) -> (String, [String]) {
    switch self {
    case .confirmRegistration(let code, let link):
      (
        "confirm your address",
        [
          "An account was opened with this address. If it was you, confirm it within a day:",
          link ?? "The code is: \(code)", "If it was not you, ignore this email: no account will be created.",
        ]
      )
    case .confirmAddress(let code, let link):
      (
        "confirm your new address",
        ["Confirm within a day that this is the new address of your account:", link ?? "The code is: \(code)"]
      )
    case .addressIsKnown:
      (
        "you already have an account",
        [
          "Someone tried to use this address for an account, but it belongs to yours. "
            + "Sign in, or request a new password.",
          "If it was not you, nothing has changed.",
        ]
      )
    case .resetPassword(let code, let link):
      (
        "a new password",
        [
          "A new password was requested for your account. Choose one within an hour:",
          link ?? "The code is: \(code)", "If it was not you, ignore this email: the password does not change.",
        ]
      )
    case .passwordChanged:
      (
        "your password has changed",
        [
          "The password of your account has changed, and all other devices are signed out.",
          "If it was not you, request a new password immediately.",
        ]
      )
    case .addressChanged:
      (
        "your address has changed",
        [
          "Your account now has another address; this one no longer belongs to it.",
          "If it was not you, write to the operator of the service.",
        ]
      )
    case .accountEnded: ("your account was deleted", ["Your account and its data have been deleted."])
    case .alert(let name, let listing, let facts, let link):
      (name, ["\(listing) now matches your alert."] + Self.lines(facts, link))
    case .reminder(let what, let listing, let when, let link):
      (listing, ["\(Self.english[what] ?? what): \(listing), \(when)."] + [link].compactMap(\.self))
    case .stay(let stay, let name, let listing, let link):
      (listing, [Self.english(stay, name)] + [link].compactMap(\.self))
    }
  }

  private func german(_ service: String) -> (String, [String]) {
    switch self {
    case .confirmRegistration(let code, let link):
      (
        "Adresse bestätigen",
        [
          "Mit dieser Adresse wurde ein Konto erstellt. Wenn du das warst, bestätige sie innerhalb eines Tages:",
          link ?? "Der Code lautet: \(code)",
          "Wenn du das nicht warst, ignoriere diese E-Mail: Es wird kein Konto angelegt.",
        ]
      )
    case .confirmAddress(let code, let link):
      (
        "neue Adresse bestätigen",
        [
          "Bestätige innerhalb eines Tages, dass dies die neue Adresse deines Kontos ist:",
          link ?? "Der Code lautet: \(code)",
        ]
      )
    case .addressIsKnown:
      (
        "Du hast schon ein Konto",
        [
          "Jemand wollte mit dieser Adresse ein Konto erstellen, aber sie gehört schon zu deinem. "
            + "Melde dich an, oder fordere ein neues Passwort an.",
          "Wenn du das nicht warst, musst du nichts tun: Es hat sich nichts geändert.",
        ]
      )
    case .resetPassword(let code, let link):
      (
        "neues Passwort",
        [
          "Für dein Konto wurde ein neues Passwort angefordert. Lege es innerhalb einer Stunde fest:",
          link ?? "Der Code lautet: \(code)",
          "Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt, wie es ist.",
        ]
      )
    case .passwordChanged:
      (
        "Passwort geändert",
        [
          "Das Passwort deines Kontos wurde geändert, und alle anderen Geräte wurden abgemeldet.",
          "Wenn du das nicht warst, fordere sofort ein neues Passwort an.",
        ]
      )
    case .addressChanged:
      (
        "Adresse geändert",
        [
          "Dein Konto hat jetzt eine andere E-Mail-Adresse; diese gehört nicht mehr dazu.",
          "Wenn du das nicht warst, wende dich an den Betreiber des Dienstes.",
        ]
      )
    case .accountEnded: ("Konto gelöscht", ["Dein Konto und alles, was dazugehörte, wurde gelöscht."])
    case .alert(let name, let listing, let facts, let link):
      (name, ["Neuer Treffer für deine Benachrichtigung: \(listing)."] + Self.lines(facts, link))
    case .reminder(let what, let listing, let when, let link):
      (listing, ["\(Self.german[what] ?? what): \(listing), \(when)."] + [link].compactMap(\.self))
    case .stay(let stay, let name, let listing, let link):
      (listing, [Self.german(stay, name)] + [link].compactMap(\.self))
    }
  }
}

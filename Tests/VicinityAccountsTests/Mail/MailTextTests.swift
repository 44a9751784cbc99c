import Testing

@testable import VicinityAccounts

@Suite("Texts of emails")
struct MailTextTests {
  private static let texts: [MailText] =
    [
      .confirmRegistration(code: "4711", link: nil), .confirmAddress(code: "4711", link: nil), .addressIsKnown,
      .resetPassword(code: "4711", link: nil), .passwordChanged, .addressChanged, .accountEnded,
      .alert(name: "Jazz", listing: "Jazzkeller", facts: "", link: nil),
      .reminder(what: "event", listing: "Jazzkeller", when: "20:00", link: nil),
    ]
    + [MailText.Stay.requested, .confirmed, .declined, .cancelled, .movedUp].flatMap { stay in
      [nil, "Ana"].map { MailText.stay(stay, by: $0, listing: "Sofa", link: nil) }
    }

  @Test("a German email says du, and the subject of each has the title of the service")
  func german() {
    for text in Self.texts {
      let message = text.message(to: "ana@example.org", name: "Ana", service: "Vicinity", language: "de-AT")
      #expect(message.body.hasPrefix("Hallo Ana,\n\n") && message.subject.hasPrefix("Vicinity: "))
      #expect(!message.body.contains(/\b(?:Sie|Ihr|Ihre[mnrs]?|Ihnen)\b/), "\(message.body)")
      let other = text.message(to: "ana@example.org", name: "Ana", service: "Vicinity", language: "fr")
      #expect(other.body.hasPrefix("Hello Ana,\n\n") && other.body != message.body)
    }
  }
}

import Testing
import Vicinity

@testable import VicinityAccounts

@Suite("Email addresses")
struct MailAddressTests {
  @Test("are not those that a program could read as an option, a file or a command")
  func addresses() throws {
    for text in [
      "-f@x.de", "-oQ/tmp@x.de", "|sh@x.de", "/etc/passwd@x.de", "!a@x.de", "`id`@x.de", "$x@x.de", "&a@x.de",
    ] {
      #expect(throws: QueryError.self, "\(text)") { try MailAddress(text, at: "mail") }
    }
    for text in ["f-@x.de", "o'neil@x.de", "_a@x.de", "+49@x.de", "a/b@x.de", "1@x.de"] {
      #expect(try MailAddress(text, at: "mail").text == text)
    }
  }
}

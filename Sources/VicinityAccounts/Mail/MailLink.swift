import Foundation

/// The links to the map page in emails.
package struct MailLink: Sendable {
  /// The server's address as set by its operator. Emails never contain the address from a request, which an attacker
  /// can choose; without a public URL they contain only the code.
  var publicURL: String?

  package init(publicURL: String?) { self.publicURL = publicURL }

  /// That of the page which takes a code.
  func address(_ purpose: String, _ code: String) -> String? { page.map { "\($0)?\(purpose)=\(code)" } }

  /// That of a listing.
  func address(ofListing id: String) -> String? {
    let encoded = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~")))
    return page.map { "\($0)?id=\(encoded ?? id)" }
  }

  /// That of a part of what belongs to the member.
  func address(showing part: String) -> String? { page.map { "\($0)?show=\(part)" } }

  private var page: String? {
    publicURL.map { ($0.hasSuffix("/") ? String($0.dropLast()) : $0) + "/map" }
  }
}

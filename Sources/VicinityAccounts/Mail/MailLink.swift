import Foundation

/// The addresses of the map page in mails.
package struct MailLink: Sendable {
  /// The address of the server as its operator has set it. The one that a request names may be anybody's: mails never
  /// lead there, and have the code alone.
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

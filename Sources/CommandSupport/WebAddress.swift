import Foundation

/// An address of the web, which may have secrets.
package struct WebAddress {
  /// As written.
  package let text: String
  private let components: URLComponents?

  package init(_ text: String) {
    self.text = text
    components = URLComponents(string: text)
  }

  /// Without user name and password, and with `…` for the values of parameters such as `token` and `api_key`: for
  /// messages and for storing.
  package var shown: String {
    guard var components, components.user != nil || components.queryItems != nil else { return text }
    (components.user, components.password) = (nil, nil)
    guard components.queryItems?.contains(where: Self.isSecret) ?? false else { return components.string ?? text }
    components.queryItems = components.queryItems?.map { item in
      Self.isSecret(item) ? URLQueryItem(name: item.name, value: "…") : item
    }
    return (components.string ?? text).replacing("%E2%80%A6", with: "…")
  }

  /// Without user name and password.
  package var withoutUser: String {
    guard var components, components.user != nil else { return text }
    (components.user, components.password) = (nil, nil)
    return components.string ?? text
  }

  /// The value of the header `Authorization` for its user name and password (RFC 7617); nil without them.
  package var authorization: String? {
    guard let components, let user = components.user else { return nil }
    return "Basic " + Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
  }

  private static func isSecret(_ item: URLQueryItem) -> Bool {
    let name = item.name.lowercased()
    return secrets.contains { name.contains($0) } || name == "sig" || name == "key"
  }

  private static let secrets = [
    "token", "secret", "password", "passwd", "pwd", "apikey", "api_key", "api-key", "accesskey", "access_key", "auth",
    "signature", "credential", "session",
  ]
}

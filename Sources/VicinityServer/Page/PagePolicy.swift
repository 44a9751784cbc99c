import HTTPTypes

/// The security policy of the map page.
enum PagePolicy {
  /// The header fields of the page.
  static func fields(_ map: BaseMap?) -> [(HTTPField.Name, String)] {
    var policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    var referrer = "same-origin"
    switch map {
    case .file(let file) where file.format != .pbf:
      // Leaflet replaces a picture that it drops by an empty one.
      policy += "; img-src 'self' data:"
    case .elsewhere(let template):
      policy +=
        template.isVector
        ? "; connect-src 'self' \(template.origin)" : "; img-src 'self' data: \(template.origin)"
      // Providers of tiles require the address of the page that shows them.
      referrer = "strict-origin-when-cross-origin"
    case .file, nil: break
    }
    return [
      (.contentSecurityPolicy, policy), (.referrerPolicy, referrer), (.openerPolicy, "same-origin"),
      (.permissionsPolicy, "geolocation=(self)"),
    ]
  }
}

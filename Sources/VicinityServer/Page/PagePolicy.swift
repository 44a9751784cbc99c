import HTTPTypes

/// What the map page may do, as browsers enforce it.
enum PagePolicy {
  /// The header fields of the page.
  static func fields(_ map: BaseMap?) -> [(HTTPField.Name, String)] {
    var policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    var referrer = "same-origin"
    switch map {
    case .file(let file) where file.format != .pbf:
      // Leaflet puts an empty picture in the place of one that it drops.
      policy += "; img-src 'self' data:"
    case .elsewhere(let template):
      policy +=
        template.isVector
        ? "; connect-src 'self' \(template.origin)" : "; img-src 'self' data: \(template.origin)"
      // Those who give tiles want to know where they are shown.
      referrer = "strict-origin-when-cross-origin"
    case .file, nil: break
    }
    return [
      (.contentSecurityPolicy, policy), (.referrerPolicy, referrer), (.openerPolicy, "same-origin"),
      (.permissionsPolicy, "geolocation=(self)"),
    ]
  }
}

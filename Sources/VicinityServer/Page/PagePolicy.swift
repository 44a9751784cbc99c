import HTTPTypes

/// What the map page may do, as browsers enforce it.
enum PagePolicy {
  /// The header fields of the page.
  static func fields(_ map: BaseMap?) -> [(HTTPField.Name, String)] {
    var policy = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    // Leaflet puts an empty picture in the place of one that it drops.
    if case .file(let file) = map, file.format != .pbf { policy += "; img-src 'self' data:" }
    // Those who give tiles want to know where they are shown.
    var referrer = "same-origin"
    if case .elsewhere(let template) = map {
      policy += "; img-src 'self' data: \(template.origin)"
      if template.isVector { policy += "; connect-src 'self' \(template.origin)" }
      referrer = "strict-origin-when-cross-origin"
    }
    return [
      (.contentSecurityPolicy, policy), (.referrerPolicy, referrer), (.openerPolicy, "same-origin"),
      (.permissionsPolicy, "geolocation=(self)"),
    ]
  }
}

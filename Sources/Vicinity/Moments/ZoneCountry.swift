/// The country of a time zone.
///
/// Only zones of countries with holiday tables. Source: `zone.tab` of the IANA time zone database (public domain),
/// which, unlike `zone1970.tab`, lists one country for each zone.
package enum ZoneCountry {
  /// The ISO 3166-1 code of a zone's country, capital letters; nil for other countries, for linked names, and for
  /// offsets.
  package static func code(ofZone identifier: String) -> String? { codes[identifier] }

  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for (country, zones) in zonesByCountry {
      for zone in zones.split(separator: " ") { codes[String(zone)] = country }
    }
    return codes
  }()

  private static let zonesByCountry = [
    "AT": "Europe/Vienna",
    "AU": """
    Australia/Lord_Howe Antarctica/Macquarie Australia/Hobart Australia/Melbourne Australia/Sydney \
    Australia/Broken_Hill Australia/Brisbane Australia/Lindeman Australia/Adelaide Australia/Darwin \
    Australia/Perth Australia/Eucla
    """,
    "BE": "Europe/Brussels",
    "BG": "Europe/Sofia",
    "CA": """
    America/St_Johns America/Halifax America/Glace_Bay America/Moncton America/Goose_Bay \
    America/Blanc-Sablon America/Toronto America/Iqaluit America/Atikokan America/Winnipeg \
    America/Resolute America/Rankin_Inlet America/Regina America/Swift_Current America/Edmonton \
    America/Cambridge_Bay America/Inuvik America/Creston America/Dawson_Creek America/Fort_Nelson \
    America/Whitehorse America/Dawson America/Vancouver
    """,
    "CH": "Europe/Zurich",
    "CY": "Asia/Nicosia Asia/Famagusta",
    "CZ": "Europe/Prague",
    "DE": "Europe/Berlin Europe/Busingen",
    "DK": "Europe/Copenhagen",
    "EE": "Europe/Tallinn",
    "ES": "Europe/Madrid Africa/Ceuta Atlantic/Canary",
    "FI": "Europe/Helsinki",
    "FR": "Europe/Paris",
    "GB": "Europe/London",
    "GR": "Europe/Athens",
    "HR": "Europe/Zagreb",
    "HU": "Europe/Budapest",
    "IE": "Europe/Dublin",
    "IS": "Atlantic/Reykjavik",
    "IT": "Europe/Rome",
    "LT": "Europe/Vilnius",
    "LU": "Europe/Luxembourg",
    "LV": "Europe/Riga",
    "MT": "Europe/Malta",
    "NL": "Europe/Amsterdam",
    "NO": "Europe/Oslo",
    "PL": "Europe/Warsaw",
    "PT": "Europe/Lisbon Atlantic/Madeira Atlantic/Azores",
    "RO": "Europe/Bucharest",
    "SE": "Europe/Stockholm",
    "SI": "Europe/Ljubljana",
    "SK": "Europe/Bratislava",
    "US": """
    America/New_York America/Detroit America/Kentucky/Louisville America/Kentucky/Monticello \
    America/Indiana/Indianapolis America/Indiana/Vincennes America/Indiana/Winamac \
    America/Indiana/Marengo America/Indiana/Petersburg America/Indiana/Vevay America/Chicago \
    America/Indiana/Tell_City America/Indiana/Knox America/Menominee America/North_Dakota/Center \
    America/North_Dakota/New_Salem America/North_Dakota/Beulah America/Denver America/Boise \
    America/Phoenix America/Los_Angeles America/Anchorage America/Juneau America/Sitka \
    America/Metlakatla America/Yakutat America/Nome America/Adak Pacific/Honolulu
    """,
  ]
}

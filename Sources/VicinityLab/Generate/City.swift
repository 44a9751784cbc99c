import Geography

/// A real city around which listings are generated.
struct City: Sendable {
  /// The local name in Latin letters.
  let name: String
  /// The center.
  let center: Coordinate
  /// IANA name of its time zone.
  let zone: String
  /// ISO 4217 code of the local currency.
  let currency: String
  /// The language of generated names.
  let language: Language

  init(
    _ name: String, _ latitude: Double, _ longitude: Double, _ zone: String, _ currency: String, _ language: Language
  ) {
    self.name = name
    self.center = Coordinate(latitude: latitude, longitude: longitude)
    self.zone = zone
    self.currency = currency
    self.language = language
  }
}

extension City {
  /// Large and medium-sized cities of Europe, largest first. Names, positions, order and zones: GeoNames (CC BY 4.0),
  /// rounded to 4 decimals.
  static let table: [City] = [
    City("London", 51.5085, -0.1257, "Europe/London", "GBP", .english),
    City("Berlin", 52.5244, 13.4105, "Europe/Berlin", "EUR", .german),
    City("Madrid", 40.4165, -3.7026, "Europe/Madrid", "EUR", .spanish),
    City("Roma", 41.8919, 12.5113, "Europe/Rome", "EUR", .italian),
    City("Paris", 48.8534, 2.3488, "Europe/Paris", "EUR", .french),
    City("București", 44.4323, 26.1063, "Europe/Bucharest", "RON", .romanian),
    City("Hamburg", 53.5507, 9.9930, "Europe/Berlin", "EUR", .german),
    City("Budapest", 47.4984, 19.0404, "Europe/Budapest", "HUF", .hungarian),
    City("Warszawa", 52.2298, 21.0118, "Europe/Warsaw", "PLN", .polish),
    City("Wien", 48.2085, 16.3721, "Europe/Vienna", "EUR", .german),
    City("Barcelona", 41.3888, 2.1590, "Europe/Madrid", "EUR", .spanish),
    City("Stockholm", 59.3294, 18.0687, "Europe/Stockholm", "SEK", .english),
    City("Milano", 45.4643, 9.1895, "Europe/Rome", "EUR", .italian),
    City("Beograd", 44.8040, 20.4651, "Europe/Belgrade", "RSD", .english),
    City("München", 48.1374, 11.5755, "Europe/Berlin", "EUR", .german),
    City("Praha", 50.0880, 14.4208, "Europe/Prague", "CZK", .czech),
    City("København", 55.6759, 12.5655, "Europe/Copenhagen", "DKK", .english),
    City("Sofija", 42.6975, 23.3241, "Europe/Sofia", "EUR", .english),
    City("Oslo", 59.9127, 10.7461, "Europe/Oslo", "NOK", .english),
    City("Dublin", 53.3331, -6.2489, "Europe/Dublin", "EUR", .english),
    City("Bruxelles", 50.8505, 4.3488, "Europe/Brussels", "EUR", .french),
    City("Köln", 50.9333, 6.9500, "Europe/Berlin", "EUR", .german),
    City("Napoli", 40.8522, 14.2681, "Europe/Rome", "EUR", .italian),
    City("Marseille", 43.2970, 5.3811, "Europe/Paris", "EUR", .french),
    City("Rotterdam", 51.9225, 4.4792, "Europe/Amsterdam", "EUR", .dutch),
    City("Torino", 45.0705, 7.6868, "Europe/Rome", "EUR", .italian),
    City("Valencia", 39.4739, -0.3797, "Europe/Madrid", "EUR", .spanish),
    City("Kraków", 50.0614, 19.9366, "Europe/Warsaw", "PLN", .polish),
    City("Riga", 56.9460, 24.1059, "Europe/Riga", "EUR", .english),
    City("Amsterdam", 52.3740, 4.8897, "Europe/Amsterdam", "EUR", .dutch),
    City("Sevilla", 37.3828, -5.9732, "Europe/Madrid", "EUR", .spanish),
    City("Athina", 37.9838, 23.7278, "Europe/Athens", "EUR", .english),
    City("Zagreb", 45.8144, 15.9780, "Europe/Zagreb", "EUR", .english),
    City("Helsinki", 60.1695, 24.9354, "Europe/Helsinki", "EUR", .english),
    City("Frankfurt", 50.1155, 8.6842, "Europe/Berlin", "EUR", .german),
    City("Wrocław", 51.1029, 17.0301, "Europe/Warsaw", "PLN", .polish),
    City("Stuttgart", 48.7823, 9.1770, "Europe/Berlin", "EUR", .german),
    City("Glasgow", 55.8651, -4.2576, "Europe/London", "GBP", .english),
    City("Göteborg", 57.7072, 11.9668, "Europe/Stockholm", "SEK", .english),
    City("Manchester", 53.4809, -2.2374, "Europe/London", "GBP", .english),
    City("Dresden", 51.0509, 13.7383, "Europe/Berlin", "EUR", .german),
    City("Vilnius", 54.6892, 25.2798, "Europe/Vilnius", "EUR", .english),
    City("Leeds", 53.7965, -1.5478, "Europe/London", "GBP", .english),
    City("Antwerpen", 51.2205, 4.4003, "Europe/Brussels", "EUR", .dutch),
    City("Lyon", 45.7491, 4.8479, "Europe/Paris", "EUR", .french),
    City("Lisboa", 38.7251, -9.1498, "Europe/Lisbon", "EUR", .portuguese),
    City("Nürnberg", 49.4542, 11.0775, "Europe/Berlin", "EUR", .german),
    City("Hannover", 52.3705, 9.7332, "Europe/Berlin", "EUR", .german),
    City("Edinburgh", 55.9521, -3.1965, "Europe/London", "GBP", .english),
    City("Leipzig", 51.3396, 12.3713, "Europe/Berlin", "EUR", .german),
    City("Toulouse", 43.6043, 1.4437, "Europe/Paris", "EUR", .french),
    City("Bristol", 51.4552, -2.5966, "Europe/London", "GBP", .english),
    City("Gdańsk", 54.3523, 18.6491, "Europe/Warsaw", "PLN", .polish),
    City("Bratislava", 48.1482, 17.1067, "Europe/Bratislava", "EUR", .czech),
    City("Zürich", 47.3667, 8.5500, "Europe/Zurich", "CHF", .german),
    City("Tallinn", 59.4370, 24.7535, "Europe/Tallinn", "EUR", .english),
    City("Bologna", 44.4938, 11.3387, "Europe/Rome", "EUR", .italian),
    City("Brno", 49.1952, 16.6080, "Europe/Prague", "CZK", .czech),
    City("Utrecht", 52.0908, 5.1222, "Europe/Amsterdam", "EUR", .dutch),
    City("Firenze", 43.7792, 11.2463, "Europe/Rome", "EUR", .italian),
    City("Bilbao", 43.2627, -2.9253, "Europe/Madrid", "EUR", .spanish),
    City("Thessaloniki", 40.6407, 22.9349, "Europe/Athens", "EUR", .english),
    City("Graz", 47.0673, 15.4420, "Europe/Vienna", "EUR", .german),
    City("Bergen", 60.3930, 5.3242, "Europe/Oslo", "NOK", .english),
    City("Cluj-Napoca", 46.7667, 23.6000, "Europe/Bucharest", "RON", .romanian),
    City("Strasbourg", 48.5839, 7.7455, "Europe/Paris", "EUR", .french),
    City("Ljubljana", 46.0511, 14.5051, "Europe/Ljubljana", "EUR", .english),
    City("Bordeaux", 44.8412, -0.5805, "Europe/Paris", "EUR", .french),
    City("Timișoara", 45.7537, 21.2257, "Europe/Bucharest", "RON", .romanian),
    City("Porto", 41.1485, -8.6110, "Europe/Lisbon", "EUR", .portuguese),
    City("Freiburg", 47.9959, 7.8522, "Europe/Berlin", "EUR", .german),
    City("Debrecen", 47.5317, 21.6244, "Europe/Budapest", "HUF", .hungarian),
    City("Genève", 46.2022, 6.1457, "Europe/Zurich", "CHF", .french),
    City("Cork", 51.8980, -8.4706, "Europe/Dublin", "EUR", .english),
    City("Basel", 47.5584, 7.5733, "Europe/Zurich", "CHF", .german),
    City("Szeged", 46.2530, 20.1482, "Europe/Budapest", "HUF", .hungarian),
    City("Salzburg", 47.7994, 13.0440, "Europe/Vienna", "EUR", .german),
    City("Luxembourg", 49.6098, 6.1327, "Europe/Luxembourg", "EUR", .french),
  ]
}

extension HolidayTable {
  /// Spain and its autonomous communities.
  ///
  /// Sources: Estatuto de los Trabajadores art. 37.2, Real Decreto 2001/1983 art. 45, and the yearly resolution
  /// "relación de fiestas laborales" in the BOE, by which each community may exchange some days. The regular choices of
  /// each community are listed here, one-off choices in ``spanishSingleDays``. The two municipal days, and the Islamic
  /// feasts of Ceuta and Melilla, are left out.
  static let spain = HolidayTable(
    country: "ES", regions: spanishCommunities, substituteSuffix: " (lunes siguiente)",
    rules: spanishNationalRules + spanishCommunityRules + spanishSingleDays)

  private static let spanishNationalRules = [
    [HolidayRule(.easter(-2), "Viernes Santo", "Good Friday")],
    nationalDay(1, 1, "Año Nuevo", "New Year's Day", alsoMonday: "AN AR AS CL"),
    nationalDay(1, 6, "Epifanía del Señor", "Epiphany"),
    nationalDay(5, 1, "Fiesta del Trabajo", "Labour Day"),
    nationalDay(8, 15, "Asunción de la Virgen", "Assumption Day", alsoMonday: "AN AR AS CL"),
    nationalDay(10, 12, "Fiesta Nacional de España", "National Day"),
    nationalDay(11, 1, "Todos los Santos", "All Saints' Day"),
    nationalDay(12, 6, "Día de la Constitución", "Constitution Day"),
    nationalDay(12, 8, "Inmaculada Concepción", "Immaculate Conception"),
    nationalDay(12, 25, "Natividad del Señor", "Christmas Day"),
  ].flatMap { $0 }

  /// A holiday of the whole country; when it is a Sunday some communities regularly observe the Monday after it as
  /// well.
  private static func nationalDay(
    _ month: Int, _ day: Int, _ name: String, _ english: String, alsoMonday regions: String = "AN AR AS CL EX"
  ) -> [HolidayRule] {
    [
      HolidayRule(.date(month, day), name, english),
      HolidayRule(.date(month, day), name, english, in: regions, substitute: .addsMondayAfterSunday),
    ]
  }

  private static let spanishCommunityRules = [
    HolidayRule(.date(2, 28), "Día de Andalucía", "Andalusia Day", in: "AN", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(3, 1), "Día de las Illes Balears", "Balearic Islands Day", in: "IB"),
    HolidayRule(.date(3, 19), "San José", "Saint Joseph's Day", in: "VC"),
    HolidayRule(.date(3, 19), "San José", "Saint Joseph's Day", in: "MC", except: [2017, 2022, 2023, 2028]),
    HolidayRule(.easter(-3), "Jueves Santo", "Maundy Thursday", notIn: "CT VC"),
    HolidayRule(.easter(1), "Lunes de Pascua", "Easter Monday", in: "CT NC PV RI VC"),
    HolidayRule(.easter(1), "Lunes de Pascua", "Easter Monday", in: "IB", except: [2025]),
    HolidayRule(.date(4, 23), "San Jorge", "Aragon Day", in: "AR", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(4, 23), "Día de Castilla y León", "Castile and León Day", in: "CL"),
    HolidayRule(
      .date(5, 2), "Fiesta de la Comunidad de Madrid", "Madrid Day", in: "MD", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(5, 17), "Día das Letras Galegas", "Galician Literature Day", in: "GA"),
    HolidayRule(.date(5, 30), "Día de Canarias", "Canary Islands Day", in: "CN"),
    HolidayRule(.date(5, 31), "Día de Castilla-La Mancha", "Castilla-La Mancha Day", in: "CM"),
    HolidayRule(.easter(60), "Corpus Christi", "Corpus Christi", in: "CM"),
    HolidayRule(.date(6, 9), "Día de La Rioja", "La Rioja Day", in: "RI", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(6, 9), "Día de la Región de Murcia", "Murcia Day", in: "MC"),
    HolidayRule(.date(6, 24), "Sant Joan", "Saint John the Baptist", in: "CT"),
    HolidayRule(.date(6, 24), "Sant Joan", "Saint John the Baptist", in: "VC", from: 2019),
    HolidayRule(.date(7, 25), "Santiago Apóstol", "Saint James' Day", in: "GA PV"),
    HolidayRule(.date(7, 28), "Día de las Instituciones de Cantabria", "Cantabria Day", in: "CB"),
    HolidayRule(.date(8, 5), "Nuestra Señora de África", "Our Lady of Africa", in: "CE", from: 2022),
    HolidayRule(.date(9, 2), "Día de Ceuta", "Ceuta Day", in: "CE"),
    HolidayRule(.date(9, 8), "Día de Asturias", "Asturias Day", in: "AS", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(9, 8), "Día de Extremadura", "Extremadura Day", in: "EX"),
    HolidayRule(.date(9, 8), "Virgen de la Victoria", "Our Lady of Victory", in: "ML"),
    HolidayRule(.date(9, 11), "Diada Nacional de Catalunya", "National Day of Catalonia", in: "CT"),
    HolidayRule(.date(9, 15), "La Bien Aparecida", "Our Lady of Bien Aparecida", in: "CB"),
    HolidayRule(.date(9, 17), "Día de Melilla", "Melilla Day", in: "ML"),
    HolidayRule(.date(10, 9), "Dia de la Comunitat Valenciana", "Valencian Community Day", in: "VC"),
    HolidayRule(
      .date(12, 3), "San Francisco Javier", "Saint Francis Xavier", in: "NC", substitute: .addsMondayAfterSunday),
    HolidayRule(.date(10, 25), "Día del País Vasco", "Basque Country Day", in: "PV", from: 2011, to: 2014),
    HolidayRule(.date(12, 26), "Sant Esteve", "Saint Stephen's Day", in: "CT"),
  ]

  private static let spanishCommunities = [
    HolidayRegion("AN", "Andalucía", "Andalusia"), HolidayRegion("AR", "Aragón"),
    HolidayRegion("AS", "Asturias", "Principado de Asturias", "Asturias / Asturies"),
    HolidayRegion("CB", "Cantabria"), HolidayRegion("CE", "Ceuta"),
    HolidayRegion("CL", "Castilla y León", "Castile and León"),
    HolidayRegion("CM", "Castilla-La Mancha"), HolidayRegion("CN", "Canarias", "Canary Islands"),
    HolidayRegion("CT", "Catalunya", "Cataluña", "Catalonia"), HolidayRegion("EX", "Extremadura"),
    HolidayRegion("GA", "Galicia"), HolidayRegion("IB", "Illes Balears", "Islas Baleares", "Balearic Islands"),
    HolidayRegion("MC", "Región de Murcia", "Murcia"), HolidayRegion("MD", "Comunidad de Madrid", "Madrid"),
    HolidayRegion("ML", "Melilla"),
    HolidayRegion("NC", "Navarra", "Comunidad Foral de Navarra", "Navarra - Nafarroa", "Navarre"),
    HolidayRegion("PV", "Euskadi", "País Vasco", "Basque Country"), HolidayRegion("RI", "La Rioja"),
    HolidayRegion("VC", "Comunitat Valenciana", "Comunidad Valenciana", "Valencian Community"),
  ]
}

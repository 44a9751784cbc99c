extension HolidayTable {
  /// The days that Spanish communities chose for single years, 2019 to 2026.
  ///
  /// Source: the resolutions "relación de fiestas laborales" of the Dirección General de Trabajo, in the BOE each
  /// October for the following year. Mondays after a Sunday of AN, AR, AS, CL and EX come from the rules in ``spain``.
  static let spanishSingleDays = [
    monday(2019, 1, 7, "CE CN MC MD ML NC"), saintJoseph(2019, "GA NC PV"), easterMonday(2019, "CB CM"),
    monday(2019, 6, 10, "MC"), saintJames(2019, "CB"), monday(2019, 9, 9, "EX ML"),
    monday(2019, 12, 9, "CB MD ML RI"), saintStephen(2019, "IB"),
    saintJoseph(2020, "CM GA NC PV"), easterMonday(2020, "CB CM"), saintJohn(2020, "GA"),
    monday(2020, 11, 2, "MD"), monday(2020, 12, 7, "CE CN IB MC MD ML NC RI"), saintStephen(2020, "IB"),
    saintJoseph(2021, "EX GA MD NC PV"), monday(2021, 8, 16, "CN"),
    monday(2022, 5, 2, "MC"), saintJohn(2022, "GA"), saintJames(2022, "MD NC"),
    HolidayRule(.once(2022, 9, 6), "V Centenario de la vuelta al mundo", "First Circumnavigation", in: "PV"),
    HolidayRule(.easter(-3), "Jueves Santo", "Maundy Thursday", in: "VC", from: 2022, to: 2022),
    monday(2022, 12, 26, "CB CM CN IB MC MD ML NC RI"),
    monday(2023, 1, 2, "MC"), monday(2023, 3, 20, "MD"), saintJames(2023, "CL NC"),
    easterMonday(2024, "CB"), saintJames(2024, "CB MD NC"), monday(2024, 12, 9, "MC ML"),
    saintJames(2025, "MD NC"), saintStephen(2025, "IB"),
    monday(2026, 3, 2, "IB"), saintJoseph(2026, "GA NC PV"), easterMonday(2026, "CM"), saintJohn(2026, "GA"),
    monday(2026, 11, 2, "CM CN MD NC"), monday(2026, 12, 7, "CB MC MD ML RI"), saintStephen(2026, "IB"),
    HolidayRule(.easter(-47), "Martes de Carnaval", "Shrove Tuesday", in: "EX", from: 2023, to: 2024),
  ]

  private static func monday(_ year: Int, _ month: Int, _ day: Int, _ regions: String) -> HolidayRule {
    HolidayRule(.once(year, month, day), "Lunes siguiente a festivo", "Monday after a Holiday", in: regions)
  }

  private static func saintJoseph(_ year: Int, _ regions: String) -> HolidayRule {
    HolidayRule(.once(year, 3, 19), "San José", "Saint Joseph's Day", in: regions)
  }

  private static func saintJohn(_ year: Int, _ regions: String) -> HolidayRule {
    HolidayRule(.once(year, 6, 24), "San Juan", "Saint John the Baptist", in: regions)
  }

  private static func saintJames(_ year: Int, _ regions: String) -> HolidayRule {
    HolidayRule(.once(year, 7, 25), "Santiago Apóstol", "Saint James' Day", in: regions)
  }

  private static func saintStephen(_ year: Int, _ regions: String) -> HolidayRule {
    HolidayRule(.once(year, 12, 26), "San Esteban", "Saint Stephen's Day", in: regions)
  }

  private static func easterMonday(_ year: Int, _ regions: String) -> HolidayRule {
    HolidayRule(.easter(1), "Lunes de Pascua", "Easter Monday", in: regions, from: year, to: year)
  }
}

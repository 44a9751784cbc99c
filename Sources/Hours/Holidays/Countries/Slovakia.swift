extension HolidayTable {
  /// Slovakia: the non-working days.
  ///
  /// Source: act 241/1993 on state holidays. By the consolidation acts of 2023 to 2025, 1 September is a working day
  /// since 2024, 17 November since 2025, and 8 May and 15 September in 2026 only; 30 October 2018 by act 105/2018.
  static let slovakia = HolidayTable(
    country: "SK", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Deň vzniku Slovenskej republiky", "Day of the Establishment of the Republic"),
      HolidayRule(.date(1, 6), "Zjavenie Pána (Traja králi)", "Epiphany"),
      HolidayRule(.easter(-2), "Veľký piatok", "Good Friday"),
      HolidayRule(.easter(1), "Veľkonočný pondelok", "Easter Monday"),
      HolidayRule(.date(5, 1), "Sviatok práce", "Labour Day"),
      HolidayRule(.date(5, 8), "Deň víťazstva nad fašizmom", "Victory over Fascism Day", except: [2026]),
      HolidayRule(.date(7, 5), "Sviatok svätého Cyrila a svätého Metoda", "Saints Cyril and Methodius"),
      HolidayRule(.date(8, 29), "Výročie Slovenského národného povstania", "National Uprising Anniversary"),
      HolidayRule(.date(9, 1), "Deň Ústavy Slovenskej republiky", "Constitution Day", to: 2023),
      HolidayRule(.date(9, 15), "Sedembolestná Panna Mária", "Our Lady of Sorrows", except: [2026]),
      HolidayRule(.once(2018, 10, 30), "100. výročie Deklarácie slovenského národa", "Declaration Centenary"),
      HolidayRule(.date(11, 1), "Sviatok všetkých svätých", "All Saints' Day"),
      HolidayRule(.date(11, 17), "Deň boja za slobodu a demokraciu", "Freedom and Democracy Day", to: 2024),
      HolidayRule(.date(12, 24), "Štedrý deň", "Christmas Eve"),
      HolidayRule(.date(12, 25), "Prvý sviatok vianočný", "Christmas Day"),
      HolidayRule(.date(12, 26), "Druhý sviatok vianočný", "Second Day of Christmas"),
    ])
}

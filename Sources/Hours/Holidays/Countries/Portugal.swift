extension HolidayTable {
  /// Portugal. Source: Código do Trabalho art. 234; four holidays were suspended from 2013 to 2015 (law 23/2012) and
  /// restored by law 8/2016. Azores: regional decree 12/80/A; Madeira: regional decrees 27/79/M and 18/2002/M.
  ///
  /// Carnival and the municipal holidays are optional by art. 235 and are left out.
  static let portugal = HolidayTable(
    country: "PT",
    regions: [HolidayRegion("20", "Açores", "Azores", "AC"), HolidayRegion("30", "Madeira", "MA")],
    acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Ano Novo", "New Year's Day"),
      HolidayRule(.easter(-2), "Sexta-Feira Santa", "Good Friday"),
      HolidayRule(.easter(0), "Domingo de Páscoa", "Easter Sunday"),
      HolidayRule(.date(4, 25), "Dia da Liberdade", "Freedom Day"),
      HolidayRule(.date(5, 1), "Dia do Trabalhador", "Labour Day"),
      HolidayRule(.easter(50), "Dia da Região Autónoma dos Açores", "Day of the Azores", in: "20"),
      HolidayRule(.easter(60), "Corpo de Deus", "Corpus Christi", except: [2013, 2014, 2015]),
      HolidayRule(.date(6, 10), "Dia de Portugal", "Portugal Day"),
      HolidayRule(.date(7, 1), "Dia da Região Autónoma da Madeira", "Day of Madeira", in: "30"),
      HolidayRule(.date(8, 15), "Assunção de Nossa Senhora", "Assumption Day"),
      HolidayRule(.date(10, 5), "Implantação da República", "Republic Day", except: [2013, 2014, 2015]),
      HolidayRule(.date(11, 1), "Dia de Todos-os-Santos", "All Saints' Day", except: [2013, 2014, 2015]),
      HolidayRule(
        .date(12, 1), "Restauração da Independência", "Restoration of Independence", except: [2013, 2014, 2015]),
      HolidayRule(.date(12, 8), "Imaculada Conceição", "Immaculate Conception"),
      HolidayRule(.date(12, 25), "Natal", "Christmas Day"),
      HolidayRule(.date(12, 26), "Primeira Oitava", "Second Day of Christmas", in: "30", from: 2002),
    ])
}

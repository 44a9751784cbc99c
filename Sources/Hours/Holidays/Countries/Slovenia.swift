extension HolidayTable {
  /// Slovenia. Source: Zakon o praznikih in dela prostih dnevih; 2 January was not a holiday from 2013 to 2016, 14
  /// August 2023 was one after the floods.
  static let slovenia = HolidayTable(
    country: "SI", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Novo leto", "New Year's Day"),
      HolidayRule(.date(1, 2), "Novo leto", "New Year's Day", except: [2013, 2014, 2015, 2016]),
      HolidayRule(.date(2, 8), "Prešernov dan", "Prešeren Day"),
      HolidayRule(.easter(0), "Velika noč", "Easter Sunday"),
      HolidayRule(.easter(1), "Velikonočni ponedeljek", "Easter Monday"),
      HolidayRule(.date(4, 27), "Dan upora proti okupatorju", "Day of Uprising"),
      HolidayRule(.date(5, 1), "Praznik dela", "Labour Day"),
      HolidayRule(.date(5, 2), "Praznik dela", "Labour Day"),
      HolidayRule(.easter(49), "Binkošti", "Whit Sunday"),
      HolidayRule(.date(6, 25), "Dan državnosti", "Statehood Day"),
      HolidayRule(.once(2023, 8, 14), "Dan solidarnosti", "Solidarity Day"),
      HolidayRule(.date(8, 15), "Marijino vnebovzetje", "Assumption Day"),
      HolidayRule(.date(10, 31), "Dan reformacije", "Reformation Day"),
      HolidayRule(.date(11, 1), "Dan spomina na mrtve", "Remembrance Day"),
      HolidayRule(.date(12, 25), "Božič", "Christmas Day"),
      HolidayRule(.date(12, 26), "Dan samostojnosti in enotnosti", "Independence and Unity Day"),
    ])
}

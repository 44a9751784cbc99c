extension HolidayTable {
  /// Romania. Source: Codul muncii (law 53/2003) art. 139 with its amendments: laws 202/2008 (15 August, Whit Monday),
  /// 147/2012 (30 November), 176/2016 (24 January), 220/2016 (1 June), 64/2018 (Good Friday), 52/2023 (6 and 7
  /// January).
  ///
  /// Easter is the Orthodox one; members of other churches may take their own days. Bridge days of public offices are
  /// left out.
  static let romania = HolidayTable(
    country: "RO", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Anul Nou", "New Year's Day"),
      HolidayRule(.date(1, 2), "Anul Nou", "New Year's Day"),
      HolidayRule(.date(1, 6), "Botezul Domnului - Boboteaza", "Epiphany", from: 2024),
      HolidayRule(.date(1, 7), "Soborul Sfântului Ioan Botezătorul", "Saint John the Baptist", from: 2024),
      HolidayRule(.date(1, 24), "Ziua Unirii Principatelor Române", "Unification Day", from: 2017),
      HolidayRule(.orthodoxEaster(-2), "Vinerea Mare", "Good Friday", from: 2018),
      HolidayRule(.orthodoxEaster(0), "Paștele", "Easter Sunday"),
      HolidayRule(.orthodoxEaster(1), "A doua zi de Paști", "Easter Monday"),
      HolidayRule(.date(5, 1), "Ziua Muncii", "Labour Day"),
      HolidayRule(.date(6, 1), "Ziua Copilului", "Children's Day", from: 2017),
      HolidayRule(.orthodoxEaster(49), "Rusaliile", "Whit Sunday", from: 2009),
      HolidayRule(.orthodoxEaster(50), "A doua zi de Rusalii", "Whit Monday", from: 2009),
      HolidayRule(.date(8, 15), "Adormirea Maicii Domnului", "Dormition of the Mother of God", from: 2009),
      HolidayRule(.date(11, 30), "Sfântul Apostol Andrei", "Saint Andrew's Day", from: 2012),
      HolidayRule(.date(12, 1), "Ziua Națională a României", "National Day"),
      HolidayRule(.date(12, 25), "Crăciunul", "Christmas Day"),
      HolidayRule(.date(12, 26), "A doua zi de Crăciun", "Second Day of Christmas"),
    ])
}

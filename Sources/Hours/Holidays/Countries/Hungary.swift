extension HolidayTable {
  /// Hungary. Source: Labour Code, Act I of 2012, § 102 (1); Good Friday since Act XIII of 2017.
  ///
  /// Working days that a ministerial decree swaps for a long weekend are not public holidays and are left out.
  static let hungary = HolidayTable(
    country: "HU", acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Újév", "New Year's Day"),
      HolidayRule(.date(3, 15), "Nemzeti ünnep", "National Day"),
      HolidayRule(.easter(-2), "Nagypéntek", "Good Friday", from: 2017),
      HolidayRule(.easter(0), "Húsvét", "Easter Sunday"),
      HolidayRule(.easter(1), "Húsvéthétfő", "Easter Monday"),
      HolidayRule(.date(5, 1), "A munka ünnepe", "Labour Day"),
      HolidayRule(.easter(49), "Pünkösd", "Whit Sunday"),
      HolidayRule(.easter(50), "Pünkösdhétfő", "Whit Monday"),
      HolidayRule(.date(8, 20), "Az államalapítás ünnepe", "State Foundation Day"),
      HolidayRule(.date(10, 23), "Nemzeti ünnep", "National Day"),
      HolidayRule(.date(11, 1), "Mindenszentek", "All Saints' Day"),
      HolidayRule(.date(12, 25), "Karácsony", "Christmas Day"),
      HolidayRule(.date(12, 26), "Karácsony másnapja", "Second Day of Christmas"),
    ])
}

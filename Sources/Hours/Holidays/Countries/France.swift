extension HolidayTable {
  /// France. Sources: Code du travail L3133-1; L3134-13 for Alsace and Moselle (ordinance of 16 August 1892); L3422-2
  /// and decree 83-1003 for the days of the abolition of slavery overseas.
  ///
  /// In Alsace-Moselle Good Friday is a holiday in municipalities with a Protestant church, which is most towns.
  static let france = HolidayTable(
    country: "FR", regions: frenchRegions, acceptsOtherRegions: true,
    rules: [
      HolidayRule(.date(1, 1), "Jour de l'an", "New Year's Day"),
      HolidayRule(.easter(-2), "Vendredi saint", "Good Friday", in: "A-M 971 972"),
      HolidayRule(.easter(1), "Lundi de Pâques", "Easter Monday"),
      HolidayRule(.date(4, 27), "Abolition de l'esclavage", "Abolition of Slavery", in: "976"),
      HolidayRule(.date(5, 1), "Fête du Travail", "Labour Day"),
      HolidayRule(.date(5, 8), "Victoire 1945", "Victory Day"),
      HolidayRule(.date(5, 22), "Abolition de l'esclavage", "Abolition of Slavery", in: "972"),
      HolidayRule(.date(5, 27), "Abolition de l'esclavage", "Abolition of Slavery", in: "971"),
      HolidayRule(.date(6, 10), "Abolition de l'esclavage", "Abolition of Slavery", in: "973"),
      HolidayRule(.easter(39), "Ascension", "Ascension Day"),
      HolidayRule(.easter(50), "Lundi de Pentecôte", "Whit Monday"),
      HolidayRule(.date(7, 14), "Fête nationale", "Bastille Day"),
      HolidayRule(.date(8, 15), "Assomption", "Assumption Day"),
      HolidayRule(.date(11, 1), "Toussaint", "All Saints' Day"),
      HolidayRule(.date(11, 11), "Armistice 1918", "Armistice Day"),
      HolidayRule(.date(12, 20), "Abolition de l'esclavage", "Abolition of Slavery", in: "974"),
      HolidayRule(.date(12, 25), "Noël", "Christmas Day"),
      HolidayRule(.date(12, 26), "Saint-Étienne", "Saint Stephen's Day", in: "A-M"),
    ])

  private static let frenchRegions = [
    HolidayRegion("A-M", "Alsace-Moselle"),
    HolidayRegion("57", "Moselle", within: "A-M"), HolidayRegion("67", "Bas-Rhin", within: "A-M"),
    HolidayRegion("68", "Haut-Rhin", within: "A-M"),
    HolidayRegion("6AE", "Alsace", "Collectivité européenne d'Alsace", within: "A-M"),
    HolidayRegion("971", "Guadeloupe", "GP"), HolidayRegion("972", "Martinique", "MQ"),
    HolidayRegion("973", "Guyane", "GF", "French Guiana"),
    HolidayRegion("974", "La Réunion", "Réunion", "RE"), HolidayRegion("976", "Mayotte", "YT"),
  ]
}

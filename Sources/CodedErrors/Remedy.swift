/// What may help against an error, or against what a report says, with the facts that a front end needs to say how.
///
/// A remedy names a step, not its form: a shell words `migrate` as a command line, a server as something for its
/// operator.
public enum Remedy: Hashable, Sendable {
  // MARK: The catalog as a file

  /// Make a catalog at the path by importing listings, or name another one.
  case makeCatalog(path: String)
  /// Bring the catalog of an older version up to date.
  case migrate(path: String)
  /// Bring the catalog of an older version up to date without a copy of it as it was.
  case migrateWithoutCopy(path: String)
  /// Open the catalog once as a user who may write it and its folder, so that an interrupted change is undone.
  case recover(path: String)
  /// Leave the file a single name, or make a copy of it: it has several hard links.
  case keepOneName(path: String)
  /// Check the catalog, which lists all that is wrong with the file.
  case checkCatalog
  /// Try again: another process is changing the catalog.
  case tryAgain

  // MARK: What the catalog holds

  /// Import the names of places.
  case addGazetteer
  /// Import areas.
  case addAreas
  /// List the areas that there are.
  case listAreas
  /// Rebuild the affinities between listings.
  case rebuildRecommendations

  // MARK: Another question

  /// Ask whether the bar is open at a time.
  case askOpening
  /// Ask whether the event runs at a time, or takes place in a window.
  case askEvent
  /// Ask whether the couch is free for a stay.
  case askStay
  /// Say whose holidays count, by country and region.
  case nameCountry
  /// Say where on the Earth the hours by the sun are meant.
  case placeHours

  // MARK: An import

  /// Say which of these formats the file has.
  case nameFormat([String])
  /// Say which columns hold these fields; without any, those that are not used.
  case mapColumns(fields: [String])
  /// Replace everything that was imported from this source, once the import is as wanted.
  case replaceSource
  /// Say that the source has no listings any more, if that is so.
  case allowEmpty
  /// Name the columns of a table without header by their numbers, as in this column map.
  case numberColumns(path: String, map: String)
  /// Import the listings that this calendar belongs to, and the calendar with them.
  case importWithCalendar(path: String)
  /// Take in features of further types: this one, written as `key=value`, or all.
  case includeType(String?)
  /// Give a time zone to all listings that name none.
  case giveTimeZone
  /// Say in which currency the prices are, if it is another one than was assumed.
  case giveCurrency
  /// Give a coordinate to all events that have none.
  case placeEvents
  /// Write the rejected rows to a file, correct them, and import again.
  case writeRejects
  /// Convert the file with a program made for that.
  case convert(Conversion)

  // MARK: Other steps

  /// Carry out the actions one by one, so that only those fail that cannot be carried out.
  case performSingly
  /// Draw GeoJSON, as answers are written.
  case drawGeoJSON
}

/// A conversion of a file into a form that can be imported.
public enum Conversion: Hashable, Sendable {
  /// To GeoJSON with coordinates in degrees.
  case toGeoJSON
  /// From meters of a projected system to degrees.
  case toDegrees
  /// Of the bars, pubs, cafés and restaurants in OpenStreetMap PBF to GeoJSON.
  case placesOfPBF
  /// Of OpenStreetMap XML to GeoJSON.
  case osmToGeoJSON
  /// To UTF-8.
  case toUTF8(from: String, path: String)
  /// Of JSON over several lines to one object on each line.
  case toJSONLines
  /// Of the elements of an array under a key of a JSON object to one object on each line.
  case elements(key: String, path: String)
}

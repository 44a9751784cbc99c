/// A next step after an error or a finding of a report, with the facts that a front end needs to word it.
///
/// A remedy names a step, not its form: a shell words `migrate` as a command line, a server as a task for its operator.
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
  /// Remove the file's other hard links, or copy the file.
  case keepOneName(path: String)
  /// Check the catalog, which lists everything that is wrong with the file.
  case checkCatalog
  /// Try again: another process is changing the catalog.
  case tryAgain
  /// Make the change in the files of the cluster, or remove the file from it.
  case changeCluster

  // MARK: What the catalog holds

  /// Import the names of places.
  case addGazetteer
  /// Import areas.
  case addAreas
  /// List the available areas.
  case listAreas
  /// Rebuild the affinities between listings.
  case rebuildRecommendations

  // MARK: Another request

  /// Query whether the bar is open at a time.
  case askOpening
  /// Query whether the event runs at a time, or takes place in a window.
  case askEvent
  /// Query whether the couch is free for a stay.
  case askStay
  /// Name the country and region whose holidays apply.
  case nameCountry
  /// Give the coordinate for which sun times are computed.
  case placeHours

  // MARK: An import

  /// Name the file's format, one of these.
  case nameFormat([String])
  /// Name the columns that hold these fields; without fields, the columns that are not used.
  case mapColumns(fields: [String])
  /// Declare a custom field of the catalog.
  case declareField(name: String)
  /// Replace everything that was imported from this source, once the import looks right.
  case replaceSource
  /// Import the file as this source, to which its ids belong, take the listings over, or give them other ids.
  case takeOver(source: String)
  /// Confirm that the source has no listings any longer.
  case allowEmpty
  /// Name the columns of a table without header by their numbers, as in this column map.
  case numberColumns(path: String, map: String)
  /// Import the listings that this calendar belongs to, and the calendar with them.
  case importWithCalendar(path: String)
  /// Accept features of more types: this one, written as `key=value`, or all.
  case includeType(String?)
  /// Give a time zone to all listings that name none.
  case giveTimeZone
  /// Say whether the day, the month or the year comes first in dates.
  case orderDates
  /// Name the currency of the prices, if it is not the assumed one.
  case giveCurrency
  /// Give a coordinate to all events that have none.
  case placeEvents
  /// Write the rejected rows to a file, correct them, and import again.
  case writeRejects
  /// Convert the file with a suitable program.
  case convert(Conversion)

  // MARK: Other steps

  /// Perform the actions one by one, so that only the failing ones fail.
  case performSingly
  /// Draw GeoJSON in the form of answers.
  case drawGeoJSON
}

/// A conversion of a file into a form that can be imported.
public enum Conversion: Hashable, Sendable {
  /// To GeoJSON with coordinates in degrees.
  case toGeoJSON
  /// From meters of a projected system to degrees.
  case toDegrees
  /// By a program that has to be installed.
  case installed(OutsideTool)
  /// To UTF-8.
  case toUTF8(from: String, path: String)
  /// From JSON values over several lines to one object per line.
  case toJSONLines
  /// From JavaScript with JSON in it to JSON.
  case javaScriptToJSON
  /// From the array under a key of a JSON object to one element per line.
  case elements(key: String, path: String)
}

/// A program that reads a format.
public enum OutsideTool: Hashable, Sendable {
  /// Of OpenStreetMap.
  case osmium
  /// The geodata library.
  case gdal
  /// The package of Python for Parquet.
  case pyarrow
}

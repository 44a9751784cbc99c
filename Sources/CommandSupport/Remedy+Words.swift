import CodedErrors
import VicinityFormats

extension Remedy {
  /// The input to type next: the only place that words the advice of libraries as options and command lines.
  package var words: String {
    switch self {
    case .makeCatalog, .migrate, .migrateWithoutCopy, .recover, .keepOneName, .checkCatalog, .tryAgain,
      .changeCluster:
      wordsForFile
    case .addGazetteer, .addAreas, .listAreas, .rebuildRecommendations: wordsForContent
    case .askOpening, .askEvent, .askStay, .nameCountry, .placeHours: wordsForQuestion
    case .nameFormat, .mapColumns, .declareField, .replaceSource, .takeOver, .allowEmpty, .numberColumns,
      .importWithCalendar, .includeType,
      .giveTimeZone, .orderDates, .giveCurrency, .placeEvents, .writeRejects, .convert:
      wordsForImport
    case .performSingly: "--each performs the valid lines."
    case .drawGeoJSON:
      "A map is drawn from GeoJSON or JSON Lines, such as `vicinity near … --format geojson` writes."
    }
  }

  private var wordsForFile: String {
    switch self {
    case .makeCatalog(let path):
      path == CatalogOptions.defaultName
        ? "`vicinity import FILE` creates it; --catalog names another one."
        : "`vicinity import FILE --catalog \(path)` creates it."
    case .migrate(let path):
      "`vicinity migrate --catalog \(path)` brings it up to date; if it cannot be written, migrate a copy."
    case .migrateWithoutCopy(let path): "`vicinity migrate --no-copy --catalog \(path)` does so."
    case .recover(let path):
      "Open the catalog once as a user who may write it and its folder, such as with "
        + "`vicinity stats --catalog \(path)`."
    case .keepOneName(let path):
      "Remove the other names, or make this one a copy: cp \(path) NEW && mv NEW \(path)"
    case .checkCatalog:
      "Run `vicinity check`, which lists all defects; then use a sound copy, or import again."
    case .tryAgain: "Try again."
    case .changeCluster:
      "`import`, `edit` and `apply` do so with --server URL; all other commands make changes with `vicinity cluster "
        + "run -- COMMAND`. To use the file without the cluster, run `vicinity cluster leave`."
    default: ""
    }
  }

  private var wordsForContent: String {
    switch self {
    case .addGazetteer:
      "Import one: vicinity gazetteer import cities15000.txt countryInfo.txt admin1CodesASCII.txt, files of "
        + "https://download.geonames.org/export/dump/"
    case .addAreas: "Import some with `vicinity areas import FILE`."
    case .listAreas: "`vicinity areas list` shows them."
    case .rebuildRecommendations: "Run `vicinity recommend --build` for that."
    default: ""
    }
  }

  private var wordsForQuestion: String {
    switch self {
    case .askOpening: "Check whether it is open at a time (--at)."
    case .askEvent: "Check whether it runs at a time (--at) or takes place in a window (--from and --to with times)."
    case .askStay: "Check whether it is free for a stay (--from and --to with dates)."
    case .nameCountry: "Name the country and region with --country and --region."
    case .placeHours: "Give the position with --lat and --lon."
    default: ""
    }
  }

  private var wordsForImport: String {
    switch self {
    case .nameFormat(let formats):
      "If it is one of \(formats.joined(separator: ", ")), name it, such as --format \(formats.first ?? "")."
    case .mapColumns(let fields) where fields.isEmpty: "Use --map field=column to import one."
    case .mapColumns(let fields):
      "Name them with --map, for example --map \(fields.map { "\($0)=COLUMN" }.joined(separator: ",")); "
        + "a value for all rows is written with two equals signs (\(fields.last ?? "")==VALUE)"
        + (fields.contains("lat") ? ", and one column with both is --map position=COLUMN." : ".")
    case .declareField(let name):
      "Declare it with `vicinity field add \(name) --type text`, or another type of text, number, boolean, date and "
        + "list."
    case .replaceSource: "When you import the file again, --replace-source removes the listings of this attempt."
    case .takeOver(let source):
      "If it is a newer file of that source, import it with --source \(source.shellWord); otherwise --id-prefix TEXT "
        + "gives the listings ids of their own, and --take-over replaces those of the other source."
    case .allowEmpty: "If the source really has no listings any longer, add --allow-empty."
    case .numberColumns(let path, let map):
      "Name its columns by number: vicinity import \(path) --no-header --map \(map)"
    case .importWithCalendar(let path): "Import the listings with it: vicinity import listings.csv --calendar \(path)"
    case .includeType(let type):
      "To import them anyway: \(type.map { "--include \($0) (or --include '*' for all)" } ?? "--include '*'")."
    case .giveTimeZone:
      "Import a gazetteer, which determines the zone of each place, then the file again: vicinity gazetteer import "
        + "cities15000.txt countryInfo.txt admin1CodesASCII.txt; or give all rows without a time zone one with "
        + "--timezone, an IANA name such as Europe/Berlin."
    case .orderDates: "Say which comes first: --dates dmy (03/04 is 3 April), mdy (March 4) or ymd."
    case .giveCurrency: "If they are in another currency, import the file again with it, such as --currency EUR."
    case .placeEvents: "--near LAT,LON puts all such events there."
    case .writeRejects: "Correct the rejected rows (--rejects FILE shows them) and import again."
    case .convert(let conversion): conversion.words
    default: ""
    }
  }
}

extension Conversion {
  fileprivate var words: String {
    switch self {
    case .toGeoJSON: "Convert it: ogr2ogr -t_srs EPSG:4326 out.geojson FILE, then import out.geojson."
    case .toDegrees: "Convert the file first: ogr2ogr -t_srs EPSG:4326 out.geojson in.geojson"
    case .installed(.osmium): "Install osmium: apt-get install osmium-tool, or brew install osmium-tool."
    case .installed(.gdal): "Install GDAL: apt-get install gdal-bin, or brew install gdal."
    case .installed(.pyarrow): "Install Python with pyarrow or duckdb: pip install pyarrow."
    case .toUTF8(let encoding, let path): "Convert it first: iconv -f \(encoding) -t UTF-8 \(path)"
    case .elements(let key, let path): "Write one listing per line: jq -c '.\(Self.jqPath(key))[]' \(path)"
    case .javaScriptToJSON:
      "Remove what is before the first bracket and after the last: "
        + "sed -e '1s/^[^[{]*//' -e '$s/[);[:space:]]*$//' FILE > out.json"
    case .toJSONLines: "Put each on a line of its own: jq -c . FILE"
    }
  }

  /// `["result"]["records"]` for `result.records`.
  private static func jqPath(_ key: String) -> String {
    key.split(separator: ".").map { "[\"\($0)\"]" }.joined()
  }
}

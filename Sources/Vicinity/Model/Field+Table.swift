import Streams

extension Field {
  /// The built-in fields of a listing, in the order of its canonical form.
  ///
  /// JSON, column maps, validation, staging, writing, reading and answers derive from this table. To add a field: its
  /// name in ``Field``, its property of ``Listing``, a row here, and a migration that adds its column.
  package static let table: [FieldDefinition] = [
    FieldDefinition(
      .id, .composite,
      synonyms: [
        "id", "uid", "uuid", "eventid", "listingid", "identifier", "idevento", "ref", "stopid", "placeid", "fsqid",
        "osmid", "gersid",
      ],
      isBinding: true),
    FieldDefinition(.kind, .composite, synonyms: ["kind"], isBinding: true),
    FieldDefinition(
      .category, .word(FieldWord({ $0.category }, { $0.category = $1 })), .listing("category"),
      synonyms: ["category", "kategorie", "categoria", "categorie"], index: .code),
    FieldDefinition(
      .name, .text({ $0.name }, { $0.name = $1 }, limit: 2_000), .listing("name"),
      synonyms: [
        "name", "title", "titel", "titulo", "titre", "titlefr", "stopname", "placename", "nombre", "nom", "nome",
        "eventname", "eventtitle", "barname", "pubname", "cafename", "restaurantname", "businessname", "subject",
      ], index: .column),
    FieldDefinition(
      .names, .composite,
      stored: StoredField(
        .names, .detail("names"),
        .text({ NamedTexts.text(of: $0.names) }, { $0.names = $1.map(NamedTexts.texts) ?? [:] })),
      synonyms: ["names"], label: "other names", isInAnswers: false),
    FieldDefinition(
      .lat, .composite,
      synonyms: [
        "lat", "latitude", "latitud", "breite", "breitengrad", "geobreite", "geolat", "stoplat", "locationlat",
        "gpslat",
      ], isBinding: true),
    FieldDefinition(
      .lon, .composite,
      synonyms: [
        "lon", "lng", "long", "longitude", "longitud", "laenge", "laengengrad", "geolaenge", "geolon", "geolong",
        "geolng", "stoplon",
        "locationlng", "locationlon", "gpslon", "gpslng",
      ], isBinding: true),
    // No limit: a zone is one of those that exist.
    FieldDefinition(
      .timezone, .text({ $0.timeZone }, { $0.timeZone = $1 }, limit: .max), .listing("zone_id", in: .zone),
      synonyms: ["timezone", "tz", "zone"], label: "time zone", isBinding: true),
    FieldDefinition(
      .tags, .composite, synonyms: ["tags", "categories", "categoryname", "keywords"],
      index: .column),
    FieldDefinition(
      .price, .composite,
      stored: StoredField(
        .price, .listing("price"),
        .number(
          .integer(FieldRange.price), get: { $0.price.map { Int64($0.minorUnits) } },
          set: { $0.price = Price(minorUnits: Int($1), currency: nil) })),
      synonyms: [
        "price", "preis", "precio", "prix", "cost", "entry", "charge", "ticketprice", "entryfee", "admission",
        "eintritt",
      ], index: .column),
    // After the price, which it completes.
    FieldDefinition(
      .currency, .composite,
      stored: StoredField(
        .currency, .listing("currency_id", in: .currency),
        .text(nil, get: { $0.rateCurrency }, set: { $0.price?.currency = $1 })),
      synonyms: ["currency", "waehrung"], index: .column, isBinding: true),
    FieldDefinition(
      .priceLevel, .whole({ $0.priceLevel }, { $0.priceLevel = $1 }, FieldRange.priceLevel, allowed: "1 to 4"),
      .listing("price_level"),
      synonyms: ["pricelevel"], label: "level", index: .code),
    FieldDefinition(
      .rating, .number({ $0.rating }, { $0.rating = $1 }, FieldRange.rating, allowed: "0 to 5", places: 2),
      .listing("rating"),
      synonyms: ["rating", "stars", "score", "totalscore", "averagerating", "avgrating", "bewertung"], index: .column),
    FieldDefinition(
      .ratingCount, .whole({ $0.ratingCount }, { $0.ratingCount = $1 }, 0...1_000_000_000, allowed: "0 to 10^9"),
      stored: StoredField(
        .ratingCount, .listing("rating_count"), .integer({ $0.ratingCount }, { $0.ratingCount = $1 }, FieldRange.votes)),
      synonyms: [
        "ratingcount", "ratings", "reviews", "numberofreviews", "reviewscount", "reviewcount", "userratingstotal",
        "votes",
        "anzahlbewertungen",
      ],
      index: .column),
    FieldDefinition(
      .openingHours, .text({ $0.openingHours }, { $0.openingHours = $1 }, limit: FieldRange.rule.upperBound),
      stored: StoredField(
        .openingHours, .listing("schedule_id", in: .schedule),
        .text({ $0.openingHours }, { $0.openingHours = $1 }, bytes: FieldRange.rule)),
      synonyms: ["openinghours", "hours", "oeffnungszeiten"], label: "hours"),
    FieldDefinition(
      .region, .text({ $0.region }, { $0.region = $1 }, limit: 200), .detail("region"),
      synonyms: ["region", "province", "bundesland", "addrstate", "addressregion"]),
    FieldDefinition(
      .accessible, .word(FieldWord({ $0.accessible }, { $0.accessible = $1 })), .listing("accessible"),
      synonyms: ["accessible", "wheelchair", "wheelchairaccessible", "accessibility", "barrierefrei"], index: .code),
    FieldDefinition(
      .starts, .composite, stored: StoredField(.starts, .listing("starts"), .time({ $0.starts }, { $0.starts = $1 })),
      synonyms: [
        "starts", "start", "startdate", "starttime", "startsat", "dtstart", "begin", "beginn", "fecha", "date",
        "startdatetime", "datetime", "eventdate", "eventstart", "datum",
      ], isBinding: true),
    FieldDefinition(
      .ends, .composite, stored: StoredField(.ends, .listing("ends"), .time({ $0.ends }, { $0.ends = $1 })),
      synonyms: [
        "ends", "end", "enddate", "endtime", "endsat", "dtend", "ende", "fechafin", "enddatetime", "eventend",
      ], isBinding: true),
    FieldDefinition(
      .allDay, .composite,
      stored: StoredField(
        .allDay, .listing("all_day"),
        .number(.flag, get: { $0.allDay ? 1 : nil }, set: { $0.allDay = $1 == 1 })),
      synonyms: ["allday", "alldayevent"], isBinding: true),
    FieldDefinition(
      .recurrence, .text({ $0.recurrence }, { $0.recurrence = $1 }, limit: FieldRange.rule.upperBound),
      stored: StoredField(
        .recurrence, .detail("recurrence"), .text({ $0.recurrence }, { $0.recurrence = $1 }, bytes: FieldRange.rule)),
      synonyms: ["recurrence", "rrule"], label: "repeats", isBinding: true),
    FieldDefinition(
      .status, .word(FieldWord({ $0.status }, { $0.status = $1 })), .listing("status"),
      synonyms: ["status", "eventstatus"], isBinding: true),
    FieldDefinition(
      .operatingStatus, .word(FieldWord({ $0.operatingStatus }, { $0.operatingStatus = $1 })),
      .listing("operating_status"),
      synonyms: ["operatingstatus", "businessstatus", "openingstatus", "closedbucket", "operationalstatus"],
      label: "status", index: .code, isBinding: true),
    FieldDefinition(
      .guests, .whole({ $0.guests }, { $0.guests = $1 }, FieldRange.guests, allowed: "1 to 10^6"), .listing("guests"),
      synonyms: ["guests", "accommodates"], index: .column),
    FieldDefinition(
      .minNights, .whole({ $0.minNights }, { $0.minNights = $1 }, FieldRange.minNights, allowed: "1 to 10^6"),
      .listing("min_nights"),
      synonyms: ["minnights", "minimumnights"], label: "min nights", index: .column, isBinding: true),
    FieldDefinition(
      .maxNights, .whole({ $0.maxNights }, { $0.maxNights = $1 }, FieldRange.maxNights, allowed: "1 to 10^9"),
      .listing("max_nights"),
      synonyms: ["maxnights", "maximumnights"], label: "max nights", index: .column, isBinding: true),
    FieldDefinition(
      .advanceNotice,
      .whole({ $0.advanceNoticeDays }, { $0.advanceNoticeDays = $1 }, FieldRange.notice, allowed: "0 to 366 days"),
      .listing("advance_notice"), synonyms: ["advancenotice", "advancebookingrequirement"], label: "notice",
      isBinding: true),
    FieldDefinition(
      .cancellationNotice,
      .whole(
        { $0.cancellationNoticeDays }, { $0.cancellationNoticeDays = $1 }, FieldRange.notice, allowed: "0 to 366 days"),
      .listing("cancellation_notice"), synonyms: ["cancellationnotice"], label: "cancel until", isBinding: true),
    FieldDefinition(.nightlyRates, .composite, synonyms: [], label: "on nights", isInAnswers: false, isBinding: true),
    FieldDefinition(.publicRadius, .composite, synonyms: ["publicradius"], isInAnswers: false, isBinding: true),
    FieldDefinition(
      .host, .text({ $0.host }, { $0.host = $1 }, limit: FieldRange.id.upperBound), .detail("host"),
      synonyms: ["host", "hostid"], isBinding: true),
    FieldDefinition(
      .capacity, .whole({ $0.capacity }, { $0.capacity = $1 }, FieldRange.capacity, allowed: "0 to 10^9"),
      .detail("capacity"),
      synonyms: ["capacity"], isBinding: true),
    FieldDefinition(
      .venue, .text({ $0.venue }, { $0.venue = $1 }, limit: FieldRange.id.upperBound), .detail("venue"),
      synonyms: ["venue", "venueid"]),
    FieldDefinition(.unavailable, .composite, synonyms: [], label: "not free", isInAnswers: false, isBinding: true),
    FieldDefinition(
      .address, .text({ $0.address }, { $0.address = $1 }, limit: 2_000), .detail("address"),
      synonyms: [
        "address", "adresse", "direccion", "fulladdress", "formattedaddress", "streetaddress", "street", "address1",
        "addressline1", "strasse", "vicinity",
      ]),
    FieldDefinition(
      .phone, .text({ $0.phone }, { $0.phone = $1 }, limit: 1_000), .detail("phone"),
      synonyms: ["phone", "telephone", "tel", "telefon"]),
    FieldDefinition(
      .url, .text({ $0.url }, { $0.url = $1 }, limit: 10_000), .detail("url"),
      synonyms: ["url", "website", "websiteurl", "link", "sourceurl", "contenturl", "homepage", "webseite"],
      label: "web"),
    FieldDefinition(
      .image, .text({ $0.image }, { $0.image = $1 }, limit: 10_000), .detail("image"),
      synonyms: ["image", "imageurl", "picture", "photo"]),
    FieldDefinition(
      .images, .composite,
      stored: StoredField(
        .images, .detail("images"),
        .text(
          { $0.images.isEmpty ? nil : JSONValue.array($0.images.map { .string($0) }).text },
          { $0.images = ($1.flatMap { try? JSONParser.parse($0.utf8) }?.array ?? []).compactMap(\.string) })),
      synonyms: ["images", "pictures", "photos"]),
    FieldDefinition(
      .links, .composite,
      stored: StoredField(
        .links, .detail("links"),
        .text({ NamedTexts.text(of: $0.links) }, { $0.links = $1.map(NamedTexts.texts) ?? [:] })),
      synonyms: ["links"]),
    FieldDefinition(
      .description, .text({ $0.description }, { $0.description = $1 }, limit: 1_000_000), .detail("description"),
      synonyms: ["description", "beschreibung", "descripcion", "summary"], label: "about"),
    FieldDefinition(
      .own, .composite,
      stored: StoredField(
        .own, .detail("own"), .text({ OwnValues.text(of: $0.own) }, { $0.own = $1.map(OwnValues.values) ?? [:] })),
      synonyms: [], isInAnswers: false),
  ]
}

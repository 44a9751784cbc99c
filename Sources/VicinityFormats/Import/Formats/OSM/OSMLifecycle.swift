import CivilTime
import Hours
import Streams
import Vicinity

/// Whether an OSM element exists, by its lifecycle tags.
///
/// A prefix of a main key, as in `disused:amenity=pub`, says that the element is this no longer or not yet, and says
/// nothing of its other types: a café with `was:amenity=pub` is a café. A flag, as in `disused=yes` or a past
/// `end_date`, says so of the whole element. Names and notes are no evidence. Source: the wiki pages "Lifecycle prefix"
/// and "Key:end_date".
struct OSMLifecycle {
  /// The outcome for an element.
  enum Outcome {
    /// A place with these tags, in business unless it has a status.
    case place(OSMTags, OperatingStatus?)
    /// It no longer exists, according to this tag.
    case gone(String)
  }

  private let scope: OSMScope
  private let now: Instant

  init(scope: OSMScope, now: Instant) { (self.scope, self.now) = (scope, now) }

  /// Judges the tags of an element.
  func outcome(_ tags: OSMTags) -> Outcome {
    let spelled = Self.spelled(tags)
    let status = PlaceStatus(now: now).status { tags[$0] ?? spelled[$0] }
    if tags.types.contains(where: { scope.admits($0) && !Self.phaseWords.contains($0.value) }) {
      return .place(tags, status)
    }
    var gone: String?
    var planned: (tag: String, tags: OSMTags)?
    for (key, text) in tags.pairs {
      let value = text.trimmingSpaces.lowercased()
      guard let (phase, main) = Self.phase(of: key), !value.isEmpty, value != "no" else { continue }
      let covers = scope.admits((main, value))
      switch phase {
      case .past: if covers || gone == nil { gone = "\(key)=\(value)" }
      case .future: if covers { planned = ("\(key)=\(value)", tags.setting(main, to: value)) }
      }
    }
    for (main, text) in tags.types {
      let value = text.lowercased()
      guard Self.phaseWords.contains(value), scope.admits((main, text)) || value == "construction" else { continue }
      guard Self.phases[value] == .future else {
        // shop=vacant.
        gone = "\(main)=\(value)"
        continue
      }
      // amenity=construction with construction=pub.
      let type = (tags[value] ?? "").lowercased()
      if scope.admits((main, type)) || scope.admits((main, text)) {
        planned = ("\(main)=\(value)", type.isEmpty ? tags : tags.setting(main, to: type))
      }
    }
    if let planned { return .place(planned.tags, status ?? .planned) }
    // An element that has another type stays, with that type; one without is gone.
    if let gone, tags.mainType == nil || isCovered(gone) { return .gone(gone) }
    return .place(tags, status)
  }

  /// Whether a lifecycle tag is of a type that is imported, so that it is the reason to leave its element out.
  private func isCovered(_ tag: String) -> Bool {
    let parts = tag.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return false }
    let main = Self.phase(of: String(parts[0]))?.1 ?? String(parts[0])
    return scope.admits((main, String(parts[1])))
  }

  /// The tags, with keys that are no OpenStreetMap spelling, such as `permanentlyClosed` in other programs' GeoJSON,
  /// replaced by the keys that they mean.
  private static func spelled(_ tags: OSMTags) -> [String: String] {
    var spelled: [String: String] = [:]
    for (key, value) in tags.pairs where key.utf8.contains(where: { (0x41...0x5a).contains($0) || $0 == 0x20 }) {
      spelled[PlaceStatus.key(of: key)] = value
    }
    return spelled
  }

  private enum Phase { case past, future }

  /// The phase and the main key of `disused:amenity`, `was:disused:amenity`, `amenity:disused` or `disused_amenity`;
  /// nil for other keys.
  private static func phase(of key: String) -> (Phase, String)? {
    let parts = key.lowercased().split(separator: ":").map(String.init)
    if parts.count > 1, let last = parts.last, let first = parts.first {
      if let phase = phases[first], OSMTags.isMainKey(last) { return (phase, last) }
      if let phase = phases[last], OSMTags.isMainKey(first) { return (phase, first) }
      return nil
    }
    let words = key.lowercased().split(separator: "_", maxSplits: 1).map(String.init)
    guard words.count == 2, let phase = phases[words[0]], OSMTags.isMainKey(words[1]) else { return nil }
    return (phase, words[1])
  }

  private static let phases: [String: Phase] = {
    var phases: [String: Phase] = [:]
    for word in [
      "disused", "abandoned", "was", "removed", "demolished", "razed", "destroyed", "historic", "closed", "ruins",
      "ruined", "ruin", "dismantled", "former", "formerly", "old", "obsolete", "gone", "defunct", "vacant", "burned",
      "burnt",
    ] { phases[word] = .past }
    for word in ["construction", "proposed", "planned", "project", "projected", "future", "under_construction"] {
      phases[word] = .future
    }
    return phases
  }()

  /// Values of a main key that are no type.
  static let phaseWords: Set = [
    "construction", "proposed", "planned", "disused", "abandoned", "vacant", "closed", "removed", "demolished",
    "destroyed", "razed", "ruins", "former",
  ]
}

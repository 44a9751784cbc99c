extension OSMScope {
  /// Filter expressions of osmium for the elements to import; a few others pass them as well.
  ///
  /// They also cover types under the prefix of a phase, such as `disused:amenity`, lists of types, and elements with
  /// opening hours, which may have no type.
  var osmiumFilters: [String] {
    guard !includesAll else { return ["nwr/*"] }
    let phases = OSMLifecycle.phaseWords.sorted()
    var filters = Self.types.sorted { $0.key < $1.key }.map { key, values in
      "nwr/\(key)=\((values.sorted() + phases).joined(separator: ","))"
    }
    for key in Self.types.keys.sorted() {
      // An asterisk stands for any text.
      filters += ["nwr/\(key)=*;*", "nwr/*:\(key)", "nwr/\(key):*", "nwr/*_\(key)"]
    }
    for type in included.sorted() {
      let parts = type.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let isWord = !parts[1].contains { ",*".contains($0) }
      filters += isWord ? ["nwr/\(type)", "nwr/\(parts[0])=*;*"] : ["nwr/\(parts[0])"]
      filters.append("nwr/*:\(parts[0])")
    }
    return filters + ["nwr/opening_hours"]
  }
}

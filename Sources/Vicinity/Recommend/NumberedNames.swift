/// Names numbered in order of appearance.
package struct NumberedNames {
  package private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  package init() {}

  /// The number of a known name.
  package subscript(_ name: String) -> Int32? { numbers[name] }

  /// The number of a name, newly assigned if necessary.
  package mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}

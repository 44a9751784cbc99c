/// Names with their numbers, in the order in which they came.
package struct NumberedNames {
  package private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  package init() {}

  /// The number of a name that is known.
  package subscript(_ name: String) -> Int32? { numbers[name] }

  /// The number of a name, a new one for a new name.
  package mutating func number(of name: String) -> Int32 {
    if let number = numbers[name] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}

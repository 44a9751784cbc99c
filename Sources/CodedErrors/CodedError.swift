/// An error thrown to callers of a library: a code for programs, a description for people, and a remedy.
///
/// The description says what is wrong and where, in words that suit a function call, a command and a request alike. A
/// next step that is an option, a command or a parameter is a ``Remedy``, which each front end words in its own terms.
public protocol CodedError: Error, CustomStringConvertible {
  /// A short word for the kind of error, in kebab case; stable, for programs. `docs/errors.md` lists all of them.
  var code: String { get }
  /// A next step that may help; nil if there is none, or if the description contains it already.
  var remedy: Remedy? { get }
}

extension CodedError {
  /// The default: no remedy is known.
  public var remedy: Remedy? { nil }

  /// The description, followed by the remedy in the words of a front end.
  /// - Parameter wording: one or more sentences for a remedy.
  public func text(wording: (Remedy) -> String) -> String {
    guard let remedy else { return description }
    let isSentence = description.last.map { ".?!".contains($0) } ?? true
    return "\(description)\(isSentence ? "" : ".") \(wording(remedy))"
  }
}

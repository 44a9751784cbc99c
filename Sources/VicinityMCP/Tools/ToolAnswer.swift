import CodedErrors
import Streams
import Vicinity
import VicinityFormats

/// The answer of a tool: text for the model, and the same as data.
package struct ToolAnswer: Sendable {
  package let text: String
  /// Nil for an error.
  package let structured: JSONValue?

  package init(_ text: String, _ structured: JSONValue) {
    // Some tables end with a line break.
    self.text = text.last == "\n" ? String(text.dropLast()) : text
    self.structured = structured
  }

  /// The answer for a change that has been made.
  package init(_ outcome: ActionOutcome) { self.init(outcome.text, outcome.json) }

  /// An error that the model can react to.
  package init(failing text: String) {
    self.text = text
    structured = nil
  }

  /// An error of the engine, with its code and a next step.
  /// - Parameter worded: the same error in the words of a front end; nil for those of the error itself.
  package init(failing error: any Error, worded: (any CodedError)? = nil) {
    guard let known = error as? any CodedError, let told = worded ?? known as (any CodedError)? else {
      self.init(failing: "\(error) (internal)")
      return
    }
    let advice = known.remedy.flatMap(\.advice).map { " \($0)" } ?? ""
    self.init(failing: "\(told.description.asSentence)\(advice) (\(told.code))")
  }

  /// Longer texts are cut: the data is complete.
  private static let longestText = 20_000

  /// The result of `tools/call`.
  var result: JSONObject {
    let shown = text.count > Self.longestText ? text.prefix(Self.longestText) + "\n… (the text is cut)" : text
    var result = JSONObject([("content", [["type": "text", "text": .string(String(shown))]])])
    result["structuredContent"] = structured
    result["isError"] = .bool(structured == nil)
    return result
  }

  /// The bytes of the data, as JSON.
  var size: Int { structured?.text.utf8.count ?? 0 }
}

extension String {
  fileprivate var asSentence: String { last.map { ".?!".contains($0) } ?? true ? self : self + "." }
}

extension Remedy {
  /// The next step in terms of tools; nil for those that only the owner of the catalog can take.
  fileprivate var advice: String? {
    switch self {
    case .addGazetteer: "This catalog knows no names of places: give latitude and longitude."
    case .addAreas, .listAreas: "Use `near` with `radius`, or `bbox`."
    case .askOpening, .askEvent: "Call `availability` with `open`, or for an event with `during`."
    case .askStay: "Call `availability` with `stay`."
    case .tryAgain: "Call the tool again."
    default: nil
    }
  }
}

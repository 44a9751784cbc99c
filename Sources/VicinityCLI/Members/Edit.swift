import ArgumentParser
import CommandSupport
import Streams
import Vicinity
import VicinityFormats

/// Changes values of a listing.
struct Edit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change values of a listing; other values do not change.",
    usage: "vicinity edit <id> <key=value> ... [<options>]",
    discussion: """
      An empty value removes the field. Tags are separated by commas. --set takes a JSON merge patch (RFC 7396) of the \
      canonical form, also for nights and rates.

      Examples:
        vicinity edit stuttgart-brennglas price=5.80 tags=cocktails,quiet url=
        vicinity edit mures-tanchaz starts=2026-12-03T20:00 ends=2026-12-03T23:30
        vicinity edit budapest-duna-part \\
          --set '{"unavailable":[["2026-12-24","2027-01-02"]]}'
      """)

  @Argument(help: "The id of the listing.", completion: .listing)
  var id: String

  @Argument(help: ArgumentHelp("The new values.", valueName: "key=value"))
  var values: [String] = []

  @Option(help: ArgumentHelp("A JSON object of new values; null removes one.", valueName: "json"))
  var set: String?

  @OptionGroup var acting: ActingOptions
  @OptionGroup var server: ServerOptions

  func validate() throws {
    if values.isEmpty, set == nil { throw ValidationError("name what to change: key=value, or --set JSON") }
  }

  func run() throws {
    let form = try form()
    let patch: ListingPatch
    do { patch = try ListingPatch(form, path: "") } catch {
      throw ValidationError("\(error)")
    }
    if server.server != nil {
      let path = "/v1/listings/\(ServerOptions.escaped(id))"
      let answer = try server.send("PATCH", path, text: JSONValue.object(form).text, type: "application/json")
      return try Console.write(JSONParser.parse(answer.utf8))
    }
    do { try acting.perform(.edit(listing: id, patch: patch)) } catch QueryError.unknownKey(let key, nil, let known) {
      throw ValidationError(
        "unknown key \(key.shortened); to store it, declare a field: vicinity field add \(key.shortened) --type TYPE. "
          + "Known are \(known.joined(separator: ", "))")
    }
  }

  private func form() throws -> JSONObject {
    var form = JSONObject()
    if let set {
      do {
        guard let object = try JSONParser.parse(set.utf8).object else {
          throw ValidationError(#"--set takes an object, such as {"price":12,"url":null}"#)
        }
        form = object
      } catch let error as JSONSyntaxError {
        let hint = set.contains("=") && !set.contains("{") ? "; without --set, write vicinity edit \(id) \(set)" : ""
        throw ValidationError("--set: \(error)\(hint)")
      }
    }
    for text in values {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw ValidationError("\(text.asTyped) is not a change; write key=value, such as price=12")
      }
      let (key, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
      form[key] = ListingValueText.json(of: value, forKey: key)
    }
    return form
  }
}

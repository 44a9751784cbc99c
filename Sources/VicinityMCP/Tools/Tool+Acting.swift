import Streams
import Vicinity

extension Tool {
  /// A tool that performs the action of a verb, in the name of the member.
  ///
  /// - Parameters:
  ///   - subject: the key that the argument `id` becomes.
  ///   - inputs: other arguments, named like the keys of the action.
  static func acting(
    _ verb: String, _ subject: String = "listing", name: String, title: String, _ description: String,
    id: QueryInput = Tool.id, _ inputs: [QueryInput] = [], required: Set<String> = [], isDestructive: Bool = false,
    isIdempotent: Bool = true
  ) -> Tool {
    Tool(
      name: name, title: title, description: description, inputs: [id] + inputs, required: required.union(["id"]),
      output: [("do", "string"), ("status", "string")], isDestructive: isDestructive, isIdempotent: isIdempotent,
      work: .acting { arguments, member in
        var form = try arguments.form()
        (form["do"], form["id"]) = (.string(verb), nil)
        form[subject] = .string(try arguments.required("id"))
        do { return try Action(json: .object(form), by: member) } catch let error as QueryError {
          throw error.renamingPaths { $0 == subject ? "id" : $0 }
        }
      })
  }
}

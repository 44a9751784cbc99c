import Streams

extension Query {
  mutating func readLanguage(_ members: QueryMembers) throws(QueryError) {
    guard let tag = try members.string("language", expected: "a language tag", example: #""en""#) else { return }
    guard NamedTexts.isKey(tag) else {
      throw .outOfRange(path: "language", found: "\"\(tag)\"", allowed: "a language tag such as en or zh-Hant")
    }
    language = tag
  }
}

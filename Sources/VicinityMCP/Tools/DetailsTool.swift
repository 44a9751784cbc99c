import Streams
import Vicinity
import VicinityFormats

extension Tool {
  static let details = Tool(
    name: "details", title: "Show a listing",
    description: """
      All that is known about one listing: address, opening hours as written, price, rating, tags, web site, \
      description, and for couches the terms of a stay.
      """,
    inputs: [id], required: ["id"], output: [("id", "string"), ("kind", "string")],
    work: .reading { arguments, context in
      let id = try arguments.required("id")
      let listing = try context.catalog.currentAndSourceListing(id, for: context.member, at: context.now).current
      return ToolAnswer(
        ListingSheet(listing, at: context.now).text, try JSONValue(parsing: listing.jsonText.utf8))
    })
}

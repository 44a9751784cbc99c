import CivilTime
import Streams

extension Catalog {
  /// How hosts rate a member as a guest.
  ///
  /// - Parameters:
  ///   - member: the guest.
  ///   - limit: the most ratings; the mean and the votes are of all.
  public func guestRating(of member: String, limit: Int = 100) throws -> GuestRatingSummary {
    try read { worker, _, _ in try GuestRatingSummary(of: member, limit: limit, in: worker) }
  }
}

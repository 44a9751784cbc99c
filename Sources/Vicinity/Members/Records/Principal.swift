import CivilTime
import CodedErrors

/// The identity that changes a catalog, and its permissions.
public enum Principal: Hashable, Sendable {
  /// The owner of the catalog, who may change everything.
  case owner
  /// A member: for themself, and as the host of their listings.
  case member(String)
  /// A member who may also change the listings of others.
  case editor(String)

  /// The member; nil for the owner.
  public var member: String? {
    switch self {
    case .owner: nil
    case .member(let name), .editor(let name): name
    }
  }
}

/// A change that the principal may not make.
public enum PermissionError: CodedError, Hashable {
  /// An action in the name of another member.
  case otherMember(member: String)
  /// A change of a listing that another member hosts, or that has no host.
  case notHost(listing: String)
  /// A change of a booking that is for its host.
  case forHost(booking: String)
  /// An action reserved for editors.
  case forEditors
  /// A change by a member whose account is being deleted, or was deleted.
  case ended(member: String)
  /// A new listing with the id of one that an editor has hidden.
  case hidden(listing: String)
  /// A listing with another host.
  case otherHost(listing: String)
  /// Another location, radius or host of a couch with a private location.
  case privatePlace(listing: String)

  /// Stable, for programs.
  public var code: String {
    switch self {
    case .otherMember: "other-member"
    case .notHost: "not-host"
    case .forHost: "for-host"
    case .forEditors: "for-editors"
    case .ended: "account-ended"
    case .hidden: "hidden"
    case .otherHost: "other-host"
    case .privatePlace: "private-place"
    }
  }

  /// The error.
  public var description: String {
    switch self {
    case .otherMember(let member): "only \(member.shortened) may do that."
    case .notHost(let listing): "only the host of \"\(listing.shortened)\" may do that."
    case .forHost(let booking): "only the host may do that with \(booking.shortened)."
    case .forEditors: "only editors may do that."
    case .ended(let member): "the account of \(member.shortened) has ended."
    case .hidden(let listing): "\"\(listing.shortened)\" was hidden by an editor; only editors can restore it."
    case .otherHost(let listing): "\"\(listing.shortened)\" would have another host; leave `host` out."
    case .privatePlace(let listing):
      "the location of \"\(listing.shortened)\" is private; only its host can change `lat`, `lon`, `address`, "
        + "`publicRadius` and `host`."
    }
  }
}

extension Principal {
  /// Whether only listings of one's own can be changed.
  var isHost: Bool {
    if case .member = self { return true }
    return false
  }

  /// Refuses to act for another member.
  func check(actingFor other: String) throws(PermissionError) {
    guard let member, member != other else { return }
    throw .otherMember(member: other)
  }

  /// Refuses to change the listings of others.
  ///
  /// - Parameter host: the current host of the listing; nil when it has none.
  func check(changing listing: String, of host: String?) throws(PermissionError) {
    guard case .member(let name) = self, host != name else { return }
    throw .notHost(listing: listing)
  }

  /// Refuses to change what belongs to the listings of others.
  package func check(changing listing: Listing) throws(PermissionError) {
    try check(changing: listing.id, of: listing.host)
  }

  /// Refuses what only the host of a couch does, and no editor.
  ///
  /// - Parameter host: of the couch; nil when it has none.
  func check(hosting couch: String, of host: String?) throws(PermissionError) {
    guard let member, member != host else { return }
    throw .notHost(listing: couch)
  }

  /// Whether the private location of a couch stays unchanged, because the principal is not its host.
  func keepsPlace(of couch: Listing) -> Bool {
    guard let member else { return false }
    return couch.publicRadiusMeters != nil && couch.host != member
  }

  /// Refuses what only editors do.
  func checkEditor() throws(PermissionError) {
    if case .member = self { throw .forEditors }
  }

  /// Refuses to give a listing to another member.
  ///
  /// - Parameter host: of the listing as it becomes.
  func check(giving listing: String, to host: String?) throws(PermissionError) {
    guard case .member(let name) = self, host != name else { return }
    throw .otherHost(listing: listing)
  }
}

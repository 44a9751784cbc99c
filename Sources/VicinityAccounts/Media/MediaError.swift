import CodedErrors
import Streams

/// Why a picture or video cannot be stored or shown.
enum MediaError: CodedError, Hashable {
  /// There is none with this id, or the member may not see it.
  case unknown(id: String)
  /// The member has uploaded this many that no message has yet.
  case tooManyUnsent(Int)
  /// The listing has this many pictures.
  case tooManyPictures(Int)

  var code: String {
    switch self {
    case .unknown: "unknown-media"
    case .tooManyUnsent: "too-many-media"
    case .tooManyPictures: "too-many-pictures"
    }
  }

  var description: String {
    switch self {
    case .unknown(let id) where id.isEmpty: "The id of the picture or video is empty."
    case .unknown(let id): "There is no picture or video \"\(id.shortened)\" that you may see."
    case .tooManyUnsent(let count): "\(count) pictures and videos have not been sent yet; send them first."
    case .tooManyPictures(let most): "A listing has at most \(most) pictures; remove one."
    }
  }
}

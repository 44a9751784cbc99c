import Foundation
import Geography

/// A position as a unit vector, treating latitude and longitude as spherical.
struct UnitVector {
  let x: Double
  let y: Double
  let z: Double

  init(_ coordinate: Coordinate) {
    let (latitude, longitude) = (coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180)
    x = cos(latitude) * cos(longitude)
    y = cos(latitude) * sin(longitude)
    z = sin(latitude)
  }
}

import Foundation
import Geography

/// A position as a vector of length 1, its latitude and longitude taken on a sphere.
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

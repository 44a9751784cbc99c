import CivilTime
import Foundation

/// The times of sunrise, sunset and twilight on a date at a coordinate.
///
/// Source: J. Meeus, Astronomical Algorithms (2nd ed.), chapters 15 and 25 with the low-accuracy series, as in the
/// solar calculator of NOAA (https://gml.noaa.gov/grad/solcalc/calcdetails.html). Accurate to about a minute below 72
/// degrees of latitude.
struct SunTimes {
  var latitude: Double
  var longitude: Double

  /// The time of a sun event on a date, in seconds since 1970; `.always` and `.never` near the poles.
  func time(of event: SunEvent, on date: LocalDate) -> Occurrence {
    // Solar noon first, then two iterations with the sun's position at the event itself.
    let midnight = Double(date.dayNumber) * 86_400
    let noon = midnight + (720 - 4 * longitude) * 60
    var moment = noon
    for _ in 0..<3 {
      let sun = SunTimes.place(at: moment)
      let transit = noon - sun.equationOfTime * 60
      let cosine = hourAngleCosine(declination: sun.declination, altitude: event.altitude)
      guard cosine <= 1 else { return .below }
      guard cosine >= -1 else { return .above }
      let seconds = acos(cosine) * 180 / .pi * 240
      moment = transit + (event.isMorning ? -seconds : seconds)
    }
    return .at(Int64(moment.rounded()))
  }

  enum Occurrence {
    case at(Int64)
    /// The sun stays above the altitude all day.
    case above
    /// The sun stays below it.
    case below
  }

  /// Cosine of the hour angle at which the sun reaches an altitude; beyond ±1 when it never does.
  private func hourAngleCosine(declination: Double, altitude: Double) -> Double {
    let phi = latitude * .pi / 180
    let divisor = cos(phi) * cos(declination)
    let dividend = sin(altitude * .pi / 180) - sin(phi) * sin(declination)
    return divisor == 0 ? (dividend > 0 ? 2 : -2) : dividend / divisor
  }

  /// The sun's declination in radians and the equation of time in minutes.
  private static func place(at seconds: Double) -> (declination: Double, equationOfTime: Double) {
    let radians = Double.pi / 180
    // Julian centuries since J2000.0, which is 946 728 000 s after 1970.
    let t = (seconds - 946_728_000) / (86_400 * 36_525)
    let longitude = (280.46646 + t * (36_000.76983 + t * 0.0003032)).truncatingRemainder(dividingBy: 360)
    let anomaly = (357.52911 + t * (35_999.05029 - 0.0001537 * t)) * radians
    let eccentricity = 0.016708634 - t * (0.000042037 + 0.0000001267 * t)
    let center =
      sin(anomaly) * (1.914602 - t * (0.004817 + 0.000014 * t)) + sin(2 * anomaly) * (0.019993 - 0.000101 * t)
      + sin(3 * anomaly) * 0.000289
    let node = (125.04 - 1934.136 * t) * radians
    let apparent = (longitude + center - 0.00569 - 0.00478 * sin(node)) * radians
    let obliquity = (23.439291 - 0.0130042 * t + 0.00256 * cos(node)) * radians
    let y = tan(obliquity / 2) * tan(obliquity / 2)
    let mean = longitude * radians
    let equation =
      y * sin(2 * mean) - 2 * eccentricity * sin(anomaly) + 4 * eccentricity * y * sin(anomaly) * cos(2 * mean)
      - 0.5 * y * y * sin(4 * mean) - 1.25 * eccentricity * eccentricity * sin(2 * anomaly)
    return (asin(sin(obliquity) * sin(apparent)), 4 * equation / radians)
  }
}

extension SunEvent {
  /// Degrees of the sun's center above the horizon; rising and setting include 34' of refraction and 16' of radius.
  var altitude: Double {
    switch self {
    case .sunrise, .sunset: -0.833
    case .dawn, .dusk: -6
    }
  }

  var isMorning: Bool { self == .dawn || self == .sunrise }
}

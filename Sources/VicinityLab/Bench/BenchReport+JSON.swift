import Streams

extension BenchReport {
  /// One line of JSON:
  /// `{"file":…,"n":…,"p50":µs,"p95":µs,"p99":µs,"mean":µs,"cpu":µs,"qps":{"1":…},"wrong":0,…}`.
  public var jsonLine: String {
    var json = JSONWriter()
    json.object { json in
      json.key("file")
      json.string(file)
      warm.write(to: &json)
      json.key("cpu")
      json.double(cpu, decimals: 3)
      json.key("qps")
      json.object { json in
        for rate in rates {
          json.key(String(rate.threads))
          json.double(rate.queriesPerSecond, decimals: 1)
        }
      }
      json.integers([("wrong", wrong.count), ("checked", checked), ("rounds", rounds)])
      for count in work {
        json.key(count.name)
        json.double(count.perQuery, decimals: 2)
      }
      json.key("cold")
      json.object { cold.write(to: &$0) }
      if !classes.isEmpty {
        json.key("classes")
        json.array { json in for times in classes { times.write(to: &json) } }
      }
      json.key("memory")
      json.object { $0.integers([("nodes", memory.nodes), ("order", memory.order), ("words", memory.words)]) }
    }
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension BenchReport.Times {
  fileprivate func write(to json: inout JSONWriter) {
    json.integers([("n", queries)])
    for (name, time) in [("p50", p50), ("p95", p95), ("p99", p99), ("mean", mean)] {
      json.key(name)
      json.double(time, decimals: 3)
    }
  }
}

extension BenchReport.ClassTimes {
  fileprivate func write(to json: inout JSONWriter) {
    json.object { json in
      json.key("class")
      json.string(name)
      warm.write(to: &json)
      json.key("cold")
      json.object { cold.write(to: &$0) }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func integers(_ members: [(name: String, number: Int)]) {
    for (name, number) in members {
      key(name)
      int(number)
    }
  }
}

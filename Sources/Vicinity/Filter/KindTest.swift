/// Lets the wanted kinds pass.
struct KindTest {
  let kinds: Set<Kind>

  func passes(_ candidate: Candidate) -> Bool { kinds.contains(candidate.facts.kind) }
}

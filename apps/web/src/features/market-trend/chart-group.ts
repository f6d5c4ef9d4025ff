type Range = { from: number; to: number }
type Member = { show: (range: Range) => void }

/** Charts of the same days. Zooming or panning one does the same to the others. */
export class ChartGroup {
  readonly #members = new Set<Member>()
  #range: Range | undefined
  #following = false

  /** Adds a chart. Returns a function that removes it from the group. */
  join(member: Member): () => void {
    this.#members.add(member)
    if (this.#range) member.show(this.#range)
    return () => this.#members.delete(member)
  }

  moved(by: Member | undefined, range: Range) {
    if (this.#following || !by || !this.#members.has(by)) return
    this.#tell(range, by)
  }

  show(range: Range) {
    this.#tell(range)
  }

  #tell(range: Range, but?: Member) {
    this.#range = range
    this.#following = true
    for (const member of this.#members) if (member !== but) member.show(range)
    this.#following = false
  }
}

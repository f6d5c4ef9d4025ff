/**
 * Priority queue ordered by `isBefore`. Adding and taking take logarithmic time. Equal entries leave in the order in
 * which they were added.
 */
export class Queue<T> {
  readonly #heap: { value: T; added: number }[] = []
  readonly #isBefore: (one: T, other: T) => boolean
  #added = 0

  constructor(isBefore: (one: T, other: T) => boolean) {
    this.#isBefore = isBefore
  }

  get first(): T | undefined {
    return this.#heap[0]?.value
  }

  add(value: T): void {
    const heap = this.#heap
    let place = heap.push({ value, added: this.#added++ }) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!this.#goesBefore(place, above)) return
      this.#swap(place, above)
      place = above
    }
  }

  take(): T | undefined {
    const heap = this.#heap
    const taken = heap[0]?.value
    const last = heap.pop()
    if (!last || heap.length === 0) return taken
    heap[0] = last
    for (let place = 0; ; ) {
      let least = place
      for (const below of [2 * place + 1, 2 * place + 2])
        if (below < heap.length && this.#goesBefore(below, least)) least = below
      if (least === place) return taken
      this.#swap(place, least)
      place = least
    }
  }

  #goesBefore(place: number, other: number): boolean {
    const [one, two] = [this.#heap[place], this.#heap[other]]
    if (!one || !two) return false
    if (this.#isBefore(one.value, two.value)) return true
    return !this.#isBefore(two.value, one.value) && one.added < two.added
  }

  #swap(place: number, other: number): void {
    const [one, two] = [this.#heap[place], this.#heap[other]]
    if (one && two) [this.#heap[place], this.#heap[other]] = [two, one]
  }
}

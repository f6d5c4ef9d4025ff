import { areSame, joined, type Sha256 } from './bytes.ts'

/** The tree of RFC 6962 over the leaves given so far; each complete subtree is hashed once. */
export class MerkleTree {
  readonly #sha256: Sha256
  /** By height: the hash of each complete subtree of 2 ** height leaves. */
  readonly #levels: Uint8Array[][] = [[]]

  constructor(sha256: Sha256) {
    this.#sha256 = sha256
  }

  get size(): number {
    return this.#levels[0]!.length
  }

  append(leaf: Uint8Array): void {
    let node = leafHash(leaf, this.#sha256)
    for (let height = 0; ; height++) {
      const level = (this.#levels[height] ??= [])
      level.push(node)
      if (level.length % 2 === 1) return
      node = nodeHash(level.at(-2)!, node, this.#sha256)
    }
  }

  /** The root of the first `size` leaves. */
  root(size = this.size): Uint8Array {
    this.#assertHas(size)
    return size === 0 ? this.#sha256(new Uint8Array()) : this.#subtree(0, size)
  }

  /** The inclusion proof of the leaf at `index` (the first is 0) in the tree of the first `size` leaves. */
  inclusion(index: number, size = this.size): Uint8Array[] {
    this.#assertHas(size)
    if (index < 0 || index >= size) throw new RangeError('no such leaf')
    const path = (from: number, to: number): Uint8Array[] => {
      if (to - from === 1) return []
      const middle = from + split(to - from)
      return index < middle
        ? [...path(from, middle), this.#subtree(middle, to)]
        : [...path(middle, to), this.#subtree(from, middle)]
    }
    return path(0, size)
  }

  /** The consistency proof that the tree of `from` leaves is the beginning of the tree of `to` leaves. */
  consistency(from: number, to = this.size): Uint8Array[] {
    this.#assertHas(to)
    if (from < 1 || from > to) throw new RangeError('no such beginning')
    const proof = (start: number, end: number, isWhole: boolean): Uint8Array[] => {
      if (from === end) return isWhole ? [] : [this.#subtree(start, end)]
      const middle = start + split(end - start)
      return from <= middle
        ? [...proof(start, middle, isWhole), this.#subtree(middle, end)]
        : [...proof(middle, end, false), this.#subtree(start, middle)]
    }
    return proof(0, to, true)
  }

  #subtree(from: number, to: number): Uint8Array {
    const leaves = to - from
    const height = Math.log2(leaves)
    if (Number.isInteger(height)) return this.#levels[height]![from / leaves]!
    const middle = from + split(leaves)
    return nodeHash(this.#subtree(from, middle), this.#subtree(middle, to), this.#sha256)
  }

  #assertHas(size: number): void {
    if (!Number.isInteger(size) || size < 0 || size > this.size) throw new RangeError('no such size')
  }
}

/** Whether the leaf is at `index` in the tree of `size` leaves with this root. */
export function isIncluded(
  {
    leaf,
    index,
    size,
    root,
    proof,
  }: Readonly<{
    leaf: Uint8Array
    index: number
    size: number
    root: Uint8Array
    proof: readonly Uint8Array[]
  }>,
  sha256: Sha256,
): boolean {
  if (!(index >= 0 && index < size)) return false
  let [at, last, hash] = [index, size - 1, leafHash(leaf, sha256)]
  for (const other of proof) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      hash = nodeHash(other, hash, sha256)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else hash = nodeHash(hash, other, sha256)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && areSame(hash, root)
}

/** Whether the tree of `from` leaves with `fromRoot` is the beginning of that of `to` leaves with `toRoot`. */
export function isConsistent(
  {
    from,
    to,
    fromRoot,
    toRoot,
    proof,
  }: Readonly<{
    from: number
    to: number
    fromRoot: Uint8Array
    toRoot: Uint8Array
    proof: readonly Uint8Array[]
  }>,
  sha256: Sha256,
): boolean {
  if (from < 1 || from > to) return false
  if (from === to) return proof.length === 0 && areSame(fromRoot, toRoot)
  const path = Number.isInteger(Math.log2(from)) ? [fromRoot, ...proof] : [...proof]
  let [at, last] = [from - 1, to - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  const [first, ...rest] = path
  if (!first) return false
  let [older, newer] = [first, first]
  for (const other of rest) {
    if (last === 0) return false
    if (isOdd(at) || at === last) {
      older = nodeHash(other, older, sha256)
      newer = nodeHash(other, newer, sha256)
      while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)]
    } else newer = nodeHash(newer, other, sha256)
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 && areSame(older, fromRoot) && areSame(newer, toRoot)
}

const leafHash = (leaf: Uint8Array, sha256: Sha256) => sha256(joined(Uint8Array.of(0), leaf))
const nodeHash = (left: Uint8Array, right: Uint8Array, sha256: Sha256) => sha256(joined(Uint8Array.of(1), left, right))

/** The largest power of two that is less than `leaves`. */
const split = (leaves: number) => 2 ** Math.ceil(Math.log2(leaves) - 1)
const isOdd = (value: number) => value % 2 === 1
const half = (value: number) => Math.floor(value / 2)

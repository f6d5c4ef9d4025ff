/**
 * Returns a function that draws numbers in [0, 1), the same on every machine: sfc32, after twelve discarded draws. The
 * initial state is the first 96 bits of the seed, which is a SHA-256 in hex. Throws RangeError for any other seed.
 */
export function drawsOf(seed: string): () => number {
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new RangeError('a seed is a SHA-256 in lower-case hex')
  const word = (at: number) => Number.parseInt(seed.slice(8 * at, 8 * at + 8), 16) | 0
  let [a, b, c, count] = [word(0), word(1), word(2), 1]
  const draw = () => {
    const sum = (a + b + count) | 0
    count = (count + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }
  for (let at = 0; at < 12; at++) draw()
  return draw
}

/** Draws up to `count` of the values without repetition, and returns them in the order drawn. */
export function drawSome<T>(values: readonly T[], count: number, draw: () => number): T[] {
  const left = [...values]
  const drawn = Math.min(count, left.length)
  for (let at = 0; at < drawn; at++) {
    const other = at + Math.floor(draw() * (left.length - at))
    const taken = left[other]!
    left[other] = left[at]!
    left[at] = taken
  }
  return left.slice(0, drawn)
}

import type { Sha256 } from '@finlist/domain/record/bytes'

const text = new TextEncoder()
const [first, round] = constants()

/** Synchronous SHA-256. The browser's own is asynchronous, and waiting for it takes longer than hashing a line. */
export const sha256: Sha256 = data => {
  const bytes = typeof data === 'string' ? text.encode(data) : data
  const length = (Math.floor((bytes.length + 8) / 64) + 1) * 64
  const padded = new Uint8Array(length)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(length - 4, bytes.length << 3)
  const hash = first.slice()
  for (let at = 0; at < length; at += 64) mix(hash, view, at)
  const out = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 8; at++) out.setInt32(at * 4, hash[at]!)
  return new Uint8Array(out.buffer)
}

const words = new Int32Array(64)

/** Processes 64 bytes. Uses plain loops that allocate nothing, because it runs so often. */
function mix(hash: Int32Array, view: DataView, from: number) {
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(from + at * 4)
  for (let at = 16; at < 64; at++) {
    const near = words[at - 2]!
    const far = words[at - 15]!
    const one = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)
    const other = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)
    words[at] = words[at - 16]! + one + words[at - 7]! + other
  }
  let a = hash[0]!
  let b = hash[1]!
  let c = hash[2]!
  let d = hash[3]!
  let e = hash[4]!
  let f = hash[5]!
  let g = hash[6]!
  let h = hash[7]!
  for (let at = 0; at < 64; at++) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + round[at]! + words[at]!) | 0
    const other = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + other) | 0
  }
  hash[0]! += a
  hash[1]! += b
  hash[2]! += c
  hash[3]! += d
  hash[4]! += e
  hash[5]! += f
  hash[6]! += g
  hash[7]! += h
}

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/**
 * The constants of SHA-256: the first 32 bits of the fractional parts of the square and cube roots of the first primes.
 */
function constants(): [first: Int32Array, round: Int32Array] {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n)
  const bits = (root: number) => ((root - Math.floor(root)) * 0x100000000) | 0
  return [
    Int32Array.from(primes.slice(0, 8), n => bits(Math.sqrt(n))),
    Int32Array.from(primes, n => bits(Math.cbrt(n))),
  ]
}

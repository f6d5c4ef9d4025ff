/**
 * A separate random stream for each key: draws for one stock never change those for another, and drawing more days
 * never changes earlier days. The generator is sfc32, seeded with a hash of the key.
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #count = 1
  #spare: number | undefined

  constructor(...key: (string | number)[]) {
    const [a, b, c] = hash(key.join('/'))
    this.#a = a
    this.#b = b
    this.#c = c
    for (let i = 0; i < 12; i++) this.uniform()
  }

  /** A uniform draw from the open interval (0, 1). */
  uniform(): number {
    const sum = (this.#a + this.#b + this.#count) | 0
    this.#count = (this.#count + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return ((sum >>> 0) + 0.5) / 4_294_967_296
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.uniform()
  }

  /** A random integer between the ends, both inclusive. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.uniform() * (to - from + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.uniform() * list.length)]!
  }

  gaussian(): number {
    if (this.#spare !== undefined) {
      const spare = this.#spare
      this.#spare = undefined
      return spare
    }
    const radius = Math.sqrt(-2 * Math.log(this.uniform()))
    const angle = 2 * Math.PI * this.uniform()
    this.#spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  /** Student's t with five degrees of freedom, scaled to a standard deviation of 1. */
  t5(): number {
    const g = this.gaussian()
    const chiSquare = -2 * Math.log(this.uniform() * this.uniform()) + g * g
    return this.gaussian() * Math.sqrt(3 / chiSquare)
  }

  /** Student's t with four degrees of freedom, scaled to a standard deviation of 1. */
  t4(): number {
    return this.gaussian() / Math.sqrt(-Math.log(this.uniform() * this.uniform()))
  }

  /**
   * A draw from a log-normal distribution given by its 5th, 50th and 95th percentiles, clamped between 0.9 times the
   * 5th and 1.1 times the 95th.
   */
  skewed([p5, p50, p95]: readonly [number, number, number]): number {
    const value = p50 * Math.exp((this.gaussian() * Math.log(p95 / p5)) / 3.29)
    return Math.min(p95 * 1.1, Math.max(p5 * 0.9, value))
  }
}

function hash(text: string): [number, number, number] {
  const h: [number, number, number] = [1_779_033_703, 3_144_134_277, 1_013_904_242]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    h[0] = h[1] ^ Math.imul(h[0] ^ code, 597_399_067)
    h[1] = h[2] ^ Math.imul(h[1] ^ code, 2_869_860_233)
    h[2] = h[0] ^ Math.imul(h[2] ^ code, 951_274_213)
  }
  return [h[0] | 0, h[1] | 0, h[2] | 0]
}

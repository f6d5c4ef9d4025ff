/** A drawn price path by day: natural logarithm of the price, and volume as a multiple of the usual one. */
export class Path {
  readonly level: number[] = [0]
  readonly volume: number[] = [1]

  get end(): number {
    return this.level.at(-1)!
  }

  get lastDay(): number {
    return this.level.length - 1
  }

  lineTo(level: number, days: number, volume = 1): number {
    const start = this.end
    for (let day = 1; day <= days; day++) this.#add(start + ((level - start) * day) / days, volume)
    return this.lastDay
  }

  /**
   * Falls by `depth` to a low at the fraction `lowAt` of the days, then rises to `level`. A `power` of 1 makes a V, 2 a
   * bowl, a larger one a wider bowl.
   */
  bowlTo(level: number, days: number, { depth, lowAt, power }: Bowl): number {
    const start = this.end
    const floor = start - depth
    for (let day = 1; day <= days; day++) {
      const share = day / days
      const isLeft = share <= lowAt
      const height = (isLeft ? (lowAt - share) / lowAt : (share - lowAt) / (1 - lowAt)) ** power
      this.#add(floor + ((isLeft ? start : level) - floor) * height, 0.68 + 0.25 * height)
    }
    return this.lastDay
  }

  /** Falls by `depth` and rises again, `count` times, rising by `drift` in total. */
  waves(days: number, { depth, count, drift }: { depth: number; count: number; drift: number }): number {
    const start = this.end
    for (let day = 1; day <= days; day++) {
      const share = day / days
      this.#add(start + drift * share - (depth / 2) * (1 - Math.cos(2 * Math.PI * count * share)), 0.75)
    }
    return this.lastDay
  }

  #add(level: number, volume: number) {
    this.level.push(level)
    this.volume.push(volume)
  }
}

type Bowl = { depth: number; lowAt: number; power: number }

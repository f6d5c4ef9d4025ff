import type { Day } from '@finlist/domain/calendar'

/** Smaller changes are dividends and rounding. */
const leastJump = Math.log(1.05)
/** Beyond these numbers the column is no use. */
const most = 100_000

/**
 * A file’s adjusted closes, next to its closes. Closes as traded change against them on the ex-date of a split; adjusted
 * ones do not. Only the changes are kept.
 */
export class AdjustedCloses {
  private readonly last = new Map<string, { date: Day; ratio: number }>()
  private readonly jumps = new Map<string, number>()

  /** Adds a line's closes, in the order of the file. A cell without a price counts as none. */
  add(stockCode: string, date: Day, close: number, cell: string) {
    if (cell === '' || this.isUseless) return
    const adjusted = Number(cell.replaceAll(',', ''))
    if (!(adjusted > 0 && adjusted < Number.POSITIVE_INFINITY && close > 0)) return
    const before = this.last.get(stockCode)
    const now = { date, ratio: Math.log(close / adjusted) }
    this.last.set(stockCode, now)
    if (!before) return
    const [earlier, later] = before.date < date ? [before, now] : [now, before]
    const jump = earlier.ratio - later.ratio
    if (Math.abs(jump) >= leastJump) this.jumps.set(`${stockCode} ${later.date}`, jump)
  }

  /**
   * How far the stock's closes fell on the day against its adjusted ones, as a logarithm; undefined without adjusted
   * closes.
   */
  fallOn(stockCode: string, date: Day): number | undefined {
    if (this.isUseless || !this.last.has(stockCode)) return undefined
    return this.jumps.get(`${stockCode} ${date}`) ?? 0
  }

  private get isUseless() {
    return this.jumps.size > most || this.last.size > most
  }
}

import type { Day } from '@finlist/domain/calendar'

/** Minimum change, in logarithms, that counts as a split; dividends and rounding cause smaller ones. */
const leastJump = Math.log(1.05)
/** If there are more stocks, or more changes, than this, the column is ignored. */
const most = 100_000

/**
 * Compares a file's adjusted closes with its closes. On a split's ex-date, the ratio of the two changes if the closes
 * are as traded, and stays the same if they are already adjusted. Only these changes are stored.
 */
export class AdjustedCloses {
  private readonly last = new Map<string, { date: Day; ratio: number }>()
  private readonly jumps = new Map<string, number>()

  /** Adds a line's closes, in the order of the file. Ignores a cell without a price. */
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
   * How far the stock's close fell on the day against its adjusted close, as a logarithm. Undefined if the stock has no
   * adjusted closes.
   */
  fallOn(stockCode: string, date: Day): number | undefined {
    if (this.isUseless || !this.last.has(stockCode)) return undefined
    return this.jumps.get(`${stockCode} ${date}`) ?? 0
  }

  private get isUseless() {
    return this.jumps.size > most || this.last.size > most
  }
}

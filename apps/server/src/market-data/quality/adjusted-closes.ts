import type { Day } from '@finlist/domain/calendar'

/** Minimum change, in logarithms, that counts as a split; dividends and rounding cause smaller ones. */
const leastJump = Math.log(1.05)
/** Maximum number of stocks, and of changes, beyond which the column is ignored. */
const most = 100_000

/**
 * Compares a file's adjusted closes with its closes. On the ex-date of a split, closes as traded change against the
 * adjusted ones; closes that are already adjusted do not. Only these changes are stored.
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
   * The fall of the stock's close on the day against its adjusted close, as a logarithm; undefined if there are no
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

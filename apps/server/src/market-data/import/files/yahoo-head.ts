import { CellError } from '../import-errors.ts'
import { clip } from './cell.ts'

/**
 * The three lines above the rows in a file written by yfinance: the names of the prices, the ticker of each column, and
 * `Date` alone.
 */
export class YahooHead {
  #names: string[] | undefined
  /** The ticker in the second line. */
  ticker: string | undefined

  /** The header formed by the lines so far; undefined if it continues in the next line. Throws CellError. */
  headOf(fields: readonly string[]): readonly string[] | undefined {
    const [first = '', ...rest] = fields.map(field => field.trim())
    if (!this.#names) {
      if (first !== 'Price' || !rest.includes('Close')) return fields
      this.#names = rest
      return undefined
    }
    if (this.ticker === undefined && first === 'Ticker') {
      const other = rest.find(ticker => ticker !== rest[0])
      if (other !== undefined)
        throw new CellError('import.several-tickers', { one: clip(rest[0]!), other: clip(other) })
      this.ticker = rest[0] ?? ''
      return undefined
    }
    // If the other two lines are missing, the first line alone is the header.
    return first === 'Date' && rest.every(field => field === '') ? ['Date', ...this.#names] : ['Price', ...this.#names]
  }
}

import type { Stock } from '@finlist/domain/picking/bars'
import { isoDay } from '@finlist/domain/picking/days'
import { barColumns } from '@finlist/domain/record/bars-reader'

/** CSV of the stocks' bars and splits in the format that the verification reads, one chunk per stock. */
export function* barsCsv(stocks: readonly Stock[]): Generator<string> {
  yield `${barColumns.join(',')}\n`
  for (const { code, days, high, low, close, volume, splits = [] } of stocks) {
    const lines = splits.map(
      ({ exDay, numerator, denominator }) => `${code},${isoDay(exDay)},,,,,${numerator}:${denominator}\n`,
    )
    for (let at = 0; at < days.length; at++)
      lines.push(`${code},${isoDay(days[at]!)},${high[at]},${low[at]},${close[at]},${volume[at]},\n`)
    yield lines.join('')
  }
}

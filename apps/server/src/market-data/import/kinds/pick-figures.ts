import { addDays, type Closings, type Day } from '@finlist/domain/calendar'
import { pickFigures } from '@finlist/domain/finlist/pick-figures'
import type { Tx } from '../../../db/database.ts'
import { isHeldBar } from '../../quality/doubts.ts'
import { readBars } from '../../store/bars.ts'
import { readClosings } from '../../store/closings.ts'
import type { ImportErrors, Reason } from '../import-errors.ts'
import type { Issue } from '../import-request.ts'

type Blank = {
  line: number
  stock_code: string
  close: number | null
  bar_close: number | null
  bar_volume: number | null
  is_held: boolean
}

/** Number of bars to read: enough for a 50-bar average even if the stock trades on only one day in thirty. */
const barsBack = 1_500

/**
 * Fills in blank figures of the staged picks from bars: close and volume unadjusted on the issue's day, changes from
 * split-adjusted bars. Ignores bars with an unconfirmed move. A pick is invalid if it has neither a close nor a bar on
 * that day; other missing figures stay unknown.
 */
export async function fillFromBars(tx: Tx, issue: Issue, faults: ImportErrors): Promise<Reason[]> {
  const { exchange, issueDate } = issue
  const { rows } = await tx.query<Blank>(
    `select line, pick.stock_code, pick.close, bar.close as bar_close, bar.volume as bar_volume, ${isHeldBar} as is_held
     from incoming_pick pick left join lateral bars_between($1, pick.stock_code, $2, $2) bar on true
     where pick.close is null or close_change is null or pick.volume is null or volume_change is null
       or is_low_turnover is null order by line`,
    [exchange, issueDate],
  )
  const told = rows.length > 0 ? await readClosings(tx) : undefined
  let counted = 0
  for (const { line, stock_code: stockCode, close, bar_close, bar_volume, is_held } of rows) {
    if (bar_close === null || is_held) {
      const text = is_held ? 'import.unconfirmed-bar' : 'import.no-bar'
      if (close === null) faults.add('finListCsv', line, { text, values: { stockCode, issueDate } })
      continue
    }
    const figures = await figuresOf(tx, { ...issue, stockCode }, told)
    await tx.query(
      `update incoming_pick set close = coalesce(close, $2), volume = coalesce(volume, $3),
         close_change = coalesce(close_change, $4), volume_change = coalesce(volume_change, $5),
         is_low_turnover = coalesce(is_low_turnover, $6) where line = $1`,
      [line, bar_close, bar_volume, figures.closeChange, figures.volumeChange, figures.isLowTurnover],
    )
    counted++
  }
  await tx.query('update incoming_pick set is_low_turnover = false where is_low_turnover is null')
  return counted > 0 ? [{ text: 'import.counted-from-bars', values: { count: counted } }] : []
}

async function figuresOf(
  tx: Tx,
  { exchange, issueDate, stockCode }: Issue & { stockCode: string },
  told: Closings | undefined,
) {
  const to: Day = addDays(issueDate, 1)
  const bars = await readBars(
    tx,
    { exchange, stockCode },
    { from: '1970-01-01', to, last: barsBack, isConfirmed: true },
  )
  return pickFigures(exchange, bars, told)
}

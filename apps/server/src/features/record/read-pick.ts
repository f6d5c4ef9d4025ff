import type { RecordedPick } from '@finlist/contract/record'
import type { Day } from '@finlist/domain/calendar'
import { dayNumber } from '@finlist/domain/market-trend/breadth'
import type { ExchangeId } from '@finlist/domain/markets'
import { type Canonical, canonical } from '@finlist/domain/picking/canonical'
import { shortBars } from '@finlist/domain/record/stock-bars'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { readPublishedStock } from '../../market-data/lists/read-published-stocks.ts'
import { entryOfIssue } from '../../market-data/lists/record-issue.ts'
import { readEntry } from './store.ts'

type Asked = { exchange: ExchangeId; date: Day; stockCode: string }
type Body = { made: 'method' | 'staff'; list: { constants?: string; picks: { code: string }[] } }

/**
 * A pick and its stock's bars, according to the record's newest entry for the issue. Throws NotFound if the issue has
 * no entry.
 */
export async function readPick(database: Database, { exchange, date, stockCode }: Asked): Promise<RecordedPick> {
  const seq = await entryOfIssue(database.db, exchange, date)
  if (seq === undefined) throw new NotFound()
  const { body } = (await readEntry(database.db, seq))!
  const { made, list } = JSON.parse(body) as Body
  const row = list.picks.find(({ code }) => code === stockCode)
  const stock = await database.snapshot(tx => readPublishedStock(tx, exchange, date, stockCode))
  return {
    seq,
    made,
    constants: list.constants ?? '',
    row: made === 'method' && row ? canonical(row as unknown as Canonical) : null,
    bars: stock ? shortBars(stock, dayNumber(date)) : null,
  }
}

import { listingColumns } from '@finlist/contract/staff/upload-columns'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { clip, readNumber, readText } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { announcedDateReader } from '../files/date.ts'
import { CellError, type ImportErrors } from '../import-errors.ts'
import { marketIn } from '../import-request.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange } from './stocks.ts'

type Name = NameIn<typeof listingColumns>

const values = ['delisted_on', 'reason', 'last_value']
const field = 'listingCsv'

/** A file of periods in which stocks are listed. */
function incomingListings(exchange: ExchangeId, now: number): Incoming<Name> {
  const readDate = announcedDateReader(now)
  const readDay = (cell: string, column: Name): Day | null => (cell === '' ? null : readDate(cell, column))
  return {
    field,
    table: 'incoming_listing',
    shape: 'stock_code text not null, listed_on date, delisted_on date, reason text, last_value double precision',
    key: ['stock_code', 'listed_on'],
    twice: 'import.same-listing-twice',
    columns: columnsOf(listingColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const listedOn = readDay(cells.of('listedOn'), 'listedOn')
      const delistedOn = readDay(cells.of('delistedOn'), 'delistedOn')
      const reason = readText(cells.of('reason'), 'reason', 200)
      const lastValue = cells.of('lastValue')
      if (delistedOn === null && (reason || lastValue)) throw new CellError('import.blank', { column: 'delistedOn' })
      if (listedOn !== null && delistedOn !== null && delistedOn <= listedOn)
        throw new CellError('import.listing-ends', { end: delistedOn, start: listedOn })
      return [
        readStockCode(cells.of('stockCode'), 'stockCode', exchange),
        listedOn,
        delistedOn,
        reason || null,
        lastValue === '' ? null : readLastValue(lastValue),
      ]
    },
  }
}

function readLastValue(cell: string): number {
  const value = readNumber(cell, 'lastValue', 1e9)
  if (value < 0) throw new CellError('import.negative', { column: 'lastValue', cell: clip(cell) })
  return value
}

/**
 * Fills in a line's missing first day from the stock's newest listing, or from its first bar. A line is invalid if
 * neither exists, if it ends on or before that day, or if an earlier line has the same stock and first day.
 */
async function fillFirstDays(tx: Tx, exchange: ExchangeId, faults: ImportErrors) {
  await tx.query(
    `update incoming_listing i set listed_on = coalesce(
       (select max(l.listed_on) from listing l where l.exchange = $1 and l.stock_code = i.stock_code),
       (select b.date from bars_after($1, i.stock_code, '-infinity', 1) b))
     where listed_on is null`,
    [exchange],
  )
  const { rows } = await tx.query<{ line: number; listed_on: Day | null; delisted_on: Day; first: number }>(
    `select * from (select line, listed_on, delisted_on, min(line) over (partition by stock_code, listed_on) as first
       from incoming_listing) told
     where listed_on is null or delisted_on <= listed_on or line <> first order by line`,
  )
  for (const { line, listed_on: start, delisted_on: end, first } of rows)
    if (start === null) faults.add(field, line, { text: 'import.listing-begins' })
    else if (line !== first) faults.add(field, line, { text: 'import.same-listing-twice', values: { first } })
    else faults.add(field, line, { text: 'import.listing-ends', values: { end, start } })
}

/** Importer of listings; replaces one of the same stock with the same first day. */
export const listingImporter: Importer = {
  topics: exchange => [`finlist:${exchange as ExchangeId}`, `prices:${exchange}`],
  async plan(tx, asked, { staging, staged, faults }) {
    const exchange = marketIn(asked)
    const { rows, notes } = await staging(incomingListings(exchange, asked.now))
    await staged()
    await fillFirstDays(tx, exchange, faults)
    faults.refuse()
    const known = '(select * from listing where exchange = $1)'
    const key = ['stock_code', 'listed_on']
    const counts = await compare(tx, { came: 'incoming_listing', rows, known, key, values }, [exchange])
    return { count: rows, counts, created: [], notes, write: () => writeListings(tx, exchange) }
  },
  rollBack: byReplacedRows,
}

async function writeListings(tx: Tx, exchange: ExchangeId) {
  const columns = ['stock_code', 'listed_on', ...values].join(', ')
  await tx.query(
    `insert into listing as known (exchange, ${columns}) select $1, ${columns} from incoming_listing
     on conflict (exchange, stock_code, listed_on) do update set ${replaced(values)}
       where ${tuple('known', values)} is distinct from ${tuple('excluded', values)}`,
    [exchange],
  )
}

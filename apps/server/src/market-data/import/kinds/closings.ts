import { closingColumns } from '@finlist/contract/staff/upload-columns'
import { type Day, weekday } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { readText, readWord } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { announcedDateReader } from '../files/date.ts'
import { CellError } from '../import-errors.ts'
import { marketIn } from '../import-request.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { checkExchange } from './stocks.ts'

type Name = NameIn<typeof closingColumns>

const kinds = ['full', 'half', 'open'] as const
const values = ['kind', 'name']

/** A file of weekdays on which trading differs from the built-in calendar. */
function incomingClosings(exchange: ExchangeId, now: number): Incoming<Name> {
  const readDate = announcedDateReader(now)
  return {
    field: 'closingCsv',
    table: 'incoming_closing',
    shape: 'date date not null, kind text not null, name text not null',
    key: ['date'],
    twice: 'import.same-date-twice',
    columns: columnsOf(closingColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      return [
        readWeekday(readDate(cells.of('date'), 'date')),
        readWord(cells.of('kind'), 'kind', kinds),
        readText(cells.of('name'), 'name', 200),
      ]
    },
  }
}

function readWeekday(date: Day): Day {
  if (weekday(date) % 6 === 0) throw new CellError('import.closing-weekend', { cell: date })
  return date
}

/** Importer of closings; replaces a closing of the same day. */
export const closingImporter: Importer = {
  topics: exchange => [`closings:${exchange as ExchangeId}`],
  async plan(tx, asked, { staging, staged }) {
    const exchange = marketIn(asked)
    const { rows, notes } = await staging(incomingClosings(exchange, asked.now))
    await staged()
    const known = '(select * from market_closing where exchange = $1)'
    const counts = await compare(tx, { came: 'incoming_closing', rows, known, key: ['date'], values }, [exchange])
    return { count: rows, counts, created: [], notes, write: () => writeClosings(tx, exchange) }
  },
  rollBack: byReplacedRows,
}

async function writeClosings(tx: Tx, exchange: ExchangeId) {
  await tx.query(
    `insert into market_closing as known (exchange, date, kind, name) select $1, date, kind, name from incoming_closing
     on conflict (exchange, date) do update set ${replaced(values)}
       where ${tuple('known', values)} is distinct from ${tuple('excluded', values)}`,
    [exchange],
  )
}

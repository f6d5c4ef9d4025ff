import { renameColumns } from '@finlist/contract/staff/upload-columns'
import type { Topic } from '@finlist/contract/topics'
import { type ExchangeId, marketIndex } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { breadthIsDue } from '../../breadth/breadth-worker.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import type { ReadDate } from '../files/date.ts'
import { CellError, type ImportErrors } from '../import-errors.ts'
import { marketIn } from '../import-request.ts'
import type { Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { isOldSpelling, readStockCode } from '../stock-code.ts'
import { countMoving, moveBack, moveRows, overlapping, takenSince } from './renamed-rows.ts'
import { checkExchange } from './stocks.ts'

type Name = NameIn<typeof renameColumns>
const field = 'renameCsv'

/** A file of stocks that have a new code from a given day on. */
function incomingRenames(exchange: ExchangeId, readDate: ReadDate): Incoming<Name> {
  const readCode = (cell: string, column: Name) => {
    const code = readStockCode(cell, column, exchange)
    if (code === marketIndex[exchange]) throw new CellError('import.rename-index', { cell: code })
    return code
  }
  return {
    field,
    table: 'incoming_rename',
    shape: 'from_code text not null, to_code text not null, renamed_on date not null',
    key: ['from_code'],
    twice: 'import.same-stock-twice',
    columns: columnsOf(renameColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const stored = cells.of('fromCode')
      // The code may have been stored before codes were normalised to a single spelling.
      const from = isOldSpelling(exchange, stored) ? stored : readCode(stored, 'fromCode')
      const to = readCode(cells.of('toCode'), 'toCode')
      if (from === to) throw new CellError('import.rename-same', { cell: from })
      return [from, to, readDate(cells.of('on'), 'on')]
    },
  }
}

/** Keeps only renames that were not done before; returns their number. */
async function keepPending(tx: Tx, exchange: ExchangeId): Promise<number> {
  await tx.query(
    `delete from incoming_rename i using stock_rename done where done.exchange = $1
       and (done.from_code, done.to_code, done.renamed_on) = (i.from_code, i.to_code, i.renamed_on)`,
    [exchange],
  )
  const { rows } = await tx.query<{ count: number }>('select count(*) as count from incoming_rename')
  return rows[0]!.count
}

/** Reports renames that are impossible or contradict each other, each with its line. */
async function refuseBad(tx: Tx, exchange: ExchangeId, faults: ImportErrors) {
  const { rows } = await tx.query<{ line: number; from_code: string; other: string | null; first: number | null }>(
    `select i.line, i.from_code, done.to_code as other, (select min(o.line) from incoming_rename o
         where o.line < i.line and (i.from_code = o.to_code or i.to_code in (o.from_code, o.to_code))) as first,
       stock.stock_code
     from incoming_rename i
     left join stock on stock.exchange = $1 and stock.stock_code = i.from_code
     left join stock_rename done on done.exchange = $1 and done.from_code = i.from_code and done.renamed_on = i.renamed_on
     where stock.stock_code is null or done.to_code is not null or exists (select from incoming_rename o
       where o.line < i.line and (i.from_code = o.to_code or i.to_code in (o.from_code, o.to_code)))
     order by i.line`,
    [exchange],
  )
  for (const { line, from_code: cell, other, first } of rows)
    if (first !== null) faults.add(field, line, { text: 'import.rename-chained', values: { first } })
    else if (other !== null) faults.add(field, line, { text: 'import.rename-otherwise', values: { cell, other } })
    else faults.add(field, line, { text: 'import.rename-unknown', values: { cell } })
  faults.refuse()
  for (const { line, to_code: cell, count } of await overlapping(tx, exchange))
    faults.add(field, line, { text: 'import.rename-overlap', values: { cell, count } })
  faults.refuse()
}

const topicsOf = (exchange: ExchangeId): Topic[] => [
  `finlist:${exchange}`,
  `prices:${exchange}`,
  `patterns:${exchange}`,
  ...(exchange === 'HKEX' ? (['shareholding:HKEX', 'movers:HKEX', 'profit-alerts:HKEX'] as const) : []),
]

/** Importer that moves all data of a stock to its new code. Repeating a rename changes nothing. */
export const renameImporter: Importer = {
  topics: exchange => topicsOf(exchange as ExchangeId),
  async plan(tx, asked, { staging, staged, readDate, faults }) {
    const exchange = marketIn(asked)
    const { rows, notes } = await staging(incomingRenames(exchange, readDate))
    await staged()
    const pending = await keepPending(tx, exchange)
    await refuseBad(tx, exchange, faults)
    const moving = await countMoving(tx, exchange)
    return {
      count: rows,
      counts: { inserted: pending, updated: 0 },
      created: [],
      notes: [...notes, ...(moving > 0 ? [{ text: 'import.rename-moves' as const, values: { count: moving } }] : [])],
      async write() {
        if (pending === 0) return
        await moveRows(tx, exchange)
        const { rows: first } = await tx.query<{ day: string }>('select min(renamed_on) as day from incoming_rename')
        await breadthIsDue(tx, exchange, first[0]!.day)
      },
    }
  },
  rollBack: {
    obstacle: () => undefined,
    changedSince: async (tx, { upload_id }) =>
      (await takenSince(tx, upload_id)) ? 'import.roll-back.code-taken' : undefined,
    async undo(tx, { upload_id, files }) {
      const day = await moveBack(tx, upload_id)
      if (day !== undefined) await breadthIsDue(tx, marketIn(files), day)
    },
  },
}

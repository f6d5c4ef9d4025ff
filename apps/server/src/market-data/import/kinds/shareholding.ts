import { shareholdingColumns } from '@finlist/contract/staff/upload-columns'
import { type Day, weekday } from '@finlist/domain/calendar'
import type { Tx } from '../../../db/database.ts'
import { computeDueChanges, shareholdingsAreDue } from '../../shareholding/compute-shareholding-changes.ts'
import { compare } from '../compare.ts'
import { clip, readNumber, readText, readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import type { ReadDate } from '../files/date.ts'
import { CellError, type Reason } from '../import-errors.ts'
import type { Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'

type Name = NameIn<typeof shareholdingColumns>

/** A holding can exceed 100% if the number of issued shares is outdated. A value above this limit is an error. */
const mostPercent = 1_000
const notTold = -1

/** A file of Hong Kong holdings by stock, settlement date and participant. */
function incomingShareholdings(readDate: ReadDate): Incoming<Name> {
  const dates = { first: '', last: '' }
  let untold = 0
  let overWhole = 0
  return {
    field: 'shareholdingCsv',
    table: 'incoming_shareholding',
    shape: `stock_code text not null, shareholding_date date not null, participant_id text not null,
      participant_name text not null, shareholding bigint not null, shareholding_percent double precision not null`,
    key: ['stock_code', 'shareholding_date', 'participant_id'],
    twice: 'import.same-participant-twice',
    columns: columnsOf(shareholdingColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), 'HKEX')
      const date = readDate(cells.of('shareholdingDate'), 'shareholdingDate')
      if (weekday(date) % 6 === 0) throw new CellError('import.settlement-weekend', { cell: date })
      if (dates.first === '' || date < dates.first) dates.first = date
      if (date > dates.last) dates.last = date
      const name = readText(cells.of('participantName'), 'participantName', 200)
      // Investor participants have a name but no id, so the name is used.
      const id = readText(cells.of('participantId').toUpperCase() || name, 'participantId', 60)
      if (id === '') throw new CellError('import.blank', { column: 'participantId' })
      const shares = readShares(cells.of('shareholding'))
      const percent = shares === notTold ? notTold : readPercent(cells.of('shareholdingPercent'))
      const told = percent !== notTold
      if (!told) untold++
      if (percent > 100) overWhole++
      return [
        readStockCode(cells.of('stockCode'), 'stockCode', 'HKEX'),
        date,
        id,
        name || id,
        told ? shares : notTold,
        told ? percent : 0,
      ]
    },
    notes: (): Reason[] => [
      ...(dates.first === '' ? [] : [{ text: 'import.settlement-dates' as const, values: dates }]),
      ...(untold > 0 ? [{ text: 'import.holdings-not-told' as const, values: { count: untold } }] : []),
      ...(overWhole > 0 ? [{ text: 'import.over-hundred' as const, values: { count: overWhole } }] : []),
    ],
  }
}

/** Reads shares; -1 and blank mean undisclosed. */
const readShares = (cell: string) => (cell === '' || cell === '-1' ? notTold : readVolume(cell, 'shareholding'))

/** Reads a percentage, with or without a percent sign; blank if the number of issued shares is unknown. */
function readPercent(cell: string): number {
  if (cell === '') return notTold
  const percent = readNumber(cell.replace(/ ?%$/, ''), 'shareholdingPercent', mostPercent)
  if (percent < 0) throw new CellError('import.negative', { column: 'shareholdingPercent', cell: clip(cell) })
  return percent
}

const columns =
  'stock_code, shareholding_date, participant_id, participant_name, shareholding, shareholding_percent' as const

/** Replaces all holdings of each stock and date in the file. */
async function planShareholdings(tx: Tx, rows: number) {
  const known = `(select held.* from shareholding held
    join (select distinct stock_code, shareholding_date from incoming_shareholding) came
      using (stock_code, shareholding_date))`
  const key = ['stock_code', 'shareholding_date', 'participant_id']
  const values = ['participant_name', 'shareholding', 'shareholding_percent']
  const counts = await compare(tx, { came: 'incoming_shareholding', rows, known, key, values })
  const before = await tx.query<{ count: number }>(`select count(*) as count from ${known} held`)
  const gone = before.rows[0]!.count - (rows - counts.inserted)
  const created = await unknownStocks(tx, 'HKEX', 'incoming_shareholding')
  return {
    counts,
    created,
    notes: gone > 0 ? [{ text: 'import.holdings-gone' as const, values: { count: gone } }] : [],
    async write() {
      await listStocks(tx, 'HKEX', created)
      await writeShareholdings(tx)
    },
  }
}

/** Stores the existing holdings for a rollback, replaces them, and computes the changes. */
async function writeShareholdings(tx: Tx): Promise<void> {
  const { rows: came } = await tx.query<{ date: Day }>(
    `with came as (insert into shareholding_upload
       select distinct product_now(), stock_code, shareholding_date from incoming_shareholding returning shareholding_date)
     select distinct shareholding_date as date from came`,
  )
  await tx.query(
    `with gone as (delete from shareholding held using shareholding_upload came
       where came.uploaded_at = product_now() and held.stock_code = came.stock_code
         and held.shareholding_date = came.shareholding_date returning held.*)
     insert into replaced_shareholding select product_now(), gone.* from gone`,
  )
  await tx.query(`insert into shareholding (${columns}) select ${columns} from incoming_shareholding`)
  await shareholdingsAreDue(
    tx,
    came.map(({ date }) => date),
  )
  await computeDueChanges(tx)
}

/** Restores the replaced holdings. Exact only for the newest upload of holdings that has not been rolled back. */
async function undoShareholdings(tx: Tx, uploadId: number): Promise<void> {
  const asked = '(select uploaded_at from upload where upload_id = $1)'
  const { rows } = await tx.query<{ date: Day }>(
    `with gone as (delete from shareholding held using shareholding_upload came where came.uploaded_at = ${asked}
       and held.stock_code = came.stock_code and held.shareholding_date = came.shareholding_date)
     select distinct shareholding_date as date from shareholding_upload where uploaded_at = ${asked}`,
    [uploadId],
  )
  await tx.query(
    `with back as (delete from replaced_shareholding where uploaded_at = ${asked} returning ${columns})
     insert into shareholding (${columns}) select ${columns} from back`,
    [uploadId],
  )
  await tx.query(`delete from shareholding_upload where uploaded_at = ${asked}`, [uploadId])
  await shareholdingsAreDue(
    tx,
    rows.map(({ date }) => date),
  )
  await computeDueChanges(tx)
}

export const shareholdingImporter: Importer = {
  topics: () => ['shareholding:HKEX'],
  async plan(tx, _, { staging, staged, readDate }) {
    const { rows, notes } = await staging(incomingShareholdings(readDate))
    await staged()
    const { created, ...planned } = await planShareholdings(tx, rows)
    return { count: rows, created, ...planned, notes: [...notes, ...planned.notes, ...createdStocks(created)] }
  },
  rollBack: {
    obstacle: () => undefined,
    undo: (tx, { upload_id }) => undoShareholdings(tx, upload_id),
  },
}

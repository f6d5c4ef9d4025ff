import { moversColumns } from '@finlist/contract/staff/upload-columns'
import type { Tx } from '../../../db/database.ts'
import { readPrice, readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { hongKongMinute, momentInName, readMoment } from '../files/moment.ts'
import { CellError, type Reason } from '../import-errors.ts'
import { byTheUploadBefore, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'

type Name = NameIn<typeof moversColumns>

const elsewhere: Partial<Record<Name, readonly string[]>> = {
  price: ['現價', '现价', '最新價', '最新价', '按盤價', 'last', 'lastPrice'],
}

/** Time of the snapshot in Hong Kong (YYYY-MM-DD HH:MM): the given time, or that in the file's name. */
function takenAtOf(told: string | undefined, fileName: string | undefined, now: number): string {
  const moment = told?.trim() || momentInName(fileName ?? '')
  if (!moment) throw new CellError('import.no-moment', { column: 'takenAt' })
  return hongKongMinute(readMoment(moment, 'takenAt', now))
}

/**
 * A file of all Hong Kong stocks at one time. A stock without a price, such as a suspended one, is skipped and counted.
 */
function incomingMovers(): Incoming<Name> {
  let withoutPrice = 0
  return {
    field: 'moversCsv',
    table: 'incoming_snapshot',
    shape: 'stock_code text not null, price double precision, previous_price double precision, volume bigint not null',
    key: ['stock_code'],
    twice: 'import.same-stock-twice',
    columns: columnsOf(moversColumns).map(column => {
      const also = elsewhere[column.name]
      return also ? { ...column, also } : column
    }),
    values(cells) {
      checkExchange(cells.of('exchange'), 'HKEX')
      const code = readStockCode(cells.of('stockCode'), 'stockCode', 'HKEX')
      const previous = cells.of('previousPrice')
      if (cells.of('price') === '') {
        withoutPrice++
        return [code, null, null, 0]
      }
      return [
        code,
        readPrice(cells.of('price'), 'price'),
        previous === '' ? null : readPrice(previous, 'previousPrice'),
        readVolume(cells.of('volume'), 'volume'),
      ]
    },
    notes: (): Reason[] =>
      withoutPrice > 0 ? [{ text: 'import.without-price', values: { count: withoutPrice } }] : [],
  }
}

/**
 * Plans to replace the snapshot taken at that time, if there is one. Returns its new and previous numbers of stocks.
 */
async function planMovers(tx: Tx, takenAt: string) {
  const found = await tx.query<{ rows: number; before: number }>(
    `select (select count(price) from incoming_snapshot) as rows,
       (select count(*) from market_snapshot_price where exchange = 'HKEX' and taken_at = $1::timestamptz) as before`,
    [instantOf(takenAt)],
  )
  const created = await unknownStocks(tx, 'HKEX', 'incoming_snapshot')
  return {
    ...found.rows[0]!,
    created,
    async write() {
      await listStocks(tx, 'HKEX', created)
      await deleteSnapshot(tx, takenAt)
      await tx.query(`insert into market_snapshot (exchange, taken_at, date) values ('HKEX', $1::timestamptz, $2)`, [
        instantOf(takenAt),
        takenAt.slice(0, 10),
      ])
      await tx.query(
        `insert into market_snapshot_price (exchange, taken_at, stock_code, price, previous_price, volume)
         select 'HKEX', $1::timestamptz, stock_code, price, previous_price, volume from incoming_snapshot
         where price is not null`,
        [instantOf(takenAt)],
      )
    },
  }
}

async function deleteSnapshot(tx: Tx, takenAt: string): Promise<void> {
  const at = [instantOf(takenAt)]
  await tx.query(`delete from market_snapshot_price where exchange = 'HKEX' and taken_at = $1::timestamptz`, at)
  await tx.query(`delete from market_snapshot where exchange = 'HKEX' and taken_at = $1::timestamptz`, at)
}

const instantOf = (takenAt: string) => `${takenAt}:00+08`

export const moversImporter: Importer = {
  topics: () => ['movers:HKEX'],
  read: ({ takenAt, files, now }) => ({ takenAt: takenAtOf(takenAt, files['moversCsv']?.name, now) }),
  async plan(tx, { takenAt }, { staging, staged }) {
    const { notes } = await staging(incomingMovers())
    await staged()
    const { rows, before, created, write } = await planMovers(tx, takenAt!)
    return {
      count: rows,
      counts: { stocksBefore: before },
      created,
      notes: [...notes, ...createdStocks(created)],
      write,
    }
  },
  rollBack: {
    ...byTheUploadBefore('stocksBefore'),
    async undo(tx, { files }, reload) {
      await deleteSnapshot(tx, files.takenAt!)
      await reload()
    },
  },
}

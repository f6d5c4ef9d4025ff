import { stockColumns } from '@finlist/contract/staff/upload-columns'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { breadthIsDue } from '../../breadth/breadth-worker.ts'
import { firstDay } from '../../breadth/compute-breadth.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { clip, readFlag, readText } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import type { Cells } from '../files/read-table.ts'
import { CellError, type Reason } from '../import-errors.ts'
import { marketIn } from '../import-request.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import { movedAnIndex } from '../replaced-rows.ts'
import type { Incoming, Staged } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'

type Name = NameIn<typeof stockColumns>
type TextName = Exclude<Name, 'stockCode' | 'exchange' | 'isIndex'>

/** The table's text columns, by their names in files. */
const textColumns = {
  stockName: 'stock_name',
  stockNameZh: 'stock_name_zh',
  sector: 'sector',
  sectorZh: 'sector_zh',
  subSector: 'sub_sector',
  subSectorZh: 'sub_sector_zh',
  profileInfo: 'profile_info',
  profileInfoZh: 'profile_info_zh',
} as const satisfies Record<TextName, string>
const textNames = Object.keys(textColumns) as TextName[]

export const stockTextShape = Object.values(textColumns)
  .map(column => `${column} text not null`)
  .join(', ')

/** A stock's texts, in the order of `stockTextShape`. */
export function readStockTexts(cells: Cells<TextName>): string[] {
  return textNames.map(name => {
    const profile = name.startsWith('profile')
    return readText(cells.of(name), name, profile ? 5_000 : 200, profile)
  })
}

/** Throws if the file's `exchange` column contradicts the requested market. */
export function checkExchange(cell: string, exchange: ChartExchange) {
  if (cell !== '' && cell !== exchange)
    throw new CellError('import.other-exchange', { cell: clip(cell), expected: exchange })
}

function incomingStocks(exchange: ExchangeId): Incoming<Name> {
  return {
    field: 'stockCsv',
    table: 'incoming_stock',
    shape: `stock_code text not null, is_index boolean not null, ${stockTextShape}`,
    key: ['stock_code'],
    twice: 'import.same-stock-twice',
    columns: columnsOf(stockColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const code = readStockCode(cells.of('stockCode'), 'stockCode', exchange)
      // Some companies are listed only under a Chinese name.
      if (cells.of('stockName') === '' && cells.of('stockNameZh') === '')
        throw new CellError('import.blank', { column: 'stockName' })
      return [code, readFlag(cells.of('isIndex'), 'isIndex'), ...readStockTexts(cells)]
    },
  }
}

/** Plans the import. Existing stocks change only in columns that the file has. */
async function planStocks(tx: Tx, exchange: ExchangeId, { rows, has }: Staged) {
  const given = [
    ...textNames.filter(name => has.has(name)).map(name => textColumns[name]),
    ...(has.has('isIndex') ? ['is_index'] : []),
  ]
  const known = '(select * from stock where exchange = $1)'
  const key = ['stock_code']
  return {
    counts: await compare(tx, { came: 'incoming_stock', rows, known, key, values: given }, [exchange]),
    created: await unknownStocks(tx, exchange, 'incoming_stock'),
    async write() {
      await tx.query(
        `insert into stock as known (exchange, stock_code, ${given.join(', ')})
         select $1, stock_code, ${given.join(', ')} from incoming_stock
         on conflict (exchange, stock_code) do update set ${replaced(given)}
           where ${tuple('known', given)} is distinct from ${tuple('excluded', given)}`,
        [exchange],
      )
    },
  }
}

/** The codes, sorted, that occur in the tables but are not listed yet. */
export async function unknownStocks(tx: Tx, exchange: ChartExchange, ...tables: string[]): Promise<string[]> {
  const { table, space } = listOf(exchange)
  const { rows } = await tx.query<{ stock_code: string }>(
    `select distinct stock_code from (${tables.map(came => `select stock_code from ${came}`).join(' union all ')}) came
     where stock_code not in (select stock_code from ${table} where ${space} = $1)`,
    [exchange],
  )
  return rows.map(({ stock_code }) => stock_code).sort()
}

/** Adds the codes as stocks. Practice stocks become playable once an uploaded list sets their start dates. */
export async function listStocks(tx: Tx, exchange: ChartExchange, codes: string[]): Promise<void> {
  const { table, space } = listOf(exchange)
  await tx.query(`insert into ${table} (${space}, stock_code) select $1, unnest($2::text[]) on conflict do nothing`, [
    exchange,
    codes,
  ])
}

const listOf = (exchange: ChartExchange) =>
  isPractice(exchange) ? { table: 'practice_stock', space: 'space' } : { table: 'stock', space: 'exchange' }

/**
 * Copies texts from `table`: 'fill' only fills in missing ones, 'overwrite' also replaces existing ones. Blank texts
 * change nothing.
 */
export async function takeTexts(tx: Tx, exchange: ExchangeId, table: string, how: 'fill' | 'overwrite') {
  const takes = (column: string) =>
    how === 'fill' ? `i.${column} <> '' and stock.${column} = ''` : `i.${column} not in ('', stock.${column})`
  const columns = Object.values(textColumns)
  await tx.query(
    `update stock set ${columns.map(column => `${column} = case when ${takes(column)} then i.${column} else stock.${column} end`).join(', ')}
     from ${table} i where stock.exchange = $1 and stock.stock_code = i.stock_code
       and (${columns.map(takes).join(' or ')})`,
    [exchange],
  )
}

export const stockImporter: Importer = {
  topics: exchange => [`finlist:${exchange as ExchangeId}`],
  async plan(tx, asked, { staging, staged }) {
    const exchange = marketIn(asked)
    const file = await staging(incomingStocks(exchange))
    await staged()
    const { counts, created, write } = await planStocks(tx, exchange, file)
    return {
      count: file.rows,
      counts,
      created,
      notes: file.notes,
      async write() {
        // A stock that becomes an index was counted in the breadth, and must be removed from it.
        if (file.has.has('isIndex')) await breadthIsDue(tx, exchange, firstDay)
        await write()
      },
    }
  },
  rollBack: {
    ...byReplacedRows,
    async undo(tx, { upload_id, files }) {
      if (await movedAnIndex(tx, upload_id)) await breadthIsDue(tx, marketIn(files), firstDay)
    },
  },
}

export function createdStocks(codes: string[]): Reason[] {
  if (codes.length === 0) return []
  const list = codes.slice(0, 5).join(', ') + (codes.length > 5 ? ' …' : '')
  return [{ text: 'import.created', values: { count: codes.length, list } }]
}

import { simulatorStockColumns } from '@finlist/contract/staff/upload-columns'
import { type Resolution, resolutions } from '@finlist/domain/chart/spans'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced } from '../compare.ts'
import { clip, readText } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { dayOrSeconds, type ReadDate } from '../files/date.ts'
import { CellError } from '../import-errors.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming, Staged } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { unknownStocks } from './stocks.ts'

type Name = NameIn<typeof simulatorStockColumns>

/** A file of practice stocks. */
function incomingSimulatorStocks(readDate: ReadDate): Incoming<Name> {
  return {
    field: 'simulatorStocksCsv',
    table: 'incoming_practice_stock',
    shape: `stock_code text not null, stock_name text not null, stock_name_zh text not null, start_date date not null,
      resolution text not null`,
    key: ['stock_code'],
    twice: 'import.same-stock-twice',
    columns: columnsOf(simulatorStockColumns),
    values: cells => [
      readStockCode(cells.of('stockCode'), 'stockCode', 'PRAC'),
      readText(cells.of('stockName'), 'stockName', 200),
      readText(cells.of('stockNameZh'), 'stockNameZh', 200),
      dayOrSeconds(cells.of('startTime'), 'startTime', readDate),
      readResolution(cells.of('resolution')),
    ],
  }
}

function readResolution(cell: string): Resolution {
  const written = cell.toUpperCase() || '1D'
  const found = resolutions.find(it => it === written || it === `1${written}`)
  if (!found) throw new CellError('import.resolution', { cell: clip(cell) })
  return found
}

/** Replaces existing stocks; columns that the file lacks stay unchanged. */
async function planSimulatorStocks(tx: Tx, { rows, has }: Staged) {
  const optional = { stockName: 'stock_name', stockNameZh: 'stock_name_zh', resolution: 'resolution' }
  const given = Object.entries(optional).flatMap(([name, column]) => (has.has(name) ? [column] : []))
  const columns = ['start_date', ...given]
  const counts = await compare(tx, {
    came: 'incoming_practice_stock',
    rows,
    known: `(select * from practice_stock where space = 'PRAC')`,
    key: ['stock_code'],
    values: columns,
  })
  return {
    counts,
    created: await unknownStocks(tx, 'PRAC', 'incoming_practice_stock'),
    async write() {
      await tx.query(
        `insert into practice_stock (space, stock_code, ${columns.join(', ')})
         select 'PRAC', stock_code, ${columns.join(', ')} from incoming_practice_stock
         on conflict (space, stock_code) do update set ${replaced(columns)}`,
      )
    },
  }
}

export const simulatorStockImporter: Importer = {
  topics: () => ['prices:PRAC'],
  async plan(tx, _, { staging, staged, readDate }) {
    const file = await staging(incomingSimulatorStocks(readDate))
    await staged()
    return { count: file.rows, notes: file.notes, ...(await planSimulatorStocks(tx, file)) }
  },
  rollBack: byReplacedRows,
}

import { profitAlertColumns } from '@finlist/contract/staff/upload-columns'
import { reportTypeOf } from '@finlist/domain/profit-alerts/report-type'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { clip, readText } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { readMoment } from '../files/moment.ts'
import { CellError } from '../import-errors.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'

type Name = NameIn<typeof profitAlertColumns>

const longestTitle = 500
const longestLink = 1_000

/** A file of profit announcements: their release times, types and links. */
function incomingProfitAlerts(now: number): Incoming<Name> {
  return {
    field: 'profitAlertsCsv',
    table: 'incoming_alert',
    shape: `stock_code text not null, released_at timestamptz not null, report_type text not null, link text not null,
      link_zh text not null`,
    key: ['stock_code', 'released_at'],
    twice: 'import.same-alert-twice',
    columns: columnsOf(profitAlertColumns),
    header(has) {
      if (!has('reportType') && !has('title')) throw new CellError('import.missing-columns', { columns: 'reportType' })
    },
    values(cells) {
      checkExchange(cells.of('exchange'), 'HKEX')
      const said = cells.of('reportType') || readText(cells.of('title'), 'title', longestTitle)
      if (said === '') throw new CellError('import.blank', { column: 'reportType' })
      return [
        readStockCode(cells.of('stockCode'), 'stockCode', 'HKEX'),
        new Date(readMoment(cells.of('releaseTime'), 'releaseTime', now)).toISOString(),
        reportTypeOf(said),
        readLink(cells.of('link'), 'link'),
        cells.of('linkZh') === '' ? '' : readLink(cells.of('linkZh'), 'linkZh'),
      ]
    },
  }
}

/** Accepts only http and https URLs, because users will click them. */
function readLink(cell: string, column: string): string {
  if (cell === '') throw new CellError('import.blank', { column })
  const link = readText(cell, column, longestLink)
  const url = URL.parse(link)
  if (!url || !/^https?:$/.test(url.protocol)) throw new CellError('import.not-a-link', { column, cell: clip(cell) })
  return url.href
}

/** Replaces an announcement of the same stock and release time. */
async function planProfitAlerts(tx: Tx, rows: number) {
  const values = ['report_type', 'link', 'link_zh']
  const counts = await compare(tx, {
    came: 'incoming_alert',
    rows,
    known: `(select * from profit_alert where exchange = 'HKEX')`,
    key: ['stock_code', 'released_at'],
    values,
  })
  const created = await unknownStocks(tx, 'HKEX', 'incoming_alert')
  return {
    counts,
    created,
    async write() {
      await listStocks(tx, 'HKEX', created)
      await tx.query(
        `insert into profit_alert as known (exchange, stock_code, released_at, report_type, link, link_zh)
         select 'HKEX', stock_code, released_at, report_type, link, link_zh from incoming_alert
         on conflict (exchange, stock_code, released_at) do update set ${replaced(values)}, loaded_at = product_now()
           where ${tuple('known', values)} is distinct from ${tuple('excluded', values)}`,
      )
    },
  }
}

export const profitAlertImporter: Importer = {
  topics: () => ['profit-alerts:HKEX'],
  async plan(tx, { now }, { staging, staged }) {
    const { rows, notes } = await staging(incomingProfitAlerts(now))
    await staged()
    const { created, ...planned } = await planProfitAlerts(tx, rows)
    return { count: rows, created, notes: [...notes, ...createdStocks(created)], ...planned }
  },
  rollBack: byReplacedRows,
}

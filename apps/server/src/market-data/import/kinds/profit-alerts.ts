import { profitAlertColumns } from '@finlist/contract/staff/upload-columns'
import { type Classified, classify } from '@finlist/domain/profit-alerts/report-type'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { clip, readText } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { readMoment } from '../files/moment.ts'
import { CellError, type Reason } from '../import-errors.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange, createdStocks, listStocks, unknownStocks } from './stocks.ts'

type Name = NameIn<typeof profitAlertColumns>

const longestTitle = 500
const longestLink = 1_000

/** A file of profit announcements: their release times, types and links. */
function incomingProfitAlerts(now: number): Incoming<Name> {
  const evidence = new Evidence()
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
      const type = readText(cells.of('reportType'), 'reportType', longestTitle)
      const title = readText(cells.of('title'), 'title', longestTitle)
      if (type === '' && title === '') throw new CellError('import.blank', { column: 'reportType' })
      const stockCode = readStockCode(cells.of('stockCode'), 'stockCode', 'HKEX')
      const classified = classify({ type, title })
      evidence.add(classified, { stockCode, title })
      return [
        stockCode,
        new Date(readMoment(cells.of('releaseTime'), 'releaseTime', now)).toISOString(),
        classified.type,
        readLink(cells.of('link'), 'link'),
        cells.of('linkZh') === '' ? '' : readLink(cells.of('linkZh'), 'linkZh'),
      ]
    },
    notes: () => evidence.notes(),
  }
}

const mostListed = 5
const mostPhrases = 200

/** The words by which titles were classified, for staff to check. */
class Evidence {
  readonly #phrases = { POSITIVE: new Map<string, number>(), NEGATIVE: new Map<string, number>() }
  readonly #unclear: string[] = []
  #unclearCount = 0

  add({ type, by }: Classified, { stockCode, title }: { stockCode: string; title: string }) {
    if (title === '') return
    if (by === null && this.#unclearCount++ < mostListed) this.#unclear.push(`${stockCode} “${clip(title)}”`)
    if (by === null || type === 'OTHER') return
    const counts = this.#phrases[type]
    const phrase = by.toLowerCase()
    if (counts.has(phrase) || counts.size < mostPhrases) counts.set(phrase, (counts.get(phrase) ?? 0) + 1)
  }

  notes(): Reason[] {
    const list = (of: Map<string, number>) =>
      [...of]
        .toSorted(([, one], [, other]) => other - one)
        .slice(0, mostListed)
        .map(([phrase, count]) => `“${phrase}” ${count}`)
        .join(', ')
    const [good, bad] = [list(this.#phrases.POSITIVE), list(this.#phrases.NEGATIVE)]
    const more = this.#unclearCount > mostListed ? ' …' : ''
    const unclear = { count: this.#unclearCount, list: this.#unclear.join(', ') + more }
    return [
      ...(good ? [{ text: 'import.good-news' as const, values: { list: good } }] : []),
      ...(bad ? [{ text: 'import.bad-news' as const, values: { list: bad } }] : []),
      ...(unclear.count > 0 ? [{ text: 'import.unclear-news' as const, values: unclear }] : []),
    ]
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

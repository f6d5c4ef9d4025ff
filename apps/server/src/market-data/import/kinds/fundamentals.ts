import { fundamentalColumns } from '@finlist/contract/staff/upload-columns'
import type { Day } from '@finlist/domain/calendar'
import type { Tx } from '../../../db/database.ts'
import { changeReader, clip, readOptionalNumber, readText } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import type { ReadDate } from '../files/date.ts'
import { CellError } from '../import-errors.ts'
import type { Issue } from '../import-request.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { checkExchange } from './stocks.ts'

const mostSourceChars = 40

type FundamentalName = NameIn<typeof fundamentalColumns>
const figures = fundamentalColumns.flatMap(({ about, names }) =>
  about === 'eps' || about === 'sales' || about === 'npm' ? names : [],
)

/** A file with up to eight quarters of figures for each pick. */
export function incomingFundamentals({ exchange, issueDate }: Issue, readDate: ReadDate): Incoming<FundamentalName> {
  const changes = changeReader()
  return {
    field: 'finListFundamentalCsv',
    table: 'incoming_fundamental',
    shape: `stock_code text, quarter smallint, this_report_date integer, last_report_date integer,
      this_eps double precision, last_eps double precision, eps_change double precision,
      this_sales double precision, last_sales double precision, sales_change double precision,
      this_npm double precision, last_npm double precision, npm_change double precision, source text, known_on date`,
    key: ['stock_code', 'quarter'],
    twice: 'import.same-quarter-twice',
    columns: columnsOf(fundamentalColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const last = cells.of('lastReportDate')
      const quarterEnd = readDate(cells.of('thisReportDate'), 'thisReportDate')
      return [
        readStockCode(cells.of('stockCode'), 'stockCode', exchange),
        readQuarter(cells.of('quarter')),
        asNumber(quarterEnd),
        last === '' ? null : asNumber(readDate(last, 'lastReportDate')),
        ...figures.map(name => {
          const read = name.endsWith('Change') ? changes.read : readOptionalNumber
          return read(cells.of(name), name)
        }),
        readText(cells.of('source'), 'source', mostSourceChars) || null,
        readKnownOn(cells.of('knownOn'), { readDate, from: quarterEnd, to: issueDate }),
      ]
    },
    notes: changes.notes,
  }
}

const asNumber = (day: Day) => Number(day.replaceAll('-', ''))

/** A list contains only what was known on its day. */
function readKnownOn(cell: string, { readDate, from, to }: { readDate: ReadDate; from: Day; to: Day }): Day | null {
  if (cell === '') return null
  const day = readDate(cell, 'knownOn')
  if (day < from || day > to) throw new CellError('import.known-on', { cell: clip(cell), from, to })
  return day
}

function readQuarter(cell: string): number {
  const [, quarter] = /^[qQ]?([1-8])(?:\.0)?$/.exec(cell) ?? []
  if (!quarter) throw new CellError('import.quarter', { cell: clip(cell) })
  return Number(quarter)
}

export async function writeFundamentals(tx: Tx, { exchange, issueDate }: Issue): Promise<void> {
  const quarters = `stock_code, quarter, this_report_date, last_report_date, this_eps, last_eps, eps_change,
    this_sales, last_sales, sales_change, this_npm, last_npm, npm_change, source, known_on`
  await tx.query(
    `insert into fundamental (exchange, issue_date, ${quarters})
     select $1, $2, ${quarters} from incoming_fundamental`,
    [exchange, issueDate],
  )
}

export async function countStrangers(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(distinct stock_code) as count from incoming_fundamental
     where stock_code not in (select stock_code from incoming_pick)`,
  )
  return rows[0]!.count
}

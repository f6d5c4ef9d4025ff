import { marketTrendColumns } from '@finlist/contract/staff/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { ask } from '../../quality/ask.ts'
import { askedOfBreadth } from '../../quality/plausible.ts'
import { tellHeldDays } from '../../quality/tell-held-day.ts'
import { readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { dateReader, type ReadDate } from '../files/date.ts'
import { CellError, type Reason } from '../import-errors.ts'
import { issueOf } from '../import-request.ts'
import type { Importer } from '../importer.ts'
import type { Incoming } from '../stage.ts'
import { checkExchange } from './stocks.ts'

type Name = NameIn<typeof marketTrendColumns>
type Issue = { exchange: ExchangeId; issueDate: string }

/** The table's columns, by their names in files. */
const counts = {
  up: 'up',
  down: 'down',
  noChange: 'no_change',
  onTenWeekMa: 'on_ten_week_ma',
  underTenWeekMa: 'under_ten_week_ma',
  onFortyWeekMa: 'on_forty_week_ma',
  underFortyWeekMa: 'under_forty_week_ma',
  fiftyTwoWeekHigh: 'fifty_two_week_high',
  fiftyTwoWeekLow: 'fifty_two_week_low',
} as const satisfies Record<Exclude<Name, 'issueDate' | 'exchange'>, string>
const names = Object.keys(counts) as (keyof typeof counts)[]
/** Upper limit for a count; no exchange lists this many stocks. */
const mostStocks = 1_000_000

/** A file with market breadth, for one day (its date may come from the form) or several. A blank cell means unknown. */
function incomingMarketTrend({ exchange, issueDate, readDate }: Issue & { readDate: ReadDate }): Incoming<Name> {
  let hasItsDay = false
  const dates = { first: '', last: '' }
  const note = (date: string) => {
    hasItsDay ||= date === issueDate
    if (dates.first === '' || date < dates.first) dates.first = date
    if (date > dates.last) dates.last = date
  }
  return {
    field: 'marketTrendDetailCsv',
    table: 'incoming_breadth',
    shape: `date date not null, ${names.map(name => `${counts[name]} integer`).join(', ')}`,
    key: ['date'],
    twice: 'import.same-date-twice',
    columns: columnsOf(marketTrendColumns).map(column =>
      column.name === 'issueDate' ? { ...column, also: ['date', '日期'] } : column,
    ),
    header(has) {
      if (!names.some(has)) throw new CellError('import.missing-columns', { columns: names.join(', ') })
    },
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      const written = cells.of('issueDate')
      const date = written === '' ? issueDate : readDate(written, 'issueDate')
      note(date)
      const read = names.map(name => readCount(cells.of(name), name))
      checkSums(Object.fromEntries(names.map((name, at) => [name, read[at]])) as Counts)
      return [date, ...read]
    },
    notes: (): Reason[] =>
      hasItsDay || dates.first === '' ? [] : [{ text: 'import.other-days', values: { issueDate, ...dates } }],
  }
}

type Counts = Record<keyof typeof counts, number | null>

/** Throws if a count exceeds the day's total of rising, falling and unchanged stocks; blank cells are ignored. */
function checkSums({ up, down, noChange, ...parts }: Counts): void {
  if (up === null || down === null || noChange === null) return
  const total = up + down + noChange
  const check = (columns: string, ...values: (number | null)[]) => {
    const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0)
    if (sum > total) throw new CellError('import.more-than-all', { columns, sum, total })
  }
  check('onTenWeekMa + underTenWeekMa', parts.onTenWeekMa, parts.underTenWeekMa)
  check('onFortyWeekMa + underFortyWeekMa', parts.onFortyWeekMa, parts.underFortyWeekMa)
  check('fiftyTwoWeekHigh', parts.fiftyTwoWeekHigh)
  check('fiftyTwoWeekLow', parts.fiftyTwoWeekLow)
}

function readCount(cell: string, column: string): number | null {
  if (cell === '') return null
  const count = readVolume(cell, column)
  if (count > mostStocks) throw new CellError('import.too-big', { column, cell })
  return count
}

/** Replaces all data of an earlier upload for the same issue date. */
async function writeMarketTrend(tx: Tx, { exchange, issueDate }: Issue): Promise<void> {
  await deleteMarketTrend(tx, { exchange, issueDate })
  const columns = ['date', ...Object.values(counts)].join(', ')
  await tx.query(
    `insert into uploaded_breadth (exchange, issue_date, ${columns}) select $1, $2, ${columns} from incoming_breadth`,
    [exchange, issueDate],
  )
}

async function deleteMarketTrend(tx: Tx, { exchange, issueDate }: Issue): Promise<void> {
  await tx.query('delete from uploaded_breadth where exchange = $1 and issue_date = $2', [exchange, issueDate])
}

/**
 * Restores an upload's original place in the loading order: if several uploads have the same day, the one loaded last
 * counts.
 */
async function putBackInPlace(tx: Tx, { exchange, issueDate }: Issue, loadedAt: Date) {
  await tx.query('update uploaded_breadth set loaded_at = $3 where exchange = $1 and issue_date = $2', [
    exchange,
    issueDate,
    loadedAt,
  ])
}

export const marketTrendImporter: Importer = {
  topics: exchange => [`markettrend:${exchange as ExchangeId}`],
  read: ({ issueDate = '', now }) => ({ issueDate: dateReader(now)(issueDate, 'issueDate') }),
  async plan(tx, asked, { staging, staged, readDate }) {
    const issue = issueOf(asked)
    const { rows, notes } = await staging(incomingMarketTrend({ ...issue, readDate }))
    await staged()
    const { rows: days } = await tx.query<{ date: string }>('select date from incoming_breadth')
    const dates = days.map(({ date }) => date)
    const held = asked.again ? [] : await tellHeldDays(tx, issue.exchange, dates, asked)
    const unlikely = asked.again ? [] : ask(await askedOfBreadth(tx, issue.exchange, dates), asked)
    return {
      count: rows,
      counts: {},
      created: [],
      notes: [...held, ...unlikely, ...notes],
      write: () => writeMarketTrend(tx, issue),
    }
  },
  rollBack: {
    obstacle: () => undefined,
    async undo(tx, { files }, reload) {
      const issue = issueOf(files)
      await deleteMarketTrend(tx, issue)
      const previous = await reload()
      if (previous) await putBackInPlace(tx, issue, previous.uploaded_at)
    },
  },
}

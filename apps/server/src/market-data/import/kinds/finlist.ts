import { pickColumns } from '@finlist/contract/staff/upload-columns'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { drawTwins } from '../../../research/draw-twins.ts'
import { writeOutlines } from '../../lists/outlines.ts'
import { recordIssue, recordRollBack } from '../../lists/record-issue.ts'
import { ask } from '../../quality/ask.ts'
import { askedOfFundamentals, askedOfList } from '../../quality/plausible.ts'
import { tellHeldDays } from '../../quality/tell-held-day.ts'
import { changeReader, readFlag, readPrice, readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { dateReader } from '../files/date.ts'
import { type Issue, issueOf } from '../import-request.ts'
import { byTheUploadBefore, type Importer } from '../importer.ts'
import { type IssueMarks, marksField, readMarks, writeMarks } from '../issue-marks.ts'
import { keepIssue, putBackIssue } from '../replaced-issue.ts'
import type { CellValue, Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'
import { countStrangers, incomingFundamentals, writeFundamentals } from './fundamentals.ts'
import { checkStop, readPattern, readPriceOrNone, readScore, readVariant, readWithin } from './pick-cells.ts'
import { fillFromBars } from './pick-figures.ts'
import {
  checkExchange,
  createdStocks,
  listStocks,
  readStockTexts,
  stockTextShape,
  takeTexts,
  unknownStocks,
} from './stocks.ts'

type PickName = NameIn<typeof pickColumns>

type Read = (cell: string, name: PickName) => CellValue
type PickColumn = { name: PickName; column: string; type: string; read: Read | 'change' }

/** The figures of a pick: each one's column in the file and in the database, and its cell parser. */
const pickFigures: readonly PickColumn[] = [
  { name: 'close', column: 'close', type: 'double precision', read: readOptionalPrice },
  { name: 'closeChange', column: 'close_change', type: 'double precision', read: 'change' },
  { name: 'volume', column: 'volume', type: 'bigint', read: readOptionalVolume },
  { name: 'volumeChange', column: 'volume_change', type: 'double precision', read: 'change' },
  { name: 'percivalScore', column: 'percival_score', type: 'double precision', read: readScore },
  { name: 'buyPoint', column: 'buy_point', type: 'double precision', read: readPriceOrNone },
  { name: 'patternType', column: 'pattern_type', type: 'text', read: readPattern },
  { name: 'variant', column: 'variant', type: 'text', read: readVariant },
  { name: 'stop', column: 'stop', type: 'double precision', read: readPriceOrNone },
  { name: 'rank', column: 'rank', type: 'smallint', read: cell => readWithin(cell, 'rank', [1, 99]) },
  { name: 'template', column: 'template', type: 'smallint', read: cell => readWithin(cell, 'template', [0, 8]) },
  { name: 'isLowTurnover', column: 'is_low_turnover', type: 'boolean', read: readOptionalFlag },
  { name: 'freePick', column: 'free_pick', type: 'boolean', read: readFlag },
]

/** A file with one issue's picks. */
function incomingPicks(exchange: ExchangeId): Incoming<PickName> {
  const changes = changeReader()
  return {
    field: 'finListCsv',
    table: 'incoming_pick',
    shape: `stock_code text, ${pickFigures.map(({ column, type }) => `${column} ${type}`).join(', ')}, ${stockTextShape}`,
    key: ['stock_code'],
    twice: 'import.same-stock-twice',
    columns: columnsOf(pickColumns),
    values(cells) {
      checkExchange(cells.of('exchange'), exchange)
      checkStop(readPriceOrNone(cells.of('buyPoint'), 'buyPoint'), readPriceOrNone(cells.of('stop'), 'stop'))
      return [
        readStockCode(cells.of('stockCode'), 'stockCode', exchange),
        ...pickFigures.map(({ name, read }) => (read === 'change' ? changes.read : read)(cells.of(name), name)),
        ...readStockTexts(cells),
      ]
    },
    notes: changes.notes,
  }
}

function readOptionalPrice(cell: string, column: string): number | null {
  return cell === '' ? null : readPrice(cell, column)
}

function readOptionalFlag(cell: string, column: string): boolean | null {
  return cell === '' ? null : readFlag(cell, column)
}

function readOptionalVolume(cell: string, column: string): number | null {
  return cell === '' ? null : readVolume(cell, column)
}

/** Plans an issue's import. An existing issue is replaced, with all its picks and fundamentals. */
async function planIssue(
  tx: Tx,
  issue: Issue,
  {
    withFundamentals,
    again,
    marks,
    databaseUrl,
  }: { withFundamentals: boolean; again: boolean; marks: IssueMarks | undefined; databaseUrl: string | undefined },
) {
  const { exchange, issueDate } = issue
  const found = await tx.query<{ picks: number; fundamentals: number }>(
    `select (select count(*) from finlist_pick p where p.exchange = i.exchange and p.issue_date = i.issue_date) as picks,
       (select count(*) from fundamental f where f.exchange = i.exchange and f.issue_date = i.issue_date) as fundamentals
     from finlist_issue i where exchange = $1 and issue_date = $2`,
    [exchange, issueDate],
  )
  const staged = withFundamentals ? ['incoming_pick', 'incoming_fundamental'] : ['incoming_pick']
  const created = await unknownStocks(tx, exchange, ...staged)
  return {
    before: found.rows[0],
    created,
    strangers: withFundamentals ? await countStrangers(tx) : 0,
    async write() {
      await keepIssue(tx, issue)
      await deleteIssue(tx, issue)
      await listStocks(tx, exchange, created)
      const { rows } = await tx.query<{ newest: boolean }>(
        'select not exists (select from finlist_issue where exchange = $1 and issue_date > $2) as newest',
        [exchange, issueDate],
      )
      if (!again) await takeTexts(tx, exchange, 'incoming_pick', rows[0]!.newest ? 'overwrite' : 'fill')
      await tx.query(
        'insert into finlist_issue (exchange, issue_date, published_at) values ($1, $2, product_now(clock_timestamp()))',
        [exchange, issueDate],
      )
      const picks = `stock_code, ${pickFigures.map(({ column }) => column).join(', ')}`
      await tx.query(
        `insert into finlist_pick (exchange, issue_date, ${picks}) select $1, $2, ${picks} from incoming_pick`,
        [exchange, issueDate],
      )
      if (marks) await writeMarks(tx, issue, marks)
      if (marks) await writeOutlines(tx, exchange, issueDate)
      if (withFundamentals) await writeFundamentals(tx, issue)
      // A list made by the product already has twins, drawn when it was proposed.
      const drawn = marks || databaseUrl === undefined ? undefined : await drawTwins(tx, databaseUrl, issue)
      await recordIssue(tx, issue, { drawn })
    },
  }
}

async function deleteIssue(tx: Tx, { exchange, issueDate }: Issue): Promise<void> {
  await tx.query('delete from finlist_issue where exchange = $1 and issue_date = $2', [exchange, issueDate])
}

export const finListImporter: Importer = {
  topics: exchange => [`finlist:${exchange as ExchangeId}`],
  read: ({ issueDate = '', now }) => ({ issueDate: dateReader(now)(issueDate, 'issueDate') }),
  async plan(tx, asked, { staging, staged, readDate, faults, databaseUrl }) {
    const issue = issueOf(asked)
    const picks = await staging(incomingPicks(issue.exchange))
    const withFundamentals = asked.files['finListFundamentalCsv'] !== undefined
    const fundamentals = withFundamentals
      ? await staging(incomingFundamentals(issue, readDate))
      : { rows: 0, notes: [] }
    await staged()
    const held = asked.again ? [] : await tellHeldDays(tx, issue.exchange, [issue.issueDate], asked)
    const counted = await fillFromBars(tx, issue, faults)
    faults.refuse()
    const marks = asked.files[marksField]
    const { before, created, strangers, write } = await planIssue(tx, issue, {
      withFundamentals,
      marks: marks && (await readMarks(marks.path)),
      again: asked.again === true,
      databaseUrl,
    })
    // Skipped for lists made by the product, whose figures come from the stored bars.
    const unlikely =
      asked.again || marks
        ? []
        : ask(
            [
              ...(await askedOfList(tx, issue, created)),
              ...(withFundamentals ? await askedOfFundamentals(tx, issue) : []),
            ],
            asked,
          )
    const lost = withFundamentals ? 0 : (before?.fundamentals ?? 0)
    return {
      count: picks.rows + fundamentals.rows,
      counts: {
        finListCount: picks.rows,
        fundamentalCount: fundamentals.rows,
        picksBefore: before?.picks ?? 0,
        fundamentalsBefore: before?.fundamentals ?? 0,
        keptBefore: before?.picks ?? 0,
      },
      created,
      notes: [
        ...held,
        ...unlikely,
        ...(before ? [{ text: 'import.issue-replaced' as const, values: { count: before.picks } }] : []),
        ...(lost > 0 ? [{ text: 'import.fundamentals-gone' as const, values: { count: lost } }] : []),
        ...(strangers > 0 ? [{ text: 'import.fundamentals-of-others' as const, values: { count: strangers } }] : []),
        ...createdStocks(created),
        ...counted,
        ...picks.notes,
        ...fundamentals.notes,
      ],
      write,
    }
  },
  rollBack: {
    obstacle: (upload, previous) =>
      upload.counts['keptBefore'] ? undefined : byTheUploadBefore('picksBefore').obstacle(upload, previous),
    async undo(tx, { upload_id: uploadId, files }, reload) {
      const issue = issueOf(files)
      await deleteIssue(tx, issue)
      await recordRollBack(tx, issue)
      if (await putBackIssue(tx, uploadId)) await recordIssue(tx, issue)
      else await reload()
    },
  },
}

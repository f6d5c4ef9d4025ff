import type { Topic, TopicKind } from '@finlist/contract/topics'
import { type ChartExchange, isPractice } from '@finlist/domain/chart/symbol'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { breadthIsDue } from '../breadth-worker.ts'
import { firstDay } from '../compute-breadth.ts'
import { archiveUpload } from './archive-upload.ts'
import { readStockCode } from './cell.ts'
import { dateReader, type ReadDate } from './date.ts'
import { incomingFundamentals, incomingPicks, planIssue } from './finlist.ts'
import { holdLevels, incomingGameLevels, planGameLevels, refuseOverfull, refuseStarted } from './game-levels.ts'
import { CellError, ImportErrors, type Reason } from './import-errors.ts'
import { type ImportKind, type ImportRequest, type Loaded, marketIn } from './import-request.ts'
import { incomingMarketTrend, writeMarketTrend } from './market-trend.ts'
import { incomingMovers, planMovers, takenAtOf } from './movers.ts'
import { incomingPatterns, planPatterns, refuseUneven } from './patterns.ts'
import { countBars, firstIncomingDay, incomingPrices, planPrices } from './prices.ts'
import { incomingProfitAlerts, planProfitAlerts } from './profit-alerts.ts'
import { beginKeeping } from './replaced-rows.ts'
import { incomingShareholdings, planShareholdings } from './shareholding.ts'
import { incomingSimulatorStocks, planSimulatorStocks } from './simulator-stocks.ts'
import { type Incoming, type Staged, stage } from './stage.ts'
import { incomingStocks, listStocks, planStocks, unknownStocks } from './stocks.ts'
import { incomingVideos, planVideos } from './videos.ts'

export type ImportResult = Loaded & { uploadId: number | null }

/**
 * Loads files in one transaction: all of it, or with one bad line nothing. A row with the same key is replaced, so that
 * loading the same file twice gives the same state. The original is kept. Throws ImportRefused.
 */
export async function importFiles(database: Database, asked: ImportRequest): Promise<ImportResult> {
  const known = checked(asked)
  return await database.load(
    async tx => {
      const uploadId = asked.dryRun ? null : await beginKeeping(tx)
      const loaded = await load(tx, known)
      if (uploadId !== null) await archiveUpload(tx, uploadId, known, loaded)
      return { ...loaded, uploadId }
    },
    { keep: !asked.dryRun },
  )
}

function checked(asked: ImportRequest): ImportRequest {
  try {
    const { kind, exchange, stockCode, issueDate, now } = asked
    return {
      ...asked,
      stockCode: kind === 'prices' && stockCode ? readStockCode(stockCode, 'stockCode', exchange) : undefined,
      issueDate:
        kind === 'finlist' || kind === 'markettrend' ? dateReader(now)(issueDate ?? '', 'issueDate') : undefined,
      takenAt: kind === 'movers' ? takenAtOf(asked.takenAt, asked.files['moversCsv']?.name, now) : undefined,
    }
  } catch (error) {
    if (!(error instanceof CellError)) throw error
    const { text, values } = error.reason
    throw new BadRequest(text, { field: String(values?.['column'] ?? ''), ...(values && { values }) })
  }
}

/**
 * Reads and checks in the caller's transaction, plans what it will write by reading alone, and then writes. A dry run
 * is the same without the writing, which PostgreSQL enforces. Imports of one market wait for each other.
 */
export async function load(tx: Tx, asked: ImportRequest): Promise<Loaded> {
  const faults = new ImportErrors()
  const readDate = dateReader(asked.now)
  // So that the keys of a hundred thousand lines are compared in memory.
  await tx.query(`set local work_mem = '32MB'`)
  const staging = async (incoming: Incoming) => {
    const file = asked.files[incoming.field]
    if (!file) throw new BadRequest('missing', { field: incoming.field, values: { field: incoming.field } })
    const { most = Number.POSITIVE_INFINITY, progress = () => undefined } = asked
    return await stage(tx, file.path, incoming, { faults, most, progress })
  }
  const staged = async () => {
    faults.refuse()
    if (asked.dryRun) await tx.query('set transaction read only')
    else await takeTurns(tx, asked.exchange)
  }
  const { write, ...told } = await plan[asked.kind](tx, asked, { staging, staged, readDate, faults })
  if (asked.dryRun) return told
  await write()
  await publish(tx, ...topicsOf(asked))
  return told
}

type Steps = {
  staging(incoming: Incoming): Promise<Staged>
  /** After this no other import of the market runs; in a dry run, nothing can be written. */
  staged(): Promise<void>
  readDate: ReadDate
  faults: ImportErrors
}
/** What a load will have done, and the function that writes it. */
type Planned = Loaded & { write(): Promise<void> }

const plan: Record<ImportKind, (tx: Tx, asked: ImportRequest, steps: Steps) => Promise<Planned>> = {
  async stocks(tx, asked, { staging, staged }) {
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
        // A stock that turns out to be an index was counted in the breadth.
        if (file.has.has('isIndex')) await breadthIsDue(tx, exchange, firstDay)
        await write()
      },
    }
  },

  async prices(tx, { exchange, stockCode, lotSize }, { staging, staged, readDate }) {
    const { rows, notes } = await staging(incomingPrices({ exchange, stockCode, lotSize, readDate }))
    await staged()
    const before = stockCode === undefined ? undefined : await countBars(tx, exchange, stockCode)
    const created = await unknownStocks(tx, exchange, 'incoming_bar')
    const { counts, write } = await planPrices(tx, exchange, rows)
    return {
      count: rows,
      counts: { ...counts, ...(before !== undefined && { before, after: before + counts.inserted }) },
      created,
      notes: [...notes, ...createdStocks(created)],
      async write() {
        await listStocks(tx, exchange, created)
        await write()
        if (counts.inserted + counts.updated > 0 && !isPractice(exchange))
          await breadthIsDue(tx, exchange, await firstIncomingDay(tx))
      },
    }
  },

  async finlist(tx, asked, { staging, staged, readDate }) {
    const issue = { exchange: marketIn(asked), issueDate: asked.issueDate! }
    const picks = await staging(incomingPicks(issue.exchange))
    const withFundamentals = asked.files['finListFundamentalCsv'] !== undefined
    const fundamentals = withFundamentals
      ? await staging(incomingFundamentals(issue.exchange, readDate))
      : { rows: 0, notes: [] }
    await staged()
    const { before, created, strangers, write } = await planIssue(tx, issue, {
      withFundamentals,
      again: asked.again === true,
    })
    const lost = withFundamentals ? 0 : (before?.fundamentals ?? 0)
    return {
      count: picks.rows + fundamentals.rows,
      counts: {
        finListCount: picks.rows,
        fundamentalCount: fundamentals.rows,
        picksBefore: before?.picks ?? 0,
        fundamentalsBefore: before?.fundamentals ?? 0,
      },
      created,
      notes: [
        ...(before ? [{ text: 'import.issue-replaced' as const, values: { count: before.picks } }] : []),
        ...(lost > 0 ? [{ text: 'import.fundamentals-gone' as const, values: { count: lost } }] : []),
        ...(strangers > 0 ? [{ text: 'import.fundamentals-of-others' as const, values: { count: strangers } }] : []),
        ...createdStocks(created),
        ...picks.notes,
        ...fundamentals.notes,
      ],
      write,
    }
  },

  async markettrend(tx, asked, { staging, staged, readDate }) {
    const issue = { exchange: marketIn(asked), issueDate: asked.issueDate! }
    const { rows, notes } = await staging(incomingMarketTrend({ ...issue, readDate }))
    await staged()
    return { count: rows, counts: {}, created: [], notes, write: () => writeMarketTrend(tx, issue) }
  },

  async movers(tx, { takenAt }, { staging, staged }) {
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

  async 'profit-alerts'(tx, { now }, { staging, staged }) {
    const { rows, notes } = await staging(incomingProfitAlerts(now))
    await staged()
    const { created, ...planned } = await planProfitAlerts(tx, rows)
    return { count: rows, created, notes: [...notes, ...createdStocks(created)], ...planned }
  },

  async 'simulator-stocks'(tx, _, { staging, staged, readDate }) {
    const file = await staging(incomingSimulatorStocks(readDate))
    await staged()
    return { count: file.rows, notes: file.notes, ...(await planSimulatorStocks(tx, file)) }
  },

  async 'game-levels'(tx, { dryRun }, { staging, staged, readDate, faults }) {
    const { rows, notes } = await staging(incomingGameLevels(readDate))
    await staged()
    if (!dryRun) await holdLevels(tx)
    await refuseStarted(tx, faults)
    await refuseOverfull(tx, faults)
    faults.refuse()
    const planned = await planGameLevels(tx, rows)
    return { count: rows, created: [], ...planned, notes: [...planned.notes, ...notes] }
  },

  async patterns(tx, asked, { staging, staged, readDate, faults }) {
    const exchange = marketIn(asked)
    const { notes } = await staging(incomingPatterns(exchange, readDate))
    await staged()
    await refuseUneven(tx, faults)
    faults.refuse()
    return { created: [], notes, ...(await planPatterns(tx, exchange)) }
  },

  async videos(tx, _, { staging, staged, readDate }) {
    const file = await staging(incomingVideos(readDate))
    await staged()
    return { count: file.rows, created: [], notes: file.notes, ...(await planVideos(tx, file)) }
  },

  async shareholding(tx, _, { staging, staged, readDate }) {
    const { rows, notes } = await staging(incomingShareholdings(readDate))
    await staged()
    const { created, ...planned } = await planShareholdings(tx, rows)
    return { count: rows, created, ...planned, notes: [...notes, ...planned.notes, ...createdStocks(created)] }
  },
}

/** Takes the market's import lock to the end of the transaction. */
export async function takeTurns(tx: Pick<Tx, 'query'>, exchange: ChartExchange) {
  await tx.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext($1))`, [exchange])
}

/** The topic of a kind of data. The lists of videos are topics of their own, published where they are merged. */
export function topicsOf({ kind, exchange }: Pick<ImportRequest, 'kind' | 'exchange'>): Topic[] {
  return kind === 'videos' ? [] : [`${topics[kind]}:${exchange}` as Topic]
}

const topics: Record<Exclude<ImportKind, 'videos'>, TopicKind> = {
  stocks: 'finlist',
  finlist: 'finlist',
  prices: 'prices',
  markettrend: 'markettrend',
  shareholding: 'shareholding',
  movers: 'movers',
  'profit-alerts': 'profit-alerts',
  'simulator-stocks': 'prices',
  'game-levels': 'game',
  patterns: 'patterns',
}

function createdStocks(codes: string[]): Reason[] {
  if (codes.length === 0) return []
  const list = codes.slice(0, 5).join(', ') + (codes.length > 5 ? ' …' : '')
  return [{ text: 'import.created', values: { count: codes.length, list } }]
}

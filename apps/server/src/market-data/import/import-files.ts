import { type ChartExchange, isPractice } from '@finlist/domain/chart/symbol'
import type { PoolClient } from 'pg'
import type { Database } from '../../db/database.ts'
import { Refused } from '../../http/refusals.ts'
import { firstDay } from '../count-breadth.ts'
import { shareholdingTopic } from '../count-shareholdings.ts'
import { breadthIsDue } from '../keep-breadth.ts'
import { type ImportAsked, type ImportKind, type Loaded, marketIn } from './asked.ts'
import { readStockCode } from './cell.ts'
import { dateReader, type ReadDate } from './date.ts'
import { BadCell, Faults, type Reason } from './faults.ts'
import { incomingFundamentals, incomingPicks, mergeIssue } from './finlist.ts'
import { incomingGameLevels, mergeGameLevels } from './game-levels.ts'
import { keepUpload } from './keep-upload.ts'
import { incomingMarketTrend, mergeMarketTrend } from './market-trend.ts'
import { incomingMovers, mergeMovers, takenAtOf } from './movers.ts'
import { onOneConnection } from './on-one-connection.ts'
import { incomingPatterns, mergePatterns } from './patterns.ts'
import { countBars, firstIncomingDay, incomingPrices, mergePrices } from './prices.ts'
import { incomingProfitAlerts, mergeProfitAlerts } from './profit-alerts.ts'
import { incomingShareholdings, mergeShareholdings } from './shareholding.ts'
import { incomingSimulatorStocks, meetPracticeStocks, mergeSimulatorStocks } from './simulator-stocks.ts'
import { type Incoming, type Staged, stage } from './stage.ts'
import { incomingStocks, meetStocks, mergeStocks } from './stocks.ts'
import { incomingVideos, mergeVideos } from './videos.ts'

export type ImportResult = Loaded & { uploadId: number | null }

/**
 * Loads files in one transaction: all of it, or with one bad line nothing. What has the same key is replaced, so that
 * the same file twice leaves the same state. The original is kept. Throws ImportRefused.
 */
export async function importFiles(database: Database, asked: ImportAsked): Promise<ImportResult> {
  const known = checked(asked)
  return await onOneConnection(
    database,
    async client => {
      const loaded = await load(client, known)
      return { ...loaded, uploadId: asked.dryRun ? null : await keepUpload(client, known, loaded) }
    },
    { keep: !asked.dryRun },
  )
}

function checked(asked: ImportAsked): ImportAsked {
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
    if (!(error instanceof BadCell)) throw error
    const { text, values } = error.reason
    throw new Refused(text, { field: String(values?.['column'] ?? ''), ...(values && { values }) })
  }
}

/** Reads, checks and merges on the caller's transaction. Imports of one market wait for each other. */
export async function load(client: PoolClient, asked: ImportAsked): Promise<Loaded> {
  const faults = new Faults()
  const readDate = dateReader(asked.now)
  const staging = async (incoming: Incoming) => {
    const file = asked.files[incoming.field]
    if (!file) throw new Refused('missing', { field: incoming.field, values: { field: incoming.field } })
    const { most = Number.POSITIVE_INFINITY, progress = () => undefined } = asked
    return await stage(client, file.path, incoming, { faults, most, progress })
  }
  const merging = async () => {
    faults.refuse()
    await takeTurns(client, asked.exchange)
  }
  const loaded = await loaders[asked.kind](client, asked, { staging, merging, readDate, faults })
  await publish(client, asked)
  return loaded
}

type Steps = {
  staging(incoming: Incoming): Promise<Staged>
  /** After it nothing is refused any more, and no other import of the market runs. */
  merging(): Promise<void>
  readDate: ReadDate
  faults: Faults
}

const loaders: Record<ImportKind, (client: PoolClient, asked: ImportAsked, steps: Steps) => Promise<Loaded>> = {
  async stocks(client, asked, { staging, merging }) {
    const exchange = marketIn(asked)
    const { rows, has, notes } = await staging(incomingStocks(exchange))
    await merging()
    // What turns out to be an index has been counted among the stocks.
    if (has.has('isIndex')) await breadthIsDue(client, exchange, firstDay)
    return { count: rows, notes, ...(await mergeStocks(client, exchange, has)) }
  },

  async prices(client, { exchange, stockCode, lotSize }, { staging, merging, readDate }) {
    const { rows, notes } = await staging(incomingPrices({ exchange, stockCode, lotSize, readDate }))
    await merging()
    const before = stockCode === undefined ? undefined : await countBars(client, exchange, stockCode)
    const created = isPractice(exchange)
      ? await meetPracticeStocks(client, exchange, 'incoming_bar')
      : await meetStocks(client, exchange, 'incoming_bar')
    const { inserted, updated } = await mergePrices(client, exchange, rows)
    if (inserted + updated > 0 && !isPractice(exchange))
      await breadthIsDue(client, exchange, await firstIncomingDay(client))
    return {
      count: rows,
      counts: { inserted, updated, ...(before !== undefined && { before, after: before + inserted }) },
      created,
      notes: [...notes, ...createdStocks(created)],
    }
  },

  async finlist(client, asked, { staging, merging, readDate }) {
    const issue = { exchange: marketIn(asked), issueDate: asked.issueDate! }
    const picks = await staging(incomingPicks(issue.exchange))
    const withFundamentals = asked.files['finListFundamentalCsv'] !== undefined
    const fundamentals = withFundamentals
      ? await staging(incomingFundamentals(issue.exchange, readDate))
      : { rows: 0, notes: [] }
    await merging()
    const { before, created, strangers } = await mergeIssue(client, issue, withFundamentals)
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
    }
  },

  async markettrend(client, asked, { staging, merging, readDate }) {
    const issue = { exchange: marketIn(asked), issueDate: asked.issueDate! }
    const { rows, notes } = await staging(incomingMarketTrend({ ...issue, readDate }))
    await merging()
    await mergeMarketTrend(client, issue)
    return { count: rows, counts: {}, created: [], notes }
  },

  async movers(client, { takenAt }, { staging, merging }) {
    const { notes } = await staging(incomingMovers())
    await merging()
    const created = await meetStocks(client, 'HKEX', 'incoming_snapshot')
    const { rows, before } = await mergeMovers(client, takenAt!)
    return { count: rows, counts: { stocksBefore: before }, created, notes: [...notes, ...createdStocks(created)] }
  },

  async 'profit-alerts'(client, { now }, { staging, merging }) {
    const { rows, notes } = await staging(incomingProfitAlerts(now))
    await merging()
    const created = await meetStocks(client, 'HKEX', 'incoming_alert')
    const counts = await mergeProfitAlerts(client)
    return { count: rows, counts, created, notes: [...notes, ...createdStocks(created)] }
  },

  async 'simulator-stocks'(client, _, { staging, merging, readDate }) {
    const { rows, has, notes } = await staging(incomingSimulatorStocks(readDate))
    await merging()
    return { count: rows, notes, ...(await mergeSimulatorStocks(client, has)) }
  },

  async 'game-levels'(client, _, { staging, merging, readDate, faults }) {
    const { rows, notes } = await staging(incomingGameLevels(readDate))
    const merged = await mergeGameLevels(client, { faults, merging })
    return { count: rows, created: [], counts: merged.counts, notes: [...merged.notes, ...notes] }
  },

  async patterns(client, asked, { staging, merging, readDate, faults }) {
    const exchange = marketIn(asked)
    const { notes } = await staging(incomingPatterns(exchange, readDate))
    const merged = await mergePatterns(client, exchange, { faults, merging })
    return { created: [], notes, ...merged }
  },

  async videos(client, _, { staging, merging, readDate }) {
    const { rows, has, notes } = await staging(incomingVideos(readDate))
    await merging()
    return { count: rows, notes, ...(await mergeVideos(client, has)) }
  },

  async shareholding(client, _, { staging, merging, readDate }) {
    const { rows, notes } = await staging(incomingShareholdings(readDate))
    await merging()
    const created = await meetStocks(client, 'HKEX', 'incoming_shareholding')
    const merged = await mergeShareholdings(client)
    return {
      count: rows,
      counts: merged.counts,
      created,
      notes: [...notes, ...merged.notes, ...createdStocks(created)],
    }
  },
}

/** Held to the end of the transaction. */
export async function takeTurns(client: PoolClient, exchange: ChartExchange) {
  await client.query(`select pg_advisory_xact_lock(hashtext('import'), hashtext($1))`, [exchange])
}

/** Tells every process what to read anew. The names of a stock list stand in the FinLists. */
export async function publish(client: PoolClient, { kind, exchange }: Pick<ImportAsked, 'kind' | 'exchange'>) {
  // Its lists are topics of their own, published where they are merged.
  if (kind === 'videos') return
  const topic = kind === 'shareholding' ? shareholdingTopic : `${topics[kind]}:${exchange}`
  await client.query(
    `insert into last_updated (topic, updated_at) values ($1, now())
     on conflict (topic) do update set updated_at = excluded.updated_at`,
    [topic],
  )
}

const topics: Record<Exclude<ImportKind, 'videos' | 'shareholding'>, string> = {
  stocks: 'finlist',
  finlist: 'finlist',
  prices: 'prices',
  markettrend: 'markettrend',
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

import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Issue, issueDates, issuesOf } from '@finlist/demo-market/issues'
import type { DemoMarket } from '@finlist/demo-market/market'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { constantsOf } from '@finlist/domain/picking/method'
import type { Tx } from '../db/database.ts'
import { publishedAt } from '../db/topics.ts'
import { filesOfIssue, type IssueToPublish } from '../market-data/lists/publish-issue.ts'
import { seedsOf } from '../research/pick-twins.ts'
import { copyRows } from './copy-rows.ts'

const issuesAtFirst = 52

/**
 * The market whose newest list is left to staff as the server's own proposal. If staff have not published that list
 * when the next one is due, the demo publishes it.
 */
const staffsMarket: ExchangeId = 'CN'

/**
 * The issues to write: the last 52, or those since the last load. Skips dates for which a user has published an issue.
 * With `leaves`, the newest list of `staffsMarket` is left to staff.
 */
export async function newIssues(
  tx: Tx,
  market: DemoMarket,
  { loadedTo, leaves = false }: { loadedTo?: Day | undefined; leaves?: boolean } = {},
): Promise<Issue[]> {
  const { rows } = await tx.query<{ issue_date: Day }>('select issue_date from finlist_issue where exchange = $1', [
    market.exchange,
  ])
  const there = new Set(rows.map(row => row.issue_date))
  const all = issueDates(market)
  const isStaffs = leaves && market.exchange === staffsMarket
  const dates = isStaffs ? all.slice(0, -1) : all
  // Continues after the newest issue, because the list that the last load left to staff is dated before `loadedTo`.
  const last = isStaffs && rows.length > 0 ? [...there].toSorted().at(-1)! : loadedTo
  const wanted = loadedTo && last ? dates.filter(date => date > last) : dates.slice(-issuesAtFirst)
  const { exchange } = market
  const seeds = (date: Day) =>
    seedsOf({ constants: constantsOf(exchange), inputs: market.seed, market: exchange, date })
  return issuesOf(market, wanted, seeds).filter(({ date }) => !there.has(date))
}

export async function writeIssues(tx: Tx, market: DemoMarket, issues: Issue[]) {
  const { exchange } = market
  const newest = issues.at(-1)
  if (!newest) return
  await copyRows(
    tx,
    'finlist_issue',
    ['exchange', 'issue_date', 'published_at', 'method_id', 'constants', 'departures'],
    issues.map(({ date, method, constants, departures }) => [
      exchange,
      date,
      eveningOf(date),
      method,
      constants,
      JSON.stringify(departures),
    ]),
  )
  await writeProposals(tx, market, issues)
  const picks = issues.flatMap(({ date, picks }) => picks.map(pick => ({ date, pick })))
  await copyRows(
    tx,
    'finlist_pick',
    'exchange issue_date stock_code close close_change volume volume_change percival_score buy_point pattern_type is_low_turnover free_pick variant stop rank template facts origin'.split(
      ' ',
    ),
    picks.map(({ date, pick: it }) => [
      exchange,
      date,
      it.code,
      it.close,
      it.closeChange,
      it.volume,
      it.volumeChange,
      it.score,
      it.base && it.buyPoint,
      it.pattern === 'NIL' ? null : it.pattern,
      it.isLowTurnover,
      it.freePick,
      it.variant,
      it.base && it.stop,
      it.rank,
      it.template,
      JSON.stringify(it.facts),
      'method',
    ]),
  )
  await copyRows(
    tx,
    'pick_twins',
    ['exchange', 'issue_date', 'stock_code', 'seed', 'twins'],
    picks.flatMap(({ date, pick: { code, draw } }) =>
      draw ? [[exchange, date, code, draw.seed, JSON.stringify(draw.twins)]] : [],
    ),
    { keep: true },
  )
  await copyRows(
    tx,
    'fundamental',
    'exchange issue_date stock_code quarter this_report_date last_report_date this_eps last_eps eps_change this_sales last_sales sales_change this_npm last_npm npm_change known_on'.split(
      ' ',
    ),
    picks.flatMap(({ date, pick: { code, quarters } }) =>
      quarters.map((it, at) => [
        exchange,
        date,
        code,
        at + 1,
        it.thisReportDate,
        it.lastReportDate,
        it.thisEps,
        it.lastEps,
        it.epsChange,
        it.thisSales,
        it.lastSales,
        it.salesChange,
        it.thisNpm,
        it.lastNpm,
        it.npmChange,
        it.knownOn,
      ]),
    ),
  )
  await writeUploads(tx, exchange, issues)
  await publishedAt(tx, `finlist:${exchange}`, eveningOf(newest.date))
}

/** The publisher's name that the upload history shows for the demo's lists. */
const publisher = 'FinList (demo)'

/** Adds each list with its original files to the upload history, as if it had been published through the importer. */
async function writeUploads(tx: Tx, exchange: ExchangeId, issues: readonly Issue[]) {
  const uploads = issues.map(issue => {
    const files = filesOfIssue(asPublished(exchange, issue))
    const picks = issue.picks.length
    const quarters = issue.picks.reduce((sum, pick) => sum + pick.quarters.length, 0)
    return {
      key: `finlist ${exchange} ${issue.date}`,
      at: eveningOf(issue.date),
      about: { exchange, issueDate: issue.date, fields: files.map(({ field }) => field) },
      counts: {
        count: picks + quarters,
        finListCount: picks,
        fundamentalCount: quarters,
        picksBefore: 0,
        fundamentalsBefore: 0,
        keptBefore: 0,
      },
      files,
    }
  })
  const { rows } = await tx.query<{ upload_id: number; key: string }>(
    `insert into upload (kind, key, by_name, files, counts, uploaded_at, keeps_replaced, replaced_uploads)
     select 'finlist', key, $2, about, counts, at, true, '[]'
     from jsonb_to_recordset($1) as given(key text, about jsonb, counts jsonb, at timestamptz) order by at
     returning upload_id, key`,
    [JSON.stringify(uploads.map(({ key, about, counts, at }) => ({ key, about, counts, at }))), publisher],
  )
  const idOf = new Map(rows.map(({ upload_id, key }) => [key, upload_id]))
  await copyRows(
    tx,
    'upload_file',
    ['upload_id', 'field', 'name', 'gzipped', 'sha256', 'bytes'],
    uploads.flatMap(({ key, files }) =>
      files.map(({ field, name, text }) => [
        idOf.get(key)!,
        field,
        name,
        `\\x${gzipSync(text, { level: 1 }).toString('hex')}`,
        `\\x${createHash('sha256').update(text).digest('hex')}`,
        Buffer.byteLength(text),
      ]),
    ),
  )
}

function asPublished(exchange: ExchangeId, { date, method, constants, departures, picks }: Issue): IssueToPublish {
  return {
    exchange,
    issueDate: date,
    picks: picks.map(it => ({
      stockCode: it.code,
      close: it.close,
      closeChange: it.closeChange,
      volume: it.volume,
      volumeChange: it.volumeChange,
      percivalScore: it.score,
      buyPoint: it.base && it.buyPoint,
      patternType: it.pattern === 'NIL' ? null : it.pattern,
      variant: it.variant,
      stop: it.base && it.stop,
      rank: it.rank,
      template: it.template,
      isLowTurnover: it.isLowTurnover,
      freePick: it.freePick,
    })),
    fundamentals: picks.flatMap(({ code, quarters }) =>
      quarters.map((quarter, at) => ({ stockCode: code, quarter: at + 1, ...quarter })),
    ),
    marks: {
      method,
      constants,
      departures,
      picks: Object.fromEntries(picks.map(({ code, facts }) => [code, { origin: 'method', facts, note: '' }])),
    },
  }
}

/** Writes the proposals as if staff had published them unchanged. */
async function writeProposals(tx: Tx, { exchange, seed }: DemoMarket, issues: readonly Issue[]) {
  const columns =
    'exchange issue_date method_id constants inputs_hash eligible body facts departures previous_date made_at state published_at'
  await copyRows(
    tx,
    'proposal',
    columns.split(' '),
    issues.map(({ date, method, constants, eligible, body, departures, picks }, at) => [
      exchange,
      date,
      method,
      constants,
      seed,
      eligible,
      body,
      JSON.stringify(Object.fromEntries(picks.map(({ code, facts }) => [code, facts]))),
      JSON.stringify(departures),
      issues[at - 1]?.date ?? null,
      eveningOf(date),
      'published',
      eveningOf(date),
    ]),
    { keep: true },
  )
}

/** Lists are published at 18:00 Hong Kong time. */
const eveningOf = (date: Day) => new Date(`${date}T18:00:00+08:00`)

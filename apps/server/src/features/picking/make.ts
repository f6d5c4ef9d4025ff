import { addDays } from '@finlist/domain/calendar'
import { type Config, listProgram } from '../../config.ts'
import type { Database, Db, Tx } from '../../db/database.ts'
import { appendToRecord } from '../../db/record/append.ts'
import { readHeldDays } from '../../market-data/quality/held-days.ts'
import { lastBarDay } from '../../market-data/vendors/store.ts'
import { writeTwins } from '../../research/pick-twins.ts'
import { EngineFailed, type Fault } from './engine-failed.ts'
import type { EngineResult } from './engine-work.ts'
import { ownMethod } from './own-engine.ts'
import { runEngine } from './run-engine.ts'
import { eligibleBefore, type IssueKey, isPublished, pricesPublishedAt, readProposal } from './store.ts'

export type PickingParts = { database: Database; config: Config }

/** The reason why a list cannot be made now. */
export type Missing = IssueKey & {
  why: 'no-prices' | 'too-few-stocks' | 'day-held' | 'engine-failed'
  eligible?: number
  eligibleBefore?: number
  message?: Fault
  /** Whether the market has had prices in recent weeks; if not, missing prices are not reported to staff. */
  isFed: boolean
}

/** A market counts as complete if at least this share of its previous number of stocks have prices. */
const enoughPart = 0.95
const fedDays = 14

/**
 * Makes or remakes the market's proposal for the day, keeping edits of stocks that are still on it. With `byStaff`,
 * makes it even if the market has too few stocks. Returns the reason if no proposal could be made.
 */
export async function makeProposalOf(
  { database, config }: PickingParts,
  key: IssueKey,
  { now, byStaff = false }: { now: number; byStaff?: boolean },
): Promise<Missing | undefined> {
  const { db } = database
  const { exchange, issueDate: day } = key
  const pricesAt = (await pricesPublishedAt(db, exchange)) ?? null
  const lastBar = await lastBarDay(db, exchange)
  const isFed = lastBar !== undefined && lastBar > addDays(day, -fedDays)
  const missing = async (why: Missing['why'], more: Partial<Missing> = {}) => {
    const found: Missing = { ...key, why, isFed, ...more }
    await keepMissing(database, found, pricesAt)
    return found
  }
  if (lastBar === undefined || lastBar < day) return await missing('no-prices')
  const held = await database.snapshot(tx => readHeldDays(tx, exchange))
  if (held.has(day)) return await missing('day-held')
  const added = await addedCodes(database, key)
  const program = listProgram(config, exchange)
  let result: EngineResult
  try {
    result = await runEngine(database, { exchange, day, added, program })
  } catch (error) {
    if (error instanceof EngineFailed) return await missing('engine-failed', { message: error.fault })
    throw error
  }
  if (result.traded.now === 0) return await missing('no-prices')
  const few = byStaff ? undefined : await tooFew(database, key, result)
  if (few) return await missing('too-few-stocks', few)
  await database.transaction(tx => keepProposal(tx, key, result, { asked: added, pricesAt, now }))
  return undefined
}

async function addedCodes({ db }: Database, key: IssueKey): Promise<string[]> {
  const edits = (await readProposal(db, key))?.edits ?? []
  return edits.flatMap(({ what, stock_code }) => (what === 'add' ? [stock_code] : []))
}

/**
 * Returns the current and the previous number of stocks if too many are missing. Compares the eligible stocks with
 * those of the previous list or, if there is none, the stocks that traded with those of the week before.
 */
async function tooFew({ db }: Database, key: IssueKey, { method, eligible, traded }: EngineResult) {
  const before = await eligibleBefore(db, key, method)
  const [now, then] = before === undefined ? [traded.now, traded.before] : [eligible, before]
  return now >= then * enoughPart ? undefined : { eligible: now, eligibleBefore: then }
}

async function keepMissing({ db }: Database, { exchange, issueDate, ...found }: Missing, pricesAt: Date | null) {
  const row = {
    why: found.why,
    eligible: found.eligible ?? null,
    eligible_before: found.eligibleBefore ?? null,
    message: found.message ? JSON.stringify(found.message) : null,
    prices_at: pricesAt,
  }
  await db
    .insertInto('proposal_missing')
    .values({ exchange, issue_date: issueDate, ...row })
    .onConflict(conflict => conflict.columns(['exchange', 'issue_date']).doUpdateSet(row))
    .execute()
}

type Kept = { asked: readonly string[]; pricesAt: Date | null; now: number }

/** Saves the proposal. An identical list keeps its state and version; a different one is reopened. */
async function keepProposal(tx: Tx, key: IssueKey, result: EngineResult, { asked, pricesAt, now }: Kept) {
  const { exchange, issueDate: issue_date } = key
  const found = await readProposal(tx, key, { lock: true })
  if (await isPublished(tx, key)) return
  const made = {
    method_id: result.method,
    constants: result.constants,
    inputs_hash: result.inputsHash,
    known_at: result.knownAt,
    left_out: JSON.stringify(result.leftOut),
    eligible: result.eligible,
    body: result.body,
    facts: JSON.stringify(result.facts),
    departures: result.departures && JSON.stringify(result.departures),
    outlooks: JSON.stringify(result.outlooks),
    previous_date: result.previousDate,
    prices_at: pricesAt,
    made_at: new Date(now),
  }
  const isSame = found?.proposal.body === result.body && ['open', 'handed-in'].includes(found.proposal.state)
  const anew = {
    state: 'open',
    handed_in_by: null,
    handed_in_at: null,
    published_by: null,
    published_at: null,
  } as const
  await tx
    .insertInto('proposal')
    .values({ exchange, issue_date, ...made })
    .onConflict(conflict =>
      conflict.columns(['exchange', 'issue_date']).doUpdateSet(isSame ? made : { ...made, ...anew }),
    )
    .execute()
  await writeTwins(tx, exchange, issue_date, result.twins)
  if (found && !isSame) await settleEdits(tx, found.edits, result, { asked, now })
  await dropUntil(tx, key, 'before it')
  await tx
    .deleteFrom('proposal_missing')
    .where('exchange', '=', exchange)
    .where('issue_date', '=', issue_date)
    .execute()
  await recordProposal(tx, key, made, found?.proposal)
}

type DrawnBy = { method_id: string; constants: string | null; inputs_hash: string }

/** Records the inputs from which twins (comparison stocks) are drawn, before anyone can edit the list. */
async function recordProposal(tx: Tx, { exchange, issueDate: date }: IssueKey, made: DrawnBy, before?: DrawnBy) {
  const { method_id: method, constants, inputs_hash: inputs } = made
  const isSame = before?.method_id === method && before.constants === constants && before.inputs_hash === inputs
  if (!isSame)
    await appendToRecord(tx, { kind: 'proposal', market: exchange, body: { date, method, constants, inputs } })
}

type Edits = NonNullable<Awaited<ReturnType<typeof readProposal>>>['edits']

/**
 * Drops edits of stocks that left the list, and additions of stocks that the method now lists as well. Keeps edits of a
 * stock in doubt, because its row returns once the doubt is decided.
 */
async function settleEdits(
  tx: Tx,
  edits: Edits,
  { body, method, added, leftOut }: EngineResult,
  { asked, now }: Pick<Kept, 'asked' | 'now'>,
) {
  const { picks } = JSON.parse(body) as { picks: { code: string }[] }
  const there = new Set(picks.map(({ code }) => code))
  const inDoubt = new Set(leftOut.map(({ code }) => code))
  for (const { edit_id, what, stock_code: code } of edits) {
    const isAdded = what === 'add' && !there.has(code)
    const again = added[code]
    if (isAdded && (again || !asked.includes(code))) {
      there.add(code)
      if (again && method !== ownMethod)
        await tx
          .updateTable('proposal_edit')
          .set({ added: JSON.stringify(again) })
          .where('edit_id', '=', edit_id)
          .execute()
    } else if (what === 'add' || !(there.has(code) || inDoubt.has(code)))
      await tx
        .updateTable('proposal_edit')
        .set({ taken_back_at: new Date(now) })
        .where('edit_id', '=', edit_id)
        .execute()
  }
}

/**
 * Drops unpublished lists of earlier days. With 'and its own', also drops that day's list, because another list was
 * published for the day.
 */
export async function dropUntil(db: Db, { exchange, issueDate }: IssueKey, its: 'and its own' | 'before it') {
  await db
    .updateTable('proposal')
    .set({ state: 'dropped' })
    .where('exchange', '=', exchange)
    .where('issue_date', its === 'before it' ? '<' : '<=', issueDate)
    .where('state', 'in', ['open', 'handed-in'])
    .execute()
}

import type { AuditAction, AuditEntry } from '@finlist/contract/staff/customers'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { DoubtKind } from '@finlist/domain/prices/doubt-kinds'
import type { Ratio } from '@finlist/domain/prices/likely-ratio'
import { audit } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { breadthIsDue } from '../../market-data/breadth/breadth-worker.ts'
import { takeTurns } from '../../market-data/import/import-files.ts'
import { actionsChanged } from '../../market-data/store/corporate-actions.ts'
import {
  addActions,
  type By,
  decideDoubt,
  type OneDoubt,
  openDoubtKinds,
  releaseHeldDays,
  removeActions,
  standingDecisions,
  termsOf,
  undoDecision,
} from './store.ts'

/** Who decides, and when. `by` is null for the operator on the command line. */
export type Deciding = { database: Database; by: By; now: number }
/** A doubt, or the decision on it; the kind may be omitted if the stock's day has only one. */
export type Move = { exchange: ExchangeId; stockCode: string; date: Day; kind?: DoubtKind | undefined }

type Change = { exchange: ExchangeId; action: AuditAction; facts: AuditEntry['facts']; reason?: string }

/** Changes a market's prices while no import runs, and adds an audit entry. */
export const changePrices = <T>(
  { database, by, now }: Deciding,
  { exchange, action, facts, reason = '' }: Change,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  database.load(async tx => {
    await takeTurns(tx, exchange)
    const result = await work(tx)
    await audit(tx, { byUserId: by, aboutUserId: null, action, facts, reason, at: new Date(now) })
    await publish(tx, `prices:${exchange}`)
    return result
  })

/** Releases the held days from `date` to `to`, or only `date`. Throws BadRequest (404) if there are none. */
export async function releaseDays(
  deciding: Deciding,
  { exchange, date, to = date }: { exchange: ExchangeId; date: Day; to?: Day | undefined },
): Promise<void> {
  await changePrices(deciding, { exchange, action: 'day-released', facts: { exchange, date, to } }, async tx => {
    const first = await releaseHeldDays(tx, deciding.by, { exchange, date, to })
    if (first === undefined) throw notHeld('date')
    await breadthIsDue(tx, exchange, first)
  })
}

/**
 * Confirms that the prices in doubt are right; an action in doubt that contradicts them is not recorded. Throws
 * BadRequest: 404 if they are not in doubt, 400 if the kind is missing.
 */
export async function confirmMove(deciding: Deciding, move: Move): Promise<void> {
  const facts = factsOf(move)
  await changePrices(deciding, { exchange: move.exchange, action: 'move-released', facts }, async tx => {
    const doubt = await findDoubt(tx, move)
    facts.kind = doubt.kind
    await decideDoubt(tx, deciding.by, doubt, 'right')
    await breadthIsDue(tx, move.exchange, move.date)
  })
}

/**
 * Records the move as a split or consolidation or, without a ratio, the actions in doubt. Throws BadRequest: 404 if
 * nothing is in doubt, 400 if the kind is missing, or if the doubt is about no action and the ratio is missing.
 */
export async function recordAsAction(deciding: Deciding, move: Move, ratio?: Ratio): Promise<void> {
  const { exchange, stockCode, date } = move
  if (ratio && ratio.numerator === ratio.denominator) throw new BadRequest('data.no-ratio', { field: 'numerator' })
  const facts = { ...factsOf(move), ...ratio }
  await changePrices(deciding, { exchange, action: 'action-recorded', facts }, async tx => {
    const doubt = await findDoubt(tx, move)
    facts.kind = doubt.kind
    const { actions: reported = [] } = await decideDoubt(tx, deciding.by, doubt, 'action')
    const actions = ratio ? [termsOf(ratio)] : reported
    if (actions.length === 0) throw new BadRequest('data.no-ratio', { field: 'numerator' })
    await addActions(tx, move, actions)
    await actionsChanged(tx, exchange, [stockCode], date)
  })
}

/** Undoes the decision on a doubt. Throws BadRequest: 404 if there is none, 400 if the kind is missing. */
export async function undoMoveDecision(deciding: Deciding, move: Move): Promise<void> {
  const { exchange, stockCode, date } = move
  const facts = factsOf(move)
  await changePrices(deciding, { exchange, action: 'move-decision-undone', facts }, async tx => {
    const kind = onlyOne(await standingDecisions(tx, move))
    if (!kind) throw new BadRequest('data.not-decided', { field: 'stockCode', httpStatus: 404 })
    facts.kind = kind
    const { decision, evidence } = await undoDecision(tx, deciding.by, { ...move, kind })
    if (decision === 'action') {
      await removeActions(tx, move, evidence.actions?.map(action => action.kind) ?? ['split', 'consolidation'])
      await actionsChanged(tx, exchange, [stockCode], date)
    } else await breadthIsDue(tx, exchange, date)
  })
}

/** The facts of an audit entry; the kind is added once the doubt is found. */
const factsOf = ({ exchange, stockCode, date }: Move) => ({ exchange, stockCode, date, kind: '' })

async function findDoubt(tx: Tx, move: Move): Promise<OneDoubt> {
  const kind = onlyOne(await openDoubtKinds(tx, move))
  if (!kind) throw notHeld('stockCode')
  return { ...move, kind }
}

/** Undefined if there is none. Throws BadRequest if there are several. */
function onlyOne(kinds: readonly DoubtKind[]): DoubtKind | undefined {
  if (kinds.length > 1) throw new BadRequest('data.which-kind', { field: 'kind', values: { list: kinds.join(', ') } })
  return kinds[0]
}

const notHeld = (field: string) => new BadRequest('data.not-held', { field, httpStatus: 404 })

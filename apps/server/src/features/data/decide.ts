import type { AuditAction, AuditEntry } from '@finlist/contract/staff/customers'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import type { Ratio } from '@finlist/domain/prices/likely-ratio'
import { audit } from '../../db/audit.ts'
import type { Database, Tx } from '../../db/database.ts'
import { publish } from '../../db/topics.ts'
import { BadRequest } from '../../http/client-errors.ts'
import { breadthIsDue } from '../../market-data/breadth/breadth-worker.ts'
import { takeTurns } from '../../market-data/import/import-files.ts'
import { actionsChanged } from '../../market-data/store/corporate-actions.ts'
import { addActions, type By, decideDoubt, releaseHeldDays, removeAction, termsOf, undoDecision } from './store.ts'

/** Who decides, and when. `by` is null for the operator on the command line. */
export type Deciding = { database: Database; by: By; now: number }
export type Move = { exchange: ExchangeId; stockCode: string; date: Day }

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
 * Confirms that the prices in doubt are right; an action in doubt that contradicts them is not recorded. Throws BadRequest (404) if they are not in doubt.
 */
export async function confirmMove(deciding: Deciding, move: Move): Promise<void> {
  await changePrices(deciding, { exchange: move.exchange, action: 'move-released', facts: move }, async tx => {
    if ((await decideDoubt(tx, deciding.by, move, 'right')).length === 0) throw notHeld('stockCode')
    await breadthIsDue(tx, move.exchange, move.date)
  })
}

/**
 * Records the move as a split or consolidation or, without a ratio, the actions in doubt. Throws BadRequest: 404 if
 * nothing is in doubt, 400 if the doubt is about no action and the ratio is missing.
 */
export async function recordAsAction(deciding: Deciding, move: Move, ratio?: Ratio): Promise<void> {
  const { exchange, stockCode, date } = move
  if (ratio && ratio.numerator === ratio.denominator) throw new BadRequest('data.no-ratio', { field: 'numerator' })
  await changePrices(deciding, { exchange, action: 'action-recorded', facts: { ...move, ...ratio } }, async tx => {
    const doubts = await decideDoubt(tx, deciding.by, move, 'action')
    if (doubts.length === 0) throw notHeld('stockCode')
    const actions = ratio ? [termsOf(ratio)] : doubts.flatMap(({ evidence }) => evidence.actions ?? [])
    if (actions.length === 0) throw new BadRequest('data.no-ratio', { field: 'numerator' })
    await addActions(tx, move, actions)
    await actionsChanged(tx, exchange, [stockCode], date)
  })
}

/** Undoes the decision on a move. Throws BadRequest (404) if there is none. */
export async function undoMoveDecision(deciding: Deciding, move: Move): Promise<void> {
  const { exchange, stockCode, date } = move
  await changePrices(deciding, { exchange, action: 'move-decision-undone', facts: move }, async tx => {
    const decision = await undoDecision(tx, deciding.by, move)
    if (!decision) throw new BadRequest('data.not-decided', { field: 'stockCode', httpStatus: 404 })
    if (decision === 'action') {
      await removeAction(tx, move)
      await actionsChanged(tx, exchange, [stockCode], date)
    } else await breadthIsDue(tx, exchange, date)
  })
}

const notHeld = (field: string) => new BadRequest('data.not-held', { field, httpStatus: 404 })

import { Busy } from '../../db/locks.ts'
import type { OperationKind } from '../../db/tables/billing.ts'
import { BadRequest, type ClientError } from '../../http/client-errors.ts'
import { type BillingContext, lockOf } from '../billing-context.ts'
import { inProgress, notFinished, unavailable } from '../billing-errors.ts'
import { isDefinite, refusalOf, toldOf } from '../provider/errors.ts'
import { compensateUpgrade } from './compensate-upgrade.ts'
import { compensateCredit, resumeCredit } from './credit.ts'
import { compensateDowngrade, resumeDowngrade } from './downgrade.ts'
import { clientErrorOf, type Operation, type OperationResult, openOperation } from './operation.ts'
import { compensateRefund, resumeRefund } from './refund.ts'
import { compensateRenewal, resumeRenewal } from './renewal.ts'
import { compensateSubscribe, resumeSubscribe } from './subscribe.ts'
import { compensateCard, resumeCard } from './update-card.ts'
import { bankMs, resumeUpgrade } from './upgrade.ts'

type OperationHandler = {
  /**
   * Determines the operation's outcome and completes it, or throws the reason why it has to be reverted. If `because`
   * is given, throws that instead of waiting longer.
   */
  resume(billing: BillingContext, op: Operation, because?: ClientError): Promise<OperationResult>
  /** Reverts the operation. Returns false if it has been paid and so cannot be reverted. */
  compensate(billing: BillingContext, op: Operation, refusal: ClientError): Promise<boolean>
}

const renewal: OperationHandler = { resume: resumeRenewal, compensate: compensateRenewal }
const handlers: Partial<Record<OperationKind, OperationHandler>> = {
  subscribe: { resume: resumeSubscribe, compensate: compensateSubscribe },
  upgrade: { resume: resumeUpgrade, compensate: compensateUpgrade },
  downgrade: { resume: resumeDowngrade, compensate: compensateDowngrade },
  card: { resume: resumeCard, compensate: compensateCard },
  renewal,
  'cancel-downgrade': renewal,
  credit: { resume: resumeCredit, compensate: compensateCredit },
  refund: { resume: resumeRefund, compensate: compensateRefund },
}

const dayMs = 86_400_000

export type OperationRequest = {
  kinds: OperationKind[]
  subscriptionId?: string
  request: object
  askedKey?: string | undefined
}

/**
 * Runs an operation exactly once: a repeated request with the same Idempotency-Key, during the operation or within a
 * day, gets the first response. A user has at most one open operation, so an earlier one is settled first, even if it
 * waits for the bank. Throws the caller's client error, or `in_progress` if the outcome is unknown.
 */
export async function once(
  billing: BillingContext,
  userId: number,
  asked: OperationRequest,
  action: () => Promise<OperationResult>,
): Promise<OperationResult> {
  const arrivedAt = billing.now()
  return await underLock(billing, userId, async () => {
    const same = await sameOperation(billing, userId, asked, arrivedAt)
    if (same) {
      const answer = await again(billing, same)
      if (answer) return answer
    }
    const open = await openOperation(billing, userId)
    if (open) await settle(billing, open, notFinished())
    try {
      return await action()
    } catch (error) {
      return await undo(billing, userId, error)
    }
  })
}

async function underLock<T>(billing: BillingContext, userId: number, work: () => Promise<T>): Promise<T> {
  try {
    return await billing.locks.hold(lockOf(userId), work)
  } catch (error) {
    if (!(error instanceof Busy)) throw toldOf(error)
    throw (await openOperation(billing, userId)) ? inProgress() : unavailable()
  }
}

async function sameOperation(
  { database, now }: BillingContext,
  userId: number,
  { kinds, subscriptionId, request, askedKey }: OperationRequest,
  arrivedAt: number,
): Promise<Operation | undefined> {
  const rows = await database.db
    .selectFrom('billing_operation')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', new Date(now() - dayMs))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  const isSame = (row: (typeof rows)[number]) =>
    kinds.includes(row.kind) &&
    (subscriptionId === undefined || row.subscription_id === subscriptionId) &&
    sameWords(row.request, request)
  if (askedKey !== undefined) {
    const keyed = rows.find(row => row.asked_key === askedKey)
    if (keyed && !isSame(keyed)) throw new BadRequest('billing.key-reused', { code: 'key_reused' })
    if (keyed) return keyed as Operation
  }
  const running = rows.find(row => isSame(row) && (isOpen(row) || row.updated_at.getTime() >= arrivedAt))
  return running as Operation | undefined
}

const isOpen = ({ state }: { state: string }) => state === 'started' || state === 'requires_action'

const sameWords = (one: object, other: object) => words(one) === words(other)
const words = (request: object) =>
  JSON.stringify(Object.entries(request).toSorted(([one], [other]) => (one < other ? -1 : 1)))

/**
 * The first request's response; undefined if that request was interrupted without effect and can be carried out now.
 */
async function again(billing: BillingContext, op: Operation): Promise<OperationResult | undefined> {
  if (op.state === 'done') return { op, secret: null }
  if (op.state === 'failed') throw clientErrorOf(op)
  const wasCutOff = op.state === 'started'
  if (wasCutOff && !isUntouched(billing, op, underWayMs)) throw inProgress()
  const standing = await settle(billing, op).catch(error => {
    throw isDefinite(error) ? error : inProgress()
  })
  if (standing.op.state !== 'failed') return standing
  if (wasCutOff) return undefined
  throw clientErrorOf(standing.op)
}

/**
 * Completes an open operation or leaves it waiting for the bank. Reverts it if it failed. Reverts it, too, instead of
 * leaving it waiting, if it is over half an hour old or if `because` is given. Throws if the payment provider does not
 * respond; the operation then stays open.
 */
export async function settle(billing: BillingContext, op: Operation, because?: ClientError): Promise<OperationResult> {
  const way = handlers[op.kind]
  if (!way) throw new Error(`no way to settle a ${op.kind}`)
  const isLate = billing.now() - op.created_at.getTime() > bankMs
  const reason = op.step === 'given up' ? clientErrorOf(op) : (because ?? (isLate ? notFinished() : undefined))
  try {
    return await way.resume(billing, op, reason)
  } catch (error) {
    if (!isDefinite(error) || (error instanceof BadRequest && error.httpStatus === 503)) throw error
    return await takeBack(billing, op, error)
  }
}

async function takeBack(billing: BillingContext, op: Operation, error: unknown): Promise<OperationResult> {
  const way = handlers[op.kind]!
  const refusal = refusalOf(error) ?? new BadRequest('unknown', { httpStatus: 500 })
  if (await way.compensate(billing, op, refusal)) {
    const row = await billing.database.db
      .selectFrom('billing_operation')
      .selectAll()
      .where('user_id', '=', op.user_id)
      .where('operation_id', '=', op.operation_id)
      .executeTakeFirstOrThrow()
    return { op: row as Operation, secret: null }
  }
  return await way.resume(billing, op)
}

/** Called after an operation threw. Reverts it if it definitely failed; otherwise leaves it open for the next check. */
async function undo(billing: BillingContext, userId: number, error: unknown): Promise<OperationResult> {
  const op = await openOperation(billing, userId)
  if (!op) throw error
  const isUnsure = !isDefinite(error) || (error instanceof BadRequest && error.httpStatus === 503)
  if (isUnsure) {
    billing.log.warn({ err: error, operationId: op.operation_id }, 'it is not known what became of a billing operation')
    throw inProgress()
  }
  try {
    const standing = await takeBack(billing, op, error)
    if (standing.op.state !== 'failed') return standing
  } catch (trouble) {
    billing.log.warn({ err: trouble, operationId: op.operation_id }, 'a billing operation is still to be taken back')
  }
  throw refusalOf(error) ?? error
}

/** Time, in ms, within which an interrupted request may still take effect at the payment provider. */
const underWayMs = 5_000

/**
 * Settles the user's open operation if it had no activity for `untouchedForMs`. An operation that waits for the bank is
 * always checked. Throws Busy if the user's lock is not free within `patienceMs`.
 */
export async function settleOpen(
  billing: BillingContext,
  userId: number,
  {
    patienceMs,
    untouchedForMs = underWayMs,
    because,
  }: { patienceMs: number; untouchedForMs?: number; because?: ClientError },
): Promise<void> {
  if (!(await openOperation(billing, userId))) return
  await billing.locks.hold(
    lockOf(userId),
    async () => {
      const open = await openOperation(billing, userId)
      if (open && (open.state === 'requires_action' || isUntouched(billing, open, untouchedForMs)))
        await settle(billing, open, because)
    },
    patienceMs,
  )
}

const isUntouched = ({ now }: BillingContext, op: Operation, ms: number) => now() - op.updated_at.getTime() >= ms

const atOnce = 200

/** Settles up to 200 open operations without activity for `untouchedForMs`, except those whose lock is held. */
export async function recoverAll(billing: BillingContext, { untouchedForMs = 0, patienceMs = 0 } = {}): Promise<void> {
  const rows = await billing.database.db
    .selectFrom('billing_operation')
    .select(['user_id', 'operation_id'])
    .where('state', 'in', ['started', 'requires_action'])
    .where('updated_at', '<=', new Date(billing.now() - untouchedForMs))
    .orderBy('updated_at')
    .limit(atOnce)
    .execute()
  for (const { user_id, operation_id } of rows) {
    await settleOpen(billing, user_id, { patienceMs, untouchedForMs }).catch(error => {
      if (!(error instanceof Busy))
        billing.log.warn({ err: error, operationId: operation_id }, 'a billing operation could not be settled')
    })
  }
}

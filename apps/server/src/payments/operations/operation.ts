import { randomUUID } from 'node:crypto'
import type { ProductId } from '@finlist/domain/plans/products'
import type { Selectable } from 'kysely'
import type { OperationKind } from '../../db/tables/billing.ts'
import type { Tables } from '../../db/tables.ts'
import { BadRequest, ClientError } from '../../http/client-errors.ts'
import type { TextKey } from '../../http/translate.ts'
import { type BillingContext, lockOf } from '../billing-context.ts'
import { decideFor } from '../emails/decide.ts'
import type { Once } from '../provider/provider.ts'

/** The ids of the operation's objects at the payment provider, as far as they are known. */
export type Ids = {
  customer?: string
  price?: string
  promotionCode?: string
  coupon?: string
  card?: string
  /** Whether the card was not on file before the operation. */
  newCard?: boolean
  setupIntent?: string
  subscription?: string
  /** Whether the subscription was opened by an earlier, abandoned attempt. */
  reused?: boolean
  item?: string
  invoice?: string
  intent?: string
  schedule?: string
  /** The amount due immediately, as quoted to the user. */
  expectedCents?: number
  trialDays?: number
  /** Whether the subscription is in its trial: only future costs change, and nothing is charged. */
  inTrial?: boolean
  /** Whether renewal was off, in which case the operation turns it on. */
  resumes?: boolean
  /** Seconds since the epoch. */
  prorationDate?: number
  periodId?: number
  /** The id of the refund, or of the balance transaction. */
  givenBack?: string
}

/** The state to restore if the operation fails. */
type Before = {
  card?: string | null
  coupons?: string[]
  futurePrice?: string | null
  renews?: boolean
}

type Row = Selectable<Tables['billing_operation']>
export type Operation = Omit<Row, 'ids' | 'before'> & { ids: Ids; before: Before }

export type Answer = { subscriptionStatus: string; subscriptionId: string }

/** An operation's current state, and the secret with which the browser opens the bank's confirmation. */
export type OperationResult = { op: Operation; secret: string | null }

export type Begun = {
  kind: OperationKind
  productId: ProductId | null
  subscriptionId?: string
  request: Record<string, unknown>
  askedKey: string | undefined
  ids: Ids
  before: Before
  quotedAt?: Date | undefined
}

/** Records the operation before the first request to the payment provider. A user has at most one open operation. */
export async function begin(
  { database, now, crashAt }: BillingContext,
  userId: number,
  begun: Begun,
): Promise<Operation> {
  const at = new Date(now())
  const row = await database.db
    .insertInto('billing_operation')
    .values({
      user_id: userId,
      operation_id: randomUUID(),
      kind: begun.kind,
      product_id: begun.productId,
      subscription_id: begun.subscriptionId ?? null,
      request: JSON.stringify(begun.request),
      asked_key: begun.askedKey ?? null,
      quoted_at: begun.quotedAt ?? null,
      state: 'started',
      before: JSON.stringify(begun.before),
      ids: JSON.stringify(begun.ids),
      answer: null,
      error: null,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await crashAt(`${begun.kind}: begun`)
  return row as Operation
}

/** Records that a step is done. Throws if another process has taken over the operation. */
export async function note(billing: BillingContext, op: Operation, step: string, ids: Ids = {}): Promise<Operation> {
  await billing.crashAt(`${op.kind}: ${step}, not recorded`)
  const noted = await change(billing, op, { step, ids: JSON.stringify({ ...op.ids, ...ids }) })
  await billing.crashAt(`${op.kind}: ${step}`)
  return noted
}

export const waitForBank = (billing: BillingContext, op: Operation): Promise<Operation> =>
  op.state === 'requires_action' ? Promise.resolve(op) : change(billing, op, { state: 'requires_action' })

/** Marks the operation as done: it can no longer be reverted. If it replaced the user's card, the user is notified. */
export async function done(billing: BillingContext, op: Operation, answer: Answer): Promise<Operation> {
  const { newCard, card = '' } = op.ids
  if (newCard && op.before.card)
    await decideFor(billing.database.db, op.user_id, 'card-replaced', card, new Date(billing.now()))
  return await change(billing, op, { state: 'done', answer: JSON.stringify(answer) })
}

export async function failed(billing: BillingContext, op: Operation, refusal: ClientError): Promise<Operation> {
  return await change(billing, op, { state: 'failed', error: JSON.stringify(told(refusal)) })
}

/** Marks the operation as abandoned: from now on it can only be reverted. */
export async function markAbandoned(billing: BillingContext, op: Operation, refusal: ClientError): Promise<Operation> {
  return await change(billing, op, { step: 'given up', error: JSON.stringify(told(refusal)) })
}

const told = ({ text, httpStatus, details }: ClientError) => ({ text, httpStatus, ...details })

/** Recreates the error that the operation failed with. */
export function clientErrorOf({ error }: Pick<Operation, 'error'>): ClientError {
  const { text, httpStatus, code, field } = (error ?? {}) as {
    text?: TextKey
    httpStatus?: number
    code?: string
    field?: string
  }
  return new BadRequest(text ?? 'unknown', {
    httpStatus: httpStatus ?? 500,
    ...(code !== undefined && { code }),
    ...(field !== undefined && { field }),
  })
}

/** The idempotency key of a step, always the same, so that the payment provider recognises a retry. */
export const onceAs = (op: Operation, step: string): Once => ({ idempotencyKey: `${op.operation_id}:${step}` })

export async function openOperation({ database }: BillingContext, userId: number): Promise<Operation | undefined> {
  const row = await database.db
    .selectFrom('billing_operation')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', ['started', 'requires_action'])
    .executeTakeFirst()
  return row as Operation | undefined
}

type Change = Partial<Pick<Row, 'state' | 'step'>> & { ids?: string; answer?: string; error?: string }

async function change({ database, locks, now }: BillingContext, op: Operation, changes: Change): Promise<Operation> {
  await locks.assertHeld(lockOf(op.user_id))
  const row = await database.db
    .updateTable('billing_operation')
    .set({ ...changes, updated_at: new Date(now()) })
    .where('user_id', '=', op.user_id)
    .where('operation_id', '=', op.operation_id)
    .where('state', 'in', ['started', 'requires_action'])
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as Operation
}

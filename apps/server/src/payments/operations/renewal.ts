import { BadRequest, type ClientError } from '../../http/client-errors.ts'
import type { BillingContext } from '../billing-context.ts'
import { notFinished } from '../billing-errors.ts'
import { disputedPlans } from '../disputed.ts'
import type { Plan } from '../provider/prices.ts'
import { releaseSchedule } from '../provider/schedule.ts'
import { type CancelReason, readSubscription, setRenews } from '../provider/subscriptions.ts'
import { syncCustomer } from '../sync/sync-customer.ts'
import { begin, done, failed, markAbandoned, type Operation, type OperationResult, onceAs } from './operation.ts'

const notChangeable = () => new BadRequest('billing.not-changeable', { httpStatus: 409, code: 'not_changeable' })

/** Turns renewal on or off; paid time is kept. Throws if it is to be turned off while a downgrade is scheduled. */
export async function setRenewal(
  billing: BillingContext,
  userId: number,
  customerId: string,
  subscriptionId: string,
  { renews, reason }: { renews: boolean; reason: CancelReason | undefined },
): Promise<OperationResult> {
  const { plan, schedule, hasDowngrade } = await readRunning(billing, subscriptionId)
  if (renews && (await disputedPlans(billing.database.db, userId, plan.productId)).includes(subscriptionId))
    throw new BadRequest('billing.disputed', { httpStatus: 409, code: 'disputed' })
  if (!renews && hasDowngrade) throw new BadRequest('billing.downgrade-scheduled', { code: 'downgrade_scheduled' })
  const op = await begin(billing, userId, {
    kind: 'renewal',
    productId: plan.productId,
    subscriptionId,
    request: { hasAutoRenew: renews },
    askedKey: undefined,
    before: {},
    ids: { customer: customerId, subscription: subscriptionId },
  })
  // A scheduled downgrade renews the subscription anyway. Any other schedule is complete; it is released, because it
  // would prevent turning renewal off.
  if (hasDowngrade) return await finish(billing, op)
  if (schedule !== null) await releaseSchedule(billing.stripe, schedule)
  const options = { once: onceAs(op, 'renewal'), ...(!renews && { reason }) }
  await setRenews(billing.stripe, subscriptionId, renews, options)
  await billing.crashAt('renewal: set')
  return await finish(billing, op)
}

/** Cancels the scheduled downgrade; does nothing if none is scheduled. */
export async function cancelDowngrade(
  billing: BillingContext,
  userId: number,
  customerId: string,
  subscriptionId: string,
): Promise<OperationResult> {
  const { plan, schedule } = await readRunning(billing, subscriptionId)
  const op = await begin(billing, userId, {
    kind: 'cancel-downgrade',
    productId: plan.productId,
    subscriptionId,
    request: {},
    askedKey: undefined,
    before: {},
    ids: { customer: customerId, subscription: subscriptionId, ...(schedule && { schedule }) },
  })
  if (schedule) await releaseSchedule(billing.stripe, schedule)
  await billing.crashAt('cancel-downgrade: released')
  return await finish(billing, op)
}

async function readRunning(
  { stripe, prices }: BillingContext,
  subscriptionId: string,
): Promise<{ plan: Plan; schedule: string | null; hasDowngrade: boolean }> {
  const { status, item, schedule, futurePrice } = await readSubscription(stripe, subscriptionId)
  if (!['trialing', 'active', 'past_due'].includes(status)) throw notChangeable()
  const plan = await prices.planOf(item?.price ?? '')
  if (!plan) throw notChangeable()
  return { plan, schedule, hasDowngrade: futurePrice !== null }
}

async function finish(billing: BillingContext, op: Operation): Promise<OperationResult> {
  await syncCustomer(billing, op.user_id, op.ids.customer!)
  const answer = { subscriptionStatus: 'active', subscriptionId: op.ids.subscription! }
  return { op: await done(billing, op, answer), secret: null }
}

/** Completes the operation if its single request took effect; otherwise throws. */
export async function resumeRenewal(
  billing: BillingContext,
  op: Operation,
  because?: ClientError,
): Promise<OperationResult> {
  const { schedule, endsAtPeriodEnd } = await readSubscription(billing.stripe, op.ids.subscription!)
  const carriedOut = op.kind === 'renewal' ? endsAtPeriodEnd !== op.request['hasAutoRenew'] : schedule === null
  if (carriedOut) return await finish(billing, op)
  throw because ?? notFinished()
}

export async function compensateRenewal(
  billing: BillingContext,
  op: Operation,
  refusal: ClientError,
): Promise<boolean> {
  await failed(billing, await markAbandoned(billing, op, refusal), refusal)
  return true
}

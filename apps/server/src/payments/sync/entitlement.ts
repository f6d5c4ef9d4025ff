import { graceDays, type PeriodId } from '@finlist/domain/plans/catalogue'
import type { SubscriptionStatus } from '../../db/tables/billing.ts'

export const graceMs = graceDays * 86_400_000
/** Access begins this long before the paid period, in ms, because our clock may be behind the provider's. */
const skewMs = 5 * 60_000

/** The facts about a subscription that determine access. Instants in ms. */
export type PlanStanding = {
  status: SubscriptionStatus
  renews: boolean
  periodId: PeriodId
  startedAt: number
  trialEnd: number | null
  endedAt: number | null
}

/** A period of the plan that an invoice pays for. */
export type BilledTime = {
  periodId: PeriodId
  startsAt: number
  endsAt: number
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  paidCents: number
  refundedCents: number
  disputed: boolean
  /** Staff's decision about access when they made a refund. */
  ruling?: 'kept' | 'ended' | null
}

export type Access = { periodId: PeriodId; startsAt: number; endsAt: number }

/**
 * The access that a subscription gives: from the start of its first paid period or trial to the end of the last; null
 * if it has neither. Access is extended by `graceDays` while the plan renews and has not ended, unless the payment of a
 * later period was refunded or disputed. Invoices of 0 count as paid. Invoices that do not count: disputed ones, those
 * that staff ruled 'ended', and fully refunded ones unless staff ruled 'kept'.
 */
export function accessOf(plan: PlanStanding, billed: readonly BilledTime[]): Access | null {
  const { trialEnd } = plan
  const times: Access[] = billed.filter(time => isPaid(time) && !(trialEnd !== null && time.endsAt <= trialEnd))
  if (trialEnd !== null && plan.status !== 'incomplete' && plan.status !== 'incomplete_expired') {
    const endsAt = Math.min(trialEnd, plan.endedAt ?? Infinity)
    times.push({ periodId: plan.periodId, startsAt: plan.startedAt, endsAt })
  }
  const last = times.reduce<Access | null>((best, time) => (best && best.endsAt >= time.endsAt ? best : time), null)
  if (!last) return null
  const startsAt = Math.min(...times.map(time => time.startsAt)) - skewMs
  const isTakenBack = billed.some(time => time.status === 'paid' && !isPaid(time) && time.endsAt > last.endsAt)
  const kept = plan.renews && goesOn.has(plan.status) && !isTakenBack
  return { periodId: last.periodId, startsAt, endsAt: last.endsAt + (kept ? graceMs : 0) }
}

const goesOn = new Set<SubscriptionStatus>(['trialing', 'active', 'past_due'])

const isPaid = ({ status, paidCents, refundedCents, disputed, ruling }: BilledTime) =>
  status === 'paid' &&
  !disputed &&
  ruling !== 'ended' &&
  (ruling === 'kept' || refundedCents === 0 || refundedCents < paidCents)

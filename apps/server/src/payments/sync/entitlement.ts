import { graceDays, type PeriodId } from '@finlist/domain/plans/catalogue'
import type { SubscriptionStatus } from '../../db/tables/billing.ts'

export const graceMs = graceDays * 86_400_000
/** The payment provider's clock may be ahead of ours: access begins this much before the time that was paid. */
const skewMs = 5 * 60_000

/** Instants in ms. */
export type PlanStanding = {
  status: SubscriptionStatus
  renews: boolean
  periodId: PeriodId
  startedAt: number
  trialEnd: number | null
  endedAt: number | null
}

/** Time of the plan that an invoice pays for. */
export type BilledTime = {
  periodId: PeriodId
  startsAt: number
  endsAt: number
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  paidCents: number
  refundedCents: number
  disputed: boolean
  /** What staff decided about the plan when they refunded. */
  ruling?: 'kept' | 'ended' | null
}

export type Access = { periodId: PeriodId; startsAt: number; endsAt: number }

/**
 * The access a subscription gives, from the beginning of its first paid time or trial to the end of the last; null when
 * there is neither. Lasts `graceDays` longer while the plan renews and is not over, unless time after that end was paid
 * for but no longer is. An invoice of 0 counts as paid; one that is disputed, that staff ruled 'ended', or that is
 * fully refunded does not, except that a fully refunded one counts when staff ruled 'kept'.
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

import type Stripe from 'stripe'
import { collect } from './billing/collect.ts'
import { loseDispute } from './billing/disputes.ts'
import { endSubscription } from './billing/end-subscription.ts'
import { dropUpdate } from './billing/pending-update.ts'
import { tellUpcoming } from './billing/preview.ts'
import { advanceDraft, renew } from './billing/renew.ts'
import { advanceSchedule } from './billing/schedule.ts'
import { periodOf } from './billing/target.ts'
import { daySeconds } from './calendar.ts'
import { tell } from './events.ts'
import { refreshed } from './objects/coupons.ts'
import { refreshedCode } from './objects/promotion-codes.ts'
import { settingsOf } from './settings.ts'
import type { Row, Store } from './store.ts'
import { get, idOf, ownerOf } from './stripe-objects.ts'
import { clockOf } from './time.ts'

/**
 * An action that is triggered by the clock. Of actions that are due at the same time, the one with the lowest rank runs
 * first.
 */
export type Due = { at: number; rank: number; run(): void }

/** The newest reminder events sent for a subscription, by the period end and the trial end that they announced. */
type Told = Row & { upcoming: number; trial: number }

/** The kinds of objects that can have due actions. */
export const scheduledKinds = [
  'subscription',
  'invoice',
  'subscription_schedule',
  'coupon',
  'promotion_code',
  'dispute',
] as const
export type ScheduledKind = (typeof scheduledKinds)[number]

const incompleteSeconds = 23 * 3600
const trialWarningSeconds = 3 * daySeconds

/** The next action of an object; undefined if there is none. */
export function dueOf(store: Store, kind: ScheduledKind, row: Row): Due | undefined {
  if (kind === 'subscription') return soonest(subscriptionDues(store, row as Stripe.Subscription))
  if (kind === 'invoice') return invoiceDue(store, row as Stripe.Invoice)
  if (kind === 'subscription_schedule') return scheduleDue(store, row as Stripe.SubscriptionSchedule)
  if (kind === 'coupon') return couponDue(store, row as Stripe.Coupon)
  if (kind === 'promotion_code') return codeDue(store, row as Stripe.PromotionCode)
  return disputeDue(store, row as Stripe.Dispute)
}

/** The test clock of an object; null for the global clock. */
export function clockOfRow(store: Store, kind: ScheduledKind, row: Row): string | null {
  const { test_clock: own, charge } = row as { test_clock?: unknown; charge?: unknown }
  if (typeof own === 'string') return own
  if (kind === 'dispute') return clockOf(store, idOf(get(store, 'charge', String(charge)).customer) ?? '')
  return null
}

function subscriptionDues(store: Store, subscription: Stripe.Subscription): (Due | undefined)[] {
  const { status, pending_update } = subscription
  if (status === 'incomplete')
    return [
      {
        at: subscription.created + incompleteSeconds,
        rank: 1,
        run: () => void endSubscription(store, subscription, { reason: 'payment_failed', comment: null }),
      },
    ]
  if (status === 'canceled' || status === 'incomplete_expired') return []
  const { start, end } = periodOf(subscription.items.data)
  const told = store.find<Told>('_told', subscription.id)
  const note = (values: Partial<Told>) =>
    store.put<Told>('_told', { upcoming: 0, trial: 0, ...told, ...values, id: subscription.id })
  const notice = settingsOf(store).upcomingDays * daySeconds
  const trialEnd = subscription.trial_end
  return [
    pending_update
      ? { at: pending_update.expires_at, rank: 0, run: () => void dropUpdate(store, subscription, 'expired') }
      : undefined,
    { at: end, rank: 3, run: () => renew(store, subscription) },
    notice > 0 &&
    end - notice > start &&
    told?.upcoming !== end &&
    !subscription.cancel_at_period_end &&
    status !== 'unpaid'
      ? {
          at: end - notice,
          rank: 5,
          run: () => {
            note({ upcoming: end })
            tellUpcoming(store, subscription)
          },
        }
      : undefined,
    status === 'trialing' && trialEnd !== null && told?.trial !== trialEnd
      ? {
          at: Math.max(subscription.created, trialEnd - trialWarningSeconds),
          rank: 4,
          run: () => {
            note({ trial: trialEnd })
            tell(store, 'customer.subscription.trial_will_end', subscription)
          },
        }
      : undefined,
  ]
}

function invoiceDue(store: Store, invoice: Stripe.Invoice): Due | undefined {
  if (invoice.status === 'draft' && invoice.automatically_finalizes_at !== null)
    return { at: invoice.automatically_finalizes_at, rank: 4, run: () => advanceDraft(store, invoice) }
  if (invoice.status === 'open' && invoice.auto_advance && invoice.next_payment_attempt !== null)
    return {
      at: invoice.next_payment_attempt,
      rank: 4,
      run: () => void collect(store, invoice, { holder: 'awaited', isAutomatic: true }),
    }
  return undefined
}

function scheduleDue(store: Store, schedule: Stripe.SubscriptionSchedule): Due | undefined {
  if (schedule.status !== 'active' || !schedule.current_phase) return undefined
  return { at: schedule.current_phase.end_date, rank: 2, run: () => advanceSchedule(store, schedule) }
}

function couponDue(store: Store, coupon: Stripe.Coupon): Due | undefined {
  if (!coupon.valid || coupon.redeem_by === null) return undefined
  return { at: coupon.redeem_by, rank: 0, run: () => void refreshed(store, coupon) }
}

function codeDue(store: Store, code: Stripe.PromotionCode): Due | undefined {
  if (!code.active) return undefined
  const redeemBy = store.find<Stripe.Coupon>('coupon', ownerOf(code.promotion.coupon))?.redeem_by
  const at = Math.min(code.expires_at ?? Infinity, redeemBy ?? Infinity)
  return at === Infinity ? undefined : { at, rank: 1, run: () => void refreshedCode(store, code) }
}

function disputeDue(store: Store, dispute: Stripe.Dispute): Due | undefined {
  if (dispute.status !== 'needs_response' || dispute.evidence_details.due_by === null) return undefined
  return { at: dispute.evidence_details.due_by, rank: 5, run: () => loseDispute(store, dispute) }
}

function soonest(dues: readonly (Due | undefined)[]): Due | undefined {
  let found: Due | undefined
  for (const due of dues)
    if (due && (!found || due.at < found.at || (due.at === found.at && due.rank < found.rank))) found = due
  return found
}

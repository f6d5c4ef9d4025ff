import type { CardDetails, Invoice, Subscription, UserSubscriptions } from '@finlist/contract/billing'
import { type PeriodId } from '@finlist/domain/plans/catalogue'
import { type NextCharge, nextCharges } from '@finlist/domain/plans/next-charges'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { payingInvoice } from './disputed.ts'
import { isExpired } from './operations/card.ts'
import { comingOf } from './pricing/next-charge.ts'

const shownStatuses = ['trialing', 'active', 'past_due', 'unpaid'] as const
const mostSubscriptions = 100
const mostInvoices = 200

/** The user's billing state, according to our tables. */
export async function overview(db: Db, userId: number, now: number): Promise<UserSubscriptions> {
  const [customer, subscriptions, invoices] = await Promise.all([
    readCustomerRow(db, userId),
    readSubscriptions(db, userId),
    db
      .selectFrom('invoice')
      .selectAll()
      .where('user_id', '=', userId)
      .where('status', '=', 'paid')
      .where('product_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('invoice_id', 'desc')
      .limit(mostInvoices)
      .execute(),
  ])
  return {
    cardDetails: customer ? cardOf(customer, now) : null,
    subscriptions,
    invoices: invoices.map(sayInvoice),
    credit: customer?.credit_cents ?? 0,
  }
}

export async function cardDetails(db: Db, userId: number, now: number): Promise<CardDetails | null> {
  const customer = await readCustomerRow(db, userId)
  return customer ? cardOf(customer, now) : null
}

export const hasCardOnFile = async (db: Db, userId: number): Promise<boolean> =>
  ((await readCustomerRow(db, userId))?.payment_method_id ?? null) !== null

export async function readSubscriptions(db: Db, userId: number, subscriptionId?: string): Promise<Subscription[]> {
  const [account, rows] = await Promise.all([readCustomerRow(db, userId), readSubscriptionRows(db, userId)])
  const charges = nextCharges(comingOf(rows), account ? account.credit_cents - account.owed_cents : 0)
  return rows
    .filter(row => subscriptionId === undefined || row.subscription_id === subscriptionId)
    .map(row => saySubscription(row, charges.get(row.subscription_id) ?? null))
}

async function readSubscriptionRows(db: Db, userId: number): Promise<SubscriptionRow[]> {
  return await db
    .selectFrom('subscription as s')
    .leftJoinLateral(
      query =>
        query
          .selectFrom('invoice as i')
          .select(['i.next_attempt_at', 'i.total_cents', 'i.due_cents', 'i.needs_bank'])
          .whereRef('i.user_id', '=', 's.user_id')
          .whereRef('i.subscription_id', '=', 's.subscription_id')
          .whereRef('i.period_end', '=', 's.period_end')
          .where('i.status', '=', 'open')
          .limit(1)
          .as('owed'),
      join => join.onTrue(),
    )
    .leftJoin('invoice as d', join =>
      join
        .onRef('d.user_id', '=', 's.user_id')
        .on('d.disputed', '=', true)
        .on('d.invoice_id', '=', payingInvoice(sql`s`)),
    )
    .leftJoin('billing_coupon as c', 'c.coupon_id', 's.coupon_id')
    .leftJoin('plan_grant as h', join =>
      join.onRef('h.user_id', '=', 's.user_id').onRef('h.subscription_id', '=', 's.subscription_id'),
    )
    .selectAll('s')
    .select(['owed.next_attempt_at', 'owed.total_cents', 'owed.due_cents', 'owed.needs_bank', 'h.ends_at'])
    .select(['d.paid_cents as disputed_cents', 'd.dispute_lost as is_lost', 'c.name as coupon_name'])
    .where('s.user_id', '=', userId)
    .where('s.status', 'in', shownStatuses)
    .orderBy('s.started_at', 'desc')
    .orderBy('s.subscription_id')
    .limit(mostSubscriptions)
    .execute()
}

type SubscriptionRow = Selectable<Tables['subscription']> & {
  next_attempt_at: Date | null
  total_cents: number | null
  due_cents: number | null
  needs_bank: boolean | null
  disputed_cents: number | null
  is_lost: boolean | null
  coupon_name: string | null
  ends_at: Date | null
}

function saySubscription(row: SubscriptionRow, nextCharge: NextCharge | null): Subscription {
  const productId = row.product_id as ProductId
  const isTrial = row.status === 'trialing'
  const isOwed = row.status === 'past_due' || row.status === 'unpaid'
  const paidUntil = isOwed ? row.period_start : isTrial ? (row.trial_end ?? row.period_end) : row.period_end
  const nextBilling = isOwed ? (row.next_attempt_at ?? row.period_end) : paidUntil
  return {
    subscriptionId: row.subscription_id,
    productId,
    planName: products[productId].name,
    billingPeriodId: row.period_id as PeriodId,
    futureBillingPeriodId: row.future_period_id as 0 | PeriodId,
    status: isOwed ? 'past_due' : isTrial ? 'trialing' : 'active',
    hasAutoRenew: row.renews,
    subscriptionPeriodEnd: paidUntil.toISOString(),
    nextBillingDate: row.renews ? nextBilling.toISOString() : null,
    nextAmount: row.renews ? (isOwed ? (row.total_cents ?? row.next_cents) : row.next_cents) : null,
    ...(nextCharge && nextCharge.amount !== row.next_cents && { nextCharge }),
    ...(row.renews && row.coupon_id !== null && { discountName: row.coupon_name ?? row.coupon_id }),
    ...(row.disputed_cents !== null && { disputed: { amount: row.disputed_cents, isLost: row.is_lost === true } }),
    ...(isOwed && {
      pastDue: {
        accessUntil: (row.ends_at ?? paidUntil).toISOString(),
        amountDue: row.due_cents ?? 0,
        needsBank: row.needs_bank ?? false,
      },
    }),
  }
}

function sayInvoice(row: Selectable<Tables['invoice']>): Invoice {
  return {
    invoiceId: row.invoice_id,
    number: row.number ?? '',
    productId: row.product_id as ProductId,
    billingPeriodId: row.period_id as PeriodId,
    periodStart: row.period_start.toISOString(),
    periodEnd: row.period_end.toISOString(),
    paidAt: (row.paid_at ?? row.created_at).toISOString(),
    amountPaid: row.paid_cents,
    refunded: row.refunded_cents,
    pdfLink: `/users/user/invoices/${row.invoice_id}/pdf`,
  }
}

const readCustomerRow = (db: Db, userId: number) =>
  db.selectFrom('billing_customer').selectAll().where('user_id', '=', userId).executeTakeFirst()

function cardOf(row: Selectable<Tables['billing_customer']>, now: number): CardDetails | null {
  if (row.payment_method_id === null || row.card_exp_month === null || row.card_exp_year === null) return null
  return {
    brand: row.card_brand ?? '',
    cardNumberLast4: row.card_last4 ?? '',
    expireMonth: row.card_exp_month,
    expireYear: row.card_exp_year,
    expired: isExpired({ exp_month: row.card_exp_month, exp_year: row.card_exp_year }, now),
  }
}

import type { AuditEntry, Customer } from '@finlist/contract/staff/customers'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import type { ProductId } from '@finlist/domain/plans/products'
import { type Language } from '@finlist/i18n/languages'
import { isExpired } from '../../payments/operations/card.ts'
import { clientErrorOf, type Operation } from '../../payments/operations/operation.ts'
import type { CustomerRows } from './store.ts'

type Known = {
  isCaller: boolean
  givenCents: number
  audit: AuditEntry[]
  language: Language
  now: number
  /** Returns the URL of a page at the payment provider, or null if there is none. */
  link: (path: string | null) => string | null
}

const iso = (instant: Date) => instant.toISOString()
const isoOrNone = (instant: Date | null) => instant?.toISOString() ?? null

/** A user's billing data as staff see them. */
export function customerDto(rows: CustomerRows, { isCaller, givenCents, audit, language, now, link }: Known): Customer {
  const { person, account } = rows
  const credit = account?.credit_cents ?? 0
  const customerId = account?.customer_id ?? null
  return {
    profile: {
      userId: person.user_id,
      name: person.name,
      email: person.email,
      emailVerified: person.email_proved_at !== null,
      phoneNumber: person.phone,
      language: person.language,
      createdAt: iso(person.created_at),
      registeredAt: isoOrNone(person.registered_at),
      blocked: person.blocked_at !== null,
      onBoards: rows.offBoards === undefined,
      deletionAt: isoOrNone(person.deletion_at),
    },
    roles: rows.roles.map(({ role }) => role),
    isCaller,
    grants: rows.grants.map(row => ({
      grantId: row.grant_id,
      productId: row.product_id as ProductId,
      billingPeriodId: row.period_id as PeriodId,
      startsAt: iso(row.starts_at),
      endsAt: iso(row.ends_at),
      subscriptionId: row.subscription_id,
      isTrial: row.is_trial,
    })),
    customerId,
    customerLink: link(customerId && `customers/${customerId}`),
    credit,
    creditToTakeBack: Math.max(0, Math.min(credit, givenCents)),
    card: cardOf(account, now),
    subscriptions: rows.subscriptions.map(row => ({
      subscriptionId: row.subscription_id,
      productId: row.product_id as ProductId,
      billingPeriodId: row.period_id as PeriodId,
      futureBillingPeriodId: row.future_period_id as 0 | PeriodId,
      status: row.status,
      renews: row.renews,
      disputed: row.dispute_lost === null ? 'no' : row.dispute_lost ? 'lost' : 'open',
      startedAt: iso(row.started_at),
      periodStart: iso(row.period_start),
      periodEnd: iso(row.period_end),
      trialEnd: isoOrNone(row.trial_end),
      endedAt: isoOrNone(row.ended_at),
      nextAmount: row.next_cents,
      couponId: row.coupon_id,
      couponName: row.coupon_name ?? row.coupon_id,
      couponLink: link(row.coupon_id && `coupons/${encodeURIComponent(row.coupon_id)}`),
      link: link(`subscriptions/${row.subscription_id}`),
    })),
    invoices: rows.invoices.map(row => sayInvoice(row, link)),
    trialsTaken: rows.trials.map(row => ({ productId: row.product_id as ProductId, takenAt: iso(row.taken_at) })),
    emails: rows.emails.map(row => ({
      emailId: row.email_id,
      kind: row.kind,
      state: row.state,
      decidedAt: iso(row.decided_at),
      settledAt: isoOrNone(row.settled_at),
    })),
    operations: rows.operations.map(row => ({
      operationId: row.operation_id,
      kind: row.kind,
      productId: row.product_id as ProductId | null,
      subscriptionId: row.subscription_id,
      state: row.state,
      refusal: row.state === 'failed' ? (clientErrorOf(row as Operation).entries(language)[0]?.message ?? '') : '',
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    })),
    audit,
  }
}

function sayInvoice(row: CustomerRows['invoices'][number], link: Known['link']): Customer['invoices'][number] {
  const isPaid = row.status === 'paid'
  return {
    invoiceId: row.invoice_id,
    number: row.number ?? '',
    subscriptionId: row.subscription_id,
    productId: row.product_id as ProductId | null,
    billingPeriodId: row.period_id as PeriodId | null,
    status: row.status,
    subtotal: row.subtotal_cents,
    discount: row.discount_cents,
    total: row.total_cents,
    creditUsed: row.credit_cents,
    amountPaid: row.paid_cents,
    amountDue: isPaid || row.status === 'void' ? 0 : row.due_cents,
    refunded: row.refunded_cents,
    refundedToCredit: row.to_credit_cents,
    refundable: isPaid && !row.disputed ? Math.max(0, row.paid_cents - row.refunded_cents - row.to_credit_cents) : 0,
    credited: row.credited_cents,
    disputed: row.disputed,
    disputeLost: row.dispute_lost,
    couponId: row.coupon_id,
    couponName: row.coupon_name ?? row.coupon_id,
    couponLink: link(row.coupon_id && `coupons/${encodeURIComponent(row.coupon_id)}`),
    periodStart: iso(row.period_start),
    periodEnd: iso(row.period_end),
    createdAt: iso(row.created_at),
    paidAt: isoOrNone(row.paid_at),
    nextAttemptAt: isoOrNone(row.next_attempt_at),
    link: link(`invoices/${row.invoice_id}`),
    paymentLink: link(row.payment_intent_id && `payments/${row.payment_intent_id}`),
  }
}

function cardOf(account: CustomerRows['account'], now: number): Customer['card'] {
  if (!account || account.card_exp_month === null || account.card_exp_year === null) return null
  return {
    brand: account.card_brand ?? '',
    last4: account.card_last4 ?? '',
    expireMonth: account.card_exp_month,
    expireYear: account.card_exp_year,
    expired: isExpired({ exp_month: account.card_exp_month, exp_year: account.card_exp_year }, now),
  }
}

import type { BillingEmailKind } from '@finlist/contract/staff/customers'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import type { Language } from '@finlist/i18n/languages'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { type TextKey, translate } from '../../http/translate.ts'
import { readSubscriptions } from '../overview.ts'
import { type BillingEmail, readGiven, readInvoice, readSubscription } from './email-rows.ts'
import { dayIn, hkd, hourIn, nextPaymentIn } from './words.ts'

type Rendered = { text: TextKey; values: Record<string, string>; path: string; invoiceId?: string }
type RenderRequest = { db: Db; email: BillingEmail; language: Language; now: number }

export const renderers: Record<BillingEmailKind, (request: RenderRequest) => Promise<Rendered | undefined>> = {
  async receipt({ db, email, language }) {
    const invoice = await readInvoice(db, email)
    if (invoice?.status !== 'paid') return undefined
    const values = {
      plan: planOf(language, invoice.product_id),
      number: invoice.number ?? '',
      card: hkd(invoice.paid_cents),
      credit: hkd(invoice.credit_cents),
      more: besides(language, invoice),
      from: dayIn(language, invoice.period_start),
      to: dayIn(language, invoice.period_end),
    }
    const text =
      invoice.paid_cents === 0
        ? invoice.credit_cents === 0
          ? 'mail.receipt.by-nothing'
          : 'mail.receipt.by-credit'
        : invoice.credit_cents === 0
          ? 'mail.receipt.by-card'
          : 'mail.receipt.by-both'
    return { text, values, path: '/dashboard?tab=receipts', invoiceId: invoice.invoice_id }
  },
  'payment-failed': request => unpaid(request),
  authentication: request => unpaid(request),
  async 'card-expiring'({ db, email, language }) {
    const [card, expiry = ''] = email.subject_id.split(':')
    const [year, month] = expiry.split('-').map(Number)
    const row = await db
      .selectFrom('billing_customer')
      .selectAll()
      .where('user_id', '=', email.user_id)
      .where('payment_method_id', '=', card!)
      .where('card_exp_year', '=', year!)
      .where('card_exp_month', '=', month!)
      .executeTakeFirst()
    if (!row) return undefined
    const lastDay = new Date(Date.UTC(year!, month!, 0))
    const values = { last4: row.card_last4 ?? '', date: dayIn(language, lastDay) }
    return { text: 'mail.card-expiring.body', values, path: '/dashboard' }
  },
  async 'upcoming-renewal'({ db, email, language, now }) {
    const plan = await readSubscription(db, email)
    if (!plan?.renews || plan.status !== 'active' || isOver(plan.period_end, email, now)) return undefined
    return {
      text: 'mail.upcoming-renewal.body',
      values: {
        plan: planOf(language, plan.product_id),
        date: dayIn(language, plan.period_end),
        payment: await nextPaymentOf(db, language, plan),
      },
      path: dashboardOf(plan.subscription_id),
    }
  },
  async 'trial-ending'({ db, email, language, now }) {
    const given = await readGiven(db, email)
    if (given) {
      if (given.ends_at.getTime() <= now) return undefined
      const values = { plan: planOf(language, given.product_id), date: dayIn(language, given.ends_at) }
      return { text: 'mail.trial-ending.given', values, path: '/subscribe' }
    }
    const plan = await readSubscription(db, email)
    if (!plan?.trial_end || plan.status !== 'trialing' || isOver(plan.trial_end, email, now)) return undefined
    return {
      text: plan.renews ? 'mail.trial-ending.renews' : 'mail.trial-ending.ends',
      values: {
        plan: planOf(language, plan.product_id),
        date: dayIn(language, plan.trial_end),
        payment: await nextPaymentOf(db, language, plan),
      },
      path: dashboardOf(plan.subscription_id),
    }
  },
  async 'access-ended'({ db, email, language, now }) {
    const ended = (await readGiven(db, email)) ?? (await readSubscription(db, email))
    if (!ended) return undefined
    const heldGrant = await db
      .selectFrom('plan_grant')
      .select('grant_id')
      .where('user_id', '=', email.user_id)
      .where('product_id', '=', ended.product_id)
      .where('starts_at', '<=', new Date(now))
      .where('ends_at', '>', new Date(now))
      .executeTakeFirst()
    if (heldGrant) return undefined
    const values = { plan: planOf(language, ended.product_id) }
    return { text: 'mail.access-ended.body', values, path: '/subscribe' }
  },
  async refunded({ db, email, language }) {
    const refund = await db
      .selectFrom('refund as r')
      .innerJoin('invoice as i', join =>
        join.onRef('i.user_id', '=', 'r.user_id').onRef('i.invoice_id', '=', 'r.invoice_id'),
      )
      .select(['r.cents', 'r.to_credit', 'i.number', 'i.product_id'])
      .where('r.user_id', '=', email.user_id)
      .where('r.refund_id', '=', email.subject_id)
      .executeTakeFirst()
    if (!refund) return undefined
    return {
      text: refund.to_credit ? 'mail.refunded.to-credit' : 'mail.refunded.to-card',
      values: {
        amount: hkd(refund.cents),
        number: refund.number ?? '',
        plan: planOf(language, refund.product_id),
      },
      path: '/dashboard?tab=receipts',
    }
  },
  async 'renewal-off'({ db, email, language, now }) {
    const plan = await readSubscription(db, email)
    if (!plan || plan.renews || plan.ended_at || isOver(plan.period_end, email, now)) return undefined
    return {
      text: plan.status === 'past_due' ? 'mail.renewal-off.past-due' : 'mail.renewal-off.body',
      values: { plan: planOf(language, plan.product_id), date: dayIn(language, plan.period_end) },
      path: dashboardOf(plan.subscription_id),
    }
  },
  async 'downgrade-scheduled'({ db, email, language, now }) {
    const plan = await readSubscription(db, email)
    if (!plan || plan.ended_at || isOver(plan.period_end, email, now)) return undefined
    if (String(plan.future_period_id) !== email.subject_id.split(':')[2]) return undefined
    return {
      text: 'mail.downgrade-scheduled.body',
      values: {
        plan: planOf(language, plan.product_id),
        date: dayIn(language, plan.period_end),
        now: periodOf(language, plan.period_id),
        next: periodOf(language, plan.future_period_id),
        amount: hkd(plan.next_cents),
      },
      path: dashboardOf(plan.subscription_id),
    }
  },
  disputed: request => disputed(request),
  'dispute-lost': request => disputed(request),
  'dispute-won': request => disputed(request),
  async 'card-replaced'({ db, email }) {
    const row = await db
      .selectFrom('billing_customer')
      .select('card_last4')
      .where('user_id', '=', email.user_id)
      .where('payment_method_id', '=', email.subject_id)
      .executeTakeFirst()
    if (!row) return undefined
    return { text: 'mail.card-replaced.body', values: { last4: row.card_last4 ?? '' }, path: '/dashboard' }
  },
}

/** Composes both kinds of e-mail about an unpaid renewal. */
async function unpaid({ db, email, language }: RenderRequest): Promise<Rendered | undefined> {
  const invoice = await readInvoice(db, email)
  if (invoice?.status !== 'open') return undefined
  const grant = await db
    .selectFrom('plan_grant')
    .select('ends_at')
    .where('user_id', '=', email.user_id)
    .where('subscription_id', '=', invoice.subscription_id)
    .executeTakeFirst()
  return {
    text: email.kind === 'authentication' ? 'mail.authentication.body' : 'mail.payment-failed.body',
    values: {
      plan: planOf(language, invoice.product_id),
      amount: hkd(invoice.due_cents),
      until: hourIn(language, grant?.ends_at ?? invoice.period_start),
    },
    path: dashboardOf(invoice.subscription_id ?? ''),
  }
}

async function nextPaymentOf(db: Db, language: Language, plan: Selectable<Tables['subscription']>): Promise<string> {
  const [read] = await readSubscriptions(db, plan.user_id, plan.subscription_id)
  return nextPaymentIn(language, plan.next_cents, read?.nextCharge)
}

/** A paragraph about an amount below the card minimum, or a debt from an earlier invoice; empty if there is neither. */
function besides(language: Language, { total_cents, credit_cents, paid_cents }: Selectable<Tables['invoice']>): string {
  const left = total_cents - credit_cents - paid_cents
  if (left === 0) return ''
  const text = left > 0 ? 'mail.receipt.too-small' : 'mail.receipt.owed'
  return `\n\n${translate(language, text, { amount: hkd(Math.abs(left)) })}`
}

/** Composes the e-mails about opened and decided disputes. */
async function disputed({ db, email, language }: RenderRequest): Promise<Rendered | undefined> {
  const invoice = await readInvoice(db, email)
  if (!invoice || stateOf(invoice) !== email.kind) return undefined
  return {
    text: `mail.${email.kind as DisputeState}.body`,
    values: {
      plan: planOf(language, invoice.product_id),
      amount: hkd(invoice.paid_cents),
      number: invoice.number ?? '',
      date: dayIn(language, invoice.period_end),
    },
    path: email.kind === 'dispute-lost' ? '/subscribe' : dashboardOf(invoice.subscription_id ?? ''),
  }
}

type DisputeState = 'disputed' | 'dispute-lost' | 'dispute-won'
const stateOf = ({ disputed, dispute_lost }: Selectable<Tables['invoice']>): DisputeState =>
  dispute_lost ? 'dispute-lost' : disputed ? 'disputed' : 'dispute-won'

/** Whether the instant has passed, or is no longer on the day that the e-mail is about. */
const isOver = (instant: Date, { subject_id }: BillingEmail, now: number) =>
  instant.getTime() <= now || subject_id.split(':')[1] !== instant.toISOString().slice(0, 10)

const planOf = (language: Language, productId: number | null) =>
  productId === null ? '' : translate(language, `plan.${products[productId as ProductId].name}`)

const periodOf = (language: Language, periodId: number) =>
  translate(language, `period.${periods[periodId as PeriodId].name}`)

const dashboardOf = (subscriptionId: string) => `/dashboard?subscriptionId=${encodeURIComponent(subscriptionId)}`

import type { Customer } from '@finlist/contract/staff/customers'
import { lastDay } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { useAuditWords } from '../audit/audit-words.ts'

export const historyKinds = ['payment', 'plan', 'email', 'operation', 'staff'] as const
export type HistoryKind = (typeof historyKinds)[number]
export type HistoryEntry = {
  key: string
  at: string
  kind: HistoryKind
  title: string
  details: string
  /** Whether the entry is marked as a failure. */
  wrong?: boolean
  href?: string | null
}

/** The recorded history of a customer's billing, newest first. */
export function useHistoryEntries(customer: Customer): HistoryEntry[] {
  const t = useTranslation('customers')
  const words = usePlanWords()
  const audit = useAuditWords()
  const planOf = (of: { productId: Customer['grants'][number]['productId'] | null }) =>
    of.productId === null ? '' : words.plan({ productId: of.productId })
  const entries: HistoryEntry[] = [
    ...customer.invoices.flatMap(invoice => {
      const plan = planOf(invoice)
      const period = invoice.billingPeriodId === null ? '' : words.period(invoice.billingPeriodId)
      const base = {
        kind: 'payment' as const,
        details: [`${plan} ${period}`.trim(), invoice.number].filter(Boolean).join(' · '),
        href: invoice.link,
      }
      const { invoiceId, status, paidAt, createdAt } = invoice
      if (paidAt !== null)
        return [{ ...base, key: `${invoiceId} paid`, at: paidAt, title: t('h.paid', { amount: money(invoice.total) }) }]
      if (status === 'draft' || status === 'paid') return []
      const title = t(`h.invoice.${status}`, { amount: money(status === 'open' ? invoice.amountDue : invoice.total) })
      return [{ ...base, key: invoiceId, at: createdAt, title, wrong: status !== 'void' }]
    }),
    ...customer.subscriptions.flatMap(subscription => {
      const base = {
        kind: 'plan' as const,
        href: subscription.link,
        details: words.period(subscription.billingPeriodId),
      }
      const { subscriptionId: id, startedAt, endedAt } = subscription
      const plan = planOf(subscription)
      return [
        { ...base, key: `${id} began`, at: startedAt, title: t('h.began', { plan }) },
        ...(endedAt ? [{ ...base, key: `${id} ended`, at: endedAt, title: t('h.ended', { plan }) }] : []),
      ]
    }),
    ...customer.grants
      .filter(({ subscriptionId }) => subscriptionId === null)
      .map(grant => ({
        key: `grant ${grant.grantId}`,
        at: grant.startsAt,
        kind: 'plan' as const,
        title: t(grant.isTrial ? 'h.trial' : 'h.given', { plan: planOf(grant) }),
        details: t('until', { date: lastDay(grant.endsAt) }),
      })),
    ...customer.emails.map(({ emailId, kind, state, settledAt, decidedAt }) => ({
      key: `email ${emailId}`,
      at: settledAt ?? decidedAt,
      kind: 'email' as const,
      title: t(`email.${kind}`),
      details: t(`email.state.${state}`),
      wrong: state === 'failed',
    })),
    ...customer.operations.map(operation => ({
      key: operation.operationId,
      at: operation.createdAt,
      kind: 'operation' as const,
      title: t('h.operation', {
        what: t(`operation.${operation.kind}`),
        state: t(`operation.state.${operation.state}`),
      }),
      details: [planOf(operation), operation.refusal].filter(Boolean).join(' · '),
      wrong: operation.state === 'failed',
    })),
    ...customer.audit.map(entry => ({
      key: `audit ${entry.auditId}`,
      at: entry.at,
      kind: 'staff' as const,
      title: audit.action(entry),
      details: [
        audit.details(entry),
        t('audit.by', { name: audit.by(entry) }),
        t('audit.reason', { reason: entry.reason }),
      ]
        .filter(Boolean)
        .join(' · '),
    })),
  ]
  return entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

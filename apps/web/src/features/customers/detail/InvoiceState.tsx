import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { Invoice } from '../actions/staff-action.ts'

/** An invoice's state, the amount still owed, and the time of the next attempt to collect it. */
export function InvoiceState({ invoice }: { invoice: Invoice }) {
  const t = useTranslation('customers')
  const { status, disputed, disputeLost, amountDue, nextAttemptAt } = invoice
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <Badge variant={variantOf[status]}>{t(`invoice.${status}`)}</Badge>
      {disputed && <Badge variant="wrong">{t(disputeLost ? 'dispute.lost' : 'invoice.disputed')}</Badge>}
      {status === 'open' && (
        <span className="w-full text-12 text-faded">
          {t('invoice.due', { amount: money(amountDue) })}
          {nextAttemptAt && ` ${t('invoice.again', { date: hongKongDate(nextAttemptAt) })}`}
        </span>
      )}
    </span>
  )
}

const variantOf = { draft: 'plain', open: 'wrong', paid: 'good', void: 'plain', uncollectible: 'wrong' } as const

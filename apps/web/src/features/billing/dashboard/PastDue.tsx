import type { Subscription } from '@finlist/contract/billing'
import { useState } from 'react'
import { productNow } from '../../../api/product-now.ts'
import { hongKongDate } from '../../../components/hong-kong-date.ts'
import { money } from '../../../components/money.ts'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { keptUntil, outstandingOf } from './cost-of.ts'

type Props = { held: Subscription; onChangeCard: () => void; onConfirm: () => void }

/** Explains an unpaid renewal: what happened, how long the plan remains active, and what to do. */
export function PastDue({ held, onChangeCard, onConfirm }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const { subscriptionPeriodEnd, nextBillingDate } = held
  const outstanding = outstandingOf(held)
  const needsBank = held.pastDue?.needsBank === true
  const until = keptUntil(held)
  const [now] = useState(productNow)
  const isKept = until > now
  return (
    <div className="border-l-2 border-wrong bg-wash px-4 py-3 text-14">
      <p className="font-strong text-wrong">
        {t(needsBank ? 'due.bank.title' : 'due.title', { plan: words.plan(held) })}
      </p>
      {outstanding > 0 && (
        <p className="mt-0.5">
          {t('due.text', { amount: money(outstanding), date: hongKongDate(subscriptionPeriodEnd, 'long') })}
        </p>
      )}
      <p>{t(isKept ? 'due.kept' : 'due.ended', { date: hongKongDate(until, isKept ? 'long-moment' : 'long') })}</p>
      {!needsBank && nextBillingDate !== null && Date.parse(nextBillingDate) > now && (
        <p>{t('due.again', { date: hongKongDate(nextBillingDate, 'long') })}</p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {needsBank && (
          <Button variant="main" onClick={onConfirm}>
            {t('due.confirm')}
          </Button>
        )}
        <Button variant={needsBank ? 'plain' : 'main'} onClick={onChangeCard}>
          {t('due.pay')}
        </Button>
      </div>
    </div>
  )
}

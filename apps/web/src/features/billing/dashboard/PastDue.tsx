import type { Subscription } from '@finlist/contract/billing'
import { useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { hongKongDate } from '../../../parts/hong-kong-date.ts'
import { money } from '../../../parts/money.ts'
import { usePlanWords } from '../../../parts/plan-words.ts'
import { Button } from '../../../ui/button.tsx'
import { keptUntil } from './cost-of.ts'

/** What happened to a renewal that was not paid, how long the plan is kept, and what to do. */
export function PastDue({ held, onChangeCard }: { held: Subscription; onChangeCard: () => void }) {
  const t = useTexts('dashboard')
  const words = usePlanWords()
  const { nextAmount, subscriptionPeriodEnd, nextBillingDate } = held
  const until = keptUntil(held)
  const [now] = useState(Date.now)
  const isKept = until > now
  return (
    <div className="border-l-2 border-wrong bg-wash px-4 py-3 text-14">
      <p className="font-strong text-wrong">{t('due.title', { plan: words.plan(held) })}</p>
      {nextAmount !== null && (
        <p className="mt-0.5">
          {t('due.text', { amount: money(nextAmount), date: hongKongDate(subscriptionPeriodEnd, 'long') })}
        </p>
      )}
      <p>{t(isKept ? 'due.kept' : 'due.ended', { date: hongKongDate(until, isKept ? 'long-moment' : 'long') })}</p>
      {nextBillingDate !== null && Date.parse(nextBillingDate) > now && (
        <p>{t('due.again', { date: hongKongDate(nextBillingDate, 'long') })}</p>
      )}
      <Button look="main" className="mt-3" onClick={onChangeCard}>
        {t('due.pay')}
      </Button>
    </div>
  )
}

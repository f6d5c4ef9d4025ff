import { cancelReasons, type Subscription } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { type FormEvent, useState } from 'react'
import { hongKongDate } from '../../../../components/hong-kong-date.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { Alternative } from './Alternative.tsx'
import { StepHead } from './StepHead.tsx'
import type { CancelReason, Renewal } from './use-renewal.ts'

type Props = {
  held: Subscription
  renewal: Renewal
  onChange: (period: PeriodId) => void
  onBack: () => void
}

/**
 * States what ends and when, asks for the reason, and offers another period once. Cancelling must be as easy as keeping
 * the plan.
 */
export function CancelRenewal({ held, renewal, onChange, onBack }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const [feedback, setFeedback] = useState<CancelReason['feedback']>()
  const [comment, setComment] = useState('')
  const { status, subscriptionPeriodEnd } = held
  const text = { trialing: 'cancel.text.trial', past_due: 'cancel.text.due', active: 'cancel.text' } as const
  const turnOff = (event: FormEvent) => {
    event.preventDefault()
    const said = comment.trim()
    // The payment provider stores a comment only together with a reason.
    const reason = feedback ?? (said ? 'other' : undefined)
    renewal.toggle(reason && { feedback: reason, ...(said && { comment: said }) })
  }
  return (
    <form onSubmit={turnOff} className="px-4 pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))] md:px-6">
      <StepHead title={t('cancel.title')} onBack={onBack} />
      <p className="mt-1 text-14">
        {t(text[status], { plan: words.plan(held), date: hongKongDate(subscriptionPeriodEnd, 'long') })}
      </p>
      <Alternative held={held} onChange={onChange} />
      <fieldset disabled={renewal.isBusy} className="mt-5 min-w-0">
        <legend className="mb-1 text-13 font-strong">{t('cancel.reason')}</legend>
        {cancelReasons.map(reason => (
          <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3 text-14 md:min-h-8">
            <input
              type="radio"
              name="reason"
              value={reason}
              checked={feedback === reason}
              onChange={() => setFeedback(reason)}
              className="size-4.5 shrink-0 accent-accent"
            />
            {t(`cancel.reason.${reason}`)}
          </label>
        ))}
        <TextArea
          label={t('cancel.comment')}
          className="mt-3"
          rows={2}
          maxLength={500}
          value={comment}
          onChange={({ target }) => setComment(target.value)}
        />
      </fieldset>
      <div className="mt-5 grid gap-3 md:grid-cols-2">
        <Button disabled={renewal.isBusy} onClick={onBack}>
          {t('cancel.no')}
        </Button>
        <Button type="submit" disabled={renewal.isBusy}>
          {t(renewal.isBusy ? 'working' : 'cancel.yes')}
        </Button>
      </div>
    </form>
  )
}

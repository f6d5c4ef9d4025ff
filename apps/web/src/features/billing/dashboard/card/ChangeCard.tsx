import type { CardDetails, Subscription } from '@finlist/contract/billing'
import { type FormEvent, useState } from 'react'
import { useOperator } from '../../../../api/operator.ts'
import { money } from '../../../../components/money.ts'
import { useStepUpFirst } from '../../../../components/notices/step-up-first.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import AlertDialog from '../../../../ui/dialogs/alert-dialog.tsx'
import { CardForm } from '../../card/CardForm.tsx'
import { useBankVisit } from '../../card/use-bank-visit.tsx'
import { useCardClient } from '../../card/use-card-client.ts'
import { PaymentDialog } from '../../PaymentDialog.tsx'
import { useCardName } from '../card-name.ts'
import { outstandingOf } from '../cost-of.ts'
import { cardMethod } from './card-method.ts'
import { useCardChange } from './use-card-change.ts'

type Props = {
  card: CardDetails | null
  /** Plans with an outstanding payment, which is charged to the new card. */
  owed: readonly Subscription[]
  onDone: (said: string) => void
  onClose: () => void
}

/**
 * Lazy-loaded. Changes the card on file. If the last sign-in is too old, asks the user to sign in again before they
 * type.
 */
export default function ChangeCard({ card, owed, onDone, onClose }: Props) {
  const t = useTranslation('dashboard')
  const billing = useTranslation('billing')
  const nameOf = useCardName()
  const words = usePlanWords()
  const isTest = useOperator().payments === 'sandbox'
  const company = useCardClient()
  const bank = useBankVisit()
  const [isComplete, setComplete] = useState(false)
  const [tried, setTried] = useState(false)
  const [owedCents] = useState(() => owed.reduce((sum, plan) => sum + outstandingOf(plan), 0))
  const change = useCardChange({ client: company.client, visitBank: bank.visit, isOwed: owedCents > 0, onDone })
  const { isSaving } = change
  useStepUpFirst(true, onClose)

  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { client } = company
    if (isComplete && client) void change.save(() => cardMethod(client))
  }
  return (
    <PaymentDialog title={t(card ? 'card.change' : 'card.add')} busy={isSaving && !bank.frame} onClose={onClose}>
      {bank.frame && <div className="px-4 py-5 md:px-6">{bank.frame}</div>}
      <form
        noValidate
        hidden={bank.frame !== undefined}
        onSubmit={save}
        className="grid gap-4 px-4 py-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] [&[hidden]]:hidden md:px-6"
      >
        {card && <p className="text-14 text-faded">{t('change-card.now', { card: nameOf(card) })}</p>}
        {owed.map(plan => (
          <p key={plan.subscriptionId} className="border-l-2 border-wrong bg-wash px-3 py-2 text-14">
            {t('change-card.pays', { amount: money(outstandingOf(plan)), plan: words.plan(plan) })}
          </p>
        ))}
        {isTest && (
          <p className="border-l-2 border-accent bg-accent-wash px-3 py-2 text-13">{billing('checkout.test')}</p>
        )}
        <div role="alert" className="empty:hidden">
          {change.notice && <p className="border-l-2 border-ink bg-wash px-3 py-2 text-14">{change.notice}</p>}
        </div>
        {company.error ? (
          <p role="alert" className="flex flex-wrap items-center gap-x-3 text-14 text-wrong">
            {billing('checkout.card-unavailable')}
            <Button onClick={company.retry}>{t('error.retry')}</Button>
          </p>
        ) : (
          <div>
            <CardForm
              client={company.client}
              onComplete={setComplete}
              wrong={tried && !isComplete ? billing('checkout.card-missing') : undefined}
              disabled={isSaving}
            />
            <p className="mt-2 text-12 text-faded">{billing('card.safe')}</p>
          </div>
        )}
        <Button
          type="submit"
          variant="main"
          aria-disabled={isSaving || !isComplete || !company.client}
          className="w-full md:min-h-11"
        >
          {isSaving
            ? t('change-card.saving')
            : owedCents > 0
              ? t('change-card.save-pay', { amount: money(owedCents) })
              : t('change-card.save')}
        </Button>
      </form>
      {change.alert && <AlertDialog message={change.alert} okLabel={t('ok')} onClose={change.closeAlert} />}
    </PaymentDialog>
  )
}

import type { CardDetails, Subscription } from '@finlist/contract/billing'
import type { PeriodId } from '@finlist/domain/plans/catalogue'
import { useState } from 'react'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import AlertDialog from '../../../../ui/dialogs/alert-dialog.tsx'
import { PaymentDialog } from '../../PaymentDialog.tsx'
import { CancelRenewal } from './CancelRenewal.tsx'
import { PeriodChange } from './PeriodChange.tsx'
import { PlanOverview } from './PlanOverview.tsx'
import { useRenewal } from './use-renewal.ts'

type Props = {
  held: Subscription
  card: CardDetails | null
  onChangeCard: () => void
  onConfirm: () => void
  /** Closes the dialog and announces the outcome. */
  onDone: (said: string) => void
  onClose: () => void
}
type Step = 'plan' | 'cancel' | { change: PeriodId }

/** Lazy-loaded. All details of one plan, with its periods and its renewal. */
export default function SubscriptionDialog({ held, card, onChangeCard, onConfirm, onDone, onClose }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const [step, setStep] = useState<Step>('plan')
  const [isPaying, setPaying] = useState(false)
  const renewal = useRenewal(held, () => setStep('plan'))
  const change = (period: PeriodId) => setStep({ change: period })
  const back = () => setStep('plan')
  return (
    <PaymentDialog title={words.plan(held)} busy={isPaying || renewal.isBusy} onClose={onClose}>
      {step === 'plan' && (
        <PlanOverview
          held={held}
          renewal={renewal}
          onChangeCard={onChangeCard}
          onConfirm={onConfirm}
          onChange={change}
          onCancelRenewal={() => setStep('cancel')}
        />
      )}
      {step === 'cancel' && <CancelRenewal held={held} renewal={renewal} onChange={change} onBack={back} />}
      {typeof step === 'object' && (
        <PeriodChange
          key={step.change}
          held={held}
          billingPeriodId={step.change}
          card={card}
          onPaying={setPaying}
          onChangeCard={onChangeCard}
          onDone={onDone}
          onBack={back}
        />
      )}
      {renewal.alert && <AlertDialog message={renewal.alert} okLabel={t('ok')} onClose={renewal.closeAlert} />}
    </PaymentDialog>
  )
}

import type { CardDetails, Subscription } from '@finlist/contract/billing'
import { money } from '../../../../components/money.ts'
import { usePlanWords } from '../../../../components/plan-words.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button } from '../../../../ui/button.tsx'
import AlertDialog from '../../../../ui/dialogs/alert-dialog.tsx'
import { useBankVisit } from '../../card/use-bank-visit.tsx'
import { useCardClient } from '../../card/use-card-client.ts'
import { PaymentDialog } from '../../PaymentDialog.tsx'
import { useCardName } from '../card-name.ts'
import { outstandingOf } from '../cost-of.ts'
import { useConfirmation } from './use-confirmation.ts'

type Props = {
  held: Subscription
  card: CardDetails | null
  onChangeCard: () => void
  onDone: (said: string) => void
  onClose: () => void
}

/**
 * Lazy-loaded. Shows the details of a renewal that the user must confirm with their bank, and then the bank's page.
 */
export default function ConfirmOutstanding({ held, card, onChangeCard, onDone, onClose }: Props) {
  const t = useTranslation('dashboard')
  const billing = useTranslation('billing')
  const nameOf = useCardName()
  const words = usePlanWords()
  const company = useCardClient()
  const bank = useBankVisit()
  const plan = words.plan(held)
  const amount = money(outstandingOf(held))
  const confirmation = useConfirmation({
    held,
    client: company.client,
    visitBank: bank.visit,
    onPaid: () => onDone(t('done.confirmed', { plan })),
  })
  const { isBusy } = confirmation
  return (
    <PaymentDialog title={t('due.confirm')} busy={isBusy && !bank.frame} onClose={onClose}>
      {bank.frame && <div className="px-4 py-5 md:px-6">{bank.frame}</div>}
      <div
        hidden={bank.frame !== undefined}
        className="grid gap-4 px-4 py-5 pb-[max(1.5rem,env(safe-area-inset-bottom))] [&[hidden]]:hidden md:px-6"
      >
        <p className="text-14">{t('confirm.text', { plan, amount, card: card ? nameOf(card) : t('card.none') })}</p>
        {company.error && (
          <p role="alert" className="flex flex-wrap items-center gap-x-3 text-14 text-wrong">
            {billing('checkout.card-unavailable')}
            <Button onClick={company.retry}>{t('error.retry')}</Button>
          </p>
        )}
        <Button
          variant="main"
          aria-disabled={isBusy || !company.client}
          className="w-full md:min-h-11"
          onClick={() => void confirmation.confirm()}
        >
          {isBusy ? t('working') : t('confirm.pay', { amount })}
        </Button>
        <Button disabled={isBusy} onClick={onChangeCard}>
          {t('confirm.other-card')}
        </Button>
      </div>
      {confirmation.alert && (
        <AlertDialog message={confirmation.alert} okLabel={t('ok')} onClose={confirmation.closeAlert} />
      )}
    </PaymentDialog>
  )
}

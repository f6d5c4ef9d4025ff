import type { Subscription } from '@finlist/contract/billing'
import { Link } from '../../../components/link.tsx'
import { money } from '../../../components/money.ts'
import { SupportContacts } from '../../../components/notices/support-contacts.tsx'
import { usePlanWords } from '../../../components/plan-words.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { buttonClass } from '../../../ui/button.tsx'

type Props = { held: Subscription; disputed: NonNullable<Subscription['disputed']> }

/** A plan whose payment is disputed at the user's bank: the consequences, and what they can do. */
export default function Disputed({ held, disputed: { amount, isLost } }: Props) {
  const t = useTranslation('dashboard')
  const words = usePlanWords()
  const values = { plan: words.plan(held), amount: money(amount) }
  return (
    <div className="border-l-2 border-wrong bg-wash px-4 py-3 text-14">
      <p className="font-strong text-wrong">{t(isLost ? 'dispute.lost.title' : 'dispute.title', values)}</p>
      <p className="mt-0.5">{t(isLost ? 'dispute.lost.text' : 'dispute.text', values)}</p>
      {!isLost && <p className="mt-0.5">{t('dispute.withdraw')}</p>}
      <Link
        to={`/subscribe?productId=${held.productId}&billingPeriodId=${held.billingPeriodId}`}
        className={buttonClass('main', 'mt-3')}
      >
        {t('dispute.again')}
      </Link>
      <SupportContacts />
    </div>
  )
}

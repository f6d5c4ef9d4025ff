import type { Given } from '@finlist/contract/billing'
import { useOperator } from '../../../api/operator.ts'
import { lastDay } from '../../../components/hong-kong-date.ts'
import { Link } from '../../../components/link.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { givenOf } from '../queries.ts'
import type { Plan } from './plan-features.ts'
import type { Held } from './plans-shown.ts'

type Props = { plan: Plan; held: Held; gifts: readonly Given[]; onSubscribe: () => void }

/** A button to buy the plan, or to manage it if the user has it. */
export function PlanAction({ plan, held, gifts, onSubscribe }: Props) {
  const t = useTranslation('billing')
  const isOpen = useOperator().payments !== 'none'
  const name = t(`plan.${plan.name}`)
  if (held === 'unknown') return <Skeleton className="h-11 w-full md:h-9" />
  const subscriptionId = held.get(plan.productId)
  if (subscriptionId)
    return (
      <Link
        to={`/dashboard?subscriptionId=${encodeURIComponent(subscriptionId)}`}
        aria-label={t('subscribe.manage.plan', { plan: name })}
        className={buttonClass('plain', 'w-full')}
      >
        {t('subscribe.manage')}
      </Link>
    )
  const gift = givenOf(gifts, plan.productId)
  if (gift?.endsAt === null)
    return (
      <Link
        to="/dashboard"
        aria-label={t('subscribe.manage.plan', { plan: name })}
        className={buttonClass('plain', 'w-full')}
      >
        {t('subscribe.held')}
      </Link>
    )
  if (!isOpen)
    return (
      <p className="flex min-h-11 items-center text-13 font-normal text-faded md:min-h-9">
        {t('subscribe.closed.plan')}
      </p>
    )
  return (
    <>
      {gift?.endsAt && (
        <p className="mb-1.5 text-13 font-normal">{t('subscribe.given', { date: lastDay(gift.endsAt) })}</p>
      )}
      <Button
        variant={gift ? 'plain' : 'subscribe'}
        aria-label={t('subscribe.button.plan', { plan: name })}
        className="w-full"
        onClick={onSubscribe}
      >
        {t('subscribe.button')}
      </Button>
    </>
  )
}

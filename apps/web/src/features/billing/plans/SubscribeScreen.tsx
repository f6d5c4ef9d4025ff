import type { UserSubscriptions } from '@finlist/contract/billing'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { fetchPlans, isGood, usePlans } from '../queries.ts'
import { PeriodChoice } from './PeriodChoice.tsx'
import { PlanCards } from './PlanCards.tsx'
import { PlanNotes } from './PlanNotes.tsx'
import { PlanTable } from './PlanTable.tsx'
import { offeredPeriods } from './plan-features.ts'
import type { Held } from './plans-shown.ts'
import { useWantedPlan } from './use-wanted-plan.ts'

export const fetchFirst = fetchPlans

const Checkout = lazy(() => import('../checkout/Checkout.tsx'))

/** Get More Tools: a comparison of the plans, with buttons to buy one. */
export default function SubscribeScreen() {
  const t = useTranslation('billing')
  const isPhone = useIsPhone()
  const { isSelling, own, gifts, isPending } = usePlans()
  const { wanted, billingPeriodId, want, leave } = useWantedPlan()
  const [period, setPeriod] = useState(() => offeredPeriods.find(offered => offered === billingPeriodId) ?? 1)
  // The user's plans may fail to load. Even then, the server refuses to sell the same plan twice.
  const held: Held = isPending ? 'unknown' : heldBy(own.data)
  const Plans = isPhone ? PlanCards : PlanTable
  const isBuying = isSelling && wanted && held !== 'unknown' && !held.has(wanted.productId)
  return (
    <>
      <PageHeader title={t('screen.subscribe')}>
        <p className="mt-1 text-14 text-faded">{t('subscribe.intro')}</p>
      </PageHeader>
      {!isSelling && (
        <p className="mb-5 max-w-[66ch] border-l-2 border-ink bg-wash px-3 py-2 text-14">{t('subscribe.closed')}</p>
      )}
      <div className="max-md:sticky short:static max-md:top-(--bars) max-md:z-10 max-md:-mx-4 max-md:bg-paper">
        <PeriodChoice value={period} onChange={setPeriod} />
      </div>
      <Plans
        period={period}
        held={held}
        gifts={gifts}
        onSubscribe={productId => want({ productId, billingPeriodId: period })}
      />
      <PlanNotes />
      {isBuying && (
        <Suspense fallback={<div className="fixed inset-0 z-40 bg-shade" />}>
          <Checkout
            key={`${wanted.productId} ${wanted.billingPeriodId}`}
            wanted={wanted}
            card={own.data?.cardDetails ?? null}
            onClose={leave}
          />
        </Suspense>
      )}
    </>
  )
}

const heldBy = (own: UserSubscriptions | undefined): Held =>
  new Map(own?.subscriptions.filter(isGood).map(({ productId, subscriptionId }) => [productId, subscriptionId]))

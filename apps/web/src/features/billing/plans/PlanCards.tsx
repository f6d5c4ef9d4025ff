import { useTranslation } from '../../../i18n/texts.ts'
import { FeatureMark } from './FeatureMark.tsx'
import { FeatureName } from './FeatureName.tsx'
import { PlanAction } from './PlanAction.tsx'
import { PlanPrice } from './PlanPrice.tsx'
import { plans } from './plan-features.ts'
import type { PlansShown } from './plans-shown.ts'

/** The plans in a column, each with its features. */
export function PlanCards({ period, held, gifts, onSubscribe }: PlansShown) {
  const t = useTranslation('billing')
  return (
    <div className="-mx-4">
      {plans.map(plan => (
        <section
          key={plan.productId}
          aria-labelledby={`plan-${plan.productId}`}
          className="border-b border-ink px-4 py-6"
        >
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <h2 id={`plan-${plan.productId}`} className="text-16 font-strong">
              {t(`plan.${plan.name}`)}
            </h2>
            <p className="text-13 text-faded">{t(`plan.stocks.${plan.market}`)}</p>
          </div>
          <div className="mt-2 mb-4">
            <PlanPrice productId={plan.productId} period={period} />
          </div>
          <PlanAction plan={plan} held={held} gifts={gifts} onSubscribe={() => onSubscribe(plan.productId)} />
          <ul className="mt-4" aria-label={t('subscribe.features')}>
            {plan.features.map(({ id, periods }) => (
              <li key={id} className="flex items-start gap-3 border-t border-line py-2">
                <span className="grid h-5.5 w-5 shrink-0 place-items-center">
                  <FeatureMark included={periods.includes(period)} />
                </span>
                <span className="min-w-0">
                  <FeatureName id={id} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

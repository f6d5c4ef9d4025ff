import type { PeriodId, PlanFeatureId } from '@finlist/domain/plans/catalogue'
import { periods } from '@finlist/domain/plans/catalogue'
import { useTranslation } from '../../../i18n/texts.ts'
import { FeatureMark } from './FeatureMark.tsx'
import { FeatureName } from './FeatureName.tsx'
import { PlanAction } from './PlanAction.tsx'
import { PlanPrice } from './PlanPrice.tsx'
import { type FeatureGroup, type Plan, planFeatureGroups, plans } from './plan-features.ts'
import type { PlansShown } from './plans-shown.ts'

/**
 * Compares the plans: one column per plan, one row per feature. If space is short, the table scrolls in both directions
 * while its header and the feature names stay in view.
 */
export function PlanTable({ period, held, gifts, onSubscribe }: PlansShown) {
  const t = useTranslation('billing')
  return (
    <div className="@container mt-5">
      <div
        data-tall-head
        className="relative @max-[58rem]:scroll-pt-(--table-head) @max-[58rem]:scroll-pl-52 @max-[58rem]:edges @max-[58rem]:max-h-[calc(100dvh-6rem)] @max-[58rem]:overflow-auto"
      >
        <table className="w-full min-w-230 table-fixed border-separate border-spacing-0">
          <caption className="sr-only">
            {t('subscribe.table', { period: t(`period.lower.${periods[period].name}`) })}
          </caption>
          <colgroup>
            <col className="w-[24%] @max-[58rem]:w-52" />
            {plans.map(({ productId }) => (
              <col key={productId} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className={`${head} left-0 z-3 pr-4 align-bottom text-13 font-strong text-faded`}>
                {t('subscribe.features')}
              </th>
              {plans.map(plan => (
                <th
                  key={plan.productId}
                  scope="col"
                  abbr={t(`plan.${plan.name}`)}
                  className={`${head} z-2 px-2.5 align-top`}
                >
                  <p className="text-14 font-strong">{t(`plan.${plan.name}`)}</p>
                  <p className="mb-1.5 text-12 font-normal text-faded">{t(`plan.stocks.${plan.market}`)}</p>
                  <PlanPrice productId={plan.productId} period={period} />
                  <div className="mt-2.5">
                    <PlanAction plan={plan} held={held} gifts={gifts} onSubscribe={() => onSubscribe(plan.productId)} />
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          {(Object.keys(planFeatureGroups) as FeatureGroup[]).map(group => (
            <tbody key={group}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={plans.length + 1}
                  className="pt-5 pb-1 text-left text-12 font-strong text-faded"
                >
                  <span className="sticky left-0">{t(`feature.group.${group}`)}</span>
                </th>
              </tr>
              {planFeatureGroups[group].map(id => (
                <tr key={id} className="group">
                  <th
                    scope="row"
                    className="sticky left-0 z-1 border-t border-line bg-paper py-1.5 pr-4 text-left group-hover:bg-wash"
                  >
                    <FeatureName id={id} />
                  </th>
                  {plans.map(plan => (
                    <td key={plan.productId} className="border-t border-line px-2.5 text-left group-hover:bg-wash">
                      <FeatureMark included={hasFeature(plan, id, period)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

const head =
  'border-b border-ink bg-paper pt-3 pb-3 text-left @max-[58rem]:sticky @max-[58rem]:top-0 [@media(height>=40rem)]:sticky [@media(height>=40rem)]:top-(--bars) short:static'

const hasFeature = (plan: Plan, id: PlanFeatureId, period: PeriodId) =>
  plan.features.some(feature => feature.id === id && feature.periods.includes(period))

import type { PlanFeatureId } from '@finlist/domain/plans/catalogue'
import { isFree } from '@finlist/domain/plans/rights'
import { useTranslation } from '../../../i18n/texts.ts'
import { offeredPeriods, plans } from './plan-features.ts'

/** A feature's name and explanation. If only some billing periods include it, names these periods. */
export function FeatureName({ id }: { id: PlanFeatureId }) {
  const t = useTranslation('billing')
  const feature = plans.flatMap(plan => plan.features).find(candidate => candidate.id === id)
  const { periods = [], highlighted = false } = feature ?? {}
  return (
    <>
      <span className={`block text-14 ${highlighted ? 'font-strong' : 'font-normal'}`}>{t(`feature.${id}`)}</span>
      <span className="block text-12 font-normal text-faded">
        {t(`feature.${id}.text`)}
        {isFree(id) && <span className="text-ink md:whitespace-nowrap"> · {t('feature.free')}</span>}
        {periods.length < offeredPeriods.length && (
          <span className="text-ink md:whitespace-nowrap">
            {' · '}
            {t(periods.length === 1 ? 'feature.only.yearly' : 'feature.only.longer')}
          </span>
        )}
      </span>
    </>
  )
}

import { bestDeal, periods } from '@finlist/domain/plans/catalogue'
import { useId } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { type OfferedPeriod, offeredPeriods, percentCheaper } from './plan-features.ts'

type Props = { value: OfferedPeriod; onChange: (period: OfferedPeriod) => void }

/** Choice of the billing period for all plans. */
export function PeriodChoice({ value, onChange }: Props) {
  const t = useTranslation('billing')
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t('subscribe.period')}</legend>
      <div className="grid grid-cols-3 border-y border-edge md:max-w-156 md:rounded-md md:border">
        {offeredPeriods.map(period => {
          const percent = percentCheaper(period)
          return (
            <label
              key={period}
              className="relative flex min-h-16 cursor-pointer flex-col items-start justify-center gap-x-3 border-line px-3 py-2 not-first:border-l hover:bg-wash has-checked:bg-accent-wash has-checked:shadow-[inset_0_2px_0_var(--accent)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent md:px-4"
            >
              <input
                type="radio"
                name={name}
                value={period}
                checked={period === value}
                onChange={() => onChange(period)}
                className="sr-only"
              />
              <span className="flex flex-wrap items-center gap-x-2 text-14 font-strong">
                <span>{t(`period.${periods[period].name}`)}</span>
                {period === bestDeal && <Badge variant="accent">{t('subscribe.best-deal')}</Badge>}
              </span>
              <span className="text-13 text-faded md:hidden">
                {t(percent > 0 ? 'subscribe.cheaper.short' : 'subscribe.flexible', { percent })}
              </span>
              <span className="text-13 text-faded max-md:hidden">
                {t(percent > 0 ? 'subscribe.cheaper' : 'subscribe.flexible', { percent })}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

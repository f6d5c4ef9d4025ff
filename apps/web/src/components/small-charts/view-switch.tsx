import '../../i18n/list-texts.ts'
import { LayoutGrid, List } from 'lucide-react'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { type ChartedList, type Interval, useAsCharts } from './chosen.ts'
import { useInterval } from './interval.ts'

const intervals = ['1D', '1W'] as const satisfies Interval[]

/** Lazy-loaded, with the texts of 'list-charts'. Switches between a list's rows and its charts. */
export default function ViewSwitch({ list }: { list: ChartedList }) {
  const t = useTranslation('list-charts')
  const [asCharts, setAsCharts] = useAsCharts(list)
  const [interval, setInterval] = useInterval()
  const Icon = asCharts ? List : LayoutGrid
  return (
    <>
      {asCharts && (
        <select
          aria-label={t('interval')}
          value={interval}
          onChange={({ target }) => setInterval(target.value as Interval)}
          className="h-11 rounded-md border border-edge bg-raised px-2 text-16 text-ink md:h-8 md:text-13"
        >
          {intervals.map(value => (
            <option key={value} value={value}>
              {t(`interval.${value}`)}
            </option>
          ))}
        </select>
      )}
      <Button
        variant="quiet"
        onClick={() => setAsCharts(!asCharts)}
        className="px-0! text-13! font-normal! text-accent! max-md:w-11"
      >
        <Icon size={15} aria-hidden />
        <span className="max-md:sr-only">{t(asCharts ? 'view.list' : 'view.charts')}</span>
      </Button>
    </>
  )
}

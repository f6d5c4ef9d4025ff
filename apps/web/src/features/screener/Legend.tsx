import type { ChangePeriod } from '@finlist/domain/screener/period-changes'
import { useTranslation } from '../../i18n/texts.ts'
import { colourOf, fullColourAt, unknownColour } from './colour.ts'

const steps = [-1, -0.5, 0, 0.5, 1]

/** What the colours of the map mean. */
export function Legend({ period }: { period: ChangePeriod }) {
  const t = useTranslation('screener')
  const full = fullColourAt[period]
  const swatch = (key: number | string, background: string | undefined) => (
    <span key={key} aria-hidden style={{ background }} className="h-4 w-7 border border-line" />
  )
  return (
    <p className="flex flex-wrap items-center gap-x-5 text-12 text-faded max-md:mt-2 md:ml-auto">
      <span className="flex flex-wrap items-center gap-x-2">
        {t('legend.fall', { percent: full })}
        <span className="flex max-w-full">{steps.map(step => swatch(step, colourOf(step * full, period)))}</span>
        {t('legend.rise', { percent: full })}
      </span>
      <span className="flex items-center gap-x-2">
        {swatch('unknown', unknownColour)}
        {t('legend.unknown')}
      </span>
    </p>
  )
}

import { marketTrends } from '@finlist/domain/market-trend/trend'
import { stateColour } from '../../components/market-state.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import type { Band } from './bands.ts'

/** Explains the letters and shades that represent states in the charts. */
export function LetterKey({ bands }: { bands: readonly Band[] }) {
  const t = useTranslation('market-trend')
  const shown = marketTrends.filter(state => bands.some(({ trend }) => trend === state))
  if (shown.length === 0) return null
  return (
    <dl aria-label={t('letters')} className="mb-5 flex flex-wrap gap-x-5 gap-y-1 text-12">
      {shown.map(state => (
        <div key={state} className="flex items-center gap-1.5">
          <dt
            className="grid size-5 place-items-center font-strong"
            style={{
              color: stateColour[state],
              background: `color-mix(in srgb, ${stateColour[state]} 12%, transparent)`,
            }}
          >
            {t(`letter.${state}`)}
          </dt>
          <dd>{t(`state.${state}`)}</dd>
        </div>
      ))}
    </dl>
  )
}

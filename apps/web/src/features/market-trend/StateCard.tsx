import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import { type ReactNode, useId } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { StateShape, stateColour } from '../../components/market-state.tsx'
import { Term } from '../../components/term.tsx'
import { useTranslation } from '../../i18n/texts.ts'

type Props = { term: 'short' | 'long'; trend: MarketTrend | null; startDate: string | null; children?: ReactNode }

/** One of the market's states, shown by a shape, a word and a colour, with its start date. */
export function StateCard({ term, trend, startDate, children }: Props) {
  const t = useTranslation('market-trend')
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 rounded-md border border-line border-t-2 bg-raised p-4"
      style={{ borderTopColor: trend ? stateColour[trend] : 'var(--edge)' }}
    >
      <h2 id={id} className="text-13 font-strong text-faded">
        {t(`term.${term}`)}
      </h2>
      {trend ? (
        <div className="mt-2 flex items-center gap-3">
          <StateShape trend={trend} />
          <div className="min-w-0">
            <p className="flex items-center gap-1 text-20 font-strong" style={{ color: stateColour[trend] }}>
              {t(`state.${trend}`)}
              <Term of={trend === 'RALLY_ATTEMPT' ? 'rallyAttempt' : 'marketState'} beside={t(`state.${trend}`)} />
            </p>
            {startDate && <p className="text-14">{t('since', { date: formatDay(startDate) })}</p>}
          </div>
        </div>
      ) : (
        <p className="mt-2 text-14 text-faded">{t('state.none')}</p>
      )}
      {children && <p className="mt-3 text-12 text-faded">{children}</p>}
    </section>
  )
}

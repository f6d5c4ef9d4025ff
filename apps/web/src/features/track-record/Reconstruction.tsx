import type { TrackRecord } from '@finlist/contract/track-record'
import type { ExchangeId } from '@finlist/domain/markets'
import { formatDay } from '../../components/market-dates.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { Figures } from './Figures.tsx'
import { FindingSentence } from './FindingSentence.tsx'
import { PicksEver } from './PicksEver.tsx'
import { Fact, Outcomes } from './RecordFacts.tsx'

type Props = { of: ExchangeId; past: NonNullable<TrackRecord['reconstruction']>; widening: TrackRecord['widening'] }

/**
 * The weeks before the first list, reconstructed in retrospect. They are not part of the record, and are labelled as a
 * reconstruction everywhere.
 */
export function Reconstruction({ of, past, widening }: Props) {
  const t = useTranslation('track-record')
  const { madeOn, first, last, weeks, empty, times, gone, historyFrom, method, figures } = past
  const date = formatDay(madeOn)
  const label = t('past.label.within', { date })
  return (
    <section aria-labelledby="past" className="mt-12 border-l-2 border-accent bg-wash px-4 py-5 md:px-6">
      <h2 id="past" className="mb-3 text-14 font-strong text-faded">
        {t('past')}
      </h2>
      <FindingSentence figures={figures} label={t('past.label', { date })} />
      <p className="max-w-[72ch]">{t('past.what', { method })}</p>
      <h3 className="mt-4 font-strong">{t('past.unknown')}</h3>
      <ul className="mt-1 grid max-w-[72ch] list-disc gap-1 pl-5">
        <li>{gone > 0 ? t('past.unknown.gone', { count: gone }) : t('past.unknown.gone.none')}</li>
        <li>
          {historyFrom ? t('past.unknown.prices.since', { date: formatDay(historyFrom) }) : t('past.unknown.prices')}
        </li>
        <li>{t('past.unknown.hindsight')}</li>
      </ul>
      <Collapsible label={t('past.open')} className="mt-4">
        <div className="mt-3 mb-8">
          <dl className="grid gap-x-8 gap-y-2 text-13 md:grid-cols-2">
            <Fact name={t('past.weeks')}>
              {t('past.weeks.value', {
                count: weeks,
                first: formatDay(first, 'short'),
                last: formatDay(last, 'short'),
              })}
            </Fact>
            <Fact name={t('past.empty')}>{empty}</Fact>
            <Fact name={t('past.times')}>{times}</Fact>
            <Fact name={t('fact.settled')}>
              {t('fact.settled.value', { count: figures.settled, paired: figures.dots.length })}
            </Fact>
            <Fact name={t('fact.run')}>{t('fact.run.value', { count: figures.worstRun })}</Fact>
            <Fact name={t('fact.under')}>{t('fact.under.value', { count: figures.weeksUnder })}</Fact>
            <Fact name={t('fact.alone')}>{figures.alone}</Fact>
          </dl>
          <Outcomes counts={figures.counts} label={t('labelled', { title: t('states'), label })} />
        </div>
        <Figures figures={figures} firstIssue={first} weeks={weeks} widening={widening} label={label}>
          <PicksEver of={of} track="reconstructed" firstIssue={first} asAt={last} label={label} />
        </Figures>
      </Collapsible>
    </section>
  )
}

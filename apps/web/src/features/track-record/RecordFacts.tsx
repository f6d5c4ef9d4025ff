import { outcomeStates, type TrackFigures, type TrackRecord } from '@finlist/contract/track-record'
import type { ReactNode } from 'react'
import { formatDay } from '../../components/market-dates.ts'
import { formatNumber } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { size } from './points.ts'

/** The contents of the record, and what can be concluded from it so far. */
export function RecordFacts({ record, figures }: { record: TrackRecord; figures: TrackFigures }) {
  const t = useTranslation('track-record')
  const { counts, settled, alone, worstRun, weeksUnder, power } = figures
  const percent = (fraction: number) => `${(100 * fraction).toFixed(2)}%`
  const { buy, sell, spread } = record.costs
  return (
    <div className="mb-8 border-y border-line py-4">
      <dl className="grid gap-x-8 gap-y-2 text-13 md:grid-cols-2">
        <Fact name={t('fact.counted')}>{record.asAt && formatDay(record.asAt)}</Fact>
        <Fact name={t('fact.first')}>{record.firstIssue && formatDay(record.firstIssue)}</Fact>
        <Fact name={t('fact.issues')}>{t('fact.issues.value', record.issues)}</Fact>
        <Fact name={t('fact.versions')}>{record.versions}</Fact>
        <Fact name={t('fact.costs')}>
          {t('fact.costs.value', { in: percent(buy), out: percent(sell), spread: percent(spread) })}
        </Fact>
        {record.corrected.lists > 0 && (
          <Fact name={t('fact.corrected')}>
            {t('fact.corrected.value', { count: record.corrected.lists, rows: record.corrected.rows })}
          </Fact>
        )}
        <Fact name={t('fact.settled')}>{t('fact.settled.value', { count: settled, paired: figures.dots.length })}</Fact>
        <Fact name={t('fact.alone')}>{alone}</Fact>
        <Fact name={t('fact.run')}>{t('fact.run.value', { count: worstRun })}</Fact>
        <Fact name={t('fact.under')}>{t('fact.under.value', { count: weeksUnder })}</Fact>
      </dl>
      <Outcomes counts={counts} label={t('states')} />
      {alone > 0 && <p className="mt-4 max-w-[72ch] text-13 text-faded">{t('alone')}</p>}
      {power && (
        <p className="mt-4 max-w-[72ch] text-13 text-faded">
          {t('power', {
            now: size(power.now),
            later: size(power.afterFiveYears),
            picks: formatNumber(power.picks),
            count: Math.max(1, Math.round(power.years)),
          })}
        </p>
      )}
    </div>
  )
}

/** Number of picks by outcome. */
export function Outcomes({ counts, label }: Pick<TrackFigures, 'counts'> & { label: string }) {
  const t = useTranslation('track-record')
  return (
    <ul aria-label={label} className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-13">
      {outcomeStates
        .filter(state => counts[state] > 0)
        .map(state => (
          <li key={state}>
            <span className="font-strong tabular-nums">{counts[state]}</span>{' '}
            <span className="text-faded">{t(`state.${state}`)}</span>
          </li>
        ))}
    </ul>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-1">
      <dt className="text-faded">{name}</dt>
      <dd className="ml-auto text-end font-strong">{children}</dd>
    </div>
  )
}

import { type ProposedTrends, proposedTrends } from '@finlist/contract/market-trend'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { formatDay } from '../../components/market-dates.ts'
import { Change, formatLevel } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Collapsible } from '../../ui/collapsible.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type Term = 'short' | 'long'
type State = { marketTrend: MarketTrend; startDate: string }
type Confirmed = State & { term: Term }
type Props = { exchange: ExchangeId; busy: boolean; onConfirm: (confirmed: Confirmed) => void }

/**
 * The state that the published rule derives from the index, next to the state set at present. A button sets the derived
 * state.
 */
export function TrendProposal({ exchange, busy, onConfirm }: Props) {
  const t = useTranslation('admin')
  const { data, error, refetch } = useQuery(callQuery(proposedTrends, { query: { exchange } }))
  return (
    <div className="mt-8">
      <Section
        title={t('proposal')}
        beside={
          data?.asAt && (
            <span className="text-12 text-faded">{t('proposal.as-at', { date: formatDay(data.asAt) })}</span>
          )
        }
      >
        {error ? (
          <CallFailed error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            <Proposed term="short" asAt={data.asAt} {...data.shortTerm} busy={busy} onConfirm={onConfirm}>
              {data.shortTerm.proposed && <FiredDays fired={data.shortTerm.proposed.fired} />}
            </Proposed>
            <Proposed term="long" asAt={data.asAt} {...data.midLongTerm} busy={busy} onConfirm={onConfirm}>
              {data.midLongTerm.proposed && <Weeks {...data.midLongTerm.proposed} />}
            </Proposed>
          </>
        ) : (
          <Skeleton className="mt-3 h-80 w-full" />
        )}
      </Section>
      <Collapsible label={t('rule')} className="mt-3">
        <ul className="mt-1 max-w-[72ch] list-disc space-y-1 pl-5 text-13 text-faded">
          {(['rally', 'follow-through', 'distribution', 'correction', 'half-days', 'weeks'] as const).map(part => (
            <li key={part}>{t(`rule.${part}`)}</li>
          ))}
        </ul>
      </Collapsible>
    </div>
  )
}

type ProposedProps = Omit<Props, 'exchange'> & {
  term: Term
  asAt: string | null
  set: State | null
  proposed: State | null
  children: ReactNode
}

function Proposed({ term, asAt, set, proposed, busy, onConfirm, children }: ProposedProps) {
  const t = useTranslation('admin')
  const said = (state: State) =>
    t('proposal.state', { state: t(`trend.${state.marketTrend}`), date: formatDay(state.startDate, 'short') })
  const agrees = set?.marketTrend === proposed?.marketTrend
  const startDate = proposed && startOf(proposed, set, asAt)
  return (
    <section aria-label={t(`term.${term}`)} className="border-b border-line py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="text-13 font-strong text-faded">{t(`term.${term}`)}</h3>
          <p className="text-16 font-strong">{proposed ? said(proposed) : t('proposal.none')}</p>
          <p className="text-13 text-faded">{set ? t('proposal.set', { state: said(set) }) : t('proposal.unset')}</p>
        </div>
        {proposed &&
          startDate &&
          (agrees ? (
            <p className="text-13 text-good">{t('proposal.agrees')}</p>
          ) : (
            <Button
              variant="main"
              disabled={busy}
              onClick={() => onConfirm({ term, marketTrend: proposed.marketTrend, startDate })}
            >
              {t('proposal.confirm', {
                state: t(`trend.${proposed.marketTrend}`),
                date: formatDay(startDate, 'short'),
              })}
            </Button>
          ))}
      </div>
      <div className="mt-2">{children}</div>
    </section>
  )
}

/**
 * The start date to propose. If the derived state started before the state now set, it would not become the newest. It
 * then starts on the latest day.
 */
function startOf(proposed: State, set: State | null, asAt: string | null): string {
  if (!set || proposed.startDate > set.startDate) return proposed.startDate
  return asAt && asAt > set.startDate ? asAt : set.startDate
}

type Fired = NonNullable<ProposedTrends['shortTerm']['proposed']>['fired']

function FiredDays({ fired }: { fired: Fired }) {
  const t = useTranslation('admin')
  return (
    <FigureTable
      caption={t('proposal.days')}
      rows={fired}
      keyOf={({ date, rule }) => `${date} ${rule}`}
      columns={[
        { label: t('day'), of: ({ date }) => formatDay(date, 'short') },
        { label: t('why'), words: true, of: ({ rule }) => t(`fired.${rule}`) },
        { label: t('index-close'), of: ({ close }) => formatLevel(close) },
        { label: t('index-change'), of: ({ change }) => <Change value={change} /> },
        { label: t('volume-change'), of: ({ volumeChange }) => <Change value={volumeChange} /> },
      ]}
    />
  )
}

type LongTerm = NonNullable<ProposedTrends['midLongTerm']['proposed']>

function Weeks({ week, lastWeek }: LongTerm) {
  const t = useTranslation('admin')
  const told = [
    { ...week, why: t('fired.week') },
    ...(lastWeek.date === week.date ? [] : [{ ...lastWeek, why: t('fired.last-week') }]),
  ]
  return (
    <FigureTable
      caption={t('proposal.weeks')}
      rows={told}
      keyOf={({ date }) => date}
      columns={[
        { label: t('week-to'), of: ({ date }) => formatDay(date, 'short') },
        { label: t('why'), words: true, of: ({ why }) => why },
        { label: t('index-close'), of: ({ close }) => formatLevel(close) },
        { label: t('ten-weeks'), of: ({ tenWeekAverage }) => formatLevel(tenWeekAverage) },
        { label: t('forty-weeks'), of: ({ fortyWeekAverage }) => formatLevel(fortyWeekAverage) },
      ]}
    />
  )
}

import '../../i18n/seldom-texts.ts'
import type { MarketStateRates } from '@finlist/contract/market-trend'
import { shortTermRule } from '@finlist/domain/market-trend/proposal'
import { aheads, fewestWeeks, type Term, terms } from '@finlist/domain/market-trend/terms'
import { type Market, marketIndex } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '../../components/market-dates.ts'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { Term as Word } from '../../components/term.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Collapsible } from '../../ui/collapsible.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { stateRatesOf } from './queries.ts'

/**
 * Compares the returns after weeks in each state with the returns after all weeks. The states are calculated: the rules
 * are applied to the index.
 */
export default function StateRates({ market }: { market: Market }) {
  const t = useTranslation('state-rates')
  const counted = useQuery(stateRatesOf(market.id))
  if (counted.isError) return <CallFailed error={counted.error} onRetry={() => void counted.refetch()} />
  if (counted.isPending) return <Skeleton className="h-40 w-full" />
  if (!counted.data) return <p className="text-13 text-faded">{t('nothing')}</p>
  return <Counted market={market} counted={counted.data} />
}

function Counted({ market, counted }: { market: Market; counted: MarketStateRates }) {
  const t = useTranslation('state-rates')
  const word = useTranslation('glossary')
  const factorOf = (of: number) => counted.widenings.find(({ ahead }) => ahead === of)?.widening.factor ?? 1
  const told = counted.rates.some(({ states }) => states.some(({ more }) => more))
  const { followThroughFromDay, followThroughPercent, distributionPercent, ...rule } = shortTermRule
  return (
    <>
      <p className="max-w-[72ch] text-14">
        <Finding counted={counted} />
      </p>
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 xl:grid-cols-2">
        {terms.map(term => (
          <div key={term} className="min-w-0">
            <h3 className="mb-1 text-13 font-strong">{t(`term.${term}`)}</h3>
            <Rates term={term} counted={counted} />
          </div>
        ))}
      </div>
      <p className="mt-4 max-w-[76ch] text-12 text-faded">
        {t('what', { symbol: marketIndex[market.id] })}{' '}
        {told &&
          t('widened', {
            worlds: counted.worlds,
            four: factorOf(4).toFixed(2),
            thirteen: factorOf(13).toFixed(2),
          })}{' '}
        {t('past', { date: formatDay(counted.countedAt.slice(0, 10)) })}
      </p>
      <Collapsible label={t('rule')} className="mt-1">
        <p className="max-w-[76ch] text-12 text-faded">
          {t('rule.short', {
            day: followThroughFromDay,
            gain: followThroughPercent,
            loss: -distributionPercent,
            distributions: rule.distributionsUnderPressure,
            sessions: rule.distributionSessions,
            fall: rule.fallFromHighPercent,
            average: rule.averageBars,
          })}
        </p>
        <p className="mt-2 max-w-[76ch] text-12 text-faded">{t('rule.long')}</p>
        <p className="mt-2 flex flex-wrap gap-x-4 text-12 text-faded">
          {(['rallyAttempt', 'followThrough', 'distribution'] as const).map(name => (
            <Word key={name} of={name}>
              {word(name)}
            </Word>
          ))}
        </p>
      </Collapsible>
    </>
  )
}

/** States whether the next weeks differed by state. Derived from the figures, not written by hand. */
function Finding({ counted }: { counted: MarketStateRates }) {
  const t = useTranslation('state-rates')
  const shown = counted.rates.flatMap(({ term, ahead, states }) =>
    states.flatMap(({ state, more }) => (more ? [{ term, ahead, state, more }] : [])),
  )
  const apart = shown.filter(({ more }) => more.p < 0.05)
  if (shown.length === 0) return t('few')
  if (apart.length === 0) return t('same')
  return apart
    .map(({ term, ahead, state, more: { mean, p } }) =>
      t(`apart.${mean > 0 ? 'better' : 'worse'}`, {
        state: t(`state.${state}`),
        term: t(`term.${term}`),
        ahead,
        size: points(Math.abs(mean)),
        count: shown.length,
        p: p < 0.001 ? '< 0.001' : p.toFixed(3),
      }),
    )
    .join(' ')
}

type Row = { name: string; weeks: number; of: readonly Followed[] }
type Followed = { mean: number | null; more: MarketStateRates['rates'][number]['states'][number]['more'] }

function Rates({ term, counted }: { term: Term; counted: MarketStateRates }) {
  const t = useTranslation('state-rates')
  const own = aheads.flatMap(of => counted.rates.filter(rates => rates.term === term && rates.ahead === of))
  const [first] = own
  const rows: Row[] = [
    { name: t('all'), weeks: first?.weeks ?? 0, of: own.map(({ mean }) => ({ mean, more: null })) },
    ...(first?.states ?? []).map(({ state, weeks }, at) => ({
      name: t(`state.${state}`),
      weeks,
      of: own.map(({ states }) => states[at]!),
    })),
  ]
  return (
    <FigureTable
      caption={t(`term.${term}`)}
      rows={rows}
      keyOf={({ name }) => name}
      columns={[
        { label: t('state'), of: ({ name }) => name },
        { label: t('weeks'), of: ({ weeks }) => weeks },
        ...aheads.map((ahead, at) => ({
          label: t('next', { ahead }),
          unit: t('percent'),
          of: ({ of }: Row) => <Change followed={of[at]} />,
        })),
      ]}
    />
  )
}

function Change({ followed }: { followed: Followed | undefined }) {
  const t = useTranslation('state-rates')
  if (!followed || followed.mean === null)
    return <span className="text-faded">{t('too-few', { count: fewestWeeks })}</span>
  const { mean, more } = followed
  return (
    <>
      {signed(mean)}
      {more && (
        <span className="block text-12 text-faded">
          {t('more', { more: signed(more.mean), low: signed(more.low), high: signed(more.high) })}
        </span>
      )}
    </>
  )
}

const points = (fraction: number) => (Math.round(fraction * 1_000) / 10).toFixed(1)

/** Formats a percentage, or percentage points, with its sign: 0.0123 becomes "+1.2". */
const signed = (fraction: number) => {
  const size = points(Math.abs(fraction))
  return size === '0.0' ? size : `${fraction > 0 ? '+' : '−'}${size}`
}

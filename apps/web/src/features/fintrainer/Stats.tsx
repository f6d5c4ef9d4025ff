import type { GameStats } from '@finlist/contract/fintrainer'
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { Link } from '../../components/link.tsx'
import { Change, formatChange, formatPrice } from '../../components/market-figures.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { rankOf } from './queries.ts'
import type { Scenario } from './scenarios.ts'

const none = '–'

/** The player's results, in a row on a phone and in a column on a desktop. `stats` is undefined while loading. */
export function Stats({ stats, scenario }: { stats: GameStats | undefined; scenario: Scenario }) {
  const t = useTranslation('fintrainer')
  const of = (show: (stats: GameStats) => ReactNode) => (stats ? show(stats) : <Skeleton className="h-5 w-14" />)
  const price = (value: number | null) => (value === null ? none : formatPrice(value))
  return (
    <dl
      aria-label={t('stats')}
      className="grid grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] gap-x-1 gap-y-1 border-b border-line px-3 py-2 md:grid-cols-1 md:gap-y-0 md:px-5 md:py-2"
    >
      <Stat name={t('stat.day')}>{of(({ day }) => day)}</Stat>
      <Stat name={t('stat.price')}>{of(({ currentPrice }) => price(currentPrice))}</Stat>
      <Stat name={t('stat.buy-price')}>{of(({ buyPrice }) => price(buyPrice))}</Stat>
      <Stat name={t('stat.return')}>{of(({ tradeReturn }) => percent(tradeReturn))}</Stat>
      <Stat name={t('stat.total')} main>
        {of(({ totalReturn }) => percent(totalReturn))}
      </Stat>
      <Stat name={t('stat.trades')}>{of(({ totalTrades }) => totalTrades)}</Stat>
      <Ranks scenario={scenario} />
      <Stat name={t('stat.left')}>
        {of(({ remaining, remainingOfAll }) => (scenario === 'all' ? remainingOfAll : remaining))}
      </Stat>
    </dl>
  )
}

/** Formats a fraction as a percentage and shows its direction. */
export const percent = (part: number | null) =>
  part === null ? none : <Change value={part * 100} format={value => `${formatChange(value)}%`} />

function Ranks({ scenario }: { scenario: Scenario }) {
  const t = useTranslation('fintrainer')
  const { data, error } = useQuery(rankOf(scenario))
  if (error instanceof ForbiddenError)
    return (
      <Stat name={t('stat.ranks')} wide>
        <Link
          to="/subscribe"
          className="inline-flex items-center gap-1.5 text-13 font-normal text-accent underline-offset-2 hover:underline"
        >
          <LockKeyhole size={14} aria-hidden className="shrink-0" />
          {t('rank.locked')}
        </Link>
      </Stat>
    )
  const words = new Map([
    [-1, none],
    [-2, t('rank.beyond')],
    [-3, t('rank.off')],
  ])
  const shown = (rank = -1) => words.get(rank) ?? rank
  return (
    <>
      <Stat name={t('stat.rank')}>{shown(data?.allTimeRank)}</Stat>
      <Stat name={t('stat.month-rank')}>{shown(data?.monthlyRank)}</Stat>
    </>
  )
}

type StatProps = { name: string; main?: boolean; wide?: boolean; children: ReactNode }

function Stat({ name, main = false, wide = false, children }: StatProps) {
  return (
    <div
      className={`min-w-0 md:flex md:items-baseline md:justify-between md:gap-3 md:border-b md:border-line md:py-1.5 md:last:border-0 ${wide ? 'max-md:col-span-2' : ''}`}
    >
      <dt className="text-12 text-faded md:text-13">{name}</dt>
      <dd className={`text-14 font-strong tabular-nums ${main ? 'md:text-20' : ''}`}>{children}</dd>
    </div>
  )
}

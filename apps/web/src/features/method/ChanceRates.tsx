import type { MarketChance } from '@finlist/contract/chance'
import { type ChanceBase, type Fires, oneIn } from '@finlist/domain/chance/fires'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { chanceRates } from './queries.ts'

/**
 * How often pure chance produces the base, and how often each market does, in words. Renders nothing until a market has
 * been counted.
 */
export function ChanceRates({ base }: { base: ChanceBase }) {
  const { data = [] } = useQuery(chanceRates())
  if (data.length === 0) return null
  return (
    <ul className="mt-3 border-l-2 border-line pl-4 text-13">
      {data.map(market => (
        <Rate key={market.exchange} base={base} market={market} />
      ))}
    </ul>
  )
}

/** What has been counted, and when; or that nothing has been counted yet. */
export function ChanceState() {
  const t = useTranslation('method')
  const counted = useQuery(chanceRates())
  if (counted.isError) return <CallFailed error={counted.error} onRetry={() => void counted.refetch()} />
  if (!counted.data) return null
  if (counted.data.length === 0) return <p className="mt-3 text-faded">{t('chance.nothing')}</p>
  const dates = counted.data.map(({ exchange, countedAt }) => `${exchange} ${countedAt.slice(0, 10)}`)
  return <p className="mt-3 text-faded">{t('chance.counted', { markets: dates.join(', ') })}</p>
}

function Rate({ base, market: { exchange, worlds } }: { base: ChanceBase; market: MarketChance }) {
  const t = useTranslation('method')
  const told = ({ fires, stockWeeks }: Fires) => {
    const count = oneIn(fires[base], stockWeeks)
    return count === undefined
      ? t('chance.none', { weeks: formatNumber(stockWeeks) })
      : t('chance.one', { weeks: formatNumber(count) })
  }
  const rates = { walks: told(worlds.walks), blocks: told(worlds.blocks), real: told(worlds.real) }
  return (
    <li className="py-0.5">
      <span className="font-strong">{exchange}</span> {t('chance.rate', rates)}
    </li>
  )
}

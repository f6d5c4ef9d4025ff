import { formatNumber } from '../../../../components/market-figures.tsx'
import { useTranslation } from '../../../../i18n/texts.ts'
import { type Among, countOf } from '../queries.ts'
import { useLatest } from './use-latest.ts'

/** The number of stocks that match the query; while the next number is on its way, the one before. */
export function MatchCount({ among, query }: { among: Among; query: string }) {
  const t = useTranslation('screener')
  const { data, isOld } = useLatest(query, asked => countOf(among, asked))
  const total = data?.markets.reduce((sum, market) => sum + (market.leftOut ? 0 : market.total), 0)
  return (
    <output aria-live="polite" aria-busy={isOld} className="min-h-5 text-14 font-strong tabular-nums">
      {data && t('dialog.count', { matched: formatNumber(data.matched), total: formatNumber(total ?? 0) })}
    </output>
  )
}

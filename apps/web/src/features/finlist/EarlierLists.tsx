import type { FinListStock } from '@finlist/contract/finlist'
import { finListEarlier } from '@finlist/contract/finlist-earlier'
import type { Market } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callQuery } from '../../api/query-client.ts'
import { Link } from '../../components/link.tsx'
import { formatDay } from '../../components/market-dates.ts'
import { formatNumber, formatPrice } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const few = 6

export const earlierOf = (exchange: Market['id'], stockCode: string) => ({
  ...callQuery(finListEarlier, { params: { exchange }, query: { stockCode } }),
  staleTime: 10 * 60_000,
})

type Props = { market: Market; issueDate: string; stock: FinListStock }

/** The earlier lists of the market that contained the stock, each with the stock's place and a link. */
export function EarlierLists({ market, issueDate, stock }: Props) {
  const t = useTranslation('why')
  const earlier = useQuery(earlierOf(market.id, stock.stockCode))
  const [isWhole, setWhole] = useState(false)
  const before = earlier.data?.filter(list => list.issueDate < issueDate)
  const shown = isWhole ? before : before?.slice(0, few)
  return (
    <section className="mt-6">
      <h3 className="border-b border-ink pb-1 text-13 font-strong">{t('earlier')}</h3>
      {earlier.error ? (
        <CallFailed error={earlier.error} onRetry={() => void earlier.refetch()} />
      ) : !before || !shown ? (
        <Skeleton className="mt-3 h-24 w-full" />
      ) : before.length === 0 ? (
        <p className="py-4 text-14 text-faded">{t('earlier.none')}</p>
      ) : (
        <>
          <FigureTable
            caption={t('earlier')}
            rows={shown}
            keyOf={list => list.issueDate}
            columns={[
              {
                label: t('earlier.date'),
                of: list => (
                  <Link
                    to={`/finlist-${market.linkSuffix}?issueDate=${list.issueDate}&stock=${encodeURIComponent(stock.stockCode)}`}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {formatDay(list.issueDate)}
                  </Link>
                ),
              },
              {
                label: t('earlier.place'),
                of: ({ place, of }) => t('earlier.place-of', { place: formatNumber(place), of: formatNumber(of) }),
              },
              { label: t('earlier.score'), of: ({ percivalScore }) => formatNumber(percivalScore) },
              { label: t('earlier.pattern'), of: ({ patternType }) => (patternType === 'NIL' ? '–' : patternType) },
              {
                label: t('earlier.buy-point'),
                of: ({ buyPoint }) => (buyPoint === -1 ? '–' : formatPrice(buyPoint)),
              },
            ]}
          />
          {before.length > shown.length && (
            <Button variant="quiet" onClick={() => setWhole(true)} className="mt-1 px-0! text-13! text-accent!">
              {t('earlier.more', { count: before.length - shown.length })}
            </Button>
          )}
        </>
      )}
    </section>
  )
}

import { maskedWeeks, type YoungPick } from '@finlist/contract/track-record'
import type { ExchangeId } from '@finlist/domain/markets'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { formatDay } from '../../components/market-dates.ts'
import { formatChange, formatLevel, formatPrice } from '../../components/market-figures.tsx'
import { CallFailed } from '../../components/notices/call-failed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FigureTable } from '../../ui/figure-table.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { points } from './points.ts'
import { youngPicksOf } from './queries.ts'

/**
 * The picks that are too recent to be public, loaded on request. A signed-out user is redirected to the sign-in page.
 */
export function YoungPicks({ of }: { of: ExchangeId }) {
  const t = useTranslation('track-record')
  const [isAsked, setAsked] = useState(false)
  const answer = useQuery({ ...youngPicksOf(of), enabled: isAsked })
  if (!isAsked)
    return (
      <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 text-13">
        <Button onClick={() => setAsked(true)}>{t('young.show', { weeks: maskedWeeks })}</Button>
        <span className="text-faded">{t('young.who')}</span>
      </p>
    )
  if (answer.isError) return <CallFailed error={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <Skeleton className="mb-6 h-40" />
  const { asAt, picks } = answer.data
  const caption = t('young.title', { weeks: maskedWeeks })
  return (
    <section aria-label={caption} className="mb-8">
      <h3 className="text-14 font-strong">{caption}</h3>
      {picks.length === 0 ? (
        <p className="mt-1 text-13 text-faded">{t('young.none')}</p>
      ) : (
        <>
          <p className="mt-1 mb-2 text-13 text-faded">{asAt && t('young.as-at', { date: formatDay(asAt) })}</p>
          <Table caption={caption} picks={picks} />
        </>
      )}
    </section>
  )
}

function Table({ caption, picks }: { caption: string; picks: readonly YoungPick[] }) {
  const t = useTranslation('track-record')
  const name = ({ stockName, stockNameZh }: YoungPick) =>
    currentLanguage() === 'zh' ? stockNameZh || stockName : stockName
  const level = ({ price, percent }: YoungPick['stop']) =>
    price === null ? undefined : (
      <>
        {formatLevel(price)} {percent !== null && <span className="text-faded">{formatChange(percent)}%</span>}
      </>
    )
  return (
    <FigureTable
      caption={caption}
      rows={picks}
      keyOf={({ issueDate, stockCode }) => `${issueDate} ${stockCode}`}
      columns={[
        {
          label: t('column.stock'),
          of: pick => (
            <>
              {pick.stockCode} <span className="font-normal text-faded">{name(pick)}</span>
            </>
          ),
        },
        { label: t('column.issue'), words: true, of: pick => formatDay(pick.issueDate, 'short') },
        { label: t('column.outcome'), words: true, of: pick => t(`state.${pick.state}`) },
        { label: t('young.close'), of: ({ close }) => (close === null ? undefined : formatPrice(close)) },
        { label: t('young.buy-point'), of: pick => level(pick.buyPoint) },
        { label: t('column.entry'), of: ({ entry }) => (entry === null ? undefined : formatPrice(entry)) },
        { label: t('young.stop'), of: pick => level(pick.stop) },
        { label: t('young.target'), of: pick => level(pick.target) },
        { label: t('column.net'), unit: '%', of: ({ netWorst }) => (netWorst === null ? undefined : points(netWorst)) },
      ]}
    />
  )
}

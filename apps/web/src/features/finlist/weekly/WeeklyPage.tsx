import '../../../i18n/list-texts.ts'
import '../../../i18n/seldom-texts.ts'
import { mostSmall, smallCharts } from '@finlist/contract/charts/chart'
import type { FinListStock } from '@finlist/contract/finlist'
import type { Changes } from '@finlist/contract/reasons'
import { padded } from '@finlist/domain/chart/padded'
import { symbolOf } from '@finlist/domain/chart/symbol'
import { patternKind } from '@finlist/domain/finlist/pattern-kind'
import { type ExchangeId, marketOf } from '@finlist/domain/markets'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useOperator } from '../../../api/operator.ts'
import { callQuery, madeFrom, queryClient } from '../../../api/query-client.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { formatChange, formatNumber, formatPrice } from '../../../components/market-figures.tsx'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { pictureOf, type SmallPicture } from '../../../components/small-charts/picture.ts'
import { SmallChartImage } from '../../../components/small-charts/small-chart-image.tsx'
import { nameOf } from '../../../components/stock-name.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { departureText } from './departure-text.ts'
import { breakoutOf, distanceOf, isNear, nearPercent, volumeMultiple } from './week-of-pick.ts'

type Props = {
  exchange: ExchangeId
  issueDate: string
  stocks: readonly FinListStock[]
  changes: Changes
  onClose: () => void
}

type Named = { stockCode: string; stockName: string; stockNameZh: string }

/**
 * Lazy-loaded, with the texts of 'weekly', 'list-charts' and 'why'. An issue on paper: what is near its buy point or
 * broke out, and every pick with its chart. It takes the place of the page until it is closed.
 */
export default function WeeklyPage({ exchange, issueDate, stocks, changes, onClose }: Props) {
  const t = useTranslation('weekly')
  const why = useTranslation('why')
  const list = useTranslation('finlist')
  const { demoData } = useOperator()
  const market = marketOf(exchange)
  const picks = stocks.filter(({ mask }) => !mask)
  const { previousDate, added, stayed, left } = changes
  const codes = [...picks, ...left].map(({ stockCode }) => stockCode)
  const charts = useQuery(picturesOf(exchange, issueDate, codes))
  const pictures = charts.data
  const title = t('title', { market: t(`market.${market.linkSuffix}`), date: formatDay(issueDate) })
  const heading = useRef<HTMLHeadingElement>(null)
  useInsteadOfThePage(title, onClose)
  useEffect(() => heading.current?.focus(), [])

  const codeAndName = (stock: Named) => (
    <>
      <b className="font-strong tabular-nums">{padded(exchange, stock.stockCode)}</b> {nameOf(stock)}
    </>
  )
  const isNew = new Set(added)
  const before = new Map(stayed.map(({ stockCode, scoreBefore }) => [stockCode, scoreBefore]))
  const weekOf = (pick: FinListStock) => {
    const bars = pictures?.get(pick.stockCode)?.bars ?? []
    return { pick, distance: distanceOf(bars, pick.buyPoint), breakout: breakoutOf(bars, pick.buyPoint) }
  }
  const weeks = picks.map(weekOf)
  const near = weeks.filter(({ distance }) => isNear(distance)).toSorted((a, b) => b.distance! - a.distance!)
  const brokeOut = weeks.flatMap(({ pick, breakout }) => (breakout ? [{ pick, breakout }] : []))
  const factsOf = ({ pick, distance }: ReturnType<typeof weekOf>) => {
    const { patternType } = pick
    const score = formatNumber(pick.percivalScore)
    const change = pick.percivalScore - (before.get(pick.stockCode) ?? pick.percivalScore)
    return [
      change === 0
        ? t('score', { score })
        : t('score.change', { score, change: `${change > 0 ? '+' : ''}${formatNumber(change)}` }),
      ...(patternType === 'NIL' ? [] : [list(`pattern.${patternKind({ ...pick, patternType })}`)]),
      ...(pick.buyPoint > 0 ? [t('buy-point', { price: formatPrice(pick.buyPoint) })] : []),
      ...(distance === undefined ? [] : [`${formatChange(distance)}%`]),
    ].join(' · ')
  }
  const chartOf = (stockCode: string) => (
    <Chart code={padded(exchange, stockCode)} picture={pictures?.get(stockCode)} isWaiting={charts.isPending} />
  )
  const pickItem = (week: ReturnType<typeof weekOf>) => (
    <li key={week.pick.stockCode} className="min-w-0">
      <p className="truncate text-13">{codeAndName(week.pick)}</p>
      <p className="min-h-8 text-12 text-faded">{factsOf(week)}</p>
      {chartOf(week.pick.stockCode)}
    </li>
  )
  return createPortal(
    <main
      data-weekly
      data-market={market.linkSuffix}
      // As wide as on paper, so that the charts are printed as they were drawn.
      className="mx-auto box-border w-full max-w-[calc(186mm+2rem)] bg-paper px-4 py-6 text-ink print:p-0"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-20 font-strong outline-none md:text-28">
          {title}
        </h1>
        <div className="flex gap-3">
          <Button onClick={onClose}>{t('close')}</Button>
          <Button variant="main" disabled={!pictures} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </div>
      </div>
      <div className="mt-2 grid gap-1 text-13 text-faded">
        {demoData && <p className="font-strong text-ink">{t('demo')}</p>}
        {previousDate !== null && (
          <p>
            {t('summary', {
              added: added.length,
              stayed: stayed.length,
              left: left.length,
              date: formatDay(previousDate),
            })}
          </p>
        )}
        <p>{t('charts', { date: formatDay(issueDate) })}</p>
        <p>{t('rules')}</p>
      </div>
      {charts.isError && (
        <div className="mt-4">
          <CallFailed error={charts.error} onRetry={() => void charts.refetch()} />
        </div>
      )}
      <Lines title={t('near', { percent: nearPercent })}>
        {near.map(({ pick, distance }) => (
          <li key={pick.stockCode}>
            {codeAndName(pick)} <span className="figures text-faded">{formatChange(distance!)}%</span>
          </li>
        ))}
      </Lines>
      <Lines title={t('broke-out', { times: volumeMultiple })}>
        {brokeOut.map(({ pick, breakout }) => (
          <li key={pick.stockCode}>
            {codeAndName(pick)}{' '}
            <span className="text-faded">
              {t('broke-out.on', { date: formatDay(breakout.date, 'day'), times: breakout.volume.toFixed(1) })}
            </span>
          </li>
        ))}
      </Lines>
      {previousDate !== null && (
        <Charts title={t('added')}>{weeks.filter(({ pick }) => isNew.has(pick.stockCode)).map(pickItem)}</Charts>
      )}
      <Charts title={t(previousDate === null ? 'picks' : 'stayed')}>
        {weeks.filter(({ pick }) => !isNew.has(pick.stockCode)).map(pickItem)}
      </Charts>
      {previousDate !== null && (
        <Charts title={t('left')}>
          {left.map(stock => (
            <li key={stock.stockCode} className="min-w-0">
              <p className="truncate text-13">{codeAndName(stock)}</p>
              <p className="min-h-8 text-12 text-faded">{departureText(stock, why)}</p>
              {chartOf(stock.stockCode)}
            </li>
          ))}
        </Charts>
      )}
    </main>,
    document.body,
  )
}

const sectionClass = 'mt-5'
const headClass = 'border-b border-ink pb-1 text-16 font-strong'

function Lines({ title, children }: { title: string; children: ReactNode[] }) {
  const t = useTranslation('weekly')
  return (
    <section aria-label={title} className={sectionClass}>
      <h2 className={headClass}>{title}</h2>
      {children.length > 0 ? (
        <ul className="mt-2 grid grid-cols-1 gap-x-6 gap-y-1 text-13 sm:grid-cols-2">{children}</ul>
      ) : (
        <p className="mt-2 text-13 text-faded">{t('none')}</p>
      )}
    </section>
  )
}

function Charts({ title, children }: { title: string; children: ReactNode[] }) {
  const t = useTranslation('weekly')
  return (
    <section aria-label={title} className={sectionClass}>
      <h2 className={headClass}>
        {title} <span className="font-normal text-faded">{children.length}</span>
      </h2>
      {children.length > 0 ? (
        <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(100%,12.5rem),1fr))] gap-x-4 gap-y-3">
          {children}
        </ul>
      ) : (
        <p className="mt-2 text-13 text-faded">{t('none')}</p>
      )}
    </section>
  )
}

const none: [] = []

function Chart({ code, picture, isWaiting }: { code: string; picture: SmallPicture | undefined; isWaiting: boolean }) {
  const t = useTranslation('list-charts')
  return (
    <div className="relative h-32">
      {picture ? (
        <SmallChartImage code={code} picture={picture} interval="1D" own={none} forPaper />
      ) : isWaiting ? (
        <Skeleton className="h-full w-full" />
      ) : (
        <p className="pt-2 text-12 text-faded">{t('no_data')}</p>
      )}
    </div>
  )
}

/** The charts of an issue's stocks as of its day, by code; without those that have no prices. */
const picturesOf = (exchange: ExchangeId, issueDate: string, codes: readonly string[]) =>
  queryOptions({
    queryKey: [smallCharts.path, 'of an issue', exchange, issueDate, codes.join()],
    meta: madeFrom(smallCharts),
    queryFn: async (): Promise<ReadonlyMap<string, SmallPicture>> => {
      const chunks = Array.from({ length: Math.ceil(codes.length / mostSmall) }, (_, at) =>
        codes.slice(at * mostSmall, (at + 1) * mostSmall),
      )
      const found = await Promise.all(
        chunks.map(async chunk => {
          const symbols = chunk.map(stockCode => symbolOf({ exchange, stockCode })).join()
          const query = { symbols, resolution: '1D' as const, until: issueDate }
          const charts = await queryClient.fetchQuery(callQuery(smallCharts, { query }))
          return charts.flatMap((chart, at): [string, SmallPicture][] =>
            chart.status === 'ok' ? [[chunk[at]!, pictureOf(chart, '1D')]] : [],
          )
        }),
      )
      return new Map(found.flat())
    },
  })

/**
 * Hides the page behind, which would be printed too, turns to the light theme of paper, and gives the document the name
 * that a saved PDF gets.
 */
function useInsteadOfThePage(title: string, onClose: () => void) {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const { scrollY } = window
    const focused = document.activeElement
    const name = document.title
    const behind = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && !element.hidden && !element.hasAttribute('data-weekly'),
    )
    for (const element of behind) element.hidden = true
    const root = document.documentElement
    const theme = root.getAttribute('data-theme')
    root.setAttribute('data-theme', 'light')
    document.title = title
    window.scrollTo(0, 0)
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => key === 'Escape' && !defaultPrevented && close.current()
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
      for (const element of behind) element.hidden = false
      if (theme === null) root.removeAttribute('data-theme')
      else root.setAttribute('data-theme', theme)
      document.title = name
      window.scrollTo(0, scrollY)
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    }
  }, [title])
}

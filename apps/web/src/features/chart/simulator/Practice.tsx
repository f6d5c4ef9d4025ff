import { firstTimeframe, spanShown } from '@finlist/domain/chart/first-view'
import { inSpans, type Resolution, resolutions } from '@finlist/domain/chart/spans'
import { usualStudies } from '@finlist/domain/chart/studies'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { currentLanguage } from '../../../api/language.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { formatPrice } from '../../../components/market-figures.tsx'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import { isSingleKey } from '../../../components/price-chart/page-key.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { plotsOf } from '../studies/plots-of.ts'
import { ToolChoice } from '../ToolButton.tsx'
import { usePractice } from './use-practice.ts'

const CandleChart = lazy(() => import('../../../components/price-chart/candle-chart.tsx'))
const height = 'h-100 md:h-[max(25rem,calc(100dvh-22rem))]'
const keys = { day: 'D', week: 'W' } as const

type Props = { symbol: string; title: string; search: ReactNode }

/** Replays one stock's past day by day or week by week. */
export function Practice({ symbol, title, search }: Props) {
  const t = useTranslation('simulator')
  const tChart = useTranslation('chart')
  const phone = useIsPhone()
  const spoken = currentLanguage()
  const practice = usePractice(symbol)
  const { bars: days, today, mayStep, atEnd, step, info, past, ahead } = practice
  const [chosen, setChosen] = useState<Resolution>()
  const resolution = chosen ?? info.data?.resolution ?? '1D'
  const last = days.at(-1)
  const picture = useMemo(() => {
    const bars = inSpans(days, resolution)
    return { bars, plots: plotsOf(usualStudies, { bars, index: undefined, resolution, t: tChart }) }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [days.length, last, resolution, spoken])

  const latest = useRef({ step, mayStep })
  useEffect(() => {
    latest.current = { step, mayStep }
  })
  useEffect(() => {
    const gone = new AbortController()
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event) || event.altKey || !latest.current.mayStep) return
      const key = event.key.toUpperCase()
      const by = key === keys.day ? 'day' : key === keys.week ? 'week' : undefined
      if (by) latest.current.step(by)
    }
    addEventListener('keydown', press, gone)
    return () => gone.abort()
  }, [])

  const error = info.error ?? past.error
  if (error) return <CallFailed error={error} onRetry={() => void (info.error ? info.refetch() : past.refetch())} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line pb-2">
        {search}
        <ToolChoice
          label={tChart('interval')}
          options={resolutions.map(value => ({ value, label: tChart(`interval.${value}`) }))}
          value={resolution}
          onChange={setChosen}
          wraps
        />
        <p className="text-13 font-strong md:ml-auto">
          {last && t('today', { date: formatDay(last.date) })}{' '}
          <span className="ml-2 font-normal text-faded">{t('bars', { count: practice.played })}</span>
        </p>
      </div>
      {today === undefined ? (
        <Skeleton className={`mt-2 w-full ${height}`} />
      ) : picture.bars.length === 0 ? (
        <p className={`mt-2 grid place-content-center border border-line text-14 text-faded ${height}`}>
          {tChart('empty')}
        </p>
      ) : (
        <Suspense fallback={<Skeleton className={`mt-2 w-full ${height}`} />}>
          <CandleChart
            key={`${symbol} ${resolution}`}
            symbol={title}
            picture={picture}
            resolution={resolution}
            span={spanShown(resolution, firstTimeframe(phone))}
            atLeast90
            roomy
            className={height}
          />
        </Suspense>
      )}
      <div
        data-bottom-bar
        className="sticky short:static bottom-(--tab-bar) mt-2 flex flex-wrap items-center gap-3 border-t border-line bg-paper py-2"
      >
        <Button
          variant="main"
          className="max-md:flex-1"
          disabled={!mayStep}
          aria-keyshortcuts={keys.day}
          onClick={() => step('day')}
        >
          {t('next-day')}
        </Button>
        <Button
          className="max-md:flex-1"
          disabled={!mayStep}
          aria-keyshortcuts={keys.week}
          onClick={() => step('week')}
        >
          {t('next-week')}
        </Button>
        {practice.played > 0 && (
          <Button variant="quiet" onClick={practice.restart}>
            {t('restart')}
          </Button>
        )}
        <p className="text-12 text-faded max-md:hidden">{t('keys', keys)}</p>
        <output className="text-13 empty:hidden">
          {ahead.isError
            ? t('failed')
            : atEnd
              ? t('end')
              : practice.played > 0 &&
                last && (
                  <span className="sr-only">
                    {t('stepped', { date: formatDay(last.date), close: formatPrice(last.close) })}
                  </span>
                )}
        </output>
      </div>
    </>
  )
}

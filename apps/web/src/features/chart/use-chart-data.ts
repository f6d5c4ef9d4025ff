import type { ChartPattern } from '@finlist/contract/charts/chart'
import { changesShares } from '@finlist/domain/adjust/adjustment'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import { isPractice } from '@finlist/domain/chart/padded'
import type { Resolution } from '@finlist/domain/chart/spans'
import type { Study } from '@finlist/domain/chart/studies'
import { isMarketIndex, parseSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import type { MarketTrend } from '@finlist/domain/market-trend/trend'
import { currencyOf, marketIndex } from '@finlist/domain/markets'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { currentLanguage } from '../../api/language.ts'
import { productNow } from '../../api/product-now.ts'
import type { Sign } from '../../components/price-chart/engine/prices.ts'
import type { Picture } from '../../components/price-chart/picture.ts'
import { unconfirmedSigns } from '../../components/price-chart/unconfirmed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import type { actionSigns } from './action-signs.ts'
import type { OtherBars } from './export.ts'
import { actionsOf, barsSince, historyOf, infoOf, joined, marksOf, patternsOf, strengthRight } from './queries.ts'
import { plotsOf } from './studies/plots-of.ts'
import type { KnownRank } from './studies/study-kind.ts'
import { useKinds } from './studies/use-kinds.ts'

const none: never[] = []

/** In a replay: the past day as of which the chart is shown, and the day on which the replay began. */
export type Replayed = { asOf: Day; since: Day; isPlaying: boolean }

/** All data of a symbol's chart: bars with their studies, the marks of an index, the bases of a stock. */
export function useChartData({
  symbol,
  resolution,
  adjustment,
  studies,
  ranks,
  replay,
}: {
  symbol: string
  resolution: Resolution
  adjustment: Adjustment
  studies: readonly Study[]
  ranks?: readonly KnownRank[] | undefined
  replay?: Replayed
}) {
  const { asOf, since, isPlaying = false } = replay ?? {}
  const t = useTranslation('chart')
  const tStock = useTranslation('stock')
  const spoken = currentLanguage()
  const [now] = useState(productNow)
  const known = parseSymbol(symbol)
  const exchange = known?.exchange ?? 'HKEX'
  const isIndex = known !== undefined && isMarketIndex(known)
  const indexSymbol = isPractice(exchange) ? undefined : symbolOf({ exchange, stockCode: marketIndex[exchange] })

  const history = useInfiniteQuery(historyOf({ symbol, resolution, adjustment, now, asOf }))
  const right = useQuery({ ...strengthRight(), enabled: !isIndex && indexSymbol !== undefined })
  const strengthWanted = !isIndex && right.isSuccess && studies.some(({ type }) => type === 'RS')
  const index = useInfiniteQuery({
    ...historyOf({ symbol: indexSymbol ?? '', resolution, now, asOf }),
    enabled: strengthWanted && indexSymbol !== undefined,
  })
  const info = useQuery(infoOf(symbol, false, since))
  const patterns = useQuery({
    ...patternsOf(symbol, resolution, adjustment, asOf),
    enabled: !isIndex && resolution !== '1M' && !isPlaying,
  })
  const marks = useQuery({ ...marksOf(symbol, resolution, asOf), enabled: isIndex && !isPlaying })
  const actions = useQuery({ ...actionsOf(symbol, asOf), enabled: !isIndex && indexSymbol !== undefined })

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history
  const pages = history.data?.pages.length ?? 0
  const indexPages = index.data?.pages.length ?? 0
  const { fetchNextPage: fetchIndex, isFetching: indexBusy, hasNextPage: indexMore } = index
  useEffect(() => {
    if (strengthWanted && indexPages > 0 && indexPages < pages && indexMore && !indexBusy) void fetchIndex()
  }, [strengthWanted, indexPages, pages, indexMore, indexBusy, fetchIndex])
  const older = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])

  const bars = useMemo(() => joined(history.data?.pages ?? none), [history.data])
  // The last trade may have been before the first requested range. The response then contains the time of that trade,
  // from which to request on.
  const isFurtherBack = history.isSuccess && bars.length === 0 && hasNextPage
  useEffect(() => {
    if (isFurtherBack && !isFetchingNextPage) void fetchNextPage()
  }, [isFurtherBack, isFetchingNextPage, fetchNextPage])
  const indexBars = useMemo(
    () => (strengthWanted && index.data ? joined(index.data.pages) : undefined),
    [strengthWanted, index.data],
  )
  const kinds = useKinds(studies)
  const halfDays = useMemo(() => new Set(history.data?.pages.flatMap(page => page.halfDays)), [history.data])
  const picture = useMemo(
    (): Picture => ({
      bars,
      plots: plotsOf(studies, { bars, index: indexBars, ranks, halfDays, resolution, kinds, t }),
    }),
    // oxlint-disable-next-line react/exhaustive-deps
    [bars, studies, indexBars, ranks, halfDays, resolution, kinds, spoken],
  )
  const unconfirmed = useMemo(() => allUnconfirmed(history.data?.pages ?? none), [history.data])
  /** Loaded on demand: most new charts show an index, which has no corporate actions. */
  const [asSigns, setAsSigns] = useState<typeof actionSigns>()
  const hasActions = actions.data !== undefined && actions.data.length > 0
  useEffect(() => {
    if (hasActions)
      void import('./action-signs.ts').then(
        code => setAsSigns(() => code.actionSigns),
        () => undefined,
      )
  }, [hasActions])
  const signs = useMemo(
    () => [
      ...signsOf(bars, marks.data, resolution),
      ...(asSigns?.(bars, actions.data ?? none, { resolution, t: tStock }) ?? none),
      ...unconfirmedSigns(bars, unconfirmed, tStock),
    ],
    // oxlint-disable-next-line react/exhaustive-deps
    [bars, marks.data, actions.data, asSigns, unconfirmed, resolution, spoken],
  )
  return {
    history,
    isWaiting: history.isPending || isFurtherBack,
    info: info.data,
    picture,
    signs,
    unconfirmed,
    isIndex,
    /** Undefined until the actions are loaded. */
    actions: actions.data ?? (actions.isEnabled ? undefined : none),
    currency: isPractice(exchange) ? '' : currencyOf[exchange],
    /**
     * The bars for additional columns of an exported file: as traded if the chart shows adjusted prices, otherwise
     * adjusted for splits. Undefined if the prices would be the same.
     */
    async otherBars(): Promise<OtherBars | undefined> {
      const [first] = bars
      const differs = actions.data?.some(action => adjustment === 'splits-and-dividends' || changesShares(action))
      if (!first || !differs) return undefined
      const other = adjustment === 'as-traded' ? 'splits' : 'as-traded'
      return { adjustment: other, bars: await barsSince(first, { symbol, resolution, adjustment: other, now }) }
    },
    mayBeAdjusted: !isIndex && indexSymbol !== undefined,
    mayHaveStrength: !isIndex && right.isSuccess,
    patterns: patterns.data ?? (none as ChartPattern[]),
    mayHavePatterns: patterns.isSuccess && !isIndex,
    older,
    mayHaveOlder: hasNextPage && !history.isFetchNextPageError,
  }
}

/**
 * Lists each day once, oldest first. Days repeat, because the response for an older range also lists all later days.
 */
const allUnconfirmed = (pages: readonly { unconfirmed: readonly string[] }[]) => [
  ...new Set(pages.flatMap(({ unconfirmed }) => unconfirmed).toSorted()),
]

type Marks = { time: number[]; label: string[]; text: string[]; trend: MarketTrend[]; shortTerm: boolean[] }
const trendColours: Record<MarketTrend, string> = {
  UPTREND: 'var(--up)',
  RALLY_ATTEMPT: 'var(--accent)',
  UNDER_PRESSURE: 'var(--average)',
  DOWNTREND: 'var(--down)',
}

/** Places each mark at the bar of its date: short-term marks below it, mid- to long-term marks above. */
function signsOf(bars: Picture['bars'], marks: Marks | undefined, resolution: Resolution): (Sign & { said: string })[] {
  if (!marks) return none
  const dates = bars.map(({ date }) => date)
  return marks.time.flatMap((time, at) => {
    const day = new Date(time * 1_000).toISOString().slice(0, 10)
    const date = resolution === '1D' ? dates.find(it => it >= day) : dates.findLast(it => it <= day)
    if (date === undefined) return []
    return [
      {
        date,
        letter: marks.label[at]!,
        colour: trendColours[marks.trend[at]!],
        above: !marks.shortTerm[at],
        said: marks.text[at]!,
      },
    ]
  })
}

import { firstResolution } from '@finlist/domain/chart/first-view'
import { type ChartSymbol, parseSymbol, symbolOf } from '@finlist/domain/chart/symbol'
import { marketIndex, markets } from '@finlist/domain/markets'
import { ArrowRight } from 'lucide-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useOperator } from '../../api/operator.ts'
import { queryClient } from '../../api/query-client.ts'
import { read, useStored, write } from '../../api/storage.ts'
import { Link } from '../../components/link.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ChartBoard } from './ChartBoard.tsx'
import { linkedIn } from './chart-link.ts'
import { fetchFirstChart, loadCandleChart } from './first-chart.ts'
import { keptBoard } from './memory/kept-board.ts'
import { memoryOf } from './memory/use-memory.ts'
import { takeThePage } from './take-the-page.ts'

/** Fetches the user's own chart, the engine and the data in parallel. */
export function fetchFirst() {
  const search = new URLSearchParams(location.search)
  const { symbol } = namedOrKept(search, read('chartMarket'))
  if (replayedFrom(search)) return Promise.all([loadCandleChart(), loadReplay()])
  const resolution = linkedIn(search).resolution ?? keptBoard()?.resolution ?? firstResolution
  return Promise.all([
    queryClient.prefetchQuery(memoryOf(symbol)),
    loadCandleChart(),
    fetchFirstChart(symbol, resolution),
  ])
}

const loadReplay = () => import('./replay/Replay.tsx')
const Replay = lazy(loadReplay)
/** The day from which the address replays the symbol. Later bars are then not requested. */
const replayedFrom = (search: URLSearchParams) => /^\d{4}-\d\d-\d\d$/.exec(search.get('replay') ?? '')?.[0]

const GlobalWidget = lazy(() => import('./GlobalWidget.tsx'))

type ChartMarket = 'HKEX' | 'US'
const indexOf = (market: ChartMarket) => symbolOf({ exchange: market, stockCode: marketIndex[market] })
const others = markets.filter(({ id }) => id !== 'HKEX')

/** The symbol named in the address; by default the last symbol of the last used tab, or that tab's index. */
function namedOrKept(search: URLSearchParams, kept: ChartMarket) {
  const named = parseSymbol(search.get('symbol') ?? '')
  const market = named ? tabOf(named) : kept
  const last = named ?? parseSymbol(keptBoard()?.symbol ?? '')
  return { named, market, symbol: last && tabOf(last) === market ? symbolOf(last) : indexOf(market) }
}

const tabOf = ({ exchange }: Pick<ChartSymbol, 'exchange'>): ChartMarket => (exchange === 'HKEX' ? 'HKEX' : 'US')

const suffixOf = (symbol: string) => markets.find(({ id }) => id === parseSymbol(symbol)?.exchange)?.linkSuffix

/** Hong Kong stocks in one tab, other markets in the other. The last used tab is stored. */
export default function ChartScreen() {
  const t = useTranslation('chart')
  const kept = useStored('chartMarket')
  const { chartWidget } = useOperator()
  const [search, setSearch] = useSearchParams()
  const { named, market, symbol } = namedOrKept(search, kept)
  const [elsewhere, setElsewhere] = useState<string>(named && market === 'US' ? named.exchange : 'US')
  /** Selecting a tab starts a new chart. A saved chart selects its own tab. */
  const [begun, setBegun] = useState({ turn: 0, symbol })
  useLayoutEffect(takeThePage, [])
  const namedMarket = named && market
  useEffect(() => {
    if (namedMarket) write('chartMarket', namedMarket)
  }, [namedMarket])

  const choose = (next: ChartMarket) => {
    write('chartMarket', next)
    setSearch({}, { replace: true })
    setBegun({ turn: begun.turn + 1, symbol: indexOf(next) })
  }
  const from = replayedFrom(search)
  const show = (symbol: string) => {
    setSearch({ symbol }, { replace: true })
    const exchange = parseSymbol(symbol)?.exchange
    if (exchange && exchange !== 'HKEX') setElsewhere(exchange)
  }
  return (
    <>
      <PageHeader
        title={t('screen.chart')}
        beside={
          <Link
            to="/practice/simulator"
            className="ml-auto inline-flex min-h-6 items-center gap-1 text-13 text-accent underline-offset-2 hover:underline max-md:min-h-11"
          >
            {t('screen.simulator')}
            <ArrowRight size={14} aria-hidden />
          </Link>
        }
      />
      <Tabs
        label={t('market.label')}
        tabs={(['HKEX', 'US'] as const).map(value => ({ value, label: t(`market.tab.${value}`) }))}
        value={market}
        onChange={value => choose(value as ChartMarket)}
        panel="chart"
      />
      <div
        id="chart"
        data-market={suffixOf(symbol)}
        role="tabpanel"
        aria-label={t(`market.tab.${market}`)}
        className="pt-3"
      >
        {from ? (
          <Suspense>
            <Replay
              key={`${symbol} ${from}`}
              symbol={symbol}
              from={from}
              onReplay={(symbol, replay) => setSearch({ symbol, replay }, { replace: true })}
              onLive={() => {
                setBegun({ turn: begun.turn + 1, symbol })
                setSearch({ symbol })
              }}
            />
          </Suspense>
        ) : market === 'US' && chartWidget ? (
          <Suspense>
            <GlobalWidget />
          </Suspense>
        ) : (
          <ChartBoard
            key={begun.turn}
            symbol={begun.symbol}
            isChosen={begun.turn > 0 || named !== undefined}
            exchange={market === 'HKEX' ? 'HKEX' : elsewhere}
            onSymbol={show}
            onReplay={(symbol, replay) => setSearch({ symbol, replay })}
            {...(market === 'US' && {
              beside: (
                <select
                  aria-label={t('market.label')}
                  value={elsewhere}
                  onChange={({ target }) => setElsewhere(target.value)}
                  className="h-11 rounded-md border border-edge bg-raised px-2 text-16 text-ink md:h-9 md:text-13"
                >
                  {others.map(({ id, linkSuffix }) => (
                    <option key={id} value={id}>
                      {t(`market.${linkSuffix}`)}
                    </option>
                  ))}
                </select>
              ),
            })}
          />
        )}
      </div>
    </>
  )
}

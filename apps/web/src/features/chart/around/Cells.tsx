import '../../../i18n/seldom-texts.ts'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { spanShown } from '@finlist/domain/chart/first-view'
import { isPractice, padded } from '@finlist/domain/chart/padded'
import { type Resolution, resolutions } from '@finlist/domain/chart/spans'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { ArrowLeftToLine } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useStored } from '../../../api/storage.ts'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { loadCandleChart } from '../first-chart.ts'
import { describe, SymbolSearch } from '../SymbolSearch.tsx'
import { symbolTitle } from '../symbol-title.ts'
import { ToolButton, ToolChoice } from '../ToolButton.tsx'
import type { Board } from '../use-board.ts'
import { useChartData } from '../use-chart-data.ts'
import { keep, Together, togetherIn } from './sync.ts'

const CandleChart = lazy(loadCandleChart)

type Kept = { symbol: string; resolution: Resolution }
/** The stored state of the other charts. Parts that cannot be parsed are undefined. */
const cellsIn = (kept: unknown): (Kept | undefined)[] =>
  (Array.isArray(kept) ? kept : []).map(it => {
    const { symbol, resolution } = (it ?? {}) as Record<string, unknown>
    const known = resolutions.find(one => one === resolution)
    return typeof symbol === 'string' && parseSymbol(symbol) && known ? { symbol, resolution: known } : undefined
  })
type Props = {
  count: number
  board: Board
  adjustment: Adjustment
  exchange: string
  engine: ChartEngine | undefined
  className: string
  /** Shows the symbol in the first chart. */
  onFirst: (symbol: string) => void
}

/**
 * Lazy-loaded. The charts next to the first one. Each has a separate symbol and interval, but shows the first chart's
 * studies.
 */
export default function Cells({ count, board, adjustment, exchange, engine, className, onFirst }: Props) {
  const around = useStored('chartAround')
  const cells = cellsIn(around['cells'])
  const is = useMemo(() => togetherIn(around['together']), [around])
  const [together] = useState(() => new Together())
  useEffect(() => {
    together.choose(is)
  }, [together, is])
  useEffect(() => engine && together.join(0, engine), [together, engine])
  return Array.from({ length: count }, (_, at) => {
    const kept = cells[at]
    return (
      <Cell
        // oxlint-disable-next-line react/no-array-index-key
        key={at}
        at={at + 1}
        together={together}
        board={board}
        adjustment={adjustment}
        exchange={exchange}
        className={className}
        symbol={is.symbol ? board.symbol : (kept?.symbol ?? board.symbol)}
        resolution={is.interval ? board.resolution : (kept?.resolution ?? board.resolution)}
        maySymbol={!is.symbol}
        mayInterval={!is.interval}
        onChange={next =>
          keep({ cells: Array.from({ length: 3 }, (_, one) => (one === at ? next : (cells[one] ?? null))) })
        }
        onFirst={onFirst}
      />
    )
  })
}

type CellProps = Pick<Props, 'board' | 'adjustment' | 'exchange' | 'className' | 'onFirst'> &
  Kept & {
    at: number
    together: Together
    maySymbol: boolean
    mayInterval: boolean
    onChange: (next: Kept) => void
  }

function Cell(props: CellProps) {
  const { at, together, board, adjustment, exchange, className, symbol, resolution, maySymbol, mayInterval } = props
  const { onChange, onFirst } = props
  const t = useTranslation('around')
  const tChart = useTranslation('chart')
  const [engine, setEngine] = useState<ChartEngine>()
  useEffect(() => engine && together.join(at, engine), [together, engine, at])
  const data = useChartData({ symbol, resolution, adjustment, studies: board.studies })
  const { history, info, picture, older } = data
  const known = parseSymbol(symbol)
  const code = known && !isPractice(known.exchange) ? padded(known.exchange, known.stockCode) : symbol
  const title = symbolTitle(code, info && describe(info))
  return (
    <section aria-label={t('cell', { at: at + 1 })} className="min-w-0">
      <div className="flex items-center gap-1">
        {maySymbol && (
          <SymbolSearch
            shown={title}
            exchange={exchange}
            onChoose={({ full_name }) => onChange({ symbol: full_name, resolution })}
          />
        )}
        {mayInterval && (
          <ToolChoice
            label={tChart('interval')}
            options={resolutions.map(value => ({ value, label: tChart(`interval.${value}`) }))}
            value={resolution}
            onChange={next => onChange({ symbol, resolution: next })}
          />
        )}
        {maySymbol && (
          <ToolButton label={t('cell.first')} onClick={() => onFirst(symbol)}>
            <ArrowLeftToLine size={15} aria-hidden />
          </ToolButton>
        )}
      </div>
      {history.error ? (
        <CallFailed error={history.error} onRetry={() => void history.refetch()} />
      ) : data.isWaiting ? (
        <Skeleton className={`mt-2 w-full ${className}`} />
      ) : picture.bars.length === 0 ? (
        <p className={`grid place-content-center text-14 text-faded ${className}`}>{tChart('empty')}</p>
      ) : (
        <Suspense fallback={<Skeleton className={`mt-2 w-full ${className}`} />}>
          <CandleChart
            key={`${symbol} ${resolution} ${adjustment}`}
            symbol={title}
            picture={picture}
            resolution={resolution}
            kind={board.kind}
            scale={board.scale}
            wide={board.wide}
            span={spanShown(resolution, board.timeframe)}
            heights={board.heights}
            signs={data.signs}
            roomy
            className={className}
            onEngine={setEngine}
            onView={({ from }) => from < 40 && older()}
          />
        </Suspense>
      )}
    </section>
  )
}

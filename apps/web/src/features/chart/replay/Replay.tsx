import '../../../i18n/seldom-texts.ts'
import type { Day } from '@finlist/domain/calendar'
import { drawAnew, nothingDrawn, redo, undo } from '@finlist/domain/chart/drawings'
import { firstTimeframe, spanShown } from '@finlist/domain/chart/first-view'
import { scaleOf } from '@finlist/domain/chart/price-scale'
import { bought, type ReplayPosition, type ReplayTrade, rescaled } from '@finlist/domain/chart/replay'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useStored } from '../../../api/storage.ts'
import { CallFailed } from '../../../components/notices/call-failed.tsx'
import SeenTable from '../../../components/price-chart/bars-table.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import { UnconfirmedNote } from '../../../components/price-chart/unconfirmed.tsx'
import { useTranslation } from '../../../i18n/texts.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { BoardToolbar } from '../BoardToolbar.tsx'
import type { Comparison } from '../compare/Compare.tsx'
import { ToolBar } from '../drawing/ToolBar.tsx'
import { loadDrawings, useDrawing } from '../drawing/use-drawing.ts'
import Extras from '../Extras.tsx'
import { loadCandleChart } from '../first-chart.ts'
import { PatternList } from '../PatternList.tsx'
import { describe } from '../SymbolSearch.tsx'
import { symbolTitle } from '../symbol-title.ts'
import { ToolButton } from '../ToolButton.tsx'
import { useBoard } from '../use-board.ts'
import { useChartData } from '../use-chart-data.ts'
import { usePatternLayer } from '../use-pattern-layer.ts'
import { forgetLater } from './advance.ts'
import { Controls } from './Controls.tsx'
import { ReplayHeader } from './ReplayHeader.tsx'
import { Trades } from './Trades.tsx'
import { useReplay } from './use-replay.ts'

const CandleChart = lazy(loadCandleChart)
const Drawings = lazy(loadDrawings)
const StudyDialog = lazy(() => import('../studies/StudyDialog.tsx'))

const height = 'h-100 md:h-[max(25rem,calc(100dvh-24rem))]'
const nearEdge = 40
const none: never[] = []

type Props = {
  symbol: string
  from: Day
  /** Called to replay another symbol or from another day. */
  onReplay: (symbol: string, from: Day) => void
  onLive: () => void
}

/** Lazy-loaded. A symbol's chart as of a past day, which advances bar by bar. Nothing later is requested or shown. */
export default function Replay({ symbol, from, onReplay, onLive }: Props) {
  const t = useTranslation('replay')
  const tChart = useTranslation('chart')
  const opening = firstTimeframe(useIsPhone())
  const { board, act } = useBoard(symbol, opening)
  const { resolution, timeframe, studies } = board
  const adjustment = useStored('adjustment')
  const [engine, setEngine] = useState<ChartEngine>()
  const [dialog, setDialog] = useState<'studies' | 'compare'>()
  const [showTable, setShowTable] = useState(false)
  const [comparison, setComparison] = useState<Comparison>()
  const [firstSeen, setFirstSeen] = useState(0)
  const [position, setPosition] = useState<ReplayPosition>()
  const [trades, setTrades] = useState<readonly ReplayTrade[]>(none)
  const [isReady, setReady] = useState(false)
  /** The drawings of this replay. They are discarded with it; the live chart has others. */
  const [drawn, setDrawn] = useState(nothingDrawn)
  const drawing = useDrawing(drawn)
  useEffect(forgetLater, [])
  const replay = useReplay({ symbol, from, resolution, adjustment, isReady }, factor =>
    setPosition(held => held && rescaled(held, factor)),
  )
  const { asOf, isPlaying } = replay
  const data = useChartData({ symbol, resolution, adjustment, studies, replay: { asOf, since: from, isPlaying } })
  const { picture, history, info } = data
  const { bars } = picture
  const hasBars = !data.isWaiting && bars.length > 0
  if (hasBars !== isReady) setReady(hasBars)
  const patterns = board.patterns ? data.patterns : none
  const outlines = usePatternLayer(engine, patterns)
  const isComparing = board.compared.some(it => it.symbol !== symbol)
  const known = parseSymbol(symbol)
  const title = symbolTitle(known?.stockCode ?? symbol, info && describe(info))
  const last = bars.at(-1)
  const today = last?.until ?? last?.date
  const levels = useMemo(
    () =>
      position
        ? [
            { price: position.price, label: t('level.buy') },
            { price: position.stop, label: t('level.stop') },
          ]
        : none,
    // oxlint-disable-next-line react/exhaustive-deps
    [position],
  )

  return (
    <>
      <ReplayHeader symbol={symbol} title={title} from={from} asOf={asOf} today={today} onReplay={onReplay}>
        <BoardToolbar
          board={board}
          act={act}
          onStudies={() => setDialog('studies')}
          onCompare={() => setDialog('compare')}
          onFit={() => engine?.fit()}
          {...(data.mayHavePatterns && {
            patterns: { shown: board.patterns, onChange: patterns => act.set({ patterns }) },
          })}
        />
      </ReplayHeader>
      {history.error ? (
        <CallFailed error={history.error} onRetry={() => void history.refetch()} />
      ) : data.isWaiting ? (
        <Skeleton className={`mt-2 w-full ${height}`} />
      ) : bars.length === 0 ? (
        <p className={`mt-2 grid place-content-center border border-line text-14 text-faded ${height}`}>{t('empty')}</p>
      ) : (
        <div className="md:grid md:grid-cols-[auto_minmax(0,1fr)] md:gap-2 md:pt-2">
          <ToolBar
            tool={drawing.tool}
            onTool={drawing.take}
            onAll={drawing.choose}
            onNear={() => void loadDrawings().catch(() => undefined)}
            mayUndo={drawn.before.length > 0}
            onUndo={() => setDrawn(undo)}
            mayRedo={drawn.after.length > 0}
            onRedo={() => setDrawn(redo)}
          />
          <div className="min-w-0">
            <Suspense fallback={<Skeleton className={`mt-2 w-full ${height}`} />}>
              <CandleChart
                key={`${symbol} ${resolution} ${adjustment}`}
                symbol={title}
                picture={picture}
                resolution={resolution}
                kind={board.kind}
                scale={scaleOf(board.scale, isComparing)}
                wide={board.wide && !isComparing}
                span={spanShown(resolution, timeframe)}
                atLeast90
                heights={board.heights}
                levels={levels}
                signs={data.signs}
                others={comparison}
                roomy
                className={height}
                onEngine={setEngine}
                onView={({ from: first }) => {
                  if (first < nearEdge) data.older()
                  setFirstSeen(Math.max(Math.floor(first), 0))
                }}
                onKey={drawing.onKey}
              />
            </Suspense>
          </div>
        </div>
      )}
      <Controls
        replay={replay}
        last={last && { date: today!, close: last.close }}
        isDaily={resolution === '1D'}
        onLive={onLive}
      />
      <UnconfirmedNote days={data.unconfirmed} />
      <Trades
        position={position}
        trades={trades}
        close={last?.close}
        onBuy={percent => last && setPosition(bought(today!, last.close, percent))}
        onSell={() => {
          if (!position || !last) return
          setTrades([...trades, { ...position, soldOn: today!, soldAt: last.close }])
          setPosition(undefined)
        }}
      />
      <Suspense>
        {drawn.now.length > 0 && <p className="pt-2 text-12 text-faded">{t('drawn')}</p>}
        {drawing.isNeeded && (
          <Drawings
            engine={engine}
            symbol={`${symbol} replay`}
            drawings={drawn.now}
            onDraw={next => setDrawn(before => drawAnew(before, next))}
            onUndo={() => setDrawn(undo)}
            onRedo={() => setDrawn(redo)}
            bars={bars}
            resolution={resolution}
            adjustment={adjustment}
            actions={data.actions}
            currency={data.currency}
            tool={drawing.tool}
            onTool={drawing.take}
            isChoosing={drawing.isChoosing}
            onChosen={drawing.chosen}
            keys={drawing.keys}
          />
        )}
      </Suspense>
      <PatternList patterns={patterns} shown={outlines.shown} close={last?.close} onShow={outlines.mean} />
      <div className="mt-3">
        <ToolButton label={tChart('table')} on={showTable} onClick={() => setShowTable(!showTable)} />
      </div>
      {showTable && bars.length > 0 && (
        <SeenTable bars={bars} plots={[...(comparison?.plots ?? none), ...picture.plots]} resolution={resolution} />
      )}
      <Suspense>
        <Extras
          engine={engine}
          compared={board.compared}
          symbol={symbol}
          bars={bars}
          resolution={resolution}
          adjustment={adjustment}
          asOf={asOf}
          first={firstSeen}
          onShown={setComparison}
          act={act}
          opened={dialog === 'compare' ? dialog : undefined}
          onClose={() => setDialog(undefined)}
          onReplay={onReplay}
        />
        {dialog === 'studies' && (
          <StudyDialog
            studies={studies}
            resolution={resolution}
            mayHaveStrength={data.mayHaveStrength}
            act={act}
            heights={() => ({ ...(engine?.heights() ?? board.heights) })}
            at
            onClose={() => setDialog(undefined)}
          />
        )}
      </Suspense>
    </>
  )
}

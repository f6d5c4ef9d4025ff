import { adjustments } from '@finlist/domain/adjust/kinds'
import { firstShown, firstTimeframe, spanShown, type TimeframeId, timeframeIds } from '@finlist/domain/chart/first-view'
import { isPractice, padded } from '@finlist/domain/chart/padded'
import { scaleOf } from '@finlist/domain/chart/price-scale'
import type { Resolution } from '@finlist/domain/chart/spans'
import { type ChartSymbol, parseSymbol } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { Bell } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { ForbiddenError } from '../../api/call-error.ts'
import { useNetworkIdle } from '../../api/network-idle.ts'
import { useOperator } from '../../api/operator.ts'
import { useStored, write } from '../../api/storage.ts'
import { DelistedNote } from '../../components/delisted-note.tsx'
import { formatDay } from '../../components/market-dates.ts'
import type { ChartEngine, View } from '../../components/price-chart/engine/open-chart.ts'
import { timeOf } from '../../components/price-chart/picture.ts'
import { UnconfirmedNote } from '../../components/price-chart/unconfirmed.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { useIsPhone } from '../../ui/is-phone.ts'
import type { Asked, Extra } from './around/Around.tsx'
import type { Aim } from './around/use-aim.ts'
import { useFull } from './around/use-full.ts'
import { BoardToolbar } from './BoardToolbar.tsx'
import { linkedIn } from './chart-link.ts'
import type { Comparison } from './compare/Compare.tsx'
import { ToolBar } from './drawing/ToolBar.tsx'
import { loadDrawings, useDrawing } from './drawing/use-drawing.ts'
import type { Opened } from './Extras.tsx'
import { loadCandleChart } from './first-chart.ts'
import { layouts } from './layouts.ts'
import { keptBoard } from './memory/kept-board.ts'
import { Memory } from './memory/Memory.tsx'
import { NoChart, WaitingChart } from './NoChart.tsx'
import { describe, SymbolSearch } from './SymbolSearch.tsx'
import { ChartFile } from './saved/ChartFile.tsx'
import type { KnownRank } from './studies/study-kind.ts'
import { studyNames } from './studies/study-names.ts'
import { symbolTitle } from './symbol-title.ts'
import { Timeframes } from './Timeframes.tsx'
import { ToolButton, ToolSelect } from './ToolButton.tsx'
import type { TakenOut } from './take-out.ts'
import { type Board, contentOf, drawnOn, useBoard } from './use-board.ts'
import { useChartData } from './use-chart-data.ts'

const CandleChart = lazy(loadCandleChart)
const SetPriceAlert = lazy(() => import('./SetPriceAlert.tsx'))
const StudyDialog = lazy(() => import('./studies/StudyDialog.tsx'))
const Drawings = lazy(loadDrawings)
const Around = lazy(() => import('./around/Around.tsx'))
const AroundButtons = lazy(() => import('./around/AroundButtons.tsx'))
const Cells = lazy(() => import('./around/Cells.tsx'))
const Extras = lazy(() => import('./Extras.tsx'))
const SeenTable = lazy(() => import('../../components/price-chart/bars-table.tsx'))
const Patterns = lazy(() => import('./Patterns.tsx'))
const Ranks = lazy(() => import('./studies/Ranks.tsx'))
const StudyButtons = lazy(() => import('./studies/StudyButtons.tsx'))

const none: never[] = []
/** Older bars are fetched once the view is within this number of bars of the oldest loaded one. */
const nearEdge = 40
/** Keeps the space of the one button that a phone shows next to a study. */
const buttonPlace = <span className="size-6 md:pointer-fine:hidden" />
const everything: Aim = { from: '0000', isWhole: true }
const nothingMore: Extra = { levels: [], signs: [] }

type Props = {
  symbol: string
  /** Whether a tab or the page's address named the symbol. */
  isChosen: boolean
  exchange: string
  onSymbol: (symbol: string) => void
  onReplay: (symbol: string, from: string) => void
  beside?: React.ReactNode
}

/** One market's chart with all its controls. */
export function ChartBoard({ symbol: first, isChosen, exchange, onSymbol, onReplay, beside }: Props) {
  const t = useTranslation('chart')
  const phone = useIsPhone()
  const opening = firstTimeframe(phone)
  /** The interval and days that the address named when the chart opened. */
  const [linked] = useState(() => linkedIn(new URLSearchParams(location.search)))
  const { board, act } = useBoard(first, opening, {
    ...(linked.resolution && { resolution: linked.resolution }),
    isSymbolChosen: isChosen,
  })
  /**
   * Whether the chart can be drawn. If this browser has no stored state of the chart, it first waits for the server's
   * copy. Otherwise it would draw a different chart first.
   */
  const [isRemembered, setRemembered] = useState(() => keptBoard() !== undefined)
  const { symbol, resolution, timeframe } = board
  const [engine, setEngine] = useState<ChartEngine>()
  const [showTable, setShowTable] = useState(false)
  const [showStudies, setShowStudies] = useState<true | string>()
  const [opened, setOpened] = useState<Opened>()
  const [comparison, setComparison] = useState<Comparison>()
  const [firstSeen, setFirstSeen] = useState(0)
  /** The days in view of a chart; undefined while the view is still that of the selected timeframe button. */
  const [lastSeen, setSeen] = useState<{ of: string; from: string | undefined; isNewest: boolean }>()
  /** The price of the alert that is being set. */
  const [alertAt, setAlertAt] = useState<number>()
  /** Whether the pointer or the focus has reached the chart, so that its other controls must be loaded. */
  const [isNear, setNear] = useState(false)
  const [asked, setAsked] = useState<Asked>()
  const [aim, aimAt] = useState<Aim | undefined>(
    linked.aim ?? (resolution === '1D' && timeframe === 'all' ? everything : undefined),
  )
  const [extra, setExtra] = useState(nothingMore)
  const around = useStored('chartAround')
  const hasColumn = around['column'] === true
  const layout = phone ? 1 : (([2, 4] as const).find(it => it === around['layout']) ?? 1)
  const { grid, own, full: ownFull, cell } = layouts[layout]
  const full = useFull()
  const isQuiet = useNetworkIdle()
  const isAround = isQuiet || isNear || asked !== undefined || aim !== undefined || hasColumn
  const adjustment = useStored('adjustment')
  const [ranks, setRanks] = useState<readonly KnownRank[]>()
  const data = useChartData({ symbol, resolution, adjustment, studies: board.studies, ranks })
  const { picture, history, info } = data
  const { bars } = picture
  const chart = `${symbol} ${adjustment}`
  const seen = lastSeen?.of === chart ? lastSeen : undefined
  const isWaiting = data.isWaiting || !isRemembered
  const signs = useMemo(() => [...data.signs, ...extra.signs], [data.signs, extra.signs])
  const patterns = board.patterns ? data.patterns : none
  const isComparing = board.compared.some(it => it.symbol !== symbol)
  const drawn = drawnOn(board)
  const drawing = useDrawing(drawn)
  const hadFocus = useRef(false)
  const chooseSymbol = (next: string) => {
    hadFocus.current = engine?.place === document.activeElement
    act.chooseSymbol(next)
    onSymbol(next)
  }
  const { older, mayHaveOlder } = data
  const dates = useMemo(() => bars.map(({ date }) => date), [bars])
  const firstOf = (interval: Resolution, id: TimeframeId) =>
    firstShown(dates, spanShown(interval, id), { atLeast90: id === opening })
  const lookBack = (interval: Resolution, id: TimeframeId) => engine?.look(firstOf(interval, id), dates.length + 2)
  const showSpan = (id: TimeframeId) => {
    setSeen(undefined)
    if (id === 'all') aimAt(everything)
    else if (resolution === '1D') lookBack('1D', id)
  }
  const chooseTimeframe = (next: TimeframeId) => {
    act.set({ timeframe: next, resolution: '1D' })
    showSpan(next)
  }
  const takeLeft = ({
    symbol: left,
    timeframe: span = timeframe,
    resolution: interval = resolution,
  }: Partial<Board>) => {
    setRemembered(true)
    if (left !== undefined) onSymbol(left)
    if (span !== timeframe && interval === '1D' && aim === undefined) showSpan(span)
  }
  /** Whether the bars of the timeframe are in view, or will be. */
  const isInView = (id: TimeframeId) =>
    seen === undefined || aim !== undefined
      ? id === timeframe
      : seen.isNewest && seen.from === dates[firstOf('1D', id)] && (id !== 'all' || !mayHaveOlder)
  const timeframeInView = resolution === '1D' ? [timeframe, ...timeframeIds].find(isInView) : undefined
  const dragged = useRef<string>(undefined)
  const onView = useCallback(
    ({ from, to }: View) => {
      if (from < nearEdge) older()
      setFirstSeen(Math.max(Math.floor(from), 0))
      setSeen({ of: chart, from: dates[Math.max(Math.round(from), 0)], isNewest: Math.round(to) >= dates.length - 1 })
      const now = engine?.heights()
      const said = JSON.stringify(now)
      if (now && dragged.current !== undefined && dragged.current !== said) act.set({ heights: now })
      dragged.current = said
    },
    [older, engine, act, chart, dates],
  )
  const known = parseSymbol(symbol)
  const code = known && !isPractice(known.exchange) ? padded(known.exchange, known.stockCode) : symbol
  const title = symbolTitle(code, info && describe(info))
  const last = bars.at(-1)
  const stock = known && !isPractice(known.exchange) && info && !data.isIndex ? alertable(known, info) : undefined
  /** Opens the same menu as a right click, at the bar pointed at. */
  const openMenu = ({ key, shiftKey }: KeyboardEvent, at: number): boolean => {
    const bar = bars[at]
    if (!engine || !bar || !(key === 'ContextMenu' || (shiftKey && key === 'F10'))) return false
    const { left, top } = engine.place.getBoundingClientRect()
    const { x, y } = engine.spotOf({ time: timeOf(bar), price: bar.close })
    setAsked({ what: 'menu', price: bar.close, spot: { x: left + x, y: top + y } })
    return true
  }
  const asAt = last?.until ?? last?.date
  const heights = () => ({ ...(engine?.heights() ?? board.heights) })
  const names = studyNames(board.studies, t)
  const { brand, demoData } = useOperator()
  /** Exports the chart to a file or a link. The code for this is loaded on demand. */
  const takeOut = async (what: TakenOut) => {
    const view = engine?.view()
    const { takeOut } = await import('./take-out.ts')
    await takeOut(what, {
      t,
      engine,
      view,
      data,
      board,
      code,
      title,
      asAt,
      adjustment,
      brand,
      demoData,
      compared: comparison?.plots ?? none,
    })
  }
  const toolbar = (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line pb-2">
      {/* The width does not depend on the other controls, so that a button about to be pressed does not move. */}
      <div className="flex min-w-40 max-md:flex-1 md:w-[clamp(11.5rem,12.5vw,22rem)]">
        <SymbolSearch shown={title} exchange={exchange} isEager onChoose={({ full_name }) => chooseSymbol(full_name)} />
      </div>
      {beside}
      <BoardToolbar
        board={board}
        act={act}
        onStudies={() => setShowStudies(true)}
        onCompare={() => setOpened('compare')}
        onFit={() => engine?.fit()}
        {...(data.mayHavePatterns && {
          patterns: { shown: board.patterns, onChange: patterns => act.set({ patterns }) },
        })}
      />
      <div className="ml-auto">
        <ChartFile
          board={board}
          content={() => contentOf(board, heights())}
          suggested={title}
          onSaved={saved => act.set({ saved })}
          onOpen={(doc, saved) => {
            act.open(doc, saved)
            onSymbol(doc.symbol)
          }}
          onOut={what => void takeOut(what)}
        />
      </div>
    </div>
  )
  return (
    <div
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      // Handles a right click until the menu's own code is loaded.
      onContextMenu={event => {
        if (extra !== nothingMore || drawing.tool || !engine?.place.contains(event.target as Node)) return
        event.preventDefault()
        setAsked({ what: 'menu', spot: { x: event.clientX, y: event.clientY } })
      }}
      data-fills-window={full.is || undefined}
      className={full.is ? 'fixed inset-0 z-35 overflow-y-auto overscroll-contain bg-paper p-2' : ''}
    >
      {toolbar}
      <div className={hasColumn ? 'md:grid md:grid-cols-[minmax(0,1fr)_15rem] md:gap-2' : ''}>
        <div className="min-w-0">
          {history.error instanceof ForbiddenError || (bars.length === 0 && !isWaiting) ? (
            <NoChart symbol={symbol} history={history} />
          ) : (
            <div className="md:grid md:grid-cols-[auto_minmax(0,1fr)] md:gap-2 md:pt-2">
              <ToolBar
                tool={drawing.tool}
                onTool={drawing.take}
                onAll={drawing.choose}
                onNear={() => void loadDrawings().catch(() => undefined)}
                mayUndo={drawn.before.length > 0}
                onUndo={act.undo}
                mayRedo={drawn.after.length > 0}
                onRedo={act.redo}
              />
              <div className="min-w-0">
                <div className={grid}>
                  <div className={`min-w-0 ${full.is ? ownFull : ''}`}>
                    <Suspense fallback={<WaitingChart />}>
                      {isWaiting ? (
                        <WaitingChart />
                      ) : (
                        <CandleChart
                          key={resolution}
                          symbol={title}
                          of={chart}
                          picture={picture}
                          resolution={resolution}
                          kind={board.kind}
                          scale={scaleOf(board.scale, isComparing)}
                          wide={board.wide && !isComparing}
                          span={spanShown(resolution, timeframe)}
                          atLeast90={timeframe === opening}
                          heights={board.heights}
                          signs={signs}
                          levels={isComparing ? none : extra.levels}
                          others={comparison}
                          roomy
                          fills={full.is}
                          className={own}
                          onEngine={next => {
                            setEngine(next)
                            setSeen(undefined)
                            // The chart of another symbol is a new element, so it must be given the focus that the old
                            // one had.
                            if (!next || !hadFocus.current) return
                            hadFocus.current = false
                            next.place.focus({ preventScroll: true })
                          }}
                          onView={onView}
                          onKey={(event, at) => drawing.onKey(event, at) || openMenu(event, at)}
                          hidden={board.studies
                            .filter(({ style }) => style?.hidden)
                            .map(({ id }) => ({ study: id, name: names.get(id) ?? '' }))}
                          about={id => (
                            <Suspense fallback={buttonPlace}>
                              {isAround ? (
                                <StudyButtons
                                  study={board.studies.find(study => study.id === id)}
                                  name={names.get(id) ?? ''}
                                  act={act}
                                  onSettings={() => setShowStudies(id)}
                                />
                              ) : (
                                buttonPlace
                              )}
                            </Suspense>
                          )}
                        />
                      )}
                    </Suspense>
                  </div>
                  <Suspense>
                    {layout > 1 && (
                      <Cells
                        count={layout - 1}
                        board={board}
                        adjustment={adjustment}
                        exchange={exchange}
                        engine={engine}
                        className={cell}
                        onFirst={chooseSymbol}
                      />
                    )}
                  </Suspense>
                </div>
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
                  <Timeframes value={timeframeInView} onChange={chooseTimeframe} />
                  {data.mayBeAdjusted && (
                    <ToolSelect
                      label={t('adjustment')}
                      options={adjustments.map(value => ({ value, label: t(`adjustment.${value}`) }))}
                      value={adjustment}
                      onChange={next => write('adjustment', next)}
                    />
                  )}
                  <ToolButton label={t('go')} aria-haspopup="dialog" onClick={() => setAsked({ what: 'go' })} />
                  <ToolButton label={t('table')} on={showTable} onClick={() => setShowTable(!showTable)} />
                  <ToolButton label={t('replay')} onClick={() => setOpened('replay')} />
                  {stock && last && (
                    <ToolButton
                      label={t('alert.set')}
                      title={t('alert.how')}
                      aria-haspopup="dialog"
                      onClick={() => setAlertAt(last.close)}
                    >
                      <Bell size={15} aria-hidden />
                      {t('alert.set')}
                    </ToolButton>
                  )}
                  {asAt && <p className="ml-auto text-12 text-faded">{t('as-at', { date: formatDay(asAt) })}</p>}
                  <div
                    className={`flex min-h-11 min-w-22 items-center md:min-h-8 md:min-w-36 ${asAt ? '' : 'ml-auto'}`}
                  >
                    <Suspense>{isAround && <AroundButtons layout={layout} full={full} />}</Suspense>
                  </div>
                </div>
                <Memory board={board} act={act} onRestored={takeLeft} />
                <DelistedNote info={info} />
                <UnconfirmedNote days={data.unconfirmed} />
              </div>
            </div>
          )}
        </div>
        <div className="relative min-h-0 md:mt-2">
          <Suspense>
            {isAround && (
              <Around
                board={board}
                act={act}
                engine={engine}
                bars={bars}
                mayHaveOlder={mayHaveOlder}
                older={older}
                aim={aim}
                isBusy={drawing.tool !== undefined}
                patterns={patterns}
                asked={asked}
                onAsked={setAsked}
                onSymbol={chooseSymbol}
                onAim={aimAt}
                onFirstView={() => lookBack(resolution, timeframe)}
                onFull={full.turn}
                onStudies={() => setShowStudies(true)}
                onTable={() => setShowTable(!showTable)}
                onAlert={stock && setAlertAt}
                onExtra={setExtra}
              />
            )}
          </Suspense>
        </div>
      </div>
      <Suspense>
        {stock && board.studies.some(({ type }) => type === 'RANK') && (
          <Ranks exchange={stock.exchange} stockCode={stock.stock.stockCode} onKnown={setRanks} />
        )}
      </Suspense>
      <Suspense>
        {drawing.isNeeded && (
          <Drawings
            engine={engine}
            symbol={symbol}
            drawings={drawn.now}
            onDraw={act.draw}
            onUndo={act.undo}
            onRedo={act.redo}
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
            {...(stock && { onAlert: setAlertAt })}
          />
        )}
      </Suspense>
      <Suspense>
        {patterns.length > 0 && (
          <Patterns engine={engine} patterns={patterns} close={last?.close} {...(stock && { onAlert: setAlertAt })} />
        )}
      </Suspense>
      <Suspense>
        {showTable && bars.length > 0 && (
          <SeenTable bars={bars} plots={[...(comparison?.plots ?? none), ...picture.plots]} resolution={resolution} />
        )}
      </Suspense>
      <Suspense>
        {(isComparing || opened) && (
          <Extras
            {...{ engine, symbol, bars, resolution, adjustment, act, opened, onReplay }}
            compared={board.compared}
            first={firstSeen}
            onShown={setComparison}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
      <Suspense>
        {showStudies && (
          <StudyDialog
            studies={board.studies}
            resolution={resolution}
            mayHaveStrength={data.mayHaveStrength}
            ranked={stock?.exchange}
            act={act}
            heights={heights}
            at={showStudies}
            onClose={() => setShowStudies(undefined)}
          />
        )}
        {stock && alertAt !== undefined && (
          <SetPriceAlert {...stock} at={alertAt} close={last?.close} onClose={() => setAlertAt(undefined)} />
        )}
      </Suspense>
    </div>
  )
}

const alertable = (
  { exchange, stockCode }: ChartSymbol,
  { description, description_zh }: { description: string; description_zh: string },
) => ({
  exchange: exchange as ExchangeId,
  stock: { stockCode, stockName: description, stockNameZh: description_zh },
})

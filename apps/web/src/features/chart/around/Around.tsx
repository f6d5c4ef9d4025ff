import '../../../i18n/seldom-texts.ts'
import { user } from '@finlist/contract/account/account'
import type { ChartPattern } from '@finlist/contract/charts/chart'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { isPractice, padded } from '@finlist/domain/chart/padded'
import type { DayBar } from '@finlist/domain/chart/spans'
import { isMarketIndex, parseSymbol } from '@finlist/domain/chart/symbol'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, lazy, type SetStateAction, Suspense, useCallback, useEffect, useState } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import { useStored } from '../../../api/storage.ts'
import { formatLevel } from '../../../components/market-figures.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import type { Level, Sign } from '../../../components/price-chart/engine/prices.ts'
import { timeOf } from '../../../components/price-chart/picture.ts'
import { fetchTexts, useTranslation } from '../../../i18n/texts.ts'
import { fetchFirstChart } from '../first-chart.ts'
import { type Board, type BoardActions, drawnOn } from '../use-board.ts'
import { Column } from './Column.tsx'
import { type ListName, useColumnRows, useListNames } from './column-lists.ts'
import { GoTo } from './GoTo.tsx'
import { KeyHelp } from './KeyHelp.tsx'
import { useStockMarks } from './marks/stock-marks.ts'
import { useMarking } from './marks/use-marking.ts'
import { PriceMenu } from './PriceMenu.tsx'
import { keep } from './sync.ts'
import { type Aim, useAim } from './use-aim.ts'
import { useBoardKeys } from './use-board-keys.ts'
import { useEvents } from './use-events.ts'
import { useLines } from './use-lines.ts'
import { priceAt, usePricePress } from './use-price-press.ts'

const NoteDialog = lazy(() => import('./marks/NoteDialog.tsx'))
const AddHere = lazy(async () => (await Promise.all([import('./marks/AddHere.tsx'), fetchTexts('watchlist')]))[0])

/** A request for a part whose code may still have to be loaded. */
export type Asked = { what: 'go' | 'help' } | { what: 'menu'; price?: number; spot: { x: number; y: number } }
export type Extra = { levels: readonly Level[]; signs: readonly (Sign & { said: string })[] }

type Props = {
  board: Board
  act: BoardActions
  engine: ChartEngine | undefined
  bars: readonly DayBar[]
  mayHaveOlder: boolean
  older: () => void
  aim: Aim | undefined
  patterns: readonly ChartPattern[]
  /** Whether a tool is active, which then handles presses. */
  isBusy: boolean
  asked: Asked | undefined
  onAsked: Dispatch<SetStateAction<Asked | undefined>>
  onSymbol: (symbol: string) => void
  onAim: (aim: Aim | undefined) => void
  /** Shows the bars that were initially in view. */
  onFirstView: () => void
  onFull: () => void
  onStudies: () => void
  onTable: () => void
  /** Omitted if no alert can be set. */
  onAlert: ((price: number) => void) | undefined
  onExtra: (extra: Extra) => void
}

const noRights: string[] = []

/**
 * Lazy-loaded. The list next to a chart, the chart's keys and menus, and what the chart shows of the user: their
 * lines and past events.
 */
export default function Around(props: Props) {
  const { board, act, engine, bars, mayHaveOlder, older, aim, patterns, isBusy, asked, onAsked } = props
  const { onSymbol, onAim, onFirstView, onFull, onStudies, onTable, onAlert, onExtra } = props
  const t = useTranslation('around')
  const kept = useStored('chartAround')
  const rights = useQuery(callQuery(user)).data?.rights ?? noRights
  const known = parseSymbol(board.symbol) ?? { exchange: 'HKEX' as const, stockCode: '' }
  const stock =
    isPractice(known.exchange) || isMarketIndex(known)
      ? undefined
      : { exchange: known.exchange, stockCode: known.stockCode }
  const isStock = stock !== undefined
  const [said, setSaid] = useState('')

  const onAimed = useCallback(() => onAim(undefined), [onAim])
  useAim({ engine, bars, mayHaveOlder, older, aim, onAimed })

  const isLined = kept['lines'] !== false
  const areEvents = kept['events'] !== false
  const levels = useLines(known, rights, isStock && isLined)
  const signs = useEvents(known, { bars, resolution: board.resolution, rights, isOn: isStock && areEvents })
  useEffect(() => onExtra({ levels, signs }), [levels, signs, onExtra])

  const marked = [...levelsOf(drawnOn(board).now, patterns), ...levels.map(({ price }) => price)]
  usePricePress({
    engine: isBusy ? undefined : engine,
    levels: marked,
    onPrice: (price, spot) => onAsked({ what: 'menu', price, spot }),
  })

  const isOpen = kept['column'] === true
  const marks = useStockMarks(isOpen)
  const names = useListNames(rights, marks)
  const wanted = kept['list']
  const name = isOpen
    ? (names.find(it => it.name === wanted) ?? names.find(({ of }) => of === known.exchange) ?? names[0])?.name
    : undefined
  const list = useColumnRows(name, marks)
  const { rows } = list
  const at = rows.findIndex(({ symbol }) => symbol === board.symbol)
  const step = (by: 1 | -1) => {
    const to = at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by
    const next = rows[to]
    if (!next) return
    onSymbol(next.symbol)
    setSaid(t('column.said', { stock: `${next.code} ${next.name}`, at: to + 1, count: rows.length }))
  }
  const stockName = rows[at]?.name ?? marks?.get(board.symbol)?.stockName ?? ''
  const marking = useMarking(stock && marks ? { ...stock, stockName, stockNameZh: stockName } : undefined, {
    mark: marks?.get(board.symbol),
    mayWatch: rights.includes('watchlist'),
    onSaid: setSaid,
  })
  const neighbours = at === -1 ? '' : [rows[at + 1], rows[at - 1]].flatMap(row => row?.symbol ?? []).join()
  useEffect(() => {
    for (const symbol of neighbours.split(',').filter(Boolean)) void fetchFirstChart(symbol, board.resolution)
  }, [neighbours, board.resolution])
  const newest = bars.at(-1)
  useBoardKeys({
    full: onFull,
    go: () => onAsked({ what: 'go' }),
    log: () => act.set({ scale: board.scale === 'log' ? 'linear' : 'log' }),
    'first-view': onFirstView,
    studies: onStudies,
    column: () => keep({ column: !isOpen }),
    help: () => onAsked({ what: 'help' }),
    ...(onAlert && newest && { alert: () => onAlert(newest.close) }),
    ...marking.keys,
    ...(isOpen && rows.length > 0 && { previous: () => step(-1), next: () => step(1) }),
  })

  const drawLine = (price: number) =>
    newest &&
    act.draw([
      ...drawnOn(board).now,
      { id: crypto.randomUUID(), type: 'horizontal', points: [{ time: timeOf(newest), price }], asTraded: true },
    ])
  const entriesAt = (price: number) => [
    ...(onAlert ? [{ label: t('menu.alert', { price: formatLevel(price) }), onChoose: () => onAlert(price) }] : []),
    { label: t('menu.line', { price: formatLevel(price) }), onChoose: () => drawLine(price) },
    {
      label: t('menu.copy', { price: formatLevel(price) }),
      onChoose: () => void navigator.clipboard.writeText(String(price)),
    },
    { label: t('menu.go'), onChoose: () => onAsked({ what: 'go' }), ruled: true },
    { label: t('menu.first-view'), onChoose: onFirstView },
    { label: t('menu.studies'), onChoose: onStudies, ruled: true },
    { label: t('menu.table'), onChoose: onTable },
    ...(isStock
      ? [
          { label: t(isLined ? 'menu.lines-off' : 'menu.lines-on'), onChoose: () => keep({ lines: !isLined }) },
          { label: t(areEvents ? 'menu.events-off' : 'menu.events-on'), onChoose: () => keep({ events: !areEvents }) },
        ]
      : []),
    { label: t(isOpen ? 'column.close' : 'menu.column'), onChoose: () => keep({ column: !isOpen }), ruled: true },
    { label: t('menu.full'), onChoose: onFull },
    { label: t('keys'), onChoose: () => onAsked({ what: 'help' }) },
  ]
  const close = () => onAsked(undefined)
  return (
    <>
      {isOpen && (
        <Column
          names={names}
          name={name}
          onName={(next: ListName) => keep({ list: next })}
          list={list}
          symbol={board.symbol}
          onSymbol={onSymbol}
          onStep={step}
          marks={marks}
          marking={marking}
          onClose={() => keep({ column: false })}
        />
      )}
      <output className="sr-only">{said}</output>
      {asked?.what === 'menu' && engine && (
        <PriceMenu
          label={t('menu')}
          spot={asked.spot}
          origin={engine.place}
          entries={entriesAt(asked.price ?? priceAt(engine, asked.spot, marked) ?? newest?.close ?? 0)}
          // The chosen entry may have requested a dialog, which must stay open.
          onClose={() => onAsked(now => (now?.what === 'menu' ? undefined : now))}
        />
      )}
      <Suspense>
        {marking.stock && marking.asked === 'note' && (
          <NoteDialog
            stock={marking.stock}
            title={t('mark.note.title', { stock: `${padded(known.exchange, known.stockCode)} ${stockName}` })}
            note={marking.note}
            onClose={marking.done}
          />
        )}
        {marking.stock && marking.asked === 'watch' && newest && (
          <AddHere stock={marking.stock} close={newest.close} onClose={marking.done} />
        )}
      </Suspense>
      {asked?.what === 'go' && newest && <GoTo newest={newest.date} onGo={onAim} onClose={close} />}
      {asked?.what === 'help' && <KeyHelp onClose={close} />}
    </>
  )
}

/** The prices of lines across the chart: horizontal drawings, and pivots of bases. */
const levelsOf = (drawings: readonly Drawing[], patterns: readonly ChartPattern[]): number[] => [
  ...drawings.flatMap(({ type, points: [point] }) => (type === 'horizontal' && point ? [point.price] : [])),
  ...patterns.flatMap(({ options }) => options.facts.pivot ?? []),
]

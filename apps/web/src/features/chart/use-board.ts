import type { ChartKind } from '@finlist/domain/chart/chart-kinds'
import {
  type Drawing,
  type Drawn,
  drawAnew,
  drawnSoFar,
  nothingDrawn,
  redo,
  undo,
} from '@finlist/domain/chart/drawings'
import { firstResolution, type TimeframeId } from '@finlist/domain/chart/first-view'
import { type Compared, type PriceScale } from '@finlist/domain/chart/price-scale'
import type { Resolution } from '@finlist/domain/chart/spans'
import { mostStudies, type Study, usualStudies } from '@finlist/domain/chart/studies'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BoardDoc, type ChartDoc, drawingsIn, heightsIn, studiesIn, writeBoard, writeChart } from './chart-doc.ts'
import { keepDrawings, keptDrawings } from './drawing/kept-drawings.ts'
import { keepBoard, keptBoard } from './memory/kept-board.ts'

export type Board = {
  symbol: string
  resolution: Resolution
  kind: ChartKind
  scale: PriceScale
  compared: readonly Compared[]
  timeframe: TimeframeId
  /** Whether the price axis covers three times the range that fits the prices in view. */
  wide: boolean
  /** Whether bases are drawn. */
  patterns: boolean
  studies: readonly Study[]
  heights: Readonly<Record<string, number>>
  drawn: Readonly<Record<string, Drawn>>
  /** The saved chart that is currently open. */
  saved: { id: number; name: string; content: string } | undefined
}
export type BoardActions = ReturnType<typeof useBoard>['act']

const none: never[] = []
const nothing: Board['heights'] = {}

type Chosen = { resolution?: Resolution; isSymbolChosen?: boolean }

/**
 * The state of the chart: symbol, interval, studies, and drawings with their undo history. The last argument contains
 * choices made before the board existed: by the address, or by selecting a tab.
 */
export function useBoard(symbol: string, timeframe: TimeframeId, { resolution, isSymbolChosen = false }: Chosen = {}) {
  const linked = resolution && { resolution }
  /** The properties changed here before the state of another device arrived. These changes are kept. */
  const touched = useRef(new Set<string>([...Object.keys(linked ?? {}), ...(isSymbolChosen ? ['symbol'] : [])]))
  const [board, setBoard] = useState<Board>(() => ({
    resolution: firstResolution,
    kind: 'candles',
    scale: 'linear',
    compared: none,
    timeframe,
    wide: false,
    patterns: true,
    studies: usualStudies,
    heights: nothing,
    ...leftIn(keptBoard()),
    ...linked,
    symbol,
    drawn: { [symbol]: drawnSoFar(keptDrawings(symbol)) },
    saved: undefined,
  }))
  const { now } = drawnOn(board)
  useEffect(() => keepDrawings(board.symbol, now), [board.symbol, now])
  const content = boardContent(board)
  const [begun] = useState(content)
  const [isChosen] = useState(isSymbolChosen)
  useEffect(() => {
    if (content !== begun || isChosen || keptBoard()) keepBoard(content)
  }, [content, begun, isChosen])
  const touch = useCallback((names: string[]) => {
    for (const name of names) touched.current.add(name)
  }, [])
  const set = useCallback(
    (part: Partial<Board>) => {
      touch(Object.keys(part))
      setBoard(before => ({ ...before, ...part }))
    },
    [touch],
  )
  const chooseSymbol = useCallback(
    (next: string) => {
      touch(['symbol'])
      setBoard(before => ({
        ...before,
        symbol: next,
        saved: undefined,
        drawn: { ...before.drawn, [next]: before.drawn[next] ?? drawnSoFar(keptDrawings(next)) },
      }))
    },
    [touch],
  )
  const changeStudies = useCallback(
    (by: (studies: readonly Study[]) => readonly Study[]) => {
      touch(['studies', 'heights'])
      setBoard(now => ({ ...now, studies: by(now.studies) }))
    },
    [touch],
  )
  const change = useCallback(
    (by: (drawn: Drawn) => Drawn) =>
      setBoard(now => {
        const drawn = now.drawn[now.symbol] ?? nothingDrawn
        return { ...now, drawn: { ...now.drawn, [now.symbol]: by(drawn) } }
      }),
    [],
  )
  const [act] = useState(() => ({
    set,
    chooseSymbol,
    draw: (next: readonly Drawing[]) => change(drawn => drawAnew(drawn, next)),
    undo: () => change(undo),
    redo: () => change(redo),
    setStudies: (change: (studies: readonly Study[]) => readonly Study[]) =>
      changeStudies(studies => change(studies).slice(0, mostStudies)),
    setStudy: (study: Study) => changeStudies(studies => studies.map(it => (it.id === study.id ? study : it))),
    removeCompared: (symbol: string) => {
      touch(['compared'])
      setBoard(now => ({ ...now, compared: now.compared.filter(it => it.symbol !== symbol) }))
    },
    removeStudy: (id: string) => changeStudies(studies => studies.filter(it => it.id !== id)),
    /**
     * Applies the state of another device, if it is later. Changes made here since the chart was opened are kept.
     * Returns the part that was applied.
     */
    restore: (doc: BoardDoc | undefined, keepsSymbol: boolean) => {
      const stays = new Set(touched.current)
      touched.current.clear()
      if (!doc) return {}
      const left = { ...leftIn(doc), ...(!keepsSymbol && { symbol: doc.symbol }) }
      const taken: Partial<Board> = Object.fromEntries(Object.entries(left).filter(([name]) => !stays.has(name)))
      setBoard(now => {
        const next = { ...now, ...taken }
        return {
          ...next,
          drawn: { ...now.drawn, [next.symbol]: now.drawn[next.symbol] ?? drawnSoFar(keptDrawings(next.symbol)) },
        }
      })
      return taken
    },
    bringDrawings: (of: string, by: (here: readonly Drawing[]) => readonly Drawing[]) =>
      setBoard(now => ({ ...now, drawn: { ...now.drawn, [of]: drawnSoFar(by(now.drawn[of]?.now ?? [])) } })),
    open: (doc: ChartDoc, saved: NonNullable<Board['saved']>) => {
      touch(['symbol', 'resolution', 'scale', 'compared', 'kind', 'studies', 'heights'])
      setBoard(now => ({
        ...now,
        symbol: doc.symbol,
        resolution: doc.resolution,
        scale: doc.scale,
        compared: doc.compared,
        kind: doc.kind,
        studies: studiesIn(doc),
        heights: heightsIn(doc),
        drawn: Object.fromEntries(Object.entries(drawingsIn(doc)).map(([of, it]) => [of, drawnSoFar(it)])),
        saved,
      }))
    },
  }))
  return { board, act }
}

export const drawnOn = ({ drawn, symbol }: Pick<Board, 'drawn' | 'symbol'>): Drawn => drawn[symbol] ?? nothingDrawn

function leftIn(doc: BoardDoc | undefined) {
  if (!doc) return {}
  const { symbol: _, v: __, panes: ___, ...left } = doc
  return { ...left, studies: studiesIn(doc), heights: heightsIn(doc) }
}

/** The state of the board in its stored form. */
export const boardContent = (board: Board) => writeBoard(board)

/** The board as the content of a saved chart. */
export function contentOf(
  { symbol, resolution, scale, compared, kind, studies, drawn }: Board,
  heights: Record<string, number>,
): string {
  const drawings = Object.fromEntries(Object.entries(drawn).map(([of, { now }]) => [of, now]))
  return writeChart({ symbol, resolution, scale, compared, kind, studies, heights, drawings })
}

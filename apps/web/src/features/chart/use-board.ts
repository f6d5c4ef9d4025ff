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
import { useCallback, useEffect, useState } from 'react'
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
  tall: boolean
  /** Whether bases are drawn. */
  patterns: boolean
  studies: readonly Study[]
  heights: Readonly<Record<string, number>>
  drawn: Readonly<Record<string, Drawn>>
  /** The saved chart that is open. */
  saved: { id: number; name: string; content: string } | undefined
}
export type BoardActions = ReturnType<typeof useBoard>['act']

const none: never[] = []
const nothing: Board['heights'] = {}

/** The state of the chart: symbol, interval, studies, and drawings with their undo steps. */
export function useBoard(symbol: string, timeframe: TimeframeId, linked: { resolution?: Resolution } = {}) {
  const [board, setBoard] = useState<Board>(() => ({
    resolution: firstResolution,
    kind: 'candles',
    scale: 'linear',
    compared: none,
    timeframe,
    tall: true,
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
  useEffect(() => {
    if (content !== begun || keptBoard()) keepBoard(content)
  }, [content, begun])
  const set = useCallback((part: Partial<Board>) => setBoard(before => ({ ...before, ...part })), [])
  const chooseSymbol = useCallback(
    (next: string) =>
      setBoard(before => ({
        ...before,
        symbol: next,
        saved: undefined,
        drawn: { ...before.drawn, [next]: before.drawn[next] ?? drawnSoFar(keptDrawings(next)) },
      })),
    [],
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
      setBoard(now => ({ ...now, studies: change(now.studies).slice(0, mostStudies) })),
    setStudy: (study: Study) =>
      setBoard(now => ({ ...now, studies: now.studies.map(it => (it.id === study.id ? study : it)) })),
    removeCompared: (symbol: string) =>
      setBoard(now => ({ ...now, compared: now.compared.filter(it => it.symbol !== symbol) })),
    removeStudy: (id: string) => setBoard(now => ({ ...now, studies: now.studies.filter(it => it.id !== id) })),
    /** As the chart was left on another device. */
    restore: (doc: BoardDoc) =>
      setBoard(now => ({
        ...now,
        ...leftIn(doc),
        symbol: doc.symbol,
        drawn: { ...now.drawn, [doc.symbol]: now.drawn[doc.symbol] ?? drawnSoFar(keptDrawings(doc.symbol)) },
      })),
    bringDrawings: (of: string, by: (here: readonly Drawing[]) => readonly Drawing[]) =>
      setBoard(now => ({ ...now, drawn: { ...now.drawn, [of]: drawnSoFar(by(now.drawn[of]?.now ?? [])) } })),
    open: (doc: ChartDoc, saved: NonNullable<Board['saved']>) =>
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
      })),
  }))
  return { board, act }
}

export const drawnOn = ({ drawn, symbol }: Pick<Board, 'drawn' | 'symbol'>): Drawn => drawn[symbol] ?? nothingDrawn

function leftIn(doc: BoardDoc | undefined) {
  if (!doc) return {}
  const { symbol: _, v: __, panes: ___, ...left } = doc
  return { ...left, studies: studiesIn(doc), heights: heightsIn(doc) }
}

/** How the board is left, as it is remembered. */
export const boardContent = (board: Board) => writeBoard(board)

/** The board as the content of a saved chart. */
export function contentOf(
  { symbol, resolution, scale, compared, kind, studies, drawn }: Board,
  heights: Record<string, number>,
): string {
  const drawings = Object.fromEntries(Object.entries(drawn).map(([of, { now }]) => [of, now]))
  return writeChart({ symbol, resolution, scale, compared, kind, studies, heights, drawings })
}

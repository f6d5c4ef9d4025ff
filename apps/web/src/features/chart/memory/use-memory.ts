import { chartMemory, type LeftChart, mostRemembered, rememberChart } from '@finlist/contract/chart-memory'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { isPractice } from '@finlist/domain/chart/padded'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callQuery } from '../../../api/query-client.ts'
import { request } from '../../../api/request.ts'
import { heightsIn, readBoard, readDrawings, studiesIn, writeBoard } from '../chart-doc.ts'
import { type Board, type BoardActions, boardContent, drawnOn } from '../use-board.ts'
import { boardPlace, noteVersion, versionOf } from './versions.ts'

const restMs = 1_500
const nothing = '[]'

/** What another device did: its newer chart was taken, or this one's took the place of it. */
export type Met = { how: 'brought' | 'replaced'; at: string }

/**
 * Keeps how the chart is left, and what is drawn on its symbol, the same on every device: takes what a later one left,
 * and sends what changes here after a moment's rest. The later write stands.
 */
export function useMemory(board: Board, act: BoardActions, onSymbol: (symbol: string) => void): Met | undefined {
  const [met, setMet] = useState<Met>()
  const meet = useRef(setMet)
  const { symbol } = board
  const known = parseSymbol(symbol)
  const isOwn = known !== undefined && !isPractice(known.exchange)
  const { data } = useQuery({
    ...callQuery(chartMemory, { query: isOwn ? { symbol } : {} }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
  const drawings = drawnOn(board).now
  const arrive = useRef(onSymbol)
  useEffect(() => {
    arrive.current = onSymbol
  })
  /** By place, what the server has. */
  const there = useRef(new Map<string, string>())

  useEffect(() => {
    if (!data) return
    const left = newerThan(boardPlace, data.board)
    const doc = left && readBoard(left.content)
    if (doc) {
      const wasHere = versionOf(boardPlace) !== undefined
      noteVersion(boardPlace, left.version, true)
      there.current.set(boardPlace, writeBoard({ ...doc, studies: studiesIn(doc), heights: heightsIn(doc) }))
      // An address that names a symbol shows it.
      const isNamed = new URLSearchParams(location.search).has('symbol')
      act.restore(isNamed ? { ...doc, symbol } : doc)
      if (!isNamed) arrive.current(doc.symbol)
      if (wasHere) meet.current({ how: 'brought', at: left.at })
    }
    const drawn = isOwn && newerThan(symbol, data.drawings)
    if (drawn) {
      const theirs = drawingsIn(drawn.content)
      const isFirst = versionOf(symbol) === undefined
      there.current.set(symbol, JSON.stringify(theirs))
      noteVersion(symbol, drawn.version, true)
      // What was drawn here before anything was shared stays.
      act.bringDrawings(symbol, here => (isFirst ? [...theirs, ...others(here, theirs)] : theirs))
      if (!isFirst) meet.current({ how: 'brought', at: drawn.at })
    }
  }, [data, symbol, isOwn, act])

  const content = boardContent(board)
  useSending(boardPlace, content, {
    there,
    isReady: data !== undefined,
    onReplaced: at => setMet({ how: 'replaced', at }),
  })
  useSending(symbol, JSON.stringify(drawings), {
    there,
    isReady: data !== undefined && isOwn,
    onReplaced: at => setMet({ how: 'replaced', at }),
  })
  return met
}

/** What the server has and this browser has not, unless something here waits to be sent. */
function newerThan(place: string, left: LeftChart | null): LeftChart | undefined {
  const here = versionOf(place)
  if (!left || (here && (left.version <= here.version || !here.sent))) return undefined
  return left
}

type Sending = {
  there: { current: Map<string, string> }
  isReady: boolean
  onReplaced: (at: string) => void
}

function useSending(place: string, content: string, { there, isReady, onReplaced }: Sending) {
  const told = useRef(onReplaced)
  useEffect(() => {
    told.current = onReplaced
  })
  useEffect(() => {
    if (!isReady) return undefined
    const known = there.current
    const here = versionOf(place)
    // Drawings of before anything was shared are sent; a board that nobody has touched is not.
    const isSent = here ? here.sent : place === boardPlace || content === nothing
    if (!known.has(place) && isSent) known.set(place, content)
    if (known.get(place) === content) {
      if (here && !here.sent) noteVersion(place, here.version, true)
      return undefined
    }
    if (content.length > mostRemembered) return undefined
    noteVersion(place, here?.version ?? 0, false)
    const send = async () => {
      stop()
      const body = { content, since: here?.version ?? 0, ...(place !== boardPlace && { symbol: place }) }
      try {
        const { version, replaced } = await request(rememberChart, { body })
        known.set(place, content)
        noteVersion(place, version, true)
        if (replaced) told.current(replaced)
      } catch (error) {
        // It stays marked as not sent, and goes with the next change or visit.
        console.warn(error)
      }
    }
    const timer = setTimeout(() => void send(), restMs)
    const leave = () => document.visibilityState === 'hidden' && void send()
    document.addEventListener('visibilitychange', leave)
    const stop = () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', leave)
    }
    return stop
  }, [place, content, isReady, there])
}

function drawingsIn(content: string): Drawing[] {
  try {
    return readDrawings(JSON.parse(content))
  } catch {
    return []
  }
}

const others = (here: readonly Drawing[], theirs: readonly Drawing[]) =>
  here.filter(({ id }) => !theirs.some(it => it.id === id))

import { chartMemory, type LeftChart, mostRemembered, rememberChart } from '@finlist/contract/charts/chart-memory'
import type { Drawing } from '@finlist/domain/chart/drawings'
import { isPractice } from '@finlist/domain/chart/padded'
import { parseSymbol } from '@finlist/domain/chart/symbol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callQuery, queryClient } from '../../../api/query-client.ts'
import { request } from '../../../api/request.ts'
import { heightsIn, readBoard, readDrawings, studiesIn, writeBoard } from '../chart-doc.ts'
import { type Board, type BoardActions, boardContent, drawnOn } from '../use-board.ts'
import { boardPlace, noteVersion, versionOf } from './versions.ts'

const restMs = 1_500
const nothing = '[]'

/** Query for the stored chart and the drawings on its symbol. */
export const memoryOf = (symbol: string) => {
  const known = parseSymbol(symbol)
  const isOwn = known !== undefined && !isPractice(known.exchange)
  // Data requested while the chart's code was loading must not be requested twice.
  return { ...callQuery(chartMemory, { query: isOwn ? { symbol } : {} }), staleTime: 10_000, retry: false }
}

/**
 * The outcome of a conflict with another device: `brought` if its newer chart was taken, `replaced` if this one
 * replaced it.
 */
export type Met = { how: 'brought' | 'replaced'; at: string }

/**
 * Synchronises the chart's state, and the drawings on its symbol, between devices. Applies later changes of another
 * device. Sends changes made here after a short pause. The last write wins.
 */
export function useMemory(
  board: Board,
  act: BoardActions,
  onRestored: (taken: Partial<Board>) => void,
): Met | undefined {
  const [met, setMet] = useState<Met>()
  const meet = useRef(setMet)
  const { symbol } = board
  const known = parseSymbol(symbol)
  const isOwn = known !== undefined && !isPractice(known.exchange)
  const { data, isError } = useQuery({ ...memoryOf(symbol), refetchOnWindowFocus: true })
  // Removed on leaving, so that the next visit fetches changes made on other devices meanwhile.
  useEffect(() => () => queryClient.removeQueries({ queryKey: [chartMemory.path] }), [])
  const drawings = drawnOn(board).now
  const restored = useRef(onRestored)
  useEffect(() => {
    restored.current = onRestored
  })
  /** The drawings on the chart when it was opened, before the first response. */
  const opened = useRef<{ of: string; drawings: readonly Drawing[] } | undefined>({ of: symbol, drawings })
  /** The server's content, by place: `boardPlace`, or a symbol for its drawings. */
  const there = useRef(new Map<string, string>())

  useEffect(() => {
    if (isError) restored.current({})
    if (!data) return
    const left = newerThan(boardPlace, data.board)
    const doc = left && readBoard(left.content)
    // A symbol named in the address takes precedence.
    const taken = act.restore(doc, new URLSearchParams(location.search).has('symbol'))
    restored.current(taken)
    if (doc) {
      const wasHere = versionOf(boardPlace) !== undefined
      noteVersion(boardPlace, left.version, true)
      there.current.set(boardPlace, writeBoard({ ...doc, studies: studiesIn(doc), heights: heightsIn(doc) }))
      if (wasHere) meet.current({ how: 'brought', at: left.at })
    }
    const before = opened.current?.of === symbol ? opened.current.drawings : undefined
    opened.current = undefined
    const drawn = isOwn && newerThan(symbol, data.drawings)
    if (drawn) {
      const theirs = drawingsIn(drawn.content)
      const isFirst = versionOf(symbol) === undefined
      there.current.set(symbol, JSON.stringify(theirs))
      noteVersion(symbol, drawn.version, true)
      // Keeps drawings made in this browser before the first sync, and those made since the chart was opened.
      const stays = (here: readonly Drawing[]) => (isFirst ? here : before ? others(here, before) : [])
      act.bringDrawings(symbol, here => [...theirs, ...others(stays(here), theirs)])
      if (!isFirst) meet.current({ how: 'brought', at: drawn.at })
    }
  }, [data, isError, symbol, isOwn, act])

  const content = boardContent(board)
  const [openedWith] = useState(content)
  useSending(boardPlace, content, {
    there,
    openedWith,
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

/**
 * Returns the server's content if it is newer. Undefined if the browser has the same version, or changes that were not
 * sent yet.
 */
function newerThan(place: string, left: LeftChart | null): LeftChart | undefined {
  const here = versionOf(place)
  if (!left || (here && (left.version <= here.version || !here.sent))) return undefined
  return left
}

type Sending = {
  there: { current: Map<string, string> }
  /** The content in this browser when the chart was opened. */
  openedWith?: string
  isReady: boolean
  onReplaced: (at: string) => void
}

function useSending(place: string, content: string, { there, openedWith, isReady, onReplaced }: Sending) {
  const told = useRef(onReplaced)
  useEffect(() => {
    told.current = onReplaced
  })
  useEffect(() => {
    if (!isReady) return undefined
    const known = there.current
    const here = versionOf(place)
    // Before the first sync, existing drawings are sent, but an unchanged board is not.
    const isSent = here ? here.sent : place === boardPlace || content === nothing
    if (!known.has(place) && isSent) known.set(place, openedWith ?? content)
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
        // The content stays marked as unsent. It is sent with the next change or on the next visit.
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
  }, [place, content, openedWith, isReady, there])
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

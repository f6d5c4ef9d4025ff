import { type GameLevel, type GamePlay, gameRank, gameStep } from '@finlist/contract/fintrainer'
import type { GameAction } from '@finlist/domain/fintrainer/play'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { CallError } from '../../api/call-error.ts'
import { queryClient } from '../../api/query-client.ts'
import { request } from '../../api/request.ts'
import { noteLevel, playOf } from './queries.ts'
import { saveTrade } from './save-trade.ts'

export type Move = Exclude<GameAction, 'start'>
/** Time, in ms, for which the result of a move is shown before the next move is possible. */
const pauseMs = 1_000

/** Plays one level from start to finish. A failed step can be repeated safely, because the server runs it once. */
export function usePlay(level: GameLevel) {
  const options = playOf(level)
  const opening = useQuery(options)
  const play = opening.data
  const [paused, setPaused] = useState(false)
  const step = useMutation({
    mutationFn: (action: Move) => {
      const { playlistId, levelId } = level
      return request(gameStep, { body: { playlistId, levelId, action, steps: play!.steps } })
    },
    onSuccess: next => {
      setPaused(true)
      queryClient.setQueryData(options.queryKey, old => (old ? goneOn(old, next) : next))
      noteLevel(next.level)
      if (!next.trade) return
      saveTrade(next.trade)
      void queryClient.invalidateQueries({ queryKey: [gameRank.path] })
    },
    onError: error => {
      console.error(error)
      // Another device moved first, or this move was repeated after its response was lost. In both cases, the level is
      // refetched.
      if (error instanceof CallError && error.httpStatus === 409) void opening.refetch()
    },
  })
  useEffect(() => {
    if (!paused) return
    const timer = setTimeout(() => setPaused(false), pauseMs)
    return () => clearTimeout(timer)
  }, [paused])
  return { opening, play, step, paused, isStill: !paused && !step.isPending && !opening.isFetching }
}

/** Appends the bars of a step, leaving out those already there. */
function goneOn(old: GamePlay, next: GamePlay): GamePlay {
  const last = old.bars.at(-1)?.time ?? Number.NEGATIVE_INFINITY
  return { ...next, bars: [...old.bars, ...next.bars.filter(({ time }) => time > last)] }
}

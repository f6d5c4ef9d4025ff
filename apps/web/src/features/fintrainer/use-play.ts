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
/** How long the player looks at a move's result, in ms. */
const pauseMs = 1_000

/** One level from its opening to its finish. A failed step may be repeated: the server does it once. */
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
      // Another device was faster, or another move was made after a lost response: the level is fetched again.
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

/** Appends the bars of a step; repeated bars are not added twice. */
function goneOn(old: GamePlay, next: GamePlay): GamePlay {
  const last = old.bars.at(-1)?.time ?? Number.NEGATIVE_INFINITY
  return { ...next, bars: [...old.bars, ...next.bars.filter(({ time }) => time > last)] }
}
